"""A week with a companion, at a clock of our own: sessions open and close, a brief waits, a loop is closed.

Each turn says exactly which blocks its prompt held, in order. The week lies in the past, so that the scheduled closing,
which goes by the database's clock, finds every session of it due.
"""

from __future__ import annotations

from collections.abc import AsyncGenerator, AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from holdfast.chats.sessions import close_idle_sessions
from holdfast.core.ids import ChatId, new_id
from holdfast.core.migrate import Addresses
from holdfast.models.failures import failed
from holdfast.models.types import CallSettings, ChatMessage, Done, Failure, ModelEvent, TextDelta, TokenUsage, ToolSpec
from tests.scripted import ScriptedModel
from tests.serving import Person, Served, serving
from tests.working import work_off

pytestmark = pytest.mark.anyio

MONDAY = datetime(2026, 10, 5, tzinfo=UTC)
DAYS = {"mon": 0, "tue": 1, "wed": 2, "thu": 3, "fri": 4}


@dataclass(slots=True)
class Hands:
    """Of the clock."""

    at: datetime = MONDAY

    def __call__(self) -> datetime:
        return self.at

    def set(self, moment: str) -> None:
        day, time = moment.split()
        hours, minutes = map(int, time.split(":"))
        self.at = MONDAY + timedelta(days=DAYS[day], hours=hours, minutes=minutes)


class Companion(ScriptedModel):
    """Answers a companion's prompts; whoever asks it for anything else goes by the rules."""

    async def stream(
        self, messages: Sequence[ChatMessage], tools: Sequence[ToolSpec], settings: CallSettings
    ) -> AsyncGenerator[ModelEvent]:
        if "Sophie" not in str(messages[0].content)[:200]:
            raise failed(Failure.REJECTED)
        yield TextDelta("I hear you.")
        yield Done(TokenUsage(10, 3))


@dataclass(slots=True)
class Week:
    served: Served
    ada: Person
    hands: Hands
    chat: ChatId

    async def say(self, moment: str, text: str) -> tuple[list[str], dict[str, Any]]:
        """The blocks of the turn's prompt before its history, besides that it has tools, and its whole trace."""
        self.hands.set(moment)
        answer = await self.ada.say(text, chat=self.chat, selectedPersonaId="sophie")
        assert answer.status == 200
        trace = await self.ada.trace(answer)
        return [kind for kind in trace["systemBlocks"] if kind != "tools"], trace

    async def rest(self) -> None:
        """The silence in which sessions are closed and memories made."""
        self.hands.at += timedelta(minutes=30)
        await work_off(self.served.parts)
        await close_idle_sessions(self.served.parts.db)
        await work_off(self.served.parts)


@asynccontextmanager
async def a_week(addresses: Addresses) -> AsyncIterator[Week]:
    hands = Hands()
    async with serving(addresses, [Companion()], clock=hands) as served, served.person() as ada:
        yield Week(served, ada, hands, ChatId(new_id()))


def runtime(trace: dict[str, Any]) -> dict[str, Any]:
    found: dict[str, Any] = trace["startbriefRuntime"]
    return found


def text_of(trace: dict[str, Any], kind: str) -> str:
    (found,) = [block["text"] for block in trace["blocks"] if block["kind"] == kind and block["status"] != "dropped"]
    return str(found)


COMPANION = ["persona", "conversation_posture"]


async def test_on_monday_nothing_is_known_and_in_the_evening_it_is(addresses: Addresses) -> None:
    async with a_week(addresses) as week:
        blocks, trace = await week.say("mon 09:00", "I need to call the dentist by Wednesday.")
        assert blocks == COMPANION
        assert runtime(trace)["userTurnsSeen"] == 1
        blocks, _ = await week.say("mon 09:02", "My sister Ana is visiting me next week with her two kids.")
        assert blocks == COMPANION
        await week.rest()

        blocks, trace = await week.say("mon 18:00", "Hey")
        assert blocks == [*COMPANION, "overlay", "handover"]
        assert runtime(trace)["startbrief_fetch"] == "fetched"
        assert runtime(trace)["depth"] == "today"
        assert runtime(trace)["gap_minutes"] == 538
        assert "Call the dentist by Wednesday" in text_of(trace, "overlay")
        assert "Ana" in text_of(trace, "handover")
        first = text_of(trace, "handover")
        assert trace["reading"]["signals"]["lowSignal"]

        blocks, trace = await week.say("mon 18:01", "Good evening")
        assert blocks == [*COMPANION, "overlay", "handover"], "long ago, and the first message said nothing"
        assert text_of(trace, "handover") == first, "word for word the same"
        assert runtime(trace)["startbrief_fetch"] == "cached"
        blocks, trace = await week.say("mon 18:02", "Thanks")
        assert blocks == [*COMPANION, "overlay"]
        assert runtime(trace)["userTurnsSeen"] == 3


