"""The chat runtime's way to a memory: in this process or over HTTP, it is the same."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from holdfast.core.config import Settings
from holdfast.core.db import Owner
from holdfast.core.errors import Conflict, NotFound, Setup
from holdfast.core.ids import ReceiptId, new_id
from holdfast.core.migrate import Addresses
from holdfast.memory.client.connect import connect_elsewhere
from holdfast.memory.client.remote import RemoteMemory
from holdfast.memory.client.types import MemoryClient, MemoryUnavailable
from holdfast.memory.forget.types import ForgetEverything, ForgetFacts, ForgetQuery, ForgetSessions
from holdfast.memory.loops.types import LoopChange, NewLoop
from holdfast.memory.types import IncomingTurn, RecallQuery
from tests.loopback.fixed_answer import answering
from tests.memory.client.memories import ADA, EVE, KEY, a_memory
from tests.working import work_off

pytestmark = pytest.mark.anyio

NOON = datetime(2026, 3, 2, 12, tzinfo=UTC)


async def tell(client: MemoryClient, owner: Owner, *texts: str) -> None:
    for number, text in enumerate(texts):
        said = IncomingTurn("user", text, NOON + timedelta(minutes=number), external_id=f"m{number}")
        await client.ingest(owner, said, session_id="monday")


@pytest.mark.parametrize("kind", ["local", "remote"])
async def test_what_is_told_is_recalled_with_its_time_and_its_id(kind: str, addresses: Addresses) -> None:
    async with a_memory(kind, addresses) as (client, served):
        await tell(client, ADA, "My cat is called Pixel.", "The boiler was mended for 80 euros.")
        await work_off(served.parts)
        best = (await client.recall(ADA, RecallQuery("What did the boiler cost?", limit=3))).episodes[0]
        assert best.episode.text == "The boiler was mended for 80 euros."
        assert (best.episode.external_id, best.episode.session_id) == ("m1", "monday")
        assert best.episode.said_at == NOON + timedelta(minutes=1)
        assert best.score > 0


@pytest.mark.parametrize("kind", ["local", "remote"])
async def test_the_same_message_told_twice_is_kept_once(kind: str, addresses: Addresses) -> None:
    async with a_memory(kind, addresses) as (client, _):
        for _again in range(2):
            taken = await client.ingest(
                ADA, IncomingTurn("user", "Hello.", NOON, external_id="m0"), session_id="monday"
            )
        assert (taken.session_id, taken.buffer_size, taken.evicted) == ("monday", 1, 0)


@pytest.mark.parametrize("kind", ["local", "remote"])
async def test_a_promise_becomes_a_loop_and_nobody_else_sees_it(kind: str, addresses: Addresses) -> None:
    async with a_memory(kind, addresses) as (client, served):
        await tell(client, ADA, "I need to call the dentist tomorrow.")
        await work_off(served.parts)
        (loop,) = await client.loops(ADA, status="open")
        assert loop.kind == "commitment"
        assert "dentist" in loop.text
        assert [item.external_id for item in loop.evidence] == ["m0"]
        assert await client.loops(EVE) == []
        assert (await client.recall(EVE, RecallQuery("dentist"))).episodes == []


@pytest.mark.parametrize("kind", ["local", "remote"])
async def test_a_loop_is_put_down_and_changed_by_hand(kind: str, addresses: Addresses) -> None:
    async with a_memory(kind, addresses) as (client, _):
        due = NOON + timedelta(days=3)
        added = await client.add_loop(ADA, NewLoop("commitment", "Call the dentist", due))
        assert (added.status, added.due_at, added.source) == ("open", due, "person")
        with pytest.raises(Conflict):
            await client.add_loop(ADA, NewLoop("commitment", "Call the dentist"))
        change = LoopChange(text="Write the dentist", snoozed_until=due, clear=frozenset({"due_at"}))
        changed = await client.change_loop(ADA, added.id, change)
        assert (changed.text, changed.due_at, changed.snoozed_until) == ("Write the dentist", None, due)
        done = await client.change_loop(ADA, added.id, LoopChange(status="completed"))
        assert (done.status, done.snoozed_until) == ("completed", due)
        with pytest.raises(NotFound):
            await client.change_loop(EVE, added.id, LoopChange(status="dropped"))


@pytest.mark.parametrize("kind", ["local", "remote"])
async def test_a_session_is_closed_once(kind: str, addresses: Addresses) -> None:
    async with a_memory(kind, addresses) as (client, _):
        await tell(client, ADA, "That is all for today.")
        assert await client.close_session(ADA, "monday")
        assert not await client.close_session(ADA, "monday")


async def test_a_memory_that_is_down_or_babbles_is_unavailable_and_nothing_worse() -> None:
    for status, body in ((500, b"{}"), (200, b"not json"), (200, b"[]"), (200, b'{"sessionId": 5}'), (302, b"")):
        async with answering(status, body) as url:
            client = RemoteMemory(url, KEY)
            with pytest.raises(MemoryUnavailable):
                await client.ingest(ADA, IncomingTurn("user", "Hello.", NOON), session_id="monday")
            await client.aclose()
    client = RemoteMemory("http://127.0.0.1:9", KEY)
    with pytest.raises(MemoryUnavailable):
        await client.recall(ADA, RecallQuery("anything"))
    await client.aclose()


async def test_rows_that_lack_what_they_must_hold_are_dropped() -> None:
    body = b"""{"facts": [{"text": "half a fact"}, null, 7], "entities": "none", "timing": null,
      "episodes": [{"id": "1", "sessionId": "s", "role": "user", "text": "whole", "score": 0.5,
                    "timestamp": "2026-03-02T12:00:00Z"}, {"id": "x"}]}"""
    async with answering(200, body) as url:
        client = RemoteMemory(url, KEY)
        found = await client.recall(ADA, RecallQuery("anything"))
        await client.aclose()
    assert [hit.episode.text for hit in found.episodes] == ["whole"]
    assert (list(found.facts), list(found.entities)) == ([], [])


async def test_a_memory_elsewhere_needs_its_key(tmp_path: Path) -> None:
    settings = Settings.model_validate({"data_dir": tmp_path, "memory": {"url": "http://127.0.0.1:9"}})
    with pytest.raises(Setup, match="HOLDFAST_SERVICE_KEY"):
        connect_elsewhere(settings)


@pytest.mark.parametrize("kind", ["local", "remote"])
async def test_what_is_forgotten_is_gone_and_the_receipt_tells_how_much(kind: str, addresses: Addresses) -> None:
    async with a_memory(kind, addresses) as (client, served):
        await tell(client, ADA, "My cat is called Pixel.", "The boiler was mended for 80 euros.")
        await work_off(served.parts)
        number = ReceiptId(new_id())
        receipt = await client.forget(ADA, ForgetQuery("boiler mended"), receipt_id=number)
        assert (receipt.id, receipt.is_verified, receipt.body["counts"]["turns"]) == (number, True, 1)
        assert (await client.recall(ADA, RecallQuery("What did the boiler cost?"))).episodes == []
        again = await client.forget(ADA, ForgetQuery("boiler mended"), receipt_id=number)
        assert (again.id, again.signature) == (receipt.id, receipt.signature)
        for unknown in (ForgetFacts([987654321]), ForgetSessions(["nowhere"])):
            with pytest.raises(NotFound):
                await client.forget(ADA, unknown)
        assert (await client.forget(ADA, ForgetEverything())).is_verified
        assert (await client.recall(ADA, RecallQuery("Pixel"))).episodes == []
