"""The settings: one subject a page, each with an address; what is one's own apart from the installation."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta

import asyncpg
import pytest
from playwright.async_api import Browser, Page, expect

from holdfast.analytics.daily import DailyFigures, EndedFigures, TurnEnd
from holdfast.core.migrate import Addresses
from tests.browser.axe import violations
from tests.browser.conftest import another_browser, fits, photograph, resize
from tests.browser.test_chat import say, sign_up
from tests.browser.test_organizations import found, invite_link
from tests.browser.test_palette import sign_in
from tests.scripted import ScriptedModel, says
from tests.serving import PASSWORD, Person, Served, serving
from tests.waiting import until

pytestmark = pytest.mark.anyio

OWN = ("profile", "appearance", "voice", "app", "account", "security", "usage", "connections", "keys", "organization")
INSTALLATION = (
    *("overview", "users", "invites", "organizations", "usage", "connections", "prompts"),
    *("jobs", "health", "mails", "history"),
)
ALL = (*(f"settings/{page}" for page in OWN), *(f"admin/{page}" for page in INSTALLATION))
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True}
FOCUSED = "() => document.activeElement?.textContent?.trim() ?? ''"


async def open_page(page: Page, served: Served, address: str) -> None:
    await page.goto(f"{served.url}/{address}")
    await expect(page.get_by_role("heading", level=1)).to_be_visible()
    await page.wait_for_load_state("networkidle")
    await expect(page.get_by_text("Loading…")).to_have_count(0)


CORNER = """() => {
  const { x, y } = document.querySelector('h1').getBoundingClientRect()
  return [x, y]
}"""
PLACE = """selector => {
  const box = document.querySelector(selector)?.getBoundingClientRect()
  return box && box.width > 0 ? [box.x, box.width] : null
}"""


async def place_of(page: Page, selector: str) -> tuple[float, float]:
    """Where it begins, and how wide it is; when an answer is stored, another element takes its place for it."""
    begins, width = await until(lambda: page.evaluate(PLACE, selector))
    return begins, width


async def live_a_month(served: Served, people: Sequence[Person]) -> None:
    """As the days of an installation go: busier in the week, a failure now and then, one model quicker."""
    for ago in range(30):
        day = datetime.now(UTC) - timedelta(days=ago)
        figures = DailyFigures(served.parts.db, lambda day=day: day)  # type: ignore[misc]
        for turn in range(12 + (7 * ago) % 9 - (8 if day.weekday() > 4 else 0)):
            end: TurnEnd = "failed" if (ago + turn) % 37 == 0 else "stopped" if (ago * turn) % 29 == 7 else "answered"
            model, seconds = ("quick", 0.4) if turn % 3 else ("deep", 1.1)
            figures.note(
                EndedFigures(
                    people[(ago * turn) % len(people)].id,
                    *(f"openai:{model}", end, 900 + 31 * turn, 180 + 9 * ago, 0.004),
                    seconds * (1 + (ago * turn) % 5 / 4),
                )
            )
        await figures.write()


@pytest.mark.long
async def test_every_page_stays_where_it_is_and_is_clean_in_both_themes(addresses: Addresses, page: Page) -> None:
    async with (
        serving(addresses, [ScriptedModel()], default_plan="free") as served,
        served.person("ada") as ada,
        served.person("bea") as bea,
    ):
        await live_a_month(served, [ada, bea])
        await sign_in(page, served)
        place = None
        for address in ALL:
            await open_page(page, served, address)
            place = place or await page.evaluate(CORNER)
            await page.wait_for_function(
                f"([x, y]) => {{ const [a, b] = ({CORNER})(); return a === x && b === y }}", arg=place
            )
            assert await violations(page) == [], address
            await photograph(page, address.replace("/", "-"), in_the_dark=True)


async def test_the_days_are_drawn_each_is_told_and_a_table_says_the_same(addresses: Addresses, page: Page) -> None:
    async with serving(addresses, [ScriptedModel()]) as served, served.person("ada") as ada:
        await live_a_month(served, [ada])
        await sign_in(page, served)
        await open_page(page, served, "admin/overview")
        for chart in ("Turns", "Active people", "Tokens", "Cost", "Time to the first word", "Failed turns"):
            await expect(page.get_by_role("img", name=re.compile(f"^{chart}"))).to_be_visible()
        turns = page.get_by_role("figure").filter(has_text="Turns").first
        await turns.get_by_role("img").hover()
        await expect(turns).to_contain_text(re.compile(r"answered \d+, stopped \d+, failed \d+"))
        await turns.get_by_text("As a table").click()
        await expect(turns.get_by_role("row")).to_have_count(31)
        await page.get_by_text("7 days").click()
        await expect(turns.get_by_role("row")).to_have_count(8)


async def test_a_conversation_is_set_wider_by_whoever_wants_it_so_and_stays_it(
    addresses: Addresses, page: Page
) -> None:
    async with serving(addresses, [ScriptedModel(says("Words to measure."))]) as served:
        await sign_up(page, served)
        await resize(page, 1680, 900)
        await say(page, "Hello")
        await expect(page.get_by_role("button", name="Why this answer?")).to_be_visible()
        chat = page.url
        before = await place_of(page, "[data-testid=answer] .answer")
        await open_page(page, served, "settings/appearance")
        await page.get_by_role("radio", name="Like a book").focus()
        await page.keyboard.press("ArrowRight")
        await expect(page.get_by_role("radio", name="Wide")).to_be_checked()
        await page.goto(chat)
        await expect(page.get_by_role("button", name="Why this answer?")).to_be_visible()
        after = await place_of(page, "[data-testid=answer] .answer")
        assert after[1] > before[1] + 200

        async def box_stands_under_the_words() -> bool:
            words = await place_of(page, "[data-testid=answer] .answer")
            return await place_of(page, "form:has(textarea[name=message])") == pytest.approx(words, abs=2)

        await until(box_stands_under_the_words)
        await resize(page, 2560, 1300)
        await expect(page.locator("html")).to_have_css("font-size", "18px")
        await photograph(page, "large-screen", in_the_dark=True)
        await resize(page, 390, 844)
        await fits(page)


async def test_the_installation_is_a_place_of_its_own_and_old_addresses_lead_on(
    addresses: Addresses, page: Page
) -> None:
    async with serving(addresses, [ScriptedModel()]) as served:
        await sign_up(page, served)
        await page.get_by_role("link", name=re.compile("settings")).click()
        await expect(page.get_by_role("heading", name="Profile", level=1)).to_be_visible()
        await expect(page.get_by_role("navigation", name="Settings").get_by_role("link")).to_have_count(len(OWN))
        await page.get_by_role("link", name="Installation").click()
        await expect(page.get_by_role("heading", name="Overview", level=1)).to_be_visible()
        await page.get_by_role("link", name="Usage (all users)").click()
        await expect(page.get_by_test_id("used-by-all")).to_contain_text("Nothing was used on")
        await expect(page.get_by_label("Day (UTC)")).to_have_value(re.compile(r"^\d{4}-\d\d-\d\d$"))
        await expect(page.get_by_test_id("used-by-all")).not_to_contain_text(re.compile(r"\d{4}-\d\d-\d\d"))
        await page.get_by_role("link", name="Your settings").click()
        await expect(page.get_by_role("heading", name="Profile", level=1)).to_be_visible()
        for before, now in (("?part=used", "/admin/usage"), ("?part=organization", "/settings/organization")):
            await page.goto(f"{served.url}/settings{before}")
            await expect(page).to_have_url(f"{served.url}{now}")


async def test_on_a_phone_the_list_comes_first_and_each_page_leads_back_to_it(
    addresses: Addresses, browser: Browser
) -> None:
    async with serving(addresses, [ScriptedModel()]) as served, another_browser(browser, **PHONE) as page:
        await sign_up(page, served)
        await page.goto(f"{served.url}/settings")
        await expect(page.get_by_role("heading", name="Settings", level=1)).to_be_visible()
        await expect(page.get_by_role("heading", name="Profile", level=1)).to_be_hidden()
        assert await violations(page) == []
        await photograph(page, "settings-phone")
        security = page.get_by_role("navigation", name="Settings").get_by_role("link", name="Security")
        await security.focus()
        await page.keyboard.press("Enter")
        await expect(page.get_by_role("heading", name="Security", level=1)).to_be_focused()
        await expect(security).to_be_hidden()
        assert await violations(page) == []
        back = page.get_by_role("link", name="Settings", exact=True)
        await back.focus()
        await page.keyboard.press("Enter")
        await expect(page).to_have_url(f"{served.url}/settings")
        await expect(security).to_be_focused()


async def test_on_a_small_phone_in_the_dark_nothing_sticks_out(addresses: Addresses, browser: Browser) -> None:
    small = another_browser(browser, viewport={"width": 360, "height": 740}, color_scheme="dark", has_touch=True)
    async with serving(addresses, [ScriptedModel()], default_plan="free") as served, small as page:
        await sign_up(page, served)
        await found(page, served)
        await invite_link(page)
        await expect(page.get_by_test_id("invite-link")).to_be_in_viewport()
        for address in ("settings", "admin", *ALL):
            await open_page(page, served, address)
            await fits(page)
        await page.keyboard.press("Tab")
        await page.wait_for_function("() => document.activeElement !== document.body")


async def test_a_person_is_called_what_they_write_and_says_what_answers_should_know(
    addresses: Addresses, page: Page
) -> None:
    async with serving(addresses, [ScriptedModel()]) as served:
        await sign_up(page, served)
        await open_page(page, served, "settings/profile")
        await page.get_by_label("Name", exact=True).fill("Ada Lovelace")
        await page.keyboard.press("Enter")
        await expect(page.get_by_text("Your name is saved.")).to_be_visible()
        await expect(page.get_by_role("link", name=re.compile("Ada Lovelace"))).to_be_visible()
        await page.get_by_label("What I should know about you").fill("I write programs for engines.")
        await page.get_by_role("button", name="Save").last.click()
        await expect(page.get_by_text("Saved. It counts from the next answer on.")).to_be_visible()
        await resize(page, 1280, 900)
        await photograph(page, "settings-profile")
        await page.reload()
        await expect(page.get_by_label("Name", exact=True)).to_have_value("Ada Lovelace")
        await expect(page.get_by_label("What I should know about you")).to_have_value("I write programs for engines.")


async def test_an_account_is_deleted_by_its_person_alone_and_nothing_of_it_is_left(
    addresses: Addresses, page: Page, browser: Browser, as_owner: asyncpg.Connection
) -> None:
    async with serving(addresses, [ScriptedModel()]) as served, another_browser(browser) as theirs:
        await sign_up(page, served)
        await sign_up(theirs, served, "Bea")
        await open_page(theirs, served, "settings/account")
        await theirs.get_by_role("button", name="Delete account").click()
        dialog = theirs.get_by_role("dialog", name="Delete your account?")
        assert await violations(theirs) == []
        await photograph(theirs, "delete-account", in_the_dark=True)
        delete = dialog.get_by_role("button", name="Delete everything")
        await delete.click()
        await expect(dialog.get_by_text("Please fill this in.")).to_be_visible()
        await dialog.get_by_label("Type your email address").fill("ada@example.org")
        await delete.click()
        await expect(dialog.get_by_text("That is not the address of this account.")).to_be_visible()
        await dialog.get_by_label("Type your email address").fill("Bea@Example.org")
        await dialog.get_by_label("Your password").fill("a wrong password")
        await delete.click()
        await expect(dialog.get_by_role("alert")).to_be_visible()
        await theirs.keyboard.press("Escape")
        await expect(dialog).to_have_count(0)
        await expect(theirs.get_by_role("button", name="Delete account")).to_be_focused()
        await theirs.keyboard.press("Enter")
        await dialog.get_by_label("Type your email address").fill("bea@example.org")
        await dialog.get_by_label("Your password").fill(PASSWORD)
        await theirs.keyboard.press("Enter")
        await expect(theirs.get_by_role("heading", name="Welcome back")).to_be_visible()
        assert await as_owner.fetchval("select count(*) from users where email = 'bea@example.org'") == 0
        assert await as_owner.fetchval("select count(*) from users where email = 'ada@example.org'") == 1


@pytest.mark.parametrize(
    ("locale", "title", "plan", "users"),
    [("de-DE", "Profil", "Tarif", "Personen"), ("es-ES", "Perfil", "plan", "Personas")],
)
async def test_the_settings_speak_the_language_of_the_browser(
    addresses: Addresses, browser: Browser, locale: str, title: str, plan: str, users: str
) -> None:
    async with serving(addresses, [ScriptedModel()]) as served, served.person("ada") as ada:
        context = another_browser(browser, locale=locale)
        async with context as page:
            await page.context.add_cookies(
                [{"name": name, "value": value, "url": served.url} for name, value in ada.http.cookies.items()]
            )
            await open_page(page, served, "settings/profile")
            await expect(page.get_by_role("heading", name=title, level=1)).to_be_visible()
            await page.goto(f"{served.url}/settings/usage")
            await expect(page.get_by_role("heading", level=1)).to_contain_text(plan)
            await page.goto(f"{served.url}/admin/users")
            await expect(page.get_by_role("heading", name=users, level=1)).to_be_visible()