async def test_what_is_due_is_told_the_day_before_and_gives_way_to_what_is_recalled(addresses: Addresses) -> None:
    async with a_week(addresses) as week:
        await week.say("mon 09:00", "I need to call the dentist by Wednesday.")
        await week.say("mon 09:01", "My sister Ana is visiting me next week with her two kids.")
        await week.rest()

        blocks, trace = await week.say("tue 08:00", "Good morning")
        assert blocks == [*COMPANION, "overlay", "handover", "ops"]
        assert text_of(trace, "ops").startswith("OPS\nDue tomorrow: Call the dentist")
        assert runtime(trace)["ops_source"] == "startbrief"
        assert runtime(trace)["depth"] == "yesterday"
        blocks, trace = await week.say("tue 08:01", "What did I tell you about my sister Ana?")
        assert blocks == [*COMPANION, "overlay", "handover", "recall_sheet"]
        assert runtime(trace)["ops_source"] is None
        assert "her two kids" in text_of(trace, "recall_sheet")
        (asked,) = trace["retrievals"]
        assert (asked["source"], asked["gate"]) == ("librarian", "explicit")
        assert asked["query"]
        blocks, _ = await week.say("tue 08:02", "Thank you")
        assert blocks == [*COMPANION, "overlay"]


async def test_on_wednesday_a_loop_is_closed_and_stays_closed(addresses: Addresses) -> None:
    async with a_week(addresses) as week:
        await week.say("mon 09:00", "I need to call the dentist by Wednesday.")
        await week.rest()
        _, trace = await week.say("wed 12:00", "Hello")
        assert "dentist" in text_of(trace, "overlay")
        assert text_of(trace, "ops").startswith("OPS\nDue today: Call the dentist")
        await week.say("wed 12:01", "I called the dentist this morning, that is done.")
        await week.rest()

        blocks, trace = await week.say("wed 20:00", "Hello")
        assert blocks == [*COMPANION, "handover"], "nothing is open, nothing is due"
        loops = (await week.ada.http.post("/memory/loops", json={"status": "completed"})).json()["loops"]
        assert ["dentist" in loop["text"] for loop in loops if loop["kind"] == "commitment"] == [True]


async def test_whoever_comes_back_soon_crosses_a_bridge_once(addresses: Addresses) -> None:
    async with a_week(addresses) as week:
        await week.say("thu 10:00", "I am making a list of what to buy for the visit of Ana.")
        await week.rest()
        blocks, trace = await week.say("thu 10:40", "Hello")
        assert blocks == [*COMPANION, "bridge", "handover"]
        assert "what to buy" in text_of(trace, "bridge")
        assert runtime(trace)["bridge_injected"]
        assert trace["bridgeText_chars"] > 0
        blocks, _ = await week.say("thu 10:41", "The list is almost finished now.")
        assert blocks == [*COMPANION, "handover"], "the first message said nothing, so the handover is told again"
        blocks, _ = await week.say("thu 10:42", "Thanks")
        assert blocks == COMPANION


async def test_history_does_not_cross_a_session(addresses: Addresses) -> None:
    async with a_week(addresses) as week:
        await week.say("fri 09:00", "The password of the shed is hammer.")
        _, trace = await week.say("fri 09:01", "Hello")
        assert [block["text"] for block in trace["blocks"] if block["kind"] == "history"] == [
            "The password of the shed is hammer.",
            "I hear you.",
        ]
        _, trace = await week.say("fri 09:07", "Hello")
        assert [block for block in trace["blocks"] if block["kind"] == "history"] == []
        assert runtime(trace)["userTurnsSeen"] == 1


async def test_once_in_a_session_the_handover_comes_back_when_it_is_spoken_of(addresses: Addresses) -> None:
    async with a_week(addresses) as week:
        await week.say("mon 09:00", "My sister Ana is visiting me next week with her two kids.")
        await week.rest()
        for minute, words in enumerate(["Hello", "Good evening", "Thanks"]):
            await week.say(f"mon 18:0{minute}", words)
        blocks, trace = await week.say("mon 18:04", "My sister Ana is visiting next week.")
        assert "handover" in blocks
        assert runtime(trace)["reinjection_used"]
        blocks, trace = await week.say("mon 18:05", "My sister Ana is visiting next week, really.")
        assert "handover" not in blocks
        assert not runtime(trace)["reinjection_used"]
