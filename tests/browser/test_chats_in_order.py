"""Chats in their places: pinned, in folders, put away, several at once; a companion at the top; faces and drafts."""

from __future__ import annotations

import re
from typing import Any
from uuid import UUID

import pytest
from playwright.async_api import Browser, Locator, Page, expect

from holdfast.core.ids import new_id
from holdfast.core.migrate import Addresses
from tests.browser.axe import violations
from tests.browser.conftest import another_browser, fits, photograph
from tests.browser.test_palette import PHONE, sign_in
from tests.scripted import ScriptedModel, says
from tests.serving import Person, serving
from tests.waiting import until

pytestmark = pytest.mark.anyio


def model() -> list[ScriptedModel]:
    return [ScriptedModel(says("So it is."), name="test:answers")]


async def begin(person: Person, *texts: str, **fields: Any) -> list[UUID]:
    chats = [new_id() for _ in texts]
    for chat, text in zip(chats, texts, strict=True):
        await person.say(text, chat=chat, **fields)
        named = await person.http.patch(f"/api/chats/{chat}", json={"title": text})
        assert named.status_code == 200, named.text
    return chats


def sidebar(page: Page) -> Locator:
    return page.get_by_label("Your chats", exact=True)


def row(page: Page, title: str) -> Locator:
    return sidebar(page).get_by_test_id("chat-item").filter(has_text=title)


async def choose(page: Page, title: str, option: str) -> None:
    await row(page, title).hover()
    await sidebar(page).get_by_role("button", name=f"Options for {title}", exact=True).click()
    await page.get_by_role("menuitem", name=option, exact=True).click()


async def keeps_focus(page: Page) -> None:
    await page.wait_for_function("() => document.activeElement !== document.body")


async def test_pinned_put_in_folders_and_put_away_each_with_a_way_back(addresses: Addresses, page: Page) -> None:
    async with serving(addresses, model()) as served, served.person() as ada:
        await begin(ada, "Pruning the apple tree", "Letters to the landlord", "Lisbon in March", "Sourdough")
        await begin(ada, "Good evening", selectedPersonaId="sophie")
        await sign_in(page, served)
        pinned = sidebar(page).get_by_role("region", name="Pinned")
        await choose(page, "Pruning the apple tree", "Pin")
        await expect(pinned.get_by_test_id("chat-item")).to_have_count(1)
        await keeps_focus(page)
        await page.get_by_role("button", name="Undo").click()
        await expect(pinned).to_have_count(0)
        await choose(page, "Pruning the apple tree", "Pin")
        await expect(pinned).to_contain_text("Pruning the apple tree")

        await choose(page, "Letters to the landlord", "Move to folder…")
        dialog = page.get_by_role("dialog", name="Move to a folder")
        await dialog.get_by_label("Name of the folder").fill("Home")
        assert await violations(page) == []
        await page.keyboard.press("Enter")
        folder = sidebar(page).get_by_role("button", name="Home, 1 chat")
        await expect(folder).to_be_visible()
        await folder.click()
        await expect(sidebar(page).get_by_role("region", name="Home")).to_contain_text("Letters to the landlord")
        await row(page, "Lisbon in March").get_by_role("link").drag_to(folder)
        await expect(sidebar(page).get_by_role("button", name="Home, 2 chats")).to_be_visible()

        companions = sidebar(page).get_by_role("region", name="Companions")
        await expect(companions.get_by_test_id("chat-item")).to_contain_text("Sophie")
        await expect(sidebar(page).get_by_text("Good evening")).to_have_count(0)
        assert await violations(page) == []
        await row(page, "Lisbon in March").get_by_role("link").click()
        await expect(page.get_by_test_id("answer").last).to_be_visible()
        await photograph(page, "chats-in-order", in_the_dark=True)
        await page.emulate_media(color_scheme="light")

        await choose(page, "Sourdough", "Archive")
        await expect(row(page, "Sourdough")).to_have_count(0)
        await keeps_focus(page)
        await sidebar(page).get_by_role("button", name="Arrange chats").click()
        await page.get_by_role("menuitem", name="Archive").click()
        await expect(page.get_by_role("heading", name="Archive")).to_be_visible()
        archive = page.get_by_role("list", name="Archive")
        await expect(archive).to_contain_text("Sourdough")
        assert await violations(page) == []
        await photograph(page, "archive", in_the_dark=True)
        await archive.get_by_role("link", name="Sourdough").click()
        await expect(page.get_by_role("note").filter(has_text="in the archive")).to_be_visible()
        await page.get_by_role("note").get_by_role("button", name="Restore").click()
        await expect(row(page, "Sourdough")).to_be_visible()


