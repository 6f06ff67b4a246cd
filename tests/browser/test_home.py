"""The page of a new chat remembers: what is due, where we were, what could be gone on with; and invites who is new."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta

import pytest
from playwright.async_api import Browser, Page, expect

from holdfast.core.ids import new_id
from holdfast.core.migrate import Addresses
from tests.browser.axe import violations
from tests.browser.conftest import another_browser, fits, photograph, resize
from tests.browser.test_chat import sign_up
from tests.browser.test_palette import PHONE, sign_in
from tests.scripted import ScriptedModel, says
from tests.serving import PASSWORD, Person, serving
from tests.waiting import until

pytestmark = pytest.mark.anyio

COUNT_CLICKS = """
addEventListener('click', event => {
  // A label's click on its field is one click of the person's.
  if (event.isTrusted && event.detail > 0) sessionStorage.clicks = Number(sessionStorage.clicks ?? 0) + 1
}, true)
"""


def model(*answers: str, is_demo: bool = False) -> list[ScriptedModel]:
    return [ScriptedModel(*(says(text) for text in answers or ("Heard.",)), name="test:answers", is_demo=is_demo)]


async def live(person: Person) -> str:
    chat = new_id()
    await person.http.put("/api/usage/time-zone", json={"timeZone": "Europe/Berlin"})
    await person.say("Which quarter of Lisbon is quiet?", chat=chat)
    tomorrow = (datetime.now(UTC) + timedelta(days=1)).isoformat()
    for body in (
        {"text": "Send the tax papers", "dueAt": tomorrow},
        {"text": "The move to Lisbon", "kind": "thread"},
        {"text": "Evenings vanish into the phone", "kind": "friction"},
        {"text": "Run on Tuesdays", "kind": "habit"},
    ):
        made = await person.http.post("/memory/loops/add", json=body)
        assert made.status_code == 201, made.text
    return str(chat)


async def test_from_the_first_page_to_the_first_answer_in_three_clicks(addresses: Addresses, page: Page) -> None:
    await page.add_init_script(COUNT_CLICKS)
    async with serving(addresses, model("Noted: Lisbon, vegetarian, Ana.")) as served:
        await page.goto(served.url)
        await expect(page.get_by_role("heading", name="Make this place yours")).to_be_visible()
        await expect(page).to_have_url(re.compile(r"/register\b"))
        assert await violations(page) == []
        await page.get_by_label("Name").fill("Ada")
        await page.get_by_label("Email").fill("ada@example.org")
        await page.get_by_label("Password", exact=True).fill(PASSWORD)
        await page.get_by_role("button", name="Create account").click()
        await expect(page.get_by_role("heading", name="Three things to try")).to_be_visible()
        assert await violations(page) == []
        await photograph(page, "home-new", in_the_dark=True)
        await page.get_by_role("button", name=re.compile("Tell it something to remember")).click()
        box = page.get_by_label("Message", exact=True)
        await expect(box).to_be_focused()
        await expect(box).to_have_value(re.compile("I live in Lisbon"))
        await page.get_by_role("button", name="Send").click()
        await expect(page.get_by_text("Noted: Lisbon, vegetarian, Ana.")).to_be_visible()
        await until(lambda: page.evaluate("() => Number(sessionStorage.clicks) === 3"))


async def test_the_home_page_knows_what_is_due_where_we_were_and_what_is_open(addresses: Addresses, page: Page) -> None:
    async with serving(addresses, model()) as served, served.person() as ada:
        chat = await live(ada)
        await sign_in(page, served)
        due = page.get_by_role("region", name="Due")
        await expect(due).to_contain_text("Send the tax papers")
        await expect(due).to_contain_text("Due tomorrow")
        await expect(page.get_by_role("heading", name="Three things to try")).to_have_count(0)
        assert await violations(page) == []
        await photograph(page, "home", in_the_dark=True)

        await page.get_by_role("button", name="The move to Lisbon").click()
        box = page.get_by_label("Message", exact=True)
        await expect(box).to_have_value("Where do I stand with this, and what comes next: The move to Lisbon")
        await expect(box).to_be_focused()
        await box.fill("")

        await due.get_by_role("button", name="Done: Send the tax papers").click()
        await expect(due).to_have_count(0)
        await page.wait_for_function("() => document.activeElement !== document.body")
        await page.get_by_role("button", name="Undo").click()
        await expect(due).to_be_visible()

        await page.get_by_role("region", name="Where we were").get_by_role("link").click()
        await expect(page).to_have_url(f"{served.url}/chat/{chat}")


IS_IN_THE_MIDDLE = """
width => {
  const middle = found => { const box = found.getBoundingClientRect(); return box.x + box.width / 2 }
  const main = middle(document.querySelector('main'))
  const form = document.querySelector('form:has(textarea[aria-label="Message"], textarea)')
  const home = document.querySelector('[data-testid="home"]')
  return innerWidth === width && Math.abs(middle(home) - main) < 8 && Math.abs(middle(form) - main) < 8
}
"""


async def test_the_greeting_stands_over_the_box_and_in_the_middle(addresses: Addresses, page: Page) -> None:
    async with serving(addresses, model()) as served:
        await sign_up(page, served)
        for width in (820, 1280, 1440):
            await resize(page, width, 900)
            await until(lambda width=width: page.evaluate(IS_IN_THE_MIDDLE, width))  # type: ignore[misc]


async def test_walking_over_the_personas_leads_nowhere_and_a_half_written_message_goes_along(
    addresses: Addresses, page: Page
) -> None:
    async with serving(addresses, model("I am here.")) as served, served.person() as ada:
        chat = new_id()
        await ada.say("Hello Sophie", chat=chat, selectedPersonaId="sophie")
        await sign_in(page, served)
        await expect(page.get_by_role("link", name=re.compile("Your chat with Sophie"))).to_be_visible()
        personas = page.get_by_role("group", name="Who answers").get_by_role("button")
        await personas.first.focus()
        at = page.url
        for key in ("ArrowRight", "ArrowDown", "Tab", "Tab"):
            await page.keyboard.press(key)
            assert page.url == at
        # By name she is chosen in the menu, and what was half written goes along.
        await page.get_by_label("Message", exact=True).fill("I wanted to tell you")
        await page.get_by_role("button", name="Choose another persona").click()
        await page.get_by_role("menuitemradio", name=re.compile("Sophie")).click()
        await expect(page.get_by_text("I am here.")).to_be_visible()
        await expect(page).to_have_url(f"{served.url}/chat/{chat}")
        await expect(page.get_by_label("Message", exact=True)).to_have_value("I wanted to tell you")


async def test_who_may_plug_in_a_model_is_told_how_and_the_others_whom_to_ask(
    addresses: Addresses, page: Page, browser: Browser
) -> None:
    async with serving(addresses, model(is_demo=True)) as served:
        await sign_up(page, served)
        await page.get_by_text("Plug in a real one").click()
        await expect(page.get_by_text("HOLDFAST_MODEL_BASE_URL")).to_be_visible()
        async with another_browser(browser) as other:
            await sign_up(other, served, "Bob")
            await other.get_by_text("Plug in a real one").click()
            await expect(other.get_by_text("Ask whoever runs this installation")).to_be_visible()
            await expect(other.get_by_text("HOLDFAST_MODEL_BASE_URL")).not_to_be_visible()
            assert await violations(other) == []


async def test_on_a_phone_the_home_page_is_whole(addresses: Addresses, browser: Browser) -> None:
    async with (
        serving(addresses, model()) as served,
        served.person() as ada,
        another_browser(browser, **PHONE) as page,
    ):
        await live(ada)
        await sign_in(page, served)
        await expect(page.get_by_role("region", name="Due")).to_be_visible()
        await fits(page)
        assert await violations(page) == []
        await photograph(page, "home-phone")
        await page.get_by_role("button", name="The move to Lisbon").tap()
        await expect(page.get_by_label("Message", exact=True)).to_have_value(re.compile("The move to Lisbon"))
