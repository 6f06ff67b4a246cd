"""What candidates do to the loops there are. Pure: the state before and what was said in, the rows to write out.

Candidates are taken in the order they were said, so one turn can end what another turn of the same window opened. For
words that arrive late, what was said after them about the same and learned before them is taken along (`is_known`), so
that the same turns leave the same loops in whatever order they come. Words said before a person changed a loop by hand
are kept as evidence and change nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime, timedelta

from holdfast.memory.loops.book import ONE_WIN_DAYS, Book, is_settled_by_hand
from holdfast.memory.loops.match import Likeness, ended_thing, same_thing
from holdfast.memory.loops.promises import is_idle
from holdfast.memory.loops.types import LoopCandidate, LoopState
from holdfast.memory.types import LearnedFrom

QUIET_DAYS = 60
"""A thread that nobody came back to for so long is not open any more."""


def settle(
    candidates: Sequence[LoopCandidate], held: Sequence[LoopState], like: Likeness, source: LearnedFrom
) -> list[LoopState]:
    """The rows that are new or changed."""
    known = [one for one in candidates if one.is_known]
    book = Book(list(held), like, source, [one for one in known if not _ends(one)])
    settling = _Settling(book, [one for one in known if _ends(one)])
    for candidate in sorted(candidates, key=lambda one: one.said_at):
        match candidate.action:
            case _ if candidate.is_known:
                settling.end_late(candidate)
            case "complete":
                settling.complete(candidate)
            case "drop":
                settling.drop(candidate)
            case "create" | "reinforce":
                settling.open(candidate)
    if candidates:
        settling.tidy(max(candidate.said_at for candidate in candidates))
    return settling.book.changed()


class _Settling:
    def __init__(self, book: Book, known: Sequence[LoopCandidate]) -> None:
        self.book = book
        self.known = known
        """Endings learned before, that were said after some of the others."""

    def open(self, candidate: LoopCandidate) -> None:
        if candidate.kind == "win":
            self.book.win(candidate, candidate.text)
            return
        if candidate.kind == "habit":
            self._promote(candidate)
        mine = [loop for loop in self._open(candidate.kind) if not self._ended_between(candidate, loop)]
        same = self._named(candidate) or same_thing(candidate, mine, self.book.like)
        if same is not None:
            self.book.reinforce(same, candidate)
        elif closed := self._closed_since(candidate):
            self.book.note_beginning(closed, candidate)
        elif candidate.action == "create" or candidate.text:
            self._add(candidate)

    def complete(self, candidate: LoopCandidate) -> None:
        like = self.book.like
        target = self._named(candidate) or ended_thing(candidate, self._endable(candidate), like)
        if target is not None and target.status == "open":
            if is_settled_by_hand(target, candidate):
                self.book.note(target, candidate, "reinforced")
            else:
                self.book.close(target, candidate, "completed", "done")
                self.book.win(candidate, target.text)
        elif target is not None:
            self.book.note(target, candidate, "completed")
        elif done := ended_thing(candidate, self._done(candidate), like):
            self.book.tell_again(done, candidate)
        elif not candidate.must_match:
            self.book.win(candidate, candidate.text)

    def drop(self, candidate: LoopCandidate) -> None:
        target = self._named(candidate)
        if target is None and candidate.takes_back is not None:
            last = [loop for loop in self._endable(candidate) if loop.last_episode == candidate.takes_back]
            target = last[-1] if last else None
        elif target is None and candidate.text:
            target = ended_thing(candidate, self._endable(candidate), self.book.like)
        if target is not None and target.status == "open" and not is_settled_by_hand(target, candidate):
            self.book.close(target, candidate, "dropped", "given up")

    def end_late(self, candidate: LoopCandidate) -> None:
        """What it could end when it was learned, it has ended. Now it ends only what came in after it."""
        fresh = [loop for loop in self._endable(candidate) if loop.id is None]
        target = ended_thing(candidate, fresh, self.book.like) if _ends(candidate) else None
        if target is None:
            return
        if candidate.kind == "habit":
            self.book.close(target, candidate, "completed", "became a habit")
        elif candidate.action == "drop":
            self.book.close(target, candidate, "dropped", "given up")
        else:
            self.book.close(target, candidate, "completed", "done")
            self.book.win(candidate, target.text)

    def tidy(self, now: datetime) -> None:
        """Threads that lead nowhere: passing thoughts, and what nobody came back to."""
        now = max([now, *(max(loop.opened_at, loop.reinforced_at or loop.opened_at) for loop in self.book.loops)])
        for loop in list(self.book.loops):
            if loop.kind != "thread" or loop.status != "open" or loop.person_changed_at:
                continue
            quiet_at = max(loop.opened_at, loop.reinforced_at or loop.opened_at) + timedelta(days=QUIET_DAYS)
            if is_idle(loop.text):
                self.book.put(
                    loop, replace(loop, status="dropped", closed_at=loop.opened_at, closed_because="not actionable")
                )
            elif now > quiet_at:
                self.book.put(loop, replace(loop, status="dropped", closed_at=quiet_at, closed_because="gone quiet"))

    def _named(self, candidate: LoopCandidate) -> LoopState | None:
        if candidate.loop_id is None:
            return None
        return next((loop for loop in self.book.loops if loop.id == candidate.loop_id), None)

    def _open(self, kind: str) -> list[LoopState]:
        """A thread that becomes a promise is the same thing; a friction or habit is another."""
        kinds = {"commitment", "thread"} if kind in ("commitment", "thread") else {kind}
        return [loop for loop in self.book.loops if loop.status == "open" and loop.kind in kinds]

    def _endable(self, candidate: LoopCandidate) -> list[LoopState]:
        return [loop for loop in self._open("commitment") if loop.opened_at <= candidate.said_at]

    def _done(self, candidate: LoopCandidate) -> list[LoopState]:
        """Completed lately; or later than this was said, which then tells of the same end."""
        week = timedelta(days=ONE_WIN_DAYS)
        return [
            loop for loop in self.book.loops
            if loop.kind in ("commitment", "thread") and loop.status == "completed" and loop.closed_at
            and (abs(loop.closed_at - candidate.said_at) < week or loop.opened_at <= candidate.said_at < loop.closed_at)
            and loop.opened_at <= candidate.said_at
        ]  # fmt: skip

    def _closed_since(self, candidate: LoopCandidate) -> LoopState | None:
        """What was said before it was closed, or before a person settled it, does not open it again."""
        since = [
            loop for loop in self.book.loops
            if loop.status != "open" and loop.kind in ("commitment", "thread", candidate.kind)
            and max(loop.closed_at or loop.opened_at, loop.person_changed_at or loop.opened_at) >= candidate.said_at
            and not self._ended_between(candidate, loop)
        ]  # fmt: skip
        return same_thing(candidate, since, self.book.like)

    def _ended_between(self, candidate: LoopCandidate, loop: LoopState) -> bool:
        """Done or given up after these words, and promised again later: another promise."""
        between = [one for one in self.known if candidate.said_at < one.said_at < loop.opened_at]
        return any(ended_thing(one, [loop], self.book.like) for one in between)

    def _promote(self, candidate: LoopCandidate) -> None:
        """What is done every day is no promise any more."""
        promised = ended_thing(candidate, self._endable(candidate), self.book.like)
        if promised is not None and not is_settled_by_hand(promised, candidate):
            self.book.close(promised, candidate, "completed", "became a habit")

    def _add(self, candidate: LoopCandidate) -> None:
        added = self.book.add(candidate)
        if any(ended_thing(one, [added], self.book.like) for one in self.known if one.said_at >= added.opened_at):
            return  # it comes next, with its turn as evidence
        if win := self._told_later(candidate):
            self.book.put(
                added, replace(added, status="completed", closed_at=win.opened_at, closed_because="done")
            )  # fmt: skip
            self.book.rename_win(win, added.text, win.opened_at)

    def _told_later(self, candidate: LoopCandidate) -> LoopState | None:
        """The win that tells of its end, where the older promise arrives after it and no rule reads that end."""
        if candidate.kind not in ("commitment", "thread"):
            return None
        wins = [loop for loop in self.book.loops if loop.kind == "win" and loop.opened_at > candidate.said_at]
        ended = [win for win in wins if ended_thing(replace(candidate, must_match=False), [win], self.book.like)]
        return min(ended, key=lambda win: win.opened_at, default=None)


def _ends(candidate: LoopCandidate) -> bool:
    return candidate.action in ("complete", "drop") or candidate.kind == "habit"
