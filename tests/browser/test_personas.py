"""A persona is made, talked with, changed, asked for something besides, gone back on, put away and deleted."""

from __future__ import annotations

import orjson
import pytest
from playwright.async_api import Page, expect

from holdfast.core.migrate import Addresses
from tests.browser.axe import violations
from tests.browser.conftest import fits, photograph, resize
from tests.browser.test_palette import sign_in
from tests.scripted import ScriptedModel, says
from tests.serving import serving
from tests.waiting import until

pytestmark = pytest.mark.anyio

KERNEL = "You are a gardener of few words. Ask where the bed lies before you advise."


async def test_a_persona_is_made_talked_with_changed_and_gone_back_on(addresses: Addresses, page: Page) -> None:
    model = ScriptedModel(says("Where does the bed lie?"))
    async with serving(addresses, [model]) as served, served.person():
        await sign_in(page, served)
        await page.get_by_role("link", name="Personas", exact=True).click()
        await expect(page.get_by_text("You have made none yet")).to_be_visible()
        assert await violations(page) == []
        await page.get_by_role("button", name="New persona").click()
        await page.get_by_role("button", name="Create").click()
        await expect(page.get_by_label("Name", exact=True)).to_be_focused()
        await page.get_by_label("Name", exact=True).fill("Gardener")
        await page.get_by_label("In one line").fill("Knows the beds.")
        await page.get_by_label("What it is told to be").fill(KERNEL)
        await page.get_by_role("button", name="Create").click()
        await expect(page.get_by_role("heading", level=1, name="Gardener")).to_be_visible()

        await page.get_by_role("textbox", name="What you ask of it besides").fill("Call me captain.")
        await page.get_by_role("region", name="What you ask of it besides").get_by_role("button", name="Save").click()
        await expect(page.get_by_text("It will be told from your next message on")).to_be_visible()
        await page.get_by_label("In one line").fill("Knows the beds, and little else.")
        await page.get_by_role("button", name="Save").first.click()
        await expect(page.get_by_text("Saved as a new version")).to_be_visible()
        await page.get_by_text("Former versions").click()
        await expect(page.get_by_text("Version 1: Gardener")).to_be_visible()
        assert await violations(page) == []
        await page.get_by_role("heading", level=1).scroll_into_view_if_needed()
        await photograph(page, "persona", in_the_dark=True)
        await page.emulate_media(color_scheme="dark")
        assert await violations(page) == []
        await page.emulate_media(color_scheme="light")
        await page.get_by_role("button", name="Make it the newest: version 1").click()
        await expect(page.get_by_text("Knows the beds.", exact=True)).to_be_visible()

        await page.get_by_role("button", name="Talk", exact=True).click()
        await page.get_by_role("textbox").last.fill("When do I prune?")
        await page.keyboard.press("Enter")
        await expect(page.get_by_text("Where does the bed lie?")).to_be_visible()
        told = "\n".join(str(message.content) for call in model.calls for message in call[0])
        assert KERNEL in told
        assert "Call me captain." in told

        await page.get_by_role("link", name="Personas", exact=True).click()
        await expect(page.get_by_role("button", name="Talk with Gardener")).to_be_visible()
        await photograph(page, "personas", in_the_dark=True)
        await page.get_by_role("link", name="Gardener", exact=True).first.click()
        await resize(page, 360, 740)
        await expect(page.get_by_role("button", name="Put away")).to_be_visible()
        await fits(page)
        await page.get_by_role("button", name="Put away").click()
        await expect(page.get_by_role("button", name="Bring back")).to_be_visible()
        await page.get_by_role("button", name="Delete").click()
        await page.get_by_role("dialog").get_by_role("button", name="Delete").click()
        await expect(page.get_by_text("You have made none yet")).to_be_visible()


async def test_a_description_becomes_a_draft_whose_every_field_is_changed_and_tried(
    addresses: Addresses, page: Page
) -> None:
    drafted = {"name": "Bed Warden", "description": "Looks after the beds.", "kernel": KERNEL, "temperature": 0.5}
    model = ScriptedModel(says(orjson.dumps(drafted).decode()), says("Which bed do you mean?"))
    async with serving(addresses, [model]) as served, served.person() as ada:
        await sign_in(page, served)
        await page.get_by_role("link", name="Personas", exact=True).click()
        await page.get_by_role("button", name="New persona").click()
        await page.get_by_role("textbox", name="Describe it").fill("Somebody who looks after my beds")
        await page.get_by_role("button", name="Write a draft").click()
        await expect(page.get_by_label("Name", exact=True)).to_have_value("Bed Warden")
        await expect(page.get_by_label("What it is told to be")).to_have_value(KERNEL)
        assert await violations(page) == []
        for part in ("How it answers", "The conversation", "What it knows and remembers", "Tools", "Voice"):
            await page.get_by_text(part, exact=True).click()
        await expect(page.get_by_label("Freedom (0 to 2)")).to_have_value("0.5")
        await page.get_by_label("Longest answer, in tokens").fill("700")
        await page.get_by_label("What it sees of the chat").select_option("session")
        await page.get_by_label("Silence that ends a session").fill("12")
        await page.get_by_label("When what was said is remembered").select_option("session")
        await page.get_by_label("What is due").uncheck()
        await page.get_by_label("Tools it may use").fill("weather, calculator")
        await page.get_by_label("When it speaks").select_option("never")
        await page.get_by_text("Sides (0)").click()
        await page.get_by_role("button", name="Add a side").click()
        side = page.get_by_role("group", name="Side 1")
        await side.get_by_label("Name of the side").fill("Roses")
        side = page.get_by_role("group", name="Roses")
        await side.get_by_label("The side in one line").fill("For roses.")
        await side.get_by_label("What joins its words").fill("Mind the thorns.")
        await side.get_by_label("Its knowledge").fill("roses")
        assert await violations(page) == []
        await page.get_by_role("button", name="Create").click()
        await expect(page.get_by_role("heading", level=1, name="Bed Warden")).to_be_visible()
        (made,) = [one for one in (await ada.http.get("/api/personas")).json()["personas"] if one["origin"] == "mine"]
        fields = (await ada.http.get(f"/api/personas/{made['id']}")).json()["fields"]
        assert (fields["history"]["scope"], fields["sessionGapMinutes"]) == ("session", 12)
        assert (fields["answering"]["maxOutputTokens"], fields["answering"]["temperature"]) == (700, 0.5)
        assert (fields["memory"]["learn"], fields["voice"]["speaks"]) == ("session", "never")
        assert "ops" not in fields["blocks"]
        assert fields["tools"] == ["weather", "calculator"]
        assert fields["profiles"] == [
            {"id": "side-1", "name": "Roses", "description": "For roses.", "text": "Mind the thorns.",
             "namespace": "roses"}
        ]  # fmt: skip

        tried = page.get_by_role("region", name="Try it")
        await tried.get_by_label("From which side").select_option("Roses")
        await tried.get_by_label("Say something to it").fill("When do I prune?")
        await tried.get_by_role("button", name="Say it").click()
        await expect(tried.get_by_text("Which bed do you mean?")).to_be_visible()
        assert await violations(page) == []
        await tried.scroll_into_view_if_needed()
        await photograph(page, "persona-tried")
        told = "\n".join(str(message.content) for message in model.calls[-1][0])
        assert "Mind the thorns." in told
        assert len((await ada.http.get("/api/chats")).json()["chats"]) == 1
        await page.get_by_role("link", name="All personas").click()

        async def is_gone() -> bool:
            return bool((await ada.http.get("/api/chats")).json()["chats"] == [])

        await until(is_gone)
