from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Any

import pytest

from holdfast.chats.types import SpokenBefore
from holdfast.turn.context.history import History
from holdfast.turn.sources.session import gather_session
from holdfast.turn.sources.types import Contribution
from holdfast.turn.types import Opening, SessionStart
from tests.turn.drafts import block
from tests.turn.sources.given import a_turn, asked, given_parts, names, with_past, with_reading
from tests.words import WordEmbedder

pytestmark = pytest.mark.anyio

HANDOVER = "Ada chose seeds for the garden."
START = SessionStart(handover=HANDOVER, bridge="You: Seeds?", use_bridge=True, ops="Due: water the beans.")
RECALLED = block("recall_sheet", "White roses.")


async def told(text: str = "Hello again", *, times: int = 0, **more: Any) -> Contribution:
    """Of a session in which the person spoke so often before."""
    parts = given_parts(embedder=more.pop("embedder", WordEmbedder()), patience=more.pop("patience", 1.0))
    opening: Opening | None = more.pop("opening", Opening(START))
    request = asked(a_turn(text, more.pop("persona", "sophie")), parts)
    past = with_past(request, History(spoken=SpokenBefore(times, "Hello there, I chose seeds")), opening)
    return await gather_session(with_reading(past, **more))


def kinds(given: Contribution) -> list[str]:
    return [one.kind for one in given.blocks]


async def test_the_first_turn_is_told_what_the_session_began_with() -> None:
    assert kinds(await told()) == ["conversation_posture", "bridge", "handover", "ops"]


async def test_what_is_due_gives_way_to_what_was_recalled() -> None:
    assert "ops" not in kinds(await told(recalled=RECALLED))


async def test_a_later_turn_is_told_the_handover_once_more_when_it_comes_close_to_it() -> None:
    near = await told("Which seeds for the garden?", times=4)
    assert "handover" in kinds(near)
    assert near.opening is not None
    assert near.opening.reinjects
    far = await told("The lighthouse keeper moved away.", times=4)
    assert "handover" not in kinds(far)
    assert far.notes is not None
    assert far.notes.session_start.handover_closeness is not None
    assert far.opening is not None
    assert not far.opening.reinjects


async def test_an_embedder_that_fails_costs_the_comparison_and_nothing_else() -> None:
    class Hanging(WordEmbedder):
        name = "test:hanging"  # else a vector of its name may be known already

        async def embed(self, texts: Sequence[str]) -> list[list[float]]:
            await asyncio.Event().wait()
            raise AssertionError

    given = await told("Which seeds for the garden?", times=4, embedder=Hanging(), patience=0.01)
    assert names(given.missing) == [("handover", "TimeoutError")]
    assert kinds(given) == ["conversation_posture"]


async def test_a_persona_without_these_blocks_is_told_none_and_the_trace_says_how_the_message_is_taken() -> None:
    given = await told(persona="assistant", opening=None)
    assert given.blocks == []
    assert given.notes is not None
    assert given.notes.reading is not None
    assert given.notes.session_start.startbrief_fetch == "not_asked"
    assert given.opening is None
