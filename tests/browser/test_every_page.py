"""Every page there is, also those before the door: what axe finds in both themes, on a phone, and by keys alone."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.async_api import Browser, Page, expect

from holdfast.core.migrate import Addresses
from tests.browser.axe import violations
from tests.browser.conftest import another_browser, fits, photograph, resize
from tests.browser.test_home import live
from tests.browser.test_palette import sign_in
from tests.browser.test_settings import ALL
from tests.scripted import ScriptedModel, says
from tests.serving import Served, serving
from tests.web.test_documents import bring
from tests.working import work_off

pytestmark = pytest.mark.anyio

ROUTER = Path(__file__).parents[2] / "client" / "src" / "router.tsx"
INSIDE = (
    *("", "chat", "personas", "personas/new", "personas/sophie", "documents", "documents/use"),
    *("memory", "memory?part=people", "memory?part=forget", "memory?part=controls"),
    *("loops", "bookmarks", "archive", "shared", "verify", "change", "undo", "join", "no/such/page"),
)
"""Those of the settings and of the installation are walked through in `test_settings.py`."""
AT_THE_DOOR = ("login", "register", "forgot", "reset", "join", "verify", "undo")
MANY_STOPS = 150
STOP = """() => {
  const at = document.activeElement
  if (!at || at === document.body || at === document.documentElement) return null
  const box = (at.closest('label') ?? at).getBoundingClientRect()
  const name = at.getAttribute('aria-label') ?? at.labels?.[0]?.textContent ?? at.title ?? ''
  return [(name || at.textContent || at.placeholder || '').trim(), at.tagName, box.width * box.height > 1]
}"""


def test_no_page_of_the_client_is_forgotten_here() -> None:
    union = ROUTER.read_text(encoding="utf-8").split("export function readPage")[0]
    there = {name for line in re.findall(r"name: ([^;}]+)", union) for name in re.findall(r"'(\w+)'", line)}
    walked = {re.split(r"[/?]", address)[0] for address in (*INSIDE, *AT_THE_DOOR, *ALL)} - {"", "no"}
    assert there - {"lost"} == walked


async def open_page(page: Page, served: Served, address: str) -> None:
    await page.goto(f"{served.url}/{address}")
    await expect(page.get_by_role("heading", level=1).first).to_be_visible()
    await page.wait_for_load_state("networkidle")
    await expect(page.get_by_text("Loading…")).to_have_count(0)


async def walk_by_keys(page: Page, address: str) -> int:
    """From the first stop to the last: each can be seen and says what it is, and the way ends."""
    await page.evaluate("() => { document.activeElement?.blur(); getSelection()?.removeAllRanges() }")
    stops = 0
    while stops < MANY_STOPS:
        await page.keyboard.press("Tab")
        found = await page.evaluate(STOP)
        if found is None and stops > 0:
            return stops
        if found is not None:
            name, tag, is_seen = found
            assert name, f"{address}: a {tag} without a name has the focus"
            assert is_seen, f"{address}: {name!r} has the focus and cannot be seen"
            stops += 1
    return stops


async def look_at(page: Page, served: Served, address: str) -> int:
    await open_page(page, served, address)
    await expect(page.locator("h1"), address).to_have_count(1)
    assert await violations(page) == [], address
    stops = await walk_by_keys(page, address)
    assert 0 < stops < MANY_STOPS, f"{address}: by keys one goes round and round"
    size = page.viewport_size
    assert size is not None
    await resize(page, 360, 740)
    await fits(page)
    await resize(page, size["width"], size["height"])
    return stops


@pytest.mark.long
async def test_every_page_inside_is_clean_in_both_themes_by_keys_and_on_a_phone(
    addresses: Addresses, page: Page
) -> None:
    async with serving(addresses, [ScriptedModel(says("Heard, **all** of it."))]) as served, served.person() as ada:
        chat = await live(ada)
        brought = await bring(ada, b"# Minutes\n\nWe met, and agreed.\n", name="Minutes.md")
        await work_off(served.parts)
        await sign_in(page, served)
        walked = (*INSIDE, f"chat/{chat}", f"documents/{brought['document']['id']}")
        stops = {address: await look_at(page, served, address) for address in walked}
    print(f"\n{len(stops)} pages, both themes: axe finds 0; {sum(stops.values())} stops by keys, each with a name")


async def test_every_page_at_the_door_is_clean_in_both_themes_by_keys_and_on_a_phone(
    addresses: Addresses, browser: Browser
) -> None:
    async with serving(addresses, [ScriptedModel()]) as served, served.person(), another_browser(browser) as page:
        stops = {}
        for address in AT_THE_DOOR:
            stops[address] = await look_at(page, served, address)
            if address != "login":  # its picture is taken where somebody mistypes their password
                await photograph(page, f"door-{address}", in_the_dark=True)
    print(f"\n{len(stops)} pages, both themes: axe finds 0; {sum(stops.values())} stops by keys, each with a name")
