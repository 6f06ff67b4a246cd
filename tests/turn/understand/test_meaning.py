"""Thresholds of meaning, held against written pairs and labelled utterances with the embedder that comes along."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from holdfast.models.embed import LocalEmbedder
from holdfast.turn.types import Reading
from holdfast.turn.understand.is_close_to_handover import REINJECT_FROM, is_close_to_handover
from holdfast.turn.understand.prototypes import INTENT_PROTOTYPES, POSTURE_PROTOTYPES
from holdfast.turn.understand.read_by_rules import INTENTS, POSTURES
from holdfast.turn.understand.understand import understand
from holdfast.turn.understand.weigh import SURE_FROM
from tests.margins import ANOTHER_MACHINE
from tests.turn.understand.pairs import DRIFT_PAIRS, DRIFT_SESSIONS, HANDOVER_PAIRS, INTERVIEW
from tests.turn.understand.speaking import CountingEmbedder, conversation, utterances

pytestmark = pytest.mark.anyio


async def patiently(
    text: str, embedder: LocalEmbedder, before: Sequence[str] = (), handover: str | None = None
) -> Reading:
    """On a busy machine too, since here only what is read counts."""
    return await understand(
        text, before=conversation(*before), tracked=(), handover=handover, embedder=embedder, chain=None,
        deadline_seconds=30,
    )  # fmt: skip


async def readings(part: str, embedder: LocalEmbedder) -> list[tuple[dict[str, str], Reading]]:
    return [(row, await patiently(row["text"], embedder)) for row in utterances(part)]


@pytest.mark.parametrize(
    ("part", "postures", "intents"),
    [pytest.param("tuned", 0.85, 0.92, id="tuned"), pytest.param("held_out", 0.65, 0.8, id="held_out")],
)
async def test_without_a_model_most_utterances_are_taken_as_a_person_took_them(
    part: str, postures: float, intents: float, embedder: LocalEmbedder
) -> None:
    read = await readings(part, embedder)
    assert sum(row["posture"] == one.posture for row, one in read) / len(read) >= postures
    assert sum(row["intent"] == one.intent for row, one in read) / len(read) >= intents


async def test_whoever_is_sure_is_rarely_wrong(embedder: LocalEmbedder) -> None:
    read = await readings("held_out", embedder)
    for kind in ("posture", "intent"):
        sure = [row[kind] == getattr(one, kind) for row, one in read if one.scores[kind] >= SURE_FROM]
        assert sum(sure) / len(sure) >= 0.85, kind


async def test_every_posture_and_intent_has_prototypes() -> None:
    assert set(POSTURE_PROTOTYPES) == set(POSTURES)
    assert set(INTENT_PROTOTYPES) == set(INTENTS)
    assert all(6 <= len(group) <= 10 for group in (*POSTURE_PROTOTYPES.values(), *INTENT_PROTOTYPES.values()))


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
