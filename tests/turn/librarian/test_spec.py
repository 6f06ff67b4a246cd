"""What a message is about, and the words a memory is searched by."""

from __future__ import annotations

import pytest

from holdfast.core.language.when import find_times
from holdfast.turn.codes import TimeIntent
from holdfast.turn.librarian.compile_query import MAX_WORDS, OVERVIEW, compile_query
from holdfast.turn.librarian.spec import read_spec
from holdfast.turn.reading.tables import TABLES
from tests.turn.librarian.recalling import NOON


@pytest.mark.parametrize(
    ("text", "entities", "topics", "intent"),
    [
        ("What did Marta say about the budget last week?", ["Marta"], ["budget"], "past"),
        ("I'm meeting Clara for lunch tomorrow.", ["Clara"], ["meeting", "lunch"], "future"),
        ("um what was the um the thing with the tax office", [], ["tax", "office"], "past"),
        ("Anna's sister loves olives", ["Anna"], ["sister", "loves", "olives"], "none"),
        ("did julia and i ever book the flights", ["julia"], ["book", "flights"], "past"),
        ("How is the garden today?", [], ["garden"], "present"),
    ],
)
def test_people_topics_and_times_are_read(
    text: str, entities: list[str], topics: list[str], intent: TimeIntent
) -> None:
    spec = read_spec(text, now=NOON)
    assert (list(spec.entities), list(spec.topics), spec.time_intent) == (entities, topics, intent)


@pytest.mark.parametrize(
    ("text", "query"),
    [
        ("What did I tell you about my brother's new job?", "about brother new job"),
        ("So, um, when did we last see Marta in Porto?", "when last see Marta in Porto"),
        ("uh do you remember what she said on Monday about the boat", "on monday about boat"),
        ("What did we talk about yesterday?", "about yesterday"),
        ("how many times did i go climbing in may", "how many times go climbing in may"),
        ("what day did my dog die", "what day dog die"),
        ("What do you know about me?", OVERVIEW),
        ("so what do you think of it?", None),
        ("did you tell me?", None),
    ],
)
def test_a_query_keeps_nouns_names_and_times_and_drops_what_points_and_haunts(text: str, query: str | None) -> None:
    assert compile_query(read_spec(text, now=NOON)) == query


def test_whom_a_pronoun_points_at_is_read_from_what_was_said_before() -> None:
    spec = read_spec("What was her advice on the loan?", now=NOON, before=["hi", "I had coffee with Ingrid."])
    assert spec.entities == ["Ingrid"]
    assert compile_query(spec) == "Ingrid advice on loan"


def test_people_the_memory_tracks_are_entities_whatever_their_spelling() -> None:
    spec = read_spec("zuza wants to move", now=NOON, known=["Zuza"])
    assert spec.entities == ["Zuza"]
    assert compile_query(spec) == "Zuza wants move"


def test_a_long_message_makes_a_query_of_bounded_length_that_prefers_nouns() -> None:
    nouns = [f"noun{n}" for n in range(20)]
    text = "What did I say about " + " and suddenly went to buy ".join(nouns) + "?"
    query = (compile_query(read_spec(text, now=NOON)) or "").split()
    assert len(query) <= MAX_WORDS
    assert set(nouns[:12]) <= set(query)


@pytest.mark.parametrize(
    "time",
    ["yesterday", "last week", "two weeks ago", "on monday", "in may", "last summer", "3 may", "in 2025", "last night"],
)
def test_every_time_expression_that_is_kept_is_one_that_recall_resolves(time: str) -> None:
    spec = read_spec(f"What did I say about the boat {time}?", now=NOON)
    assert spec.times == [time]
    assert find_times(compile_query(spec) or "", NOON)


def test_no_word_is_both_searched_by_and_a_ghost() -> None:
    spec = read_spec("I really told you everything about that stuff with the well-kept garden", now=NOON)
    assert not {word for word in spec.topics if word in TABLES["en"].words.pronouns | TABLES["en"].words.ghosts}
