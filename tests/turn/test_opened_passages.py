"""Passages that a tool opened are told under numbers, and an answer cites them like those it was given."""

from __future__ import annotations

from dataclasses import replace

import pytest

from holdfast.core.ids import DocumentId, StreamId, new_id
from holdfast.knowledge.tell import NumberedPassage
from holdfast.knowledge.types import Passage
from holdfast.models.chain import Chain
from holdfast.models.types import CallSettings, ChatMessage, Done, TextDelta, ToolCall
from holdfast.stream.live import LiveStream
from holdfast.stream.wire import PlacedTool, Written
from holdfast.stream.writer import Writer
from holdfast.tools.types import ToolAnswer, ToolCaller, WebSource
from holdfast.turn.context.passages import told_passage
from holdfast.turn.exchange import exchange
from holdfast.turn.types import Exchanged, Prompt, ToldPassage
from holdfast.turn.use_tools import OfferedTools
from tests.scripted import Line, ScriptedModel
from tests.tools.drawer import caller, tool

pytestmark = pytest.mark.anyio

PROMPT = Prompt([ChatMessage("user", "Well?")], (), 10, 1000)
HANDBOOK = DocumentId(new_id())
CALL: list[Line] = [ToolCall("1", "open", "{}"), Done()]


def passage(number: int, text: str, ordinal: int = 0) -> Passage:
    return Passage(
        number, HANDBOOK, 1, "Handbook", "handbook.md", "text/markdown", 1, ordinal, 3, ("Holidays",), 10, text
    )


TOLD = ToldPassage(1, "70", HANDBOOK, "Handbook", "handbook.md", "text/markdown", None, 1, 0, 5)


async def run(
    model: ScriptedModel, *places: Passage, so_far: Written | None = None, told: tuple[ToldPassage, ...] = (TOLD,)
) -> Exchanged:
    async def opened(by: ToolCaller, given: object, progress: object) -> ToolAnswer:
        return ToolAnswer("Found in: Handbook", [WebSource("https://a.example/", "A")], passages=[[p] for p in places])

    live, found = LiveStream(StreamId(new_id())), tool("open", opened)
    offered = OfferedTools({"open": found}, 3, caller(), passages=told)
    return await exchange(Chain([model]), replace(PROMPT, so_far=so_far), CallSettings(), Writer(live), offered)


async def test_they_are_numbered_behind_those_of_the_prompt_and_cited_with_their_place() -> None:
    model = ScriptedModel(CALL, [TextDelta("Holidays are long [2], says [1]; not [9]. See [4]."), Done()])
    answer = await run(model, passage(71, "Twenty-eight days."), passage(72, "They expire in March."))
    heard = str(model.calls[-1][0][-1].content)
    assert "[2] Handbook › Holidays › page 3\nTwenty-eight days." in heard
    assert "[3] Handbook › Holidays › page 3\nThey expire in March." in heard
    assert "[4] A <https://a.example/>" in heard
    assert answer.text == "Holidays are long [2], says [1]; not . See [4]."
    cited = {part["providerMetadata"]["holdfast"]["number"]: part for part in answer.written.sources}
    assert cited[2]["type"] == "source-document"
    assert (cited[2]["sourceId"], cited[2]["providerMetadata"]["holdfast"]["page"]) == ("71", 3)
    assert cited[2]["providerMetadata"]["holdfast"]["length"] == len("Twenty-eight days.")
    assert 3 not in cited, "nobody cited it"


async def test_what_was_told_already_keeps_its_number() -> None:
    model = ScriptedModel(CALL, CALL, [TextDelta("As in [1] and [2]."), Done()])
    told = told_passage_of(passage(71, "Twenty-eight days."))
    answer = await run(model, passage(71, "Twenty-eight days."), passage(72, "In March."), told=(told,))
    heard = [str(one.content) for one in model.calls[-1][0] if one.role == "tool"]
    assert all("[1] Handbook › Holidays › page 3\nTwenty-eight days." in one for one in heard)
    assert all("[2] Handbook › Holidays › page 3\nIn March." in one for one in heard)
    assert answer.text == "As in [1] and [2]."


async def test_an_answer_that_goes_on_gives_no_number_a_second_meaning() -> None:
    part = {"type": "dynamic-tool", "toolName": "open", "toolCallId": "0", "state": "output-available", "input": {},
            "output": "Found in: Handbook\n\n[5] Handbook\nAn older place."}  # fmt: skip
    so_far = Written("It says", tools=[PlacedTool(0, part)])
    model = ScriptedModel(CALL, [TextDelta(" so [5], and [6]."), Done()])
    answer = await run(model, passage(71, "Twenty-eight days."), so_far=so_far)
    assert "[6] Handbook › Holidays" in str(model.calls[-1][0][-1].content)
    assert "[6]" in answer.text
    assert "[5]" not in answer.text


def told_passage_of(one: Passage) -> ToldPassage:
    return told_passage(NumberedPassage(1, [one]))
