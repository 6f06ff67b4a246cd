"""A real Chromium. Where there is none and we may not install it, the tests are skipped, and say so."""

from __future__ import annotations

import os
import shutil
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from playwright.async_api import Browser, ConsoleMessage, Page, async_playwright, expect

from holdfast.web.static import client_folder

# Browsers and servers share the machine; five seconds are few when others work beside them.
expect.set_options(timeout=15_000)
SCREENSHOTS = Path(__file__).parents[2] / "docs" / "images"
_FLAGS = [
    *("--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run"),
    *("--disable-background-networking", "--disable-component-update", "--disable-sync"),
]


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if "tests/browser" in item.nodeid:
            item.add_marker(pytest.mark.browser)


@pytest.fixture(scope="session")
async def browser() -> AsyncIterator[Browser]:
    """One for all: every person has a context of their own in it, which shares nothing with the others."""
    chromium = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    if chromium is None:
        pytest.skip("NO BROWSER: install Chromium (apt-get install chromium) to run the browser tests")
    assert (client_folder() / "index.html").exists(), "the client is not built: run make setup"
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=chromium, args=_FLAGS)
        yield browser
        await browser.close()


@pytest.fixture
async def page(browser: Browser) -> AsyncIterator[Page]:
    async with another_browser(browser) as page:
        yield page


@asynccontextmanager
async def another_browser(browser: Browser, **how: Any) -> AsyncIterator[Page]:
    """
    A person's own browser. They live east of Greenwich unless a test says otherwise: whoever lives where the
    server's clock is, is the exception. What their pages threw is asked at the end, also what a boundary caught.
    """
    usual = {"viewport": {"width": 1280, "height": 800}, "color_scheme": "light", "timezone_id": "Europe/Berlin"}
    context = await browser.new_context(**{**usual, **how})
    thrown: list[str] = []
    context.on("weberror", lambda fault: thrown.append(str(fault.error)))
    context.on("console", lambda line: thrown.append(line.text) if _is_fault(line) else None)
    page = await context.new_page()
    page.set_default_timeout(20_000)
    try:
        yield page
    finally:
        await context.close()
    assert thrown == [], "a page threw"


def _is_fault(line: ConsoleMessage) -> bool:
    """An answer that is not 200, or none at all, is told by Chromium itself; what is made of it is the test's."""
    return line.type == "error" and not line.text.startswith("Failed to load resource")


async def photograph(page: Page, name: str) -> None:
    """For the documentation: `PICTURES=1` keeps it, otherwise it only shows that it can be taken."""
    if os.environ.get("PICTURES"):
        await page.wait_for_timeout(300)  # until what moves stands still
    picture = await page.screenshot()
    assert len(picture) > 5_000
    if os.environ.get("PICTURES"):
        SCREENSHOTS.mkdir(parents=True, exist_ok=True)
        (SCREENSHOTS / f"{name}.png").write_bytes(picture)
