"""A persona is made, talked with, changed, asked for something besides, gone back on, put away and deleted."""

from __future__ import annotations

import pytest
from playwright.async_api import Page, expect

from holdfast.core.migrate import Addresses
from tests.browser.axe import violations
from tests.browser.conftest import photograph
from tests.browser.test_palette import sign_in
from tests.scripted import ScriptedModel, says
from tests.serving import serving

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
        await page.set_viewport_size({"width": 360, "height": 740})
        await expect(page.get_by_role("button", name="Put away")).to_be_visible()
        assert await page.evaluate("document.documentElement.scrollWidth") <= 360
        await page.get_by_role("button", name="Put away").click()
        await expect(page.get_by_role("button", name="Bring back")).to_be_visible()
        await page.get_by_role("button", name="Delete").click()
        await page.get_by_role("dialog").get_by_role("button", name="Delete").click()
        await expect(page.get_by_text("You have made none yet")).to_be_visible()
