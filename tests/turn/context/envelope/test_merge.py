"""New facts into an envelope, and facts out of it."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from hypothesis import given, settings
from hypothesis import strategies as st

from holdfast.core.ids import MessageId, new_id
from holdfast.turn.context.envelope.extract_facts import extract_facts
from holdfast.turn.context.envelope.merge import (
    MAX_BYTES,
    MAX_FACTS,
    all_told,
    known_at,
    merge,
    without_messages,
    without_texts,
)
from holdfast.turn.context.envelope.types import LABELS, Envelope, EnvelopeFact
from holdfast.turn.context.envelope.wire import read_envelope_json, write_envelope

START = datetime(2026, 11, 20, 14, 0, tzinfo=UTC)


def told(*texts: str) -> tuple[Envelope, list[MessageId]]:
    """A conversation, a minute apart."""
    envelope, ids = Envelope(), []
    for minute, text in enumerate(texts):
        ids.append(MessageId(new_id()))
        envelope = merge(envelope, extract_facts(text, ids[-1], START + timedelta(minutes=minute)))
    return envelope, ids


def texts(envelope: Envelope, kind: str) -> list[str]:
    return [fact.text for fact in envelope.facts if fact.kind == kind]


def test_what_is_newer_holds_and_what_it_replaced_is_kept_behind_it() -> None:
    envelope, ids = told("Injured: 2", "Correction: 4 injured.")
    assert texts(envelope, "injured") == ["4 injured"]
    (fact,) = envelope.facts
    assert [(one.text, one.message_id) for one in fact.replaced] == [("2", ids[0])]
    assert fact.message_id == ids[1]
    assert envelope.version == 2


def test_what_is_said_again_changes_nothing() -> None:
    envelope, ids = told("Location: Pier 7", "Hazards: asbestos")
    again = merge(envelope, extract_facts("Location: pier 7.\nHazards: Asbestos", MessageId(new_id()), START))
    assert again is envelope
    assert {fact.message_id for fact in envelope.facts} == set(ids)


def test_a_mention_fills_a_gap_and_never_replaces() -> None:
    envelope, _ = told("The warehouse fire is bad.")
    assert texts(envelope, "incident") == ["warehouse fire"]
    envelope, _ = told("We have a structure fire.", "A car is parked by the vehicle fire.")
    assert texts(envelope, "incident") == ["structure fire"]


def test_more_comes_on_top_and_a_new_number_replaces_both() -> None:
    envelope, _ = told("Three injured.", "Two more injured.")
    assert texts(envelope, "injured") == ["Three injured", "Two more injured"]
    envelope, _ = told("Three injured.", "Two more injured.", "Now 6 injured.")
    assert texts(envelope, "injured") == ["Now 6 injured"]


def test_a_unit_is_told_once_with_what_it_does_now() -> None:
    envelope, _ = told("Engine 4 is en route.", "Engine 4 is on scene.", "Engine 5 is on scene.")
    assert texts(envelope, "resource") == ["Engine 4, on scene", "Engine 5, on scene"]


def test_something_ends_nothing_and_nothing_ends_everything() -> None:
    envelope, _ = told("No further needs.", "We need a ladder.", "We need foam.")
    assert texts(envelope, "need") == ["a ladder", "foam"]
    envelope, _ = told("We need a ladder.", "We need foam.", "No further needs.")
    assert texts(envelope, "need") == ["nothing further"]


def test_taking_a_message_out_brings_back_what_held_before() -> None:
    envelope, ids = told("Three injured.", "Two more injured.", "Now 6 injured.", "Location: Pier 7")
    back = without_messages(envelope, [ids[2]])
    assert texts(back, "injured") == ["Three injured", "Two more injured"]
    assert texts(without_messages(back, [ids[1]]), "injured") == ["Three injured"]
    assert texts(without_messages(envelope, ids[:3]), "injured") == []
    assert "6" not in without_messages(envelope, [ids[2]]).summary
    assert without_messages(envelope, [MessageId(new_id())]) is envelope


def test_the_needs_that_nothing_ended_come_back_together() -> None:
    envelope, ids = told("We need a ladder.", "We need foam.", "No further needs.")
    assert texts(without_messages(envelope, [ids[2]]), "need") == ["a ladder", "foam"]


def test_texts_go_from_the_history_of_a_fact_as_well() -> None:
    envelope, _ = told("Location: Pier 7", "Location: Pier 8")
    left = without_texts(envelope, lambda text: text == "Pier 7")
    assert b"Pier 7" not in write_envelope(left)
    assert texts(left, "location") == ["Pier 8"]


def test_what_was_known_at_a_moment() -> None:
    envelope, _ = told("Injured: 2", "Location: Pier 7", "Injured: 4")
    then = known_at(envelope, START + timedelta(minutes=1))
    assert texts(then, "injured") == ["2"]
    assert texts(then, "location") == ["Pier 7"]


def test_the_summary_is_made_of_facts_and_of_nothing_else() -> None:
    assert Envelope().summary == ""
    envelope, _ = told(
        "There's a warehouse fire at 12 Dock Road, started at 14:05.",
        "Heavy smoke, not under control. Two workers are trapped. Nobody is missing.\nInjured: 3",
    )
    assert envelope.summary == (
        "Warehouse fire at 12 Dock Road; started at 14:05; Heavy smoke; not under control; "
        "3 injured, Two workers are trapped, nobody missing."
    )


def test_the_oldest_of_many_go_first_and_what_there_is_one_of_stays() -> None:
    lines = [f"Hazards: leaking drum number {n} of the upper yard behind the main hall" for n in range(200)]
    envelope, _ = told("Location: Pier 7", *lines)
    assert len(envelope.facts) <= MAX_FACTS
    assert len(write_envelope(envelope)) <= MAX_BYTES
    assert texts(envelope, "location") == ["Pier 7"]
    assert "199" in texts(envelope, "hazard")[-1]
    assert "number 0 " not in " ".join(texts(envelope, "hazard"))


facts = st.builds(
    EnvelopeFact,
    kind=st.sampled_from(list(LABELS)),
    text=st.text(st.characters(codec="utf-8", exclude_characters="\x00"), min_size=1, max_size=160),
    message_id=st.sampled_from([new_id() for _ in range(5)]),
    at=st.sampled_from([START + timedelta(minutes=minute) for minute in range(5)]),
    manner=st.sampled_from(["sets", "fills", "adds"]),
)


@settings(max_examples=100, deadline=None)
@given(st.lists(st.lists(facts, max_size=10), max_size=12))
def test_any_facts_fit_and_survive_storage(messages: list[list[EnvelopeFact]]) -> None:
    envelope = Envelope()
    for some in messages:
        envelope = merge(envelope, some)
        assert len(envelope.facts) <= MAX_FACTS
        assert len(write_envelope(envelope)) <= MAX_BYTES
    again = read_envelope_json(write_envelope(envelope))
    assert write_envelope(again) == write_envelope(envelope)
    gone = {fact.message_id for fact in envelope.facts[:1]}
    left = without_messages(envelope, gone)
    assert not gone & {told.message_id for told in all_told(left.facts)}
