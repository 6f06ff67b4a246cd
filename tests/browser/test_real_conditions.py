"""What people do and live with: they go back, share a machine, lose the line, write Japanese, hold a small phone."""

from __future__ import annotations

import asyncio
import re

import pytest
from playwright.async_api import Browser, FilePayload, Page, Route, expect

from holdfast.core.migrate import Addresses
from tests.browser.conftest import MOVING, another_browser
from tests.browser.test_chat import say, sign_up, sign_up_by_hand
from tests.loopback.model_server import ModelServer
from tests.scripted import ScriptedModel, says
from tests.serving import PASSWORD, serving

pytestmark = pytest.mark.anyio

A_PIXEL = bytes.fromhex(
    "89504e470d0a1a0a0000000d4948445200000001000000010802000000907753de"
    "0000000c49444154789c6360f8cf000002020100e221bc330000000049454e44ae426082"
)
LIVES_WITH = MOVING
SMALL = {"viewport": {"width": 320, "height": 568}, "has_touch": True, **MOVING}


def heard(server: ModelServer) -> dict[str, str]:
    return {"base_url": server.base_url, "name": "fixed:Heard."}


async def ask(page: Page, text: str) -> None:
    await say(page, text)
    await expect(page.get_by_test_id("question").last).to_contain_text(text)
    await expect(page.get_by_role("button", name="Why this answer?").last).to_be_visible()
    await expect(page.get_by_role("button", name="Stop")).to_have_count(0)


async def choose(page: Page, title: str, deed: str) -> None:
    await page.get_by_test_id("chat-item").filter(has_text=title).hover()
    await page.get_by_role("button", name=f"Options for {title}").click()
    await page.get_by_role("menuitem", name=deed).click()


async def compose(page: Page, label: str, key: str) -> None:
    """A key pressed while an input method offers words; a real one cannot be had without a desktop."""
    box = page.get_by_label(label, exact=True)
    await box.evaluate(
        "(box, key) => box.dispatchEvent(new KeyboardEvent('keydown', {key, isComposing: true, bubbles: true}))", key
    )


async def test_whoever_goes_back_to_the_empty_page_begins_a_new_chat(addresses: Addresses, page: Page) -> None:
    async with ModelServer() as model, serving(addresses, model=heard(model)) as served:
        await sign_up(page, served)
        await ask(page, "apples")
        await page.goto(served.url)
        await page.get_by_role("navigation", name="Your chats").get_by_role("link", name="apples").click()
        await expect(page.get_by_test_id("question")).to_have_count(1)
        await page.get_by_role("button", name=re.compile("^New chat")).click()
        await ask(page, "pears")
        await page.go_back()
        await expect(page.get_by_test_id("question")).to_contain_text("apples")
        await page.go_back()
        await expect(page.get_by_role("heading", name=re.compile("^Good"))).to_be_visible()
        await ask(page, "plums")
        await expect(page.get_by_test_id("question")).to_have_count(1)
        await expect(page.get_by_test_id("chat-item")).to_have_count(3)


async def test_signing_out_is_true_or_is_not_said_and_what_was_deleted_before_is_gone(
    addresses: Addresses, page: Page
) -> None:
    async with ModelServer() as model, serving(addresses, model=heard(model)) as served:
        await sign_up(page, served)
        await ask(page, "a secret")
        await page.context.set_offline(True)
        await page.get_by_role("button", name="Sign out").click()
        await expect(page.get_by_text("You are still signed in.")).to_be_visible()
        await expect(page.get_by_label("Message", exact=True)).to_be_visible()
        await page.context.set_offline(False)

        await choose(page, "a secret", "Delete")
        await page.get_by_role("button", name="Delete", exact=True).click()
        await page.get_by_role("button", name="Sign out").click()
        await expect(page).to_have_url(re.compile("/login"))
        await page.get_by_label("Email").fill("ada@example.org")
        await page.get_by_label("Password", exact=True).fill(PASSWORD)
        await page.get_by_role("button", name="Sign in").click()
        await expect(page.get_by_text("Your chats will be kept here.")).to_be_visible()


