"""Sources are asked at once, as soon as what they need is known, each within its time."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import replace
from datetime import timedelta
from typing import Any
from zoneinfo import ZoneInfo

import pytest

from holdfast.chats.types import SpokenBefore
from holdfast.core.ask_within import Missing
from holdfast.core.db import Owner
from holdfast.memory.profile.types import AboutAndPins
from holdfast.memory.types import Recalled
from holdfast.models.chain import Chain
from holdfast.models.types import Image
from holdfast.turn.collect import SOURCES, collect, real_time_line
from holdfast.turn.context.history import History
from holdfast.turn.context.opening.opening import KeptOpening, as_packet
from holdfast.turn.draft_prompt import draft_prompt
from holdfast.turn.glassbox.types import ContextNotes, Retrieval
from holdfast.turn.prefetch import Prefetch
from holdfast.turn.sources.documents import DOCUMENTS
from holdfast.turn.sources.instructions import INSTRUCTIONS
from holdfast.turn.sources.recall import RECALL
from holdfast.turn.sources.session import SESSION
from holdfast.turn.sources.types import (
    DEADLINE_SECONDS,
    AnySource,
    ContextRequest,
    ContextSource,
    Contribution,
    LookBack,
    WithPast,
    WithReading,
)
from holdfast.turn.types import AcceptedTurn, SessionStart
from tests.scripted import ScriptedModel
from tests.turn.drafts import block, system_of, talk
from tests.turn.librarian.recalling import a_fact
from tests.turn.sources.given import NOON, OtherMemory, a_turn, given_parts, names
from tests.waiting import HANGS_SECONDS
from tests.words import WordEmbedder

pytestmark = pytest.mark.anyio

DEED = block("user_documents", "THE DEED\nThe boat is Ada's.")
FOUND = Retrieval("documents", relevant=1)


OTHERS = [one for one in SOURCES if one not in (DOCUMENTS, INSTRUCTIONS)]
"""Those two are asked of a database: `tests/journeys/test_answers_from_documents.py`, `tests/web/test_personas.py`."""


async def find_deed(request: ContextRequest) -> Contribution:
    return Contribution(blocks=[DEED], retrievals=[FOUND])


async def never(_: object) -> Contribution:
    await asyncio.Event().wait()
    raise AssertionError


async def broken(_: object) -> Contribution:
    raise ConnectionError


def opened(handover: str = "Ada sails.") -> History:
    """The conversation of a session whose packet is kept."""
    start = SessionStart(handover=handover, outcomes={"startbrief": "fetched"})
    return History(spoken=SpokenBefore(3, "Hello"), kept=KeptOpening(as_packet(start), None))


def already_read(parts: Any, history: History) -> Prefetch:
    async def read() -> History:
        return history

    return Prefetch(parts, history=asyncio.create_task(read()))


async def test_a_source_is_one_value_in_a_list_and_its_block_and_what_it_found_are_told() -> None:
    documents = ContextSource("documents", ContextRequest, find_deed)
    turn = a_turn()
    context = await collect(given_parts(), turn, NOON, sources=[*OTHERS, documents])
    assert DEED in context.blocks
    assert FOUND in context.notes.retrievals
    assert "The boat is Ada's." in system_of(draft_prompt(context, turn))
    assert context.missing == []


@pytest.mark.parametrize(("gather", "reason"), [(never, "TimeoutError"), (broken, "ConnectionError")])
@pytest.mark.parametrize("needs", [ContextRequest, WithPast, WithReading])
async def test_one_that_is_slow_or_fails_is_missing_by_name_and_the_others_are_told(
    needs: Any, gather: Any, reason: str
) -> None:
    silent = ContextSource("documents", needs, gather, seconds=0.01)
    memory = OtherMemory(stands=AboutAndPins(about="I live in Hoorn."))
    context = await collect(given_parts(memory), a_turn(), NOON, sources=[silent, *OTHERS])
    assert names(context.missing) == [("documents", reason)]
    assert "about" in [one.kind for one in context.blocks]
    assert context.notes.reading is not None


async def test_patience_stretches_the_time_of_each() -> None:
    quick = ContextSource("documents", ContextRequest, never, seconds=0.1)
    began = time.monotonic()
    await collect(given_parts(patience=3.0), a_turn(), NOON, sources=[quick])
    assert time.monotonic() - began >= 0.3


async def test_one_that_has_nothing_to_say_to_this_turn_is_not_asked() -> None:
    silent = ContextSource("documents", ContextRequest, broken, is_asked=lambda request: False)
    context = await collect(given_parts(), a_turn(), NOON, sources=[silent])
    assert context.missing == []


async def test_what_needs_nothing_is_asked_while_the_conversation_is_read_and_what_needs_that_afterwards() -> None:
    is_asked, order = asyncio.Event(), list[str]()

    async def early(request: ContextRequest) -> Contribution:
        is_asked.set()
        return Contribution()

    async def late(past: WithPast) -> Contribution:
        order.append(past.history.seen[0].text)
        return Contribution()

    async def read() -> History:
        await is_asked.wait()
        order.append("read")
        return History(talk("Hello", "Hello, Ada."))

    parts = given_parts()
    sources: Sequence[AnySource] = [
        ContextSource("late", WithPast, late),
        ContextSource("early", ContextRequest, early),
    ]
    async with asyncio.timeout(HANGS_SECONDS):
        context = await collect(
            parts, a_turn(), NOON, prefetch=Prefetch(parts, history=asyncio.create_task(read())), sources=sources
        )
    assert order == ["read", "Hello"]
    assert [message.text for message in context.history] == ["Hello", "Hello, Ada."]


@pytest.mark.parametrize("needs", [ContextRequest, WithPast, WithReading])
async def test_those_that_need_the_same_are_asked_at_once(needs: Any) -> None:
    both = asyncio.Barrier(2)

    async def meet(_: object) -> Contribution:
        await both.wait()
        return Contribution(blocks=[DEED])

    sources = [ContextSource(name, needs, meet, seconds=HANGS_SECONDS) for name in ("one", "other")]
    context = await collect(given_parts(), a_turn(), NOON, sources=sources)
    assert context.blocks == [DEED, DEED]


async def test_one_that_takes_long_holds_up_nobody_who_needs_nothing_of_it() -> None:
    is_asked = asyncio.Event()

    async def until_the_last(_: ContextRequest) -> Contribution:
        await is_asked.wait()
        return Contribution()

    async def last(_: WithReading) -> Contribution:
        is_asked.set()
        return Contribution()

    slow = ContextSource("slow", ContextRequest, until_the_last, seconds=HANGS_SECONDS)
    context = await collect(given_parts(), a_turn(), NOON, sources=[slow, ContextSource("last", WithReading, last)])
    assert context.missing == []


async def test_the_memory_is_asked_while_the_message_is_being_understood() -> None:
    is_asked, is_compared = asyncio.Event(), asyncio.Event()

    async def ask(_: WithPast) -> Contribution:
        is_asked.set()
        await is_compared.wait()
        return Contribution()

    class Comparing(WordEmbedder):
        async def embed(self, texts: Sequence[str]) -> list[list[float]]:
            is_compared.set()
            await is_asked.wait()
            return await super().embed(texts)

    parts = given_parts(embedder=Comparing())
    turn = a_turn("The lighthouse keeper has moved away.", persona="sophie")
    prefetch, recall = already_read(parts, opened()), replace(RECALL, gather=ask, seconds=HANGS_SECONDS)
    async with asyncio.timeout(HANGS_SECONDS):
        context = await collect(parts, turn, NOON, prefetch=prefetch, sources=[SESSION, recall])
    assert context.missing == []
    assert context.notes.reading is not None
    assert context.notes.reading.by == "meaning"


async def test_what_needs_the_reading_is_told_it_and_what_was_recalled() -> None:
    told: list[WithReading] = []

    async def look(known: WithReading) -> Contribution:
        told.append(known)
        return Contribution()

    memory = OtherMemory(recalled=Recalled([a_fact(3, "Ada planted white roses.")], (), (), 1.0))
    last = ContextSource("last", WithReading, look)
    context = await collect(given_parts(memory), a_turn(), NOON, sources=[last, RECALL])
    assert told[0].reading.intent == "recall"
    assert told[0].recalled == context.blocks[0]
    assert context.recalled == ["Ada planted white roses."]
    assert [one.source for one in context.notes.retrievals] == ["memory"]


class Hanging:
    """A database that does not answer; knows for how long each that asked waited."""

    def __init__(self) -> None:
        self.waited: list[float] = []

    @asynccontextmanager
    async def reading(self, owner: Owner) -> AsyncIterator[Any]:
        began = time.monotonic()
        try:
            await asyncio.Event().wait()
            yield None
        finally:
            self.waited.append(time.monotonic() - began)


async def test_a_database_that_hangs_is_waited_for_once() -> None:
    db = Hanging()
    parts = given_parts(db=db, patience=0.1)
    turn = replace(a_turn("Hello", persona="sophie"), history_leaf=a_turn().ids.question_id)
    context = await collect(parts, turn, NOON, sources=[])
    assert names(context.missing) == [("history", "TimeoutError"), ("session_start", "TimeoutError")]
    conversation, packet = db.waited
    assert conversation >= 0.1 * DEADLINE_SECONDS
    assert packet < conversation / 2


async def test_blocks_stand_in_the_order_of_the_list_whoever_answers_first() -> None:
    first_is_done = asyncio.Event()

    async def slow(_: ContextRequest) -> Contribution:
        await first_is_done.wait()
        return Contribution(blocks=[block("company", "first")])

    async def quick(_: ContextRequest) -> Contribution:
        first_is_done.set()
        return Contribution(blocks=[block("company", "second")])

    sources = [ContextSource("a", ContextRequest, slow), ContextSource("b", ContextRequest, quick)]
    context = await collect(given_parts(), a_turn(), NOON, sources=sources)
    assert [one.text for one in context.blocks] == ["first", "second"]


async def test_whatever_a_source_may_give_is_handed_on() -> None:
    image = Image("image/png", b"pixel", 100)
    notes = ContextNotes(bridge_chars=1)
    given = Contribution([DEED], notes, [FOUND], [Missing("b", "gone")], [image], ["told"], None, True)

    async def give(_: ContextRequest) -> Contribution:
        return given

    context = await collect(given_parts(), a_turn(), NOON, sources=[ContextSource("a", ContextRequest, give)])
    assert (context.blocks, context.notes) == ([DEED], replace(notes, retrievals=(FOUND,)))
    assert (context.missing, context.images) == ([Missing("b", "gone")], [image])
    assert (context.recalled, context.owes_summary) == (["told"], True)


async def test_a_look_back_is_told_to_every_source() -> None:
    then, told = NOON - timedelta(days=3), list[Any]()

    async def look(request: ContextRequest) -> Contribution:
        told.append((request.as_of, request.look_back))
        return Contribution()

    back = LookBack(then, packet="kept")
    await collect(given_parts(), a_turn(), then, look_back=back, sources=[ContextSource("a", ContextRequest, look)])
    assert told == [(then, back)]


async def test_the_packet_that_a_turn_fetched_is_handed_on_though_nobody_tells_of_it() -> None:
    parts = given_parts()
    context = await collect(parts, a_turn(persona="sophie"), NOON, prefetch=already_read(parts, opened()), sources=[])
    assert context.opening is not None
    assert context.opening.start.handover == "Ada sails."


async def test_whoever_is_answered_by_the_demo_model_is_told_that_it_reads_little() -> None:
    turn = a_turn()
    allowed = replace(turn.allowed, chain=Chain([ScriptedModel(is_demo=True)]))
    context = await collect(given_parts(), replace(turn, allowed=allowed), NOON, sources=[])
    assert [one.source for one in context.missing] == ["demo model"]


async def test_the_hour_is_that_of_whoever_asks() -> None:
    turn: AcceptedTurn = a_turn()
    request = replace(turn.request, kept_zone=ZoneInfo("Asia/Tokyo"))
    turn = replace(turn, allowed=replace(turn.allowed, request=request))
    context = await collect(given_parts(), turn, NOON, sources=[])
    assert context.real_time == "[It is Tuesday, 12 May 2026, 21:00 Asia/Tokyo time.]"
    assert real_time_line(NOON) == "[It is Tuesday, 12 May 2026, 12:00 UTC.]"


def test_every_source_has_a_name_of_its_own() -> None:
    called = [source.name for source in SOURCES]
    assert len(called) == len(set(called))
