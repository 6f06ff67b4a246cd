"""The library: what is brought is followed until it is read, and the marks of an answer lead into it."""

from __future__ import annotations

import base64
import re

import pytest
from playwright.async_api import Browser, FilePayload, Page, expect

from holdfast.core.migrate import Addresses
from tests.browser.axe import violations
from tests.browser.conftest import another_browser, photograph
from tests.browser.test_chat import say
from tests.browser.test_dropped_files import drop
from tests.browser.test_palette import PHONE, sign_in
from tests.documents import files
from tests.loopback.fixed_answer import answering
from tests.scripted import ScriptedModel, says
from tests.serving import Person, Served, serving
from tests.waiting import until
from tests.web.test_connectors import connect
from tests.web.test_documents import HANDBOOK, bring
from tests.working import work_off

pytestmark = pytest.mark.anyio

QUESTION = "How many days of holiday do I have a year?"
MANUAL = (
    HANDBOOK
    + b"""
| Machine | Looked after by | Every |
| --- | --- | --- |
| Planer | Workshop | 3 months |
| Kiln | Ovens | 6 months |

## Travel

Trains are booked in second class, six weeks ahead where the day is known. Whoever travels for more than eight hours
is paid for the night as well.

## Expenses

Receipts are handed in by the tenth of the following month. Below ten euros none is needed.
"""
)


async def fill_shelf(served: Served, person: Person) -> None:
    for name, folder in (("Minutes of March.md", "Board"), ("Minutes of April.md", "Board"), ("Prices 2026.csv", "")):
        content = f"name;price\n{name};1\n" if name.endswith("csv") else f"# {name}\n\nWe met, and agreed.\n"
        await bring(person, content.encode(), name=name, **({"folder": folder} if folder else {}))
    await work_off(served.parts)


FEED = b"""<rss><channel><item><guid>1</guid><title>The planer is back</title><description>From Monday it planes again.
</description></item><item><guid>2</guid><title>Closed on Friday</title><description>We count.</description></item>
</channel></rss>"""


async def test_what_is_brought_or_fetched_is_followed_put_in_order_and_deleted(
    addresses: Addresses, page: Page, browser: Browser
) -> None:
    async with (
        answering(200, FEED) as news,
        serving(addresses, [ScriptedModel(says("-"))], allow_outbound=[news.removeprefix("http://")]) as served,
        served.person() as ada,
    ):
        await sign_in(page, served)
        await page.get_by_role("link", name="Documents", exact=True).click()
        await expect(page.get_by_text("Bring something to be asked about")).to_be_visible()
        assert await violations(page) == []
        await photograph(page, "documents-empty", in_the_dark=True)
        await fill_shelf(served, ada)

        picked = FilePayload(name="handbook.md", mimeType="text/markdown", buffer=MANUAL)
        await page.get_by_test_id("document-input").set_input_files(picked)
        row = page.get_by_test_id("document").filter(has_text="handbook.md")
        await expect(row.get_by_text("Waiting to be read")).to_be_visible()
        dropped = [["nothing.md", "text/markdown", ""], ["copy.md", "text/markdown", base64.b64encode(MANUAL).decode()]]
        await drop(page, "main", dropped)
        notes = page.get_by_test_id("upload")
        await expect(notes.filter(has_text="nothing.md")).to_contain_text("The file is empty")
        await expect(notes.filter(has_text="copy.md")).to_contain_text("is here already, as “handbook.md”")
        assert await violations(page) == []
        await photograph(page, "documents", in_the_dark=True)
        for name in ("nothing.md", "copy.md"):
            await page.get_by_role("button", name=f"Dismiss the note about {name}").click()
        await work_off(served.parts)
        await expect(row.get_by_text("Waiting to be read")).to_have_count(0)

        await row.get_by_role("button", name="Options for handbook.md").press("Enter")
        await page.get_by_role("menuitem", name="Move to folder…").press("Enter")
        await page.get_by_label("Folder", exact=True).fill("House")
        await page.get_by_role("button", name="Move", exact=True).click()
        await page.get_by_role("link", name=re.compile("^House")).click()
        await expect(page.get_by_test_id("document")).to_have_count(1)
        await page.get_by_role("link", name="All", exact=True).click()
        await page.get_by_role("searchbox").fill("minutes")
        await expect(page.get_by_test_id("document")).to_have_count(2)
        await page.get_by_role("searchbox").fill("when is a laptop replaced")
        said = page.get_by_role("region", name="What they say").get_by_test_id("found-passage")
        await expect(said.first).to_contain_text("replaced after four years")
        await expect(said.first.get_by_role("link")).to_have_attribute("href", re.compile("version=1&at="))
        assert await violations(page) == []
        await page.get_by_role("searchbox").fill("")
        await row.get_by_role("button", name="Options for handbook.md").click()
        await page.get_by_role("menuitem", name="Delete").click()
        await page.get_by_role("dialog").get_by_role("button", name="Delete").click()
        await expect(row).to_have_count(0)

        async with another_browser(browser, **PHONE) as phone:
            await sign_in(phone, served)
            await phone.goto(f"{served.url}/documents")
            await expect(phone.get_by_test_id("document")).to_have_count(3)
            assert await violations(phone) == []
            await photograph(phone, "documents-phone")
        await follow_a_feed(page, served, ada, news)


