"""Ctrl K: anything ever said, and everywhere one can go, by keys alone and on a phone."""

from __future__ import annotations

import re

import pytest
from playwright.async_api import Browser, Page, expect

from holdfast.core.ids import new_id
from holdfast.core.migrate import Addresses
from tests.browser.axe import violations
from tests.browser.conftest import another_browser, fits, photograph
from tests.browser.test_chat import let_in, say, sign_up
from tests.scripted import ScriptedModel, says
from tests.serving import PASSWORD, Person, Served, serving
from tests.working import work_off

pytestmark = pytest.mark.anyio

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}


def model(*answers: str) -> ScriptedModel:
    return ScriptedModel(*(says(text) for text in answers), name="test:answers")


async def sign_in(page: Page, served: Served, name: str = "ada") -> None:
    await let_in(page, served, "login", {"email": f"{name}@example.org", "password": PASSWORD})


async def open_palette(page: Page, typed: str) -> None:
    await page.keyboard.press("Control+k")
    await expect(page.get_by_role("combobox")).to_be_focused()
    await page.keyboard.type(typed)


async def talk_long(person: Person, turns: int) -> str:
    """A chat whose third question speaks of a heron; its id."""
    chat = new_id()
    for n in range(turns):
        about = "Where does the heron sleep?" if n == 2 else f"Question {n} about nothing much"
        answer = await person.say(about, chat=chat)
        assert answer.status == 200
    return str(chat)


async def test_words_said_long_ago_are_found_and_opened_by_keys_alone(addresses: Addresses, page: Page) -> None:
    turns = 45
    async with (
        serving(addresses, [model(*(f"Answer {n}, at some length. " * 8 for n in range(turns)))]) as served,
        served.person() as ada,
    ):
        chat = await talk_long(ada, turns)
        await sign_in(page, served)
        await page.keyboard.press("Control+k")
        box = page.get_by_role("combobox", name="Search everything")
        await expect(box).to_be_focused()
        await page.keyboard.type("HERON slee")
        option = page.get_by_role("option", name=re.compile("Where does the heron sleep"))
        await expect(option).to_be_visible()
        await expect(option.locator("mark")).to_have_text(["heron", "slee"])
        assert await violations(page) == []
        await photograph(page, "search", in_the_dark=True)
        while await option.get_attribute("aria-selected") != "true":
            await page.keyboard.press("ArrowDown")
        marked = await option.get_attribute("id")
        await expect(box).to_have_attribute("aria-activedescendant", marked or "")
        await page.keyboard.press("Enter")

        row = page.get_by_test_id("question").filter(has_text="Where does the heron sleep?")
        await expect(row).to_be_in_viewport()
        await expect(row).to_be_focused()
        await expect(page).to_have_url(re.compile(rf"/chat/{chat}\?message="))
        # It stands far from the end: what is shown is the part around it, and one can go on from there.
        await expect(page.get_by_test_id("excerpt")).to_be_visible()
        assert await violations(page) == []
        await page.get_by_role("button", name="Go to the latest").click()
        await expect(page.get_by_text(f"Question {turns - 1} about")).to_be_in_viewport()
        await expect(page.get_by_label("Message", exact=True)).to_be_visible()
        await page.go_back()
        await expect(row).to_be_in_viewport()


async def test_the_next_part_of_an_old_conversation_is_read_on(addresses: Addresses, page: Page) -> None:
    turns = 45
    async with (
        serving(addresses, [model(*(f"Answer {n}." for n in range(turns)))]) as served,
        served.person() as ada,
    ):
        chat = await talk_long(ada, turns)
        [heron] = (await ada.http.get("/api/chats/search", params={"query": "heron"})).json()["messages"]
        await sign_in(page, served)
        await page.goto(f"{served.url}/chat/{chat}?message={heron['messageId']}")
        more = page.get_by_role("button", name="Show what was said next")
        questions = page.get_by_test_id("question")
        await expect(more).to_be_visible()
        while await more.count():
            shown = await questions.count()
            await more.click()
            await expect(questions).not_to_have_count(shown)
        await expect(questions).to_have_count(turns)


