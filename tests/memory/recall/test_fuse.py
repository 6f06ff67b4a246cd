from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import numpy as np
import pytest

from holdfast.core.ids import SessionRow
from holdfast.memory.recall.choose import choose, has_answer
from holdfast.memory.recall.fuse import Candidate, Spread, fuse
from holdfast.memory.recall.question import Question, read_question
from holdfast.memory.types import Episode

NOW = datetime(2026, 11, 16, 12, tzinfo=UTC)
SPREAD = Spread(0.1, 0.1)
PLAIN = Question("What happened?")


def turn(seq: int, text: str = "One plain sentence of eight words, no more.", **fields: object) -> Candidate:
    episode = Episode(seq, SessionRow(1), "s", seq, "user", text, NOW + timedelta(minutes=seq), name="Maya")
    own = {key: fields.pop(key) for key in ("words", "similarity", "is_echo") if key in fields}
    return Candidate(replace(episode, **fields), **{"words": 0.0, "similarity": 0.1, **own})  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("question", "better", "worse"),
    [
        (PLAIN, turn(1, words=0.8), turn(9, words=0.3)),
        (PLAIN, turn(1, similarity=0.6), turn(9, similarity=0.3)),
        (PLAIN, turn(1), turn(9, "One plain sentence of eight words, no more?")),
        (PLAIN, turn(1), turn(9, is_echo=True)),
        (read_question("When was it?", NOW), turn(1, "We did it last Friday."), turn(9, "We did it all right.")),
        (read_question("What did Maya say?", NOW), turn(1), turn(9, name="Jonas")),
        (read_question("What did I say?", NOW), turn(1, name=None), turn(9, name=None, role="assistant")),
        (read_question("What did you tell me, what was yours?", NOW), turn(1, name=None), turn(9, name=None)),
        (read_question("What was it today?", NOW), turn(1), turn(9, said_at=NOW - timedelta(days=90))),
    ],
)  # fmt: skip
def test_each_sign_counts_in_its_direction(question: Question, better: Candidate, worse: Candidate) -> None:
    scores = fuse(question, [better, worse], SPREAD)
    assert scores[0] >= scores[1]


def test_a_neighbour_lends_a_share_but_never_beats_the_turn_itself() -> None:
    scores = fuse(PLAIN, [turn(1), turn(2, words=1.0), turn(3), turn(20)], SPREAD)
    assert scores[1] > scores[0] > scores[3]
    assert scores[1] > scores[2] > scores[3]


def test_nothing_to_fuse_is_nothing() -> None:
    assert len(fuse(PLAIN, [], SPREAD)) == 0
    assert choose(PLAIN, [], np.zeros(0), limit=5) == []


@pytest.mark.parametrize(
    ("candidate", "is_calibrated", "expected"),
    [
        (turn(1, similarity=0.5), True, True),
        (turn(1, similarity=0.2), True, False),
        (turn(1, similarity=0.3, words=0.9), True, True),
        (turn(1, similarity=None, words=0.5), True, True),
        (turn(1, similarity=None, words=0.05), True, False),
        (turn(1, similarity=0.2), False, False),
        (turn(1, similarity=0.4), False, True),
        (turn(1, similarity=0.1, words=0.6), False, True),
    ],
)
def test_the_floor(candidate: Candidate, is_calibrated: bool, expected: bool) -> None:
    assert has_answer([candidate], SPREAD, is_calibrated=is_calibrated) is expected
