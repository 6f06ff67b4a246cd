"""An assistant that acts: what a tool was given and answered, and what it asks its person first."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest
from playwright.async_api import Page, expect

from holdfast.core.migrate import Addresses
from holdfast.models.types import Done, TextDelta, TokenUsage, ToolCall
from holdfast.tools.question_types import QuestionField, QuestionOption, ToolQuestion
from holdfast.tools.types import ToolCaller, ToolProgress
from tests.browser.axe import violations
from tests.browser.conftest import photograph
from tests.browser.test_chat import say, sign_up
from tests.scripted import Line, ScriptedModel, says
from tests.serving import serving
from tests.tools.drawer import answers, put_in, tool

pytestmark = pytest.mark.anyio

LETTER = {"type": "object", "required": ["to"], "properties": {"to": {"type": "string"}, "text": {"type": "string"}}}
CALLS: list[Line] = [
    TextDelta("I look up the tide, and write to Bob."),
    ToolCall("1", "tide", '{"harbour": "Sines"}'),
    ToolCall("2", "letter", '{"to": "Bob", "text": "Low water is at noon."}'),
    Done(TokenUsage(1, 1)),
]


async def test_what_a_tool_wants_is_asked_first_survives_a_reload_and_goes_on_once_it_is_allowed(
    addresses: Addresses, page: Page
) -> None:
    sent: list[Mapping[str, Any]] = []

    async def send(by: ToolCaller, given: Mapping[str, Any], progress: ToolProgress) -> str:
        sent.append(given)
        return f"Sent to {given['to']}."

    model = ScriptedModel(CALLS, says("The letter is on its way."), CALLS, says("As you like."), name="test:acts")
    async with serving(addresses, [model]) as served:
        letter = tool("letter", send, LETTER, title="Send a letter", trust="ask", danger="dangerous")
        put_in(served, tool("tide", answers("Low water at 12:04."), title="Tides"), letter)
        await sign_up(page, served)
        await say(page, "Tell Bob when low water is.")
        asks = page.get_by_test_id("approval")
        await expect(asks).to_contain_text("Allow “Send a letter”?")
        await expect(asks).to_contain_text("Low water is at noon.")
        calls = page.get_by_test_id("tool-call")
        await expect(calls.first).to_contain_text("Tides")
        await expect(calls.first).to_contain_text("done")
        assert await violations(page) == []
        await photograph(page, "approval", in_the_dark=True)

        await page.reload()
        await expect(asks).to_contain_text("Allow “Send a letter”?")
        assert sent == []
        await asks.get_by_role("button", name="Change what it is given").click()
        box = asks.get_by_label("What it is given (JSON)")
        await box.fill("no object")
        await expect(asks.get_by_text("This is not an object of JSON.")).to_be_visible()
        await box.fill('{"to": "Rob", "text": "Noon."}')
        await asks.get_by_role("button", name="Allow", exact=True).focus()
        await page.keyboard.press("Enter")
        await expect(page.get_by_text("The letter is on its way.")).to_be_visible()
        await expect(asks).to_have_count(0)
        assert sent == [{"to": "Rob", "text": "Noon."}]
        await page.reload()
        await expect(page.get_by_text("The letter is on its way.")).to_be_visible()
        await page.get_by_test_id("tool-call").nth(1).locator("summary").click()
        await expect(page.get_by_text("Sent to Rob.")).to_be_visible()
        assert await violations(page) == []
        await photograph(page, "tool-calls", in_the_dark=True)

        await say(page, "And once more.")
        await page.get_by_test_id("approval").get_by_role("button", name="Deny…").click()
        await page.get_by_label("Why not?").fill("He knows by now.")
        await page.get_by_role("button", name="Deny", exact=True).click()
        await expect(page.get_by_text("As you like.")).to_be_visible()
        assert len(sent) == 1
        await expect(page.get_by_test_id("tool-call").last).to_contain_text("not allowed")


async def test_what_a_tool_asks_while_it_works_is_a_form_that_survives_a_reload(
    addresses: Addresses, page: Page
) -> None:
    fields = [
        QuestionField("wood", "choice", "Which wood", is_required=True, options=[QuestionOption("oak", "Oak")]),
        QuestionField("legs", "integer", "Legs", default=4, least=3, most=8),
        QuestionField("note", "text", "A note", "Whatever helps."),
    ]

    async def order(by: ToolCaller, given: Mapping[str, Any], progress: ToolProgress) -> str:
        assert by.asks is not None
        told = await by.asks(ToolQuestion("How is the table to be?", fields))
        return f"{told.action}: {dict(told.content)}"

    asks: list[Line] = [ToolCall("1", "order", "{}"), Done(TokenUsage(1, 1))]
    model = ScriptedModel(asks, says("It is ordered."), name="test:acts")
    async with serving(addresses, [model]) as served:
        put_in(served, tool("order", order, title="Order a table", origin="mcp:1"))
        await sign_up(page, served)
        await say(page, "A table, please.")
        form = page.get_by_test_id("tool-question")
        await expect(form).to_contain_text("“Order a table” asks you")
        await expect(form).to_contain_text("How is the table to be?")
        assert await violations(page) == []
        await page.reload()
        await expect(form.get_by_label("Legs")).to_have_value("4")
        await form.get_by_label("Which wood").select_option("oak")
        await form.get_by_label("Legs").fill("3")
        await form.get_by_role("button", name="Send").click()
        await expect(page.get_by_text("It is ordered.")).to_be_visible()
        await expect(form).to_have_count(0)
        await page.get_by_test_id("tool-call").locator("summary").click()
        await expect(page.get_by_text("accept: {'legs': 3, 'wood': 'oak'}")).to_be_visible()