async def follow_a_feed(page: Page, served: Served, ada: Person, news: str) -> None:
    await page.get_by_role("link", name="Sources", exact=True).click()
    await expect(page.get_by_text("Let something be fetched for you")).to_be_visible()
    assert await violations(page) == []
    await page.get_by_role("button", name="Add a source").click()
    await page.get_by_label("Address", exact=True).fill("news")
    await page.get_by_label("Name", exact=True).fill("News of the workshop")
    await page.get_by_role("button", name="Add", exact=True).click()
    await expect(page.get_by_role("alert")).to_contain_text("An address begins with https://")
    await page.get_by_label("Address", exact=True).fill(news)
    assert await violations(page) == []
    await page.get_by_role("button", name="Add", exact=True).click()
    source = page.get_by_test_id("source").filter(has_text="News of the workshop")
    await expect(source).to_contain_text("It is fetched next")
    await connect(ada, "page", "http://127.0.0.1:9/hours", name="Opening hours")
    await work_off(served.parts)
    await expect(source).to_contain_text("2 documents · fetched")
    failed = page.get_by_test_id("source").filter(has_text="Opening hours")
    await expect(failed).to_contain_text(re.compile("Could not be fetched. .*0 documents · not fetched yet · again"))
    await page.get_by_role("button", name="Add a source").click()
    await page.get_by_label("What it is").select_option("Folder of the server")
    await page.get_by_label("Folder", exact=True).fill("/srv")
    await page.get_by_role("button", name="Add", exact=True).click()
    await expect(page.get_by_role("alert")).to_contain_text("This server fetches from none of its folders")
    await page.get_by_role("button", name="Cancel").click()
    await source.get_by_role("button", name="Options for News of the workshop").click()
    await page.get_by_role("menuitem", name="Pause").click()
    await expect(source).to_contain_text("paused")
    assert await violations(page) == []
    await photograph(page, "sources", in_the_dark=True)
    await source.get_by_role("button", name="Options for News of the workshop").click()
    await page.get_by_role("menuitem", name="Delete…").click()
    await page.get_by_label("Delete the 2 documents it brought").check()
    await page.get_by_role("dialog").get_by_role("button", name="Delete").click()
    await expect(source).to_have_count(0)
    await page.get_by_role("link", name="All documents").click()
    await expect(page.get_by_test_id("document")).to_have_count(3)


async def test_a_mark_in_an_answer_opens_the_passage_by_keys_after_a_reload_and_on_a_phone(
    addresses: Addresses, page: Page, browser: Browser
) -> None:
    model = ScriptedModel(
        says("You have **twenty-eight days** of holiday a year [1], and what is left [7] expires [1].")
    )
    async with serving(addresses, [model]) as served, served.person() as ada:
        made = (await bring(ada, MANUAL, title="The handbook"))["document"]
        await work_off(served.parts)
        await sign_in(page, served)
        await say(page, QUESTION)
        name = "Source 1: The handbook"
        mark = page.locator(".answer").get_by_role("button", name=name, exact=True)
        await expect(mark).to_have_count(2)
        await expect(page.get_by_test_id("answer")).not_to_contain_text("[")
        await expect(page.get_by_role("button", name="Why this answer?")).to_be_visible()
        await page.reload()
        await mark.first.focus()
        await page.keyboard.press("Enter")
        panel = page.get_by_test_id("passage")
        quoted = panel.locator("mark").filter(has_text="twenty-eight days of holiday")
        await expect(quoted).to_be_in_viewport()
        await expect(panel.get_by_role("heading", name="The handbook")).to_be_focused()
        await expect(panel.locator("mark").filter(has_text="Trains")).to_have_count(0)
        assert await violations(page) == []
        await photograph(page, "citation", in_the_dark=True)
        await page.keyboard.press("Escape")
        await expect(panel).to_have_count(0)
        await expect(mark.first).to_be_focused()

        await page.get_by_role("region", name="Sources").get_by_role("button").click()
        chat = page.url
        await panel.get_by_role("link", name="Open the document").click()
        await expect(page.get_by_role("heading", level=1, name="The handbook")).to_be_visible()
        await expect(page.locator("mark").filter(has_text="twenty-eight days")).to_be_in_viewport()
        await expect(page.get_by_test_id("chat-header")).to_have_count(0)
        await expect(page.get_by_role("region", name="Where it was used")).to_contain_text("cites it")
        assert await violations(page) == []
        await photograph(page, "document", in_the_dark=True)
        await page.get_by_role("link", name=f"{QUESTION}: the answer of").click()
        await expect(page.get_by_test_id("answer")).to_be_in_viewport()
        await page.go_back()
        await see_what_was_of_use(page, served, ada)

        async with another_browser(browser, **PHONE, color_scheme="dark") as phone:
            await sign_in(phone, served)
            await phone.goto(chat)
            await expect(phone.get_by_test_id("passage").locator("mark").first).to_be_in_viewport()
            await photograph(phone, "citation-phone")
            await phone.get_by_role("link", name="Open the document").click()
            await expect(phone.locator("mark").first).to_be_in_viewport()
            assert await violations(phone) == []
            await photograph(phone, "document-phone")

        assert (await ada.http.delete(f"/api/documents/{made['id']}")).status_code == 204
        await page.goto(chat)
        await expect(panel.get_by_text("This document was deleted")).to_be_visible()


