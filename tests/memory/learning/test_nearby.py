"""What a new fact is compared with: all that matters, and no more with every day."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from hypothesis import given, settings
from hypothesis import strategies as st

from holdfast.memory.learning.facts.nearby import FactIndex
from holdfast.memory.learning.facts.reconcile import _Book, _conflict
from holdfast.memory.learning.predicates import sentence, subject_key
from holdfast.memory.learning.types import FactCandidate, FactState

MONDAY = datetime(2026, 5, 4, tzinfo=UTC)
SUBJECTS = ["user", "Ana", "ana's"]
PREDICATES = [
    "likes",
    "dislikes",
    "not_likes",
    "lives_in",
    "diet",
    "resumed",
    "states",
    "has_pet",
    "favorite_food",
    "plays",
]
OBJECTS = ["", "black coffee", "coffee", "the", "eating meat", "meat", "vegetarian", "Lisbon", "a red kite", "the kite"]
TEXTS = ["", "Likes coffee", "Likes black coffee", "Plays the piano", "Never eats meat", "Gave up meat", "the"]
CANDIDATES = st.builds(
    lambda subject, predicate, thing, text, day: FactCandidate(
        subject=subject,
        predicate=predicate,
        object=thing,
        text=text or sentence(subject, predicate, thing),
        confidence=0.8,
        episodes=(day,),
        said_at=MONDAY + timedelta(days=day),
    ),
    st.sampled_from(SUBJECTS),
    st.sampled_from(PREDICATES),
    st.sampled_from(OBJECTS),
    st.sampled_from(TEXTS),
    st.integers(0, 5),
)


def as_fact(candidate: FactCandidate, place: int) -> FactState:
    return FactState(
        id=place,
        lineage=place,
        subject=candidate.subject,
        predicate=candidate.predicate,
        object=candidate.object,
        text=candidate.text,
        confidence=candidate.confidence,
        source="rules",
        learned_at=candidate.said_at,
        valid_from=None,
        valid_to=None,
    )


def always_alike(text: str, fact: FactState) -> float:
    return 1.0


@settings(max_examples=400, deadline=None)
@given(st.lists(CANDIDATES, max_size=15), CANDIDATES)
def test_nothing_that_says_the_same_or_cannot_be_so_beside_it_is_left_out(
    known: list[FactCandidate], candidate: FactCandidate
) -> None:
    facts = [as_fact(one, place) for place, one in enumerate(known, start=1)]
    book, near = _Book(facts, always_alike, "rules"), FactIndex(facts).near(candidate)
    for fact in facts:
        if subject_key(fact.subject) == subject_key(candidate.subject) and (
            _conflict(candidate, fact) or book._says_the_same(candidate, fact)
        ):
            assert fact.id in near
    assert near == sorted(near), "in the order they are known in"


def test_among_a_thousand_things_somebody_loves_only_the_one_spoken_of_is_looked_at() -> None:
    def loves(thing: str) -> FactCandidate:
        return FactCandidate("user", "likes", thing, f"Likes {thing}", 0.8, (1,), MONDAY)

    facts = [as_fact(loves(f"trail{number}x"), number) for number in range(1, 1_001)]
    assert FactIndex(facts).near(loves("trail7x")) == [7]
    assert FactIndex(facts).near(loves("the sea")) == []
