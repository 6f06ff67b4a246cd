"""Somebody tells something, deletes the chat, and looks whether it is still known."""

from __future__ import annotations

import asyncio
import re
from typing import Any

import pytest
from playwright.async_api import Page, expect

from holdfast.core.migrate import Addresses
from tests.browser.conftest import photograph
from tests.browser.test_chat import say, sign_up
from tests.scripted import ScriptedModel, says
from tests.serving import Served, serving
from tests.waiting import until
from tests.working import work_off

pytestmark = pytest.mark.anyio

PAULA = "I'm Paula. I live in Coimbra and I am allergic to peanuts. I promised to call Rui by Friday."


def answering() -> ScriptedModel:
    return ScriptedModel(says("Good to know."), is_demo=True)


async def tell_and_be_learned(page: Page, served: Served) -> None:
    await sign_up(page, served, "Paula")
    await say(page, PAULA)
    await expect(page.get_by_text("Good to know.")).to_be_visible()
    # Only an answer that is stored can be asked about; what it taught is promised with it.
    await expect(page.get_by_role("button", name="Why this answer?")).to_be_visible()
    await work_off(served.parts)


async def ask(page: Page, served: Served, path: str, body: dict[str, Any] | None = None) -> dict[str, Any]:
    """As a program does, with the person's own cookie."""
    method = "GET" if body is None else "POST"
    answer = await page.request.fetch(served.url + path, method=method, headers={"origin": served.url}, data=body)
    assert answer.ok, await answer.text()
    found: dict[str, Any] = await answer.json()
    return found


async def known(page: Page, served: Served) -> dict[str, list[str]]:
    facts = await ask(page, served, "/memory/facts")
    loops = await ask(page, served, "/memory/loops", {})
    found = await ask(page, served, "/memory/query", {"query": "Where does Paula live?"})
    return {
        "facts": [fact["text"] for fact in facts["facts"]],
        "loops": [loop["text"] for loop in loops["loops"]],
        "said": [episode["text"] for episode in found["episodes"]],
    }


async def is_gone(page: Page, served: Served) -> bool:
    return not (await ask(page, served, "/api/chats"))["chats"]


async def is_forgotten(page: Page, served: Served) -> bool:
    return await known(page, served) == {"facts": [], "loops": [], "said": []}


async def open_deletion(page: Page) -> Any:
    await (
        page.get_by_role("navigation", name="Your chats").get_by_role("button", name=re.compile("^Options for")).click()
    )
    await page.get_by_role("menuitem", name="Delete").click()
    return page.get_by_role("dialog", name="Delete this chat?")


async def test_deleting_a_chat_forgets_what_was_learned_from_it_and_shows_the_receipt(
    addresses: Addresses, page: Page
) -> None:
    async with serving(addresses, [answering()]) as served:
        await tell_and_be_learned(page, served)
        before = await known(page, served)
        assert "Lives in Coimbra" in before["facts"]
        dialog = await open_deletion(page)
        facts, loops = len(before["facts"]), len(before["loops"])
        told = f"{facts} facts, {loops} open loop, and 2 messages in memory."
        await expect(dialog.get_by_label("Also forget what was learned from it")).to_be_checked()
        await expect(dialog.get_by_text(told)).to_be_visible()
        await photograph(page, "delete-chat", in_the_dark=True)
        await dialog.get_by_role("button", name="Delete").click()
        await expect(page.get_by_text("Chat deleted.")).to_be_visible()
        assert await known(page, served) == before, "while it can be undone, nothing has happened"

        await expect(page.get_by_text(f"Forgotten: {told}")).to_be_visible(timeout=30_000)
        await until(lambda: is_forgotten(page, served))
        await page.get_by_role("button", name="Receipt").click()
        receipt = page.get_by_role("dialog", name="Forgotten")
        await expect(receipt.get_by_text("nothing was found")).to_be_visible()
        await receipt.get_by_role("button", name="Verify").click()
        await expect(receipt.get_by_text("it is all still gone")).to_be_visible()
        await photograph(page, "receipt", in_the_dark=True)
        async with page.expect_download() as download:
            await receipt.get_by_role("button", name="Download").click()
        assert (await download.value).suggested_filename.startswith("receipt-")


