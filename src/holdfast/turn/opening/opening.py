"""The packet of a session: kept since its first turn, or fetched now.

It is stored with the end of the turn that fetched it, so that every process that serves the session tells the same. A
packet that could not be had is not kept: the next turn asks again. Of one that was had in part, it asks for the rest.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, fields
from datetime import datetime
from typing import Any, Literal
from uuid import UUID

from holdfast.core.db import Tx, owner_of
from holdfast.memory.client.types import MemoryClient
from holdfast.turn.opening import store
from holdfast.turn.opening.fetch import fetch_missing, fetch_start
from holdfast.turn.opening.store import KeptOpening as KeptOpening
from holdfast.turn.types import Evidenced, Opening, SessionStart

Packet = Literal["any", "kept", "fetched"]
"""`any`: the kept one, or else a fetched one. A look back takes the one or the other: no memory knows what it would
have handed over at a past moment, and what it hands over now is not what was kept."""


async def find_kept(tx: Tx, user: UUID, session_id: UUID) -> KeptOpening | None:
    return await store.find_opening(tx, user, session_id)


async def open_session(
    memory: MemoryClient,
    user: UUID,
    session_id: UUID,
    persona_id: str,
    now: datetime,
    kept: KeptOpening | None,
    *,
    turn_id: UUID,
    packet: Packet = "any",
) -> Opening:
    was_reinjected = kept is not None and kept.reinjected_by not in (None, turn_id)
    if kept is not None and packet != "fetched":
        start = was = read_packet(kept.packet)
        if packet == "any":
            start = await fetch_missing(memory, owner_of(user), was, persona_id=persona_id, now=now)
        return Opening(start, is_cached=True, was_reinjected=was_reinjected, is_new=start != was)
    if packet == "kept":
        return Opening(SessionStart(outcomes={"startbrief": "not_kept"}))
    start = await fetch_start(memory, owner_of(user), session_id=str(session_id), persona_id=persona_id, now=now)
    is_new = start.outcomes["startbrief"] in ("fetched", "fallback")
    return Opening(start, was_reinjected=was_reinjected, is_new=is_new)


async def keep_opening(tx: Tx, user: UUID, session_id: UUID, turn_id: UUID, opening: Opening) -> None:
    if opening.is_new:
        await store.keep_opening(tx, user, session_id, as_packet(opening.start))
    if opening.reinjects:
        await store.note_reinjection(tx, user, session_id, turn_id)


async def forget_openings(tx: Tx, user: UUID) -> int:
    """All of a person's: whatever was forgotten, a packet may tell of it, and the next turn fetches another."""
    return await store.drop_openings(tx, user)


def as_packet(start: SessionStart) -> dict[str, Any]:
    return asdict(start)


def read_packet(packet: Mapping[str, Any]) -> SessionStart:
    """A packet of another release may lack fields or have more: what is known is taken."""
    known = {field.name for field in fields(SessionStart)}
    packet = {**asdict(SessionStart()), **{name: value for name, value in packet.items() if name in known}}
    return SessionStart(
        **{
            **packet,
            "items": _lines(packet["items"]),
            "loops": _lines(packet["loops"]),
            "profile": {section: _lines(rows) for section, rows in packet["profile"].items()},
        }
    )


def _lines(rows: Sequence[Mapping[str, Any]]) -> Sequence[Evidenced]:
    return tuple(Evidenced(row["text"], row["kind"], tuple(row["evidence"])) for row in rows)
