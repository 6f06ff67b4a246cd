"""Programs in the settings: the lines that connect one, the page where one is let in, and its end."""

from __future__ import annotations

import re
from urllib.parse import parse_qsl, urlencode, urlsplit

import httpx2
import pytest
from playwright.async_api import Page, Route, expect

from holdfast.core.migrate import Addresses
from tests.browser.axe import violations
from tests.browser.conftest import fits, photograph, resize
from tests.browser.test_palette import sign_in
from tests.scripted import ScriptedModel
from tests.serving import Served, serving
from tests.waiting import until
from tests.web.mcp.asking import ACCEPT, message
from tests.web.mcp.letting_in import BACK, registered

pytestmark = pytest.mark.anyio


async def is_on_a_phone(page: Page) -> None:
    await resize(page, 360, 740)
    await fits(page)
    await resize(page, 1280, 800)


async def test_a_program_is_let_in_on_a_page_asks_and_is_ended(addresses: Addresses, page: Page) -> None:
    async with (
        serving(addresses, [ScriptedModel()]) as served,
        served.person(),
        served.stranger() as http,
    ):
        asking = await registered(served, http)
        gone_to: list[str] = []

        async def come_back(route: Route) -> None:
            gone_to.append(route.request.url)
            await route.fulfill(body="You can go on in the program.")

        await page.route(re.compile(re.escape(BACK)), come_back)
        await page.goto(f"{served.url}/settings/allow?{urlencode(asking.asks())}")
        await expect(page).to_have_url(re.compile("/login"))  # whoever is not signed in does that first
        await sign_in(page, served)
        await page.goto(f"{served.url}/settings/allow?{urlencode(asking.asks())}")
        await expect(page.get_by_role("heading", name="Let A notebook in?")).to_be_visible()
        await expect(page.get_by_text("a program on this computer")).to_be_visible()
        assert await violations(page) == []
        await photograph(page, "allow-program", in_the_dark=True)
        await is_on_a_phone(page)
        boxes = page.get_by_role("checkbox")
        await expect(boxes).to_have_count(3)
        for box in await boxes.all():
            await box.uncheck()
        await page.get_by_role("button", name="Let it in").click()
        await expect(page.get_by_role("alert")).to_have_text("Leave it at least one of these.")
        await page.get_by_label("Read what is remembered of you").check()
        await page.get_by_role("button", name="Let it in").click()
        await expect(page.get_by_text("You can go on in the program.")).to_be_visible()
        told = dict(parse_qsl(urlsplit(gone_to[0]).query))
        assert (told["state"], told["iss"]) == ("a state of its own", served.url)
        given = (await asking.redeem(told["code"])).json()
        assert given["scope"] == "memory:read"
        await expect_ping(served, given["access_token"], 200)

        await page.goto(f"{served.url}/settings/keys")
        listed = page.get_by_role("list", name="Connected programs")
        await expect(listed.get_by_text("A notebook")).to_be_visible()
        await expect(listed).to_contain_text("reads memory")
        await page.get_by_role("button", name="End A notebook").click()
        await page.get_by_role("dialog").get_by_role("button", name="End").click()
        await expect(page.get_by_text("No program is connected.")).to_be_visible()
        await expect_ping(served, given["access_token"], 401)


async def expect_ping(served: Served, token: str, status: int) -> None:
    async with served.stranger() as http:
        headers = {"authorization": f"Bearer {token}", **ACCEPT}
        await until(lambda: _answers(http, headers, status))


async def _answers(http: httpx2.AsyncClient, headers: dict[str, str], status: int) -> bool:
    return (await http.post("/mcp", json=message("ping"), headers=headers)).status_code == status


async def test_denied_and_wrongly_asked_nobody_gets_a_code(addresses: Addresses, page: Page) -> None:
    async with (
        serving(addresses, [ScriptedModel()]) as served,
        served.person(),
        served.stranger() as http,
    ):
        asking = await registered(served, http)
        gone_to: list[str] = []

        async def come_back(route: Route) -> None:
            gone_to.append(route.request.url)
            await route.fulfill(body="You can go on in the program.")

        await page.route(re.compile(re.escape(BACK)), come_back)
        await sign_in(page, served)
        elsewhere = asking.asks(redirect_uri="https://evil.example/back")
        await page.goto(f"{served.url}/settings/allow?{urlencode(elsewhere)}")
        await expect(page.get_by_test_id("allow-error")).to_contain_text("an address that it did not register")
        assert await violations(page) == []
        assert page.url.startswith(served.url)
        await page.goto(f"{served.url}/settings/allow?{urlencode(asking.asks())}")
        await page.get_by_role("button", name="Do not").click()
        await expect(page.get_by_text("You can go on in the program.")).to_be_visible()
        assert dict(parse_qsl(urlsplit(gone_to[0]).query))["error"] == "access_denied"


async def test_the_lines_for_a_program_name_this_installation_and_are_copied(addresses: Addresses, page: Page) -> None:
    async with serving(addresses, [ScriptedModel()]) as served, served.person():
        await page.context.grant_permissions(["clipboard-read", "clipboard-write"])
        await sign_in(page, served)
        await page.goto(f"{served.url}/settings/keys")
        address, lines = f"{served.url}/mcp", page.get_by_test_id("mcp-lines")
        await expect(page.get_by_test_id("mcp-address")).to_have_text(address)
        await expect(lines).to_have_text(f"claude mcp add --transport http holdfast {address}")
        await page.get_by_label("It is let in").select_option("key")
        await expect(lines).to_contain_text("Authorization: Bearer hf_…")
        for name, shown in (("Claude Desktop", "mcp-remote"), ("Cursor", "mcpServers"), ("VS Code", '"servers"'),
                            ("LibreChat", "streamable-http"), ("Open WebUI", "Auth: Bearer")):  # fmt: skip
            await page.locator("select", has=page.locator("option[value=cursor]")).select_option(label=name)
            await expect(lines).to_contain_text(shown)
            await expect(lines).to_contain_text(address)
        await page.get_by_role("button", name="Copy the lines").click()
        await expect(page.get_by_role("button", name="Copied", exact=True)).to_be_visible()
        assert f"URL: {address}" in await page.evaluate("() => navigator.clipboard.readText()")
        await page.get_by_role("heading", name="Connect a program").scroll_into_view_if_needed()
        await photograph(page, "settings-programs", in_the_dark=True)