async def test_a_folder_is_made_renamed_and_deleted_and_its_chats_stay(addresses: Addresses, page: Page) -> None:
    async with serving(addresses, model()) as served, served.person() as ada:
        await begin(ada, "Lisbon in March")
        await sign_in(page, served)
        more = sidebar(page).get_by_role("button", name="Arrange chats")
        await more.click()
        await page.get_by_role("menuitem", name="New folder").click()
        await page.get_by_label("Name of the folder").fill("Trips")
        await page.get_by_role("button", name="Create").click()
        await sidebar(page).get_by_role("button", name="Trips, 0 chats").click()
        await expect(sidebar(page).get_by_text("Nothing in here yet.")).to_be_visible()

        await choose(page, "Lisbon in March", "Move to folder…")
        await page.get_by_role("radio", name="Trips").check()
        await page.get_by_role("button", name="Move", exact=True).click()
        trips = sidebar(page).get_by_role("region", name="Trips")
        await expect(trips.get_by_test_id("chat-item")).to_have_count(1)

        await sidebar(page).get_by_role("button", name="Options for the folder Trips").click()
        await page.get_by_role("menuitem", name="Rename").click()
        await page.get_by_label("Name of the folder").fill("Journeys")
        await page.keyboard.press("Enter")
        await expect(sidebar(page).get_by_role("button", name="Journeys, 1 chat")).to_be_visible()
        await sidebar(page).get_by_role("button", name="Options for the folder Journeys").click()
        await page.get_by_role("menuitem", name="Delete folder").click()
        await expect(page.get_by_role("dialog")).to_contain_text("not deleted")
        await page.get_by_role("dialog").get_by_role("button", name="Delete folder").click()
        await expect(sidebar(page).get_by_role("button", name="Journeys, 1 chat")).to_have_count(0)
        await expect(row(page, "Lisbon in March")).to_be_visible()
        await page.reload()
        await expect(row(page, "Lisbon in March")).to_be_visible()


async def test_several_are_chosen_by_the_mouse_and_archived_moved_and_deleted_with_a_way_back(
    addresses: Addresses, page: Page
) -> None:
    async with serving(addresses, model()) as served, served.person() as ada:
        await begin(ada, *(f"Matter {n}" for n in range(1, 7)))
        await sign_in(page, served)
        items = sidebar(page).get_by_test_id("chat-item")
        await choose(page, "Matter 6", "Select")
        box = page.get_by_role("checkbox", name="Select Matter 6")
        await expect(box).to_be_checked()
        await expect(box).to_be_focused()
        await row(page, "Matter 3").click(modifiers=["Shift"])
        bar = page.get_by_role("toolbar", name="With the selected chats")
        await expect(bar).to_contain_text("4 selected")
        assert await violations(page) == []
        await photograph(page, "select-chats")
        await bar.get_by_role("button", name="Archive").click()
        await expect(items).to_have_count(2)
        await expect(page.get_by_text("4 chats archived.")).to_be_visible()
        await page.get_by_role("button", name="Undo").click()
        await expect(items).to_have_count(6)

        await choose(page, "Matter 1", "Select")
        await row(page, "Matter 2").click()
        await bar.get_by_role("button", name="Delete").click()
        dialog = page.get_by_role("dialog", name="Delete 2 chats?")
        await expect(dialog).to_contain_text("Matter 1")
        assert await violations(page) == []
        await dialog.get_by_role("button", name="Delete").click()
        await expect(items).to_have_count(4)
        await page.get_by_role("button", name="Undo").click()
        await expect(items).to_have_count(6)
        await choose(page, "Matter 1", "Select")
        await row(page, "Matter 2").click()
        await bar.get_by_role("button", name="Delete").click()
        await page.get_by_role("dialog").get_by_role("button", name="Delete").click()
        await page.goto(f"{served.url}/settings")  # whoever goes has let the undo pass
        await expect(items).to_have_count(4)