async def test_one_browser_two_people_and_nothing_of_one_is_the_others(addresses: Addresses, page: Page) -> None:
    async with ModelServer() as model, serving(addresses, model=heard(model)) as served:
        await sign_up(page, served)
        await ask(page, "words of Ada")
        await page.get_by_role("button", name="Sign out").click()
        await expect(page).to_have_url(re.compile("/login"))
        told: list[str] = []
        page.on("request", lambda request: told.append(f"{request.method} {request.url.removeprefix(served.url)}"))
        await page.get_by_role("link", name="Create an account").click()
        await page.get_by_label("Email").fill("bob@example.org")
        await page.get_by_label("Password", exact=True).fill(PASSWORD)
        async with page.expect_request("**/api/usage/time-zone"):
            await page.get_by_role("button", name="Create account").click()
        assert "GET /api/usage" in told, "what was used is asked for anew"
        await page.get_by_label("Message", exact=True).fill("a draft of Bob")

        # Another tab has the same cookie: when somebody else signs in there, what is written here would be theirs.
        second = await page.context.new_page()
        await second.goto(served.url)
        await second.get_by_role("button", name="Sign out").click()
        await expect(page).to_have_url(re.compile("/login"))
        await sign_up(second, served, "Cleo")
        await expect(page.get_by_role("link", name="Cleo")).to_be_visible()
        await expect(page.get_by_label("Message", exact=True)).to_have_value("")


async def test_a_tab_follows_when_somebody_else_signs_in_at_another(addresses: Addresses, page: Page) -> None:
    async with ModelServer() as model, serving(addresses, model=heard(model)) as served:
        await sign_up(page, served)
        await ask(page, "words of Ada")
        # A chat that has just begun asks for its title a moment later; one that is opened again asks for nothing.
        await page.reload()
        await expect(page.get_by_test_id("answer")).to_be_visible()
        # Her session ends behind her back, so that her tab has not heard of it.
        await page.context.request.post(f"{served.url}/api/auth/logout", headers={"origin": served.url})
        second = await page.context.new_page()
        await sign_up_by_hand(second, served, "Bob")
        await expect(page.get_by_role("link", name="Bob")).to_be_visible()
        await expect(page.get_by_test_id("chat-error")).to_contain_text("belongs to someone else")


async def test_without_a_line_the_page_stays_and_goes_on_with_it(addresses: Addresses, page: Page) -> None:
    async with ModelServer() as model, serving(addresses, model=heard(model)) as served:
        await sign_up(page, served)
        await page.context.set_offline(True)
        await page.get_by_role("link", name="settings").click()
        await page.wait_for_timeout(1500)
        await expect(page.get_by_role("button", name=re.compile("^New chat"))).to_be_visible()
        await page.context.set_offline(False)
        await expect(page.get_by_role("heading", name="Profile", level=1)).to_be_visible()


async def test_on_a_small_phone_no_tap_pushes_the_page_away(addresses: Addresses, browser: Browser) -> None:
    noted = "A word[^1].\n\n" + "More of it.\n\n" * 30 + "[^1]: The note."
    async with (
        serving(addresses, [ScriptedModel(says(noted))]) as served,
        another_browser(browser, **SMALL) as page,
    ):
        await sign_up(page, served)
        head = page.get_by_role("button", name="Open the list of chats")
        await page.get_by_role("group", name="Who answers").get_by_role("button").last.focus()
        await expect(head).to_be_in_viewport()
        await ask(page, "Tell me")
        await page.locator("a[href^='#user-content-fn-']").first.evaluate("link => link.click()")
        await page.wait_for_timeout(300)
        await expect(head).to_be_in_viewport(ratio=1)
        await expect(page.get_by_label("Message", exact=True)).to_be_in_viewport()


