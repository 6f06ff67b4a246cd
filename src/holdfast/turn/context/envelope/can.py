"""CAN reports: Conditions, Actions, Needs.

A request while facts are missing is answered at once with what is missing, and no model is asked. A complete one goes
to the model with the order to use what the envelope holds and nothing else.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from string import Template
from typing import Literal

from holdfast.models.tokens import count_tokens
from holdfast.turn.context.envelope.types import LABELS, PEOPLE, Envelope, FactKind
from holdfast.turn.types import Block, Order, Priority

ReportPart = Literal["Conditions", "Actions", "Needs"]


@dataclass(frozen=True, slots=True)
class RequiredFact:
    """Something a report cannot be made without: one of these kinds of facts."""

    part: ReportPart
    name: str
    kinds: tuple[FactKind, ...]
    question: str


WANTED: Sequence[RequiredFact] = (
    RequiredFact("Conditions", "what happened", ("incident",), "What happened? What kind of incident is it?"),
    RequiredFact("Conditions", "location", ("location",), "Where is it? Address, or what one sees from the road."),
    RequiredFact(
        "Conditions", "size or progress", ("size", "progress"), "How big is it? Growing, holding or under control?"
    ),
    RequiredFact("Conditions", "people", PEOPLE, "Is anyone hurt, trapped or missing? How many? Say so if nobody is."),
    RequiredFact("Actions", "actions taken", ("action",), "What has been done so far, and what is being done now?"),
    RequiredFact("Needs", "needs", ("need",), 'What do you need? Say "no needs" if nothing is needed.'),
)

_KINDS: Mapping[ReportPart, tuple[FactKind, ...]] = {
    "Conditions": ("incident", "location", "started", "size", "progress", "weather", *PEOPLE, "hazard"),
    "Actions": ("action", "resource", "command", "staging"),
    "Needs": ("need", "contact"),
}
_INSTRUCTIONS = Template((Path(__file__).parent / "prompts" / "can.md").read_text(encoding="utf-8").strip())


def missing_for_can(envelope: Envelope) -> list[RequiredFact]:
    return [wanted for wanted in WANTED if not envelope.of(*wanted.kinds)]


def ask_for(missing: Sequence[RequiredFact]) -> str:
    """The whole answer to a request that came too early."""
    lines = ["A CAN report needs a little more. Tell me:"]
    for part in _KINDS:
        questions = [wanted.question for wanted in missing if wanted.part == part]
        if questions:
            lines += ["", f"**{part}**", *(f"- {question}" for question in questions)]
    return "\n".join(lines)


def can_instructions(envelope: Envelope) -> Block:
    """Names of facts alone: the facts themselves stand in INCIDENT, once."""
    known = {part: _names(kinds, envelope, is_known=True) for part, kinds in _KINDS.items()}
    unknown = _names(tuple(kind for kinds in _KINDS.values() for kind in kinds), envelope, is_known=False)
    text = _INSTRUCTIONS.substitute(
        conditions=known["Conditions"], actions=known["Actions"], needs=known["Needs"], unknown=unknown
    )
    return Block(Order.INSTRUCTIONS, "instructions", text, count_tokens(text), Priority.INSTRUCTIONS)


def _names(kinds: Sequence[FactKind], envelope: Envelope, *, is_known: bool) -> str:
    return ", ".join(LABELS[kind] for kind in kinds if bool(envelope.of(kind)) == is_known) or "nothing"
