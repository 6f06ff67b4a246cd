"""A second factor is set, asked for, lost and taken away, as a person does it; and a provider is linked."""

from __future__ import annotations

import os
from pathlib import Path

import asyncpg
import pytest
from playwright.async_api import Browser, CDPSession, Page, expect

from holdfast.core.migrate import Addresses
from tests.accounts.issuer import LoopbackIssuer, issuing
from tests.accounts.second_factor.setting import Phone, forget_steps, long_ago
from tests.browser.conftest import another_browser, fits, photograph
from tests.browser.test_chat import sign_up
from tests.scripted import ScriptedModel
from tests.serving import PASSWORD, Served, serving

pytestmark = pytest.mark.anyio


async def look(page: Page, name: str) -> None:
    """For whoever works on it: `LOOK=folder` keeps what the page looks like."""
    if folder := os.environ.get("LOOK"):
        await page.wait_for_timeout(250)  # until what moves stands still
        await page.screenshot(path=str(Path(folder) / f"{name}.png"), full_page=True)


async def set_up_app(page: Page, served: Served) -> tuple[Phone, list[str]]:
    await page.goto(f"{served.url}/settings/security")
    await page.get_by_role("button", name="Set up authenticator app").click()
    secret = await page.get_by_test_id("app-secret").text_content()
    assert secret
    phone = Phone(secret.replace(" ", ""))
    await page.get_by_label("Code from the app").fill(phone.code())
    await page.get_by_role("button", name="Turn it on").click()
    codes = page.get_by_role("list", name="Recovery codes").get_by_role("listitem")
    await expect(codes).to_have_count(10)
    return phone, await codes.all_text_contents()


async def log_in(page: Page, served: Served) -> None:
    await page.goto(f"{served.url}/login")
    await page.get_by_label("Email").fill("ada@example.org")
    await page.get_by_label("Password", exact=True).fill(PASSWORD)
    await page.get_by_role("button", name="Sign in").click()


async def test_an_app_is_set_asked_for_and_taken_away(
    addresses: Addresses, page: Page, browser: Browser, as_owner: asyncpg.Connection
) -> None:
    async with serving(addresses, [ScriptedModel()]) as served, another_browser(browser) as other:
        await sign_up(page, served)
        await page.goto(f"{served.url}/settings/security")
        await expect(page.get_by_test_id("no-factor")).to_be_visible()
        await page.get_by_role("button", name="Set up authenticator app").click()
        await expect(page.get_by_role("img", name="QR code for the authenticator app")).to_be_visible()
        await page.get_by_label("Code from the app").fill("000000")
        await page.get_by_role("button", name="Turn it on").click()
        await expect(page.get_by_test_id("refusal")).to_contain_text("not the code the app shows now")
        await page.get_by_role("button", name="Cancel").click()
        phone, codes = await set_up_app(page, served)
        await page.get_by_role("button", name="I’ve saved them").click()
        await expect(page.get_by_text("10 left. Each works once.")).to_be_visible()

        await log_in(other, served)
        await expect(other.get_by_role("heading", name="One more step")).to_be_visible()
        await other.get_by_label("Code").fill("000000")
        await other.get_by_role("button", name="Sign in", exact=True).click()
        await expect(other.get_by_test_id("refusal")).to_contain_text("not right, or was used already")
        await other.get_by_label("Code").fill(phone.code())
        await other.get_by_role("button", name="Sign in", exact=True).click()
        await expect(other.get_by_label("Message", exact=True)).to_be_visible()

        await other.context.clear_cookies()
        await log_in(other, served)
        await other.get_by_role("button", name="Use a recovery code").click()
        await other.get_by_label("Recovery code").fill(codes[0].lower())
        await other.get_by_role("button", name="Sign in", exact=True).click()
        await expect(other.get_by_label("Message", exact=True)).to_be_visible()

        await long_ago(as_owner)
        await forget_steps(as_owner)
        await page.reload()
        await expect(page.get_by_text("9 left. Each works once.")).to_be_visible()
        await page.get_by_role("button", name="Remove authenticator app").click()
        await page.get_by_role("dialog").get_by_role("button", name="Remove").click()
        asked = page.get_by_role("dialog", name="Is it you?")
        await asked.get_by_label("Code").fill(Phone(phone.secret).code())
        await asked.get_by_role("button", name="Confirm").click()
        await expect(page.get_by_test_id("no-factor")).to_be_visible()


