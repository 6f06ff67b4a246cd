"""What people say of an incident, and what is taken from it."""

from __future__ import annotations

import time
from datetime import UTC, datetime

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from holdfast.core.ids import MessageId, new_id
from holdfast.turn.context.envelope.extract_facts import MAX_FACT_CHARACTERS, extract_facts

NOW = datetime(2026, 11, 20, 14, 30, tzinfo=UTC)


def found(text: str) -> set[tuple[str, str]]:
    return {(fact.kind, fact.text) for fact in extract_facts(text, MessageId(new_id()), NOW)}


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("There's a warehouse fire at 12 Dock Road.", {("incident", "warehouse fire"), ("location", "12 Dock Road")}),
        ("Gas leak near the corner of Main and Fifth.", {("incident", "Gas leak")}),
        ("Multi-vehicle crash on Highway 9 near exit 4.", {("incident", "Multi-vehicle crash")}),
        ("A house fire at Riverside Mall", {("location", "Riverside Mall")}),
        ("We are at the old mill.", {("location", "the old mill")}),
        ("Position 48.2082, 16.3738", {("location", "48.2082, 16.3738")}),
        ("It started at 14:05.", {("started", "at 14:05")}),
        ("It broke out 20 minutes ago.", {("started", "20 minutes ago (said at 14:30 UTC on 20 November)")}),
        ("About 20 acres, fully involved.", {("size", "20 acres, fully involved")}),
        ("It is not under control.", {("progress", "not under control")}),
        ("The fire is spreading to the east wing", {("progress", "spreading to the east wing")}),
        ("Wind is from the west at 20 km/h", {("weather", "Wind is from the west at 20 km/h")}),
        ("Two workers are trapped.", {("trapped", "Two workers are trapped")}),
        ("At least 3 injured, one dead.", {("injured", "At least 3 injured"), ("dead", "one dead")}),
        ("Nobody is missing.", {("missing", "none")}),
        ("No injuries.", {("injured", "none")}),
        ("Everyone is accounted for.", {("people", "Everyone is accounted for")}),
        (
            "There are propane tanks and downed power lines.",
            {("hazard", "propane tanks"), ("hazard", "downed power lines")},
        ),
        ("No known hazards.", {("hazard", "none")}),
        (
            "Engine 4 and Ladder 2 are on scene.",
            {("resource", "Engine 4, on scene"), ("resource", "Ladder 2, on scene")},
        ),
        ("Three ambulances are en route.", {("resource", "Three ambulances, en route")}),
        ("We have evacuated the north building.", {("action", "We have evacuated the north building")}),
        ("Primary search complete.", {("action", "Primary search complete")}),
        ("Gas has been shut off.", {("action", "Gas has been shut off")}),
        ("We need two more engines.", {("need", "two more engines")}),
        ("Requesting a hazmat team", {("need", "a hazmat team")}),
        ("No further needs.", {("need", "nothing further")}),
        ("Captain Rivera is in command.", {("command", "Captain Rivera")}),
        ("I am the IC.", {("command", "the person who reports here")}),
        ("Call me on +43 660 1234567", {("contact", "+43 660 1234567")}),
        ("Staging at the church parking lot.", {("staging", "the church parking lot")}),
        (
            "Payment outage since 09:40, sev 1.",
            {("incident", "Payment outage"), ("started", "09:40"), ("size", "sev 1")},
        ),
        (
            "Fire in the workshop at 12 Mill Road, Troy. Two people inside.",
            {("incident", "Fire"), ("location", "12 Mill Road"), ("people", "Two people inside")},
        ),
        ("Fire!", {("incident", "Fire")}),
        ("Smoke coming out of the roof", {("incident", "Smoke")}),
        ("A car hit a tree on Route 9", {("incident", "A car hit a tree"), ("location", "Route 9")}),
        ("Our website is down", {("incident", "Our website is down")}),
        ("Somebody collapsed in the lobby", {("incident", "Somebody collapsed")}),
        (
            "One is out with burns on his hand, the other is still inside.",
            {("injured", "One is out with burns"), ("trapped", "the other is still inside")},
        ),
        ("My son is missing", {("missing", "My son is missing")}),
        ("We turned off the gas and called 911.", {("action", "We turned off the gas and called 911")}),
        ("Called 911", {("action", "Called 911")}),
        ("I used the extinguisher", {("action", "I used the extinguisher")}),
        ("The fire is out", {("progress", "fire is out")}),
    ],
)
def test_a_plain_sentence_tells_facts(text: str, told: set[tuple[str, str]]) -> None:
    assert told <= found(text)


