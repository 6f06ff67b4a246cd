"""A real Chromium. Where there is none and we may not install it, the tests are skipped, and say so."""

from __future__ import annotations

import os
import shutil
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from PIL import Image
from playwright.async_api import Browser, ConsoleMessage, Page, async_playwright, expect
from playwright.async_api import TimeoutError as PlaywrightTimeout

from holdfast.web.static import client_folder

# Browsers and servers share the machine; five seconds are few when others work beside them.
expect.set_options(timeout=15_000)
SCREENSHOTS = Path(__file__).parents[2] / "docs" / "images"
BROWSERS = ("chromium", "chromium-browser", "google-chrome")
MOVING = {"reduced_motion": "no-preference"}
WINDOWLESS = "chromium-headless-shell"
"""It draws no window, and takes a third less of a processor for the same pages; it asks nobody what a page may do."""
_STICKS_OUT = """() => [...document.querySelectorAll('body *')]
  .filter(one => one.getBoundingClientRect().right > document.documentElement.clientWidth + 1)
  .slice(0, 5).map(one => one.outerHTML.slice(0, 160))"""
FLAGS = [
    *("--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run"),
    *("--disable-background-networking", "--disable-component-update", "--disable-sync"),
]


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if "tests/browser" in item.nodeid:
            item.add_marker(pytest.mark.browser)


def find_chromium(*, asks: bool = False) -> str:
    """`asks`: one that asks its person whether a page may hear."""
    found = next(filter(None, map(shutil.which, BROWSERS if asks else (WINDOWLESS, *BROWSERS))), None)
    if found is None:
        pytest.skip("NO BROWSER: install Chromium (apt-get install chromium) to run the browser tests")
    return found


@pytest.fixture(scope="session")
async def browser() -> AsyncIterator[Browser]:
    """One for all: every person has a context of their own in it, which shares nothing with the others."""
    chromium = find_chromium()
    assert (client_folder() / "index.html").exists(), "the client is not built: run make setup"
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=chromium, args=FLAGS)
        yield browser
        await browser.close()


@pytest.fixture
async def page(browser: Browser, request: pytest.FixtureRequest) -> AsyncIterator[Page]:
    """A file says in `LIVES_WITH` what its pages have otherwise."""
    async with another_browser(browser, **getattr(request.module, "LIVES_WITH", {})) as page:
        yield page


@asynccontextmanager
async def another_browser(browser: Browser, **how: Any) -> AsyncIterator[Page]:
    """
    A person's own browser. They live east of Greenwich unless a test says otherwise: whoever lives where the
    server's clock is, is the exception. They ask for stillness, for to draw what moves takes a sixth of the processor;
    where it matters that things move they do (`MOVING`). What their pages threw is asked at the end, also what
    a boundary caught.
    """
    usual = {"viewport": {"width": 1280, "height": 800}, "color_scheme": "light", "reduced_motion": "reduce"}
    usual["timezone_id"] = "Europe/Berlin"
    # Where a test stands between the page and the server, no worker of the page may; `test_install.py` lets it.
    context = await browser.new_context(**{**usual, "service_workers": "block", **how})
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


async def resize(page: Page, width: int, height: int) -> None:
    """As when somebody draws the window wider: it is over when the page has been laid out and drawn in that size."""
    await page.set_viewport_size({"width": width, "height": height})
    await page.wait_for_function("width => innerWidth === width", arg=width)
    await page.evaluate("() => new Promise(drawn => requestAnimationFrame(() => requestAnimationFrame(drawn)))")


async def fits(page: Page) -> None:
    """Nothing sticks out to the right, once it is laid out. Asked of the window as it was made: a phone's own idea of
    its width grows with what does not fit."""
    assert page.viewport_size
    wide = page.viewport_size["width"]
    try:
        await page.wait_for_function("wide => document.documentElement.scrollWidth <= wide", arg=wide)
    except PlaywrightTimeout:
        raise AssertionError(f"{page.url} is wider than its window: {await page.evaluate(_STICKS_OUT)}") from None


def _is_fault(line: ConsoleMessage) -> bool:
    """An answer that is not 200, or none at all, is told by Chromium itself; what is made of it is the test's."""
    return line.type == "error" and not line.text.startswith("Failed to load resource")


async def photograph(page: Page, name: str, *, in_the_dark: bool = False, with_toasts: bool = False) -> None:
    """For the documentation, where `PICTURES=1`: the page, and beside it the same in dark colours."""
    if not os.environ.get("PICTURES"):
        return
    if not with_toasts:
        # What was said in passing has passed; under the pointer it would stay.
        await page.mouse.move(0, 0)
        await expect(page.get_by_test_id("toast")).to_have_count(0)
    await page.emulate_media(reduced_motion="reduce")
    await _keep(page, name)
    if in_the_dark:
        await page.emulate_media(color_scheme="dark")
        await _keep(page, f"{name}-dark")
        await page.emulate_media(color_scheme="light")
    await page.emulate_media(reduced_motion="no-preference")


async def _keep(page: Page, name: str) -> None:
    await page.wait_for_timeout(300)  # until what moves stands still
    picture = Image.open(BytesIO(await page.screenshot()))
    SCREENSHOTS.mkdir(parents=True, exist_ok=True)
    # In 256 colours it is a third as large, and looks the same.
    picture.convert("RGB").quantize(256, dither=Image.Dither.NONE).save(SCREENSHOTS / f"{name}.png", optimize=True)
