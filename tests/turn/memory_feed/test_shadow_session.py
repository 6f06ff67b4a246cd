"""The shadow path for a persona that learns by session: it reads after each answer, and the words wait for its end."""

from __future__ import annotations

from typing import Any
from uuid import UUID

import asyncpg
import pytest

from holdfast.chats.sessions import close_idle_sessions
from holdfast.core.db import owner_of
from holdfast.core.ids import new_id
from holdfast.core.migrate import Addresses
from holdfast.memory.client.remote import RemoteMemory
from holdfast.memory.intake.awaited import open_awaited
from holdfast.memory.intake.ingest_session import ingest_session
from holdfast.memory.shadow.shadow import shadow
from holdfast.memory.shadow.talks import OnItsWay
from holdfast.memory.types import IncomingTurn
from tests.memory.talking import MONDAY
from tests.scripted import ScriptedModel
from tests.serving import Person, Served, serving
from tests.working import work_off

pytestmark = pytest.mark.anyio

ON = {"shadow_path": True}
DEMO = ScriptedModel(is_demo=True)
"""Answers, and is asked for nothing else: the judge goes by rules."""
JOBS = "select count(*) from jobs.pgqueuer where entrypoint = 'shadow_session'"
EVIDENCE = """
select f.text, e.external_id
  from facts f join fact_evidence v on v.fact_id = f.id join episodes e on e.id = v.episode_id
union all
select l.text, e.external_id
  from loops l join loop_evidence v on v.loop_id = l.id join episodes e on e.id = v.episode_id
"""


async def facts(person: Person) -> list[str]:
    found = (await person.http.get("/memory/facts")).json()["facts"]
    return sorted(fact["text"] for fact in found)


async def loops(person: Person) -> list[str]:
    found = (await person.http.post("/memory/loops", json={})).json()["loops"]
    return sorted(loop["text"] for loop in found)


async def talk(served: Served, person: Person, *texts: str, chat: UUID | None = None) -> UUID:
    chat = chat or new_id()
    for text in texts:
        await person.say(text, chat=chat, selectedPersonaId="sophie")
        await work_off(served.parts)
    return chat


async def close(served: Served, as_owner: asyncpg.Connection) -> None:
    await as_owner.execute("update sessions set closes_at = now() - interval '1 second' where closed_at is null")
    await close_idle_sessions(served.parts.db)
    await work_off(served.parts)


async def test_what_was_said_is_judged_after_its_answer_and_remembered_only_when_the_session_ends(
    addresses: Addresses, as_owner: asyncpg.Connection
) -> None:
    async with serving(addresses, [DEMO], features=ON) as served, served.person() as ada:
        chat = await talk(served, ada, "I live in Porto.")
        assert await facts(ada) == ["Lives in Porto"]
        await talk(
            served, ada, "I need to call the dentist tomorrow.", "I like green tea.", "The sea was calm.", chat=chat
        )
        assert await facts(ada) == ["Likes green tea", "Lives in Porto"]
        assert await loops(ada) == ["Call the dentist"]
        state = await as_owner.fetchrow("select message_count, rolling_summary from shadow_sessions")
        assert state is not None
        assert state["message_count"] == 4
        assert "Porto" in state["rolling_summary"]
        assert await as_owner.fetchval("select count(*) from episodes") == 0, (
            "the pack says: when the session has closed"
        )

        await close(served, as_owner)
        asked = [message["id"] for message in await ada.messages(chat) if message["role"] == "user"]
        found = {row["text"]: row["external_id"] for row in await as_owner.fetch(EVIDENCE)}
        assert found == {"Lives in Porto": asked[0], "Call the dentist": asked[1], "Likes green tea": asked[2]}
        assert await as_owner.fetchval("select count(*) from awaited_turns") == 0
        assert await as_owner.fetchval("select message_count from shadow_sessions") == 4, "judged once"
        assert await as_owner.fetchval("select sum(times_reinforced) from facts") == 0, "a turn says a thing once"
        assert await as_owner.fetchval("select sum(times_reinforced) from loops") == 0


