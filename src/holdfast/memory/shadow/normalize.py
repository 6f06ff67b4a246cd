"""Loops as the judge tells them, made into what can be kept. Pure.

A promise with a "maybe" in it is a thread. A kind nobody knows is a thread too: something to come back to.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from holdfast.core.language.sentences import split_sentences
from holdfast.core.language.when import find_due
from holdfast.memory.learning.guards import is_hedged, is_junk_turn, is_order, is_secret
from holdfast.memory.loops.dates import horizon_of
from holdfast.memory.loops.promises import MAX_LOOP_CHARACTERS, is_idle
from holdfast.memory.loops.types import LoopCandidate
from holdfast.memory.loops.words import content, signature
from holdfast.memory.shadow.types import JudgedLoop
from holdfast.memory.types import LoopKind

KINDS: Mapping[str, LoopKind] = {
    "commitment": "commitment", "todo": "commitment", "task": "commitment", "promise": "commitment",
    "reminder": "commitment", "action": "commitment", "thread": "thread", "topic": "thread", "idea": "thread",
    "question": "thread", "friction": "friction", "pattern": "friction", "blocker": "friction", "struggle": "friction",
    "habit": "habit", "routine": "habit", "win": "win", "achievement": "win",
}  # fmt: skip
_HEDGES = re.compile(
    r"\b(?:maybe|might|perhaps|possibly|probably|could|thinking (?:about|of)|considering|not sure|i guess|i suppose|"
    r"if i (?:can|have time)|at some point|some ?day|one day|eventually|hopefully|hope to|would like to|want to|"
    r"kind of|sort of|try to|trying to)\b",
    re.IGNORECASE,
)  # fmt: skip


def normalize(loops: Sequence[JudgedLoop]) -> Sequence[LoopCandidate]:
    kept: dict[tuple[LoopKind, str], LoopCandidate] = {}
    for loop in loops:
        candidate = _candidate(loop)
        if candidate is not None:
            kept.setdefault((candidate.kind, signature(candidate.text)), candidate)
    return list(kept.values())


def kind_of(loop: JudgedLoop) -> LoopKind:
    kind = KINDS.get(loop.kind.strip().casefold().rstrip("s"), "thread")
    if kind != "commitment":
        return kind
    is_unsure = bool(_HEDGES.search(loop.text)) or all(_is_unsure(loop.text, turn.text) for turn in loop.turns)
    return "thread" if is_unsure else "commitment"


def _is_unsure(text: str, said: str) -> bool:
    """Whether the sentence that speaks of it is hedged; another sentence of the same message may be."""
    about = set(content(text))
    parts = [part for part in split_sentences(said, at_semicolons=True) if about & set(content(part))]
    return bool(parts) and all(is_hedged(part) or _HEDGES.search(part) is not None for part in parts)


def _candidate(loop: JudgedLoop) -> LoopCandidate | None:
    text = " ".join(loop.text.split())[:MAX_LOOP_CHARACTERS].strip(" ,.!")
    if not loop.turns or not content(text) or is_secret(text) or is_order(text):
        return None
    if all(is_junk_turn(turn.text) for turn in loop.turns):
        return None
    kind = kind_of(loop)
    if kind == "thread" and is_idle(text):
        return None
    said_at = max(turn.said_at for turn in loop.turns)
    due_at = find_due(text, said_at) if kind in ("commitment", "thread") else None
    return LoopCandidate(
        action="create",
        kind=kind,
        text=text[0].upper() + text[1:],
        episodes=[turn.episode for turn in loop.turns],
        said_at=said_at,
        horizon=horizon_of(due_at, said_at),
        due_at=due_at,
    )
