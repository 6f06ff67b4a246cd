"""People found an organization, invite each other and change roles; somebody runs out of chats; an admin helps."""

from __future__ import annotations

import re

import asyncpg
import pytest
from playwright.async_api import Browser, Locator, Page, expect

from holdfast.core.jobs import enqueue
from holdfast.core.migrate import Addresses
from tests.browser.conftest import another_browser, photograph, resize
from tests.browser.test_chat import say, sign_up
from tests.scripted import ScriptedModel, says
from tests.serving import PASSWORD, Served, chat_body, serving
from tests.web.test_admin_work import ERRAND, kill
from tests.working import work_off

pytestmark = pytest.mark.anyio


async def open_part(page: Page, served: Served, part: str) -> None:
    await page.goto(f"{served.url}/{part}")


async def found(page: Page, served: Served, name: str = "Harbour Works") -> None:
    await open_part(page, served, "settings/organization")
    await page.get_by_label("Name of the organization").fill(name)
    await page.get_by_role("button", name="Create organization").click()
    await expect(page.get_by_test_id("organization-name")).to_have_text(name)


async def invite_link(page: Page) -> str:
    await page.get_by_role("button", name="Create invite").click()
    link = await page.get_by_test_id("invite-link").text_content()
    assert link
    return link


async def join_as_new(page: Page, link: str, name: str) -> None:
    """From the link to the organization, with an account made on the way."""
    await page.goto(link)
    await page.get_by_role("button", name="Create an account").click()
    await page.get_by_label("Name").fill(name)
    await page.get_by_label("Email").fill(f"{name.lower()}@example.org")
    await page.get_by_label("Password", exact=True).fill(PASSWORD)
    await page.get_by_role("button", name="Create account").click()
    await page.get_by_role("button", name="Join Harbour Works").click()
    await expect(page.get_by_test_id("organization-name")).to_have_text("Harbour Works")


def member(page: Page, name: str) -> Locator:
    return page.get_by_role("list", name="Members").get_by_role("listitem").filter(has_text=name)


async def test_an_invite_by_link_roles_that_change_and_an_owner_who_leaves_it_to_another(
    addresses: Addresses, page: Page, browser: Browser
) -> None:
    async with serving(addresses, [ScriptedModel()]) as served, another_browser(browser) as theirs:
        await sign_up(page, served)
        await found(page, served)
        await expect(page.get_by_test_id("own-role")).to_contain_text("You are an owner.")
        await expect(page.get_by_text("You are its only member")).to_be_visible()
        link = await invite_link(page)
        assert re.fullmatch(re.escape(served.url) + r"/join#[2-9A-Z]{10}", link)

        await theirs.goto(link)
        await expect(theirs.get_by_role("heading", name="You are invited")).to_be_visible()
        await expect(theirs, "the code is out of the address").to_have_url(f"{served.url}/join")
        await theirs.get_by_role("button", name="Create an account").click()
        assert link[-6:] not in theirs.url
        await theirs.get_by_label("Name").fill("Bea")
        await theirs.get_by_label("Email").fill("bea@example.org")
        await theirs.get_by_label("Password", exact=True).fill(PASSWORD)
        await theirs.get_by_role("button", name="Create account").click()
        await expect(theirs.get_by_text("Ada invites you as a member.")).to_be_visible()
        await photograph(theirs, "invitation")
        await theirs.get_by_role("button", name="Join Harbour Works").click()
        await expect(theirs.get_by_test_id("own-role")).to_contain_text("You are a member.")
        await expect(theirs.get_by_label("Members", exact=True).first).to_be_visible()
        for hidden in ("Invites", "History"):
            await expect(theirs.get_by_role("heading", name=hidden, exact=True)).to_have_count(0)
        await expect(theirs.get_by_role("button", name="Rename")).to_have_count(0)
        await expect(theirs.get_by_role("button", name="Remove Ada")).to_have_count(0)

        await page.reload()
        await invite_link(page)
        await resize(page, 1280, 1240)
        await page.get_by_role("heading", name="Organization", exact=True).scroll_into_view_if_needed()
        await photograph(page, "organization", in_the_dark=True)
        await resize(page, 1280, 800)
        await page.get_by_label("Role of Bea").select_option("admin")
        await expect(page.get_by_text("Bea is an admin now.")).to_be_visible()
        # Without a reload: the page looks again by itself when somebody comes back to it.
        await theirs.evaluate("window.dispatchEvent(new Event('focus'))")
        await expect(theirs.get_by_test_id("own-role")).to_contain_text("You are an admin.")
        await expect(theirs.get_by_role("heading", name="Invites", exact=True)).to_be_visible()
        await expect(theirs.get_by_label("Joins as").get_by_role("option")).to_have_count(1)
        await theirs.get_by_role("button", name="Rename").click()
        await theirs.get_by_label("New name").fill("Harbour & Sons")
        await theirs.get_by_role("button", name="Save name").click()
        await expect(theirs.get_by_test_id("organization-name")).to_have_text("Harbour & Sons")

        await page.reload()
        history = page.get_by_role("list", name="What happened")
        for sentence in (
            "Bea renamed it from “Harbour Works” to “Harbour & Sons”.",
            "Ada changed Bea from member to admin.",
            "Bea joined as a member.",
            "Ada created an invite for members.",
            "Ada created the organization as “Harbour Works”.",
        ):
            await expect(history).to_contain_text(sentence)
        await page.get_by_role("button", name="Leave Harbour & Sons").click()
        dialog = page.get_by_role("dialog")
        await expect(dialog).to_contain_text("You are its only owner.")
        await expect(dialog.get_by_role("button", name="Leave", exact=True)).to_be_disabled()
        await dialog.get_by_label("New owner").select_option(label="Bea (bea@example.org)")
        await dialog.get_by_role("button", name="Leave", exact=True).click()
        await expect(page.get_by_text("You are in no organization.")).to_be_visible()

        await theirs.reload()
        await expect(theirs.get_by_test_id("own-role")).to_contain_text("You are an owner.")
        await theirs.get_by_role("button", name="Delete the organization").click()
        dialog = theirs.get_by_role("dialog")
        await expect(dialog.get_by_role("button", name="Delete for good")).to_be_disabled()
        await dialog.get_by_label("Type “Harbour & Sons” to delete it").fill("Harbour & Sons")
        await dialog.get_by_role("button", name="Delete for good").click()
        await expect(theirs.get_by_text("You are in no organization.")).to_be_visible()


