"""What was said after a promise or its end and learned before it, for words that arrive late.

Learning keeps no list of what was done when nobody knew of a promise ("I called the landlord"), so the person's later
turns that share words with what arrives are read once more, by rules.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from holdfast.core.db import Owner, Tx
from holdfast.core.ids import SessionRow
from holdfast.memory.loops import store
from holdfast.memory.loops.calendars import calendar_of
from holdfast.memory.loops.promises import promises
from holdfast.memory.loops.types import LoopCandidate

MAX_TURNS = 200


async def read_later(
    tx: Tx, owner: Owner, session_row: SessionRow, candidates: Sequence[LoopCandidate], names: Sequence[str | None]
) -> list[LoopCandidate]:
    """`names`: under which the person speaks in the session that is being learned from."""
    spoken = [one for one in candidates if one.text and one.kind in ("commitment", "thread")]
    if not spoken:
        return []
    turns = await store.turns_after(
        tx,
        owner,
        session_row,
        [(one.text, one.said_at) for one in spoken],
        names=[name for name in names if name is not None],
        limit=MAX_TURNS,
    )
    zone = await calendar_of(tx, owner)
    read = [one for turn in turns for one in promises(replace(turn, said_at=turn.said_at.astimezone(zone)))]
    return [replace(one, is_known=True) for one in read if one.text and one.kind in ("commitment", "thread", "habit")]
