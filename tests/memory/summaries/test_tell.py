"""A session told without a model: readable, bounded, and never the assistant's claims as the person's facts."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta
from zoneinfo import ZoneInfo

import pytest

from holdfast.core.ids import SessionRow
from holdfast.memory.summaries.extract import extract
from holdfast.memory.summaries.tell import (
    MAX_HANDOVER_CHARACTERS,
    MAX_SUMMARY_CHARACTERS,
    hand_over,
    last_exchange,
    tell,
)
from holdfast.memory.summaries.types import Stretch
from holdfast.memory.types import Episode
from tests.memory.talking import KITCHEN, MONDAY


def stretch(lines: Sequence[tuple[str, str]], *, person: str = "Ada", names: Sequence[str | None] = ()) -> Stretch:
    turns = [
        Episode(n + 1, 1, "s", n, role, text, MONDAY + timedelta(minutes=n), name=names[n] if names else None)  # type: ignore[arg-type]
        for n, (role, text) in enumerate(lines)
    ]
    return Stretch(SessionRow(1), 1, 0, 0, len(turns), turns, 1, person, ZoneInfo("Europe/Berlin"))


def test_it_says_who_when_what_about_what_was_decided_and_what_is_open() -> None:
    told = tell(stretch(KITCHEN))
    assert told.source == "rules"
    assert told.text == (
        "On Monday, 11 May 2026, in the evening, Ada talked with the assistant about kitchen and Lena "
        "(6 messages in 5 minutes). Ada: “I'm finally redoing the kitchen.” “Marco from the tile shop sent a quote for "
        "4,200 euros.” “My budget for the kitchen is 3,500 euros.” "
        "Decided: “We decided to move the start to June 3 because Lena has her exams.” "
        "Still open: Call the plumber."
    )


def test_what_the_assistant_claims_about_the_person_is_nowhere() -> None:
    told = tell(stretch(KITCHEN))
    for text in (told.text, told.handover):
        assert "blue tiles" not in text
        assert "cats" not in text
        assert "discount" not in text


def test_the_handover_is_shorter_and_names_no_day() -> None:
    told = tell(stretch(KITCHEN))
    assert told.handover.startswith("The last conversation was about kitchen")
    assert "Still open: Call the plumber." in told.handover
    assert "May" not in told.handover


@pytest.mark.parametrize(
    ("said", "about"),
    [
        ("We painted the hallway and baked bread with the kids, that was fun.", ["hallway", "kids"]),
        ("I sent the slides to Jean-Luc, done!", ["Jean-Luc", "slides"]),
        ("I presented the budget at nine and they loved it.", ["budget"]),
        ("My mother-in-law is called Mrs O'Neill, not O'Brien.", ["O'Brien", "O'Neill"]),
        ("I am in New York and Li is in Lisbon.", ["New York", "Lisbon", "Li"]),
        ("I met Frau Dr. Schäfer-Weiß at the lake.", ["Schäfer-Weiß", "lake"]),
        ("i have to call the bank and pay the insurance", ["insurance", "bank"]),
        ("We baked and painted.", []),
    ],
)
def test_it_was_about_people_places_and_things_never_about_a_verb_or_half_a_name(said: str, about: list[str]) -> None:
    assert extract(stretch([("user", said)]).turns).topics == about


def test_a_question_without_its_mark_is_not_told_as_something_they_said() -> None:
    told = tell(stretch([("user", "we moved to Troy last month"), ("user", "whats my wifes name again")]))
    assert "moved to Troy" in told.handover
    assert "whats my" not in told.handover.partition("Asked")[0]


def test_greetings_leave_nothing_to_hand_over() -> None:
    told = tell(stretch([("user", "Hi there!"), ("assistant", "Hello! How are you?"), ("user", "Thanks, bye")]))
    assert told.handover == ""
    assert told.text.endswith("Nothing that needs to be remembered was said.")


def test_a_promise_that_is_kept_in_the_same_conversation_is_not_open() -> None:
    kept = [
        ("user", "Remind me to call the plumber."),
        ("assistant", "Sure."),
        ("user", "I cancelled call the plumber."),
    ]
    assert extract(stretch(kept[:1]).turns).open_ends == ["Call the plumber"]
    assert extract(stretch(kept).turns).open_ends == []


def test_a_question_nobody_replied_to_is_told() -> None:
    asked = [*KITCHEN, ("user", "Ah, one more thing. Which sealant is right for a wooden worktop?")]
    assert "Asked, and not yet answered: “Which sealant is right for a wooden worktop?”" in tell(stretch(asked)).text
    assert extract(stretch([*asked, ("assistant", "A neutral one.")]).turns).unanswered is None


def test_a_decision_that_was_not_taken_is_none() -> None:
    open_still = [("user", "I haven't decided on the tiles yet. Have we agreed on a date?")]
    assert extract(stretch(open_still).turns).decisions == []


def test_people_who_have_names_speak_under_them() -> None:
    lines = [
        ("user", "My sister Nadia starts a pottery course in Leeds on Tuesday."),
        ("user", "I sold the old kiln for 300 pounds last week."),
    ]
    told = tell(stretch(lines, names=["Owen", "Beth"])).text
    assert "Owen and Beth talked about" in told
    assert "Owen: “My sister Nadia" in told
    assert "Beth: “I sold the old kiln" in told


def test_it_is_bounded_however_long_the_session_was_and_whatever_stands_in_it() -> None:
    long = [("user", f"Our project number {n} needs " + "very " * 200 + "much paper.\n" * 50) for n in range(400)]
    told = tell(stretch(long))
    assert len(told.text) <= MAX_SUMMARY_CHARACTERS
    assert len(told.handover) <= MAX_HANDOVER_CHARACTERS


@pytest.mark.parametrize(
    "text", ["```\nmy_secret = 1\n```", "?", "…", "\n\n\n", "😀" * 50, "Ich wohne jetzt in Köln.", "x" * 5000]
)
def test_odd_texts_are_told_without_failing(text: str) -> None:
    assert tell(stretch([("user", text)])).text.startswith("On Monday")


def test_code_is_not_quoted() -> None:
    told = tell(stretch([("user", "Our build fails since Tuesday.\n```\nraise SystemExit(secret_token)\n```")]))
    assert "secret_token" not in told.text


def test_the_last_exchange_says_who_said_what() -> None:
    turns = stretch(KITCHEN).turns
    assert last_exchange(turns, "Ada").endswith("The assistant replied: “Noted.”")
    assert last_exchange(turns, "Ada").startswith("Ada last said: “We decided")
    assert last_exchange(turns[:5], "Ada").endswith("plumber.”")
    assert last_exchange([], "Ada") == ""


def test_handing_over_nothing_is_empty() -> None:
    assert hand_over([], "Ada") == ""
