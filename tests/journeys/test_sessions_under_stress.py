"""Sessions when things do not go straight on: another answer after the gap, a memory that hangs, a forget meanwhile."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any
from uuid import UUID

import asyncpg
import pytest

from holdfast.chats.sessions import close_idle_sessions
from holdfast.core.db import Owner, owner_of
from holdfast.core.ids import new_id
from holdfast.core.migrate import Addresses
from holdfast.memory.client.local import LocalMemory
from holdfast.memory.client.types import MemoryUnavailable, Wire
from holdfast.memory.locks import lock_owner
from holdfast.memory.profile.types import AboutAndPins
from holdfast.memory.types import BriefQuery, Loop, Recalled, RecallQuery
from holdfast.turn.sources.types import DEADLINE_SECONDS
from tests.scripted import ScriptedModel
from tests.serving import PATIENCE, Answer, Person, Served, read_events, serving
from tests.waiting import HANGS_SECONDS, never, until
from tests.working import work_off

pytestmark = pytest.mark.anyio

NOON = datetime(2026, 10, 5, 12, tzinfo=UTC)
SOPHIE: dict[str, Any] = {"selectedPersonaId": "sophie"}


@dataclass(slots=True)
class Hands:
    at: datetime = NOON

    def __call__(self) -> datetime:
        return self.at

    def pass_by(self, minutes: float) -> None:
        self.at += timedelta(minutes=minutes)


async def again(person: Person, chat: UUID, answer: UUID | None = None, **fields: Any) -> Answer:
    body = {"id": str(chat), "trigger": "regenerate-message", **fields}
    if answer:
        body["messageId"] = str(answer)
    response = await person.http.post("/api/chat", json=body)
    return read_events(response.content, response.status_code, response.headers)


def history(trace: dict[str, Any]) -> list[str]:
    return [block["text"] for block in trace["blocks"] if block["kind"] == "history" and block["status"] == "kept"]


def turns_seen(trace: dict[str, Any]) -> int:
    return int(trace["startbriefRuntime"]["userTurnsSeen"])


async def test_another_answer_after_the_gap_still_belongs_to_the_session_of_its_question(
    addresses: Addresses, as_owner: asyncpg.Connection
) -> None:
    hands, chat = Hands(), new_id()
    async with serving(addresses, [ScriptedModel()], clock=hands) as served, served.person() as ada:
        await ada.say("The shed is painted green.", chat=chat, **SOPHIE)
        hands.pass_by(1)
        first = await ada.trace(await ada.say("Should the door be green too?", chat=chat, **SOPHIE))
        hands.pass_by(20)
        second = await ada.trace(await again(ada, chat, **SOPHIE))
        assert history(second) == history(first) == ["The shed is painted green.", "Hello."]
        assert turns_seen(second) == turns_seen(first) == 2
        assert await as_owner.fetchval("select count(*) from sessions") == 1
        hands.pass_by(1)
        third = await ada.trace(await ada.say("Hello again", chat=chat, **SOPHIE))
        assert history(third) == [], "nobody spoke for twenty minutes: this is a new session"
        assert await as_owner.fetchval("select count(*) from sessions") == 2


async def test_turns_are_counted_beyond_the_window_of_the_history(addresses: Addresses, tmp_path: Path) -> None:
    pack = tmp_path / "brief"
    pack.mkdir()
    (pack / "kernel.md").write_text("You are brief.", encoding="utf-8")
    (pack / "persona.toml").write_text(
        'name = "Brief"\ndescription = "Sees nothing of what was said."\n'
        'blocks = ["bridge", "handover"]\n[history]\nscope = "session"\nmessages = 0\n[memory]\nrecall = "never"\n',
        encoding="utf-8",
    )
    hands, chat = Hands(), new_id()
    async with (
        serving(addresses, [ScriptedModel()], clock=hands, personas_dir=tmp_path) as served,
        served.person() as ada,
    ):
        await ada.say("I am building a boat in the garden.", chat=chat, selectedPersonaId="brief")
        await work_off(served.parts)
        hands.pass_by(60)
        blocks = []
        for words in ("The mast came today.", "It is made of spruce.", "Four metres long.", "And two sails.", "Done."):
            trace = await ada.trace(await ada.say(words, chat=chat, selectedPersonaId="brief"))
            blocks.append(trace["systemBlocks"])
            hands.pass_by(1)
        assert blocks[0] == ["persona", "bridge", "handover", "tools"]
        assert blocks[1:] == [["persona", "tools"]] * 4
        assert turns_seen(trace) == 5


async def test_a_word_with_somebody_else_between_does_not_begin_the_session_again(addresses: Addresses) -> None:
    hands, chat = Hands(), new_id()
    async with serving(addresses, [ScriptedModel()], clock=hands) as served, served.person() as ada:
        for words in ("The shed is painted green.", "The door is next.", "Then the roof."):
            await ada.say(words, chat=chat, **SOPHIE)
            hands.pass_by(0.5)
        await ada.say("What is the capital of Norway?", chat=chat, selectedPersonaId="assistant")
        trace = await ada.trace(await ada.say("Where were we?", chat=chat, **SOPHIE))
        assert turns_seen(trace) == 4
        assert history(trace)[:2] == ["The shed is painted green.", "Hello."]
        assert "What is the capital of Norway?" not in history(trace)


@dataclass(frozen=True, slots=True)
class FailingMemory(LocalMemory):
    """Our own, which does not answer some questions, or never."""

    fails: frozenset[str] = frozenset()
    hangs: frozenset[str] = frozenset()

    async def _maybe(self, what: str) -> None:
        if what in self.hangs:
            await never()
        if what in self.fails:
            raise MemoryUnavailable("not there")

    async def start_brief(self, owner: Owner, query: BriefQuery = BriefQuery()) -> Wire:
        await self._maybe("start_brief")
        return await LocalMemory.start_brief(self, owner, query)

    async def session_brief(self, owner: Owner, query: BriefQuery = BriefQuery()) -> Wire:
        await self._maybe("session_brief")
        return await LocalMemory.session_brief(self, owner, query)

    async def user_model(self, owner: Owner) -> Wire:
        await self._maybe("user_model")
        return await LocalMemory.user_model(self, owner)

    async def loops(self, owner: Owner, **asked: Any) -> Sequence[Loop]:
        await self._maybe("loops")
        return await LocalMemory.loops(self, owner, **asked)

    async def standing(self, owner: Owner, **asked: Any) -> AboutAndPins:
        await self._maybe("standing")
        return await LocalMemory.standing(self, owner, **asked)

    async def recall(self, owner: Owner, query: RecallQuery) -> Recalled:
        await self._maybe("recall")
        return await LocalMemory.recall(self, owner, query)


EVERYTHING = frozenset({"start_brief", "session_brief", "user_model", "loops", "standing", "recall"})


def with_memory(served: Served, **faults: frozenset[str]) -> None:
    pipeline = served.parts.pipeline
    patience = 1.0 if "hangs" in faults else PATIENCE
    memory = FailingMemory(served.parts.memory, **faults)
    pipeline.parts = replace(pipeline.parts, memory=memory, patience=patience)


def missing(trace: dict[str, Any]) -> set[str]:
    return {one["source"] for one in trace["missing"]}


async def test_what_a_session_could_not_be_told_at_its_start_is_named_as_missing(addresses: Addresses) -> None:
    async with serving(addresses, [ScriptedModel()]) as served, served.person() as ada:
        with_memory(served, fails=frozenset({"start_brief", "session_brief", "user_model"}))
        answer = await ada.say("The shed is painted green.", **SOPHIE)
        assert answer.text == "Hello."
        trace = await ada.trace(answer)
        assert missing(trace) == {"startbrief", "user_model"}
        assert trace["startbriefRuntime"]["outcomes"]["startbrief"] == "failed"


async def test_what_was_had_in_part_is_completed_later_and_the_brief_stays_what_it_was(addresses: Addresses) -> None:
    hands, chat = Hands(), new_id()
    async with serving(addresses, [ScriptedModel()], clock=hands) as served, served.person() as ada:
        await ada.say("I need to call the dentist by Wednesday.", chat=chat, **SOPHIE)
        hands.pass_by(60)
        await close_idle_sessions(served.parts.db)
        await work_off(served.parts)
        own = served.parts.pipeline.parts
        with_memory(served, fails=frozenset({"loops", "user_model"}))
        first = await ada.trace(await ada.say("Hello", chat=chat, **SOPHIE))
        assert missing(first) == {"loops", "user_model"}
        served.parts.pipeline.parts = own
        for words, fetched in (("Good evening", "cached"), ("Thanks", "cached")):
            trace = await ada.trace(await ada.say(words, chat=chat, **SOPHIE))
            assert missing(trace) == set()
            assert trace["startbriefRuntime"]["startbrief_fetch"] == fetched
            assert "overlay" in trace["systemBlocks"]
        with_memory(served, fails=EVERYTHING)
        trace = await ada.trace(await ada.say("Hm", chat=chat, **SOPHIE))
        assert (missing(trace), "overlay" in trace["systemBlocks"]) == ({"standing"}, True), "it is kept"


async def test_a_persona_without_blocks_is_told_nothing(addresses: Addresses, tmp_path: Path) -> None:
    pack = tmp_path / "bare"
    pack.mkdir()
    (pack / "kernel.md").write_text("You are plain.", encoding="utf-8")
    (pack / "persona.toml").write_text('name = "Bare"\ndescription = "Plain."\nblocks = []\n', encoding="utf-8")
    async with serving(addresses, [ScriptedModel()], personas_dir=tmp_path) as served, served.person() as ada:
        await ada.say("My sister Ana keeps bees in Vienna.")
        await work_off(served.parts)
        asked = await ada.say("Where does my sister Ana keep her bees?", selectedPersonaId="bare")
        assert (await ada.trace(asked))["systemBlocks"] == ["persona", "tools"]


async def test_a_memory_that_hangs_costs_seconds_and_each_thing_it_kept_back_is_named(addresses: Addresses) -> None:
    async with serving(addresses, [ScriptedModel()]) as served, served.person() as ada:
        with_memory(served, hangs=EVERYTHING)
        for persona, kept_back in (
            ("assistant", {"standing", "memory"}),
            ("sophie", {"startbrief", "user_model", "loops", "standing", "librarian"}),
        ):
            async with asyncio.timeout(HANGS_SECONDS):
                answer = await ada.say("What did I tell you about my sister Ana?", selectedPersonaId=persona)
            assert answer.text == "Hello."
            assert missing(await ada.trace(answer)) == kept_back


async def test_a_conversation_that_cannot_be_read_is_waited_for_once(
    addresses: Addresses, as_owner: asyncpg.Connection
) -> None:
    async with serving(addresses, [ScriptedModel()], patience=1.0) as served, served.person() as ada:
        chat, loop = new_id(), asyncio.get_running_loop()
        began = loop.time()
        await ada.say("Hello there.", chat=chat, selectedPersonaId="sophie")
        usual = loop.time() - began
        async with as_owner.transaction():
            await as_owner.execute("lock table session_openings in access exclusive mode")
            began = loop.time()
            answer = await ada.say("And once more.", chat=chat)
            took = loop.time() - began
        assert answer.text == "Hello."
        assert {"history", "session_start"} <= missing(await ada.trace(answer))
        assert took < 2 * DEADLINE_SECONDS + usual


async def test_what_the_chat_itself_knows_is_told_although_the_memory_hangs(
    addresses: Addresses, as_owner: asyncpg.Connection
) -> None:
    async with serving(addresses, [ScriptedModel()]) as served, served.person() as ada:
        chat = new_id()
        for _ in range(26):  # more than the window holds
            await ada.say("The shed is painted green.", chat=chat)
        await as_owner.execute(
            "insert into chat_summaries (chat_id, user_id, text, source, made_at) values ($1, $2, $3, 'rules', now())",
            chat, ada.id, "They painted a shed.",
        )  # fmt: skip
        with_memory(served, hangs=EVERYTHING)
        trace = await ada.trace(await ada.say("And now the door?", chat=chat))
        assert "conversation_summary" in trace["systemBlocks"]


SOMEBODY_WAITS = "select exists (select from pg_locks where not granted)"


async def test_a_turn_does_not_begin_while_its_owner_is_being_forgotten(
    addresses: Addresses, as_owner: asyncpg.Connection
) -> None:
    """It would be told what is about to go, and write it back with its answer."""
    async with serving(addresses, [ScriptedModel()]) as served, served.person() as ada, served.person("eve") as eve:
        async with served.parts.memory.db.as_owner(owner_of(ada.id)) as tx:
            await lock_owner(tx, owner_of(ada.id))
            waiting = asyncio.create_task(ada.say("Hello there"))
            assert (await eve.say("Hello there")).text == "Hello.", "nobody else waits"
            await until(lambda: as_owner.fetchval(SOMEBODY_WAITS))
            assert not waiting.done()
        assert (await waiting).text == "Hello."


@dataclass(frozen=True, slots=True)
class WatchedMemory(LocalMemory):
    asked: list[str] = field(default_factory=list)

    async def recall(self, owner: Owner, query: RecallQuery) -> Recalled:
        self.asked.append(query.text)
        return await LocalMemory.recall(self, owner, query)


async def test_nothing_is_looked_up_for_a_turn_that_waits_for_a_forget(
    addresses: Addresses, as_owner: asyncpg.Connection
) -> None:
    """What was read before the forget would be told after it."""
    async with serving(addresses, [ScriptedModel()]) as served, served.person() as ada:
        pipeline, memory = served.parts.pipeline, WatchedMemory(served.parts.memory)
        pipeline.parts = replace(pipeline.parts, memory=memory)
        async with served.parts.memory.db.as_owner(owner_of(ada.id)) as tx:
            await lock_owner(tx, owner_of(ada.id))
            waiting = asyncio.create_task(ada.say("What did I tell you about my sister Ana?"))
            await until(lambda: as_owner.fetchval(SOMEBODY_WAITS))
            assert memory.asked == []
        await waiting
        assert len(memory.asked) == 1, "and once is enough"


async def test_what_was_told_out_of_a_packet_goes_from_old_traces_when_anything_is_forgotten(
    addresses: Addresses, as_owner: asyncpg.Connection
) -> None:
    """A handover tells in its own words what somebody said; no piece of the original need stand in it."""
    hands, chat = Hands(), new_id()
    async with serving(addresses, [ScriptedModel()], clock=hands) as served, served.person() as ada:
        await ada.say("My sister Ana is visiting me next week with her two kids.", chat=chat, **SOPHIE)
        hands.pass_by(60)
        await close_idle_sessions(served.parts.db)
        await work_off(served.parts)
        later = await ada.say("Hello", chat=chat, **SOPHIE)
        trace = await ada.trace(later)
        assert "handover" in trace["systemBlocks"]
        await work_off(served.parts)
        gone = await ada.http.post("/memory/forget", json={"query": "my sister Ana is visiting with her two kids"})
        assert gone.status_code == 200, gone.text
        trace = await ada.trace(later)
        told = [block["kind"] for block in trace["blocks"]]
        assert not {"bridge", "handover", "overlay", "ops"}.intersection(told)
        kept = await as_owner.fetch("select text from prompt_texts where user_id = $1", ada.id)
        assert not [row["text"] for row in kept if "Ana" in row["text"]]
