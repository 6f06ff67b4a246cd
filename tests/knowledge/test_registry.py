"""Where each kind of knowledge is kept, as the hosted index had it and as it is without one."""

from __future__ import annotations

import ast
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import get_args
from uuid import UUID

import pytest

from holdfast.core.ids import ChatId, OrgId, UserId
from holdfast.knowledge.registry import (
    COACH_GENERAL,
    COACH_ID,
    COACH_PROFILES,
    NAMES,
    RULES,
    Assignment,
    Assignments,
    SystemBackend,
    chat_space,
    company_space,
    org_space,
    overlay_space,
    persona_space,
    resolve_system_backend,
    rule_of,
    spaces_of_turn,
    system_space,
    user_space,
)
from holdfast.knowledge.types import Space, SpaceKind

AS_DESCRIBED: Assignments = {name: Assignment("upstash") for name, rule in RULES.items() if rule.index}
"""Where everything was before Postgres kept vectors, and nobody was asked in its place."""
QUARTERLY = "eos-implementer-quarterly-session"
SOURCES = Path(__file__).parents[2] / "src" / "holdfast"
REGISTRY = SOURCES / "knowledge" / "registry.py"
ADA, CHAT, ORG = UserId(UUID(int=7)), ChatId(UUID(int=8)), OrgId(UUID(int=9))


@pytest.mark.parametrize(
    ("name", "pattern", "holder", "priority", "index"),
    [
        ("system", "{namespace}", "house", 1, None),
        ("coach", "eos-implementer-{profile}", "house", 1, "people"),
        ("course", "circle-course-{course_id}", "house", 1, "people"),
        ("memory", "{tenant_id} {user_id}", "person", 2, None),
        ("persona", "{persona_id}", "persona", 3, "people"),
        ("overlay", "overlay:{persona_id}:{user_id}", "person", 3, "people"),
        ("chat", "chat:{chat_id}", "person", 5, None),
        ("user", "{user_id}", "person", 5, "people"),
        ("org", "org:{org_id}", "organization", 6, "people"),
        ("company", "company", "house", 7, "general"),
    ],
)
def test_every_namespace_has_the_owner_the_place_and_the_priority_that_were_described(
    name: str, pattern: str, holder: str, priority: int, index: str | None
) -> None:
    rule = RULES[name]  # type: ignore[index]
    assert (rule.name, rule.pattern, rule.holder, rule.priority, rule.index) == (name, pattern, holder, priority, index)


def test_every_kind_of_space_has_its_rule_and_the_paths_it_names_exist() -> None:
    assert set(RULES) == set(NAMES) > set(get_args(SpaceKind))
    for rule in RULES.values():
        assert (SOURCES / rule.written_by).is_file()
        assert (SOURCES / rule.read_by).is_file()


@pytest.mark.parametrize(
    ("space", "namespace"),
    [
        (user_space(ADA), str(ADA)),
        (org_space(ORG), f"org:{ORG}"),
        (persona_space("sophie"), "sophie"),
        (overlay_space("sophie", ADA), f"overlay:sophie:{ADA}"),
        (chat_space(CHAT, ADA), f"chat:{CHAT}"),
        (company_space(), "company"),
        (system_space("eos-l10"), "eos-l10"),
        (system_space(QUARTERLY), QUARTERLY),
        (system_space("circle-course-abc"), "circle-course-abc"),
    ],
)
def test_what_a_space_is_called_follows_the_pattern_of_its_rule(space: Space, namespace: str) -> None:
    rule = rule_of(space.kind, space.namespace)
    assert space.namespace == namespace
    assert re.fullmatch(re.sub(r"\\\{\w+\\\}", ".+", re.escape(rule.pattern)), namespace)


def test_the_houses_own_namespaces_are_told_apart_by_their_names() -> None:
    told = {name: rule_of("system", name).name for name in (COACH_GENERAL, QUARTERLY, "circle-course-1", "eos-l10")}
    assert list(told.values()) == ["coach", "coach", "course", "system"]
    assert rule_of("system", "eos-implementer-of-somebody-else").name == "system"


