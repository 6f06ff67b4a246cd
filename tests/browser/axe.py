"""What axe finds wrong with a page, in both themes: WCAG 2.2 AA and what its authors hold to be good practice."""

from __future__ import annotations

from pathlib import Path
from typing import Literal

from playwright.async_api import Page

_SOURCE = Path(__file__).parents[2] / "client" / "node_modules" / "axe-core" / "axe.min.js"
_RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
_OF_COLOURS = ["color-contrast", "link-in-text-block"]
"""Those that look at colours; the others look at what there is, where it stands and how large it is."""
# What is in order need not be told, and to name each of its elements is half the work.
_RUN = """async (rules) => (await axe.run(document, { runOnly: rules, resultTypes: ['violations'] })).violations.map(
  one => `${one.id}: ${one.nodes.slice(0, 3).map(node => node.html.slice(0, 160)).join(' | ')}`)"""
_SHAPE = """(document.body.outerHTML + [...document.querySelectorAll('body, body *')].map(one => {
  const { x, y, width, height } = one.getBoundingClientRect()
  const { display, visibility, opacity, overflow, position } = getComputedStyle(one)
  return [x, y, width, height, display, visibility, opacity, overflow, position]
}).join())"""
"""All of the page that is no colour."""
_UNTIL_STILL = """async () => {
  // A colour that is half way there has the contrast of neither; and each element waits for the one it inherits from.
  const frame = () => new Promise(requestAnimationFrame)
  for (let still = 0, left = 200; still < 5 && left > 0; left--) {
    await frame()
    still = document.getAnimations().some(one => one.playState === 'running') ? 0 : still + 1
  }
}"""


async def violations(page: Page) -> list[str]:
    """The rules that are broken, each with where, in light and dark colours."""
    was_still = await page.evaluate("() => matchMedia('(prefers-reduced-motion: reduce)').matches")
    await _show(page, "light")
    found = await _look(page, "light", _RULES)
    await page.evaluate(f"() => {{ axe.lit = {_SHAPE} }}")
    await _show(page, "dark")
    is_the_same = await page.evaluate(f"() => axe.lit === {_SHAPE}")
    # A page that differs by night in its colours alone is asked about these; about all the rest it would say the same.
    found += await _look(page, "dark", _OF_COLOURS if is_the_same else _RULES)
    await page.emulate_media(color_scheme="light", reduced_motion="reduce" if was_still else "no-preference")
    return found


async def _show(page: Page, scheme: Literal["light", "dark"]) -> None:
    await page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
    await page.evaluate(_UNTIL_STILL)


async def _look(page: Page, scheme: str, rules: list[str]) -> list[str]:
    if not await page.evaluate("() => 'axe' in window"):
        # By the debugger: the page's own policy lets no script of ours in.
        await page.evaluate(_SOURCE.read_text(encoding="utf-8"))
    return [f"{scheme}: {one}" for one in await page.evaluate(_RUN, rules)]
