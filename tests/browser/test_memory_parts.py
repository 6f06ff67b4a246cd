"""People and things, what is forgotten by topic, chat, time or altogether, and what is not remembered at all."""

from __future__ import annotations

import json
import re
from datetime import timedelta

import pytest
from playwright.async_api import Browser, FilePayload, Page, expect

from holdfast.core.migrate import Addresses
from tests.browser.axe import violations
from tests.browser.conftest import another_browser, fits, photograph
from tests.browser.test_chat import say, sign_up
from tests.browser.test_deleting import ask
from tests.browser.test_memory import (
    FOCUS_IS_KEPT,
    LONG_AGO,
    PAULA,
    PHONE,
    bring,
    fact,
    facts_known,
    open_memory,
    remembering,
)
from tests.imports.exports import CHATGPT, as_zip
from tests.scripted import ScriptedModel, says
from tests.serving import serving
from tests.working import work_off, working

pytestmark = pytest.mark.anyio


async def test_people_and_things_are_drawn_told_as_a_table_and_each_says_what_is_known_of_it(
    addresses: Addresses, page: Page
) -> None:
    async with remembering(addresses, page, PAULA, "My friend Rui lives in Porto. My dog is called Bolt.") as served:
        await open_memory(page, served, "?part=people")
        picture = page.get_by_role("img", name=re.compile("^A picture of"))
        await expect(picture).to_contain_text("Ana")
        await expect(picture).to_contain_text("You")
        await page.get_by_text("The same as a table").click()
        await expect(page.get_by_role("table", name="Connections between people and things")).to_contain_text("Ana")
        ana = page.get_by_role("button", name=re.compile("^Ana"))
        await ana.focus()
        await page.keyboard.press("Enter")
        await expect(ana).to_have_attribute("aria-expanded", "true")
        await expect(fact(page, "You have a sister named Ana")).to_be_visible()
        await expect(fact(page, "You live in Coimbra")).to_have_count(0)
        await page.get_by_text("The same as a table").click()
        await page.get_by_role("heading", level=1).scroll_into_view_if_needed()
        await photograph(page, "memory-people", in_the_dark=True)
        assert await violations(page) == []
        await page.get_by_label("Search people and things").fill("zebra")
        await expect(page.get_by_text("No one and nothing by that name.")).to_be_visible()


async def test_the_slider_shows_what_was_known_on_a_day_and_brings_one_back_to_today(
    addresses: Addresses, page: Page
) -> None:
    async with remembering(addresses, page, "I moved to Porto.") as served:
        await bring(page, served, "then", LONG_AGO, "I live in Lisbon.")
        await open_memory(page, served)
        await expect(fact(page, "You live in Porto")).to_be_visible()
        slider = page.get_by_role("slider")
        await slider.focus()
        await page.keyboard.press("Home")
        await expect(fact(page, "You live in Lisbon")).to_be_visible()
        await expect(fact(page, "You live in Porto")).to_have_count(0)
        await expect(slider).not_to_have_attribute("aria-valuetext", "today")
        await expect(page.get_by_role("button", name=re.compile("^Options for You"))).to_have_count(0)
        await photograph(page, "memory-as-of", in_the_dark=True)
        assert await violations(page) == []
        await page.reload()
        await expect(fact(page, "You live in Lisbon")).to_be_visible()
        await page.get_by_role("button", name="Back to today").click()
        await expect(fact(page, "You live in Porto")).to_be_visible()
        await page.wait_for_function(FOCUS_IS_KEPT)


async def test_a_topic_a_time_and_a_chat_are_counted_before_they_are_forgotten_and_receipts_are_listed(
    addresses: Addresses, page: Page
) -> None:
    async with remembering(addresses, page) as served:
        await bring(page, served, "then", LONG_AGO, "I have a friend named Zacharias.")
        await open_memory(page, served, "?part=forget")
        assert await violations(page) == []
        await page.get_by_role("region", name="A topic").get_by_role("button", name="Forget…").click()
        await expect(page.get_by_text("Say what it is about.")).to_be_visible()
        a_time = page.get_by_role("region", name="A period")
        await a_time.get_by_role("button", name="Forget…").click()
        await expect(page.get_by_text("Choose both days.")).to_be_visible()
        for label, days in (("From", -1), ("To", 1)):
            await a_time.get_by_label(label).fill((LONG_AGO + timedelta(days=days)).strftime("%Y-%m-%d"))
        await a_time.get_by_role("button", name="Forget…").click()
        dialog = page.get_by_role("dialog", name="Forget this period?")
        await expect(dialog.get_by_text("This takes 1 fact and 1 message in memory.")).to_be_visible()
        await dialog.get_by_role("button", name="Forget").click()
        receipt = page.get_by_role("dialog", name="Forgotten")
        await receipt.get_by_role("button", name="Done").click()
        await page.wait_for_function(FOCUS_IS_KEPT)
        assert not [text for text in await facts_known(page, served) if "Zacharias" in text]

        await page.get_by_label("What it is about").fill("peanuts")
        await page.keyboard.press("Enter")
        dialog = page.get_by_role("dialog", name="Forget “peanuts”?")
        await expect(dialog.get_by_text(re.compile("This takes"))).to_be_visible()
        await dialog.get_by_role("button", name="Keep it").click()
        assert [text for text in await facts_known(page, served) if "peanuts" in text]

        await page.get_by_role("region", name="A chat").get_by_role("button", name="Forget…").click()
        dialog = page.get_by_role("dialog", name="Forget this chat?")
        await expect(dialog.get_by_text(re.compile("This takes .* facts"))).to_be_visible()
        await dialog.get_by_role("button", name="Forget").click()
        await page.get_by_role("dialog", name="Forgotten").get_by_role("button", name="Done").click()
        await expect(page.get_by_test_id("receipt")).to_have_count(2)
        assert await facts_known(page, served) == []
        await page.get_by_test_id("receipt").first.get_by_role("button", name="Open").click()
        await page.get_by_role("dialog", name="Forgotten").get_by_role("button", name="Verify").click()
        await expect(page.get_by_text("it is all still gone")).to_be_visible()
        await page.keyboard.press("Escape")
        await photograph(page, "memory-forget", in_the_dark=True)


