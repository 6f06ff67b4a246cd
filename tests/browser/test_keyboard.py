"""Everything by keys alone: each menu, and Esc, which does one thing at a time."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

import pytest
from playwright.async_api import Locator, Page, expect

from holdfast.core.migrate import Addresses
from holdfast.models.types import TextDelta
from tests.browser.test_chat import say, sign_up
from tests.scripted import ScriptedModel, says
from tests.serving import Served, serving
from tests.waiting import until

pytestmark = pytest.mark.anyio

FOCUSED = "() => document.activeElement?.innerText?.trim().split('\\n')[0] ?? ''"


def two_models() -> list[ScriptedModel]:
    return [ScriptedModel(says("Quick words."), name="test:quick"), ScriptedModel(name="test:deep")]


async def to_personas(page: Page, served: Served) -> Locator:
    return page.get_by_role("button", name="Choose another persona")


async def to_profiles(page: Page, served: Served) -> Locator:
    await page.get_by_role("group", name="Who answers").get_by_role("button", name="Business Coach").click()
    return page.get_by_role("button", name="Choose another profile")


async def to_models(page: Page, served: Served) -> Locator:
    return page.get_by_role("button", name="Choose another model")


async def to_a_chat(page: Page, served: Served) -> Locator:
    await say(page, "My first chat")
    return page.get_by_role("button", name="Options for My first chat")


async def to_a_user(page: Page, served: Served) -> Locator:
    async with served.person("bob"):
        await page.goto(f"{served.url}/admin/users")
    return page.get_by_role("button", name="Change Bob")


MENUS: list[tuple[Callable[[Page, Served], Awaitable[Locator]], bool]] = [
    (to_personas, True),
    (to_profiles, True),
    (to_models, True),
    (to_a_chat, False),
    (to_a_user, False),
]


async def has_focus(page: Page, beginning: str) -> bool:
    found: str = await page.evaluate(FOCUSED)
    return found.startswith(beginning)


@pytest.mark.parametrize(("find", "has_choice"), MENUS)
async def test_a_menu_is_opened_walked_through_and_left_by_keys(
    addresses: Addresses, page: Page, find: Callable[[Page, Served], Awaitable[Locator]], has_choice: bool
) -> None:
    async with serving(addresses, two_models()) as served:
        await sign_up(page, served)
        button = await find(page, served)
        menu = page.get_by_role("menu")
        await button.focus()
        for key in ("Enter", "Space", "ArrowDown"):
            await page.keyboard.press(key)
            await expect(menu).to_be_visible()
            await expect(menu.locator(":focus")).to_have_count(1)
            await page.keyboard.press("Escape")
            await expect(menu).to_have_count(0)
            await expect(button).to_be_focused()

        await page.keyboard.press("Enter")
        items = menu.get_by_role("menuitemradio" if has_choice else "menuitem")
        await expect(items.nth(0)).to_be_focused()
        count = await items.count()
        assert count >= 2
        await page.keyboard.press("ArrowDown")
        await expect(items.nth(1)).to_be_focused()
        await page.keyboard.press("End")
        await expect(items.nth(count - 1)).to_be_focused()
        await page.keyboard.press("ArrowDown")
        await expect(items.nth(0)).to_be_focused()
        await page.keyboard.press("ArrowUp")
        await expect(items.nth(count - 1)).to_be_focused()
        await page.keyboard.press("Home")
        await expect(items.nth(0)).to_be_focused()
        name = (await items.nth(count - 1).inner_text()).strip()
        await page.keyboard.type(name[:3].lower())
        await until(lambda: has_focus(page, name[:3]))
        await page.keyboard.press("Tab")
        await expect(menu).to_have_count(0)
        await expect(button).not_to_be_focused()

        await button.focus()
        await page.keyboard.press("ArrowUp")
        await expect(items.nth(count - 1)).to_be_focused()


async def test_a_choice_made_by_keys_holds_and_is_where_the_menu_opens_next(addresses: Addresses, page: Page) -> None:
    async with serving(addresses, two_models()) as served:
        await sign_up(page, served)
        await page.get_by_role("button", name="Answered by quick").focus()
        await page.keyboard.press("ArrowDown")
        await page.keyboard.press("d")
        await page.keyboard.press("Enter")
        chosen = page.get_by_role("button", name="Answered by deep")
        await expect(chosen).to_be_focused()
        await page.keyboard.press("Enter")
        await expect(page.get_by_role("menuitemradio", name="deep")).to_be_focused()


async def test_esc_closes_what_is_open_and_leaves_the_answer_behind_it_alone(addresses: Addresses, page: Page) -> None:
    endless = ScriptedModel([TextDelta("On and on"), asyncio.Event()], name="test:endless")
    async with serving(addresses, [endless, ScriptedModel(name="test:other")]) as served:
        await sign_up(page, served)
        await say(page, "Tell me everything")
        await expect(page.get_by_text("On and on")).to_be_visible()
        writing = page.get_by_role("button", name="Stop")
        options = page.get_by_role("navigation", name="Your chats").get_by_role(
            "button", name="Options for Tell me everything"
        )

        await page.get_by_role("button", name="Choose another model").click()
        await expect(page.get_by_role("menu")).to_be_visible()
        await page.keyboard.press("Escape")
        await expect(page.get_by_role("menu")).to_have_count(0)

        await options.click()
        await page.get_by_role("menuitem", name="Delete").click()
        await expect(page.get_by_role("dialog")).to_be_visible()
        await page.keyboard.press("Escape")
        await expect(page.get_by_role("dialog")).to_have_count(0)

        await options.click()
        await page.get_by_role("menuitem", name="Rename").click()
        await expect(page.get_by_label("Title of the chat")).to_be_focused()
        await page.keyboard.press("Escape")
        await expect(page.get_by_label("Title of the chat")).to_have_count(0)

        await page.keyboard.press("Control+k")
        search = page.get_by_role("combobox", name="Search everything")
        await expect(search).to_be_focused()
        await page.keyboard.type("every")
        await page.keyboard.press("Escape")
        await expect(search).to_have_count(0)

        await page.keyboard.press("Control+/")
        sheet = page.get_by_role("dialog", name="Keyboard shortcuts")
        await expect(sheet.get_by_text("Stop the answer", exact=True)).to_be_visible()
        await page.keyboard.press("Escape")
        await expect(sheet).to_have_count(0)

        await expect(writing).to_be_visible()
        assert not endless.was_closed_early
        await page.keyboard.press("Escape")
        await expect(writing).to_have_count(0)


async def test_esc_in_the_search_leads_nowhere_and_a_new_chat_is_one_chord_away(
    addresses: Addresses, page: Page
) -> None:
    async with serving(addresses, [ScriptedModel(says("I stay here with you."))]) as served:
        await sign_up(page, served)
        await say(page, "Stay")
        await expect(page.get_by_text("I stay here with you.")).to_be_visible()
        at = page.url
        await page.keyboard.press("Control+k")
        await expect(page.get_by_role("combobox")).to_be_focused()
        await page.keyboard.press("Escape")
        await expect(page.get_by_text("I stay here with you.")).to_be_visible()
        assert page.url == at
        await page.keyboard.press("Control+Shift+O")
        await expect(page.get_by_text("I stay here with you.")).to_have_count(0)


async def test_the_last_question_is_one_key_away_and_the_focus_is_never_lost(addresses: Addresses, page: Page) -> None:
    async with serving(addresses, [ScriptedModel(says("In the first."), says("In the second."))]) as served:
        await sign_up(page, served)
        await say(page, "Where is the key?")
        await expect(page.get_by_role("button", name="Why this answer?")).to_be_visible()
        box = page.get_by_label("Message", exact=True)
        await box.fill("half written")
        await page.keyboard.press("ArrowUp")
        await expect(box).to_be_focused()
        await box.fill("")
        await page.keyboard.press("ArrowUp")
        edited = page.get_by_label("Edit your question")
        await expect(edited).to_be_focused()
        await expect(edited).to_have_value("Where is the key?")
        await page.keyboard.press("Escape")
        await expect(page.get_by_role("button", name="Edit", exact=True)).to_be_focused()
        await page.keyboard.press("Enter")
        await expect(edited).to_be_focused()
        await page.keyboard.type(" And the lock?")
        await page.keyboard.press("Enter")
        await expect(page.get_by_text("In the second.")).to_be_visible()
        await expect(box).to_be_focused()
        await page.keyboard.press("Control+/")
        sheet = page.get_by_role("dialog", name="Keyboard shortcuts")
        await expect(sheet.get_by_text("Edit your last question")).to_be_visible()
