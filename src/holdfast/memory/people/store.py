"""Every SQL statement that writes a person's row. Its generation is raised by a forget: what was thought before, from
words that may be gone, is not written after."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

import orjson

from holdfast.core.db import Owner, Tx, row_count
from holdfast.memory.locks import memory_key


async def ensure_person(tx: Tx, owner: Owner) -> None:
    """So that a forget has something to raise while something is being made. Held until this transaction ends: a forget
    of everything takes the row along, and whoever has made sure of it reads it next."""
    held = "select true from memory_people where tenant_id = $1 and user_id = $2 for key share"
    while not await tx.fetchval(held, owner.tenant_id, owner.user_id):
        await tx.execute(
            "insert into memory_people (tenant_id, user_id) values ($1, $2) on conflict do nothing",
            owner.tenant_id, owner.user_id,
        )  # fmt: skip


async def lock_person(tx: Tx, owner: Owner, generation: int) -> bool:
    """True: nothing was forgotten since, and until this transaction ends nothing will be."""
    now_at = await tx.fetchval(
        "select generation from memory_people where tenant_id = $1 and user_id = $2 for update",
        owner.tenant_id, owner.user_id,
    )  # fmt: skip
    return bool(now_at == generation)


async def hold_person(tx: Tx, owner: Owner) -> bool:
    """For a forget, before it deletes what was made about the person: until it ends nobody writes what they thought
    before, not even where there was no row to be held. True: there was one."""
    made = await tx.execute(
        "insert into memory_people (tenant_id, user_id) values ($1, $2) on conflict do nothing",
        owner.tenant_id, owner.user_id,
    )  # fmt: skip
    await tx.execute(
        "select true from memory_people where tenant_id = $1 and user_id = $2 for update",
        owner.tenant_id, owner.user_id,
    )  # fmt: skip
    return not row_count(made)


async def find_about(tx: Tx, owner: Owner) -> str:
    text: str | None = await tx.fetchval(
        "select about from memory_people where tenant_id = $1 and user_id = $2", owner.tenant_id, owner.user_id
    )
    return text or ""


async def set_about(tx: Tx, owner: Owner, text: str, *, at: datetime) -> None:
    await tx.execute(
        """
        insert into memory_people (tenant_id, user_id, about, updated_at) values ($1, $2, $3, $4)
        on conflict (tenant_id, user_id) do update set about = $3, updated_at = $4
        """,
        owner.tenant_id, owner.user_id, text, at,
    )  # fmt: skip


async def set_clock(tx: Tx, owner: Owner, clock_zone: str | None) -> None:
    """Not while something is being forgotten: whoever forgets holds the person and may wait for the sums that this
    transaction holds. The next turn tells it again."""
    await tx.execute(
        f"""
        insert into memory_people as p (tenant_id, user_id, clock_zone)
        select $1, $2, $3 where pg_try_advisory_xact_lock_shared({memory_key("$1::text", "$2::text")})
        on conflict (tenant_id, user_id) do update set clock_zone = $3 where p.clock_zone is distinct from $3
        """,  # noqa: S608
        owner.tenant_id, owner.user_id, clock_zone,
    )  # fmt: skip


async def set_identity(
    tx: Tx, owner: Owner, items: Sequence[Mapping[str, Any]], *, name: str | None, zone: str | None, at: datetime
) -> None:
    await tx.execute(
        """
        update memory_people set preferred_name = $3, time_zone = $4, identity = $5::jsonb, updated_at = $6
         where tenant_id = $1 and user_id = $2
        """,
        owner.tenant_id, owner.user_id, name, zone, orjson.dumps(items).decode(), at,
    )  # fmt: skip


async def note_model(tx: Tx, owner: Owner, *, model_of: bytes | None, at: datetime) -> None:
    """When the user model was made, and of what."""
    await tx.execute(
        """
        update memory_people set model_made_at = $3, model_of = $4, updated_at = $3
         where tenant_id = $1 and user_id = $2
        """,
        owner.tenant_id, owner.user_id, at, model_of,
    )  # fmt: skip


async def set_spine(
    tx: Tx, owner: Owner, text: str, source: str, *, after: tuple[int, int], at: datetime
) -> int | None:
    """`after`: the generation and the version it was made of. The new version; None: something was forgotten meanwhile,
    or somebody else wrote the next one."""
    version: int | None = await tx.fetchval(
        """
        update memory_people
           set spine = $3, spine_source = $4, spine_version = spine_version + 1, spine_at = $5, updated_at = $5
         where tenant_id = $1 and user_id = $2 and generation = $6 and spine_version = $7
        returning spine_version
        """,
        owner.tenant_id, owner.user_id, text, source, at, *after,
    )  # fmt: skip
    return version


async def clear_person(tx: Tx, owner: Owner) -> int:
    """Everything made about the person, but not what they wrote themselves; nor where their clock stands, which no word
    of theirs told: what is left is folded and told again by it."""
    done = await tx.execute(
        """
        update memory_people
           set preferred_name = null, time_zone = null, identity = '[]', model_made_at = null, model_of = null,
               spine = '', spine_source = 'none', spine_at = null, generation = generation + 1
         where tenant_id = $1 and user_id = $2
        """,
        owner.tenant_id, owner.user_id,
    )  # fmt: skip
    return row_count(done)


async def restore_person(tx: Tx, owner: Owner, row: Mapping[str, Any]) -> None:
    await tx.execute(
        """
        insert into memory_people as p (tenant_id, user_id, preferred_name, time_zone, clock_zone, about, identity,
                                        model_made_at, spine, spine_version, spine_source, spine_at)
        select $1, $2, x.* from jsonb_to_record($3::text::jsonb) x (
          preferred_name text, time_zone text, clock_zone text, about text, identity jsonb, model_made_at timestamptz,
          spine text, spine_version integer, spine_source text, spine_at timestamptz)
        on conflict (tenant_id, user_id) do update
           set preferred_name = excluded.preferred_name, time_zone = excluded.time_zone,
               clock_zone = excluded.clock_zone, about = excluded.about, identity = excluded.identity,
               model_made_at = excluded.model_made_at, spine = excluded.spine,
               spine_version = excluded.spine_version, spine_source = excluded.spine_source,
               spine_at = excluded.spine_at, generation = p.generation + 1
        """,
        owner.tenant_id, owner.user_id, orjson.dumps(row).decode(),
    )  # fmt: skip
