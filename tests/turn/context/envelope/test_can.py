"""Conditions, Actions, Needs: what is asked for, what is missing, and what the model is told."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from holdfast.core.ids import MessageId, new_id
from holdfast.turn.context.envelope.blocks import envelope_block
from holdfast.turn.context.envelope.can import WANTED, ask_for, can_instructions, missing_for_can
from holdfast.turn.context.envelope.extract_facts import extract_facts
from holdfast.turn.context.envelope.merge import merge
from holdfast.turn.context.envelope.types import Envelope
from holdfast.turn.settings.defaults import DEFAULTS
from holdfast.turn.settings.match import match
from holdfast.turn.types import Order

NOW = datetime(2026, 11, 20, 14, 30, tzinfo=UTC)
WHOLE = (
    "Warehouse fire at 12 Dock Road, heavy smoke. Two workers are trapped. We have evacuated the yard. "
    "We need two more engines."
)


def known(text: str) -> Envelope:
    return merge(Envelope(), extract_facts(text, MessageId(new_id()), NOW))


@pytest.mark.parametrize(
    "text",
    [
        "Give me a CAN report.",
        "CAN report",
        "can report",
        "can report please",
        "Please give me a can report now",
        "I need a CAN",
        "What's our CAN report right now?",
        "Two are trapped. Give me the CAN report.",
        "Conditions, actions, needs?",
        "conditions actions and needs report please",
        "C.A.N. report",
        "CAN update",
    ],
)
def test_a_can_report_is_asked_for(text: str) -> None:
    assert match(text, DEFAULTS).can_rule


@pytest.mark.parametrize(
    "text",
    [
        "What is a CAN report?",
        "Explain a CAN report to me",
        "How do I write a CAN report?",
        "We can report that the fire is out.",
        "Can you report anything?",
        "Can I report this later?",
        "There is a can of paint in the yard.",
        "Conditions are getting worse, actions will follow.",
        "Don't send a CAN report yet.",
        "Thanks",
        "",
    ],
)
def test_and_here_it_is_not(text: str) -> None:
    assert not match(text, DEFAULTS).can_rule


@pytest.mark.parametrize(
    ("text", "missing"),
    [
        ("", ["what happened", "location", "size or progress", "people", "actions taken", "needs"]),
        ("Warehouse fire at 12 Dock Road.", ["size or progress", "people", "actions taken", "needs"]),
        (
            "Warehouse fire at 12 Dock Road, spreading. Nobody is hurt. We need a ladder.",
            ["actions taken"],
        ),
        (
            "Everyone is accounted for. No further needs. Primary search complete.",
            ["what happened", "location", "size or progress"],
        ),
        (WHOLE, []),
    ],
)
def test_exactly_what_is_missing_is_asked_for(text: str, missing: list[str]) -> None:
    found = missing_for_can(known(text))
    assert [wanted.name for wanted in found] == missing
    answer = ask_for(found)
    for wanted in WANTED:
        assert (wanted.question in answer) == (wanted.name in missing)
    assert ("**Needs**" in answer) == ("needs" in missing)


def test_a_report_is_grounded_by_names_and_the_facts_stand_once() -> None:
    envelope = known(WHOLE)
    order, block = can_instructions(envelope), envelope_block(envelope)
    assert block is not None
    assert (order.order, order.kind) == (Order.INSTRUCTIONS, "instructions")
    assert "Conditions: What happened, Location, Size and severity, Trapped." in order.text
    assert "Actions: Actions taken." in order.text
    assert "Weather" in order.text.rpartition("Not reported")[2]
    for fact in envelope.facts:
        assert fact.text not in order.text
        assert fact.text in block.text
    assert "$" not in order.text


def test_the_envelope_is_a_block_with_its_messages_as_sources() -> None:
    first, second = MessageId(new_id()), MessageId(new_id())
    envelope = merge(Envelope(), extract_facts("Location: Pier 7\nInjured: 2", first, NOW))
    envelope = merge(envelope, extract_facts("Injured: 4\nHazards: asbestos", second, NOW))
    block = envelope_block(envelope)
    assert block is not None
    assert (block.order, block.kind) == (Order.ENVELOPE, "envelope")
    assert block.text.startswith("INCIDENT\n")
    assert "- Injured: 4 injured (before: 2)" in block.text
    assert {(source.type, source.id) for source in block.sources} == {("message", str(first)), ("message", str(second))}
    assert block.short is not None
    assert block.short.startswith("INCIDENT\nSummary: ")
    assert len(block.short) < len(block.text)
    assert envelope_block(Envelope()) is None
