"""A file dropped anywhere on the page is attached, or named as refused; the browser never leaves for it."""

from __future__ import annotations

import base64

import pytest
from playwright.async_api import Page, expect

from holdfast.core.migrate import Addresses
from tests.architecture.belongings import png
from tests.browser.axe import violations
from tests.browser.conftest import photograph
from tests.browser.test_chat import say, sign_up
from tests.scripted import ScriptedModel, says
from tests.serving import serving
from tests.waiting import until
from tests.web.test_documents import HANDBOOK
from tests.working import work_off

pytestmark = pytest.mark.anyio

_DROP = """([where, files]) => {
  const bytes = text => Uint8Array.from(atob(text), one => one.charCodeAt(0))
  const held = new DataTransfer()
  for (const [name, type, text] of files) held.items.add(new File([bytes(text)], name, { type }))
  const target = document.querySelector(where)
  const fire = kind => target.dispatchEvent(
    new DragEvent(kind, { dataTransfer: held, bubbles: true, cancelable: true }))
  return ['dragover', 'drop'].map(kind => !fire(kind))
}"""
"""Whether each of the two events was taken from the browser."""


async def drop(page: Page, where: str, files: list[list[str]]) -> None:
    """As often as it takes until the page has its eyes open: what it does not take, nobody takes."""

    async def is_taken() -> bool:
        return bool(await page.evaluate(_DROP, [where, files]) == [True, True])

    await until(is_taken)


async def test_files_dropped_beside_the_box_are_taken_and_the_page_stays(addresses: Addresses, page: Page) -> None:
    picture = base64.b64encode(png()).decode()
    async with serving(addresses, [ScriptedModel(is_demo=True, sees_images=True)]) as served:
        await sign_up(page, served)
        dropped = [["dot.png", "image/png", picture]]
        await drop(page, "[role=log]", dropped)
        await expect(page.get_by_label("Attached files").get_by_alt_text("dot.png")).to_be_visible()

        wrong = [["plan.pdf", "application/pdf", "AAAA"], ["notes.docx", "application/x-docx", "AAAA"]]
        await drop(page, "aside", wrong)
        alert = page.locator("form").get_by_role("alert")
        for name in ("plan.pdf", "notes.docx"):
            await expect(alert.get_by_text(name)).to_be_visible()
        await page.get_by_label("Message", exact=True).fill("I see")
        await expect(alert).to_have_count(0)

        await page.goto(f"{served.url}/settings")
        await expect(page.get_by_role("heading", name="Profile", exact=True)).to_be_visible()
        await drop(page, "main", dropped)
        assert page.url.endswith("/settings")


PASTE = """text => {
  const held = new DataTransfer()
  held.setData('text/plain', text)
  const pasted = new ClipboardEvent('paste', { clipboardData: held, bubbles: true, cancelable: true })
  document.querySelector('textarea[name=message]').dispatchEvent(pasted)
}"""


async def test_a_document_dropped_into_a_chat_is_read_asked_about_and_kept(addresses: Addresses, page: Page) -> None:
    async with serving(addresses, [ScriptedModel(says("It is about holidays [1] and laptops [2]."))]) as served:
        await sign_up(page, served)
        dropped = [["handbook.md", "text/markdown", base64.b64encode(HANDBOOK).decode()]]
        await drop(page, "[role=log]", dropped)
        attached = page.get_by_label("Attached files")
        await expect(attached).to_contain_text("Being read")
        await page.get_by_label("Message", exact=True).fill("Summarize, please")
        await expect(page.get_by_role("button", name="Send")).to_be_disabled()
        await work_off(served.parts)
        await expect(attached).not_to_contain_text("Being read")

        await page.evaluate(PASTE, "A long story. " * 500)
        await expect(attached).to_contain_text("Pasted text.txt")
        await photograph(page, "attached", with_toasts=True)
        await page.get_by_test_id("toast").get_by_role("button", name="Put it into the message").click()
        await expect(attached).not_to_contain_text("Pasted text.txt")
        await expect(page.get_by_label("Message", exact=True)).to_have_value(
            "Summarize, please\n" + "A long story. " * 500
        )

        await say(page, "Summarize, please")
        await expect(page.get_by_role("button", name="Source 2: handbook.md").first).to_be_visible()
        assert await violations(page) == []
        question = page.get_by_test_id("question")
        await question.get_by_role("button", name="Keep handbook.md in your documents").click()
        await expect(question.get_by_role("button", name="handbook.md is kept in your documents")).to_be_visible()
        await question.get_by_role("link", name="handbook.md").click()
        await expect(page.get_by_text("Only you see it.")).to_be_visible()
