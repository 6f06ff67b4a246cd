"""Somebody opens a chat that another has shared, and is told whose it is."""

from __future__ import annotations

import re

import pytest
from playwright.async_api import Browser, Page, expect

from holdfast.core.migrate import Addresses
from tests.browser.conftest import another_browser
from tests.browser.test_chat import say, sign_up
from tests.scripted import ScriptedModel, says
from tests.serving import serving

pytestmark = pytest.mark.anyio


async def test_whose_questions_these_are_and_what_the_chat_is_called(
    addresses: Addresses, page: Page, browser: Browser
) -> None:
    async with (
        serving(addresses, [ScriptedModel(says("At low tide."), is_demo=True)]) as served,
        another_browser(browser) as other,
    ):
        await sign_up(page, served, "Mira")
        await say(page, "When do the mudflats fall dry?")
        await expect(page.get_by_text("At low tide.")).to_be_visible()
        await page.get_by_label("Your chats").get_by_role("button", name=re.compile("^Options for")).click()
        await page.get_by_role("menuitem", name="Share by link").click()
        await expect(page.get_by_test_id("toast")).to_be_visible()

        await sign_up(other, served, "Tomas")
        await other.goto(page.url)
        await expect(other.get_by_text("At low tide.")).to_be_visible()
        await expect(other.get_by_test_id("question").get_by_text("Mira", exact=True)).to_be_visible()
        await expect(other.get_by_test_id("question").get_by_text("You", exact=True)).to_have_count(0)
        await expect(other.get_by_text("Mira shared this chat with you.")).to_be_visible()
        await expect(other.get_by_role("heading", name="When do the mudflats fall dry?")).to_have_count(1)
        await expect(other).to_have_title(re.compile("When do the mudflats fall dry?"))
        await expect(other.get_by_role("button", name="Edit")).to_have_count(0)