async def test_nobody_is_told_of_a_session_that_has_no_words_yet(
    addresses: Addresses, as_owner: asyncpg.Connection
) -> None:
    async with serving(addresses, [DEMO], features=ON) as served, served.person() as ada:
        await talk(served, ada, "I live in Porto.")
        assert await as_owner.fetchval("select persona_id from memory_sessions where next_seq = 0") == "sophie"
        told = (await ada.http.post("/session/startbrief", json={})).json()
        assert (told["handover"]["text"], told["bridge"]["text"], told["resume"]["gap_minutes"]) == ("", "", None)
        assert (await ada.http.post("/brief", json={})).json()["workingMemory"] == []


@pytest.mark.parametrize("route", ["query", "sessions"])
async def test_what_is_forgotten_before_it_came_is_gone_with_what_was_learned_from_it(
    addresses: Addresses, as_owner: asyncpg.Connection, route: str
) -> None:
    async with serving(addresses, [DEMO], features=ON) as served, served.person() as ada:
        await talk(served, ada, "I live in Porto.", "Hm.", "I see.", "Good night to all of you.")
        assert "Porto" in await as_owner.fetchval("select rolling_summary from shadow_sessions")
        session = str(await as_owner.fetchval("select id from sessions"))
        wish: dict[str, Any] = {"query": "Porto"} if route == "query" else {"sessionIds": [session]}
        receipt = await ada.http.post("/memory/forget", json=wish)
        assert receipt.status_code == 200, receipt.text
        assert receipt.json()["verified"], receipt.text
        assert await facts(ada) == []
        summaries = "select count(*) from shadow_sessions where rolling_summary like '%Porto%'"
        assert await as_owner.fetchval(summaries) == 0
        await close(served, as_owner)
        assert await facts(ada) == []


async def test_words_that_came_while_they_were_judged_are_judged_where_they_are(
    addresses: Addresses, as_owner: asyncpg.Connection
) -> None:
    async with serving(addresses, [DEMO], features=ON) as served, served.person() as ada:
        memory, owner = served.parts.memory, owner_of(ada.id)
        said = [IncomingTurn("user", "I live in Porto.", MONDAY, "m0")]
        awaited = await open_awaited(memory, owner, "s1", "sophie")
        await ingest_session(memory, owner, "s1", said, persona_id="sophie")
        features = served.parts.settings.features
        late = await shadow(memory, owner, awaited.session_row, features=features, talk=OnItsWay(owner, awaited, said))
        assert late.facts == 0
        await work_off(served.parts)
        assert await facts(ada) == ["Lives in Porto"]
        assert [row["external_id"] for row in await as_owner.fetch(EVIDENCE)] == ["m0"]


@pytest.mark.parametrize(("persona", "features", "promised"), [
    ("sophie", ON, 1), ("sophie", {}, 0), ("assistant", ON, 0), ("incident", ON, 0),
])  # fmt: skip
async def test_it_is_promised_with_the_answer_where_it_is_on_and_the_words_wait(
    addresses: Addresses, as_owner: asyncpg.Connection, persona: str, features: dict[str, bool], promised: int
) -> None:
    async with serving(addresses, [DEMO], features=features) as served, served.person() as ada:
        chat = new_id()
        for text in ("I live in Porto.", "It rains."):
            await ada.say(text, chat=chat, selectedPersonaId=persona)
        assert await as_owner.fetchval(JOBS) == promised, "one waits per session"
        await work_off(served.parts)
        assert await as_owner.fetchval("select coalesce(max(message_count), 0) from shadow_sessions") == (
            2 if features else 0
        )


async def test_of_a_memory_elsewhere_nothing_is_kept_here(addresses: Addresses, as_owner: asyncpg.Connection) -> None:
    key = "a service key of some length"
    async with (
        serving(addresses, [DEMO], service_key=key, is_memory_only=True) as there,
        serving(addresses, [DEMO], service_key=key, memory={"url": there.url}, features=ON) as served,
        served.person() as ada,
    ):
        assert isinstance(served.parts.memory.remote, RemoteMemory)
        await talk(served, ada, "I live in Porto.")
        assert await as_owner.fetchval("select count(*) from memory_sessions") == 0
