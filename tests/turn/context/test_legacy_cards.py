from __future__ import annotations

from datetime import UTC, datetime

from holdfast.memory.types import Entity, Fact
from holdfast.turn.context.legacy_cards import MAX_CARDS, MAX_FOUND, MAX_ON_A_CARD, relevant_lines
from holdfast.turn.types import Source

MAY = datetime(2026, 5, 4, tzinfo=UTC)


def fact(number: int, subject: str, text: str, object: str = "") -> Fact:
    return Fact(number, subject, "note", object or text, text, 0.7, "rules", MAY)


def entity(name: str, relation: str | None = None) -> Entity:
    return Entity(1, name, "person", relation, 1, MAY)


def test_whom_the_message_names_has_a_card_and_the_rest_stands_below_it() -> None:
    facts = [
        fact(1, "Ana", "Ana lives in Rome."),
        fact(2, "user", "Likes green tea."),
        fact(3, "user", "Ana is the sister of the user", object="Ana"),
    ]
    card, rest = relevant_lines([entity("Ana", "sister")], facts)
    assert card.text == "Ana (sister): Ana lives in Rome; Ana is the sister of the user"
    assert [card.source, *card.more] == [Source("fact", "1"), Source("fact", "3")]
    assert (rest.text, rest.source) == ("Likes green tea.", Source("fact", "2"))


def test_a_fact_is_told_once_also_where_two_are_named() -> None:
    lines = relevant_lines([entity("Ana"), entity("Bo")], [fact(1, "Ana", "Ana is married to Bo", object="Bo")])
    assert [line.text for line in lines] == ["Ana: Ana is married to Bo"]


def test_whom_nothing_is_known_of_and_the_person_themselves_have_no_card() -> None:
    facts = [fact(1, "user", "Likes green tea.")]
    assert [line.text for line in relevant_lines([entity("Ana"), entity("user", "self")], facts)] == [
        "Likes green tea."
    ]


def test_cards_are_few_and_short() -> None:
    names = [f"Name{n}" for n in range(9)]
    facts = [fact(n * 10 + k, name, f"{name} has {k}") for n, name in enumerate(names) for k in range(9)]
    lines = relevant_lines([entity(name) for name in names], facts)
    assert len(lines) == MAX_CARDS + MAX_FOUND
    assert [line.text.count(";") for line in lines[:MAX_CARDS]] == [MAX_ON_A_CARD - 1] * MAX_CARDS
