"""What people do with links from their mailbox: a lost password, whose an address is, another one, the old one back."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import asyncpg
import pytest
from playwright.async_api import Browser, Page, expect

from holdfast.core.migrate import Addresses
from tests.accounts.second_factor.setting import long_ago
from tests.browser.conftest import another_browser, photograph
from tests.browser.test_chat import sign_up
from tests.loopback.smtp_server import SmtpServer
from tests.scripted import ScriptedModel
from tests.serving import PASSWORD, Served, serving
from tests.waiting import until
from tests.working import working

pytestmark = pytest.mark.anyio

NEW = "another horse entirely"
VERIFY = "Confirm your address for Holdfast"
PHONE: dict[str, Any] = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "color_scheme": "dark"}


@asynccontextmanager
async def with_mail(addresses: Addresses, **settings: Any) -> AsyncIterator[tuple[Served, SmtpServer]]:
    async with SmtpServer() as server:
        mail = {"smtp_host": "127.0.0.1", "smtp_port": server.port, "smtp_tls": "none"}
        async with serving(addresses, [ScriptedModel()], mail=mail, **settings) as served, working(served.parts):
            yield served, server


async def links_from(server: SmtpServer, subject: str, to: str = "ada@example.org", *, count: int) -> list[str]:
    """Of the mails with this subject, oldest first."""

    def found() -> list[str]:
        mails = [one for one in server.mails if one.recipients == [to] and one.message["Subject"] == subject]
        return [re.findall(r"https?://\S+#[\w-]{43}", one.text)[0] for one in mails]

    await until(lambda: len(found()) >= count)
    return found()


async def link_from(server: SmtpServer, subject: str, to: str = "ada@example.org") -> str:
    """Of the newest one."""
    return (await links_from(server, subject, to, count=1))[-1]


async def sign_in(page: Page, password: str, email: str = "ada@example.org") -> None:
    await page.get_by_label("Email").fill(email)
    await page.get_by_label("Password", exact=True).fill(password)
    await page.get_by_role("button", name="Sign in").click()


async def test_a_lost_password_is_replaced_by_a_link_from_the_mailbox(
    addresses: Addresses, page: Page, browser: Browser
) -> None:
    async with with_mail(addresses) as (served, server), another_browser(browser) as elsewhere:
        await sign_up(page, served)
        await elsewhere.goto(f"{served.url}/login")
        await elsewhere.get_by_role("link", name="Forgot your password?").click()
        await elsewhere.get_by_label("Email").fill("ada@example.org")
        await elsewhere.get_by_role("button", name="Send me a link").click()
        await expect(elsewhere.get_by_test_id("mail-sent")).to_contain_text("ada@example.org")
        link = await link_from(server, "Choose a new password for Holdfast")

        await elsewhere.goto(link)
        await expect(elsewhere.get_by_role("heading", name="Choose a new password")).to_be_visible()
        await expect(elsewhere, "the token is out of the address").to_have_url(f"{served.url}/reset")
        await elsewhere.reload()
        await elsewhere.get_by_label("New password").fill(NEW)
        await elsewhere.get_by_role("button", name="Set new password").click()
        await expect(elsewhere.get_by_text("Your new password is set.")).to_be_visible()
        await sign_in(elsewhere, NEW)
        await expect(elsewhere.get_by_label("Message", exact=True)).to_be_visible()

        await page.reload()
        await expect(page.get_by_role("heading", name="Welcome back")).to_be_visible()
        await page.goto(link)
        await page.get_by_label("New password").fill(NEW)
        await page.get_by_role("button", name="Set new password").click()
        await expect(page.get_by_test_id("dead-link")).to_contain_text("Ask for a new one")


async def test_where_no_mail_is_sent_an_admin_hands_a_link_on(
    addresses: Addresses, page: Page, browser: Browser
) -> None:
    async with serving(addresses, [ScriptedModel()]) as served, another_browser(browser) as theirs:
        await sign_up(page, served)
        async with served.person("bob"):
            await theirs.goto(f"{served.url}/forgot")
            await expect(theirs.get_by_test_id("no-mail")).to_contain_text("Ask the person who runs it")
            await page.goto(f"{served.url}/admin/users")
            await page.get_by_role("button", name="Change Bob").click()
            await page.get_by_role("menuitem", name="New password by link").click()
            await page.get_by_role("button", name="Make link").click()
            link = await page.get_by_test_id("reset-link").text_content()
            assert link
            await theirs.goto(link)
            await theirs.get_by_label("New password").fill(NEW)
            await theirs.get_by_role("button", name="Set new password").click()
            await sign_in(theirs, NEW, "bob@example.org")
            await expect(theirs.get_by_label("Message", exact=True)).to_be_visible()
        await page.goto(f"{served.url}/admin/history")
        await expect(page.get_by_text("made a link by which Bob can choose a new password.")).to_be_visible()


async def test_an_address_is_confirmed_by_the_link_in_the_mail_and_the_banner_goes(
    addresses: Addresses, page: Page, browser: Browser
) -> None:
    async with with_mail(addresses) as (served, server), another_browser(browser, **PHONE) as phone:
        await sign_up(page, served)
        banner = page.get_by_test_id("address-banner")
        await expect(banner).to_contain_text("Open the link in the email to ada@example.org.")
        await photograph(page, "address-banner")
        await banner.get_by_role("button", name="Send it again").click()
        await expect(page.get_by_text("A link is on its way to ada@example.org.")).to_be_visible()
        first, again = await links_from(server, VERIFY, count=2)

        # On the phone she is not signed in: she is asked to, and the link waits.
        await phone.goto(first)
        await expect(phone.get_by_role("heading", name="Welcome back")).to_be_visible()
        assert "#" not in phone.url
        await sign_in(phone, PASSWORD)
        await expect(phone.get_by_role("heading", name="Your address is confirmed")).to_be_visible()
        await expect(phone).to_have_url(f"{served.url}/verify")
        await phone.get_by_role("button", name="Go to your chats").click()
        await expect(phone.get_by_label("Message", exact=True)).to_be_visible()
        await expect(phone.get_by_test_id("address-banner")).to_have_count(0)

        # The other link is spent with it; the page she left open notices when it is looked at again.
        await page.goto(again)
        await expect(page.get_by_role("heading", name="Your address is confirmed")).to_be_visible()
        await page.goto(f"{served.url}/settings/account")
        await expect(page.get_by_test_id("address-state")).to_have_text("Confirmed")


async def test_a_dead_link_says_who_is_signed_in_and_sends_a_new_one(addresses: Addresses, page: Page) -> None:
    async with with_mail(addresses) as (served, server):
        await sign_up(page, served)
        await page.goto(f"{served.url}/verify#{'x' * 43}")
        await expect(page.get_by_role("heading", name="This link no longer works")).to_be_visible()
        await expect(page.get_by_test_id("dead-link")).to_contain_text("ada@example.org")
        await page.get_by_role("button", name="Send a new link").click()
        _, again = await links_from(server, VERIFY, count=2)
        await page.goto(again)
        await expect(page.get_by_role("heading", name="Your address is confirmed")).to_be_visible()


async def test_an_invitation_waits_until_the_address_is_confirmed(
    addresses: Addresses, page: Page, browser: Browser
) -> None:
    async with with_mail(addresses) as (served, server), another_browser(browser) as theirs:
        async with served.person("owner") as owner:
            made = await owner.http.post("/api/organizations", json={"name": "Harbour Works"})
            invite = await owner.http.post(f"/api/organizations/{made.json()['id']}/invites", json={})
        await page.goto(f"{served.url}/register")
        await sign_up(page, served)
        await page.goto(invite.json()["link"])
        await expect(page.get_by_test_id("confirm-first")).to_contain_text("open the link in the mail")
        await expect(page.get_by_role("button", name="Join Harbour Works")).to_be_disabled()
        link = await link_from(server, VERIFY)
        await page.goto(link)
        await expect(page.get_by_role("heading", name="Your address is confirmed")).to_be_visible()
        await page.goto(invite.json()["link"])
        await page.get_by_role("button", name="Join Harbour Works").click()
        await expect(page.get_by_test_id("organization-name")).to_have_text("Harbour Works")
        assert theirs.url == "about:blank"


async def test_an_address_is_changed_by_a_link_to_the_new_one_and_the_old_one_takes_it_back(
    addresses: Addresses, page: Page, browser: Browser
) -> None:
    async with with_mail(addresses) as (served, server), another_browser(browser, **PHONE) as owner:
        await sign_up(page, served)
        await page.goto(await link_from(server, VERIFY))
        await expect(page.get_by_role("heading", name="Your address is confirmed")).to_be_visible()
        await page.goto(f"{served.url}/settings/account")
        await page.get_by_role("button", name="Change address").click()
        await page.get_by_label("New address").fill("ada@elsewhere.example")
        await page.get_by_role("button", name="Send a link to it").click()
        await expect(page.get_by_test_id("pending-change")).to_contain_text("ada@elsewhere.example")
        await page.goto(await link_from(server, "Use this address for Holdfast", "ada@elsewhere.example"))
        await expect(page.get_by_text("From now on you sign in with ada@elsewhere.example.")).to_be_visible()
        await page.get_by_role("button", name="Go to your settings").click()
        await expect(page.get_by_text("Signed in as Ada, ada@elsewhere.example")).to_be_visible()

        await owner.goto(await link_from(server, "Your account has another address now"))
        await expect(owner.get_by_text("Its address will be ada@example.org again.")).to_be_visible()
        await owner.get_by_label("New password").fill(NEW)
        await owner.get_by_role("button", name="Take it back").click()
        await expect(owner.get_by_text("The account has the address ada@example.org again.")).to_be_visible()
        await sign_in(owner, NEW)
        await expect(owner.get_by_label("Message", exact=True)).to_be_visible()
        await page.reload()
        await expect(page.get_by_role("heading", name="Welcome back")).to_be_visible()


async def test_whoever_signed_in_a_while_ago_is_asked_who_they_are_and_then_the_address_changes(
    addresses: Addresses, page: Page, as_owner: asyncpg.Connection
) -> None:
    async with with_mail(addresses) as (served, server):
        await sign_up(page, served)
        await long_ago(as_owner)
        await page.goto(f"{served.url}/settings/account")
        await page.get_by_role("button", name="Change address").click()
        await page.get_by_label("New address").fill("ada@elsewhere.example")
        await page.get_by_role("button", name="Send a link to it").click()
        dialog = page.get_by_role("dialog", name="Is it you?")
        await dialog.get_by_label("Password").fill(PASSWORD)
        await dialog.get_by_role("button", name="Confirm").click()
        await expect(page.get_by_test_id("pending-change")).to_contain_text("ada@elsewhere.example")
        await page.get_by_role("button", name="Keep the old one").click()
        await expect(page.get_by_text("The address stays as it is.")).to_be_visible()
        await page.goto(await link_from(server, "Use this address for Holdfast", "ada@elsewhere.example"))
        await expect(page.get_by_role("heading", name="This link no longer works")).to_be_visible()
