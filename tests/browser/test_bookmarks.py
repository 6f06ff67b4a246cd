"""An answer is marked, found again, opened where it stands; each mark is undone, and one that fails is taken back."""

from __future__ import annotations

import pytest
from playwright.async_api import Page, expect

from holdfast.core.migrate import Addresses
from tests.browser.axe import violations
from tests.browser.conftest import fits, photograph, resize
from tests.browser.test_chat import say, sign_up
from tests.scripted import ScriptedModel, says
from tests.serving import serving

pytestmark = pytest.mark.anyio


async def test_an_answer_is_marked_found_again_and_each_mark_has_a_way_back(addresses: Addresses, page: Page) -> None:
    model = ScriptedModel(says("Cut them in late winter, before they bud."), name="test:answers")
    async with serving(addresses, [model]) as served:
        await sign_up(page, served)
        await say(page, "When are apple trees cut?")
        answer = page.get_by_test_id("answer")
        mark = answer.get_by_role("button", name="Bookmark", exact=True)
        await page.route("**/bookmark", lambda route: route.abort())
        await mark.click()
        await expect(page.get_by_text("Holdfast cannot be reached")).to_be_visible()
        await expect(mark).to_be_visible()
        await page.unroute("**/bookmark")
        await mark.click()
        await expect(page.get_by_text("Bookmarked.")).to_be_visible()
        await expect(answer.get_by_role("button", name="Remove the bookmark")).to_be_focused()

        await page.get_by_role("link", name="Bookmarks").click()
        found = page.get_by_role("list", name="Bookmarks").get_by_role("listitem")
        await expect(found).to_contain_text("Cut them in late winter")
        await page.reload()
        await expect(found).to_contain_text("Cut them in late winter")
        assert await violations(page) == []
        await photograph(page, "bookmarks", in_the_dark=True)
        await resize(page, 390, 844)
        await fits(page)
        await photograph(page, "bookmarks-phone")
        await resize(page, 1280, 800)
        await found.get_by_role("button", name="Remove the bookmark").click()
        await expect(page.get_by_text("Nothing is bookmarked.")).to_be_visible()
        assert await violations(page) == []
        await page.keyboard.press("Control+z")
        await found.get_by_role("link", name="Open in").click()
        await expect(answer.get_by_role("button", name="Remove the bookmark")).to_be_visible()
