"""How an answer ends: whole, with what was thought before it; stopped; or failed. What is said of it then stays so."""

from __future__ import annotations

import asyncio

import pytest
from playwright.async_api import Page, expect

from holdfast.core.migrate import Addresses
from holdfast.models.failures import failed
from holdfast.models.types import Done, Failure, ReasoningDelta, TextDelta, TokenUsage
from tests.browser.axe import violations
from tests.browser.test_chat import say, sign_up
from tests.scripted import Line, ScriptedModel, says
from tests.serving import serving
from tests.waiting import until

pytestmark = pytest.mark.anyio

NOTED = """() => {
  const told = window.__told = []
  const note = () => {
    const found = [...document.querySelectorAll('[data-testid=unanswered], [data-testid=partial-note]')]
    const now = found.map(one => `${one.textContent}|${Math.round(one.getBoundingClientRect().x)}`).join('; ')
    if (now && told.at(-1) !== now) told.push(now)
  }
  new MutationObserver(note).observe(document.body, { childList: true, subtree: true, characterData: true })
}"""
"""Everything that was said of an ending, and where it stood."""


async def test_what_it_thought_is_still_there_after_a_reload(addresses: Addresses, page: Page) -> None:
    gate = asyncio.Event()
    thinking: list[Line] = [ReasoningDelta("First the tide, "), gate, ReasoningDelta("then the wind.")]
    thinking += [TextDelta("Go at noon."), Done(TokenUsage(1, 1))]
    async with serving(addresses, [ScriptedModel(thinking, is_demo=True)]) as served:
        await sign_up(page, served)
        await say(page, "When shall I go?")
        thoughts = page.get_by_test_id("thoughts")
        await expect(thoughts.get_by_text("Thinking…")).to_be_visible()
        await expect(thoughts.get_by_text("First the tide,")).to_be_visible()
        gate.set()
        await expect(page.get_by_text("Go at noon.")).to_be_visible()
        for _ in range(2):
            await expect(thoughts.get_by_text("Thought for")).to_be_visible()
            await thoughts.get_by_text("Thought for").click()
            await expect(thoughts.get_by_text("First the tide, then the wind.")).to_be_visible()
            await page.reload()


async def test_what_one_has_stopped_oneself_is_no_alarm_now_and_after_a_reload(
    addresses: Addresses, page: Page
) -> None:
    async with serving(addresses, [ScriptedModel([TextDelta("Half an"), asyncio.Event()])]) as served:
        await sign_up(page, served)
        await say(page, "hello")
        await expect(page.get_by_text("Half an")).to_be_visible()
        await page.keyboard.press("Escape")
        for _ in range(2):
            await expect(page.get_by_test_id("partial-note")).to_contain_text("Stopped.")
            await expect(page.get_by_role("alert")).to_have_count(0)
            await page.reload()
        await expect(page.get_by_test_id("announcer")).not_to_have_text("Assistant has answered.")


async def test_an_answer_that_fails_before_its_first_word_says_one_thing_in_one_place(
    addresses: Addresses, page: Page
) -> None:
    model = ScriptedModel([failed(Failure.SERVER_ERROR)], says("Now it works."))
    async with serving(addresses, [model]) as served:
        await sign_up(page, served)
        await page.evaluate(NOTED)
        await say(page, "hello")
        note = page.get_by_test_id("unanswered")
        await expect(note.get_by_text("Your question is kept.")).to_be_visible()
        await expect(page.get_by_test_id("announcer")).to_have_text("")
        # Until the page has asked the server what it stored, and whatever it waits for besides.
        await page.wait_for_load_state("networkidle")
        told = await page.evaluate("() => window.__told")
        assert len(told) == 1, told
        said = note.get_by_role("status").or_(note.get_by_role("alert"))
        question = page.get_by_test_id("question").locator("p.whitespace-pre-wrap")

        async def stands_in_the_column_of_the_answers() -> bool:
            box, column = await said.bounding_box(), await question.bounding_box()
            return bool(box and column and abs(box["x"] - column["x"]) <= 1)

        await until(stands_in_the_column_of_the_answers)
        await note.get_by_role("button", name="Try again").click()
        await expect(page.get_by_text("Now it works.")).to_be_visible()