async def test_what_it_looks_like_by_day_by_night_and_on_a_phone(
    addresses: Addresses, browser: Browser, as_owner: asyncpg.Connection
) -> None:
    async with serving(addresses, [ScriptedModel()]) as served:
        for name, how in (
            ("light", {}),
            ("dark", {"color_scheme": "dark"}),
            ("phone", {"viewport": {"width": 360, "height": 740}, "has_touch": True}),
        ):
            async with another_browser(browser, **how) as page:
                await sign_up(page, served) if name == "light" else await log_in(page, served)
                await expect(page.get_by_label("Message", exact=True)).to_be_visible()
                await page.goto(f"{served.url}/settings/security")
                await page.get_by_role("button", name="Set up authenticator app").click()
                await expect(page.get_by_test_id("app-secret")).to_be_visible()
                await look(page, f"set-up-{name}")
                await fits(page)
                phone, _ = await set_up_app(page, served)
                await page.get_by_role("list", name="Recovery codes").scroll_into_view_if_needed()
                await look(page, f"codes-{name}")
                if name == "light":
                    await photograph(page, "recovery-codes")
                await page.context.clear_cookies()
                await log_in(page, served)
                await expect(page.get_by_role("heading", name="One more step")).to_be_visible()
                await look(page, f"step-{name}")
                await forget_steps(as_owner)
                await page.get_by_label("Code").fill(Phone(phone.secret).code())
                await page.get_by_role("button", name="Sign in", exact=True).click()
                await expect(page.get_by_label("Message", exact=True)).to_be_visible()
                await long_ago(as_owner)
                await forget_steps(as_owner)
                await page.goto(f"{served.url}/settings/security")
                await page.get_by_role("button", name="Remove authenticator app").click()
                await page.get_by_role("dialog").get_by_role("button", name="Remove").click()
                asked = page.get_by_role("dialog", name="Is it you?")
                await expect(asked.get_by_label("Code")).to_be_visible()
                await look(page, f"confirm-{name}")
                await asked.get_by_label("Code").fill(Phone(phone.secret).code())
                await asked.get_by_role("button", name="Confirm").click()
                await expect(page.get_by_test_id("no-factor")).to_be_visible()


async def consent(page: Page, served: Served, issuer: LoopbackIssuer) -> None:
    """The provider has no page: the browser is sent back as if somebody had said yes there."""
    await page.wait_for_url(f"{issuer.url}/**")
    back = issuer.consent(page.url)
    await page.goto(f"{served.url}/api/auth/oidc/here/callback?code={back['code']}&state={back['state']}")


async def test_a_provider_is_linked_used_with_the_second_factor_and_unlinked(
    addresses: Addresses, page: Page, browser: Browser, as_owner: asyncpg.Connection
) -> None:
    async with issuing() as issuer, another_browser(browser) as other:
        here = {"issuer": issuer.url, "client_id": "holdfast-client", "client_secret": issuer.client_secret}
        async with serving(addresses, [ScriptedModel()], oidc={"here": {**here, "label": "Harbour ID"}}) as served:
            await sign_up(page, served)
            await long_ago(as_owner)
            await page.goto(f"{served.url}/settings/security")
            linked = page.get_by_role("list", name="Linked providers")
            await expect(linked).to_contain_text("Not linked")
            await linked.get_by_role("button", name="Link Harbour ID").click()
            asked = page.get_by_role("dialog", name="Is it you?")
            await asked.get_by_label("Password", exact=True).fill(PASSWORD)
            await asked.get_by_role("button", name="Confirm").click()
            await consent(page, served, issuer)
            await expect(linked.get_by_role("button", name="Unlink Harbour ID")).to_be_visible()
            phone, _ = await set_up_app(page, served)

            await other.goto(f"{served.url}/login?returnTo=%2Fsettings")
            await other.get_by_role("link", name="Continue with Harbour ID").click()
            await consent(other, served, issuer)
            await other.get_by_label("Code").fill(phone.code())
            await other.get_by_role("button", name="Sign in", exact=True).click()
            await expect(other.get_by_role("heading", name="Profile", exact=True)).to_be_visible()
            await look(other, "linked")

            await linked.get_by_role("button", name="Unlink Harbour ID").click()
            await page.get_by_role("dialog").get_by_role("button", name="Unlink").click()
            await expect(linked).to_contain_text("Not linked")