async def test_a_key_of_the_organization_is_made_by_a_member_and_ended_by_its_owner(
    addresses: Addresses, page: Page, browser: Browser
) -> None:
    async with serving(addresses, [ScriptedModel()]) as served, another_browser(browser) as theirs:
        await sign_up(page, served)
        await found(page, served)
        await join_as_new(theirs, await invite_link(page), "Bea")
        await theirs.get_by_label("Name of the key").fill("Shop bot")
        await theirs.get_by_role("button", name="Create key").click()
        key = await theirs.get_by_test_id("fresh-key").text_content()
        async with served.stranger() as program:
            program.headers["x-api-key"] = key or ""
            assert (await program.get("/api/chats")).status_code == 200
            await page.reload()
            await expect(page.get_by_text("acts as Bea")).to_be_visible()
            await page.get_by_role("button", name="Revoke Shop bot").click()
            await page.get_by_role("dialog").get_by_role("button", name="Revoke").click()
            await expect(page.get_by_text("The key is revoked")).to_be_visible()
            assert (await program.get("/api/chats")).status_code == 401
        await expect(page.get_by_text("Bea created the API key “Shop bot”.")).to_be_visible()


async def test_a_code_that_opens_nothing_is_told_in_plain_words_and_somebody_removed_loses_the_page(
    addresses: Addresses, page: Page, browser: Browser
) -> None:
    async with serving(addresses, [ScriptedModel()]) as served, another_browser(browser) as theirs:
        await sign_up(page, served)
        await open_part(page, served, "settings/organization")
        await page.get_by_label("Invitation code").fill("zzz-zzz")
        await page.get_by_role("button", name="Look at the invitation").click()
        await expect(page.get_by_text("This invitation does not work, or not any more")).to_be_visible()
        await page.get_by_role("button", name="Try another code").click()
        await expect(page.get_by_label("Invitation code")).to_be_visible()

        await found(page, served)
        link = await invite_link(page)
        await join_as_new(theirs, link, "Bea")
        await page.reload()
        await expect(page.get_by_role("list", name="Open invites")).to_have_count(0)
        await member(page, "Bea").get_by_role("button", name="Remove Bea").click()
        dialog = page.get_by_role("dialog")
        await expect(dialog).to_contain_text("Their own chats, memory, files and keys stay theirs.")
        await dialog.get_by_role("button", name="Remove").click()
        await expect(member(page, "Bea")).to_have_count(0)
        await theirs.get_by_role("button", name="Leave Harbour Works").click()
        await theirs.get_by_role("dialog").get_by_role("button", name="Leave", exact=True).click()
        await expect(theirs.get_by_role("dialog")).to_contain_text("There is no such organization.")
        await theirs.reload()
        await expect(theirs.get_by_text("You are in no organization.")).to_be_visible()
        await theirs.goto(link)
        await expect(theirs.get_by_text("This invitation does not work, or not any more")).to_be_visible()


