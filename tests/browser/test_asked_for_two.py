"""An organization that asks for a second factor: its owner switches it on, a member meets it, sets one and goes on."""

from __future__ import annotations

import asyncpg
import pytest
from playwright.async_api import Browser, Page, expect

from holdfast.core.migrate import Addresses
from tests.accounts.second_factor.setting import Phone, long_ago
from tests.browser.conftest import another_browser, fits, photograph
from tests.browser.test_chat import sign_up
from tests.browser.test_mailboxes import PHONE
from tests.browser.test_organizations import found, invite_link, join_as_new, member, open_part
from tests.scripted import ScriptedModel
from tests.serving import PASSWORD, Served, serving

pytestmark = pytest.mark.anyio


async def set_app(page: Page) -> Phone:
    """Wherever on the page it is offered; the codes are put away."""
    await page.get_by_role("button", name="Set up authenticator app").click()
    secret = await page.get_by_test_id("app-secret").text_content()
    assert secret
    phone = Phone(secret.replace(" ", ""))
    await page.get_by_label("Code from the app").fill(phone.code())
    await page.get_by_role("button", name="Turn it on").click()
    await page.get_by_role("button", name="I’ve saved them").click()
    return phone


async def ask(page: Page, days: int) -> None:
    part = page.get_by_role("region", name="Second factor")
    await part.get_by_label("Days to set one up").fill(str(days))
    await part.get_by_role("button", name="Ask for a second factor").click()
    await page.get_by_role("dialog").get_by_role("button", name="Ask for it").click()


async def founded(page: Page, served: Served) -> str:
    """Ada's, who has a second factor; a link to join it."""
    await sign_up(page, served)
    await found(page, served)
    link = await invite_link(page)
    await expect(page.get_by_test_id("own-factor-first")).to_contain_text("Set up a second factor of your own first")
    await page.get_by_role("link", name="Set one up in your settings").click()
    await set_app(page)
    await open_part(page, served, "settings/organization")
    return link


async def test_an_owner_asks_members_are_told_kept_out_set_one_and_are_in(
    addresses: Addresses, page: Page, browser: Browser, as_owner: asyncpg.Connection
) -> None:
    async with serving(addresses, [ScriptedModel()]) as served, another_browser(browser, **PHONE) as theirs:
        link = await founded(page, served)
        await join_as_new(theirs, link, "Bea")
        await page.reload()
        await expect(member(page, "Bea")).to_be_visible()
        await page.get_by_role("button", name="Ask for a second factor").click()
        await expect(page.get_by_test_id("without-factor")).to_have_text("One member has none yet.")
        await page.get_by_role("button", name="Leave it as it is").click()
        await ask(page, 7)
        await expect(page.get_by_test_id("asked-second-factor")).to_contain_text("Members have 7 days to set one up")
        await expect(member(page, "Bea")).to_contain_text("no second factor")
        await page.get_by_role("region", name="Second factor").scroll_into_view_if_needed()
        await photograph(page, "asked-second-factor")

        await theirs.goto(served.url)
        banner = theirs.get_by_test_id("second-factor-banner")
        await expect(banner).to_contain_text("Harbour Works asks for a second factor. You have until")
        await banner.get_by_role("link", name="Set one up").click()
        await expect(theirs.get_by_test_id("factor-due")).to_contain_text("From then on its plan and pages are closed")

        await page.get_by_label("Days to set one up").fill("0")
        await page.get_by_role("button", name="Change the days").click()
        await page.get_by_role("dialog").get_by_role("button", name="Ask for it").click()
        await expect(page.get_by_test_id("asked-second-factor")).to_contain_text("no days")
        await theirs.reload()
        await expect(theirs.get_by_test_id("kept-out")).to_contain_text("Until you set one up, its plan, its pages")
        await expect(theirs.get_by_role("button", name="Leave Harbour Works")).to_be_visible()
        await photograph(theirs, "kept-out")
        await fits(theirs)
        await set_app(theirs)
        await expect(member(theirs, "Ada")).to_be_visible()
        await theirs.goto(served.url)
        await expect(theirs.get_by_label("Message", exact=True)).to_be_visible()
        await expect(theirs.get_by_test_id("second-factor-banner")).to_have_count(0)

        await page.reload()
        await expect(page.get_by_text("Ada asked members for a second factor, within 7 days.")).to_be_visible()
        await open_part(page, served, "admin/organizations")
        await expect(page.get_by_text("asks for a second factor")).to_be_visible()


async def test_what_was_refused_for_want_of_one_is_done_once_it_is_set(
    addresses: Addresses, page: Page, browser: Browser, as_owner: asyncpg.Connection
) -> None:
    """It begins to be asked for while a page is open."""
    async with serving(addresses, [ScriptedModel()]) as served, another_browser(browser) as theirs:
        link = await founded(page, served)
        await join_as_new(theirs, link, "Bea")
        await as_owner.execute("update org_members set role = 'admin' where role = 'member'")
        await theirs.reload()
        await theirs.get_by_role("button", name="Rename").click()
        await theirs.get_by_label("New name").fill("Harbour and Sons")
        await ask(page, 0)
        await expect(page.get_by_test_id("asked-second-factor")).to_contain_text("no days")
        await theirs.get_by_role("button", name="Save name").click()
        dialog = theirs.get_by_role("dialog", name="A second factor is asked for")
        await expect(dialog.get_by_role("button", name="Go on")).to_be_disabled()
        await long_ago(as_owner)
        await dialog.get_by_role("button", name="Set up authenticator app").click()
        asked = theirs.get_by_role("dialog", name="Is it you?")
        await asked.get_by_label("Password").fill(PASSWORD)
        await asked.get_by_role("button", name="Confirm").click()
        secret = await dialog.get_by_test_id("app-secret").text_content()
        assert secret
        await dialog.get_by_label("Code from the app").fill(Phone(secret.replace(" ", "")).code())
        await dialog.get_by_role("button", name="Turn it on").click()
        await dialog.get_by_role("button", name="I’ve saved them").click()
        await dialog.get_by_role("button", name="Go on").click()
        await expect(theirs.get_by_text("The organization is renamed.")).to_be_visible()
        await expect(theirs.get_by_test_id("organization-name")).to_have_text("Harbour and Sons")


async def test_whoever_is_kept_out_can_leave(addresses: Addresses, page: Page, browser: Browser) -> None:
    async with serving(addresses, [ScriptedModel()]) as served, another_browser(browser) as theirs:
        link = await founded(page, served)
        await ask(page, 0)
        await theirs.goto(link)
        await theirs.get_by_role("button", name="Create an account").click()
        await theirs.get_by_label("Email").fill("bea@example.org")
        await theirs.get_by_label("Password", exact=True).fill(PASSWORD)
        await theirs.get_by_role("button", name="Create account").click()
        await expect(theirs.get_by_text("It asks its members for a second factor.")).to_be_visible()
        await theirs.get_by_role("button", name="Join Harbour Works").click()
        await expect(theirs.get_by_test_id("kept-out")).to_be_visible()
        await theirs.get_by_role("button", name="Leave Harbour Works").click()
        await theirs.get_by_role("dialog").get_by_role("button", name="Leave", exact=True).click()
        await expect(theirs.get_by_text("You are in no organization.")).to_be_visible()
