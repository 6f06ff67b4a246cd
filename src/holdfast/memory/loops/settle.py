"""What candidates do to the loops there are. Pure: the state before and what was said in, the rows to write out.

Candidates are taken in the order they were said, so one turn can end what another turn of the same window opened.
Words said before a person changed a loop by hand are kept as evidence and change nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime, timedelta

from holdfast.memory.loops.match import Likeness, ended_thing, same_thing
from holdfast.memory.loops.promises import is_idle
from holdfast.memory.loops.types import LoopCandidate, LoopState, What
from holdfast.memory.loops.words import signature
from holdfast.memory.types import Source

MOST_CERTAIN = 0.99
MOST_SALIENT = 0.95
ONE_WIN_DAYS = 7
"""Telling of it twice within a week is one win."""
QUIET_DAYS = 60
"""A thread that nobody came back to for so long is not open any more."""


def settle(
    candidates: Sequence[LoopCandidate], held: Sequence[LoopState], like: Likeness, source: Source
) -> list[LoopState]:
    """The rows that are new or changed."""
    book = _Book(list(held), like, source)
    for candidate in sorted(candidates, key=lambda one: one.said_at):
        match candidate.action:
            case "complete":
                book.complete(candidate)
            case "drop":
                book.drop(candidate)
            case "create" | "reinforce":
                book.open(candidate)
    if candidates:
        book.tidy(max(candidate.said_at for candidate in candidates))
    return book.changed()


class _Book:
    def __init__(self, loops: list[LoopState], like: Likeness, source: Source) -> None:
        self.before = list(loops)
        self.loops = loops
        self.like = like
        self.source = source

    def changed(self) -> list[LoopState]:
        return [
            loop for n, loop in enumerate(self.loops) if n >= len(self.before) or loop is not self.before[n]
        ]  # fmt: skip

    def open(self, candidate: LoopCandidate) -> None:
        if candidate.kind == "win":
            self._win(candidate, candidate.text)
            return
        if candidate.kind == "habit":
            self._promote(candidate)
        named = self._named(candidate)
        same = named or same_thing(candidate, self._open(candidate.kind), self.like)
        if same is not None:
            self._reinforce(same, candidate)
        elif closed := self._closed_since(candidate):
            self._note(closed, candidate, "reinforced")
        elif candidate.action == "create" or candidate.text:
            self._add(candidate)

    def complete(self, candidate: LoopCandidate) -> None:
        target = self._named(candidate) or ended_thing(candidate, self._endable(candidate), self.like)
        if target is not None and target.status == "open":
            if self._is_settled_by_hand(target, candidate):
                self._note(target, candidate, "reinforced")
            else:
                self._close(target, candidate, "completed", "done")
                self._win(candidate, target.text)
        elif target is not None:
            self._note(target, candidate, "completed")
        elif done := ended_thing(candidate, self._lately_done(candidate), self.like):
            self._note(done, candidate, "completed")
        elif not candidate.must_match:
            self._win(candidate, candidate.text)

    def drop(self, candidate: LoopCandidate) -> None:
        target = self._named(candidate)
        if target is None and candidate.takes_back is not None:
            last = [loop for loop in self._endable(candidate) if loop.last_episode == candidate.takes_back]
            target = last[-1] if last else None
        elif target is None and candidate.text:
            target = ended_thing(candidate, self._endable(candidate), self.like)
        if target is not None and target.status == "open" and not self._is_settled_by_hand(target, candidate):
            self._close(target, candidate, "dropped", "given up")

    def tidy(self, now: datetime) -> None:
        """Threads that lead nowhere: passing thoughts, and what nobody came back to."""
        for loop in list(self.loops):
            if loop.kind != "thread" or loop.status != "open" or loop.person_changed_at:
                continue
            touched = max(loop.opened_at, loop.reinforced_at or loop.opened_at)
            if is_idle(loop.text):
                self._put(loop, replace(loop, status="dropped", closed_at=now, closed_because="not actionable"))
            elif now - touched > timedelta(days=QUIET_DAYS):
                self._put(loop, replace(loop, status="dropped", closed_at=now, closed_because="gone quiet"))

    def _named(self, candidate: LoopCandidate) -> LoopState | None:
        if candidate.loop_id is None:
            return None
        return next((loop for loop in self.loops if loop.id == candidate.loop_id), None)

    def _open(self, kind: str) -> list[LoopState]:
        """A thread that becomes a promise is the same thing; a friction or habit is another."""
        kinds = {"commitment", "thread"} if kind in ("commitment", "thread") else {kind}
        return [loop for loop in self.loops if loop.status == "open" and loop.kind in kinds]

    def _endable(self, candidate: LoopCandidate) -> list[LoopState]:
        return [loop for loop in self._open("commitment") if loop.opened_at <= candidate.said_at]

    def _lately_done(self, candidate: LoopCandidate) -> list[LoopState]:
        week = timedelta(days=ONE_WIN_DAYS)
        return [
            loop for loop in self.loops
            if loop.kind in ("commitment", "thread") and loop.status == "completed" and loop.closed_at
            and abs(loop.closed_at - candidate.said_at) < week
        ]  # fmt: skip

    def _closed_since(self, candidate: LoopCandidate) -> LoopState | None:
        """What was said before it was closed, or before a person settled it, does not open it again."""
        since = [
            loop for loop in self.loops
            if loop.status != "open" and loop.kind in ("commitment", "thread", candidate.kind)
            and max(loop.closed_at or loop.opened_at, loop.person_changed_at or loop.opened_at) >= candidate.said_at
        ]  # fmt: skip
        return same_thing(candidate, since, self.like)

    def _is_settled_by_hand(self, loop: LoopState, candidate: LoopCandidate) -> bool:
        return loop.person_changed_at is not None and loop.person_changed_at >= candidate.said_at

    def _promote(self, candidate: LoopCandidate) -> None:
        """What is done every day is no promise any more."""
        promised = ended_thing(candidate, self._endable(candidate), self.like)
        if promised is not None and not self._is_settled_by_hand(promised, candidate):
            self._close(promised, candidate, "completed", "became a habit")

    def _add(self, candidate: LoopCandidate) -> None:
        told = self._told_later(candidate)
        self.loops.append(
            LoopState(
                id=None,
                kind=candidate.kind,
                status="completed" if told else "open",
                text=candidate.text,
                signature=signature(candidate.text),
                confidence=min(candidate.confidence, MOST_CERTAIN),
                salience=min(candidate.salience, MOST_SALIENT),
                time_horizon=candidate.horizon,
                source=self.source,
                opened_at=candidate.said_at,
                due_at=candidate.due_at,
                closed_at=told,
                closed_because="done" if told else None,
                last_episode=max(candidate.episodes),
                added=tuple((episode, "opened") for episode in candidate.episodes),
            )
        )

    def _told_later(self, candidate: LoopCandidate) -> datetime | None:
        """The win that tells of its end, where the older promise arrives after it."""
        if candidate.kind not in ("commitment", "thread"):
            return None
        wins = [loop for loop in self.loops if loop.kind == "win" and loop.opened_at > candidate.said_at]
        ended = [win for win in wins if ended_thing(replace(candidate, must_match=False), [win], self.like)]
        return min((win.opened_at for win in ended), default=None)

    def _reinforce(self, loop: LoopState, candidate: LoopCandidate) -> None:
        what: What = "reinforced"
        if loop.id is not None and not loop.added and set(candidate.episodes) == {loop.last_episode}:
            return  # read before, perhaps by another path: a turn says a thing once
        if loop.status != "open" or self._is_settled_by_hand(loop, candidate):
            self._note(loop, candidate, what)
            return
        is_news = candidate.said_at >= (loop.reinforced_at or loop.opened_at)
        is_promise = loop.kind == "thread" and candidate.kind == "commitment"
        self._put(
            loop,
            replace(
                loop,
                kind="commitment" if is_promise and not self._is_taken(loop) else loop.kind,
                confidence=min(MOST_CERTAIN, loop.confidence + (1 - loop.confidence) * 0.25),
                salience=min(MOST_SALIENT, max(loop.salience, candidate.salience) + 0.1),
                due_at=candidate.due_at if candidate.due_at and is_news else loop.due_at or candidate.due_at,
                time_horizon=candidate.horizon if candidate.due_at and is_news else loop.time_horizon,
                opened_at=min(loop.opened_at, candidate.said_at),
                reinforced_at=max(loop.reinforced_at or candidate.said_at, candidate.said_at),
                times_reinforced=loop.times_reinforced + 1,
                last_episode=max(loop.last_episode or 0, *candidate.episodes),
                added=(*loop.added, *((episode, what) for episode in candidate.episodes)),
            ),
        )

    def _is_taken(self, thread: LoopState) -> bool:
        return any(
            loop.kind == "commitment" and loop.status == "open" and loop.signature == thread.signature
            for loop in self.loops
        )

    def _note(self, loop: LoopState, candidate: LoopCandidate, what: What) -> None:
        self._put(loop, replace(loop, added=(*loop.added, *((episode, what) for episode in candidate.episodes))))

    def _close(self, loop: LoopState, candidate: LoopCandidate, status: What, because: str) -> None:
        added = tuple((episode, status) for episode in candidate.episodes)
        self._put(
            loop,
            replace(
                loop,
                status="completed" if status == "completed" else "dropped",
                closed_at=max(candidate.said_at, loop.opened_at),
                closed_because=because,
                added=(*loop.added, *added),
            ),
        )

    def _win(self, candidate: LoopCandidate, text: str) -> None:
        week = timedelta(days=ONE_WIN_DAYS)
        wins = [
            loop for loop in self.loops if loop.kind == "win" and abs(loop.opened_at - candidate.said_at) < week
        ]  # fmt: skip
        known = same_thing(replace(candidate, text=text), wins, self.like)
        if known is not None:
            self._note(known, candidate, "completed")
            return
        self.loops.append(
            LoopState(
                id=None,
                kind="win",
                status="completed",
                text=text,
                signature=signature(text),
                confidence=candidate.confidence,
                salience=min(MOST_SALIENT, max(0.6, candidate.salience)),
                time_horizon="ongoing",
                source=self.source,
                opened_at=candidate.said_at,
                closed_at=candidate.said_at,
                closed_because="done",
                last_episode=max(candidate.episodes),
                added=tuple((episode, "completed") for episode in candidate.episodes),
            )
        )

    def _put(self, old: LoopState, new: LoopState) -> None:
        self.loops = [new if loop is old else loop for loop in self.loops]
