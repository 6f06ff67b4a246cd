"""The board: what was promised in a chat stands there with its words, and is done, put off, changed and taken back."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta

import httpx2
import pytest
from playwright.async_api import Browser, Locator, Page, expect

from holdfast.core.migrate import Addresses
from tests.browser.axe import violations
from tests.browser.conftest import another_browser, fits, photograph
from tests.browser.test_palette import PHONE, sign_in
from tests.scripted import ScriptedModel, says
from tests.serving import Person, Served, serving
from tests.working import work_off

pytestmark = pytest.mark.anyio

PROMISE = "I promised to call Rui about the lease by Friday."


def model() -> list[ScriptedModel]:
    return [ScriptedModel(says("All right."), says("All right."), says("All right."), name="test:answers")]


async def live(served: Served, person: Person) -> None:
    """Something promised in a chat, and the rest put down by hand."""
    await person.http.put("/api/usage/time-zone", json={"timeZone": "Europe/Berlin"})
    await person.say(PROMISE)
    await work_off(served.parts)
    late = (datetime.now(UTC) - timedelta(days=3)).isoformat()
    for body in (
        {"text": "Send the tax papers", "dueAt": late},
        {"text": "The move to Lisbon", "kind": "thread"},
        {"text": "Evenings vanish into the phone", "kind": "friction"},
        {"text": "Run on Tuesdays", "kind": "habit"},
        {"text": "Finished the first chapter", "kind": "win"},
    ):
        made = await person.http.post("/memory/loops/add", json=body)
        assert made.status_code == 201, made.text


def card(page: Page, text: str) -> Locator:
    return page.get_by_test_id("loop").filter(has_text=text)


async def choose(page: Page, text: str, option: str) -> None:
    await card(page, text).get_by_role("button", name=re.compile("^Options")).click()
    await page.get_by_role("menuitem", name=option).click()


async def keeps_focus(page: Page) -> None:
    """What was pressed may be gone; the focus is on something near it."""
    await page.wait_for_function("() => document.activeElement !== document.body")


async def test_what_was_promised_stands_on_the_board_with_its_words_and_leads_back(
    addresses: Addresses, page: Page
) -> None:
    async with serving(addresses, model()) as served, served.person() as ada:
        await live(served, ada)
        await sign_in(page, served)
        await page.get_by_role("link", name="Loops", exact=True).click()
        mine = card(page, "lease").filter(has_text="Due")
        await expect(mine).to_be_visible()
        await expect(mine).to_contain_text(f"“{PROMISE}”")
        await expect(card(page, "Send the tax papers")).to_contain_text("3 days overdue")
        await expect(page.get_by_role("heading", level=2)).to_contain_text(
            ["Commitments", "Threads", "Frictions", "Habits", "Wins"]
        )
        assert await violations(page) == []
        await photograph(page, "loops", in_the_dark=True)
        await page.emulate_media(color_scheme="light")
        await mine.get_by_role("link", name="Open in the chat").click()
        await expect(page.get_by_test_id("question").filter(has_text=PROMISE)).to_be_focused()


async def test_done_dropped_put_off_and_edited_each_with_a_way_back(addresses: Addresses, page: Page) -> None:
    async with serving(addresses, model()) as served, served.person() as ada:
        await live(served, ada)
        await sign_in(page, served)
        await page.goto(f"{served.url}/loops")
        tax = card(page, "Send the tax papers")
        await tax.get_by_role("button", name="Done: Send the tax papers").click()
        await expect(tax).not_to_be_visible()
        await keeps_focus(page)
        await page.get_by_role("button", name="Undo").click()
        await expect(tax).to_be_visible()

        await choose(page, "The move to Lisbon", "Drop it")
        await expect(card(page, "The move to Lisbon")).not_to_be_visible()
        await keeps_focus(page)
        await page.get_by_text("1 finished or dropped").click()
        await expect(card(page, "The move to Lisbon")).to_contain_text("Dropped")
        await choose(page, "The move to Lisbon", "Open it again")
        await expect(page.get_by_text("finished or dropped")).to_have_count(0)

        await choose(page, "Run on Tuesdays", "Snooze: For a week")
        await page.get_by_text("1 snoozed").click()
        await expect(card(page, "Run on Tuesdays")).to_contain_text("Snoozed until")
        await choose(page, "Run on Tuesdays", "Wake it now")
        await expect(page.get_by_text("1 snoozed")).to_have_count(0)

        await choose(page, "Evenings vanish", "Edit")
        field = page.get_by_label("What is it?")
        await expect(field).to_be_focused()
        await field.fill("Mornings vanish into the phone")
        await page.keyboard.press("Enter")
        await expect(card(page, "Mornings vanish")).to_be_visible()
        await keeps_focus(page)
        await page.reload()
        await expect(card(page, "Mornings vanish")).to_be_visible()


async def test_something_is_put_down_by_hand_with_the_keyboard_alone(addresses: Addresses, page: Page) -> None:
    async with serving(addresses, model()) as served, served.person():
        await sign_in(page, served)
        await page.goto(f"{served.url}/loops")
        await expect(page.get_by_text("Nothing is open yet.")).to_be_visible()
        assert await violations(page) == []
        await page.get_by_role("button", name="Add", exact=True).focus()
        await page.keyboard.press("Enter")
        await expect(page.get_by_label("What is it?")).to_be_focused()
        assert await violations(page) == []
        await page.keyboard.type("Water the ferns")
        await page.keyboard.press("Enter")
        await expect(card(page, "Water the ferns")).to_contain_text("Added by you")
        await expect(page.get_by_role("button", name="Add", exact=True)).to_be_focused()
        await page.keyboard.press("Enter")
        await page.keyboard.type("Water the ferns")
        await page.keyboard.press("Enter")
        await expect(page.get_by_text("The same is open already.")).to_be_visible()
        await page.keyboard.press("Escape")
        await expect(page.get_by_role("button", name="Add", exact=True)).to_be_focused()
        done = page.get_by_role("button", name="Done: Water the ferns")
        await done.focus()
        await page.keyboard.press("Enter")
        await expect(done).not_to_be_visible()
        await expect(page.get_by_role("heading", name="Commitments")).to_be_focused()
        await expect(page.get_by_test_id("toast").filter(has_text="Undo")).to_be_visible()
        await page.keyboard.press("Control+z")
        await expect(done).to_be_visible()


async def test_a_change_that_fails_is_taken_back_and_told(addresses: Addresses, page: Page) -> None:
    async with serving(addresses, model()) as served, served.person() as ada:
        await live(served, ada)
        await sign_in(page, served)
        await page.goto(f"{served.url}/loops")
        await expect(card(page, "Send the tax papers")).to_be_visible()
        await page.context.set_offline(True)
        await page.get_by_role("button", name="Done: Send the tax papers").click()
        await expect(page.get_by_test_id("toast")).to_be_visible()
        await page.context.set_offline(False)
        await expect(card(page, "Send the tax papers")).to_be_visible()


async def test_a_calendar_subscribes_until_the_address_is_turned_off(addresses: Addresses, page: Page) -> None:
    async with serving(addresses, model()) as served, served.person() as ada, served.stranger() as calendar:
        await live(served, ada)
        await sign_in(page, served)
        await page.goto(f"{served.url}/loops")
        await page.get_by_role("button", name="Create the address").click()
        address = page.get_by_label("Address of your calendar")
        first = await address.input_value()
        assert first.startswith(f"{served.url}/api/loops/calendar/")
        assert "SUMMARY:Send the tax papers" in (await calendar.get(first)).text
        assert await violations(page) == []
        await page.get_by_role("button", name="New address").click()
        await expect(address).not_to_have_value(first)
        assert await _status(calendar, first) == 404
        await page.reload()
        await expect(page.get_by_text("No calendar has read it yet.")).to_be_visible()
        await expect(address).to_have_count(0)
        await page.get_by_role("button", name="Turn it off").click()
        await expect(page.get_by_role("button", name="Create the address")).to_be_visible()
        await keeps_focus(page)


async def _status(client: httpx2.AsyncClient, address: str) -> int:
    return (await client.get(address)).status_code


async def test_on_a_phone_nothing_is_cut_off(addresses: Addresses, browser: Browser) -> None:
    async with (
        serving(addresses, model()) as served,
        served.person() as ada,
        another_browser(browser, **PHONE) as page,
    ):
        await live(served, ada)
        await sign_in(page, served)
        await page.get_by_role("button", name="Open the list of chats").tap()
        await page.get_by_role("link", name="Loops", exact=True).tap()
        await expect(card(page, "Send the tax papers")).to_be_visible()
        await fits(page)
        assert await violations(page) == []
        await photograph(page, "loops-phone")
        await page.get_by_role("button", name="Done: Send the tax papers").tap()
        await page.get_by_role("button", name="Undo").tap()
        await expect(card(page, "Send the tax papers")).to_be_visible()


async def test_the_board_speaks_german(addresses: Addresses, browser: Browser) -> None:
    async with (
        serving(addresses, model()) as served,
        served.person() as ada,
        another_browser(browser, locale="de-DE") as page,
    ):
        await live(served, ada)
        await sign_in(page, served)
        await page.goto(f"{served.url}/loops")
        await expect(page.get_by_role("heading", name="Vorhaben")).to_be_visible()
        await expect(card(page, "Send the tax papers")).to_contain_text("3 Tage überfällig")
