"""The packet of a session: kept since its first turn, or fetched now.

It is stored with the end of the turn that fetched it, so that every process that serves the session tells the same.
What of it could not be had, the next turn asks for again. A brief that comes late is the session's orientation all the
same, and the packet says which turn it came with.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, fields, replace
from typing import Any, Literal

from holdfast.core.db import Db, Tx, owner_of
from holdfast.core.ids import SessionId, TurnId, UserId
from holdfast.memory.client.types import MemoryClient
from holdfast.turn.context.opening import store
from holdfast.turn.context.opening.catch_up import catch_up
from holdfast.turn.context.opening.fetch import NOT_HAD, OpeningRequest, fetch_missing, fetch_start
from holdfast.turn.context.opening.store import KeptOpening as KeptOpening
from holdfast.turn.types import Evidenced, Opening, SessionStart

Packet = Literal["any", "kept", "fetched"]
"""`any`: the kept one, or else a fetched one. A look back takes the one or the other: no memory knows what it would
have handed over at a past moment, and what it hands over now is not what was kept."""


async def find_kept(tx: Tx, user_id: UserId, session_id: SessionId) -> KeptOpening | None:
    return await store.find_opening(tx, user_id, session_id)


async def open_session(
    db: Db,
    memory: MemoryClient,
    asked: OpeningRequest,
    kept: KeptOpening | None,
    *,
    packet: Packet = "any",
) -> Opening:
    owner = owner_of(asked.user_id)
    was_reinjected = kept is not None and kept.reinjected_by not in (None, asked.turn_id)
    was = read_packet(kept.packet) if kept is not None and packet != "fetched" else None
    if packet == "kept":
        start = was or SessionStart(outcomes={"startbrief": "not_kept"})
        return Opening(start, is_cached=was is not None, was_reinjected=was_reinjected)
    if was is not None and was.outcomes.get("startbrief") not in NOT_HAD:
        start = await fetch_missing(memory, owner, was, asked)
        return Opening(start, is_cached=True, was_reinjected=was_reinjected, is_new=start != was)
    # A look back changes nothing, so nobody is fed for it.
    ready = catch_up(db, memory, asked) if packet == "any" else None
    start = await fetch_start(memory, owner, asked, ready=ready, was=was or SessionStart())
    if was is not None:
        start = replace(start, came_with=asked.turn)
    return Opening(start, was_reinjected=was_reinjected, is_new=True)


async def keep_opening(tx: Tx, user_id: UserId, session_id: SessionId, turn_id: TurnId, opening: Opening) -> None:
    if opening.is_new:
        await store.keep_opening(tx, user_id, session_id, as_packet(opening.start))
    if opening.reinjects:
        await store.note_reinjection(tx, user_id, session_id, turn_id)


async def forget_openings(tx: Tx, user_id: UserId) -> int:
    """All of a person's: whatever was forgotten, a packet may tell of it, and the next turn fetches another."""
    return await store.drop_openings(tx, user_id)


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
