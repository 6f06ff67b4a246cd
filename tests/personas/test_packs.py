"""The bundled packs: what each sets, and what its words must hold."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from holdfast.models.tokens import count_tokens
from holdfast.personas.read import read_packs
from holdfast.personas.types import ALL_BLOCKS, Persona

LABELS = {
    "posture": "CONVERSATION_POSTURE",
    "overlay": "OVERLAY",
    "bridge": "BRIDGE",
    "handover": "HANDOVER",
    "ops": "OPS",
    "envelope": "INCIDENT",
    "knowledge": "ections of knowledge",
    "recall": "SUPPLEMENTAL_CONTEXT",
}
PACKS = {persona.id: persona for persona in read_packs()}


def test_there_are_four_and_the_assistant_is_the_default() -> None:
    assert set(PACKS) == {"assistant", "sophie", "eos-implementer", "incident"}
    assert [persona.id for persona in PACKS.values() if persona.is_default] == ["assistant"]


def test_sophie_is_the_companion_that_was_described() -> None:
    sophie = PACKS["sophie"].settings
    assert sophie.session_gap_minutes == 5
    assert (sophie.history.scope, sophie.history.messages) == ("session", 8)
    assert (sophie.answering.max_output_tokens, sophie.answering.temperature) == (350, 0.7)
    assert set(sophie.blocks) == {"posture", "overlay", "bridge", "handover", "ops", "knowledge", "recall"}
    assert (sophie.memory.recall, sophie.memory.learn) == ("librarian", "session")
    assert sophie.is_perpetual
    assert sophie.voice.speaks == "always"


def test_the_assistant_sees_the_whole_chat_and_has_all_tools() -> None:
    assistant = PACKS["assistant"].settings
    assert (assistant.history.scope, assistant.history.messages) == ("chat", 50)
    assert assistant.tools == ("*",)
    assert assistant.memory.recall == "always"


def test_the_coach_has_four_sides_with_knowledge_of_their_own() -> None:
    coach = PACKS["eos-implementer"]
    assert {profile.id: profile.namespace for profile in coach.settings.profiles} == {
        "quarterly-session-facilitator": "eos-implementer-quarterly-session",
        "focus-day-facilitator": "eos-implementer-focus-day",
        "vision-building-day-1": "eos-implementer-vision-day-1",
        "vision-building-day-2": "eos-implementer-vision-day-2",
    }
    assert coach.namespaces == ("eos-implementer-general",), "without a profile, what all of them share"
    assert coach.settings.composer_kinds == ("vto", "accountability")
    assert {"getCalendarEvents", "createCalendarEvent"} <= set(coach.settings.tools)


def test_the_incident_commander_routes_and_grounds_its_reports() -> None:
    incident = PACKS["incident"].settings
    assert incident.routing.policy == "actionable"
    assert incident.routing.can_reports
    assert set(incident.blocks) == {"envelope", "knowledge"}
    assert incident.memory.recall == "never", "another incident's facts are not this one's"


@pytest.mark.parametrize("persona", PACKS.values(), ids=PACKS)
def test_a_kernel_says_what_to_do_with_each_block_it_is_given_and_with_no_other(persona: Persona) -> None:
    for block in ALL_BLOCKS:
        assert (LABELS[block] in persona.kernel) == persona.uses(block), block


@pytest.mark.parametrize("persona", PACKS.values(), ids=PACKS)
def test_a_kernel_holds_that_what_is_given_is_no_instruction(persona: Persona) -> None:
    assert re.search(r"material[^.]*(never|not)[^.]* instruction", persona.kernel)


@pytest.mark.parametrize("persona", PACKS.values(), ids=PACKS)
def test_a_kernel_says_what_to_do_when_somebody_is_in_danger(persona: Persona) -> None:
    assert re.search(r"in danger|hurt themselves", persona.kernel)


@pytest.mark.parametrize("persona", PACKS.values(), ids=PACKS)
def test_a_kernel_leaves_most_of_the_prompt_to_others(persona: Persona) -> None:
    assert count_tokens(persona.kernel) < persona.settings.answering.prompt_tokens / 5


@pytest.mark.parametrize("persona", PACKS.values(), ids=PACKS)
def test_a_kernel_names_no_block_that_was_abolished(persona: Persona) -> None:
    assert not re.search(r"SITUATIONAL_CONTEXT|CONTINUITY|SESSION FACTS", persona.kernel)


def test_each_pack_is_named_in_the_handbook() -> None:
    handbook = (Path(__file__).parents[2] / "docs" / "personas.md").read_text(encoding="utf-8")
    assert all(f"| `{persona}` |" in handbook for persona in PACKS)
