"""Somebody opens answers to see how they came about, runs one again, and an admin changes what routes them."""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import timedelta

import pytest
from playwright.async_api import Browser, Locator, Page, expect

from holdfast.chats.sessions import close_idle_sessions
from holdfast.core.migrate import Addresses
from tests.browser.conftest import another_browser, fits, photograph
from tests.browser.test_chat import say, sign_up
from tests.journeys.test_week_of_a_companion import Companion, Hands
from tests.scripted import ScriptedModel, says
from tests.serving import PASSWORD, Served, serving
from tests.waiting import until
from tests.working import work_off

pytestmark = pytest.mark.anyio

ANA = "My sister Ana is visiting me next week with her two kids."


async def answered(page: Page, text: str, times: int) -> None:
    """Says it, and waits for that many answers in all."""
    await say(page, text)
    await expect(page.get_by_role("button", name="Why this answer?")).to_have_count(times)


async def open_last(page: Page) -> Locator:
    await page.get_by_role("button", name="Why this answer?").last.click()
    box = page.get_by_test_id("glass-box")
    await box.get_by_role("tab", name="For engineers").click()
    await expect(box.get_by_label("Which way it went")).to_be_visible()
    return box


@asynccontextmanager
async def on_the_second_day(addresses: Addresses, page: Page) -> AsyncIterator[tuple[Served, Hands]]:
    """Two sessions with Sophie: what was said on Monday is asked for on Tuesday, in the second message."""
    hands = Hands()
    async with serving(addresses, [Companion()], clock=hands) as served:
        hands.set("mon 09:00")
        await sign_up(page, served)
        await page.get_by_role("button", name="Sophie").click()
        await answered(page, "I need to call the dentist by Wednesday.", 1)
        hands.set("mon 09:01")
        await answered(page, ANA, 2)
        await rest(served, hands)
        hands.set("tue 08:00")
        await answered(page, "Good morning", 3)
        hands.set("tue 08:01")
        await answered(page, "What did I tell you about my sister Ana?", 4)
        yield served, hands


async def rest(served: Served, hands: Hands) -> None:
    """The silence in which sessions are closed and memories made."""
    hands.at += timedelta(minutes=30)
    await work_off(served.parts)
    await close_idle_sessions(served.parts.db)
    await work_off(served.parts)


async def test_a_companions_answer_tells_how_it_came_about_and_can_be_run_again(
    addresses: Addresses, page: Page
) -> None:
    async with on_the_second_day(addresses, page) as (served, hands):
        box = await open_last(page)
        taken = box.get_by_label("How the message was taken")
        await expect(taken).to_contain_text("Taken as a question about the past, from somebody who wants")
        await expect(taken).to_contain_text(re.compile(r"By .+, \d+ % sure"))
        began = box.get_by_label("What the session began with")
        await expect(began).to_contain_text("at hand since the session’s first message")
        await expect(began).to_contain_text("the day before, 23 hours earlier")
        await expect(began).to_contain_text("This was message 2 of the session. The handover was told")
        await expect(began).to_contain_text("the list of what is open, and the profile were there.")
        asked = box.get_by_label("What was looked up")
        await expect(asked).to_contain_text("Looked up: the message asks for it")
        await expect(asked).to_contain_text("Ana")
        await expect(asked).to_contain_text(re.compile(r"\d+ found"))
        told = box.get_by_label("What the model was told")
        await expect(told).to_contain_text("Recalled for this message")
        await expect(told).to_contain_text("Handover of the last session")
        await photograph(page, "how-it-came-about")

        again = box.get_by_label("Run this turn again")
        await expect(again).to_contain_text("Nothing is stored")
        await again.get_by_role("button", name="Run this turn again").click()
        difference = again.get_by_test_id("replay-difference")
        await expect(difference).to_contain_text("I hear you.")
        await expect(difference).to_contain_text("Word for word the same.")
        await box.get_by_role("button", name="Close", exact=True).click()

        await answered(page, "My sister Ana brings her old dog along.", 5)
        await rest(served, hands)
        await page.get_by_role("button", name="Why this answer?").nth(3).click()
        await box.get_by_role("tab", name="For engineers").click()
        await again.get_by_label("With what is remembered now").check()
        await again.get_by_label("Compare prompts only, ask no model").check()
        await again.get_by_role("button", name="Run this turn again").click()
        await expect(again).to_contain_text("no model was asked")
        sheet = again.get_by_test_id("replay-block").filter(has_text="Recalled for this message")
        await expect(sheet).to_have_attribute("data-change", "changed")
        await expect(sheet.locator("mark", has_text="old dog")).to_be_visible()
        await page.reload()
        await expect(page.get_by_role("button", name="Why this answer?")).to_have_count(5)


