"""Which messages the judge reads: the current one, and before it the last few of the hour that say something else."""

from __future__ import annotations

from collections.abc import Sequence

from holdfast.memory.learning.types import WindowTurn
from holdfast.memory.shadow.types import ShadowLimits


def judge_window(said: Sequence[WindowTurn], limits: ShadowLimits = ShadowLimits()) -> Sequence[WindowTurn]:
    """`said`: what the person said in this session, in order; the last one is the current message."""
    if not said:
        return ()
    *earlier, current = said
    recent = [turn for turn in earlier if current.said_at - turn.said_at <= limits.within][-limits.messages :]
    last = {_words(turn): turn for turn in recent if _words(turn) not in ("", _words(current))}
    kept = sorted(last.values(), key=lambda turn: turn.seq)[-limits.unique :]
    return [*kept, current]


def _words(turn: WindowTurn) -> str:
    return " ".join(turn.text.casefold().split())