async def test_an_older_version_that_was_searched_for_is_brought_into_view(addresses: Addresses, page: Page) -> None:
    async with serving(addresses, [model("It is red.", "It is green.")]) as served, served.person() as ada:
        chat = new_id()
        await ada.say("What about the red door?", chat=chat)
        [old, _] = await ada.messages(chat)
        await ada.say("What about the green door?", chat=chat, trigger="submit-message", messageId=old["id"])
        await sign_in(page, served)
        await page.get_by_role("link", name=re.compile("door")).first.click()
        await expect(page.get_by_text("It is green.")).to_be_visible()
        await open_palette(page, "red door")
        await page.get_by_role("option").filter(has=page.locator("mark", has_text="red")).click()
        await expect(page.get_by_text("It is red.")).to_be_visible()
        await expect(page.get_by_text("It is green.")).to_have_count(0)


async def test_pages_actions_and_personas_are_a_few_letters_away(addresses: Addresses, page: Page) -> None:
    async with serving(addresses, [model("Heard.")]) as served:
        await sign_up(page, served)
        for typed, expected in (("usage", "/settings/usage"), ("jobs", "/admin/jobs")):
            await open_palette(page, typed)
            await expect(page.get_by_role("option").first).to_be_visible()
            await page.keyboard.press("Enter")
            await expect(page.get_by_role("dialog")).to_have_count(0)
            await expect(page).to_have_url(f"{served.url}{expected}")
        await open_palette(page, "dark")
        await expect(page.get_by_role("option").first).to_be_visible()
        await page.keyboard.press("Enter")
        await expect(page.locator("html")).to_have_attribute("data-theme", "dark")
        await open_palette(page, "talk coach")
        await expect(page.get_by_role("option").first).to_be_visible()
        await page.keyboard.press("Enter")
        await expect(page.get_by_role("button", name="Talking to Business Coach")).to_be_visible()
        await open_palette(page, "shortcuts")
        await expect(page.get_by_role("option").first).to_be_visible()
        await page.keyboard.press("Enter")
        await expect(page.get_by_role("dialog", name="Keyboard shortcuts")).to_be_visible()
        await page.keyboard.press("Escape")
        await open_palette(page, "qqqq")
        await expect(page.get_by_text("Nothing was said with these words.")).to_be_visible()
        at = page.url
        await page.keyboard.press("Enter")
        await expect(page.get_by_role("combobox")).to_be_focused()
        assert page.url == at


async def test_what_is_known_is_found_and_leads_to_the_words_it_came_from(addresses: Addresses, page: Page) -> None:
    async with serving(addresses, [model("Noted.")]) as served, served.person() as ada:
        await ada.say("I live in Coimbra, near the river.")
        await work_off(served.parts)
        await sign_in(page, served)
        await open_palette(page, "coimbra")
        known = page.get_by_role("group", name="What I know about you").get_by_role("option")
        await expect(known.first).to_contain_text("Coimbra")
        await known.first.click()
        row = page.get_by_test_id("question").filter(has_text="I live in Coimbra, near the river.")
        await expect(row).to_be_focused()


async def test_leaving_it_gives_the_focus_back(addresses: Addresses, page: Page) -> None:
    async with serving(addresses, [model("Heard.")]) as served:
        await sign_up(page, served)
        button = page.get_by_role("button", name=re.compile("^Search"))
        await button.focus()
        await page.keyboard.press("Enter")
        await expect(page.get_by_role("combobox")).to_be_focused()
        await page.keyboard.press("Escape")
        await expect(page.get_by_role("combobox")).to_have_count(0)
        await expect(button).to_be_focused()


async def test_words_that_look_like_markup_are_words(addresses: Addresses, page: Page) -> None:
    async with serving(addresses, [model("Heard.")]) as served:
        await sign_up(page, served)
        await say(page, 'pear <img src=x onerror="window.caught=1"> <script>window.caught=1</script>')
        await expect(page.get_by_text("Heard.")).to_be_visible()
        await open_palette(page, "pear")
        await expect(page.get_by_role("option", name=re.compile("onerror"))).to_be_visible()
        assert await page.evaluate("() => window.caught") is None


async def test_on_a_phone_it_is_behind_a_button(addresses: Addresses, browser: Browser) -> None:
    async with (
        serving(addresses, [model("Answer one.", "Answer two.", "Answer three.")]) as served,
        served.person() as ada,
        another_browser(browser, **PHONE) as page,
    ):
        await talk_long(ada, 3)
        await sign_in(page, served)
        await page.get_by_role("button", name="Search", exact=True).tap()
        await page.get_by_role("combobox").fill("heron")
        option = page.get_by_role("option", name=re.compile("heron sleep"))
        await expect(option).to_be_visible()
        assert await violations(page) == []
        await photograph(page, "search-phone")
        await option.tap()
        await expect(page.get_by_test_id("question").filter(has_text="heron")).to_be_in_viewport()
        await fits(page)
