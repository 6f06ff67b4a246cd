"""The packets of sessions. They are copies of what the memory knows, so a forget drops them all."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any
from uuid import UUID

import orjson

from holdfast.core.db import Tx


@dataclass(frozen=True, slots=True)
class KeptOpening:
    packet: Any
    reinjected_by: UUID | None


async def find_opening(tx: Tx, user: UUID, session_id: UUID) -> KeptOpening | None:
    row = await tx.fetchrow(
        "select packet, reinjected_by from session_openings where session_id = $1 and user_id = $2", session_id, user
    )
    return KeptOpening(orjson.loads(row["packet"]), row["reinjected_by"]) if row else None


async def keep_opening(tx: Tx, user: UUID, session_id: UUID, packet: Any) -> None:
    await tx.execute(
        """
        insert into session_openings (session_id, user_id, packet)
        select $1, $2, $3::jsonb where exists (select from sessions where id = $1 and user_id = $2)
        on conflict (session_id) do update set packet = excluded.packet
        """,
        session_id, user, orjson.dumps(packet).decode(),
    )  # fmt: skip


async def note_reinjection(tx: Tx, user: UUID, session_id: UUID, turn_id: UUID) -> None:
    await tx.execute(
        """
        update session_openings set reinjected_by = $3
         where session_id = $1 and user_id = $2 and reinjected_by is null
        """,
        session_id, user, turn_id,
    )  # fmt: skip


async def drop_openings(tx: Tx, user: UUID) -> int:
    done = await tx.execute("delete from session_openings where user_id = $1", user)
    return int(done.rpartition(" ")[2])
