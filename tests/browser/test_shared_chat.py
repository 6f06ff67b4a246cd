"""Somebody shares a chat, as it was or as it goes on; another reads it, knows whose it is, and goes on in their own."""

from __future__ import annotations

import asyncio
import json
import re
from pathlib import Path

import pytest
from playwright.async_api import Browser, Page, expect

from holdfast.core.migrate import Addresses
from holdfast.models.types import Done, TextDelta, TokenUsage
from tests.browser.axe import violations
from tests.browser.conftest import another_browser, fits, photograph
from tests.browser.test_chat import say, sign_up
from tests.browser.test_palette import PHONE
from tests.scripted import ScriptedModel, says
from tests.serving import serving

pytestmark = pytest.mark.anyio

QUESTION, ANSWER = "When do the mudflats fall dry?", "At low tide, twice a day."


def model() -> list[ScriptedModel]:
    return [ScriptedModel(says(ANSWER), says("And at new moon."), says("So be it."), is_demo=True)]


async def share(page: Page, way: str) -> None:
    await page.get_by_test_id("chat-header").get_by_role("button", name="Share").click()
    dialog = page.get_by_role("dialog", name="Share this chat")
    await dialog.get_by_role("radio", name=re.compile(way)).check()
    await dialog.get_by_role("button", name="Share and copy the link").click()
    await expect(dialog.get_by_test_id("share-state")).to_be_visible()


async def test_a_snapshot_is_read_with_its_authors_name_and_shows_nothing_later_until_it_is_taken_anew(
    addresses: Addresses, page: Page, browser: Browser
) -> None:
    async with serving(addresses, model()) as served, another_browser(browser) as other:
        await sign_up(page, served, "Mira")
        await say(page, QUESTION)
        await expect(page.get_by_text(ANSWER)).to_be_visible()
        await expect(page.get_by_role("button", name="Why this answer?")).to_be_visible()
        await share(page, "A snapshot")
        dialog = page.get_by_role("dialog", name="Share this chat")
        await expect(dialog).to_contain_text("Anyone who has an account here and the link can read it")
        await expect(dialog).to_contain_text("Mira")
        assert await violations(page) == []
        await photograph(page, "share-chat", in_the_dark=True)
        link = await dialog.get_by_label("Link to this chat").input_value()
        await dialog.get_by_role("button", name="Close").click()
        await say(page, "A later secret?")
        await expect(page.get_by_text("And at new moon.")).to_be_visible()

        await sign_up(other, served, "Tomas")
        await other.goto(link)
        await expect(other.get_by_text(ANSWER)).to_be_visible()
        await expect(other.get_by_test_id("question").get_by_text("Mira", exact=True)).to_be_visible()
        await expect(other.get_by_test_id("question").get_by_text("You", exact=True)).to_have_count(0)
        await expect(other.get_by_text("Mira shared this chat with you, as it was on")).to_be_visible()
        await expect(other.get_by_test_id("chat-header").get_by_role("heading", name=QUESTION)).to_have_count(1)
        await expect(other).to_have_title(re.compile(re.escape(QUESTION)))
        await expect(other.get_by_role("button", name="Edit")).to_have_count(0)
        await expect(other.get_by_role("button", name="Chat options")).to_have_count(0)
        await expect(other.get_by_text("A later secret?")).to_have_count(0)
        assert await violations(other) == []
        await photograph(other, "shared-chat", in_the_dark=True)

        await page.get_by_test_id("chat-header").get_by_role("button", name="Share").click()
        await dialog.get_by_role("button", name="Show what was said since").click()
        await expect(dialog.get_by_text("as it is now.")).to_be_visible()
        await other.reload()
        await expect(other.get_by_text("A later secret?")).to_be_visible()
        await other.get_by_role("button", name="Continue in my own chat").click()
        await expect(other.get_by_label("Message", exact=True)).to_be_visible()
        await expect(other).not_to_have_url(link)
        await say(other, "Thank you.")
        await expect(other.get_by_text("So be it.")).to_be_visible()
        await expect(other.get_by_test_id("question").get_by_text("You", exact=True)).to_have_count(3)
        await page.reload()
        await expect(page.get_by_text("And at new moon.")).to_be_visible()
        await expect(page.get_by_text("Thank you.")).to_have_count(0)


