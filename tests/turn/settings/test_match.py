"""Which way a text goes by the settings we begin with."""

from __future__ import annotations

import time

import pytest

from holdfast.turn.settings.defaults import DEFAULTS
from holdfast.turn.settings.match import match
from holdfast.turn.settings.types import Rule


@pytest.mark.parametrize(
    ("text", "by"),
    [
        ("Dispatch Engine 4 to 12 Dock Road.", "dispatch"),
        ("Please notify the hospital.", "notify"),
        ("Can you create a ticket for this?", "create"),
        ("could you search for hydrants near dock road", "search"),
        ("Look at the map and dispatch Engine 4.", "dispatch"),
        ("What units are free? Dispatch Engine 4.", "dispatch"),
        ("I need you to assign Medic 2 to the north side", "assign"),
        ("ok, update the incident status to contained", "update"),
        ("Cancel the second alarm", "cancel"),
        ("Tell them to escalate it", "escalate"),
        ("Send two more engines to the rear.", "send_units"),
        ("Log an entry that power is off.", "keep_records"),
        ("Call the utility company.", "tell_somebody"),
        ("Find the nearest hydrant.", "look_up"),
        ("Two are trapped. Don't panic. Please dispatch a ladder!", "dispatch"),
        ("DISPATCH ENGINE 4", "dispatch"),
    ],
)
def test_an_action_is_asked_for(text: str, by: str) -> None:
    found = match(text, DEFAULTS)
    assert found.kind == "actionable"
    assert by in (*found.rules, *found.entities)
    assert by in found.reason


@pytest.mark.parametrize(
    "text",
    [
        "Thanks.",
        "Good morning",
        "Primary search is complete on floor 2.",
        "Search complete, negative.",
        "Update: fire is spreading.",
        "Update me on the fire",
        "Give me an update",
        "What does dispatch mean?",
        "How do I create a ticket?",
        "Please explain how to create a ticket.",
        "Don't notify the hospital yet.",
        "We created a ticket already.",
        "Engine 4 assigned to the rear.",
        "Should we dispatch a second engine?",
        "If we dispatch Engine 5, who covers the south?",
        "Create a short summary of what we know.",
        "Search and rescue is on the way",
        "There are 3 people trapped at 12 Dock Road",
        "We need two more engines.",
        "The update failed.",
        "",
    ],
)
def test_nothing_is_asked_for_but_words(text: str) -> None:
    assert match(text, DEFAULTS).kind == "conversational"


def test_a_conversational_rule_wins_over_whatever_else_its_sentence_matches() -> None:
    found = match("Update me on the fire, and dispatch nobody.", DEFAULTS)
    assert (found.kind, found.rules) == ("conversational", ("asks_for_an_update",))


def test_the_rules_are_the_admins_to_choose() -> None:
    ours = DEFAULTS.model_copy(
        update={
            "actionable": (Rule(name="german", pattern=r"^schick(e|t)?\b"),),
            "conversational": (Rule(name="later", pattern="später"),),
            "action_entities": ("alarmiere",),
        }
    )
    assert match("Schicke einen Wagen.", ours).rules == ("german",)
    assert match("Alarmiere die Klinik.", ours).entities == ("alarmiere",)
    assert match("Schicke SPÄTER einen Wagen.", ours).kind == "conversational"
    assert match("Dispatch Engine 4.", ours).kind == "conversational"
    assert match("Dispatch Engine 4.", DEFAULTS.model_copy(update={"action_entities": ()})).kind == "conversational"


def test_the_reason_names_rules_and_never_quotes() -> None:
    assert "Quokka" not in match("Dispatch Engine 4 to Quokka Street", DEFAULTS).reason


@pytest.mark.parametrize("text", ["a" * 1_000_000, "please " * 200_000, "dispatch " * 200_000, "and then. " * 100_000])
def test_no_text_takes_long(text: str) -> None:
    started = time.process_time()
    match(text, DEFAULTS)
    assert time.process_time() - started < 0.5


def test_no_regex_takes_long() -> None:
    """In a backtracking engine each of these would need longer than the universe has."""
    evil = tuple(Rule(name=f"r{n}", pattern=p) for n, p in enumerate(["(a+)+$", "(a|aa)+b", "(.*a){20}b", "(x+x+)+y"]))
    started = time.process_time()
    match("a" * 5_000 + "!" + "x" * 5_000, DEFAULTS.model_copy(update={"actionable": evil}))
    assert time.process_time() - started < 1


def test_an_order_below_a_long_log_is_seen() -> None:
    log = "\n".join(f"14:{minute % 60:02d} Engine {minute} reported." for minute in range(150))
    assert match(f"{log}\nDispatch Engine 4 to the pier.", DEFAULTS).kind == "actionable"
    assert match(f"Dispatch Engine 4 to the pier.\n{log}", DEFAULTS).kind == "actionable"
    assert match(log, DEFAULTS).kind == "conversational"