async def test_an_answer_that_fails_halfway_keeps_its_words_and_says_one_thing(
    addresses: Addresses, page: Page
) -> None:
    model = ScriptedModel([TextDelta("Half an"), failed(Failure.CUT_OFF)])
    async with serving(addresses, [model]) as served:
        await sign_up(page, served)
        await page.evaluate(NOTED)
        await say(page, "hello")
        note = page.get_by_test_id("partial-note")
        await expect(note.get_by_text("What was written is kept.")).to_be_visible()
        await page.wait_for_load_state("networkidle")
        told = await page.evaluate("() => window.__told")
        assert len(told) == 1, told
        await page.reload()
        await expect(note.get_by_text("The model failed in the middle of this answer.")).to_be_visible()
        await expect(page.get_by_text("Half an")).to_be_visible()


async def test_what_was_sent_without_a_line_goes_out_when_it_is_back(addresses: Addresses, page: Page) -> None:
    model = ScriptedModel(says("I heard you."), is_demo=True)
    async with serving(addresses, [model]) as served:
        await sign_up(page, served)
        await say(page, "first")
        await expect(page.get_by_text("I heard you.")).to_be_visible()
        await page.context.set_offline(True)
        await say(page, "second")
        await expect(page.get_by_test_id("composer-error")).to_be_visible(timeout=30_000)
        await expect(page.get_by_test_id("announcer")).to_have_text("")
        await page.context.set_offline(False)
        await expect(page.get_by_text("I heard you.")).to_have_count(2)
        await expect(page.get_by_test_id("composer-error")).to_have_count(0)


async def test_a_stopped_answer_goes_on_and_what_is_typed_stays(addresses: Addresses, page: Page) -> None:
    model = ScriptedModel([TextDelta("Half an answer, "), asyncio.Event()], says("and the other half."))
    async with serving(addresses, [model]) as served:
        await sign_up(page, served)
        await say(page, "hello")
        await expect(page.get_by_text("Half an answer,")).to_be_visible()
        await page.keyboard.press("Escape")
        await page.get_by_label("Message", exact=True).fill("half a thought")
        go_on = page.get_by_role("button", name="Continue", exact=True)
        assert await violations(page) == []
        await go_on.focus()
        await page.keyboard.press("Enter")
        whole = page.get_by_text("Half an answer, and the other half.")
        for _ in range(2):
            await expect(whole).to_have_count(1)
            await expect(page.get_by_test_id("question")).to_have_count(1)
            await expect(page.get_by_test_id("answer")).to_have_count(1)
            await expect(page.get_by_label("Message", exact=True)).to_have_value("half a thought")
            await expect(go_on).to_have_count(0)
            await page.reload()


async def test_an_answer_that_goes_on_is_seen_whole_by_a_page_that_comes_in_the_middle(
    addresses: Addresses, page: Page
) -> None:
    gate = asyncio.Event()
    rest: list[Line] = [TextDelta("and more, "), gate, TextDelta("and the end."), Done(TokenUsage(1, 1))]
    model = ScriptedModel([TextDelta("Half an answer, "), asyncio.Event()], rest)
    async with serving(addresses, [model]) as served:
        await sign_up(page, served)
        await say(page, "hello")
        await expect(page.get_by_text("Half an answer,")).to_be_visible()
        await page.keyboard.press("Escape")
        await page.get_by_role("button", name="Continue", exact=True).click()
        await expect(page.get_by_text("Half an answer, and more,")).to_be_visible()
        await page.reload()
        await expect(page.get_by_text("Half an answer, and more,")).to_be_visible()
        gate.set()
        await expect(page.get_by_text("Half an answer, and more, and the end.")).to_have_count(1)


async def test_an_answer_is_written_again_by_another_model_shorter_or_without_memory(
    addresses: Addresses, page: Page
) -> None:
    first = ScriptedModel(says("The first says so."), name="test:first")
    second = ScriptedModel(says("The second says so."), name="test:second")
    async with serving(addresses, [first, second]) as served:
        await sign_up(page, served)
        await say(page, "hello")
        await expect(page.get_by_text("The first says so.")).to_be_visible()
        ways = page.get_by_role("button", name="Regenerate with…")
        await ways.focus()
        await page.keyboard.press("Enter")
        await expect(page.get_by_role("menuitem")).to_have_text(["With second", "Shorter", "Longer", "Without memory"])
        assert await violations(page) == []
        await page.keyboard.press("Enter")
        await expect(page.get_by_text("The second says so.")).to_be_visible()
        await expect(page.get_by_text("2/2")).to_be_visible()
        await ways.click()
        await page.get_by_role("menuitem", name="Shorter").click()
        await expect(page.get_by_text("3/3")).to_be_visible()
        await expect(page.get_by_text("The first says so.")).to_be_visible()
        assert "They want a shorter answer" in str(first.calls[-1][0])
        assert await violations(page) == []
