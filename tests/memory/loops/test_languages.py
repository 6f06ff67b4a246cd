"""Promises and their ends in each language: every cue has a sentence that says it, and labelled sentences are heard."""

from __future__ import annotations

from collections import Counter
from datetime import UTC, datetime, timedelta

import pytest

from holdfast.core.language.tables import LANGUAGES, Language
from holdfast.memory.loops.dates import lasting
from holdfast.memory.loops.match import Likeness
from holdfast.memory.loops.measure import LOOPS, MIN_RIGHT, labelled, loops_as_text, measure_loops
from holdfast.memory.loops.promises import PersonTurn, promises
from holdfast.memory.loops.settle import settle
from holdfast.memory.loops.tables import DOES, LOOP_TABLES

MONDAY = datetime(2026, 3, 2, 9, 30, tzinfo=UTC)

SAID: dict[Language, dict[str, str]] = {
    "en": {
        "never_mind": "Forget about the piano lessons",
        "called_it_off": "I cancelled the dinner",
        "decided_against": "I decided not to sell the boat",
        "need_not_any_more": "I no longer need to ring the vet",
        "will_not_after_all": "I will not paint the fence after all",
        "was_called_off": "The concert got cancelled",
        "finished_it": "I finished the report",
        "got_it_done": "I got the shelves done",
        "is_done": "My thesis is finally done",
        "went_well": "The interview went really well",
        "did_it": "I watered the ferns",
        "won": "I passed the exam",
        "keeps_doing": "I keep losing my keys",
        "struggles": "I am struggling with mornings",
        "always_puts_off": "I always forget birthdays",
        "can_not_seem_to": "I can not seem to sleep early",
        "has_trouble": "I have trouble with maps",
        "does_it_regularly": "I swim every morning",
        "is_due": "My rent is due on Friday",
        "has_a_deadline": "The deadline for the poster is Friday",
        "remind_me": "Remind me to feed the cat",
        "note_to_self": "Todo: buy stamps",
        "promised": "I promised to bring salad",
        "must": "I must renew my passport",
        "will": "I will repair the bike",
        "agreed": "I agreed to host the dinner",
        "should": "I should prune the roses",
        "has_a_goal": "My goal is to run ten miles",
        "might": "I might join a choir",
        "thinks_about": "I am thinking about selling the van",
        "wants": "I want to learn the cello",
        "tries": "I am trying to read more novels",
        "can_not_decide": "I can not decide between two flats",
    },
    "de": {
        "never_mind": "Vergiss das mit dem Klavier",
        "called_it_off": "Ich habe das Essen abgesagt",
        "gave_it_up": "Ich habe es aufgegeben mit dem Cello",
        "decided_against": "Ich habe beschlossen, das Boot nicht zu verkaufen",
        "need_not_any_more": "Ich muss den Tierarzt nicht mehr anrufen",
        "will_not_after_all": "Ich werde den Zaun doch nicht streichen",
        "was_called_off": "Das Konzert wurde abgesagt",
        "comes_to_nothing": "Aus dem Picknick wird nichts",
        "settled_itself": "Die Sache mit dem Zaun hat sich erledigt",
        "is_settled": "Das mit dem Zaun ist erledigt",
        "is_done": "Die Miete ist überwiesen",
        "finished_it": "Ich bin mit der Wäsche fertig",
        "finished_with_it": "Mit der Wäsche bin ich durch",
        "got_it_done": "Ich habe den Einkauf erledigt",
        "went_well": "Die Probe lief sehr gut",
        "won": "Ich habe die Fahrprüfung bestanden",
        "did_it": "Ich habe den Farn gegossen",
        "it_was_done": "Das Regal ist aufgebaut",
        "went": "Ich bin zum Markt gegangen",
        "was_there": "Ich war beim Friseur",
        "does_not_get_on": "Ich schaffe es einfach nicht, früh zu schlafen",
        "does_it_regularly": "Ich schwimme jeden Morgen",
        "is_due": "Die Miete ist am Freitag fällig",
        "has_a_deadline": "Die Frist für das Plakat ist Freitag",
        "remind_me": "Erinnere mich daran, die Katze zu füttern",
        "must_not_forget": "Ich darf nicht vergessen, Briefmarken zu kaufen",
        "promised": "Ich habe Lena versprochen, Salat mitzubringen",
        "agreed": "Ich habe zugesagt, den Abend zu gestalten",
        "resolved": "Ich habe mir vorgenommen, mehr zu lesen",
        "must": "Ich muss den Pass verlängern",
        "has_a_goal": "Mein Ziel ist, zehn Kilometer zu laufen",
        "will": "Ich werde das Rad reparieren",
        "still_wanted_to": "Ich wollte noch die Rosen schneiden",
        "should": "Ich sollte die Rosen schneiden",
        "does_it_apart": "Ich hole am Donnerstag das Paket ab",
        "does_it": "Ich gehe am Mittwoch zum Friseur",
        "would_like": "Ich möchte ein Instrument lernen",
        "thinks_about": "Ich überlege, ob ich den Wagen verkaufe",
        "might": "Ich könnte einem Chor beitreten",
    },
}


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_cue_has_a_sentence_that_says_it(language: Language) -> None:
    cues = {cue.name: cue for does in DOES for cue in LOOP_TABLES[language].cues[does]}
    assert set(cues) == set(SAID[language])
    for name, sentence in SAID[language].items():
        found = cues[name].pattern.fullmatch(sentence)
        assert found, name
        assert cues[name].told(found).strip(), name
        assert promises(PersonTurn(1, sentence, MONDAY)), sentence


