"""Somebody asks why an answer was given, reads their own words there, sets them right, and has them forgotten."""

from __future__ import annotations

import re

import pytest
from playwright.async_api import Browser, Locator, Page, expect

from holdfast.core.migrate import Addresses
from tests.browser.axe import violations
from tests.browser.conftest import another_browser, fits, photograph
from tests.browser.test_chat import say, sign_up
from tests.browser.test_memory import FOCUS_IS_KEPT, PAULA, PHONE, remembering
from tests.browser.test_turn import on_the_second_day
from tests.scripted import ScriptedModel
from tests.serving import serving
from tests.web.test_cost import costing

pytestmark = pytest.mark.anyio

ASKED = "What am I allergic to, and where do I live?"
LIGHTHOUSE = "The old lighthouse keeper waved at the ferry in the fog."


async def ask_why(page: Page, text: str, times: int) -> Locator:
    """Says it in a chat of its own, so that what was said before is remembered and not merely read."""
    await page.get_by_role("button", name="New chat", exact=True).first.click()
    await expect(page.get_by_test_id("question")).to_have_count(0)
    await say(page, text)
    await page.get_by_role("button", name="Why this answer?").click()
    box = page.get_by_test_id("glass-box")
    await expect(box.get_by_test_id("told")).to_be_visible()
    await expect(box.get_by_test_id("told-thing")).to_have_count(times)
    return box


def thing(box: Locator, text: str) -> Locator:
    return box.get_by_test_id("told-thing").filter(has=box.page.locator("p.font-serif", has_text=text))


async def test_an_answer_names_the_words_it_rests_on_which_can_be_opened_corrected_and_forgotten(
    addresses: Addresses, page: Page
) -> None:
    async with remembering(addresses, page):
        box = await ask_why(page, ASKED, 2)
        await expect(box.get_by_role("heading", name="I used two things you told me.")).to_be_visible()
        allergic = thing(box, "You are allergic to peanuts")
        await expect(allergic).to_contain_text(PAULA)
        await photograph(page, "glass-box", in_the_dark=True)
        assert await violations(page) == []

        await allergic.get_by_role("button", name="Wrong?").click()
        dialog = page.get_by_role("dialog", name="Correct this")
        await dialog.get_by_label("What is true").fill("Is allergic to walnuts")
        await dialog.get_by_role("button", name="Save").click()
        await expect(allergic).to_contain_text("Since then: You corrected it.")
        await expect(allergic.get_by_role("button", name="Wrong?")).to_have_count(0)

        home = thing(box, "You live in Coimbra")
        await home.get_by_role("button", name="Forget").click()
        await page.get_by_role("dialog", name="Forget this?").get_by_role("button", name="Forget").click()
        receipt = page.get_by_role("dialog", name="Forgotten")
        await receipt.get_by_role("button", name="Verify").click()
        await expect(receipt.get_by_text("it is all still gone")).to_be_visible()
        await receipt.get_by_role("button", name="Done").click()
        await expect(home).to_have_count(0)
        await expect(box.get_by_test_id("part-gone")).to_contain_text("You have had it forgotten since")
        await page.wait_for_function(FOCUS_IS_KEPT)
        assert await violations(page) == []


async def test_the_words_behind_a_thing_open_where_they_were_said(addresses: Addresses, page: Page) -> None:
    async with remembering(addresses, page):
        box = await ask_why(page, ASKED, 2)
        await thing(box, "You live in Coimbra").get_by_role("link", name="Open in the chat").click()
        await expect(page.get_by_test_id("question").filter(has_text=PAULA)).to_be_focused()


async def test_it_is_read_and_left_by_keys_alone_and_the_focus_goes_back(addresses: Addresses, page: Page) -> None:
    async with remembering(addresses, page):
        box = await ask_why(page, ASKED, 2)
        await page.keyboard.press("Escape")
        await expect(box).to_have_count(0)
        why = page.get_by_role("button", name="Why this answer?")
        await expect(why).to_be_focused()
        await page.keyboard.press("Enter")
        await expect(box.get_by_role("heading", name="Why this answer?")).to_be_focused()
        for name in ("Copy a link to this", "Close"):
            await page.keyboard.press("Tab")
            await expect(box.get_by_role("button", name=name, exact=True)).to_be_focused()
        await page.keyboard.press("Tab")
        await page.keyboard.press("ArrowRight")
        await expect(box.get_by_role("tab", name="For engineers", selected=True)).to_be_focused()
        await expect(box.get_by_text("What the model was told")).to_be_visible()
        assert await violations(page) == []
        await page.keyboard.press("ArrowLeft")
        await expect(box.get_by_test_id("told-thing")).to_have_count(2)
        await page.keyboard.press("Tab")
        await page.keyboard.press("Tab")
        await expect(box.get_by_role("button", name=re.compile("Wrong?"))).not_to_have_count(0)
        await page.keyboard.press("Escape")
        await expect(why).to_be_focused()


