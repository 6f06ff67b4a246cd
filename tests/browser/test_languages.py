"""The client once in German and once in Spanish, on a phone: nothing of the English catalogue is left on a page."""

from __future__ import annotations

import pytest
from playwright.async_api import Browser, Page, expect

from holdfast.core.migrate import Addresses
from tests.browser.conftest import another_browser, photograph
from tests.browser.spoken import cut_off, left_in_english, sayings, words_files
from tests.browser.test_palette import PHONE
from tests.scripted import ScriptedModel, says
from tests.serving import PASSWORD, Served, serving
from tests.working import work_off

pytestmark = pytest.mark.anyio

LOCALES = {"de": "de-DE", "es": "es-ES"}
AT_THE_DOOR = ("/login", "/register", "/forgot", "/reset", "/undo", "/join")
INSIDE = (
    *("/loops", "/memory", "/memory?part=people", "/memory?part=forget", "/memory?part=controls"),
    *("/documents", "/documents/use", "/personas", "/personas/new", "/bookmarks", "/archive", "/shared"),
    *("/settings/account", "/settings/usage", "/admin/overview", "/admin/health"),
    *("/verify", "/change", "/nowhere"),
)
ENGLISH_BY_NATURE = {"Dispatch Engine 4 to Dock Road"}
"""What an admin is shown to try the rules with, which are English as they come."""
PROMISE = "I live in Aveiro and I am allergic to peanuts. I promised to call Rui by Friday."


async def is_translated(page: Page, language: str) -> None:
    await page.wait_for_load_state("networkidle")
    await expect(page.locator("html")).to_have_attribute("lang", language)
    where = page.url.split("/", 3)[3]
    assert (where, await left_in_english(page, language)) == (where, [])
    assert (where, await cut_off(page)) == (where, [])


async def come_in(page: Page, served: Served) -> None:
    await page.goto(f"{served.url}/login")
    await page.locator("input[name=email]").fill("ada@example.org")
    await page.locator("input[name=password]").fill(PASSWORD)
    await page.keyboard.press("Enter")
    await expect(page.get_by_test_id("home")).to_be_visible()


@pytest.mark.parametrize("language", LOCALES)
async def test_every_page_speaks_the_language_of_the_browser(
    addresses: Addresses, browser: Browser, language: str
) -> None:
    model = ScriptedModel(says("Recebido."), name="test:answers")
    async with serving(addresses, [model]) as served, served.person() as ada:
        await ada.say(PROMISE)
        await work_off(served.parts)
        async with another_browser(browser, locale=LOCALES[language], **PHONE) as page:
            for path in AT_THE_DOOR:
                await page.goto(f"{served.url}{path}")
                await is_translated(page, language)
            await come_in(page, served)
            await is_translated(page, language)
            await photograph(page, f"home-{language}")
            await page.locator("header button").first.tap()
            await expect(page.get_by_test_id("chat-item")).to_be_visible()
            await is_translated(page, language)
            await page.get_by_test_id("chat-item").get_by_role("link").tap()
            await expect(page.get_by_test_id("answer")).to_be_visible()
            await is_translated(page, language)
            await photograph(page, f"chat-{language}")
            for path in INSIDE:
                await page.goto(f"{served.url}{path}")
                await is_translated(page, language)
            await page.goto(f"{served.url}/memory")
            await expect(page.get_by_test_id("fact").first).to_be_visible()
            await photograph(page, f"memory-{language}")
            await page.keyboard.press("Control+k")
            await expect(page.get_by_role("combobox")).to_be_visible()
            await is_translated(page, language)
            await page.keyboard.press("Escape")
            await expect(page.get_by_role("dialog")).to_have_count(0)
            await page.keyboard.press("Control+/")
            await expect(page.get_by_role("dialog")).to_be_visible()
            await is_translated(page, language)


@pytest.mark.parametrize(
    ("language", "sentence"),
    [("de", "Zu dieser E-Mail-Adresse gibt es schon ein Konto."), ("es", "Ya existe una cuenta con este correo.")],
)
async def test_a_refusal_is_told_in_the_language_of_the_page(
    addresses: Addresses, browser: Browser, language: str, sentence: str
) -> None:
    async with (
        serving(addresses, [ScriptedModel()]) as served,
        served.person(),
        another_browser(browser, locale=LOCALES[language]) as page,
    ):
        await page.goto(f"{served.url}/register")
        await page.locator("input[name=email]").fill("ada@example.org")
        await page.locator("input[name=password]").fill(PASSWORD)
        await page.keyboard.press("Enter")
        await expect(page.get_by_test_id("auth-error")).to_contain_text(sentence)


def test_the_english_catalogue_is_found_in_its_files() -> None:
    """Or the search above would find nothing anywhere."""
    assert len(list(words_files())) >= 10
    assert {"Welcome back", "Forgot your password?", "What I know about you", "You are invited"} <= sayings()
    assert "Willkommen zurück" in sayings("de")
    assert "Te damos la bienvenida de nuevo" in sayings("es")


@pytest.mark.parametrize("language", LOCALES)
def test_no_sentence_of_a_translation_was_left_as_it_was(language: str) -> None:
    """Single words and names may be the same in both."""
    same = {saying for saying in sayings() & sayings(language) if len(saying.split()) > 2}
    assert same - ENGLISH_BY_NATURE == set()