def test_the_labelled_sentences_are_many_and_none_stands_in_both_parts() -> None:
    said = labelled("de")
    assert len(said) >= 100
    assert len({one.text for one in said}) == len(said)
    for part in ("tune", "held"):
        counts = Counter(one.loop for one in said if one.split == part)
        assert set(counts) == set(LOOPS)
        assert min(counts.values()) >= sum(counts.values()) / 5
    assert sum(one.split == "held" for one in said) >= len(said) / 2


def test_of_the_sentences_no_cue_was_written_for_nine_in_ten_are_heard_and_on_their_day() -> None:
    results = measure_loops()
    assert {(one.language, one.split) for one in results} == {("de", "tune"), ("de", "held")}
    for one in results:
        assert one.right >= MIN_RIGHT, loops_as_text([one])
        assert one.days[0] >= MIN_RIGHT * one.days[1], loops_as_text([one])
    assert "de, held: 81 sentences" in loops_as_text(results)


@pytest.mark.parametrize(
    ("promise", "text", "days"),
    [
        ("Ich rufe morgen die Zahnärztin an.", "Die Zahnärztin anrufen", 1),
        ("Morgen früh rufe ich die Zahnärztin an.", "Die Zahnärztin anrufen", 1),
        ("Morgen Nachmittag rufe ich die Zahnärztin an.", "Am Nachmittag die Zahnärztin anrufen", 1),
        ("Und dann rufe ich morgen die Bank an.", "Die Bank anrufen", 1),
        ("Ich muss bis Freitag die Steuererklärung abgeben.", "Bis Freitag die Steuererklärung abgeben", 4),
        ("Ich kümmere mich übermorgen um die Heizung.", "Mich um die Heizung kümmern", 2),
        ("Vielleicht sollte ich den Kurs machen.", "Den Kurs machen", None),
    ],
)
def test_what_is_to_be_done_is_noted_as_one_would_note_it(promise: str, text: str, days: int | None) -> None:
    (found,) = promises(PersonTurn(1, promise, MONDAY))
    due = found.due_at and (found.due_at.date() - MONDAY.date()).days
    assert (found.action, found.text, due) == ("create", text, days)


@pytest.mark.parametrize(
    ("promise", "end", "status"),
    [
        ("Ich rufe morgen die Zahnärztin an.", "Das mit der Zahnärztin ist erledigt.", "completed"),
        ("Ich rufe morgen die Zahnärztin an.", "Ich habe die Zahnärztin angerufen.", "completed"),
        ("Ich muss bis Freitag die Steuererklärung abgeben.", "Ich habe sie gestern abgegeben, die Steuer.", "open"),
        ("Ich muss die Steuererklärung abgeben.", "Die Steuererklärung hab ich gestern abgegeben.", "completed"),
        ("Ich sollte mal wieder zum Augenarzt gehen.", "Ich war heute beim Augenarzt.", "completed"),
        ("Ich werde den Kuchen backen.", "Ich werde den Kuchen doch nicht backen.", "dropped"),
        ("Ich schreibe morgen den Brief an Oma.", "Den Brief an Oma habe ich geschrieben.", "completed"),
        ("Ich muss noch das Regal aufbauen.", "Das Regal ist aufgebaut.", "completed"),
        ("Ich rufe morgen die Zahnärztin an.", "Ich habe die Katze gefüttert.", "open"),
        ("Ich rufe morgen die Zahnärztin an.", "Ich habe die Zahnärztin noch nicht angerufen.", "open"),
        ("Ich rufe morgen die Zahnärztin an.", "Hast du die Zahnärztin angerufen?", "open"),
    ],
)
def test_a_promise_is_kept_given_up_or_left_open_in_german(promise: str, end: str, status: str) -> None:
    later = MONDAY + timedelta(days=2)
    said = [*promises(PersonTurn(1, promise, MONDAY)), *promises(PersonTurn(2, end, later))]
    loops = [loop for loop in settle(said, [], Likeness(), "rules") if loop.kind == "commitment"]
    assert [loop.status for loop in loops] == [status]


def test_the_same_promise_in_other_words_is_one() -> None:
    again = promises(PersonTurn(2, "Ich muss die Zahnärztin anrufen.", MONDAY + timedelta(hours=1)))
    loops = settle(
        [*promises(PersonTurn(1, "Ich rufe morgen die Zahnärztin an.", MONDAY)), *again], [], Likeness(), "rules"
    )
    assert [(loop.text, loop.times_reinforced) for loop in loops] == [("Die Zahnärztin anrufen", 1)]


def test_a_bare_word_takes_back_the_turn_before() -> None:
    (found,) = promises(PersonTurn(2, "Ach, vergiss es.", MONDAY, previous=1))
    assert (found.action, found.takes_back) == ("drop", 1)


def test_who_speaks_two_languages_is_heard_in_both() -> None:
    said = "I need to call the bank tomorrow. Und ich muss morgen die Miete überweisen."
    assert {one.text for one in promises(PersonTurn(1, said, MONDAY))} == {"Call the bank", "Die Miete überweisen"}


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("morgen die Bank anrufen", "die Bank anrufen"),
        ("bis Ende der Woche das Bild aufhängen", "das Bild aufhängen"),
        ("in drei Tagen den Antrag einreichen", "den Antrag einreichen"),
        ("nächsten Montag den Kurs anfangen", "am Montag den Kurs anfangen"),
    ],
)
def test_words_that_are_still_true_on_another_day(text: str, told: str) -> None:
    assert lasting(text, "de") == told
