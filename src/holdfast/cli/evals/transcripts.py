"""Labelled conversations as text.

    # session 1 | 2025-03-04 18:20
    Maya: I finally signed up for that pottery course.
    ? when | When did Maya sign up? | 1:1

A turn's id is `session:number`, counted from 1 in its session. A question names the turns that hold its answer; one
without any is not answered by the conversation. A request of the kind `need` goes wrong without a fact and names the
turns that said it; one of the kind `nothing` needs none. Lines that begin with `//` and empty lines mean nothing.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path

from holdfast.core.errors import Invalid
from holdfast.memory.types import IncomingTurn

KINDS = ("single", "when", "several", "who", "inference", "none", "need", "nothing")
_SESSION = re.compile(r"# session (?P<number>\d+) \| (?P<at>\d{4}-\d\d-\d\d \d\d:\d\d)")
_TURN = re.compile(r"(?P<name>[^:]{1,60}): (?P<text>.+)")


@dataclass(frozen=True, slots=True)
class EvalTurn:
    id: str
    session: int
    name: str
    text: str
    said_at: datetime


@dataclass(frozen=True, slots=True)
class EvalQuestion:
    kind: str
    text: str
    evidence: frozenset[str]


@dataclass(frozen=True, slots=True)
class EvalTranscript:
    name: str
    turns: Sequence[EvalTurn]
    questions: Sequence[EvalQuestion]

    def messages(self, session: int, *, as_chat: bool = False) -> Sequence[IncomingTurn]:
        """The first speaker of the conversation is the user, everybody else the assistant. `as_chat`: as a chat brings
        them, without names."""
        user = self.turns[0].name
        return [
            IncomingTurn(
                "user" if turn.name == user else "assistant",
                turn.text,
                turn.said_at,
                turn.id,
                None if as_chat else turn.name,
            )
            for turn in self.turns
            if turn.session == session
        ]


def read_transcript(path: Path) -> EvalTranscript:
    turns: list[EvalTurn] = []
    questions: list[EvalQuestion] = []
    session, at, count = 0, datetime(1970, 1, 1, tzinfo=UTC), 0
    for number, raw in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        line = raw.strip()
        if not line or line.startswith("//"):
            continue
        if match := _SESSION.fullmatch(line):
            session, count = int(match["number"]), 0
            at = datetime.strptime(match["at"], "%Y-%m-%d %H:%M").replace(tzinfo=UTC)
        elif line.startswith("?"):
            questions.append(_question(line, f"{path.name}:{number}"))
        elif match := _TURN.fullmatch(line):
            count += 1
            said_at = at + timedelta(seconds=20 * count)
            turns.append(EvalTurn(f"{session}:{count}", session, match["name"], match["text"], said_at))
        else:
            raise Invalid(f"{path.name}:{number} is neither a session, a turn nor a question.")
    _check(path.name, turns, questions)
    return EvalTranscript(path.stem, turns, questions)


def _question(line: str, where: str) -> EvalQuestion:
    fields = [field.strip() for field in line[1:].split("|")]
    if len(fields) != 3 or fields[0] not in KINDS:
        raise Invalid(f"{where} is no question: `? kind | question | turns`, with one of {', '.join(KINDS)}.")
    return EvalQuestion(fields[0], fields[1], frozenset(fields[2].split()))


def _check(name: str, turns: Sequence[EvalTurn], questions: Sequence[EvalQuestion]) -> None:
    ids = {turn.id for turn in turns}
    if not turns:
        raise Invalid(f"{name} holds no turn.")
    for asked in questions:
        if missing := asked.evidence - ids:
            raise Invalid(f"{name}: a question names turns that are not there: {', '.join(sorted(missing))}.")
