"""Commitments, threads, frictions, habits and endings in what somebody states, by rules, in whichever language.

Each rule is one pattern on one clause ("I need to call the dentist by Friday"). What is hedged ("maybe I should …") is
a thread: something to come back to, not a promise.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from holdfast.core.language.tables import Language
from holdfast.core.language.when import find_due
from holdfast.core.language.which import languages_of
from holdfast.core.language.words import words_of
from holdfast.memory.loops.clauses import MAX_TURN_CHARACTERS, Clause, clauses
from holdfast.memory.loops.dates import horizon_of, lasting
from holdfast.memory.loops.tables import LOOP_TABLES, LoopCue, LoopTables
from holdfast.memory.loops.types import Action, LoopCandidate
from holdfast.memory.loops.words import content
from holdfast.memory.types import LoopKind

MAX_LOOP_CHARACTERS = 200
_MIN_WORDS = 2
""" "I'll ask", "I could sleep": a promise that nobody can come back to says too little, unless it was made firmly."""
_FIRM = 0.6


@dataclass(frozen=True, slots=True)
class PersonTurn:
    """One turn of the person."""

    episode: int
    text: str
    said_at: datetime
    previous: int | None = None
    """The person's turn before it: what a bare "never mind" takes back."""


def promises(turn: PersonTurn) -> Sequence[LoopCandidate]:
    """What this turn opens, repeats, ends or gives up."""
    languages = languages_of(words_of(turn.text[:MAX_TURN_CHARACTERS]))
    found = [one for language in languages for one in _Reader(turn, language).candidates()]
    if not found and any(LOOP_TABLES[one].patterns["bare_drop"].fullmatch(turn.text[:200]) for one in languages):
        found.append(LoopCandidate("drop", "commitment", "", [turn.episode], turn.said_at, takes_back=turn.previous))
    return found


def is_idle(text: str) -> bool:
    """A thread nobody will ever act on: weather, a passing thought."""
    return any(table.patterns["idle"].search(text) for table in LOOP_TABLES.values())


