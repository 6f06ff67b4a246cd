"""Personas of people's own making, in the database. Which of them somebody sees, row-level security says."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from holdfast.core.db import Tx
from holdfast.core.ids import OrgId, OwnPersonaId, UserId
from holdfast.personas.types import OwnPersona, PersonaVersion

_FIELDS = """
    p.id, p.user_id, p.org_id, p.made_by, p.version, p.created_at, p.updated_at, p.archived_at,
    v.settings::text as settings, v.kernel
"""
_CURRENT = "personas p join persona_versions v on v.persona_id = p.id and v.number = p.version"


async def lock_persona(tx: Tx, persona_id: OwnPersonaId) -> None:
    """Nobody else changes it until the end of the transaction."""
    await tx.execute("select from personas where id = $1 for update", persona_id)


async def find_persona(tx: Tx, persona_id: OwnPersonaId) -> OwnPersona | None:
    row = await tx.fetchrow(f"select {_FIELDS} from {_CURRENT} where p.id = $1", persona_id)  # noqa: S608
    return OwnPersona(**row) if row else None


async def list_personas(tx: Tx) -> Sequence[OwnPersona]:
    """All that the asker sees, the newest first."""
    rows = await tx.fetch(f"select {_FIELDS} from {_CURRENT} order by p.created_at desc, p.id desc")  # noqa: S608
    return [OwnPersona(**row) for row in rows]


async def list_learning_by_session(tx: Tx) -> Sequence[str]:
    rows = await tx.fetch(
        f"select p.id from {_CURRENT} where v.settings -> 'memory' ->> 'learn' = 'session'"  # noqa: S608
    )
    return [str(row["id"]) for row in rows]


async def count_made(tx: Tx, user_id: UserId) -> int:
    """Those that somebody made and keeps in use; nobody else counts until the end of the transaction."""
    await tx.execute("select pg_advisory_xact_lock(hashtextextended('personas of ' || $1, 0))", str(user_id))
    count: int = await tx.fetchval("select count(*) from personas where made_by = $1 and archived_at is null", user_id)
    return count


async def add_persona(
    tx: Tx, persona_id: OwnPersonaId, maker: UserId, org_id: OrgId | None, settings: str, kernel: str
) -> None:
    await tx.execute(
        """
        insert into personas (id, user_id, org_id, made_by)
        values ($1, case when $3::uuid is null then $2::uuid end, $3, $2)
        """,
        persona_id, maker, org_id,
    )  # fmt: skip
    await add_version(tx, persona_id, 1, maker, settings, kernel)


async def add_version(tx: Tx, persona_id: OwnPersonaId, number: int, maker: UserId, settings: str, kernel: str) -> None:
    await tx.execute(
        """
        insert into persona_versions (persona_id, number, settings, kernel, made_by) values ($1, $2, $3::jsonb, $4, $5)
        """,
        persona_id, number, settings, kernel, maker,
    )  # fmt: skip
    await tx.execute("update personas set version = $2, updated_at = now() where id = $1", persona_id, number)


async def list_versions(
    tx: Tx, persona_id: OwnPersonaId, *, before: int | None, limit: int
) -> Sequence[PersonaVersion]:
    """The newest first."""
    rows = await tx.fetch(
        """
        select number, settings::text as settings, kernel, made_by, made_at from persona_versions
         where persona_id = $1 and number < coalesce($2, 2147483647) order by number desc limit $3
        """,
        persona_id, before, limit,
    )  # fmt: skip
    return [PersonaVersion(**row) for row in rows]


async def find_version(tx: Tx, persona_id: OwnPersonaId, number: int) -> PersonaVersion | None:
    row = await tx.fetchrow(
        """
        select number, settings::text as settings, kernel, made_by, made_at from persona_versions
         where persona_id = $1 and number = $2
        """,
        persona_id, number,
    )  # fmt: skip
    return PersonaVersion(**row) if row else None


async def set_archived(tx: Tx, persona_id: OwnPersonaId, at: datetime | None) -> None:
    await tx.execute("update personas set archived_at = $2, updated_at = now() where id = $1", persona_id, at)


async def set_owner(tx: Tx, persona_id: OwnPersonaId, user_id: UserId | None, org_id: OrgId | None) -> None:
    await tx.execute(
        "update personas set user_id = $2, org_id = $3, updated_at = now() where id = $1", persona_id, user_id, org_id
    )


async def delete_persona(tx: Tx, persona_id: OwnPersonaId) -> None:
    await tx.execute("delete from personas where id = $1", persona_id)


async def find_instructions(tx: Tx, user_id: UserId, persona_id: str) -> str | None:
    text: str | None = await tx.fetchval(
        "select instructions from persona_overlays where user_id = $1 and persona_id = $2", user_id, persona_id
    )
    return text


async def set_instructions(tx: Tx, user_id: UserId, persona_id: str, text: str) -> None:
    await tx.execute(
        """
        insert into persona_overlays (user_id, persona_id, instructions) values ($1, $2, $3)
        on conflict (user_id, persona_id) do update set instructions = excluded.instructions, updated_at = now()
        """,
        user_id, persona_id, text,
    )  # fmt: skip


async def delete_instructions(tx: Tx, user_id: UserId, persona_id: str) -> None:
    await tx.execute("delete from persona_overlays where user_id = $1 and persona_id = $2", user_id, persona_id)