async def test_by_the_keyboard_alone_several_are_chosen_and_moved(addresses: Addresses, page: Page) -> None:
    async with serving(addresses, model()) as served, served.person() as ada:
        await begin(ada, *(f"Matter {n}" for n in range(1, 6)))
        await sign_in(page, served)
        await row(page, "Matter 5").get_by_role("link").focus()
        await page.keyboard.press("ArrowDown")
        await expect(row(page, "Matter 4").get_by_role("link")).to_be_focused()
        await page.keyboard.press("Home")
        await page.keyboard.press("End")
        await expect(row(page, "Matter 1").get_by_role("link")).to_be_focused()
        await page.keyboard.press("ArrowUp")
        await page.keyboard.press("Tab")
        await page.keyboard.press("Enter")
        await page.keyboard.press("s")  # its first letter: Share
        await page.keyboard.press("s")  # Select
        await page.keyboard.press("Enter")
        await expect(page.get_by_role("checkbox", name="Select Matter 2")).to_be_focused()
        await page.keyboard.press("Shift+ArrowUp")
        await page.keyboard.press("Shift+ArrowUp")
        bar = page.get_by_role("toolbar", name="With the selected chats")
        await expect(bar).to_contain_text("3 selected")
        await page.keyboard.press("Control+a")
        await expect(bar).to_contain_text("5 selected")
        await page.keyboard.press("Space")
        await expect(bar).to_contain_text("4 selected")
        await bar.get_by_role("button", name="Move").focus()
        await page.keyboard.press("Enter")
        await page.get_by_label("Name of the folder").fill("Old")
        await page.keyboard.press("Enter")
        await expect(sidebar(page).get_by_role("button", name="Old, 4 chats")).to_be_visible()
        await keeps_focus(page)
        await choose(page, "Matter 4", "Select")
        await page.keyboard.press("Escape")
        await expect(bar).to_have_count(0)
        await expect(row(page, "Matter 4").get_by_role("link")).to_be_focused()


async def is_called(person: Person, chat: object, title: str) -> bool:
    """By the server: the page says so before."""
    found = (await person.http.get("/api/chats/messages", params={"chatId": str(chat)})).json()
    return bool(found["chat"]["title"] == title)


