"""What the first page weighs on the wire, in kB, for somebody whose browser has kept nothing."""

from __future__ import annotations

import re
from collections.abc import Mapping

import pytest
from playwright.async_api import Browser, Page, expect

from holdfast.core.migrate import Addresses
from tests.browser.conftest import another_browser
from tests.browser.test_chat import say, sign_up
from tests.scripted import ScriptedModel, says
from tests.serving import serving

pytestmark = pytest.mark.anyio

MAX_ALL_KB, MAX_SCRIPT_KB = 350, 300
AT_LEISURE = re.compile(r"/assets/(palette|pages)-")
"""Fetched when the page has stood there for a while: on a slow machine that is before anybody looks."""
WEIGHED = """() => performance.getEntriesByType('resource').concat(performance.getEntriesByType('navigation'))
  .map(one => [new URL(one.name).pathname, one.transferSize, one.decodedBodySize])"""


async def weigh(page: Page) -> Mapping[str, float]:
    """By kind, in kB; `unpacked` is what all of it comes to in the browser."""
    kinds = {".js": "script", ".css": "style", ".woff2": "font"}
    found = {"script": 0.0, "style": 0.0, "font": 0.0, "other": 0.0, "later": 0.0, "unpacked": 0.0}
    for path, sent, unpacked in await page.evaluate(WEIGHED):
        kind = next((kind for ending, kind in kinds.items() if path.endswith(ending)), "other")
        if AT_LEISURE.search(path):
            found["later"] += sent / 1000
            continue
        found[kind] += sent / 1000
        found["unpacked"] += unpacked / 1000
    return found


async def test_the_first_page_is_light(addresses: Addresses, page: Page, browser: Browser) -> None:
    """A chat with an answer in it: the heaviest page that somebody may begin with."""
    async with serving(addresses, [ScriptedModel(says("With **words** that are set."), is_demo=True)]) as served:
        await sign_up(page, served)
        await say(page, "hello")
        await expect(page.locator("strong", has_text="words")).to_be_visible()
        kept = await page.context.storage_state()
        async with another_browser(browser, storage_state=kept) as cold:
            await cold.goto(page.url)
            await expect(cold.locator("strong", has_text="words")).to_be_visible()
            await cold.wait_for_load_state("networkidle")
            found = await weigh(cold)
    total = sum(found.values()) - found["unpacked"] - found["later"]
    told = ", ".join(f"{kind} {size:.0f}" for kind, size in found.items())
    print(f"\nfirst page: {total:.0f} kB on the wire ({told})")
    assert found["script"] <= MAX_SCRIPT_KB, told
    assert total <= MAX_ALL_KB, told
