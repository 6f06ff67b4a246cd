"""Endings, habits and threads that lead nowhere, in what the person just said. Pure.

What is found is handed to the settling of loops, which knows how to close one, to note a win once, and to leave alone
what a person has settled by hand.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import datetime, timedelta

from holdfast.core.language.calendars import calendar_of
from holdfast.memory.learning.types import WindowTurn
from holdfast.memory.loops.clauses import Clause, clauses
from holdfast.memory.loops.match import Likeness, ended_thing
from holdfast.memory.loops.promises import is_idle
from holdfast.memory.loops.types import LoopCandidate, LoopState

RECENT = timedelta(days=30)
"""An older promise is not what became a habit."""

_DONE = re.compile(
    r"\b(?:I|we) (?:have |had |actually |finally |just |already |also |really )*"
    r"(?:did|done|finished|completed|submitted|sent|called|booked|bought|paid|cleaned|went (?:for|to)|made it to|"
    r"managed to|got (?:it |that |the .{2,40} )?done|took care of|wrapped up|crossed .{2,40} off|knocked out|"
    r"handed in|turned in)\b",
    re.IGNORECASE,
)  # fmt: skip
_NOT_DONE = re.compile(
    r"\b(?:not|never|almost|nearly|half|haven't|hasn't|didn't|yet to|forgot|should have|wish|until|if|unless|"
    r"supposed)\b",
    re.IGNORECASE,
)  # fmt: skip
_ROUTINE = re.compile(
    r"\b(?P<how>every (?:single )?(?:day|morning|evening|night|week|weekend|other day|"
    rf"{calendar_of('en').pattern('weekday_names')})|each (?:day|morning|evening|night)|daily|twice a (?:day|week)|"
    r"(?:once|three times) a week|"
    r"(?:part of )?my (?:daily |morning |evening )?routine|as a habit)\b",
    re.IGNORECASE,
)  # fmt: skip
_NOT_YET = re.compile(
    r"\b(?:will|going to|want to|need to|should|might|plan to|try to|not|never|used to)\b", re.IGNORECASE
)
_PASSING = re.compile(
    r"\b(?:weather|rain(?:ing|y)?|sunny|snow(?:ing)?|just thinking|just saying|just wondering|thinking out loud|"
    r"random thought|never mind|nothing (?:really|important)|passing thought|small ?talk|bored)\b",
    re.IGNORECASE,
)  # fmt: skip


def completions(said: Sequence[WindowTurn], held: Sequence[LoopState], like: Likeness) -> Sequence[LoopCandidate]:
    """Promises that a clause says are kept: the best match of each, each once."""
    found: dict[int, LoopCandidate] = {}
    for turn, clause in _clauses(said):
        if not _DONE.search(clause.text) or _NOT_DONE.search(clause.text) or clause.is_hedged:
            continue
        candidate = LoopCandidate("complete", "commitment", clause.text, [turn.episode], turn.said_at)
        match = ended_thing(candidate, _promised(held, turn.said_at, since=None), like)
        if match is not None and match.id is not None:
            found.setdefault(match.id, replace(candidate, loop_id=match.id))
    return list(found.values())


def habits(said: Sequence[WindowTurn], held: Sequence[LoopState], like: Likeness) -> Sequence[LoopCandidate]:
    """Recent promises that a clause says are done regularly."""
    found: dict[int, LoopCandidate] = {}
    for turn, clause in _clauses(said):
        routine = _ROUTINE.search(clause.text)
        if routine is None or _NOT_YET.search(clause.text) or clause.is_hedged:
            continue
        candidate = LoopCandidate("create", "habit", clause.text, [turn.episode], turn.said_at)
        match = ended_thing(candidate, _promised(held, turn.said_at, since=turn.said_at - RECENT), like)
        if match is not None and match.id is not None:
            text = match.text if _ROUTINE.search(match.text) else f"{match.text} {_how(routine['how'])}"
            found.setdefault(match.id, replace(candidate, text=text))
    return list(found.values())


def skipped(held: Sequence[LoopState], now: datetime) -> Sequence[LoopState]:
    """Threads nobody will act on. What a person has touched is left to them."""
    return [
        replace(loop, status="dropped", closed_at=max(now, loop.opened_at), closed_because="skipped")
        for loop in held
        if loop.kind == "thread" and loop.status == "open" and loop.person_changed_at is None and is_passing(loop.text)
    ]


def is_passing(text: str) -> bool:
    return is_idle(text) or _PASSING.search(text) is not None


def _clauses(said: Iterable[WindowTurn]) -> Iterable[tuple[WindowTurn, Clause]]:
    return ((turn, clause) for turn in said for clause in clauses(turn.text))


def _promised(held: Sequence[LoopState], said_at: datetime, *, since: datetime | None) -> Sequence[LoopState]:
    return [
        loop for loop in held
        if loop.kind == "commitment" and loop.status == "open" and loop.opened_at <= said_at
        and (since is None or max(loop.opened_at, loop.reinforced_at or loop.opened_at) >= since)
    ]  # fmt: skip


def _how(phrase: str) -> str:
    return "every day" if "routine" in phrase.lower() or "habit" in phrase.lower() else phrase.lower()
