"""Holdfast as an app: it installs, opens without a line, keeps nothing of anybody, and never keeps anybody at an old
client; and it says when a long answer is done."""

from __future__ import annotations

import asyncio
import json
import re
from pathlib import Path

import pytest
from playwright.async_api import Browser, Page, Route, expect

from holdfast.core.migrate import Addresses
from holdfast.models.types import Done, TextDelta, TokenUsage
from holdfast.web.static import PAGES, client_folder
from tests.browser.axe import violations
from tests.browser.conftest import another_browser
from tests.browser.test_chat import say, sign_up
from tests.scripted import Line, ScriptedModel, says
from tests.serving import serving

pytestmark = pytest.mark.anyio

_ROUTER = Path(__file__).parents[2] / "client" / "src" / "router.tsx"
KEPT = """async () => {
  const found = []
  for (const name of await caches.keys())
    for (const one of await (await caches.open(name)).keys()) found.push(new URL(one.url).pathname)
  return found
}"""
READY = "() => navigator.serviceWorker.controller !== null"
OLD_PAGE = """async () => {
  const cache = await caches.open('holdfast-client')
  await cache.put('/', new Response('<!doctype html><title>Old</title><p>An old client</p>', {headers: {'content-type': 'text/html'}}))
  await cache.put('/assets/old-1.js', new Response('old'))
}"""  # noqa: E501
NOTICED = """() => {
  window.noticed = []
  window.Notification = class {
    static permission = 'default'
    static async requestPermission() { return (this.permission = 'granted') }
    constructor(title, options) { window.noticed.push([title, options.body]) }
  }
}"""
# The clock of the page goes forward, so that nobody waits for it.
AWAY = """() => {
  const now = Date.now
  Date.now = () => now() + 60_000
  Object.defineProperty(document, 'visibilityState', { get: () => 'hidden', configurable: true })
}"""
BACK = """() => {
  delete document.visibilityState
  document.dispatchEvent(new Event('visibilitychange'))
}"""


def slowly(gate: asyncio.Event) -> list[Line]:
    return [TextDelta("It takes "), gate, TextDelta("a while."), Done(TokenUsage(1, 2))]


async def with_worker(page: Page, url: str) -> None:
    await page.goto(url)
    await page.wait_for_function(READY)


async def test_it_opens_without_a_line_and_keeps_nothing_that_is_anybodys(
    addresses: Addresses, browser: Browser
) -> None:
    async with (
        serving(addresses, [ScriptedModel(says("Kept by nobody."))]) as served,
        another_browser(browser, service_workers="allow") as page,
    ):
        await sign_up(page, served)
        await with_worker(page, served.url)
        await say(page, "A secret about the harbour")
        await expect(page.get_by_text("Kept by nobody.")).to_be_visible()
        await page.goto(f"{served.url}/memory")
        await expect(page.get_by_role("heading", level=1)).to_be_visible()
        await page.wait_for_function(f"async () => (await ({KEPT})()).includes('/')")
        kept = await page.evaluate(KEPT)
        assert not [path for path in kept if path.startswith(("/api", "/memory", "/chat"))], kept
        await page.context.set_offline(True)
        await page.goto(f"{served.url}/settings/profile")
        await expect(page.get_by_text("You are offline.")).to_be_visible()
        await expect(page.get_by_text("harbour")).to_have_count(0)
        assert await violations(page) == []
        await page.context.set_offline(False)
        await expect(page.get_by_role("heading", name="Profile", level=1)).to_be_visible()


async def test_it_says_so_in_the_language_of_the_page_after_one_visit(addresses: Addresses, browser: Browser) -> None:
    async with (
        serving(addresses, [ScriptedModel()]) as served,
        another_browser(browser, service_workers="allow", locale="de-DE") as page,
    ):
        await page.goto(f"{served.url}/login")
        await page.wait_for_function(READY)
        await page.wait_for_function(f"async () => (await ({KEPT})()).some((path) => /assets\\/de-/.test(path))")
        await page.context.set_offline(True)
        await page.reload()
        await expect(page.get_by_text("Du bist offline.")).to_be_visible()


async def test_what_stands_in_our_place_is_shown_and_not_kept(addresses: Addresses, browser: Browser) -> None:
    """A proxy that asks who one is, a network that wants to be paid: their page may know a name."""
    async with (
        serving(addresses, [ScriptedModel()]) as served,
        another_browser(browser, service_workers="allow") as page,
    ):
        await with_worker(page, served.url)

        async def stand_in(route: Route) -> None:
            await route.fulfill(content_type="text/html", body="<!doctype html><p>Welcome to the hotel, Ada</p>")

        await page.context.route("**/*", stand_in)
        await page.goto(served.url)
        await expect(page.get_by_text("Welcome to the hotel, Ada")).to_be_visible()
        await page.evaluate("() => fetch('/assets/new-1.js').then((found) => found.text())")
        await page.context.unroute("**/*", stand_in)
        assert "/assets/new-1.js" not in await page.evaluate(KEPT)
        await page.context.set_offline(True)
        await page.goto(served.url)
        await expect(page.get_by_text("You are offline.")).to_be_visible()


