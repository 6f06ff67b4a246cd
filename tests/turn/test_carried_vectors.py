"""What a turn has embedded travels to the job that learns it: owned, short-lived, and gone with what it was made of."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import asyncpg
import pytest

from holdfast.core.db import Owner, owner_of
from holdfast.core.ids import new_id
from holdfast.core.migrate import Addresses
from holdfast.memory.client.local import LocalMemory
from holdfast.memory.intake.ingest import ingest
from holdfast.memory.recall.vectors.embed import CARRIED_FOR, embed_stale, embed_waiting
from holdfast.memory.types import IncomingTurn
from holdfast.turn.memory_feed.feed import feed_session
from holdfast.wiring import Parts
from tests.scripted import ScriptedModel, says
from tests.serving import PASSWORD, Person, serving
from tests.words import WordEmbedder
from tests.words_in_pieces import PieceEmbedder, pieces_of
from tests.working import work_off

pytestmark = pytest.mark.anyio

TEXT = "My cat is called Pixel and sleeps all day."
_CARRIED = "select count(*) from carried_vectors"


class Counting(WordEmbedder):
    """Of one process: another one has another."""

    def __init__(self) -> None:
        self.texts: list[str] = []

    async def embed(self, texts: Sequence[str]) -> list[list[float]]:
        self.texts += texts
        return await super().embed(texts)


def in_another_process(parts: Parts, embedder: WordEmbedder) -> Parts:
    memory = replace(parts.memory, embedder=embedder)
    return replace(parts, memory=memory, remembers=LocalMemory(memory))


async def test_what_a_turn_embedded_the_worker_does_not_embed_again(
    addresses: Addresses, as_owner: asyncpg.Connection
) -> None:
    web, worker = Counting(), Counting()
    quick = {"learn_delay_seconds": 0}
    async with (
        serving(addresses, [ScriptedModel(says("A fine name."))], embedder=web, memory=quick) as served,
        served.person("ada") as ada,
    ):
        await ada.say(TEXT)
        assert web.texts.count(TEXT) == 1
        await work_off(in_another_process(served.parts, worker))
        assert TEXT not in worker.texts
        kept = await as_owner.fetchval(
            "select v.vector::text from memory_vectors v join episodes e on v.kind = 'e' and e.id = v.item_id"
            " where e.text = $1",
            TEXT,
        )
        (made,) = await WordEmbedder().embed([TEXT])
        assert [float(one) for one in kept.strip("[]").split(",")] == pytest.approx(made, abs=0.001)
        assert await as_owner.fetchval(_CARRIED) == 0, "it has arrived"


async def test_the_vectors_of_its_word_pieces_travel_with_it(
    addresses: Addresses, as_owner: asyncpg.Connection
) -> None:
    worker = PieceEmbedder()
    async with (
        serving(
            addresses,
            [ScriptedModel(says("A fine name."))],
            embedder=PieceEmbedder(),
            memory={"learn_delay_seconds": 0},
        ) as served,
        served.person("ada") as ada,
    ):
        await ada.say(TEXT)
        await work_off(in_another_process(served.parts, worker))
        kept = await as_owner.fetchval(
            "select v.tokens from memory_vectors v join episodes e on v.kind = 'e' and e.id = v.item_id"
            " where e.text = $1",
            TEXT,
        )
    assert TEXT not in worker.texts
    assert kept == pieces_of(TEXT).packed()


async def test_a_persona_that_learns_by_session_finds_the_vector_when_the_session_has_ended(
    addresses: Addresses, as_owner: asyncpg.Connection
) -> None:
    web, worker = Counting(), Counting()
    asked = "What did I say about my cat and the garden?"
    async with (
        serving(addresses, [ScriptedModel(says("Much."))], embedder=web) as served,
        served.person("ada") as ada,
    ):
        await ada.say(asked, selectedPersonaId="sophie")
        elsewhere = in_another_process(served.parts, worker)
        await work_off(elsewhere)
        assert await as_owner.fetchval(_CARRIED) == 1, "nobody has come for it yet"
        session = await as_owner.fetchval("select id from sessions")
        await feed_session(served.parts.db, elsewhere.remembers, ada.id, session)
        await work_off(elsewhere)
        assert await as_owner.fetchval("select count(*) from episodes where text = $1", asked) == 1
    assert asked in web.texts
    assert asked not in worker.texts


async def test_the_same_text_is_embedded_once_for_its_owner_and_anew_for_another(
    addresses: Addresses, as_owner: asyncpg.Connection
) -> None:
    first, second = Counting(), Counting()
    async with serving(addresses, [ScriptedModel(says("I see."))]) as served:
        memory, ada, bob = served.parts.memory, Owner("shop", "ada"), Owner("shop", "bob")
        for owner, session, embedder in ((ada, "monday", first), (ada, "tuesday", second), (bob, "monday", second)):
            await ingest(memory, owner, IncomingTurn("user", TEXT, memory.clock()), session_id=session)
            await embed_waiting(replace(memory, embedder=embedder), owner)
            if owner == ada:
                assert first.texts == [TEXT]
                assert not second.texts
    assert second.texts == [TEXT]
    same = "select count(distinct vector::text) from memory_vectors where kind = 'e' and user_id = 'ada'"
    assert await as_owner.fetchval(same) == 1


async def test_a_carried_vector_serves_its_owner_alone(addresses: Addresses, as_owner: asyncpg.Connection) -> None:
    worker = Counting()
    async with (
        serving(addresses, [ScriptedModel(says("I see."))], embedder=Counting()) as served,
        served.person("ada") as ada,
        served.person("bob") as bob,
    ):
        await ada.say(TEXT)
        memory = served.parts.memory
        await ingest(memory, owner_of(bob.id), IncomingTurn("user", TEXT, memory.clock()), session_id="his")
        await embed_waiting(replace(memory, embedder=worker), owner_of(bob.id))
        assert worker.texts == [TEXT]
        assert await as_owner.fetchval(_CARRIED) == 1, "hers is still on its way"


@pytest.mark.parametrize("how", ["chat", "forget", "everything", "account", "age"])
async def test_it_is_gone_with(how: str, addresses: Addresses, as_owner: asyncpg.Connection) -> None:
    async with (
        serving(addresses, [ScriptedModel(says("I see."))], embedder=Counting()) as served,
        served.person("first"),
        served.person("ada") as ada,
    ):
        chat = new_id()
        await ada.say(TEXT, chat=chat)
        assert await as_owner.fetchval(_CARRIED) == 1
        if how == "age":
            await as_owner.execute("update carried_vectors set made_at = now() - $1::interval", CARRIED_FOR)
            await embed_stale(served.parts.memory)
        else:
            await _take_away(ada, how, str(chat))
        assert await as_owner.fetchval(_CARRIED) == 0


async def _take_away(ada: Person, how: str, chat: str) -> None:
    match how:
        case "chat":
            answer = await ada.http.delete(f"/api/chats/{chat}")
        case "forget":
            answer = await ada.http.post("/memory/forget", json={"query": "the cat called Pixel"})
        case "everything":
            answer = await ada.http.post("/memory/forget", json={"everything": True})
        case _:
            answer = await ada.http.request("DELETE", "/api/auth/me", json={"password": PASSWORD})
    assert answer.is_success, answer.text
