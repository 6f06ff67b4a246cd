"""Somebody looks at what is known about them, corrects it, and has it forgotten."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from playwright.async_api import Browser, Locator, Page, expect

from holdfast.core.migrate import Addresses
from tests.browser.axe import violations
from tests.browser.conftest import another_browser, fits, photograph
from tests.browser.test_chat import say, sign_up
from tests.browser.test_deleting import ask
from tests.scripted import ScriptedModel, says
from tests.serving import Served, serving
from tests.waiting import until
from tests.working import work_off

pytestmark = pytest.mark.anyio

PAULA = "I'm Paula. I live in Coimbra and I am allergic to peanuts. My sister Ana works at a bakery."
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
FOCUS_IS_KEPT = "() => document.activeElement !== document.body"
LONG_AGO = datetime.now(UTC) - timedelta(days=40)


@asynccontextmanager
async def remembering(addresses: Addresses, page: Page, *texts: str) -> AsyncIterator[Served]:
    """Somebody has said this, and it was learned."""
    model = ScriptedModel(*[says("Good to know.")] * 8, is_demo=True)
    async with serving(addresses, [model]) as served:
        await sign_up(page, served, "Paula")
        for n, text in enumerate(texts or (PAULA,), 1):
            await say(page, text)
            await expect(page.get_by_role("button", name="Why this answer?")).to_have_count(n)
        await work_off(served.parts)
        yield served


async def bring(page: Page, served: Served, session: str, at: datetime, *texts: str) -> None:
    """As a program brings what was said elsewhere."""
    said = [
        {"externalId": f"{session}-{n}", "role": "user", "text": text, "timestamp": at.isoformat()}
        for n, text in enumerate(texts)
    ]
    await ask(page, served, "/session/ingest", {"sessionId": session, "messages": said})
    await work_off(served.parts)


async def open_memory(page: Page, served: Served, part: str = "") -> None:
    await page.goto(f"{served.url}/memory{part}")
    await expect(page.get_by_role("heading", name="What I know about you", level=1)).to_be_visible()


def fact(page: Page, text: str) -> Locator:
    return page.get_by_test_id("fact").filter(has=page.get_by_test_id("sentence").filter(has_text=text))


async def choose(page: Page, sentence: str, item: str) -> None:
    await page.get_by_role("button", name=f"Options for {sentence}").click()
    await page.get_by_role("menuitem", name=item).click()


async def facts_known(page: Page, served: Served, query: str = "") -> list[str]:
    found: dict[str, Any] = await ask(page, served, f"/memory/facts{query}")
    return [one["text"] for one in found["facts"]]


async def is_untrue(page: Page, served: Served, text: str) -> bool:
    """By the server: the page says so before."""
    return text not in await facts_known(page, served)


async def test_facts_are_told_in_sentences_with_the_words_they_came_from_and_open_the_very_message(
    addresses: Addresses, page: Page
) -> None:
    others = [f"Tell me something about the number {n}, please." for n in range(6)]
    async with remembering(addresses, page, PAULA, *others) as served:
        await page.get_by_role("navigation", name="Places").get_by_text("What I know about you").click()
        await expect(fact(page, "You live in Coimbra")).to_be_visible()
        await expect(fact(page, "You are allergic to peanuts")).to_contain_text(PAULA)
        await expect(page.get_by_role("region", name="Health")).to_contain_text("peanuts")
        await expect(page).to_have_title("What I know about you · Holdfast")
        await photograph(page, "memory", in_the_dark=True)
        assert await violations(page) == []
        await fact(page, "You live in Coimbra").get_by_role("link", name="Open in the chat").click()
        question = page.get_by_test_id("question").filter(has_text=PAULA)
        await expect(question).to_be_in_viewport()
        await expect(question).to_be_focused()
        await expect(page).to_have_url(re.compile(r"\?message="))
        await page.reload()
        await expect(question).to_be_in_viewport()
        del served


async def test_words_on_a_branch_that_is_not_in_view_are_found_all_the_same(addresses: Addresses, page: Page) -> None:
    async with remembering(addresses, page) as served:
        await page.get_by_test_id("question").hover()
        await page.get_by_role("button", name="Edit", exact=True).click()
        await page.get_by_label("Edit your question").fill("Let us talk about the weather.")
        await page.get_by_role("button", name="Ask this instead").click()
        await expect(page.get_by_text("the weather")).to_be_visible()
        await expect(page.get_by_role("button", name="Stop")).to_have_count(0)
        await open_memory(page, served)
        await fact(page, "You live in Coimbra").get_by_role("link", name="Open in the chat").click()
        await expect(page.get_by_test_id("question").filter(has_text=PAULA)).to_be_focused()


async def test_facts_are_found_by_words_and_by_kind_and_nothing_found_says_so(addresses: Addresses, page: Page) -> None:
    async with remembering(addresses, page) as served:
        await open_memory(page, served)
        await page.get_by_label("Search what I know").fill("peanuts")
        await expect(page.get_by_test_id("fact")).to_have_count(1)
        await page.get_by_label("Search what I know").fill("submarine")
        await expect(page.get_by_text("Nothing I know matches that.")).to_be_visible()
        await page.get_by_role("button", name="Show everything").click()
        await expect(fact(page, "Coimbra")).to_be_visible()
        kind = page.get_by_role("button", name=re.compile("^Health"))
        await kind.click()
        await expect(page.get_by_test_id("fact")).to_have_count(1)
        await expect(kind).to_have_attribute("aria-pressed", "true")
        await kind.click()
        await expect(fact(page, "Coimbra")).to_be_visible()


async def test_a_long_list_comes_page_by_page(addresses: Addresses, page: Page) -> None:
    async with remembering(addresses, page, "hello") as served:
        names = [f"{first}{last}" for first in ("Al", "Be", "Ca", "Do", "Em", "Fa") for last in "bdfgklmnrs"]
        await bring(page, served, "many", LONG_AGO, *(f"I have a friend named {name}." for name in names))
        count = len(await facts_known(page, served, "?limit=200"))
        assert count > 50
        await open_memory(page, served)
        await expect(page.get_by_test_id("fact")).to_have_count(50)
        await page.get_by_role("button", name="Show more facts").click()
        await expect(page.get_by_test_id("fact")).to_have_count(count)
        await expect(page.get_by_role("button", name="Show more facts")).to_have_count(0)


async def test_a_fact_is_corrected_and_its_history_tells_what_was_believed_before(
    addresses: Addresses, page: Page
) -> None:
    async with remembering(addresses, page) as served:
        await open_memory(page, served)
        await choose(page, "You live in Coimbra", "Correct")
        dialog = page.get_by_role("dialog", name="Correct this")
        await dialog.get_by_label("What is true").fill("Lives in Aveiro")
        assert await violations(page) == []
        await dialog.get_by_role("button", name="Save").click()
        await expect(fact(page, "Lives in Aveiro")).to_contain_text("In your own words")
        await page.wait_for_function(FOCUS_IS_KEPT)
        await expect(fact(page, "Coimbra")).to_have_count(0)
        await page.get_by_label("What I believed before").check()
        await expect(fact(page, "You live in Coimbra")).to_contain_text("You corrected it")
        await choose(page, "Lives in Aveiro", "How it came about")
        history = page.get_by_role("dialog", name="How it came about")
        await expect(history.get_by_test_id("version")).to_have_count(2)
        await expect(history.get_by_test_id("version").first).to_contain_text("You live in Coimbra")


async def test_a_fact_is_pinned_unpinned_and_declared_untrue(addresses: Addresses, page: Page) -> None:
    async with remembering(addresses, page) as served:
        await open_memory(page, served)
        await choose(page, "You are allergic to peanuts", "Pin")
        pinned = page.get_by_role("region", name="Pinned")
        await expect(pinned).to_contain_text("peanuts")
        await page.get_by_role("button", name="Undo").click()
        await expect(pinned).to_have_count(0)
        await choose(page, "You are allergic to peanuts", "No longer true")
        await expect(fact(page, "peanuts")).to_have_count(0)
        await page.wait_for_function(FOCUS_IS_KEPT)
        await until(lambda: is_untrue(page, served, "Is allergic to peanuts"))
        assert "Is allergic to peanuts" in await facts_known(page, served, "?includeRetired=true")


async def test_facts_are_forgotten_by_keys_alone_and_the_receipt_is_verified_and_downloaded(
    addresses: Addresses, page: Page
) -> None:
    async with remembering(addresses, page) as served:
        await open_memory(page, served)
        for text in ("peanuts", "You live in Coimbra"):
            await page.get_by_label(f"Select: {'You are allergic to peanuts' if text == 'peanuts' else text}").focus()
            await page.keyboard.press("Space")
        await expect(page.get_by_text("2 facts selected")).to_be_visible()
        await page.get_by_role("button", name="Forget").focus()
        await page.keyboard.press("Enter")
        dialog = page.get_by_role("dialog", name="Forget these 2 facts?")
        await expect(dialog.get_by_text(re.compile("This takes 2 facts"))).to_be_visible()
        assert await violations(page) == []
        await dialog.get_by_role("button", name="Forget").focus()
        await page.keyboard.press("Enter")
        receipt = page.get_by_role("dialog", name="Forgotten")
        await expect(receipt.get_by_text("nothing was found")).to_be_visible()
        await receipt.get_by_role("button", name="Verify").click()
        await expect(receipt.get_by_text("it is all still gone")).to_be_visible()
        async with page.expect_download() as download:
            await receipt.get_by_role("button", name="Download").click()
        assert (await download.value).suggested_filename.startswith("receipt-")
        await page.keyboard.press("Escape")
        await expect(fact(page, "You live in Coimbra")).to_have_count(0)
        await page.wait_for_function(FOCUS_IS_KEPT)
        left = await facts_known(page, served, "?includeRetired=true")
        assert not [text for text in left if "Coimbra" in text or "peanut" in text]


async def test_whoever_decides_otherwise_keeps_everything(addresses: Addresses, page: Page) -> None:
    async with remembering(addresses, page) as served:
        await open_memory(page, served)
        before = await facts_known(page, served)
        await choose(page, "You live in Coimbra", "Forget")
        await page.get_by_role("dialog", name="Forget this?").get_by_role("button", name="Keep it").click()
        await page.wait_for_function(FOCUS_IS_KEPT)
        assert await facts_known(page, served) == before


async def test_with_nothing_known_the_page_says_how_it_will_fill_and_a_failure_can_be_tried_again(
    addresses: Addresses, page: Page
) -> None:
    async with serving(addresses, [ScriptedModel(is_demo=True)]) as served:
        await sign_up(page, served, "Paula")
        await page.route("**/memory/facts?*", lambda route: route.fulfill(status=503, json={"error": {}}))
        await open_memory(page, served)
        again = page.get_by_role("button", name="Try again")
        await expect(again).to_be_visible()
        assert await violations(page) == []
        await page.unroute("**/memory/facts?*")
        await again.click()
        await expect(page.get_by_text("Nothing yet.")).to_be_visible()
        assert await violations(page) == []
        await photograph(page, "memory-empty")


async def test_on_a_phone_nothing_hangs_over_and_everything_can_be_touched(
    addresses: Addresses, browser: Browser
) -> None:
    async with another_browser(browser, **PHONE) as page, remembering(addresses, page) as served:
        await page.get_by_role("button", name="Open the list of chats").click()
        await page.get_by_role("navigation", name="Places").get_by_text("What I know about you").click()
        await expect(fact(page, "You live in Coimbra")).to_be_visible()
        await fits(page)
        small = await page.evaluate(
            """() => [...document.querySelectorAll('main a, main button')]
              .filter(one => one.offsetHeight && one.offsetHeight < 24).map(one => one.outerHTML)"""
        )
        assert small == []
        assert await violations(page) == []
        await photograph(page, "memory-phone")
        await choose(page, "You live in Coimbra", "Forget")
        await page.get_by_role("dialog", name="Forget this?").get_by_role("button", name="Forget").click()
        await expect(page.get_by_role("dialog", name="Forgotten")).to_be_visible()
        del served
