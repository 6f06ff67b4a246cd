"""What people do with links from their mailbox: a lost password, by mail and by hand."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import pytest
from playwright.async_api import Browser, Page, expect

from holdfast.core.migrate import Addresses
from tests.browser.conftest import another_browser
from tests.browser.test_chat import sign_up
from tests.loopback.smtp_server import SmtpServer
from tests.scripted import ScriptedModel
from tests.serving import Served, serving
from tests.waiting import until
from tests.working import working

pytestmark = pytest.mark.anyio

NEW = "another horse entirely"


@asynccontextmanager
async def with_mail(addresses: Addresses, **settings: Any) -> AsyncIterator[tuple[Served, SmtpServer]]:
    async with SmtpServer() as server:
        mail = {"smtp_host": "127.0.0.1", "smtp_port": server.port, "smtp_tls": "none"}
        async with serving(addresses, [ScriptedModel()], mail=mail, **settings) as served, working(served.parts):
            yield served, server


async def link_from(server: SmtpServer, subject: str, to: str = "ada@example.org") -> str:
    """Of the newest mail with this subject."""

    def found() -> list[str]:
        mails = [one for one in server.mails if one.recipients == [to] and one.message["Subject"] == subject]
        return [re.findall(r"https?://\S+#[\w-]{43}", one.text)[0] for one in mails[-1:]]

    await until(lambda: bool(found()))
    return found()[0]


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
        assert elsewhere.url == f"{served.url}/reset", "the token is out of the address"
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
            await page.goto(f"{served.url}/settings?part=users")
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
        await page.goto(f"{served.url}/settings?part=deeds")
        await expect(page.get_by_text("made a link by which Bob can choose a new password.")).to_be_visible()