async def test_a_live_chat_is_followed_while_it_is_written_and_shared_no_more_it_is_closed(
    addresses: Addresses, page: Page, browser: Browser
) -> None:
    gate = asyncio.Event()
    answers = ScriptedModel(
        says(ANSWER), [TextDelta("Seen while "), gate, TextDelta("written."), Done(TokenUsage(1, 2))], is_demo=True
    )
    async with serving(addresses, [answers]) as served, another_browser(browser) as other:
        await sign_up(page, served, "Mira")
        await say(page, QUESTION)
        await expect(page.get_by_role("button", name="Why this answer?")).to_be_visible()
        await share(page, "Live")
        await page.get_by_role("dialog").get_by_role("button", name="Close").click()
        link = page.url
        await say(page, "Go on.")
        await expect(page.get_by_text("Seen while")).to_be_visible()
        await sign_up(other, served, "Tomas")
        await other.goto(link)
        await expect(other.get_by_text("Seen while")).to_be_visible()
        await expect(other.get_by_text("Mira shared this chat with you. You can read it")).to_be_visible()
        gate.set()
        await expect(other.get_by_text("Seen while written.")).to_be_visible()

        await page.goto(f"{served.url}/shared")
        shared = page.get_by_role("list", name="Shared by you")
        await expect(shared).to_contain_text(QUESTION)
        await expect(shared).to_contain_text("Shared live since")
        assert await violations(page) == []
        await photograph(page, "shared-by-you", in_the_dark=True)
        await shared.get_by_role("button", name=f"Stop sharing {QUESTION}").click()
        await expect(page.get_by_text("You share nothing.")).to_be_visible()
        await page.wait_for_function("() => document.activeElement !== document.body")
        await other.reload()
        await expect(other.get_by_test_id("chat-error")).to_contain_text("belongs to someone else")


async def test_one_goes_on_from_an_answer_in_a_new_chat_and_the_old_one_stays(addresses: Addresses, page: Page) -> None:
    async with serving(addresses, model()) as served:
        await sign_up(page, served, "Mira")
        await say(page, QUESTION)
        await expect(page.get_by_role("button", name="Why this answer?")).to_have_count(1)
        await say(page, "And when else?")
        await expect(page.get_by_role("button", name="Why this answer?")).to_have_count(2)
        first = page.url
        await page.get_by_role("button", name="Continue from here in a new chat").first.click()
        await expect(page.get_by_text("This is a chat of your own.")).to_be_visible()
        await page.wait_for_url(lambda url: url != first)
        await expect(page.get_by_text(ANSWER)).to_be_visible()
        await expect(page.get_by_text("And when else?")).to_have_count(0)
        await expect(page.get_by_label("Your chats", exact=True).get_by_test_id("chat-item")).to_have_count(2)
        await page.goto(first)
        await expect(page.get_by_text("And at new moon.")).to_be_visible()


async def test_a_chat_is_taken_away_as_markdown_as_json_and_on_paper(addresses: Addresses, page: Page) -> None:
    await page.add_init_script("window.print = () => { window.printed = document.body.innerText }")
    async with serving(addresses, model()) as served:
        await sign_up(page, served, "Mira")
        await say(page, QUESTION)
        await expect(page.get_by_role("button", name="Why this answer?")).to_be_visible()
        options = page.get_by_role("button", name="Chat options")
        for name, ending in (("Download as Markdown", "md"), ("Download as JSON", "json")):
            await options.click()
            async with page.expect_download() as download:
                await page.get_by_role("menuitem", name=name).click()
            file = await download.value
            assert file.suggested_filename == f"when-do-the-mudflats-fall-dry.{ending}"
            text = Path(await file.path()).read_text(encoding="utf-8")
            assert ANSWER in text
            assert ending == "md" or len(json.loads(text)["messages"]) == 2
        await page.emulate_media(media="print")
        hidden = page.get_by_role("button", name="Chat options", include_hidden=True)
        await hidden.evaluate("button => button.click()")
        item = page.get_by_role("menuitem", name="Print or save as PDF", include_hidden=True)
        await item.evaluate("item => item.click()")
        await page.wait_for_function("() => window.printed")
        on_paper = await page.evaluate("() => window.printed")
        assert QUESTION in on_paper
        assert ANSWER in on_paper
        assert "New chat" not in on_paper, "only what was said is printed"
        assert "Why this answer?" not in on_paper
        await expect(page.get_by_test_id("printed")).to_have_count(0)
        # And by the browser's own command, what stands on the page.
        await expect(page.get_by_text(ANSWER)).to_be_visible()
        await expect(page.get_by_label("Your chats", exact=True)).not_to_be_visible()
        await expect(page.get_by_label("Message", exact=True)).not_to_be_visible()


async def test_on_a_phone_a_chat_is_shared_and_read(addresses: Addresses, browser: Browser) -> None:
    async with serving(addresses, model()) as served, another_browser(browser, **PHONE) as page:
        await sign_up(page, served, "Mira")
        await say(page, QUESTION)
        await expect(page.get_by_role("button", name="Why this answer?")).to_be_visible()
        await page.get_by_role("button", name="Chat options").tap()
        await page.get_by_role("menuitem", name="Share…").tap()
        dialog = page.get_by_role("dialog", name="Share this chat")
        await dialog.get_by_role("button", name="Share and copy the link").tap()
        await expect(dialog.get_by_test_id("share-state")).to_contain_text("Shared as it was on")
        await fits(page)
        assert await violations(page) == []
        await photograph(page, "share-chat-phone")
        await dialog.get_by_role("button", name="Stop sharing").tap()
        await expect(page.get_by_text("No longer shared.")).to_be_visible()
