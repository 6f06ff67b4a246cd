"""One day, two personas: what is said to either is the person's, and each is told only how her own talk ended.

Once with the memory in the same process, once with a memory that is another installation's.
"""

from __future__ import annotations

from collections.abc import AsyncGenerator, AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import UUID

import asyncpg
import pytest

from holdfast.chats.sessions import close_idle_sessions
from holdfast.core.ids import new_id
from holdfast.core.migrate import Addresses
from holdfast.models.failures import failed
from holdfast.models.types import CallSettings, ChatMessage, Done, Failure, ModelEvent, TextDelta, TokenUsage, ToolSpec
from tests.scripted import ScriptedModel
from tests.serving import Person, Served, serving
from tests.working import work_off

pytestmark = pytest.mark.anyio

MORNING = datetime(2026, 10, 5, tzinfo=UTC)
KEY = "a service key of some length"
OF_THE_INCIDENT = ("warehouse", "Dock Street", "trapped", "smoke")


class Personas(ScriptedModel):
    """Answers a persona's prompts; whoever asks it for anything else goes by the rules."""

    async def stream(
        self, messages: Sequence[ChatMessage], tools: Sequence[ToolSpec], settings: CallSettings
    ) -> AsyncGenerator[ModelEvent]:
        if not any(
            f"You are {name}" in str(messages[0].content) for name in ("Sophie", "the incident", "the assistant")
        ):
            raise failed(Failure.REJECTED)
        yield TextDelta("I hear you.")
        yield Done(TokenUsage(10, 3))


@dataclass(slots=True)
class Day:
    served: Served
    ada: Person
    rows: asyncpg.Connection
    chats: dict[str, UUID]
    at: datetime = MORNING

    def __call__(self) -> datetime:
        return self.at

    async def say(self, time: str, text: str, *, to: str) -> dict[str, Any]:
        hours, minutes = map(int, time.split(":"))
        self.at = MORNING + timedelta(hours=hours, minutes=minutes)
        chat = self.chats.setdefault(to, new_id())
        answer = await self.ada.say(text, chat=chat, selectedPersonaId=to)
        assert answer.status == 200
        return await self.ada.trace(answer)

    async def rest(self) -> None:
        """The silence in which sessions are closed and memories made."""
        self.at += timedelta(minutes=31)
        await work_off(self.served.parts)
        await close_idle_sessions(self.served.parts.db)
        await work_off(self.served.parts)

    async def brief(self, path: str, persona: str) -> dict[str, Any]:
        response = await self.ada.http.post(path, json={"personaId": persona, "now": self.at.isoformat()})
        assert response.status_code == 200, response.text
        told: dict[str, Any] = response.json()
        return told


@asynccontextmanager
async def a_day(kind: str, addresses: Addresses, rows: asyncpg.Connection) -> AsyncIterator[Day]:
    hands: list[Day] = []

    def clock() -> datetime:
        return hands[0]() if hands else MORNING

    def opened(**settings: Any) -> Any:
        return serving(addresses, [Personas()], clock=clock, service_key=KEY, **settings)

    if kind == "here":
        async with opened() as served, served.person() as ada:
            hands.append(Day(served, ada, rows, {}))
            yield hands[0]
        return
    async with (
        opened(is_memory_only=True) as there,
        opened(memory={"url": there.url}) as served,
        served.person() as ada,
    ):
        hands.append(Day(served, ada, rows, {}))
        yield hands[0]


def told(trace: dict[str, Any], *kinds: str) -> str:
    return "\n".join(
        block["text"] for block in trace["blocks"] if block["kind"] in kinds and block["status"] != "dropped"
    )


async def two_talks(day: Day) -> None:
    await day.say("09:00", "My sister Ana is visiting me next week with her two kids.", to="sophie")
    await day.rest()
    await day.say("10:00", "Fire in the warehouse at Dock Street 4, two people are trapped in smoke.", to="incident")
    await day.say("10:02", "I need to call the insurance of my father Tom by Friday.", to="incident")
    await day.rest()


