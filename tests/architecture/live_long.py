"""People who have been here for long: a row in every table, besides those that `live_a_little` knows.

What a person does is done over HTTP, and what follows from it by the real worker. A table that only a schedule, a
prompt or a sink of the operator's choosing fills is filled by the public function of its room that those call: a day
looked back on, a chat summarised, what recall handed out, what a sink still has to forget. So are the vectors of a
memory long enough to have cells: a worker would first fold thousands of turns that nobody reads here.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import asyncpg

from holdfast.core.cells import FROM_VECTORS
from holdfast.core.db import owner_of
from holdfast.core.ids import ChatId, DocumentId, new_id
from holdfast.memory.forget.forget import forget
from holdfast.memory.forget.types import ForgetSessions
from holdfast.memory.learning.echoes import note_recalled
from holdfast.memory.parts import MemoryParts
from holdfast.memory.profile.days import analyse_day
from holdfast.memory.profile.refresh import refresh
from holdfast.memory.recall.vectors.embed import embed_waiting
from holdfast.memory.summaries.chats import summarise_chat
from holdfast.stream.live import LiveStreams
from holdfast.stream.partials import Partials
from tests.accounts.second_factor.setting import half_in, set_app
from tests.architecture.belongings import live_a_little
from tests.memory.outbox.recording import RecordingSink
from tests.serving import Person, Served
from tests.tools.mcp.given import add, begin_sign_in, check, sign_in
from tests.tools.mcp.provider import Provider
from tests.words import WordEmbedder
from tests.working import work_off

FEATURES: Mapping[str, bool] = {"shadow_path": True, "memory_curator": True}
"""To be served with: the older path keeps tables of its own."""

_LINES = ("I live in Vienna because I work at Siemens.", "My sister Ana lives in Rome.", "I need to call Ana tomorrow.")
_SESSION = 100
"""Turns in one; embedding one of thousands takes ten times as long."""


class CoarseEmbedder(WordEmbedder):
    """Vectors so short that thousands of them take a second."""

    name = "test:coarse"
    dimensions = 4


async def live_long(served: Served, as_owner: asyncpg.Connection, *people: Person) -> None:
    for person in people:
        await _guard_the_account(served, as_owner, person)
        await live_a_little(served, person)
        await _post(person, "/api/loops/calendar", {})
        await person.say("When are the roses in the garden cut back?")
        await person.say("There is a warehouse fire at 12 Dock Road.", selectedPersonaId="incident")
        for session in ("week", "secret"):
            await _talk(person, session)
    await work_off(served.parts)
    memory = replace(served.parts.memory, embedder=CoarseEmbedder(), sinks=[RecordingSink()])
    for person in people:
        await _be_looked_after(memory, person)
    await work_off(served.parts)
    for person in people:
        await _say_much(person)
        await served.parts.research_slots.reserve_research_slot(await served.parts.entitlements.access(person.id))
        await _be_asked_by_a_tool(as_owner, person)
    # As the server does by itself within a minute; without statistics each batch of vectors takes ten times as long.
    await as_owner.execute("analyze episodes, memory_unembedded")
    for person in people:
        await embed_waiting(memory, owner_of(person.id))
        # Said last, so that something still waits for its vector.
        await _post(person, "/ingest", {"sessionId": "life", "role": "user", "text": "That was all."})


async def use_tools(person: Person, provider: Provider, port: int) -> None:
    """A server they signed in at, a tool of it that they trust, and a sign-in that they have not come back from."""
    server = await add(person, port)
    await sign_in(person, server, provider)
    await check(person, server)
    trusted = await person.http.put(f"/api/mcp/servers/{server['id']}/tools/hammer/trust", json={"trust": "always"})
    assert trusted.is_success, trusted.text
    await begin_sign_in(person, server)


async def _be_asked_by_a_tool(as_owner: asyncpg.Connection, person: Person) -> None:
    """In the middle of a call that is long over."""
    await as_owner.execute(
        """
        insert into tool_questions (id, user_id, chat_id, turn_id, call_id, title, origin, question, expires_at)
        select $1, $2, id, $1, 'call', 'A tool', 'holdfast', '{"message": "Which?", "fields": []}', now()
          from chats where user_id = $2 limit 1
        """,
        new_id(), person.id,
    )  # fmt: skip


async def _guard_the_account(served: Served, as_owner: asyncpg.Connection, person: Person) -> None:
    """A factor of every kind, and a sign-in that waits for one. Then the account asks for none, and life goes on."""
    await set_app(person.http)
    async with served.stranger() as elsewhere:
        await half_in(elsewhere, (await person.http.get("/api/auth/me")).json()["name"].lower())
    await as_owner.execute(
        """
        insert into passkeys (id, user_id, credential_id, credential, rp_id, sign_count, name)
        values ($1, $2, $3, '', 'localhost', 0, 'A key')
        """,
        new_id(), person.id, person.id.bytes,
    )  # fmt: skip
    await as_owner.execute("update users set has_second_factor = false where id = $1", person.id)


async def _talk(person: Person, session: str) -> None:
    lines = [{"role": "user", "text": text, "externalId": f"{session}-{n}"} for n, text in enumerate(_LINES)]
    await _post(person, "/session/ingest", {"sessionId": session, "messages": lines})
    await _post(person, "/session/close", {"sessionId": session})


async def _be_looked_after(memory: MemoryParts, person: Person) -> None:
    owner, chat = owner_of(person.id), ChatId(new_id())
    await forget(memory, owner, ForgetSessions(["secret"]))
    await refresh(memory, owner)
    await analyse_day(memory, owner, memory.clock().date())
    await note_recalled(memory, owner, ["Somebody who lives in Vienna works at Siemens."])
    for _ in range(3):
        await person.say("Where do I live, and what do I do all day there? " * 4, chat=chat)
    assert await summarise_chat(memory, person.id, chat, window=0) == "made"
    # After the forget, which drops what sessions began with. The older path learns from it before its session ends.
    await person.say("Hello again. I like green tea.", selectedPersonaId="sophie")
    await Partials(memory.db, LiveStreams()).save(person.id, DocumentId(new_id()), "A letter to Ana, so far.")


async def _say_much(person: Person) -> None:
    for first in range(0, FROM_VECTORS, _SESSION):
        lines = [{"role": "tool", "text": f"{first + n}"} for n in range(_SESSION)]
        await _post(person, "/session/ingest", {"sessionId": f"much {first}", "messages": lines})


async def _post(person: Person, path: str, body: Mapping[str, Any]) -> None:
    answer = await person.http.post(path, json=body)
    assert answer.is_success, (path, answer.text)