@pytest.mark.parametrize(
    "text",
    [
        "Hello, how are you?",
        "Is anyone trapped?",
        "What hazards are there?",
        "If the roof falls we need help.",
        "Give me a CAN report.",
        "I need a CAN report now.",
        "I need an update please.",
        "I need you to be brief.",
        "We don't need help.",
        "3 people on main street.",
        "The roof is missing.",
        "The report is still missing.",
        "I call it a day.",
        "Turn to page 3.",
        "Thanks.",
        "",
        "\n\n",
    ],
)
def test_what_tells_nothing_leaves_nothing(text: str) -> None:
    assert found(text) == set()


def test_lines_with_labels_say_it_best() -> None:
    text = """
    Incident: chemical spill
    **Location:** Pier 7, gate B
    Time - 09:15
    Injured: none
    Hazards: chlorine gas, slippery floor and power lines
    Units: Engine 4; Medic 2
    Needs:
    - foam unit
    2. light tower

    Casualties: unknown
    Actions: area cordoned off; valves closed, twice
    """
    assert found(text) == {
        ("incident", "chemical spill"),
        ("location", "Pier 7, gate B"),
        ("started", "09:15"),
        ("injured", "none"),
        ("hazard", "chlorine gas"),
        ("hazard", "slippery floor"),
        ("hazard", "power lines"),
        ("resource", "Engine 4"),
        ("resource", "Medic 2"),
        ("need", "foam unit"),
        ("need", "light tower"),
        ("action", "area cordoned off"),
        ("action", "valves closed, twice"),
    }


def test_what_is_mentioned_only_fills_and_what_is_more_only_adds() -> None:
    (mentioned,) = [
        one for one in extract_facts("The warehouse fire is bad.", MessageId(new_id()), NOW) if one.kind == "incident"
    ]
    assert mentioned.manner == "fills"
    (more,) = extract_facts("Two more injured.", MessageId(new_id()), NOW)
    assert (more.kind, more.manner) == ("injured", "adds")


def test_each_fact_knows_its_message_and_its_moment() -> None:
    message = MessageId(new_id())
    facts = extract_facts("Two workers are trapped. We need a ladder.", message, NOW)
    assert {(fact.message_id, fact.at) for fact in facts} == {(message, NOW)}


def test_a_fact_is_one_short_line() -> None:
    (fact,) = extract_facts("Location: " + "very\t long\u2028street " * 100, MessageId(new_id()), NOW)
    assert len(fact.text) <= MAX_FACT_CHARACTERS
    assert fact.text.isprintable()


@pytest.mark.parametrize(
    "evil",
    [
        "a" * 1_000_000,
        "1 " * 500_000,
        "need " * 200_000,
        "\n" * 1_000_000,
        "12 " + "a b " * 250_000,
        "Location: " * 100_000,
        "- x\n" * 250_000,
        "the fire and the " * 60_000,
        "two more " * 100_000,
    ],
)
def test_no_text_takes_long(evil: str) -> None:
    started = time.process_time()
    extract_facts(evil, MessageId(new_id()), NOW)
    assert time.process_time() - started < 0.5


@settings(max_examples=200, deadline=None)
@given(st.text(max_size=400))
def test_any_text_can_be_read(text: str) -> None:
    for fact in extract_facts(text, MessageId(new_id()), NOW):
        assert fact.text
        assert len(fact.text) <= MAX_FACT_CHARACTERS