@pytest.mark.parametrize("persona", ["eos-implementer", str(COACH_ID)])
def test_the_coach_is_known_by_both_its_names(persona: str) -> None:
    profile = "quarterly-session-facilitator"
    found = resolve_system_backend(persona, profile_id=profile, assigned=AS_DESCRIBED)
    assert found == SystemBackend("upstash", QUARTERLY, "none")
    assert resolve_system_backend(persona, profile_id=profile) == SystemBackend("postgres", QUARTERLY)


def test_a_course_is_kept_with_the_personas() -> None:
    course = resolve_system_backend("some-uuid", knowledge_namespace="circle-course-abc", assigned=AS_DESCRIBED)
    assert course == SystemBackend("upstash-persona", "circle-course-abc", "none")
    here = resolve_system_backend("some-uuid", knowledge_namespace="circle-course-abc")
    assert here == SystemBackend("postgres", "circle-course-abc")


@pytest.mark.parametrize("assigned", [AS_DESCRIBED, {}, None])
def test_a_persona_of_the_house_reads_its_own_namespace(assigned: Assignments | None) -> None:
    found = resolve_system_backend(
        "some-uuid", is_system_persona=True, knowledge_namespace="eos-l10", assigned=assigned
    )
    assert found == SystemBackend("postgres", "eos-l10")


@pytest.mark.parametrize("assigned", [AS_DESCRIBED, None])
def test_anybody_elses_persona_has_none(assigned: Assignments | None) -> None:
    found = resolve_system_backend("some-uuid", knowledge_namespace="eos-l10", assigned=assigned)
    assert found == SystemBackend("none")


@pytest.mark.parametrize("profile", [None, "unheard-of"])
@pytest.mark.parametrize("assigned", [AS_DESCRIBED, None])
def test_a_profile_that_nobody_knows_reads_what_is_general(profile: str | None, assigned: Assignments | None) -> None:
    found = resolve_system_backend("eos-implementer", profile_id=profile, assigned=assigned)
    assert found.namespace == COACH_GENERAL


def test_the_fallback_is_a_field_of_the_assignment() -> None:
    assigned: Assignments = {"coach": Assignment("upstash", "postgres")}
    assert resolve_system_backend("eos-implementer", assigned=assigned).fallback == "postgres"
    assert resolve_system_backend("p", knowledge_namespace="circle-course-a", assigned=assigned).backend == "postgres"


def test_the_coachs_profiles_read_the_namespaces_that_the_registry_has_for_them() -> None:
    pack = tomllib.loads((SOURCES / "personas/packs/eos-implementer/persona.toml").read_text(encoding="utf-8"))
    assert {profile["id"]: profile["namespace"] for profile in pack["profiles"]} == COACH_PROFILES
    assert pack["knowledge"]["namespaces"] == [COACH_GENERAL]


def test_a_turn_asks_the_profiles_namespace_before_the_personas() -> None:
    asked = spaces_of_turn(ADA, CHAT, "eos-implementer", [QUARTERLY, COACH_GENERAL])
    assert [space.namespace for space in asked][:3] == [QUARTERLY, COACH_GENERAL, "eos-implementer"]


def texts(tree: ast.AST) -> Iterator[str]:
    """What is written out; of a text with values in it the beginning. What a docstring says makes no name."""
    spoken = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in spoken:
            yield node.value


def test_no_code_outside_the_registry_names_a_namespace() -> None:
    whole = {COACH_GENERAL, *COACH_PROFILES.values()}
    begins = {rule.prefix for rule in RULES.values() if "{" in rule.pattern and rule.prefix}
    strays = [
        f"{path.relative_to(SOURCES)}: {text}"
        for path in SOURCES.rglob("*.py")
        if path != REGISTRY
        for text in texts(ast.parse(path.read_text(encoding="utf-8")))
        if text in whole or text in begins
    ]
    assert strays == []
    assert {text for text in texts(ast.parse(REGISTRY.read_text(encoding="utf-8"))) if text in begins} >= {"org:"}