async def see_what_was_of_use(page: Page, served: Served, ada: Person) -> None:
    await bring(ada, b"# Bees\n\nThe hives stand behind the orchard.\n", name="bees.md", title="Bees")
    await work_off(served.parts)
    await page.get_by_role("link", name="All documents").click()
    await page.get_by_role("link", name="What was of use").click()
    used = page.get_by_role("region", name="Used", exact=True).get_by_role("listitem")
    await expect(used.filter(has_text="The handbook")).to_contain_text("told in 1 answer · cited in 1 · last on")
    unused = page.get_by_role("region", name="Not used").get_by_role("listitem")
    await expect(unused.filter(has_text="Bees")).to_contain_text("never used · brought")
    assert await violations(page) == []
    await photograph(page, "documents-use", in_the_dark=True)
    await page.get_by_label("Of which time").select_option("The last 7 days")
    await expect(page.get_by_text("of 2 documents were of no use")).to_be_visible()
    await used.get_by_role("link", name="The handbook").click()
    await expect(page.get_by_role("heading", level=1, name="The handbook")).to_be_visible()


async def test_a_page_is_shown_as_it_looks_what_a_version_changed_can_be_read_and_a_copy_be_given(
    addresses: Addresses, page: Page
) -> None:
    async with serving(addresses, [ScriptedModel(says("On page two [1]."))]) as served, served.person() as ada:
        plan = files.pdf("The first page", "The kiln is behind the blue door")
        made = (await bring(ada, plan, "plan.pdf", title="The plan"))["document"]["id"]
        await work_off(served.parts)
        await sign_in(page, served)
        await say(page, "Where is the kiln?")
        await page.locator(".answer").get_by_role("button", name="Source 1: The plan").first.click()
        await page.get_by_role("button", name="Show the page as it looks").click()
        shown = page.get_by_test_id("passage").get_by_role("img", name="Page 2 as it looks")
        await expect(shown).to_have_js_property("complete", True)
        await until(lambda: shown.evaluate("image => image.naturalWidth > 600"))
        assert await violations(page) == []

        await page.goto(f"{served.url}/documents/{made}?page=2")
        await page.get_by_role("link", name="Pages", exact=True).click()
        second = page.get_by_role("img", name="Page 2 as it looks")
        await expect(second).to_be_in_viewport()
        assert await violations(page) == []

        await bring(ada, files.pdf("The first page", "The kiln is behind the green door"), versionOf=made)
        await work_off(served.parts)
        await page.goto(f"{served.url}/documents/{made}")
        await page.get_by_role("link", name="What changed in version 2").click()
        await expect(page.locator("del")).to_contain_text("behind the blue door")
        await expect(page.locator("ins")).to_contain_text("behind the green door")
        assert await violations(page) == []

        await page.get_by_role("button", name="Options for The plan").click()
        await page.get_by_role("menuitem", name="Give a copy to…").click()
        await page.get_by_label("To whom").select_option("Everyone’s here")
        await expect(page.get_by_role("dialog")).to_contain_text("Everyone who has an account here sees it.")
        assert await violations(page) == []
        await page.get_by_role("button", name="Give", exact=True).click()
        await expect(page.get_by_text("There is a copy of “The plan” now.")).to_be_visible()
        found = (await ada.http.get("/api/documents", params={"target": "company"})).json()["documents"]
        assert [one["title"] for one in found] == ["The plan"]
