"""An @ in the box: what can be named is offered, chosen by keys and by touch, sent, and shown as named."""

from __future__ import annotations

import pytest
from playwright.async_api import Browser, Page, expect

from holdfast.core.migrate import Addresses
from tests.browser.axe import violations
from tests.browser.conftest import another_browser, fits, photograph
from tests.browser.test_palette import PHONE, sign_in
from tests.scripted import ScriptedModel, says
from tests.serving import Served, serving
from tests.waiting import until
from tests.web.test_documents import bring
from tests.web.test_mentions import KERNEL, LEASE
from tests.web.test_personas import asked, make
from tests.working import work_off

pytestmark = pytest.mark.anyio


async def at_home(page: Page, served: Served) -> None:
    await sign_in(page, served)
    await expect(page.get_by_role("textbox", name="Message")).to_be_visible()


async def test_what_is_named_is_chosen_by_keys_alone_and_told_to_the_model(addresses: Addresses, page: Page) -> None:
    model = ScriptedModel(says("Four hundred crowns."))
    async with serving(addresses, [model]) as served, served.person() as ada:
        await bring(ada, LEASE, "The lease of the boathouse.md")
        await make(ada)
        await work_off(served.parts)
        await at_home(page, served)
        box = page.get_by_role("textbox", name="Message")
        await box.press_sequentially("What does @boat")
        list_ = page.get_by_role("listbox", name="What the message can name")
        await expect(list_.get_by_role("option")).to_have_count(1)
        await page.keyboard.press("Tab")
        await expect(box).to_have_value('What does @doc:"The lease of the boathouse.md" ')
        await expect(list_).to_be_hidden()
        await box.press_sequentially("say? @")
        await expect(list_.get_by_role("group", name="Personas")).to_be_visible()
        await expect(list_.get_by_role("group", name="Documents")).to_be_visible()
        assert await violations(page) == []
        await photograph(page, "mentions", in_the_dark=True)

        await page.keyboard.press("Escape")
        await expect(list_).to_be_hidden()
        await box.press_sequentially("gard")
        await expect(list_).to_be_hidden()
        await page.keyboard.press("Shift+Home")
        await page.keyboard.press("Backspace")
        await box.press_sequentially("Ask @gard")
        await expect(list_.get_by_role("option", name="Gardener")).to_have_attribute("aria-selected", "true")
        await page.keyboard.press("ArrowDown")
        await page.keyboard.press("ArrowUp")
        await page.keyboard.press("Enter")
        await expect(box).to_have_value("Ask @persona:Gardener ")
        await box.press_sequentially('about @doc:"The le')
        await expect(list_.get_by_role("option")).to_have_text(["The lease of the boathouse.md"])
        await page.keyboard.press("Enter")
        await expect(box).to_have_value('Ask @persona:Gardener about @doc:"The lease of the boathouse.md" ')
        await page.keyboard.press("Enter")
        await expect(page.get_by_text("Four hundred crowns.")).to_be_visible()
        assert KERNEL in asked(model)
        assert "four hundred crowns" in asked(model)
        named = page.get_by_test_id("question").get_by_test_id("mention")
        await expect(named).to_have_text(["Persona Gardener", "Document The lease of the boathouse.md"])
        assert await violations(page) == []


async def test_on_a_phone_a_touch_chooses_and_the_box_keeps_the_focus(addresses: Addresses, browser: Browser) -> None:
    async with (
        serving(addresses, [ScriptedModel(says("In March."))]) as served,
        served.person() as ada,
        another_browser(browser, **PHONE) as page,
    ):
        await make(ada)
        await at_home(page, served)
        box = page.get_by_role("textbox", name="Message")
        await box.tap()
        await box.press_sequentially("Ask @gar")
        option = page.get_by_role("option", name="Gardener")
        await expect(option).to_be_visible()

        async def is_wide_enough_for_a_thumb() -> bool:
            place = await option.bounding_box()
            return bool(place and place["height"] >= 44)

        await until(is_wide_enough_for_a_thumb)
        await fits(page)
        await photograph(page, "mentions-phone")
        await option.tap()
        await expect(box).to_have_value("Ask @persona:Gardener ")
        await expect(box).to_be_focused()
