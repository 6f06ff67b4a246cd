"""The packets of sessions. They are copies of what the memory knows, so a forget drops them all."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any

import orjson

from holdfast.core.db import Tx
from holdfast.core.ids import SessionId, TurnId, UserId


@dataclass(frozen=True, slots=True)
class KeptOpening:
    packet: Any
    reinjected_by: TurnId | None


async def find_opening(tx: Tx, user_id: UserId, session_id: SessionId) -> KeptOpening | None:
    row = await tx.fetchrow(
        "select packet, reinjected_by from session_openings where session_id = $1 and user_id = $2", session_id, user_id
    )
    return KeptOpening(orjson.loads(row["packet"]), row["reinjected_by"]) if row else None


async def find_beginning(tx: Tx, user_id: UserId, session_id: SessionId) -> tuple[datetime, SessionId | None] | None:
    """When a session began; and the last one with the same persona, if the memory has not been given it yet."""
    row = await tx.fetchrow(
        """
        select s.started_at,
               (select o.id from sessions o where o.user_id = $2 and o.persona_id = s.persona_id and o.is_owed
                 order by o.last_user_message_at desc limit 1) as owed
          from sessions s where s.id = $1 and s.user_id = $2
        """,
        session_id, user_id,
    )  # fmt: skip
    return (row["started_at"], row["owed"]) if row else None


async def keep_opening(tx: Tx, user_id: UserId, session_id: SessionId, packet: Any) -> None:
    await tx.execute(
        """
        insert into session_openings (session_id, user_id, packet)
        select $1, $2, $3::jsonb where exists (select from sessions where id = $1 and user_id = $2)
        on conflict (session_id) do update set packet = excluded.packet
        """,
        session_id, user_id, orjson.dumps(packet).decode(),
    )  # fmt: skip


async def note_reinjection(tx: Tx, user_id: UserId, session_id: SessionId, turn_id: TurnId) -> None:
    await tx.execute(
        """
        update session_openings set reinjected_by = $3
         where session_id = $1 and user_id = $2 and reinjected_by is null
        """,
        session_id, user_id, turn_id,
    )  # fmt: skip


async def drop_openings(tx: Tx, user_id: UserId) -> int:
    done = await tx.execute("delete from session_openings where user_id = $1", user_id)
    return int(done.rpartition(" ")[2])
