"""What axe finds wrong with a page, in both themes: WCAG 2.2 AA and what its authors hold to be good practice."""

from __future__ import annotations

from pathlib import Path

from playwright.async_api import Page

_SOURCE = Path(__file__).parents[2] / "client" / "node_modules" / "axe-core" / "axe.min.js"
_RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
_RUN = """async (rules) => (await axe.run(document, { runOnly: rules })).violations.map(
  one => `${one.id}: ${one.nodes.slice(0, 3).map(node => node.html.slice(0, 160)).join(' | ')}`)"""
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
    found: list[str] = []
    for scheme in ("light", "dark"):
        await page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
        if not await page.evaluate("() => 'axe' in window"):
            # By the debugger: the page's own policy lets no script of ours in.
            await page.evaluate(_SOURCE.read_text(encoding="utf-8"))
        await page.evaluate(_UNTIL_STILL)
        found += [f"{scheme}: {one}" for one in await page.evaluate(_RUN, _RULES)]
    await page.emulate_media(color_scheme="light", reduced_motion="no-preference")
    return found