async def test_what_an_older_worker_kept_is_never_shown_while_there_is_a_line(
    addresses: Addresses, browser: Browser
) -> None:
    async with (
        serving(addresses, [ScriptedModel()]) as served,
        another_browser(browser, service_workers="allow") as page,
    ):
        await sign_up(page, served)
        await with_worker(page, served.url)
        await page.evaluate(OLD_PAGE)
        await page.goto(served.url)
        await expect(page.get_by_label("Message", exact=True)).to_be_visible()
        # A page that differs takes the place of all that was kept.
        await page.wait_for_function(f"async () => !(await ({KEPT})()).includes('/assets/old-1.js')")
        await page.context.set_offline(True)
        await page.goto(served.url)
        await expect(page.get_by_text("You are offline.")).to_be_visible()


def test_the_worker_knows_the_pages_and_files_that_the_server_gives() -> None:
    worker = (client_folder() / "sw.js").read_text()
    page, file = (re.search(rf"const {name} =\s+/(.+)/\n", worker) for name in ("PAGE", "FILE"))
    assert page is not None
    assert file is not None
    assert [path for path in PAGES if not re.fullmatch(page[1], re.sub(r"{\w+}", "one", path))] == []
    known = re.findall(r"'([a-z]+)'", _ROUTER.read_text().split("PLAIN = [")[1].split("]\n")[0])
    assert {f"/{name}" for name in known} <= set(PAGES), "an address that the client knows opens when it is reloaded"
    for never in ("/api/chats", "/api/me", "/healthz", "/sw.js"):
        assert not re.fullmatch(page[1], never), never
        assert not re.fullmatch(file[1], never), never


async def test_the_browser_has_all_it_needs_to_install_it(addresses: Addresses, page: Page) -> None:
    async with serving(addresses, [ScriptedModel()]) as served:
        await sign_up(page, served)
        async with served.stranger() as stranger:
            found = await stranger.get("/manifest.webmanifest")
            assert found.headers["content-type"] == "application/manifest+json"
            manifest = json.loads(found.text)
            assert (manifest["start_url"], manifest["display"]) == ("/", "standalone")
            for icon in manifest["icons"]:
                image = await stranger.get(icon["src"])
                assert image.headers["content-type"] == "image/png"
            worker = await stranger.get("/sw.js")
            assert worker.headers["cache-control"] == "no-cache"
            assert "javascript" in worker.headers["content-type"]
        devtools = await page.context.new_cdp_session(page)
        told = await devtools.send("Page.getAppManifest")
        assert told["errors"] == []


async def test_whoever_comes_back_from_the_first_long_answer_is_offered_a_notice_once(
    addresses: Addresses, page: Page
) -> None:
    gates = [asyncio.Event(), asyncio.Event()]
    model = ScriptedModel(*(slowly(gate) for gate in gates))
    async with serving(addresses, [model]) as served:
        await page.add_init_script(f"({NOTICED})()")
        await sign_up(page, served)
        for times, gate in enumerate(gates):
            await page.get_by_role("button", name="New chat", exact=True).click()
            await say(page, "Tell me at length")
            await expect(page.get_by_text("It takes")).to_be_visible()
            await page.evaluate(AWAY)
            gate.set()
            await expect(page.get_by_text("It takes a while.")).to_be_visible()
            await expect(page.get_by_test_id("announcer")).to_have_text(re.compile("has answered"))
            offer = page.get_by_test_id("toast").filter(has_text="Long answer?")
            await expect(offer).to_have_count(0)
            await page.evaluate(BACK)
            if times == 0:
                await expect(offer).to_be_visible()
                await offer.get_by_role("button", name="Yes, please").click()
                await page.wait_for_function("() => Notification.permission === 'granted'")
            await expect(offer).to_have_count(0)
        assert len(await page.evaluate("() => window.noticed")) == 1, "the second was told while nobody looked"


async def test_a_notice_is_asked_for_in_the_settings_and_comes_when_nobody_looks(
    addresses: Addresses, page: Page
) -> None:
    gate = asyncio.Event()
    model = ScriptedModel(slowly(gate))
    async with serving(addresses, [model]) as served:
        await page.add_init_script(f"({NOTICED})()")
        await sign_up(page, served)
        await page.get_by_role("link", name="Ada").click()
        await page.get_by_role("link", name="App and notices").click()
        toggle = page.get_by_role("switch", name="Notice when a long answer is done")
        await expect(toggle).to_have_attribute("aria-checked", "false")
        await toggle.focus()
        await page.keyboard.press("Space")
        await expect(toggle).to_have_attribute("aria-checked", "true")
        assert await violations(page) == []
        await page.get_by_role("button", name="New chat", exact=True).click()
        await say(page, "Tell me at length")
        await expect(page.get_by_text("It takes")).to_be_visible()
        await page.evaluate(AWAY)
        gate.set()
        await expect(page.get_by_text("It takes a while.")).to_be_visible()
        await page.wait_for_function("() => window.noticed.length === 1")
        title, body = (await page.evaluate("() => window.noticed"))[0]
        assert title == "Holdfast"
        assert "a while" not in body
        assert body.endswith("has answered.")