async def test_what_is_half_written_is_seen_in_the_list_and_a_chat_is_named_at_its_head(
    addresses: Addresses, page: Page
) -> None:
    async with serving(addresses, model()) as served, served.person() as ada:
        [garden, bread] = await begin(ada, "The garden", "The bread")
        await sign_in(page, served)
        await page.goto(f"{served.url}/chat/{garden}")
        await page.get_by_label("Message", exact=True).fill("And the hedge")
        await expect(row(page, "The garden").get_by_role("img", name="Draft:")).to_have_count(0)
        await row(page, "The bread").get_by_role("link").click()
        await expect(row(page, "The garden").get_by_role("img", name="Draft:")).to_be_visible()
        head = page.get_by_test_id("chat-header")
        await expect(head.get_by_role("heading")).to_have_text("The bread")
        await expect(head).to_contain_text("Assistant")
        await head.get_by_role("button", name="The bread", exact=True).click()
        await page.get_by_label("Title of the chat").fill("Sourdough")
        await page.keyboard.press("Enter")
        await expect(head.get_by_role("button", name="Sourdough")).to_be_focused()
        await expect(row(page, "Sourdough")).to_be_visible()
        await expect(page).to_have_title(re.compile("Sourdough"))
        await page.keyboard.press("Enter")
        await page.get_by_label("Title of the chat").fill("Something else")
        await page.keyboard.press("Escape")
        await expect(head.get_by_role("heading")).to_have_text("Sourdough")
        await until(lambda: is_called(ada, bread, "Sourdough"))
        assert await violations(page) == []
        await photograph(page, "chat-header", in_the_dark=True)
        await page.get_by_role("link", name="Holdfast, home").click()
        await page.get_by_label("Message", exact=True).fill("Something new")
        await row(page, "Sourdough").get_by_role("link").click()
        await expect(page.get_by_role("button", name=re.compile("^New chat"))).to_contain_text("Draft")


async def test_a_companion_lives_at_the_top_before_and_after_the_first_word(addresses: Addresses, page: Page) -> None:
    async with serving(addresses, model()) as served, served.person() as ada:
        await sign_in(page, served)
        companions = sidebar(page).get_by_role("region", name="Companions")
        await expect(companions.get_by_test_id("face")).to_have_attribute("data-initial", "S")
        await expect(sidebar(page).get_by_text("Your chats will be kept here.")).to_be_visible()
        await companions.get_by_role("link", name="Sophie").click()
        await expect(page.get_by_role("button", name=re.compile("^Talking to Sophie"))).to_be_visible()
        await page.get_by_label("Message", exact=True).fill("Good evening")
        await page.keyboard.press("Enter")
        await expect(page.get_by_text("So it is.")).to_be_visible()
        await expect(page.get_by_test_id("chat-header").get_by_role("heading")).to_have_text("Sophie")
        await expect(page).to_have_title(re.compile("^Sophie"))
        address = page.url
        # Old among many, and found all the same.
        await begin(ada, *(f"Matter {n}" for n in range(35)))
        await page.goto(served.url)
        await companions.get_by_role("link", name="Sophie").click()
        await expect(page.get_by_text("So it is.")).to_be_visible()
        await expect(page).to_have_url(address)
        await page.get_by_role("button", name=re.compile("^New chat")).click()
        await page.get_by_role("group", name="Who answers").get_by_role("button", name="Sophie").click()
        await expect(page.get_by_text("So it is.")).to_be_visible()
        await expect(page).to_have_url(address)


async def test_on_a_phone_all_of_it_is_within_reach(addresses: Addresses, browser: Browser) -> None:
    async with (
        serving(addresses, model()) as served,
        served.person() as ada,
        another_browser(browser, **PHONE) as page,
    ):
        [chat] = await begin(ada, "A chat whose title is rather longer than a phone is wide, as titles are")
        await sign_in(page, served)
        await page.goto(f"{served.url}/chat/{chat}")
        head = page.get_by_test_id("chat-header")
        await expect(head.get_by_role("heading")).to_contain_text("A chat whose title")
        await fits(page)
        assert await violations(page) == []
        await head.get_by_role("button", name="Chat options").tap()
        await photograph(page, "chat-header-phone")
        await page.get_by_role("menuitem", name="Pin").tap()
        await head.get_by_role("button", name="Open the list of chats").tap()
        await expect(sidebar(page).get_by_role("region", name="Pinned")).to_contain_text("A chat whose title")
        assert await violations(page) == []
        await photograph(page, "chats-phone")
        await sidebar(page).get_by_role("button", name="Arrange chats").tap()
        await page.get_by_role("menuitem", name="Archive").tap()
        await expect(page.get_by_text("Nothing is put away.")).to_be_visible()
        await fits(page)