class _Reader:
    """A turn, read in one language."""

    def __init__(self, turn: PersonTurn, language: Language) -> None:
        self.turn = turn
        self.language = language
        self.tables: LoopTables = LOOP_TABLES[language]
        self.patterns = self.tables.patterns

    def candidates(self) -> Iterator[LoopCandidate]:
        readers: Sequence[Callable[[Clause], LoopCandidate | None]] = (
            self._drop, self._finish, self._did, self._win, self._friction, self._habit, self._due, self._commitment,
            self._thread,
        )  # fmt: skip
        for clause in clauses(self.turn.text, self.language):
            spoken = self._spoken_out(clause)
            if found := next((one for read in readers if (one := read(spoken))), None):
                yield found

    def _spoken_out(self, clause: Clause) -> Clause:
        """With who does it in front, and the day it is to be done on behind."""
        text, when = clause.text, clause.when
        for rewrite in self.tables.rewrites:
            if found := rewrite.pattern.fullmatch(text):
                groups = found.groupdict()
                text = rewrite.becomes.format(**groups)
                when = groups.get("when", when) if "{when}" not in rewrite.becomes else when
                break
        if when and any(cue.pattern.fullmatch(text) for cue in self.tables.cues["commitment"]):
            text = f"{text} {when[:1].lower()}{when[1:]}"
        return replace(clause, text=text)

    def _drop(self, clause: Clause) -> LoopCandidate | None:
        what = _first(self.tables.cues["drop"], clause.text)
        return self._candidate("drop", "commitment", what) if what else None

    def _finish(self, clause: Clause) -> LoopCandidate | None:
        what = None if self._is_doubtful(clause) else _first(self.tables.cues["finish"], clause.text)
        return self._candidate("complete", "commitment", what) if what else None

    def _did(self, clause: Clause) -> LoopCandidate | None:
        """Ends what was to be done, if it was: "I called mum" is no news unless she was to be called."""
        text, tables = clause.text, self.tables
        what = None if self.patterns["not"].search(text) else _first(tables.cues["did"], text)
        if not what or any(cue.pattern.match(text) for cue in tables.cues["win"]):
            return None
        told_of = [cue for cue in tables.cues["commitment"] if cue.is_told_of]
        if any(cue.pattern.fullmatch(text) for cue in (*tables.cues["habit"], *tables.cues["friction"], *told_of)):
            return None
        return self._candidate("complete", "commitment", what, must_match=True)

    def _win(self, clause: Clause) -> LoopCandidate | None:
        what = None if self._is_doubtful(clause) else _first(self.tables.cues["win"], clause.text)
        return self._candidate("complete", "win", what, salience=0.7) if what else None

    def _friction(self, clause: Clause) -> LoopCandidate | None:
        what = _first(self.tables.cues["friction"], clause.text)
        return self._candidate("create", "friction", what, salience=0.6) if what else None

    def _habit(self, clause: Clause) -> LoopCandidate | None:
        what = None if clause.is_hedged else _first(self.tables.cues["habit"], clause.text)
        if not what or self.patterns["no_habit_at_start"].match(what):
            return None
        return self._candidate("create", "habit", what)

    def _due(self, clause: Clause) -> LoopCandidate | None:
        for cue in self.tables.cues["due"]:
            found = cue.pattern.fullmatch(clause.text)
            if found and find_due(found["when"], self.turn.said_at, language=self.language):
                return self._promised("commitment", cue.text.format(**found.groupdict()), cue)
        return None

    def _commitment(self, clause: Clause) -> LoopCandidate | None:
        for cue in self.tables.cues["commitment"]:
            found = cue.pattern.fullmatch(clause.text)
            if not found or self.patterns["says_nothing_at_start"].match(what := cue.told(found)):
                continue
            if not cue.needs_day or self._is_on_a_day(what):
                return self._promised("thread" if clause.is_hedged else "commitment", what, cue)
        return None

    def _thread(self, clause: Clause) -> LoopCandidate | None:
        for cue in self.tables.cues["thread"]:
            found = cue.pattern.fullmatch(clause.text)
            if found and not self.patterns["says_nothing_at_start"].match(what := cue.told(found)):
                return self._promised("thread", what, cue)
        return None

    def _is_doubtful(self, clause: Clause) -> bool:
        return clause.is_hedged or self.patterns["not"].search(clause.text) is not None

    def _is_on_a_day(self, what: str) -> bool:
        if self.patterns["not"].search(what) or any(cue.pattern.search(what) for cue in self.tables.cues["habit"]):
            return False
        return find_due(what, self.turn.said_at, language=self.language) is not None

    def _promised(self, kind: LoopKind, what: str, cue: LoopCue) -> LoopCandidate | None:
        if self.patterns["asks_assistant"].search(what) or self.patterns["idle"].search(what):
            return None
        salience, due_at = cue.salience, find_due(what, self.turn.said_at, language=self.language)
        if due_at is None and salience < _FIRM and len(content(what, self.language)) < _MIN_WORDS:
            return None
        salience += (0.2 if due_at else 0.0) + (0.15 if self.patterns["urgent"].search(self.turn.text) else 0.0)
        told = lasting(what, self.language) if due_at else what
        return self._candidate("create", kind, told, salience=salience, due_at=due_at)

    def _candidate(
        self,
        action: Action,
        kind: LoopKind,
        what: str,
        *,
        salience: float = 0.5,
        due_at: datetime | None = None,
        must_match: bool = False,
    ) -> LoopCandidate | None:
        for tidy in self.tables.tidied:
            what = tidy.pattern.sub(tidy.becomes, what)
        what = self.patterns["tail"].sub("", what.strip(" ,.!"))[:MAX_LOOP_CHARACTERS].strip(" ,.!")
        if not content(what, self.language):
            return None
        return LoopCandidate(
            action=action,
            kind=kind,
            text=what[0].upper() + what[1:],
            episodes=[self.turn.episode],
            said_at=self.turn.said_at,
            salience=min(0.95, salience),
            horizon=horizon_of(due_at, self.turn.said_at),
            due_at=due_at,
            must_match=must_match,
        )


def _first(cues: Iterable[LoopCue], clause: str) -> str | None:
    for cue in cues:
        if found := cue.pattern.fullmatch(clause):
            return cue.told(found)
    return None
