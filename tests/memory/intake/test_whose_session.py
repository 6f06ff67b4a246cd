"""With which persona a session was held: told with its words, and found out for what was kept before anybody told."""

from __future__ import annotations

import asyncio
from pathlib import Path

import asyncpg
import pytest
from alembic import command
from alembic.config import Config

from holdfast.core.ids import new_id
from holdfast.core.migrate import Addresses
from holdfast.memory.intake.ingest import ingest
from holdfast.memory.intake.ingest_session import ingest_session
from holdfast.memory.parts import MemoryParts
from holdfast.memory.types import IncomingTurn
from tests.memory.conftest import ADA
from tests.memory.talking import MONDAY
from tests.scripted import ScriptedModel
from tests.serving import serving
from tests.working import work_off

pytestmark = pytest.mark.anyio

WHOSE = "select persona_id from memory_sessions order by id"
MIGRATIONS = Path(__file__).parents[3] / "migrations"


async def whose(as_owner: asyncpg.Connection) -> list[str | None]:
    return [row["persona_id"] for row in await as_owner.fetch(WHOSE)]


async def test_a_session_of_nobody_is_of_the_first_persona_that_is_named(
    memory: MemoryParts, as_owner: asyncpg.Connection
) -> None:
    said = [IncomingTurn("user", f"Line {n}", MONDAY, f"m{n}") for n in range(3)]
    await ingest(memory, ADA, said[0], session_id="by turns")
    await ingest(memory, ADA, said[1], session_id="by turns", persona_id="sophie")
    await ingest(memory, ADA, said[2], session_id="by turns", persona_id="incident")
    await ingest_session(memory, ADA, "whole", said)
    await ingest_session(memory, ADA, "whole", said, persona_id="incident")
    assert await whose(as_owner) == ["sophie", "incident"]


async def test_what_came_without_a_session_stays_with_whom_it_was_said_to(
    memory: MemoryParts, as_owner: asyncpg.Connection
) -> None:
    """The same message sent again, by whoever names a persona now, does not move the others of its session."""
    said = IncomingTurn("user", "Hello", MONDAY, "m0")
    await ingest(memory, ADA, said)
    await ingest(memory, ADA, said, persona_id="sophie")
    assert await whose(as_owner) == [None]


async def test_words_that_a_forget_hurries_along_tell_whom_they_were_said_to(
    addresses: Addresses, as_owner: asyncpg.Connection
) -> None:
    async with serving(addresses, [ScriptedModel()]) as served, served.person() as ada:
        await ada.say("My sister is called Ana.", selectedPersonaId="sophie")
        await ada.say("The warehouse is on fire.", selectedPersonaId="incident")
        assert (await ada.http.post("/memory/forget", json={"query": "a treasure"})).status_code == 200
        assert await whose(as_owner) == ["sophie", "incident"]


async def test_an_upgrade_learns_from_the_chats_whose_the_sessions_were(
    addresses: Addresses, as_owner: asyncpg.Connection
) -> None:
    async with serving(addresses, [ScriptedModel()]) as served, served.person() as ada:
        await ada.say("The warehouse is on fire.", selectedPersonaId="incident")
        await ada.say("I like green tea.", selectedPersonaId="assistant")
        gone = new_id()
        await ada.say("This chat will be deleted.", chat=gone, selectedPersonaId="assistant")
        await work_off(served.parts)
        await ada.http.delete(f"/api/chats/{gone}")
    await as_owner.execute("update memory_sessions set persona_id = null")  # as it was kept before
    await as_owner.execute(
        """
        insert into memory_sessions (tenant_id, user_id, session_id)
        select 'acme', user_id::text, id::text from sessions
        """
    )
    newest = await as_owner.fetchval("select version_num from alembic_version")
    await asyncio.to_thread(upgrade, addresses.owner.dsn, newest)
    said = await as_owner.fetch(
        "select e.text, s.persona_id from memory_sessions s join episodes e on e.session = s.id and e.role = 'user'"
    )
    assert {row["text"]: row["persona_id"] for row in said} == {
        "The warehouse is on fire.": "incident",
        "I like green tea.": "assistant",
        "This chat will be deleted.": None,
    }
    foreign = "select count(persona_id) from memory_sessions where tenant_id = 'acme'"
    assert await as_owner.fetchval(foreign) == 0, "a session of that name there is another one"


def upgrade(dsn: str, newest: str) -> None:
    """That one revision once more; it changes what is there and adds nothing."""
    (file,) = (MIGRATIONS / "versions").glob("*_whose_session.py")
    number = int(file.name.split("_")[1])
    config = Config(attributes={"dsn": dsn})
    config.set_main_option("script_location", str(MIGRATIONS))
    command.stamp(config, f"{number - 1:04}")
    command.upgrade(config, f"{number:04}")
    command.stamp(config, newest)
