"""Every way a turn can end, and whether it counts then.

Answered, or ended by its own person: it counts. Failed, or lost with a server: it does not, whatever was said by then.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import UTC, datetime

import asyncpg
import pytest

from holdfast.core.ids import ChatId, new_id
from holdfast.core.migrate import Addresses
from holdfast.entitlements.assign import assign
from holdfast.models.types import Done, Failure, ModelFailed, TextDelta, TokenUsage
from tests.scripted import ScriptedModel, says
from tests.serving import Answer, Person, Served, chat_body, serving
from tests.waiting import until

pytestmark = pytest.mark.anyio
NOON = datetime(2026, 11, 16, 12, tzinfo=UTC)
BROKEN = ModelFailed(Failure.CUT_OFF, "Away.")
HALF = "Half an"


async def limit(served: Served, person: Person, chats: int | None) -> None:
    await assign(served.parts.entitlements, None, person.id, "free", {"features": {"chats_per_day": chats}})


async def counted(as_owner: asyncpg.Connection) -> tuple[int, int]:
    """By the counter that refuses, and by the turns themselves."""
    used = await as_owner.fetchval("select coalesce(sum(used), 0) from usage_counters where feature = 'chats_per_day'")
    return int(used), await as_owner.fetchval("select count(*) from turns where counted_in is not null")


@dataclass(frozen=True, slots=True)
class Midway:
    """A turn of somebody who has one a day, stopped in the middle of its answer."""

    served: Served
    ada: Person
    chat: ChatId
    reading: asyncio.Task[Answer]
    goes_on: asyncio.Event


@asynccontextmanager
async def midway(addresses: Addresses, as_owner: asyncpg.Connection, *words: str) -> AsyncIterator[Midway]:
    """It holds once these words have been said; with none, once the model was asked."""
    goes_on = asyncio.Event()
    model = ScriptedModel(
        [*(TextDelta(word) for word in words), goes_on, TextDelta(" answer."), Done(TokenUsage(1, 1))]
    )
    async with serving(addresses, [model], clock=lambda: NOON) as served, served.person() as ada:
        await limit(served, ada, 1)
        chat = ChatId(new_id())
        reading = asyncio.create_task(ada.say("Go on.", chat=chat, selectedPersonaId="assistant"))
        try:
            await until(lambda: model.calls)
            await until(lambda: saved(as_owner) if words else True)
            assert await counted(as_owner) == (1, 1), "reserved before the model is asked"
            yield Midway(served, ada, chat, reading, goes_on)
        finally:
            reading.cancel()
            await asyncio.gather(reading, return_exceptions=True)


async def saved(as_owner: asyncpg.Connection) -> bool:
    chunks: Sequence[asyncpg.Record] = await as_owner.fetch("select data from stream_chunks")
    return any(b"text-delta" in chunk["data"] for chunk in chunks)


async def ended(as_owner: asyncpg.Connection) -> str:
    return str(await until(lambda: as_owner.fetchval("select nullif(status, 'running') from turns")))


@pytest.mark.parametrize("chats", [1, None], ids=["limited", "unlimited"])
async def test_an_answer_that_fails_is_given_back_before_its_first_word_and_midway(
    addresses: Addresses, as_owner: asyncpg.Connection, chats: int | None
) -> None:
    model = ScriptedModel([BROKEN], [TextDelta(HALF), BROKEN], says("Yes."))
    async with serving(addresses, [model], clock=lambda: NOON) as served, served.person() as ada:
        await limit(served, ada, chats)
        chat = new_id()
        assert "error" in (await ada.say("Nobody answers.")).kinds
        assert await counted(as_owner) == (0, 0)
        half = await ada.say("Somebody begins.", chat=chat)
        assert (half.text, "error" in half.kinds) == (HALF, True)
        assert await counted(as_owner) == (0, 0)
        assert [one["status"] for one in await ada.messages(chat)] == ["complete", "partial"], "what was said is kept"
        assert (await ada.say("And now?")).text == "Yes."
        assert await counted(as_owner) == (1, 1)


async def test_of_thirty_that_fail_midway_at_once_no_more_run_than_are_allowed_and_all_are_given_back_once(
    addresses: Addresses, as_owner: asyncpg.Connection
) -> None:
    all_began = asyncio.Event()
    model = ScriptedModel([TextDelta(HALF), all_began, BROKEN])
    async with serving(addresses, [model], clock=lambda: NOON) as served, served.person() as ada:
        await limit(served, ada, 3)
        bodies = [chat_body("Me!", selectedPersonaId="assistant") for _ in range(30)]
        asked = [asyncio.create_task(ada.http.post("/api/chat", json=body)) for body in bodies]
        await until(lambda: len(model.calls) >= 3 and sum(one.done() for one in asked) >= 27)
        assert await counted(as_owner) == (3, 3)
        all_began.set()
        answers = await asyncio.gather(*asked)
        assert sorted(answer.status_code for answer in answers) == [200] * 3 + [429] * 27
        assert await counted(as_owner) == (0, 0)


@pytest.mark.parametrize("words", [(), (HALF,)], ids=["before its first word", "after some words"])
async def test_who_stops_an_answer_has_had_it(
    addresses: Addresses, as_owner: asyncpg.Connection, words: Sequence[str]
) -> None:
    async with midway(addresses, as_owner, *words) as turn:
        assert (await turn.ada.http.post(f"/api/chat/{turn.chat}/stop")).json() == {"stopped": True}
        assert "abort" in (await turn.reading).kinds
        assert await counted(as_owner) == (1, 1)
        assert (await turn.ada.say("Another one.")).status == 429


async def test_who_leaves_is_answered_all_the_same_and_it_counts(
    addresses: Addresses, as_owner: asyncpg.Connection
) -> None:
    async with midway(addresses, as_owner, HALF) as turn:
        turn.reading.cancel()
        turn.goes_on.set()
        assert await ended(as_owner) == "completed"
        assert await counted(as_owner) == (1, 1)


async def test_deleting_the_chat_of_a_running_answer_gives_nothing_back(
    addresses: Addresses, as_owner: asyncpg.Connection
) -> None:
    async with midway(addresses, as_owner, HALF) as turn:
        assert (await turn.ada.http.delete(f"/api/chats/{turn.chat}")).status_code == 204
        await turn.reading
        assert await counted(as_owner) == (1, 0), "the turn is gone, its unit is not"
        assert (await turn.ada.say("Another one.")).status == 429


@pytest.mark.parametrize("everything", [True, False], ids=["everything", "by a query"])
async def test_forgetting_a_running_answer_gives_nothing_back(
    addresses: Addresses, as_owner: asyncpg.Connection, everything: bool
) -> None:
    async with midway(addresses, as_owner, HALF) as turn:
        owner = {"tenantId": "default", "userId": str(turn.ada.id)}
        user_input = {"role": "user", "text": "The blue heron nests by the weir.", "sessionId": "s", "externalId": "1"}
        assert (await turn.ada.http.post("/ingest", json={**owner, **user_input})).status_code == 200
        wish = {"everything": True} if everything else {"query": "the blue heron"}
        assert (await turn.ada.http.post("/memory/forget", json={**owner, **wish})).status_code == 200
        await turn.reading
        assert (await counted(as_owner))[0] == 1
        assert (await turn.ada.say("Another one.")).status == 429


@pytest.mark.parametrize("words", [(), (HALF,)], ids=["before its first word", "after some words"])
async def test_what_a_lost_process_did_not_answer_to_its_end_is_given_back(
    addresses: Addresses, as_owner: asyncpg.Connection, words: Sequence[str]
) -> None:
    async with midway(addresses, as_owner, *words):
        await lose(as_owner)
        assert await ended(as_owner) == "interrupted"
        assert await counted(as_owner) == (0, 0)


async def test_what_was_asked_to_stop_counts_also_where_its_process_is_lost_before_it_hears(
    addresses: Addresses, as_owner: asyncpg.Connection
) -> None:
    async with midway(addresses, as_owner, HALF):
        await lose(as_owner, "stop_requested_at = now()")
        assert await ended(as_owner) == "interrupted"
        assert await counted(as_owner) == (1, 1)


async def test_what_a_server_that_stops_cuts_short_is_given_back(
    addresses: Addresses, as_owner: asyncpg.Connection
) -> None:
    async with midway(addresses, as_owner, HALF) as turn:
        await turn.served.parts.pipeline.close(0)
        assert await ended(as_owner) == "interrupted"
        assert await counted(as_owner) == (0, 0)


async def lose(as_owner: asyncpg.Connection, also: str = "status = 'active'") -> None:
    """As if another process had written it, and was killed an hour ago."""
    await as_owner.execute(
        f"update streams set process_id = $1, last_active_at = now() - interval '1 h', {also} where status = 'active'",
        new_id(),
    )
