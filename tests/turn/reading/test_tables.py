"""The cues of each language as tables: every one has a sentence that shows it, and rules name only what there is."""

from __future__ import annotations

import re
from pathlib import Path
from typing import get_args

import pytest

import holdfast.turn.reading
from holdfast.core.language.patterns import read_toml
from holdfast.core.language.tables import LANGUAGES, Language
from holdfast.turn.codes import Intent, Posture
from holdfast.turn.reading.cues import rule_gate
from holdfast.turn.reading.tables import TABLES, Cue
from holdfast.turn.reading.utterance import read_utterance

ROOM = Path(holdfast.turn.reading.__file__).parent
BY_NO_WORDS = {"one_sentence", "ends_asking", "names", "alone", "one_name", "somebody"}
"""Marks that rule files name and no language has words for."""

ASKS: dict[Language, dict[str, str]] = {
    "en": {
        "asks_to_remember": "do you still remember my first flat?",
        "asks_to_be_reminded": "bring me up to speed on the roof",
        "asks_what_is_known": "what do you know about my boat?",
        "asks_what_was_done": "which seeds did we order?",
        "asks_what_the_assistant_said": "which stretch did you recommend?",
        "asks_what_was_said": "which date you agreed with the caterer?",
        "asks_for_what_was_said": "you gave me a tip for the knots, can you find it?",
        "asks_about_now": "how often do I water the fern?",
        "asks_about_mine": "what's our alarm code?",
        "asks_what_i_like": "do I like anchovies?",
        "asks_who_did": "who introduced us?",
        "asks_what_somebody_said": "what did Ines say to us?",
        "asks_about_habits": "where do I usually park?",
        "asks_where_we_were": "where do things stand?",
        "asks_again": "which street is the tailor in again?",
        "asks_how_it_ended": "what became of the kayak?",
        "asks_if_it_was_before": "has the boiler failed like this?",
        "asks_about_then": "who called last Tuesday?",
        "asks_about_a_past_matter": "which pipes cracked in January?",
        "asks_for_what_is_open": "are there action items?",
    },
    "de": {
        "asks_to_remember": "Weißt du noch, wie der Bäcker hieß?",
        "asks_to_be_reminded": "Sag mir nochmal, wann der Bus fährt.",
        "asks_what_is_known": "Was weißt du über mein Boot?",
        "asks_what_was_done": "Welche Samen haben wir bestellt?",
        "asks_what_the_assistant_said": "Welche Übung hast du mir gezeigt?",
        "asks_what_was_said": "Welchen Tag du und der Koch vereinbart habt?",
        "asks_about_mine": "Wie lautet unser Türcode?",
        "asks_about_now": "Wie oft gieße ich den Farn?",
        "asks_what_i_like": "Mag ich Sardellen?",
        "asks_who_did": "Wer hat uns den Gärtner empfohlen?",
        "asks_where_we_were": "Was ist noch offen?",
        "asks_again": "In welcher Straße ist der Schneider nochmal?",
        "asks_how_it_ended": "Was ist aus dem Kajak geworden?",
        "asks_if_it_was_before": "Ist der Kessel schon mal ausgefallen?",
        "asks_about_then": "Wer half uns am Dienstag?",
    },
}
INTENTS = {
    "asks_to_make": "draft a toast", "asks_for_a_service": "could you check it?",
    "needs_a_thing": "I need a short poem", "acts_now": "I'm heading out", "lets_go": "let's get started",
    "knows_the_next_step": "now I'll ring the bell",
    "will_do_at_once": "I'll paint it tonight", "going_to": "I'm going to win", "just_did": "I finally applied",
    "gets_going": "no more excuses", "ends_in_a_question_mark": "red?", "holds_a_question_mark": "red? or blue",
    "begins_as_a_question": "why so late", "asks_to_explain": "explain tides", "small_talk": "what's up",
    "laughs": "hahaha", "greets": "hello dear",
}  # fmt: skip
POSTURES = {
    "is_in_danger": "I want to die", "hurts": "I am so lonely", "feels_bad": "I feel awful",
    "cannot_go_on": "I can't cope", "lost_someone_or_something": "my cat died", "had_an_awful_time": "today was hell",
    "names_someone_close": "my sister sings", "speaks_of_what_is_between": "we argue",
    "speaks_of_him_or_her": "she sings",
    "someone_and_i": "Ines and I never talk", "asks_why_one_is_so": "why do I always run?",
    "notices_oneself": "looking back, it was fine", "speaks_of_patterns_and_values": "deep down I knew",
    "speaks_of_plans": "my goals", "asks_what_first": "where should I start?", "weighs_options": "pros and cons",
    "sets_a_time": "three weeks to go", "asks_for_what_was_made": "the list you gave me",
    "asks_the_assistant": "are you real?",
}  # fmt: skip


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_question_about_the_past_has_a_sentence_that_asks_it(language: Language) -> None:
    assert [cue.name for cue in TABLES[language].asks] == [*ASKS[language]]
    for name, sentence in ASKS[language].items():
        cue = rule_gate(read_utterance(sentence))
        assert (cue.name, cue.gate) == (name, "explicit"), sentence