async def set_chats_a_day(page: Page, served: Served, name: str, many: str) -> None:
    """As an admin, through the page."""
    await open_part(page, served, "admin/users")
    await page.get_by_label("Search users").fill(name.lower())
    await expect(page.get_by_role("list", name="Users").get_by_role("listitem")).to_have_count(1)
    await page.get_by_role("button", name=f"Change {name}").click()
    await page.get_by_role("menuitem", name="Plan and limits").click()
    dialog = page.get_by_role("dialog")
    await dialog.get_by_label("Plan").select_option("free")
    if not await dialog.get_by_label("Messages a day").is_visible():
        await dialog.get_by_text("Limits that differ from the plan").click()
    await dialog.get_by_label("Messages a day").fill(many)
    if many != "no":
        await photograph(page, "admin-plan")
    await dialog.get_by_role("button", name="Save").click()
    await expect(dialog).to_have_count(0)


async def test_running_out_of_chats_is_explained_before_and_after_and_nothing_typed_is_lost(
    addresses: Addresses, page: Page, browser: Browser
) -> None:
    model = ScriptedModel(says("Heard."))
    # Whose language the page does not speak, and whose hours are written otherwise: they are spoken to in English.
    french = another_browser(browser, locale="fr-FR")
    async with serving(addresses, [model]) as served, french as theirs, served.stranger() as phone:
        await sign_up(page, served)
        await sign_up(theirs, served, "Bea")
        await expect(theirs.get_by_test_id("quota-left")).to_have_count(0)
        await set_chats_a_day(page, served, "Bea", "3")
        await expect(page.get_by_test_id("user-plan")).to_contain_text("free")

        await theirs.reload()
        left = theirs.get_by_test_id("quota-left")
        await expect(left).to_contain_text("3 of your 3 messages for today are left; they come back on")
        await say(theirs, "One")
        await expect(left).to_contain_text("2 of your 3 messages for today are left")
        await say(theirs, "Two")
        await expect(left).to_contain_text("1 of your 3 messages for today is left")

        body = {"email": "bea@example.org", "password": PASSWORD}
        assert (await phone.post("/api/auth/login", json=body)).status_code == 200
        assert (await phone.post("/api/chat", json=chat_body("Three, from the phone"))).status_code == 200
        await say(theirs, "Four, which is one too many")
        refusal = theirs.get_by_test_id("composer-error")
        words = "You have used all your 3 messages for today; they come back on "
        await expect(refusal).to_contain_text(words)
        await expect(refusal).to_contain_text("The plan pro has more of them.")
        await expect(theirs.get_by_label("Message", exact=True)).to_have_value("Four, which is one too many")
        upgrade = theirs.get_by_role("dialog", name="No messages left for today")
        await expect(upgrade).to_contain_text("The plan pro has more.")
        await upgrade.get_by_role("button", name="Not now").click()
        await photograph(theirs, "out-of-chats", in_the_dark=True)

        await theirs.reload()
        before = theirs.get_by_test_id("quota-exhausted")
        await expect(before).to_contain_text(words)
        await expect(before).to_contain_text("The plan pro has more of them.")
        await expect(theirs.get_by_label("Message", exact=True)).to_have_value("Four, which is one too many")
        send = theirs.get_by_role("button", name="Send", exact=True)
        await expect(send).to_have_attribute("aria-disabled", "true")
        asked = len(model.calls)
        # A button that says that it is disabled is not clicked by Playwright; a person may.
        await send.dispatch_event("click")
        await expect(upgrade).to_be_visible()
        await upgrade.get_by_role("button", name="Try again").click()
        await expect(upgrade).to_contain_text("Not yet.")
        await theirs.keyboard.press("Escape")
        await expect(theirs.locator("#chat-quota")).to_be_focused()
        assert len(model.calls) == asked
        await open_part(theirs, served, "settings/usage")
        await expect(theirs.get_by_label("Used", exact=True)).to_contain_text("3 of 3 used")
        await expect(theirs.get_by_label("Your plan")).to_contain_text("Your personal plan.")
        await expect(theirs.get_by_label("Table of plans")).to_contain_text("Your plan")
        await resize(theirs, 1280, 1240)
        await photograph(theirs, "usage", in_the_dark=True)
        await resize(theirs, 1280, 800)

        await theirs.goto(f"{served.url}/")
        await theirs.get_by_label("Message", exact=True).fill("Five, allowed again")
        await expect(before).to_be_visible()
        await set_chats_a_day(page, served, "Bea", "no")
        await send.dispatch_event("click")
        await expect(theirs.get_by_text("Heard.").last).to_be_visible()
        await expect(before).to_have_count(0)