async def test_whoever_wants_to_keep_what_was_learned_is_told_that_it_stays(addresses: Addresses, page: Page) -> None:
    async with serving(addresses, [answering()]) as served:
        await tell_and_be_learned(page, served)
        before = await known(page, served)
        dialog = await open_deletion(page)
        await dialog.get_by_label("Also forget what was learned from it").uncheck()
        await expect(dialog.get_by_text("stays in memory, word for word")).to_be_visible()
        await dialog.get_by_role("button", name="Delete").click()
        await page.goto(f"{served.url}/settings")  # whoever goes has let the undo pass
        await until(lambda: is_gone(page, served))
        assert await known(page, served) == before


async def test_undo_brings_everything_back_by_the_pointer_and_by_keys(addresses: Addresses, page: Page) -> None:
    async with serving(addresses, [answering()]) as served:
        await tell_and_be_learned(page, served)
        before = await known(page, served)
        row = page.get_by_role("navigation", name="Your chats").get_by_test_id("chat-item")
        for undo in ("pointer", "keys"):
            await (await open_deletion(page)).get_by_role("button", name="Delete").click()
            await expect(row).to_have_count(0)
            if undo == "pointer":
                await page.get_by_role("button", name="Undo").click()
            else:
                await page.keyboard.press("Control+z")
            await expect(row).to_have_count(1)
            await expect(page.get_by_test_id("toast")).to_have_count(0)
        await page.reload()
        await expect(row).to_have_count(1)
        assert await known(page, served) == before


async def test_the_time_to_undo_does_not_run_out_under_the_pointer(addresses: Addresses, page: Page) -> None:
    async with serving(addresses, [answering()]) as served:
        await sign_up(page, served, "Paula")
        await say(page, "Nothing much.")
        await expect(page.get_by_text("Good to know.")).to_be_visible()
        await page.clock.install()
        await (await open_deletion(page)).get_by_role("button", name="Delete").click()
        await page.get_by_role("button", name="Undo").hover()
        await page.clock.run_for(60_000)
        await expect(page.get_by_role("button", name="Undo")).to_be_visible()
        await page.get_by_label("Message", exact=True).hover()
        await page.clock.run_for(15_000)
        await expect(page.get_by_role("button", name="Undo")).to_have_count(0)
        await until(lambda: is_gone(page, served))


async def test_a_tab_that_is_closed_within_the_undo_still_forgets(addresses: Addresses, page: Page) -> None:
    async with serving(addresses, [answering()]) as served:
        await tell_and_be_learned(page, served)
        other = await page.context.new_page()
        await (await open_deletion(page)).get_by_role("button", name="Delete").click()
        await expect(page.get_by_text("Chat deleted.")).to_be_visible()
        await page.close(run_before_unload=True)
        await other.goto(served.url)
        await until(lambda: is_gone(other, served))
        await until(lambda: is_forgotten(other, served))


async def test_a_tab_that_crashes_leaves_its_wish_to_the_next(addresses: Addresses, page: Page) -> None:
    """It sends nothing on its way out."""
    async with serving(addresses, [answering()]) as served:
        await tell_and_be_learned(page, served)
        await (await open_deletion(page)).get_by_role("button", name="Delete").click()
        await expect(page.get_by_text("Chat deleted.")).to_be_visible()
        async with page.expect_event("crash"):
            dying = asyncio.ensure_future((await page.context.new_cdp_session(page)).send("Page.crash"))
        dying.cancel()  # nobody is left to answer
        other = await page.context.new_page()
        assert not await is_gone(other, served)
        # Until then the other may still be there, with somebody's pointer over Undo.
        await other.add_init_script("const now = Date.now; Date.now = () => now() + 180_000")
        await other.goto(served.url)
        await until(lambda: is_gone(other, served))
        await until(lambda: is_forgotten(other, served))
