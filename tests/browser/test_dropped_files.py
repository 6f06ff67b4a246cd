"""A file dropped anywhere on the page is attached, or named as refused; the browser never leaves for it."""

from __future__ import annotations

import base64

import pytest
from playwright.async_api import Page, expect

from holdfast.core.migrate import Addresses
from tests.architecture.belongings import png
from tests.browser.test_chat import sign_up
from tests.scripted import ScriptedModel
from tests.serving import serving

pytestmark = pytest.mark.anyio

DROP = """([where, files]) => {
  const bytes = text => Uint8Array.from(atob(text), one => one.charCodeAt(0))
  const held = new DataTransfer()
  for (const [name, type, text] of files) held.items.add(new File([bytes(text)], name, { type }))
  const target = document.querySelector(where)
  const fire = kind => target.dispatchEvent(
    new DragEvent(kind, { dataTransfer: held, bubbles: true, cancelable: true }))
  return ['dragover', 'drop'].map(kind => !fire(kind))
}"""
"""Whether each of the two events was taken from the browser."""


async def test_files_dropped_beside_the_box_are_taken_and_the_page_stays(addresses: Addresses, page: Page) -> None:
    picture = base64.b64encode(png()).decode()
    async with serving(addresses, [ScriptedModel(is_demo=True, sees_images=True)]) as served:
        await sign_up(page, served)
        dropped = [["dot.png", "image/png", picture]]
        assert await page.evaluate(DROP, ["[role=log]", dropped]) == [True, True]
        await expect(page.get_by_label("Attached files").get_by_alt_text("dot.png")).to_be_visible()

        wrong = [["plan.pdf", "application/pdf", "AAAA"], ["notes.docx", "application/x-docx", "AAAA"]]
        assert await page.evaluate(DROP, ["aside", wrong]) == [True, True]
        alert = page.locator("form").get_by_role("alert")
        for name in ("plan.pdf", "notes.docx"):
            await expect(alert.get_by_text(name)).to_be_visible()
        await page.get_by_label("Message", exact=True).fill("I see")
        await expect(alert).to_have_count(0)

        await page.goto(f"{served.url}/settings")
        await expect(page.get_by_role("heading", name="Settings", exact=True)).to_be_visible()
        assert await page.evaluate(DROP, ["main", dropped]) == [True, True]
        assert page.url.endswith("/settings")
