"""Postures and intents by words alone: one table each, with sentences whose words point the wrong way."""

from __future__ import annotations

import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from holdfast.turn.codes import Intent, Posture
from holdfast.turn.reading.rules import INTENTS, POSTURES
from tests.turn.reading.speaking import by_rules

POSTURE_TABLE: list[tuple[str, Posture]] = [
    ("hey, how are you?", "COMPANIONSHIP"),
    ("lol, good one", "COMPANIONSHIP"),
    ("I feel so empty and I can't cope", "SUPPORT"),
    ("my grandmother passed away", "SUPPORT"),
    ("I want to die", "SUPPORT"),
    ("I had a fight with my mother", "RELATIONSHIP"),
    ("my boyfriend and I broke up", "RELATIONSHIP"),
    ("why do I always say yes?", "REFLECTION"),
    ("looking back, I notice that I never rested", "REFLECTION"),
    ("let's go, I'm starting right now", "MOMENTUM"),
    ("thanks to Ada I know what to do next", "MOMENTUM"),
    ("what should I tackle first this week?", "PLANNING"),
    ("make a plan for my week with all deadlines", "PLANNING"),
    ("translate this into French", "TASK"),
    ("what is the capital of Peru?", "TASK"),
    # A letter to somebody is still a letter, and a fight in a film is no fight at home.
    ("write an email to my boss about the broken heating", "TASK"),
    ("summarise the article about grief and burnout", "TASK"),
    ("I don't know what to do any more", "SUPPORT"),
    ("my dog died and I feel alone", "SUPPORT"),
    ("It rained and we had soup", "COMPANIONSHIP"),
    ("I love here the light in the morning", "COMPANIONSHIP"),
]

INTENT_TABLE: list[tuple[str, Intent]] = [
    ("good morning", "casual"),
    ("haha lol", "casual"),
    ("how's it going?", "casual"),
    ("how does a heat pump work?", "question"),
    ("is it fair to ask her?", "question"),
    ("explain how tides work", "question"),
    ("what did I tell you about Clara?", "recall"),
    ("do you remember the café?", "recall"),
    ("remind me what we decided", "recall"),
    ("what do you know about me?", "recall"),
    ("I had a long day at the office", "share"),
    ("my sister moved to Oslo", "share"),
    ("I'm about to send it", "momentum"),
    ("let's do this", "momentum"),
    ("write a poem about rain", "output_task"),
    ("could you draft a letter to the bank?", "output_task"),
    # A reminder looks forward, and so does the question how to say something.
    ("remind me not to forget the milk", "output_task"),
    ("remind me to call Ada", "output_task"),
    ("how do I tell my boss that I am leaving?", "question"),
    ("I don't know what to do next, honestly", "share"),
    ("I remember my first school day", "share"),
    ("I'm going to be sick", "share"),
    ("let's go back to the beginning of the story", "share"),
]


@pytest.mark.parametrize(("text", "expected"), POSTURE_TABLE)
def test_posture(text: str, expected: Posture) -> None:
    reading = by_rules(text, tracked=["Ada"])
    assert reading.posture == expected, reading


@pytest.mark.parametrize(("text", "expected"), INTENT_TABLE)
def test_intent(text: str, expected: Intent) -> None:
    reading = by_rules(text, tracked=["Ada", "Clara"])
    assert reading.intent == expected, reading


def test_a_reading_tells_its_rules_and_scores_but_no_word_that_was_said() -> None:
    reading = by_rules("Kolkrabe! I had a fight with my mother about the Zauberberg", tracked=["Ada"])
    assert reading.by == "rules"
    assert "names_someone_close" in reading.reasons
    assert reading.scores["posture:RELATIONSHIP"] > 0.5
    told = f"{reading.reasons} {reading.scores}".lower()
    assert not any(word in told for word in ("kolkrabe", "fight", "mother", "zauberberg"))


def test_what_matters_may_stand_at_either_end_of_a_long_message() -> None:
    filling = "lorem ipsum dolor " * 50_000
    assert by_rules(f"translate this into French: {filling}").intent == "output_task"
    assert by_rules(f"{filling}\nWhat did I tell you about Clara?").intent == "recall"


@pytest.mark.parametrize(
    "unit",
    ["a", "what did i ", "i'll do ", "please ", "don't use the all the ", "?!.,", "you sound so ", "i know i should ",
     "my ", "\u0301", "ﷺ", "😀", "İ", "\ud800", "\x00", "'-'-", "\n", " - "],
)  # fmt: skip
def test_a_million_characters_of_anything_are_read_in_bounded_time(unit: str) -> None:
    text = (unit * (1_000_000 // len(unit) + 1))[:1_000_000]
    began = time.process_time()
    reading = by_rules(text, tracked=["Ada", "Will"] * 50, last_answer=text)
    assert time.process_time() - began < 1.0
    assert reading.posture in POSTURES


@given(st.text(max_size=400), st.lists(st.text(max_size=30), max_size=4), st.lists(st.text(max_size=12), max_size=4))
@settings(max_examples=150, deadline=None)
def test_any_text_gives_a_reading(text: str, earlier: list[str], tracked: list[str]) -> None:
    reading = by_rules(text, before=earlier, tracked=tracked, last_answer=text)
    assert reading.posture in POSTURES
    assert reading.intent in INTENTS
    assert 0 <= reading.confidence <= 1
    assert all(0 <= score <= 1 for score in reading.scores.values())
    assert set(reading.signals.tracked_people) <= set(tracked)