async def test_everything_is_forgotten_only_by_whoever_types_it(addresses: Addresses, page: Page) -> None:
    async with remembering(addresses, page) as served:
        await open_memory(page, served, "?part=forget")
        await page.get_by_role("button", name="Forget everything…").click()
        dialog = page.get_by_role("dialog", name="Forget everything?")
        await expect(dialog.get_by_text(re.compile("This takes .* facts"))).to_be_visible()
        button = dialog.get_by_role("button", name="Forget", exact=True)
        await button.press("Enter")
        await expect(dialog).to_be_visible()
        assert await facts_known(page, served), "nothing has happened"
        await dialog.get_by_label("Type forget everything to confirm").fill("forget everything")
        assert await violations(page) == []
        await button.click()
        await expect(page.get_by_role("dialog", name="Forgotten")).to_be_visible()
        assert await facts_known(page, served, "?includeRetired=true") == []
        assert (await ask(page, served, "/api/chats"))["chats"] == []


async def test_about_me_is_written_the_memory_paused_measured_and_taken_along(addresses: Addresses, page: Page) -> None:
    async with remembering(addresses, page) as served:
        await open_memory(page, served, "?part=controls")
        await page.get_by_label("What I should know about you").fill("I keep bees.")
        await page.get_by_role("button", name="Save").click()
        await expect(page.get_by_text("Saved.")).to_be_visible()
        assert (await ask(page, served, "/memory/identity"))["about"] == "I keep bees."
        await expect(page.get_by_role("region", name="How good it is")).to_contain_text(re.compile(r"I hold \d+ facts"))
        await page.get_by_label("Pause memory everywhere").check()
        await expect(page.get_by_label("Pause memory everywhere")).to_be_checked()
        assert await violations(page) == []
        await photograph(page, "memory-controls", in_the_dark=True)
        async with page.expect_download() as download:
            await page.get_by_role("button", name="Export").click()
        exported = (await (await download.value).path()).read_bytes()
        assert b"peanuts" in exported
        await page.reload()
        await expect(page.get_by_label("Pause memory everywhere")).to_be_checked()
        await page.goto(served.url)
        before = await facts_known(page, served)
        await say(page, "My brother is called Quirin.")
        await expect(page.get_by_role("button", name="Why this answer?")).to_be_visible()
        await work_off(served.parts)
        assert await facts_known(page, served) == before

        file = FilePayload(name="memory.jsonl", mimeType="application/x-ndjson", buffer=exported)
        await open_memory(page, served, "?part=controls")
        await page.get_by_test_id("memory-file").set_input_files(file)
        await expect(page.get_by_role("region", name="Take it with you")).to_contain_text("empty")
        await ask(page, served, "/memory/forget", {"everything": True})
        await page.get_by_test_id("memory-file").set_input_files(file)
        await expect(page.get_by_text(re.compile("^Imported: "))).to_be_visible()
        assert sorted(await facts_known(page, served)) == sorted(before)
        assert json.loads(exported.splitlines()[0])


async def test_chats_from_elsewhere_are_brought_in_shown_on_their_way_and_found_in_the_list(
    addresses: Addresses, page: Page
) -> None:
    async with remembering(addresses, page) as served, working(served.parts):
        await open_memory(page, served, "?part=controls")
        chats = page.get_by_role("region", name="Chats from elsewhere")
        wrong = FilePayload(name="holiday.json", mimeType="application/json", buffer=b"{}")
        await page.get_by_test_id("chats-file").set_input_files(wrong)
        await expect(chats.get_by_role("status")).to_contain_text("This is no export that is known here.")
        file = FilePayload(name="chatgpt.zip", mimeType="application/zip", buffer=as_zip(CHATGPT))
        await page.get_by_test_id("chats-file").set_input_files(file)
        await expect(page.get_by_test_id("import")).to_contain_text("All here. New: 1 chat, 2 messages.")
        await expect(chats.get_by_role("status")).to_be_empty()
        await chats.scroll_into_view_if_needed()
        await photograph(page, "chats-from-elsewhere", in_the_dark=True)
        assert await violations(page) == []
        await page.get_by_test_id("chats-file").set_input_files(file)
        await expect(page.get_by_test_id("import").first).to_contain_text("Nothing in it was new.")
        await page.get_by_role("navigation", name="Your chats").get_by_text("The harbour").click()
        await expect(page.get_by_text("My boat is called Merganser.")).to_be_visible()


