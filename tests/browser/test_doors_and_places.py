"""Coming in for the first time, and where things are found again: the door, the settings, the glass box, the list."""

from __future__ import annotations

import re

import pytest
from playwright.async_api import Browser, Page, expect

from holdfast.core.migrate import Addresses
from tests.browser.axe import violations
from tests.browser.conftest import another_browser, fits, photograph
from tests.browser.test_chat import say, sign_up
from tests.scripted import ScriptedModel, says
from tests.serving import serving
from tests.waiting import until

pytestmark = pytest.mark.anyio


async def test_whoever_comes_first_is_shown_how_to_begin_and_what_is_wrong_in_our_own_words(
    addresses: Addresses, page: Page
) -> None:
    async with serving(addresses, [ScriptedModel()]) as served:
        await page.goto(served.url)
        await expect(page.get_by_role("heading", name="Make this place yours")).to_be_visible()
        await expect(page).to_have_url(re.compile(r"/register\b"))
        await photograph(page, "register", in_the_dark=True)
        await page.get_by_label("Email").fill("ada")
        await page.get_by_label("Password", exact=True).press_sequentially("short")
        await page.get_by_role("button", name="Create account").click()
        await expect(page.get_by_text("That doesn’t look like an email address.")).to_be_visible()
        await expect(page.get_by_text("Too short: at least 8 characters, please.")).to_be_visible()
        await expect(page.get_by_label("Email")).to_be_focused()
        assert await violations(page) == []
        await page.get_by_label("Email").fill("ada@example.org")
        await expect(page.get_by_text("That doesn’t look like an email address.")).to_have_count(0)


async def test_after_a_wrong_password_one_goes_on_where_one_was(addresses: Addresses, page: Page) -> None:
    async with serving(addresses, [ScriptedModel()]) as served, served.person("ada"):
        await page.goto(served.url)
        await expect(page.get_by_role("button", name="Sign in")).to_be_visible()
        await photograph(page, "sign-in", in_the_dark=True)
        await page.get_by_label("Email").fill("ada@example.org")
        await page.get_by_label("Password", exact=True).fill("not the one at all")
        sign_in = page.get_by_role("button", name="Sign in")
        await sign_in.focus()
        await page.keyboard.press("Enter")
        await expect(page.get_by_test_id("auth-error")).to_be_visible()
        await expect(sign_in).to_be_focused()
        await page.get_by_role("link", name="Forgot your password?").click()
        await expect(page.get_by_role("heading", name="Forgot your password?")).to_be_visible()
        await expect(page).to_have_url(f"{served.url}/forgot")


async def test_the_glass_box_is_in_the_address(addresses: Addresses, page: Page) -> None:
    async with serving(addresses, [ScriptedModel(says("At noon."), is_demo=True)]) as served:
        await sign_up(page, served)
        await say(page, "When?")
        await page.get_by_role("button", name="Why this answer?").click()
        box = page.get_by_test_id("glass-box")
        await box.get_by_role("tab", name="For engineers").click()
        await expect(box.get_by_text("Normal reply. No special handling.")).to_be_visible()
        await expect(page).to_have_url(re.compile(r"\?why="))
        await page.reload()
        await expect(box.get_by_text("Normal reply. No special handling.")).to_be_visible()
        await page.keyboard.press("Escape")
        await expect(box).to_have_count(0)
        await expect(page).not_to_have_url(re.compile(r"\?why="))
        await page.go_back()
        await expect(box).to_be_visible()


async def test_the_list_can_be_put_away_and_stays_away(addresses: Addresses, page: Page) -> None:
    async with serving(addresses, [ScriptedModel(says("Hello."), is_demo=True)]) as served:
        await sign_up(page, served)
        await say(page, "A first message whose title is far too long for the narrow list at the left of the page")
        row = page.get_by_test_id("chat-item").get_by_role("link")
        await expect(row).to_have_attribute("title", re.compile("far too long"))
        await page.get_by_role("button", name="Hide the list of chats").click()
        await expect(page.get_by_role("complementary", name="Chats")).to_have_count(0)
        await page.reload()
        await expect(page.get_by_label("Message", exact=True)).to_be_visible()
        await expect(page.get_by_role("complementary", name="Chats")).to_have_count(0)
        await page.get_by_role("button", name="Open the list of chats").click()
        await expect(page.get_by_role("complementary", name="Chats")).to_be_visible()


async def test_walking_past_a_companion_by_keys_goes_nowhere_and_choosing_her_takes_the_words_along(
    addresses: Addresses, page: Page
) -> None:
    async with serving(addresses, [ScriptedModel(says("Hello."), is_demo=True)]) as served:
        await sign_up(page, served)
        cards = page.get_by_role("group", name="Who answers").get_by_role("button")
        sophie = cards.filter(has_text="Sophie")
        await sophie.click()
        await say(page, "hello")
        await expect(page.get_by_text("Hello.", exact=True)).to_be_visible()
        chat = page.url
        await page.get_by_role("button", name=re.compile("^New chat")).click()
        await page.get_by_label("Message", exact=True).fill("half a thought")
        await cards.first.focus()
        for _ in range(4):
            await page.keyboard.press("ArrowDown")
        assert page.url == f"{served.url}/"
        await sophie.click()
        await expect(page).to_have_url(chat)
        await expect(page.get_by_label("Message", exact=True)).to_have_value("half a thought")


async def test_names_have_their_room_and_the_hint_yields(addresses: Addresses, browser: Browser) -> None:
    models = [ScriptedModel(says("One."), name="test:first"), ScriptedModel(says("Two."), name="test:second")]
    for width in (1440, 390):
        how = {"viewport": {"width": width, "height": 844}, "has_touch": width < 400}
        async with serving(addresses, models) as served, another_browser(browser, **how) as page:
            await sign_up(page, served, f"ada{width}")
            await page.get_by_role("group", name="Who answers").get_by_role("button", name="Business Coach").click()
            names = page.locator("form", has=page.get_by_label("Message", exact=True)).locator("button span.truncate")
            await expect(names).to_have_text(["Business Coach", "In general", "first"])
            have_room = "all => all.every(one => one.scrollWidth <= one.clientWidth)"
            await until(lambda have_room=have_room, names=names: names.evaluate_all(have_room))  # type: ignore[misc]
            await fits(page)
            assert await violations(page) == []
