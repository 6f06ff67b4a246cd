"""Many at once, released together by a barrier. Effects are counted, not answers: in the database and by the model."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import AsyncGenerator, Awaitable, Callable, Sequence
from uuid import UUID

import asyncpg
import httpx2
import pytest

from holdfast.core.ids import new_id
from holdfast.core.migrate import Addresses
from holdfast.models.types import CallSettings, ChatMessage, Done, ModelEvent, TextDelta, TokenUsage, ToolSpec
from tests.architecture.catalogue import RECEIPTS, mentions_of
from tests.scripted import ScriptedModel
from tests.serving import PASSWORD, Person, Served, chat_body, read_events, serving
from tests.waiting import HANGS_SECONDS, takes, until

pytestmark = pytest.mark.anyio

MANY = 30
Work = Callable[[], Awaitable[httpx2.Response]]


class CountingModel(ScriptedModel):
    """Says how many answers it was writing at once, at most."""

    now = most = 0

    async def stream(
        self, messages: Sequence[ChatMessage], tools: Sequence[ToolSpec], settings: CallSettings
    ) -> AsyncGenerator[ModelEvent]:
        self.now += 1
        self.most = max(self.most, self.now)
        try:
            async for event in super().stream(messages, tools, settings):
                yield event
        finally:
            self.now -= 1


async def at_once(*works: Work) -> list[httpx2.Response]:
    start = asyncio.Barrier(len(works))

    async def one(work: Work) -> httpx2.Response:
        await start.wait()
        return await work()

    async with asyncio.timeout(HANGS_SECONDS):
        return await asyncio.gather(*(one(work) for work in works))


async def quiet(served: Served) -> None:
    """Until no answer is being written here any more."""
    await until(lambda: not len(served.parts.streams))


def posting(person: Person, text: str, chat: UUID, message: UUID | None = None) -> Work:
    body = chat_body(text, chat=chat, message=message)
    return lambda: person.http.post("/api/chat", json=body)


def statuses(responses: Sequence[httpx2.Response]) -> Counter[int]:
    return Counter(response.status_code for response in responses)


async def whole(as_owner: asyncpg.Connection) -> None:
    """What must be true of all chats whenever nothing is being written."""
    broken = await as_owner.fetch(
        """
        select 'a turn still runs' as what, id from turns where status = 'running'
        union all select 'a stream is still active', id from streams where status = 'active'
        union all select 'a turn without a stream', t.id from turns t
                   where not exists (select from streams s where s.turn_id = t.id and s.chat_id = t.chat_id)
        union all select 'a turn without its question', t.id from turns t
                   where not exists (select from messages m where m.chat_id = t.chat_id and m.id = t.message_id)
        union all select 'a completed turn without its answer', t.id from turns t
                   where t.status = 'completed'
                     and not exists (select from messages m where m.chat_id = t.chat_id and m.id = t.answer_id)
        union all select 'turn and stream tell different ends', t.id from turns t join streams s on s.turn_id = t.id
                   where s.status <> t.status
        union all select 'an ended turn without a trace', t.id from turns t
                   where not exists (select from traces r where r.turn_id = t.id)
        union all select 'a message whose parent is not there', m.id from messages m
                   where m.parent_id is not null
                     and not exists (select from messages p where p.chat_id = m.chat_id and p.id = m.parent_id)
        union all select 'a chat that shows a message it does not have', c.id from chats c
                   where c.head_id is null
                      or not exists (select from messages m where m.chat_id = c.id and m.id = c.head_id)
        """
    )
    assert [tuple(row) for row in broken] == []


async def test_thirty_deletions_against_thirty_messages_leave_nothing_orphaned(
    addresses: Addresses, as_owner: asyncpg.Connection
) -> None:
    model = ScriptedModel([TextDelta("on its "), 0.01, TextDelta("way"), Done(TokenUsage(1, 2))])
    async with serving(addresses, [model]) as served, served.person() as ada:
        for _ in range(3):
            chat = new_id()
            await ada.say("first", chat=chat)

            def delete(chat: UUID = chat) -> Awaitable[httpx2.Response]:
                return ada.http.delete(f"/api/chats/{chat}")

            works = [work for n in range(MANY) for work in (delete, posting(ada, f"message {n}", chat))]
            responses = await at_once(*works)
            deleted, posted = statuses(responses[::2]), statuses(responses[1::2])
            assert set(deleted) <= {204, 404}, deleted
            assert set(posted) <= {200, 404, 409}, posted
            assert deleted[204] >= 1
            await quiet(served)
            await whole(as_owner)
            assert (await ada.say("and on", chat=chat)).status == 404, "what was deleted is not made anew"
            assert (await ada.say("and on", chat=new_id())).text == "on its way"
    assert not await as_owner.fetchval("select count(*) from streams where status = 'active'")


async def test_of_thirty_messages_at_once_one_is_answered_at_a_time_and_none_is_lost(
    addresses: Addresses, as_owner: asyncpg.Connection
) -> None:
    gate = asyncio.Event()
    model = CountingModel([TextDelta("yes"), gate, Done(TokenUsage(1, 1))])
    async with serving(addresses, [model]) as served, served.person() as ada:
        chat = new_id()
        works = [posting(ada, f"message {n}", chat) for n in range(MANY)]
        racing = asyncio.create_task(at_once(*works))
        await until(lambda: model.now)
        # Those who lost know it before the one who won is done.
        await until(lambda: len([task for task in asyncio.all_tasks() if "at_once.<locals>.one" in repr(task)]) <= 1)
        gate.set()
        responses = await racing
        assert statuses(responses) == {200: 1, 409: MANY - 1}
        assert {r.json()["error"]["code"] for r in responses if r.status_code == 409} == {"turn_in_progress"}
        # Each loser sends the very same message again, as it was told to.
        for work, response in zip(works, responses, strict=True):
            if response.status_code == 409:
                assert (await work()).status_code == 200
        await quiet(served)
        told = [one["parts"][0]["text"] for one in await ada.messages(chat) if one["role"] == "user"]
    assert sorted(told) == sorted(f"message {n}" for n in range(MANY))
    assert (len(model.calls), model.most) == (MANY, 1)
    await whole(as_owner)


async def test_thirty_texts_under_one_message_id_are_one_message(
    addresses: Addresses, as_owner: asyncpg.Connection
) -> None:
    model = ScriptedModel([TextDelta("yes"), 0.05, Done(TokenUsage(1, 1))])
    async with serving(addresses, [model]) as served, served.person() as ada:
        chat, message = new_id(), new_id()
        responses = await at_once(*(posting(ada, f"text {n}", chat, message) for n in range(MANY)))
        assert statuses(responses) == {200: 1, 409: MANY - 1}
        assert {r.json()["error"]["code"] for r in responses if r.status_code == 409} == {"id_reused"}
        await quiet(served)
        won = next(n for n, response in enumerate(responses) if response.status_code == 200)
        assert [one["parts"][0]["text"] for one in await ada.messages(chat)] == [f"text {won}", "yes"]
    assert len(model.calls) == 1
    await whole(as_owner)


ENDS = {
    "finish": ("completed", "completed", "complete"),
    "abort": ("interrupted", "interrupted", "partial"),
}


class GatedModel(ScriptedModel):
    """Writes one word, and the second when the gate that its question names is opened."""

    def __init__(self, gates: Sequence[asyncio.Event]) -> None:
        super().__init__()
        self.gates = gates

    async def stream(
        self, messages: Sequence[ChatMessage], tools: Sequence[ToolSpec], settings: CallSettings
    ) -> AsyncGenerator[ModelEvent]:
        yield TextDelta("one ")
        await self.gates[int(str(messages[-1].content).split()[-1])].wait()
        yield TextDelta("two")
        yield Done(TokenUsage(1, 2))


async def test_a_stop_against_the_finish_has_one_outcome_for_all_readers_and_in_the_database(
    addresses: Addresses, as_owner: asyncpg.Connection
) -> None:
    gates = [asyncio.Event() for _ in range(MANY)]
    async with serving(addresses, [GatedModel(gates)]) as served, served.person() as ada:

        async def race(number: int) -> tuple[UUID, str, bool]:
            chat = new_id()
            request = ada.http.build_request("POST", "/api/chat", json=chat_body(f"gate {number}", chat=chat))
            response = await ada.http.send(request, stream=True)  # the headers say that it has begun
            readers = [asyncio.create_task(response.aread()), asyncio.create_task(_follow(ada, chat))]
            # The moments are spread around the stop; the first is certainly before it and the last after it.
            asyncio.get_running_loop().call_later(number * 0.01, gates[number].set if number < MANY - 1 else int)
            if number == 0:
                await readers[0]
            stopped = (await ada.http.post(f"/api/chat/{chat}/stop")).json()["stopped"]
            told = {kind for reader in readers for kind in read_events(await reader).kinds[-1:]}
            assert len(told) == 1, told
            return chat, told.pop(), stopped

        async with asyncio.timeout(HANGS_SECONDS):
            ends = await asyncio.gather(*(race(number) for number in range(MANY)))
        for chat, end, stopped in ends:
            row = await as_owner.fetchrow(
                """
                select s.status, t.status, m.status, t.counted_in is not null
                  from streams s join turns t on t.id = s.turn_id
                  left join messages m on m.chat_id = t.chat_id and m.id = t.answer_id where s.chat_id = $1
                """,
                chat,
            )
            assert row is not None
            # Stopped before its first word, there is no answer to keep.
            answer = None if row[2] is None and end == "abort" else ENDS[end][2]
            assert tuple(row) == (*ENDS[end][:2], answer, True)
            assert stopped == (end == "abort")
        assert {end for _, end, _ in ends} == {"finish", "abort"}
        await whole(as_owner)


async def _follow(person: Person, chat: UUID) -> bytes:
    return (await person.http.get(f"/api/chat/{chat}/stream")).content


async def test_leaving_for_good_while_thirty_messages_are_sent_leaves_nothing_behind(
    addresses: Addresses, as_owner: asyncpg.Connection
) -> None:
    model = ScriptedModel([TextDelta("on its "), 0.02, TextDelta("way"), Done(TokenUsage(1, 2))])
    async with serving(addresses, [model]) as served, served.person("root"), served.person() as ada:
        await ada.say("hello")

        async def leave() -> httpx2.Response:
            await takes(0.05)
            return await ada.http.request("DELETE", "/api/auth/me", json={"password": PASSWORD})

        responses = await at_once(leave, *(posting(ada, f"message {n}", new_id()) for n in range(MANY)))
        assert responses[0].status_code == 204, responses[0].text
        assert set(statuses(responses[1:])) <= {200, 401, 404, 409}, statuses(responses[1:])
        await quiet(served)
        assert set(await mentions_of(as_owner, str(ada.id))) <= RECEIPTS
        await whole(as_owner)