async def test_a_running_replay_can_be_given_up_and_a_second_one_is_told_to_wait(
    addresses: Addresses, page: Page
) -> None:
    gate = asyncio.Event()
    model = ScriptedModel(says("Quick."))
    async with serving(addresses, [model]) as served:
        await sign_up(page, served)
        await answered(page, "Which roses did I plant in the garden?", 1)
        await work_off(served.parts)
        again = (await open_last(page)).get_by_label("Run this turn again")
        model.scripts = [[gate, *says("Slow.")]]
        await again.get_by_role("button", name="Run this turn again").click()
        await expect(again).to_contain_text("asking the model")
        beside = await page.context.new_page()
        await beside.goto(page.url.partition("?")[0])
        second = (await open_last(beside)).get_by_label("Run this turn again")
        await second.get_by_role("button", name="Run this turn again").click()
        await expect(second.get_by_role("alert")).to_contain_text("Another replay of yours is still running")
        await again.get_by_role("button", name="Cancel").click()
        await expect(again).to_contain_text("Cancelled")
        await expect(again.get_by_role("button", name="Run this turn again")).to_be_enabled()
        gate.set()


async def test_a_report_that_lacks_facts_was_answered_at_once_and_says_so(addresses: Addresses, page: Page) -> None:
    model = ScriptedModel(says("Copy."))
    async with serving(addresses, [model]) as served:
        await sign_up(page, served)
        await page.get_by_role("button", name="Incident").click()
        await answered(page, "There's a warehouse fire at 12 Dock Road, started at 14:05.", 1)
        asked = len(model.calls)
        await answered(page, "Give me a CAN report.", 2)
        await expect(page.get_by_text("What do you need?")).to_be_visible()
        way = (await open_last(page)).get_by_label("Which way it went")
        await expect(way).to_contain_text("Answered at once, no model")
        await expect(way).to_contain_text("The report still lacked size or progress, people, actions taken, and needs.")
        await expect(way).to_contain_text("By the default prompt settings.")
        await expect(page.get_by_label("Run this turn again")).to_have_count(0)
    assert len(model.calls) == asked