def test_every_cue_of_intent_and_posture_has_a_sentence_that_shows_it() -> None:
    english = TABLES["en"]
    for cues, shown in ((english.intents, INTENTS), (english.postures, POSTURES)):
        assert {cue.name for cue in cues} == set(shown)
        for cue in cues:
            assert cue.pattern.search(read_utterance(shown[cue.name]).low), cue.name


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_cue_speaks_for_a_label_there_is_with_a_weight_that_leaves_a_doubt(language: Language) -> None:
    tables = TABLES[language]
    labels = {"asks": {"recall"}, "intents": {*get_args(Intent)} - {"recall"}, "postures": {*get_args(Posture)}}
    for kind, allowed in labels.items():
        cues: list[Cue] = [*getattr(tables, kind)]
        assert {cue.label for cue in cues} <= allowed
        assert all(0 < cue.weight < 1 for cue in cues)
        assert len({cue.name for cue in cues}) == len(cues)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_further_language_has_the_names_of_the_first_so_that_a_trace_reads_alike(language: Language) -> None:
    for kind in ("asks", "intents", "postures", "wants", "marks"):
        mine = {getattr(one, "name", one) for one in getattr(TABLES[language], kind)}
        assert mine <= {getattr(one, "name", one) for one in getattr(TABLES["en"], kind)}, kind


@pytest.mark.parametrize("language", LANGUAGES)
def test_whatever_the_rules_of_the_gate_name_every_language_has_words_for(language: Language) -> None:
    rules = read_toml(ROOM / "gate.toml")["rule"]
    named = {mark for rule in rules for one in (*rule["needs"], *rule.get("unless", ())) for mark in one.split(" or ")}
    assert named - BY_NO_WORDS <= set(TABLES[language].marks)
    assert all(0 < rule["weight"] < 1 and rule["gate"] in ("explicit", "ambient", "none") for rule in rules)


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_pattern_repeats_without_end_inside_a_repetition(language: Language) -> None:
    """What runs away is `(?:a+ )+`; every gap is bounded."""
    tables = TABLES[language]
    cues = [cue.pattern for cue in (*tables.asks, *tables.intents, *tables.postures)]
    cues += [*(cue.pattern for cue in tables.wants), *(cue.pattern for cue in tables.titles)]
    for pattern in (*cues, *(mark.pattern for mark in tables.marks.values())):
        assert not re.search(r"\([^()]*[+*]\)[+*]", pattern.pattern), pattern


def test_what_is_said_in_two_languages_is_read_in_both() -> None:
    seen = read_utterance("Sorry, I mean my sister. Weißt du noch, was ich dir über sie erzählt habe?")
    assert set(seen.languages) == {"en", "de"}
    assert rule_gate(read_utterance(seen.text)).gate == "explicit"


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("Ich treffe Lena und Frau Berger am Bahnhof in Graz.", ["Lena", "Frau Berger"]),
        ("Die Katze schläft auf dem Sofa.", []),
        ("I met Lena and Mrs Berger at the station.", ["Lena", "Mrs Berger"]),
    ],
)
def test_where_every_noun_has_a_capital_a_name_is_known_by_other_signs(text: str, names: list[str]) -> None:
    assert read_utterance(text).names == names
