"""Thresholds of meaning, held against written pairs and labelled utterances with the embedder that comes along."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import get_args

import pytest

from holdfast.models.embed import LocalEmbedder
from holdfast.turn.reading.examples import Split, examples, gated
from holdfast.turn.reading.is_close_to_handover import REINJECT_FROM, is_close_to_handover
from holdfast.turn.reading.read import Asker, read_message, rule
from holdfast.turn.reading.rules import INTENTS, POSTURES, as_reading
from holdfast.turn.reading.weigh import SURE_FROM
from holdfast.turn.types import Reading
from tests.margins import ANOTHER_MACHINE
from tests.turn.reading.pairs import DRIFT_PAIRS, DRIFT_SESSIONS, HANDOVER_PAIRS, INTERVIEW
from tests.turn.reading.speaking import CountingEmbedder, conversation, utterances

pytestmark = pytest.mark.anyio
SPLITS: tuple[Split, ...] = get_args(Split)


async def patiently(
    text: str, embedder: LocalEmbedder, before: Sequence[str] = (), handover: str | None = None
) -> Reading:
    """On a busy machine too, since here only what is read counts."""
    asker = Asker(embedder, None, deadline_seconds=30)
    return await read_message(text, before=conversation(*before), tracked=(), asker=asker, handover=handover)


async def readings(part: str, embedder: LocalEmbedder) -> list[tuple[dict[str, str], Reading]]:
    return [(row, await patiently(row["text"], embedder)) for row in utterances(part)]


@pytest.mark.parametrize(
    ("part", "postures", "intents"),
    [
        pytest.param("tuned", 0.85, 0.92, id="tuned"),
        pytest.param("held_out", 0.65, 0.8, id="held_out"),
        pytest.param("fresh", 0.65, 0.8, id="fresh"),
    ],
)
async def test_without_a_model_most_utterances_are_taken_as_a_person_took_them(
    part: str, postures: float, intents: float, embedder: LocalEmbedder
) -> None:
    read = await readings(part, embedder)
    assert sum(row["posture"] == one.posture for row, one in read) / len(read) >= postures
    assert sum(row["intent"] == one.intent for row, one in read) / len(read) >= intents


async def test_intent_and_gate_never_disagree_about_the_past(embedder: LocalEmbedder) -> None:
    texts = [row["text"] for part in ("tuned", "held_out", "fresh") for row in utterances(part)]
    texts += [text for split in SPLITS for text, _ in gated(split)]
    by_rules = [as_reading(rule(text, before=(), tracked=())) for text in texts]
    for one in (*by_rules, *[await patiently(text, embedder) for text in texts]):
        assert (one.intent == "recall") == (one.gate.gate == "explicit"), one


async def test_who_asks_something_else_is_rarely_taken_to_ask_about_the_past(embedder: LocalEmbedder) -> None:
    """Before they were one question, the gate took 47 of these 315 for that."""
    read = [pair for part in ("tuned", "held_out", "fresh") for pair in await readings(part, embedder)]
    others = [one for row, one in read if row["intent"] != "recall"]
    assert sum(one.gate.gate == "explicit" for one in others) <= 8
    asked = [one.gate.gate == "explicit" for row, one in read if row["intent"] == "recall"]
    assert sum(asked) / len(asked) >= 0.8


async def test_whoever_is_sure_is_rarely_wrong(embedder: LocalEmbedder) -> None:
    read = await readings("held_out", embedder)
    for kind in ("posture", "intent"):
        sure = [row[kind] == getattr(one, kind) for row, one in read if one.scores[kind] >= SURE_FROM]
        assert sum(sure) / len(sure) >= 0.85, kind


async def test_every_posture_and_intent_has_examples_and_recall_those_of_the_gate() -> None:
    postures = Counter(one.posture for one in examples("tune") if one.posture)
    intents = Counter(one.intent for one in examples("tune") if one.intent)
    assert set(postures) == set(POSTURES)
    assert {*intents, "recall"} == set(INTENTS)
    assert "recall" not in intents
    assert all(6 <= count <= 10 for count in (*postures.values(), *intents.values()))
    assert Counter(gate for _, gate in gated("tune"))["explicit"] >= 90


async def test_messages_that_go_back_to_the_handover_are_told_from_others_on_any_machine(
    embedder: LocalEmbedder, capsys: pytest.CaptureFixture[str]
) -> None:
    close = [(await is_close_to_handover(text, told, embedder), goes) for told, text, goes in HANDOVER_PAIRS]
    back = sorted(likeness for likeness, goes_back in close if goes_back)
    away = sorted(likeness for likeness, goes_back in close if not goes_back)
    weakest, strongest = back[len(back) // 4], away[-1 - len(away) // 20]
    with capsys.disabled():
        print(f" from {REINJECT_FROM}: {weakest - REINJECT_FROM:.3f} above, {REINJECT_FROM - strongest:.3f} below")
    assert len(close) >= 40
    assert weakest >= REINJECT_FROM + ANOTHER_MACHINE, "three quarters of those that go back, with room"
    assert strongest < REINJECT_FROM - ANOTHER_MACHINE, "one in twenty of the others, with room"


@pytest.mark.parametrize("text", ["thanks", "good morning", "👍", "", "ok ok"])
async def test_a_message_that_says_nothing_is_close_to_no_handover(text: str) -> None:
    embedder = CountingEmbedder("test:handover")
    assert await is_close_to_handover(text, INTERVIEW, embedder) == 0.0
    assert embedder.asked == []


async def test_a_handover_is_embedded_once() -> None:
    embedder = CountingEmbedder("test:handover_once")
    await is_close_to_handover("the roof leaks", INTERVIEW, embedder)
    asked = len(embedder.asked)
    await is_close_to_handover("the roof leaks badly", INTERVIEW, embedder)
    assert len(embedder.asked) == asked + 1
    assert await is_close_to_handover("the roof leaks", "  \n ", embedder) == 0.0


@pytest.mark.parametrize(("session", "text", "expected"), DRIFT_PAIRS)
async def test_drift_is_far_from_everything_the_session_was_about(
    session: str, text: str, expected: bool, embedder: LocalEmbedder
) -> None:
    reading = await patiently(text, embedder, DRIFT_SESSIONS[session])
    assert reading.signals.drift is expected, reading.scores


@pytest.mark.parametrize(
    ("before", "handover"),
    [
        ((), None),
        (("my chemistry exam is on Friday", "Which chapters are on it?"), None),
        (("hey", "Hi.", "ok", "Good."), None),
        (DRIFT_SESSIONS["exam"], "His neighbour Ines lent him green paint for the fence."),
    ],
    ids=["no session", "one turn", "nothing said", "back to the handover"],
)
async def test_there_is_no_drift_where_there_is_nothing_to_drift_from_or_a_way_back(
    before: tuple[str, ...], handover: str | None, embedder: LocalEmbedder
) -> None:
    text = "my neighbour painted her fence bright green yesterday"
    reading = await patiently(text, embedder, before, handover)
    assert not reading.signals.drift