async def test_it_has_an_address_that_a_reload_keeps_and_that_can_be_sent_to_oneself(
    addresses: Addresses, page: Page
) -> None:
    async with remembering(addresses, page):
        box = await ask_why(page, ASKED, 2)
        await page.context.grant_permissions(["clipboard-read", "clipboard-write"])
        await box.get_by_role("button", name="Copy a link to this").click()
        await expect(box.get_by_role("button", name="Copied")).to_be_visible()
        link = await page.evaluate("navigator.clipboard.readText()")
        await box.get_by_role("tab", name="For engineers").click()
        await page.reload()
        await expect(box.get_by_role("tab", name="For engineers", selected=True)).to_be_visible()
        await page.go_back()
        await expect(box).to_have_count(0)
        await page.goto(link)
        await expect(box.get_by_test_id("told-thing")).to_have_count(2)
        await expect(page.get_by_test_id("answer")).to_be_in_viewport()


async def test_what_an_answer_cost_stands_under_it_and_the_whole_chat_in_the_glass_box(
    addresses: Addresses, page: Page
) -> None:
    model = ScriptedModel(costing(0.25), costing(0.5), costing(None))
    async with serving(addresses, [model]) as served:
        await sign_up(page, served)
        await say(page, "One?")
        answer = page.get_by_test_id("answer")
        await expect(answer).to_contain_text("$0.25")
        await page.get_by_role("button", name="Regenerate", exact=True).click()
        await expect(answer).to_contain_text("$0.50")
        await page.reload()
        await expect(answer).to_contain_text("$0.50")
        await page.get_by_role("button", name="Why this answer?").click()
        told = page.get_by_test_id("glass-box").get_by_label("The answer")
        await expect(told).to_contain_text("It cost $0.50. This whole chat: $0.75.")
        await page.keyboard.press("Escape")
        await say(page, "Two?")
        await expect(page.get_by_role("button", name="Why this answer?")).to_have_count(2)
        await page.get_by_role("button", name="Why this answer?").last.click()
        await expect(told).to_contain_text("What it cost is not known. This whole chat: $0.75 at least.")
        assert await violations(page) == []


async def test_on_a_phone_it_is_a_sheet_and_words_that_are_wrong_are_taken_back_in_the_box(
    addresses: Addresses, browser: Browser
) -> None:
    async with another_browser(browser, **PHONE) as page, remembering(addresses, page, LIGHTHOUSE):
        box = await ask_why(page, "What did I say about the lighthouse keeper?", 1)
        await photograph(page, "glass-box-phone")
        await fits(page)
        assert await violations(page) == []
        await box.get_by_role("button", name="Wrong?").click()
        await expect(box).to_have_count(0)
        message = page.get_by_label("Message", exact=True)
        await expect(message).to_have_value(re.compile(f"You remember me saying “{LIGHTHOUSE}”"))
        await expect(message).to_be_focused()


async def test_a_companion_tells_what_the_talk_began_with_and_how_the_message_was_taken(
    addresses: Addresses, page: Page
) -> None:
    async with on_the_second_day(addresses, page):
        await page.get_by_role("button", name="Why this answer?").last.click()
        box = page.get_by_test_id("glass-box")
        await expect(box.get_by_label("What we began with")).to_contain_text("the day before, 23 hours earlier")
        await expect(box.get_by_label("What we began with")).to_contain_text("I was reminded of where we stood")
        await expect(box.get_by_label("How I took your message")).to_contain_text("As a question about the past")
        await expect(box.get_by_label("What I looked for")).to_contain_text("I looked in your memory for")
        await expect(box.get_by_label("The answer")).to_contain_text("wrote it in")
        await photograph(page, "why-companion")
        assert await violations(page) == []


@pytest.mark.parametrize(("language", "said"), [("de", "zwei Dinge benutzt"), ("es", "Usé dos cosas")])
async def test_it_is_told_in_the_language_of_the_page(
    addresses: Addresses, page: Page, language: str, said: str
) -> None:
    async with remembering(addresses, page):
        await ask_why(page, ASKED, 2)
        await page.evaluate(f"localStorage.setItem('holdfast.language', '{language}')")
        await page.reload()
        box = page.get_by_test_id("glass-box")
        await expect(box.get_by_text(said)).to_be_visible()
        assert await violations(page) == []
