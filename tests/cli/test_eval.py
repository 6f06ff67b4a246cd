from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from holdfast.cli.eval import conversations
from holdfast.cli.evals.transcripts import EvalQuestion, read_transcript
from holdfast.core.errors import NotFound

HOUSE = Path(__file__).parents[2]
NEEDS = HOUSE / "bench" / "recall" / "needs"
MIN_OF_SEVERAL = 60
TUNED_ON, KEPT_APART = ("tune", "fresh", "later"), ("held", "unseen")
MIN_NEEDS, MIN_FACTS, MIN_OF_NOTHING = 150, 40, 100


def test_recall_is_measured_on_what_it_was_tuned_on_and_on_what_was_held_back_apart(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(HOUSE)
    parts = conversations()
    assert list(parts) == ["tune", "held"]
    turns = {
        part: {turn.text for file in files for turn in read_transcript(file).turns} for part, files in parts.items()
    }
    assert not turns["tune"] & turns["held"], "nothing that was tuned on is measured as unseen"


def test_enough_questions_have_an_answer_that_lies_in_several_places(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(HOUSE)
    files = [file for part in conversations().values() for file in part]
    asked = [question for file in files for question in read_transcript(file).questions]
    assert Counter(question.kind for question in asked)["several"] >= MIN_OF_SEVERAL
    assert all(len(question.evidence) > 1 for question in asked if question.kind == "several")


def test_enough_is_asked_for_that_needs_a_fact_without_naming_it_and_half_of_it_is_kept_apart() -> None:
    tuned, apart = [[one for part in parts for one in _asked(part)] for parts in (TUNED_ON, KEPT_APART)]
    needs = [one for one in (*tuned, *apart) if one[1].kind == "need"]
    assert len(needs) >= MIN_NEEDS
    assert sum(one.kind == "need" for _, one in apart) >= MIN_NEEDS // 2
    assert len({(whose, one.evidence) for whose, one in needs}) >= MIN_FACTS
    assert sum(one.kind == "nothing" for _, one in (*tuned, *apart)) >= MIN_OF_NOTHING


def _asked(part: str) -> list[tuple[str, EvalQuestion]]:
    """And of whose talk."""
    told = [read_transcript(file) for file in sorted((NEEDS / part).glob("*.txt"))]
    return [(transcript.name, one) for transcript in told for one in transcript.questions]


def test_without_the_conversations_it_is_said_where_they_should_be(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(NotFound, match="bench/recall"):
        conversations()
