"""The rolling summary by rules and by model. Folding exactly once is shown in tests/memory/outbox."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime

import pytest

from holdfast.core.ids import SessionRow
from holdfast.memory.parts import MemoryParts
from holdfast.memory.summaries.rolling import MAX_SUMMARY_CHARACTERS, fold_by_rules, fold_into
from holdfast.memory.types import Episode, SpeakerRole
from holdfast.models.chain import Chain
from holdfast.models.failures import failed
from holdfast.models.types import Failure, ModelFailed
from tests.scripted import ScriptedModel, says

pytestmark = pytest.mark.anyio

NOON = datetime(2026, 5, 4, 12, tzinfo=UTC)


def turn(text: str, role: SpeakerRole = "user", *, name: str | None = None) -> Episode:
    return Episode(1, SessionRow(1), "s", 0, role, text, NOON, name=name)


def test_by_rules_it_tells_who_said_what_and_leaves_out_small_talk_and_machinery() -> None:
    told = fold_by_rules(
        "",
        [
            turn("My sister Ashley moves to Lisbon in June."),
            turn("ok"),
            turn("That sounds exciting for her!", "assistant"),
            turn("You are a helpful assistant with tools.", "system"),
            turn('{"result": "nothing anybody said"}', "tool"),
            turn("I will help her with the boxes.", name="Ada"),
        ],
    )
    assert told.splitlines() == [
        "- 4 May, the person: My sister Ashley moves to Lisbon in June.",
        "- 4 May, the assistant: That sounds exciting for her!",
        "- 4 May, Ada: I will help her with the boxes.",
    ]


def test_it_stays_bounded_gives_up_the_oldest_lines_first_and_says_how_many() -> None:
    summary = ""
    for n in range(200):
        summary = fold_by_rules(summary, [turn(f"This is the thing number {n} that I wanted to tell you about")])
        assert len(summary) <= MAX_SUMMARY_CHARACTERS
    first, *lines = summary.splitlines()
    assert first == f"({200 - len(lines)} earlier messages left out)"
    assert "number 199" in lines[-1]
    assert f"number {200 - len(lines)} " in lines[0]


def test_what_a_model_wrote_before_stays_in_front() -> None:
    summary = "Ada plans a garden with Ashley. They meet on Friday."
    for n in range(100):
        summary = fold_by_rules(summary, [turn(f"And another thing, number {n}, for the long list we keep")])
    assert summary.startswith("Ada plans a garden with Ashley. They meet on Friday.\n(")


def test_a_long_message_is_cut_between_sentences_or_words() -> None:
    told = fold_by_rules(
        "", [turn("A sentence of some length that ends here, quite late in the line, truly. " + "word " * 90)]
    )
    assert len(told) < 230
    assert told.endswith(("…", "."))


async def test_a_model_that_fails_is_replaced_by_the_rules_unless_one_may_wait(memory: MemoryParts) -> None:
    down = replace(memory, chain=Chain([ScriptedModel([failed(Failure.SERVER_ERROR)])]))
    turns = [turn("I have a dog called Rex.")]
    with pytest.raises(ModelFailed):
        await fold_into(down, "", turns, may_wait=True)
    assert await fold_into(down, "", turns) == ("- 4 May, the person: I have a dog called Rex.", "rules")


@pytest.mark.parametrize("answer", ["", "   \n"])
async def test_an_empty_answer_never_replaces_what_was_there(memory: MemoryParts, answer: str) -> None:
    empty = replace(memory, chain=Chain([ScriptedModel(says(answer))]))
    told, source = await fold_into(empty, "Ada has a cat.", [turn("I have a dog called Rex.")])
    assert (source, told.startswith("Ada has a cat.")) == ("rules", True)


async def test_an_endless_answer_is_cut(memory: MemoryParts) -> None:
    endless = replace(memory, chain=Chain([ScriptedModel(says("She said so. " * 1000))]))
    told, source = await fold_into(endless, "", [turn("I have a dog called Rex.")])
    assert source == "model"
    assert len(told) <= MAX_SUMMARY_CHARACTERS