@pytest.mark.parametrize("kind", ["here", "elsewhere"])
async def test_a_companion_is_told_how_her_own_talk_ended_and_not_of_the_incident(
    kind: str, addresses: Addresses, as_owner: asyncpg.Connection
) -> None:
    async with a_day(kind, addresses, as_owner) as day:
        await two_talks(day)
        trace = await day.say("10:45", "Hello", to="sophie")
        assert {"bridge", "handover"} <= set(trace["systemBlocks"])
        assert trace["startbriefRuntime"]["gap_minutes"] == 105, "since she was last spoken to"
        handed = told(trace, "bridge", "handover")
        assert "Ana" in told(trace, "bridge")
        assert "Ana" in told(trace, "handover")
        assert not any(word in handed for word in (*OF_THE_INCIDENT, "insurance"))
        whole = "\n".join(block["text"] for block in trace["blocks"])
        assert not any(word in whole for word in OF_THE_INCIDENT)


@pytest.mark.parametrize("kind", ["here", "elsewhere"])
async def test_what_was_said_to_either_is_known_to_both(
    kind: str, addresses: Addresses, as_owner: asyncpg.Connection
) -> None:
    async with a_day(kind, addresses, as_owner) as day:
        await two_talks(day)
        trace = await day.say("10:45", "Hello", to="sophie")
        assert "insurance" in told(trace, "overlay"), "a loop that was opened with the other one"
        trace = await day.say("10:46", "What did I tell you about the warehouse at Dock Street?", to="sophie")
        assert "two people are trapped" in told(trace, "recall_sheet")
        trace = await day.say("10:47", "What is the name of my sister?", to="assistant")
        assert "Ana" in told(trace, "recall_sheet", "memory"), trace["systemBlocks"]
        for table in ("episodes", "facts", "loops"):
            assert await as_owner.fetchval(f"select count(*) from {table}") > 0
            assert await as_owner.fetchval(f"select count(persona_id) from {table}") == 0, "memories are the person's"


async def test_each_brief_is_of_the_persona_that_was_asked_for(
    addresses: Addresses, as_owner: asyncpg.Connection
) -> None:
    async with a_day("here", addresses, as_owner) as day:
        await two_talks(day)
        held = await as_owner.fetch("select persona_id, closed_at from memory_sessions order by first_at")
        assert [row["persona_id"] for row in held] == ["sophie", "incident"]
        assert all(row["closed_at"] for row in held)
        for path in ("/session/startbrief", "/session/brief"):
            hers, his = [await day.brief(path, persona) for persona in ("sophie", "incident")]
            hers, his = [{name: one[name] for name in ("handover", "bridge", "resume")} for one in (hers, his)]
            assert "Ana" in str(hers), path
            assert not any(word in str(hers) for word in OF_THE_INCIDENT), path
            assert "warehouse" in str(his), path
            assert "Ana" not in str(his), path
            assert hers["resume"]["gap_minutes"] > his["resume"]["gap_minutes"] > 0
        hers, his, new = [await day.brief("/brief", persona) for persona in ("sophie", "incident", "assistant")]
        assert ("Ana" in hers["episodeBridge"], "warehouse" in his["episodeBridge"]) == (True, True)
        assert (hers["rollingSummary"] or "").count("warehouse") == 0
        assert not new["episodeBridge"], "nobody spoke with this one yet"
        assert [loop["text"] for loop in new["activeLoops"]] == [loop["text"] for loop in hers["activeLoops"]]
        assert any("insurance" in loop["text"] for loop in hers["activeLoops"])


async def test_two_personas_in_one_chat_have_a_session_each(addresses: Addresses, as_owner: asyncpg.Connection) -> None:
    async with a_day("here", addresses, as_owner) as day:
        day.chats = dict.fromkeys(("sophie", "incident"), new_id())
        await day.say("09:00", "My sister Ana is visiting me next week.", to="sophie")
        await day.say("09:01", "Fire in the warehouse at Dock Street 4.", to="incident")
        await day.say("09:02", "She brings her two kids.", to="sophie")
        await day.rest()
        said = await as_owner.fetch(
            """
            select s.persona_id, e.text from memory_sessions s join episodes e on e.session = s.id
             where e.role = 'user' order by s.persona_id, e.seq
            """
        )
        assert [tuple(row) for row in said] == [
            ("incident", "Fire in the warehouse at Dock Street 4."),
            ("sophie", "My sister Ana is visiting me next week."),
            ("sophie", "She brings her two kids."),
        ]