async def test_an_admin_changes_a_regex_and_tries_it_and_nobody_else_sees_the_page(
    addresses: Addresses, page: Page
) -> None:
    async with serving(addresses, [ScriptedModel()]) as served, served.person("bea"):
        await page.goto(f"{served.url}/login")
        await sign_up(page, served, "Ada")
        await page.goto(f"{served.url}/settings")
        await expect(page.get_by_label("Name", exact=True)).to_be_visible()
        await expect(page.get_by_role("link", name="Installation")).to_have_count(0)
        await page.goto(f"{served.url}/admin/prompts")
        await expect(page.get_by_role("heading", name="Page not found")).to_be_visible()
        await page.goto(f"{served.url}/")
        await page.get_by_role("button", name="Sign out").click()
        await page.get_by_label("Email").fill("bea@example.org")
        await page.get_by_label("Password", exact=True).fill(PASSWORD)
        await page.get_by_role("button", name="Sign in").click()
        await expect(page.get_by_label("Message", exact=True)).to_be_visible()
        await page.goto(f"{served.url}/admin/prompts")

        part = page.get_by_label("Prompt settings")
        await try_message(part, "Fetch the drone from the trailer", "Conversation: no rule and no action matched")
        actions = part.locator("details", has=page.get_by_text("Actions", exact=True))
        await actions.locator("summary").click()
        await actions.get_by_role("button", name="Add a rule").click()
        await actions.get_by_label(re.compile(r"rule \d+: name")).last.fill("drone")
        regex = actions.get_by_label(re.compile(r"rule \d+: regex")).last
        await regex.fill(r"^\W*(?:fetch|launch the drone\b")
        await part.get_by_role("button", name="Save as version 1").click()
        row = actions.get_by_role("listitem").last
        await expect(row.get_by_role("alert")).to_contain_text("Missing )")
        await row.evaluate("row => row.scrollIntoView({block: 'center'})")
        await photograph(page, "prompt-settings", in_the_dark=True)
        await regex.fill(r"^\W*(?:fetch|launch) the drone\b")
        await part.get_by_role("button", name="Save as version 1").click()
        versions = part.get_by_label("Versions")
        await expect(versions.get_by_role("listitem").first).to_contain_text("Version 1 · active")
        await expect(versions.get_by_role("listitem").first).to_contain_text("You · ")
        await try_message(part, "Fetch the drone from the trailer", "A request to act: rule drone")
        await versions.get_by_role("button", name="Restore the default").click()
        await page.get_by_role("dialog").get_by_role("button", name="Restore").click()
        await expect(versions.get_by_role("listitem").first).to_contain_text("Version 2 · active")
        await try_message(part, "Fetch the drone from the trailer", "Conversation: no rule and no action matched")


async def try_message(part: Locator, text: str, said: str) -> None:
    await part.get_by_label("Try a message").fill(text)
    await part.get_by_role("button", name="Try", exact=True).click()
    await expect(part.get_by_test_id("tried")).to_contain_text(said)


async def test_two_admins_at_once_are_told_of_each_other(addresses: Addresses, page: Page) -> None:
    async with serving(addresses, [ScriptedModel(is_demo=True)]) as served, served.stranger() as elsewhere:
        await sign_up(page, served)
        body = {"email": "ada@example.org", "password": PASSWORD}
        assert (await elsewhere.post("/api/auth/login", json=body)).status_code == 200
        await page.goto(f"{served.url}/admin/prompts")
        part = page.get_by_label("Prompt settings")
        await part.get_by_label("Thin system prompt").fill("Mine.")
        found = (await elsewhere.get("/api/admin/prompt-settings")).json()
        theirs = {"version": 0, "settings": {**found["settings"], "thinPrompt": "Theirs."}}
        assert (await elsewhere.put("/api/admin/prompt-settings", json=theirs)).status_code == 200
        await part.get_by_role("button", name="Save as version 1").click()
        await part.get_by_role("button", name="Load theirs").click()
        await expect(part.get_by_label("Thin system prompt")).to_have_value("Theirs.")


async def test_on_a_phone_in_the_dark_nothing_sticks_out(addresses: Addresses, browser: Browser) -> None:
    phone = another_browser(browser, viewport={"width": 360, "height": 740}, color_scheme="dark", has_touch=True)
    async with phone as page, on_the_second_day(addresses, page) as (served, _):
        box = await open_last(page)
        again = box.get_by_label("Run this turn again")
        await again.get_by_label("With what is remembered now").check()
        await again.get_by_role("button", name="Run this turn again").click()
        await expect(again.get_by_test_id("replay-difference")).to_be_visible()
        await until(lambda: box.evaluate("box => box.scrollWidth <= box.clientWidth"))
        await page.goto(f"{served.url}/admin/prompts")
        rules = page.get_by_label("Prompt settings").locator("details").first
        await rules.locator("summary").click()
        await expect(rules.get_by_role("listitem").first).to_be_visible()
        await fits(page)
