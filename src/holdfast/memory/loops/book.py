"""The loops while they are settled: what each sentence writes into them, and which rows that changed. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime, timedelta

from holdfast.memory.loops.match import Likeness, same_thing
from holdfast.memory.loops.types import LoopCandidate, LoopEvent, LoopState
from holdfast.memory.loops.words import signature
from holdfast.memory.types import LearnedFrom, LoopKind

MAX_CONFIDENCE = 0.99
MAX_SALIENCE = 0.95
ONE_WIN_DAYS = 7
"""Telling of it twice within a week is one win."""


class Book:
    def __init__(
        self, loops: list[LoopState], like: Likeness, source: LearnedFrom, promised: Sequence[LoopCandidate] = ()
    ) -> None:
        self.before = list(loops)
        self.loops = loops
        self.like = like
        self.source = source
        self.promised = promised
        """Promises in turns learned before, said after some of what is settled now."""

    def changed(self) -> list[LoopState]:
        return [
            loop for n, loop in enumerate(self.loops) if n >= len(self.before) or loop is not self.before[n]
        ]  # fmt: skip

    def add(self, candidate: LoopCandidate) -> LoopState:
        added = LoopState(
            id=None,
            kind=candidate.kind,
            status="open",
            text=candidate.text,
            signature=signature(candidate.text),
            confidence=min(candidate.confidence, MAX_CONFIDENCE),
            salience=min(candidate.salience, MAX_SALIENCE),
            time_horizon=candidate.horizon,
            source=self.source,
            opened_at=candidate.said_at,
            due_at=candidate.due_at,
            last_episode=max(candidate.episodes),
            added=tuple((episode, "opened") for episode in candidate.episodes),
        )
        self.loops.append(added)
        return added

    def reinforce(self, loop: LoopState, candidate: LoopCandidate) -> None:
        if loop.id is not None and not loop.added and set(candidate.episodes) == {loop.last_episode}:
            return  # read before, perhaps by another path: a turn says a thing once
        if loop.status != "open" or is_settled_by_hand(loop, candidate):
            self.note(loop, candidate, "reinforced")
            return
        is_news = candidate.said_at >= (loop.reinforced_at or loop.opened_at)
        is_promise = loop.kind == "thread" and candidate.kind == "commitment"
        was_opened = loop.opened_at
        loop = self._begun_earlier(self.note(loop, candidate, "reinforced"), candidate)
        self.put(
            loop,
            replace(
                loop,
                kind="commitment" if is_promise and not self._is_taken(loop, "commitment") else loop.kind,
                confidence=min(MAX_CONFIDENCE, loop.confidence + (1 - loop.confidence) * 0.25),
                salience=min(MAX_SALIENCE, max(loop.salience, candidate.salience) + 0.1),
                due_at=candidate.due_at if candidate.due_at and is_news else loop.due_at or candidate.due_at,
                time_horizon=candidate.horizon if candidate.due_at and is_news else loop.time_horizon,
                reinforced_at=max(loop.reinforced_at or was_opened, candidate.said_at),
                times_reinforced=loop.times_reinforced + 1,
                last_episode=max(candidate.episodes) if is_news else loop.last_episode,
            ),
        )

    def note(self, loop: LoopState, candidate: LoopCandidate, what: LoopEvent) -> LoopState:
        return self.put(loop, replace(loop, added=(*loop.added, *((episode, what) for episode in candidate.episodes))))

    def note_beginning(self, closed: LoopState, candidate: LoopCandidate) -> None:
        """Promised before it was closed, and heard of only now."""
        wins = self._wins_of(closed)
        noted = self.note(closed, candidate, "reinforced")
        if closed.due_at is None and candidate.due_at and closed.person_changed_at is None:
            noted = self.put(noted, replace(noted, due_at=candidate.due_at, time_horizon=candidate.horizon))
        begun = self._begun_earlier(noted, candidate)
        for win in wins:
            self.rename_win(win, begun.text, win.opened_at)

    def _wins_of(self, done: LoopState) -> list[LoopState]:
        return [
            win for win in self.loops
            if win.kind == "win" and win.opened_at == done.closed_at and win.signature == done.signature
        ]  # fmt: skip

    def close(self, loop: LoopState, candidate: LoopCandidate, status: LoopEvent, because: str) -> None:
        """What was promised again after this end is open from then on: the end only arrived late."""
        again = self._promised_again(loop, candidate.said_at)
        closed = self.note(loop, candidate, status)
        self.put(
            closed,
            replace(
                closed,
                status="completed" if status == "completed" else "dropped",
                closed_at=max(candidate.said_at, loop.opened_at),
                closed_because=because,
                due_at=None if again and again.due_at == loop.due_at else loop.due_at,
                reinforced_at=None if again else loop.reinforced_at,
                times_reinforced=max(0, loop.times_reinforced - bool(again)),
            ),
        )
        if again and because != "became a habit":
            self.add(again)

    def _promised_again(self, loop: LoopState, since: datetime) -> LoopCandidate | None:
        if loop.reinforced_at is None or loop.reinforced_at <= since:
            return None
        later = [one for one in self.promised if one.said_at > since and same_thing(one, [loop], self.like)]
        return min(later, key=lambda one: one.said_at, default=None)

    def tell_again(self, done: LoopState, candidate: LoopCandidate) -> None:
        """Its end, told of once more; or told of before, and heard only now: then it ended at that time."""
        wins, ended, done = self._wins_of(done), done.closed_at, self.note(done, candidate, "completed")
        if ended is None or candidate.said_at >= ended or done.closed_because != "done" or done.person_changed_at:
            return
        self.put(done, replace(done, closed_at=candidate.said_at))
        for win in wins:
            self.rename_win(win, win.text, candidate.said_at)

    def win(self, candidate: LoopCandidate, text: str) -> None:
        week = timedelta(days=ONE_WIN_DAYS)
        wins = [
            loop for loop in self.loops if loop.kind == "win" and abs(loop.opened_at - candidate.said_at) < week
        ]  # fmt: skip
        # Where the promise arrives last, its end was a win already, in the words of the end.
        of_this_turn = [win for win in wins if win.opened_at == candidate.said_at]
        known = same_thing(replace(candidate, text=text), wins, self.like) or same_thing(
            candidate, of_this_turn, self.like
        )
        if known is not None:
            known = self.note(known, candidate, "completed")
            if candidate.said_at <= known.opened_at:
                self.rename_win(known, text, candidate.said_at)
            return
        self.loops.append(
            LoopState(
                id=None,
                kind="win",
                status="completed",
                text=text,
                signature=signature(text),
                confidence=candidate.confidence,
                salience=min(MAX_SALIENCE, max(0.6, candidate.salience)),
                time_horizon="ongoing",
                source=self.source,
                opened_at=candidate.said_at,
                closed_at=candidate.said_at,
                closed_because="done",
                last_episode=max(candidate.episodes),
                added=tuple((episode, "completed") for episode in candidate.episodes),
            )
        )

    def rename_win(self, win: LoopState, text: str, at: datetime) -> None:
        if win.person_changed_at is None:
            self.put(win, replace(win, text=text, signature=signature(text), opened_at=at, closed_at=at))

    def put(self, old: LoopState, new: LoopState) -> LoopState:
        self.loops = [new if loop is old else loop for loop in self.loops]
        return new

    def _begun_earlier(self, loop: LoopState, candidate: LoopCandidate) -> LoopState:
        """It has the words in which it was first said, whichever turn arrived first."""
        if candidate.said_at >= loop.opened_at:
            return loop
        begun = replace(loop, opened_at=candidate.said_at)
        worded = replace(begun, text=candidate.text, signature=signature(candidate.text))
        is_free = loop.person_changed_at is None and not (loop.status == "open" and self._is_taken(worded, loop.kind))
        return self.put(loop, worded if is_free else begun)

    def _is_taken(self, loop: LoopState, kind: LoopKind) -> bool:
        """Of what is open, there is one of a kind and wording."""
        return any(
            other.kind == kind and other.status == "open" and other.signature == loop.signature
            for other in self.loops
            if other.id != loop.id or other.id is None
        )


def is_settled_by_hand(loop: LoopState, candidate: LoopCandidate) -> bool:
    return loop.person_changed_at is not None and loop.person_changed_at >= candidate.said_at
