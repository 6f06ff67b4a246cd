from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest

from holdfast.memory.learning.types import FactState
from holdfast.memory.loops.match import Likeness
from holdfast.memory.shadow.auto_curate import duplicates
from tests.memory.shadow.turns import NOON


def fact(id: int, predicate: str, object_: str, text: str, subject: str = "user") -> FactState:
    at = NOON + timedelta(minutes=id)
    return FactState(id, subject, predicate, object_, text, 0.7, "model", at, lineage=id)


TEA = fact(1, "likes", "green tea", "Likes green tea")
SAME = [
    fact(2, "likes", "Green Tea!", "Likes Green Tea!"),
    fact(2, "enjoyment", "tea, green", "Likes the green tea"),
]
OTHER = [
    fact(2, "likes", "black tea", "Likes black tea"),
    fact(2, "not_likes", "green tea", "No longer likes green tea"),
    fact(2, "likes", "green tea", "Ana likes green tea", subject="Ana"),
    fact(2, "likes", "2 green teas", "Likes 2 green teas"),
    fact(2, "allergic_to", "nuts", "Is allergic to nuts"),
]


@pytest.mark.parametrize("other", SAME, ids=lambda one: one.text)
def test_what_says_the_same_is_folded_into_the_older(other: FactState) -> None:
    assert [(stays.id, goes.id) for stays, goes in duplicates([TEA, other], Likeness())] == [(1, 2)]


@pytest.mark.parametrize("other", OTHER, ids=lambda one: one.text)
def test_what_says_something_else_stays(other: FactState) -> None:
    assert list(duplicates([TEA, other], Likeness())) == []


def test_two_values_of_what_can_be_one_are_not_folded() -> None:
    lives = [fact(n, "lives_in", place, f"Lives in {place} city") for n, place in ((1, "Porto"), (2, "Lisbon"))]
    assert list(duplicates(lives, Likeness())) == []


def test_near_words_need_a_near_meaning() -> None:
    one, other = fact(1, "hobby", "x", "Plays chess on Sundays"), fact(2, "game", "y", "Plays chess every evening")
    near = {one.text: [1.0, 0.0], other.text: [1.0, 0.1]}
    far = {one.text: [1.0, 0.0], other.text: [0.0, 1.0]}
    words = [replace(other, text="Plays chess Sundays often")]
    near[words[0].text], far[words[0].text] = near[other.text], far[other.text]
    assert len(duplicates([one, *words], Likeness(near))) == 1
    assert list(duplicates([one, *words], Likeness(far))) == []


def test_what_a_person_wrote_or_pinned_never_goes() -> None:
    twin = fact(2, "likes", "green tea", "Likes green tea")
    for kept in (replace(twin, is_pinned=True), replace(twin, source="person")):
        assert [(stays.id, goes.id) for stays, goes in duplicates([TEA, kept], Likeness())] == [(2, 1)]
    both = [replace(TEA, is_pinned=True), replace(twin, is_pinned=True)]
    assert list(duplicates(both, Likeness())) == []


def test_three_of_a_kind_become_one() -> None:
    twins = [replace(TEA, id=n, lineage=n) for n in (1, 2, 3)]
    assert sorted(goes.id for _, goes in duplicates(twins, Likeness())) == [2, 3]