async def test_an_admin_looks_after_the_installation_and_nobody_else_can(
    addresses: Addresses, as_owner: asyncpg.Connection, page: Page, browser: Browser
) -> None:
    # What somebody uses counts on their own day, and what all used is shown by the days of UTC.
    near = another_browser(browser, timezone_id="UTC")
    async with serving(addresses, [ScriptedModel()]) as served, near as theirs:
        await sign_up(page, served)
        await sign_up(theirs, served, "Bea")
        await say(theirs, "A secret about the harbour")
        await expect(theirs.get_by_role("button", name="Why this answer?")).to_be_visible()
        await open_part(theirs, served, "admin/users")
        await expect(theirs.get_by_role("heading", name="Page not found")).to_be_visible()
        await expect(theirs.get_by_role("navigation", name="Installation")).to_have_count(0)

        await found(page, served)
        await page.get_by_label("Send it to an email address (optional)").fill("cleo@example.org")
        await page.get_by_role("button", name="Send invite").click()
        await expect(page.get_by_role("list", name="Open invites")).to_contain_text("sent to cleo@example.org")
        await work_off(served.parts)

        await page.get_by_role("link", name="Installation").click()
        parts = page.get_by_role("navigation", name="Installation")
        await parts.get_by_role("link", name="Organizations").click()
        await page.get_by_role("button", name="Plan of Harbour Works").click()
        dialog = page.get_by_role("dialog")
        await dialog.get_by_label("Plan").select_option("business")
        await dialog.get_by_label("Seats", exact=True).fill("7")
        await dialog.get_by_role("button", name="Save").click()
        await expect(page.get_by_role("list", name="Organizations")).to_contain_text("1 of 7 seats")
        await expect(page.get_by_role("list", name="Organizations")).to_contain_text("business")
        await parts.get_by_role("link", name="Usage (all users)").click()
        await expect(page.get_by_label("Usage (all users)")).to_contain_text("bea@example.org")
        await parts.get_by_role("link", name="Jobs").click()
        letters = page.get_by_label("Dead letters", exact=True).first
        await expect(letters).to_contain_text("None.")
        async with served.parts.db.as_nobody() as tx:
            for errand in ("first", "second"):
                await enqueue(tx, ERRAND, {"errand": errand})
        first, second = await kill(as_owner)
        await letters.get_by_role("button", name="Refresh").click()
        await expect(letters).to_contain_text("ValueError at holdfast.memory.fold:42")
        await letters.get_by_role("button", name=f"Try job-{first} again").click()
        await expect(page.get_by_text("Back in the queue.")).to_be_visible()
        await letters.get_by_role("button", name=f"Delete job-{second}").click()
        await page.get_by_role("dialog").get_by_role("button", name="Delete").click()
        await expect(letters).to_contain_text("None.")
        await parts.get_by_role("link", name="Health").click()
        await expect(page.get_by_test_id("health-status")).to_be_visible()
        await expect(page.get_by_label("Health", exact=True)).to_contain_text("Postgres")
        await parts.get_by_role("link", name="Mails").click()
        await expect(page.get_by_role("list", name="Mails")).to_contain_text("cleo@example.org")
        await expect(page.get_by_role("list", name="Mails")).to_contain_text("kept here")

        await parts.get_by_role("link", name="Users", exact=True).click()
        await page.get_by_role("button", name="Change Bea").click()
        await page.get_by_role("menuitem", name="Suspend").click()
        await expect(page.get_by_role("dialog")).to_contain_text("signed out everywhere at once")
        await page.get_by_role("dialog").get_by_role("button", name="Suspend").click()
        await expect(page.get_by_role("list", name="Users")).to_contain_text("suspended since")
        await theirs.goto(f"{served.url}/settings")
        await expect(theirs.get_by_role("button", name="Sign in")).to_be_visible()
        await page.get_by_role("button", name="Change Bea").click()
        await page.get_by_role("menuitem", name="Let back in").click()
        await page.get_by_role("dialog").get_by_role("button", name="Let back in").click()
        await expect(page.get_by_role("list", name="Users")).not_to_contain_text("suspended since")
        await parts.get_by_role("link", name="History").click()
        deeds = page.get_by_role("list", name="What was changed")
        await expect(deeds).to_contain_text("Ada let Bea back in.")
        await expect(deeds).to_contain_text("Ada changed the plan of Harbour Works from none to business.")
        await expect(deeds).to_contain_text("Ada changed the seats of Harbour Works from 10000 to 7.")
        assert "secret" not in await page.content()