async def test_a_temporary_chat_is_marked_and_not_remembered_and_a_chat_is_paused_and_resumed(
    addresses: Addresses, page: Page
) -> None:
    model = ScriptedModel(*[says("Good to know.")] * 8, is_demo=True)
    async with serving(addresses, [model]) as served:
        await sign_up(page, served, "Paula")
        switch = page.get_by_role("button", name="Temporary chat: nothing is remembered")
        await switch.focus()
        await page.keyboard.press("Enter")
        await expect(switch).to_have_attribute("aria-pressed", "true")
        await expect(page.get_by_test_id("chat-mark")).to_contain_text("Temporary chat")
        await photograph(page, "temporary-chat", in_the_dark=True)
        assert await violations(page) == []
        await say(page, PAULA)
        await expect(page.get_by_role("button", name="Why this answer?")).to_have_count(1)
        await work_off(served.parts)
        assert await facts_known(page, served) == []
        row = page.get_by_role("navigation", name="Your chats").get_by_test_id("chat-item")
        await expect(row.get_by_role("img", name="Temporary:")).to_be_visible()
        await page.reload()
        await expect(page.get_by_test_id("chat-mark")).to_contain_text("Temporary chat")

        await page.get_by_role("button", name="New chat", exact=True).first.click()
        await expect(page.get_by_test_id("chat-mark")).to_have_count(0)
        await say(page, "I live in Aveiro.")
        await expect(page.get_by_role("button", name="Why this answer?")).to_have_count(1)
        await work_off(served.parts)
        assert await facts_known(page, served) == ["Lives in Aveiro"]
        await page.get_by_role("button", name=re.compile("^Options for I live in Aveiro")).click()
        await page.get_by_role("menuitem", name="Pause memory").click()
        await expect(page.get_by_test_id("chat-mark")).to_contain_text("Memory is paused")
        await say(page, "My sister is called Ana.")
        await expect(page.get_by_role("button", name="Why this answer?")).to_have_count(2)
        await work_off(served.parts)
        assert await facts_known(page, served) == ["Lives in Aveiro"]
        await page.get_by_role("button", name="Resume").click()
        await expect(page.get_by_test_id("chat-mark")).to_have_count(0)
        await page.wait_for_function(FOCUS_IS_KEPT)


@pytest.mark.parametrize("part", ["people", "forget", "controls"])
async def test_on_a_phone_every_part_fits(addresses: Addresses, browser: Browser, part: str) -> None:
    async with another_browser(browser, **PHONE) as page, remembering(addresses, page) as served:
        await open_memory(page, served, f"?part={part}")
        await expect(page.get_by_role("heading", level=2).first).to_be_visible()
        await fits(page)
        assert await violations(page) == []
        await photograph(page, f"memory-{part}-phone")


async def test_under_an_answer_stands_what_was_learned_and_undo_takes_back_just_that(
    addresses: Addresses, page: Page
) -> None:
    model = ScriptedModel(*[says("Good to know.")] * 4, is_demo=True)
    async with serving(addresses, [model], memory={"learn_delay_seconds": 0}) as served, working(served.parts):
        await sign_up(page, served, "Paula")
        await say(page, "I live in Aveiro.")
        await expect(page.get_by_test_id("remembered")).to_contain_text("Remembered: You live in Aveiro")
        await say(page, "I am allergic to peanuts.")
        note = page.get_by_test_id("remembered").last
        await expect(note).to_contain_text("Remembered: You are allergic to peanuts")
        await photograph(page, "remembered", in_the_dark=True)
        assert await violations(page) == []
        await note.get_by_role("button", name="Undo").focus()
        await page.keyboard.press("Enter")
        await expect(note).to_contain_text("Not remembered.")
        await page.wait_for_function(FOCUS_IS_KEPT)
        assert await facts_known(page, served, "?includeRetired=true") == ["Lives in Aveiro"]
        await expect(page.get_by_text("I am allergic to peanuts.").first).to_be_visible()
        await note.get_by_role("button", name="Receipt").click()
        await page.get_by_role("dialog", name="Forgotten").get_by_role("button", name="Verify").click()
        await expect(page.get_by_text("it is all still gone")).to_be_visible()
        await page.keyboard.press("Escape")
        await page.reload()
        await expect(page.get_by_role("button", name="Why this answer?")).to_have_count(2)
        await expect(page.get_by_test_id("remembered")).to_have_count(0)
