"""Where the words of a session are: in memory, or still on their way to it.

A persona that learns by session brings its words when the session has ended. The path reads them after each answer all
the same, at the places they will have; what it learns finds its evidence when they come (`intake/awaited`).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import tzinfo
from typing import Protocol

from holdfast.core.db import Owner, Tx
from holdfast.memory.intake.store import await_turns, find_arrived
from holdfast.memory.intake.types import AwaitedSession
from holdfast.memory.learning.types import WindowTurn
from holdfast.memory.shadow import store
from holdfast.memory.shadow.types import ShadowState
from holdfast.memory.types import Episode, IncomingTurn


class Talk(Protocol):
    @property
    def next_seq(self) -> int | None:
        """Of a session that is read before its words come: where the first of them will be."""

    def stands(self, state: ShadowState) -> bool:
        """Whether it is still what was said: nothing of it was forgotten since it was read."""

    async def last_said(self, tx: Tx, state: ShadowState, *, most: int, zone: tzinfo) -> Sequence[WindowTurn]:
        """What the person said last, in order and on their clock."""

    async def count_new(self, tx: Tx, state: ShadowState, *, up_to: int) -> int:
        """Messages of the person that were not judged yet, before this seq."""

    async def turns_to_summarise(self, tx: Tx, state: ShadowState, *, most: int) -> Sequence[Episode]:
        """The newest that the path's summary does not tell yet, in order."""


@dataclass(frozen=True, slots=True)
class StoredTalk:
    """In memory, as everything is in the end."""

    owner: Owner
    next_seq: int | None = None

    def stands(self, state: ShadowState) -> bool:
        return True

    async def last_said(self, tx: Tx, state: ShadowState, *, most: int, zone: tzinfo) -> Sequence[WindowTurn]:
        return await store.last_said(tx, self.owner, state, most=most, zone=zone)

    async def count_new(self, tx: Tx, state: ShadowState, *, up_to: int) -> int:
        return await store.count_new(tx, self.owner, state, up_to=up_to)

    async def turns_to_summarise(self, tx: Tx, state: ShadowState, *, most: int) -> Sequence[Episode]:
        return await store.turns_to_summarise(tx, self.owner, state, most=most)


@dataclass(frozen=True, slots=True)
class OnItsWay:
    """Told by whoever keeps the words until the session ends. `said` was read after `awaited` was."""

    owner: Owner
    awaited: AwaitedSession
    said: Sequence[IncomingTurn]

    @property
    def next_seq(self) -> int | None:
        return self.awaited.next_seq

    def stands(self, state: ShadowState) -> bool:
        return state.generation == self.awaited.generation

    async def last_said(self, tx: Tx, state: ShadowState, *, most: int, zone: tzinfo) -> Sequence[WindowTurn]:
        persons = [turn for turn in await self._placed(tx) if turn.role == "user"][-most:]
        waiting = [turn.external_id for turn in persons if turn.id == 0 and turn.external_id]
        ids = await await_turns(tx, self.owner, self.awaited.session_row, waiting) if waiting else {}
        return [
            WindowTurn(
                episode=turn.id or ids[turn.external_id or ""],
                seq=turn.seq,
                role=turn.role,
                name=turn.name,
                text=turn.text,
                said_at=turn.said_at.astimezone(zone),
                stored_at=turn.said_at,
                is_new=turn.seq >= state.judged_to,
            )
            for turn in persons
        ]

    async def count_new(self, tx: Tx, state: ShadowState, *, up_to: int) -> int:
        placed = await self._placed(tx)
        return sum(turn.role == "user" and state.judged_to <= turn.seq < up_to for turn in placed)

    async def turns_to_summarise(self, tx: Tx, state: ShadowState, *, most: int) -> Sequence[Episode]:
        return [turn for turn in await self._placed(tx) if turn.seq >= state.summarised_to][-most:]

    async def _placed(self, tx: Tx) -> Sequence[Episode]:
        """Each where it stands or will stand; those to come have no number yet."""
        names = [one.external_id for one in self.said if one.external_id]
        here = await find_arrived(tx, self.owner, self.awaited.session_row, names)
        placed, seq = [], self.awaited.next_seq
        for one in self.said:
            episode, place = here.get(one.external_id or "", (0, seq))
            seq += episode == 0
            placed.append(
                Episode(
                    id=episode,
                    session_row=self.awaited.session_row,
                    session_id=self.awaited.session_id,
                    seq=place,
                    role=one.role,
                    text=one.text,
                    said_at=one.said_at,
                    external_id=one.external_id,
                    name=one.name,
                )
            )
        return sorted(placed, key=lambda turn: turn.seq)