async def plug_in_key(page: Page) -> CDPSession:
    """A security key of Chromium's own, which somebody touches whenever it is asked for."""
    devtools = await page.context.new_cdp_session(page)
    await devtools.send("WebAuthn.enable")
    options = {"protocol": "ctap2", "transport": "internal", "hasResidentKey": True, "hasUserVerification": True}
    touched = {"isUserVerified": True, "automaticPresenceSimulation": True}
    await devtools.send("WebAuthn.addVirtualAuthenticator", {"options": {**options, **touched}})
    return devtools


async def add_passkey(page: Page, name: str) -> None:
    await page.get_by_role("button", name="Add a passkey").click()
    await page.get_by_label("Name of the passkey").fill(name)
    await page.get_by_role("button", name="Go on").click()


async def test_a_passkey_is_added_shown_at_sign_in_and_before_a_change(
    addresses: Addresses, page: Page, as_owner: asyncpg.Connection
) -> None:
    async with serving(addresses, [ScriptedModel()]) as numbered:
        served = Served(numbered.url.replace("127.0.0.1", "localhost"), numbered.parts)
        await plug_in_key(page)
        await sign_up(page, served)
        await long_ago(as_owner)
        await page.goto(f"{served.url}/settings/security")
        await add_passkey(page, "Harbour key")
        asked = page.get_by_role("dialog", name="Is it you?")
        await asked.get_by_label("Password", exact=True).fill(PASSWORD)
        await asked.get_by_role("button", name="Confirm").click()
        await expect(page.get_by_role("list", name="Recovery codes").get_by_role("listitem")).to_have_count(10)
        factors = page.get_by_role("list", name="Second factors")
        await expect(factors).to_contain_text("Harbour key")
        await page.get_by_role("button", name="I’ve saved them").click()
        await look(page, "passkey")

        await page.context.clear_cookies()
        await log_in(page, served)
        await look(page, "passkey-step")
        await page.get_by_role("button", name="Use a passkey").click()
        await expect(page.get_by_label("Message", exact=True)).to_be_visible()

        await page.goto(f"{served.url}/settings/security")
        await expect(factors).to_contain_text("last used")
        await add_passkey(page, "The same again")
        await expect(page.get_by_text("No passkey was made.")).to_be_visible()  # one key makes one passkey here
        await long_ago(as_owner)
        await page.get_by_role("button", name="Remove Harbour key").click()
        await page.get_by_role("dialog").get_by_role("button", name="Remove").click()
        await asked.get_by_role("button", name="Use a passkey").click()
        await expect(page.get_by_test_id("no-factor")).to_be_visible()


async def test_a_key_that_is_not_there_leaves_the_other_ways(addresses: Addresses, page: Page) -> None:
    async with serving(addresses, [ScriptedModel()]) as numbered:
        served = Served(numbered.url.replace("127.0.0.1", "localhost"), numbered.parts)
        devtools = await plug_in_key(page)
        await sign_up(page, served)
        await page.goto(f"{served.url}/settings/security")
        await add_passkey(page, "Harbour key")
        codes = page.get_by_role("list", name="Recovery codes").get_by_role("listitem")
        await expect(codes).to_have_count(10)
        code = await codes.first.text_content()
        assert code
        await page.context.clear_cookies()
        await devtools.send("WebAuthn.disable")
        await devtools.send("WebAuthn.enable")
        empty = {"protocol": "ctap2", "transport": "usb", "automaticPresenceSimulation": True}
        await devtools.send("WebAuthn.addVirtualAuthenticator", {"options": empty})
        await log_in(page, served)
        await page.get_by_role("button", name="Use a passkey").click()
        await expect(page.get_by_test_id("refusal")).to_contain_text("No passkey was shown")
        await page.get_by_role("button", name="Use a recovery code").click()
        await page.get_by_label("Recovery code").fill(code)
        await page.get_by_role("button", name="Sign in", exact=True).click()
        await expect(page.get_by_label("Message", exact=True)).to_be_visible()


async def test_at_an_address_in_numbers_the_page_says_why_there_are_no_passkeys(
    addresses: Addresses, page: Page
) -> None:
    async with serving(addresses, [ScriptedModel()]) as served:
        await sign_up(page, served)
        await page.goto(f"{served.url}/settings/security")
        await expect(page.get_by_text("Not at this address: a passkey needs a host name")).to_be_visible()
        await expect(page.get_by_role("button", name="Add a passkey")).to_have_count(0)