async def test_keys_of_an_input_method_send_nothing_and_focus_comes_back_after_a_dialog(
    addresses: Addresses, page: Page
) -> None:
    model = ScriptedModel(says("Heard."), [asyncio.Event()])
    async with serving(addresses, [model]) as served:
        await sign_up(page, served)
        await ask(page, "konnichiwa")
        options = page.get_by_role("button", name="Options for konnichiwa")
        await choose(page, "konnichiwa", "Delete")
        await expect(page.get_by_role("dialog", name="Delete this chat?")).to_be_visible()
        await page.keyboard.press("Escape")
        await expect(options).to_be_focused()
        await choose(page, "konnichiwa", "Rename")
        await compose(page, "Title of the chat", "Escape")
        await page.keyboard.press("Escape")
        await expect(page.get_by_test_id("chat-item").get_by_role("link")).to_be_focused()

        address = page.url
        await page.keyboard.press("Control+k")
        await page.get_by_label("Search everything").fill("kon")
        await compose(page, "Search everything", "Enter")
        await page.wait_for_timeout(200)
        await expect(page.get_by_label("Search everything")).to_have_value("kon")
        assert page.url == address
        await page.keyboard.press("Escape")

        await say(page, "more")
        await expect(page.get_by_role("button", name="Stop")).to_be_visible()
        await compose(page, "Message", "Escape")
        await page.wait_for_timeout(500)
        await expect(page.get_by_role("button", name="Stop")).to_be_visible()
        await page.keyboard.press("Escape")
        await expect(page.get_by_role("button", name="Stop")).to_have_count(0)


async def test_a_version_far_above_is_in_sight_once_chosen_and_its_key_has_focus(
    addresses: Addresses, page: Page
) -> None:
    async with ModelServer() as model, serving(addresses, model=heard(model)) as served:
        await sign_up(page, served)
        await ask(page, "number 0")
        await page.evaluate(
            """async (chat) => {
                for (let n = 1; n <= 30; n++) {
                    const id = crypto.randomUUID()
                    const message = {id, role: 'user', parts: [{type: 'text', text: `number ${n}`}]}
                    const body = JSON.stringify({id: chat, message})
                    const headers = {'content-type': 'application/json'}
                    await (await fetch('/api/chat', {method: 'POST', headers, body})).text()
                }
            }""",
            page.url.rsplit("/", 1)[1],
        )
        await page.reload()
        await page.get_by_role("button", name="Show what was said before").click()
        first = page.get_by_test_id("question").first
        await expect(first).to_contain_text("number 0")
        await first.hover()
        await first.get_by_role("button", name="Edit").click()
        await page.get_by_label("Edit your question").fill("number zero")
        await page.keyboard.press("Enter")
        await expect(first).to_contain_text("number zero")
        await expect(page.get_by_role("button", name="Stop")).to_have_count(0)
        await first.hover()
        await first.get_by_role("button", name="Previous version").click()
        await expect(first).to_contain_text("number 0")
        await expect(first).to_be_in_viewport()
        await expect(first.get_by_role("button", name="Next version")).to_be_focused()
        await expect(page.get_by_test_id("question")).to_have_count(31)


async def test_two_pictures_of_one_name_are_both_waited_for(addresses: Addresses, page: Page) -> None:
    async with ModelServer() as model, serving(addresses, model=heard(model)) as served:
        await sign_up(page, served)
        gate, uploads = asyncio.Event(), 0

        async def the_second_is_slow(route: Route) -> None:
            nonlocal uploads
            uploads += 1
            if uploads == 2:
                await gate.wait()
            await route.continue_()

        await page.route("**/api/files", the_second_is_slow)
        await page.get_by_label("Message", exact=True).fill("both of them")
        for _ in range(2):
            picture = FilePayload(name="image.png", mimeType="image/png", buffer=A_PIXEL)
            await page.get_by_test_id("file-input").set_input_files([picture])
        await expect(page.get_by_role("link", name="image.png")).to_have_count(1)
        await expect(page.get_by_text("image.png is being uploaded")).to_have_count(1)
        await expect(page.get_by_role("button", name="Send")).to_be_disabled()
        gate.set()
        await expect(page.get_by_role("link", name="image.png")).to_have_count(2)
        await expect(page.get_by_role("button", name="Send")).to_be_enabled()
