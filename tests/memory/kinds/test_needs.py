"""What a request needs, by rules and words: tables, no embedder."""

from __future__ import annotations

import numpy as np
import pytest

from holdfast.memory.kinds.circumstances import without_circumstances
from holdfast.memory.kinds.meaning import unit
from holdfast.memory.kinds.needs import is_plainly_nothing, needs_of
from holdfast.memory.kinds.of_fact import kinds_of
from holdfast.memory.kinds.tables import tables

NOTHING = [
    "What is 37 times 48?",
    "27.50 times 36",
    "Translate “my sister has a dog” into French",
    'Fix the spelling: "I recieved your letter"',
    "Who wrote Hamlet?",
    "What does API stand for?",
    "How many feet are in a mile?",
    "Write a regex that finds a postcode",
    "When did Poland join the EU?",
]
MATTERS = [
    "What are my working hours?",
    "How many people can I invite?",
    "When is my sister's birthday?",
    "Explain to me how my pension works",
    "Suggest something for dinner",
    "How do I get to the airport?",
]


@pytest.mark.parametrize("said", NOTHING)
def test_sums_translations_code_and_the_world_need_nothing(said: str) -> None:
    assert is_plainly_nothing(said)
    assert needs_of(said).is_nothing


@pytest.mark.parametrize("said", MATTERS)
def test_what_is_asked_for_oneself_is_not_taken_for_nothing(said: str) -> None:
    assert not is_plainly_nothing(said)


def test_without_a_vector_the_words_tell_the_kinds() -> None:
    assert max(needs_of("Suggest something for dinner").kinds.items(), key=lambda one: one[1])[0] == "food"
    assert needs_of("hmm").kinds == {}


def test_what_was_said_or_done_is_asked_of_recall_alone() -> None:
    assert needs_of("Which guitar did I buy?").kinds == {}


def test_a_fact_is_of_the_kinds_of_its_predicate_and_its_words() -> None:
    assert next(iter(kinds_of("does_not_eat", "Does not eat meat"))) == "food"
    assert next(iter(kinds_of("has_pet", "Has a dog named Rex"))) == "pets"
    assert kinds_of("states", "Hm, well") == {}


def test_a_fact_and_a_request_of_one_circumstance_meet_and_what_is_far_from_everything_has_none() -> None:
    """With a vector for each sentence of its own: a lift and a tube are then as far from each other as any."""
    known = tables()
    requests = np.eye(len(known.requests) + len(known.asked), dtype=np.float32)
    statements = np.eye(len(known.stands) + len(known.said), dtype=np.float32)
    asked = next(place for place, one in enumerate(known.asked) if one.text == "They have to scan me in a tube")
    said = next(place for place, one in enumerate(known.said) if one.text == "Lifts are out, I take the stairs.")
    vector = unit(requests[len(known.requests) + asked] + 0.5 * requests[0])
    needs = needs_of("They have to scan me in a tube", vector, unit(requests))
    kinds = kinds_of("states", "No lifts", unit(statements[len(known.stands) + said]), unit(statements))
    assert needs.kinds["feelings/small_spaces"] == 1.0
    assert kinds["feelings/small_spaces"] > 0.5
    assert without_circumstances(kinds) == list(kinds)[: len(without_circumstances(kinds))], "kinds stand before them"
    assert needs_of("zonkwit", np.zeros(len(requests), np.float32), unit(requests)).kinds == {}


def test_a_request_needs_further_circumstances_too_and_less_than_the_one_it_was_written_for() -> None:
    known = tables()
    requests = np.eye(len(known.requests) + len(known.asked), dtype=np.float32)
    asked = next(place for place, one in enumerate(known.asked) if one.text == "Which hotel should I book?")
    vector = unit(requests[len(known.requests) + asked] + 0.5 * requests[0])
    needs = needs_of("Which hotel should I book?", vector, unit(requests)).kinds
    assert needs["health/walking"] == 1.0
    assert 0.2 < needs["money/tight"] < 0.5


def test_every_example_is_of_kinds_there_are_and_stands_once() -> None:
    known, examples = set(tables().kinds), [*tables().requests, *tables().stands]
    finer = [*tables().said, *tables().asked]
    assert all(set(one.kinds) <= known for one in examples)
    assert all(kind.partition("/")[0] in known for one in finer for kind in one.kinds)
    circumstances = {one.kinds[0] for one in tables().said}
    assert circumstances == {one.kinds[0] for one in tables().asked}
    assert {kind for one in finer for kind in one.kinds} == circumstances, "no further one that nothing says"
    assert all(len(set(one.kinds)) == len(one.kinds) for one in finer)
    texts = [one.text for one in [*examples, *finer]] + list(tables().passes)
    assert len(texts) == len(set(texts)), [text for text in set(texts) if texts.count(text) > 1]
