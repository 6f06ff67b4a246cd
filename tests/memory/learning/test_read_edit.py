"""A fact in the person's own wording: what it says is read, and nothing is made up where it can not be."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from holdfast.memory.learning.predicates import sentence
from holdfast.memory.learning.read_edit import read_edit
from holdfast.memory.types import Fact

NOON = datetime(2026, 5, 4, 12, tzinfo=UTC)


@pytest.mark.parametrize(
    ("subject", "predicate", "object_", "text", "reads"),
    [
        ("user", "lives_in", "Lisbon", "Lives in Porto", ("lives_in", "Porto")),
        ("user", "lives_in", "Lisbon", "Lives in Porto since last year", ("lives_in", "Porto")),
        ("user", "lives_in", "Lisbon", "I live in Porto now, near the river", ("lives_in", "Porto")),
        ("user", "lives_in", "Lisbon", "Moved to Porto", ("lives_in", "Porto")),
        ("user", "likes", "tea", "Likes green tea a lot", ("likes", "green tea")),
        ("user", "likes", "tea", "Likes tea and coffee", ("likes", "tea and coffee")),
        ("user", "age", "30", "Is 31 years old", ("age", "31")),
        ("user", "occupation", "nurse", "Is a teacher at the moment", ("occupation", "teacher")),
        ("user", "has_pet", "Rex (dog)", "Has a dog named Bello", ("has_pet", "Bello (dog)")),
        ("user", "wife", "Eva", "My wife is called Ina", ("wife", "Ina")),
        ("user", "birthday", "3 May", "Has a birthday on 4 May", ("birthday", "4 May")),
        ("user", "name", "Ada", "Is named Ida", ("name", "Ida")),
        ("user", "favorite_color", "red", "Favorite color is blue", ("favorite_color", "blue")),
        ("Ana", "lives_in", "Lisbon", "Ana lives in Porto", ("lives_in", "Porto")),
        ("Ana", "lives_in", "Lisbon", "Ana works at Siemens", ("works_at", "Siemens")),
        ("user", "lives_in", "Lisbon", "Works at Siemens", ("works_at", "Siemens")),
        ("user", "likes", "tea", "No longer likes tea", ("dislikes", "tea")),
        ("user", "likes", "tea", "I don't like tea anymore", ("dislikes", "tea")),
        ("user", "likes", "tea", "Green tea, a lot of tea", ("likes", "tea")),
        ("user", "likes", "tea", "Purple monkey dishwasher", ("likes", "Purple monkey dishwasher")),
        ("user", "lives_in", "Lisbon", "Ana lives in Porto", ("lives_in", "Ana lives in Porto")),
    ],
)
def test_an_edited_sentence_is_read_as_what_is_said(
    subject: str, predicate: str, object_: str, text: str, reads: tuple[str, str]
) -> None:
    old = Fact(1, subject, predicate, object_, sentence(subject, predicate, object_), 0.9, "rules", NOON)
    read = read_edit(old, text, NOON)
    assert (read.predicate, read.object) == reads
