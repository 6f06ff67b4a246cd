"""Every namespace there is: whose it is, which backend keeps it, by which paths it is written and read, and who gives
way to whom. Nothing else in the house names one.

Words stand in Postgres always. Where the vectors of a namespace are kept is its assignment: Postgres, unless an
operator puts them into the hosted index. A prompt has room for so much, so what is known comes in this order: what the
house gave a persona to know, what is remembered, what is the persona's own, what was said so far, what the person
brought, what their organization did, what everybody here may read.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, get_args
from uuid import UUID

from holdfast.core.ids import ChatId, OrgId, UserId
from holdfast.knowledge.types import Space, SpaceKind

NamespaceName = Literal["system", "coach", "course", "memory", "persona", "overlay", "chat", "user", "org", "company"]
NAMES: Sequence[NamespaceName] = get_args(NamespaceName)
Holder = Literal["person", "organization", "persona", "house"]
Backend = Literal["postgres", "upstash"]
SystemBackendName = Literal["postgres", "upstash", "upstash-persona", "none"]
Fallback = Literal["postgres", "none"]
HostedIndex = Literal["people", "general"]
"""There are two hosted indexes: of all namespaces that are somebody's, and of what everybody may read."""


@dataclass(frozen=True, slots=True)
class Assignment:
    """Where the vectors of a namespace are, and who is asked where that does not answer."""

    backend: Backend = "postgres"
    fallback: Fallback = "none"

    @property
    def keeps_here(self) -> bool:
        return "postgres" in (self.backend, self.fallback)


HERE = Assignment()


@dataclass(frozen=True, slots=True)
class NamespaceRule:
    name: NamespaceName
    pattern: str
    """How one is called; what stands in braces is filled in."""
    holder: Holder
    priority: int
    """Who gives way in a prompt that is full: the highest number first."""
    index: HostedIndex | None
    """In which of the hosted indexes it may be kept; None: it stays here."""
    written_by: str = "knowledge/index.py"
    read_by: str = "knowledge/search.py"

    @property
    def prefix(self) -> str:
        """What all of them begin with; empty where that tells nothing."""
        return self.pattern.partition("{")[0]


RULES: Mapping[NamespaceName, NamespaceRule] = {
    rule.name: rule
    for rule in (
        NamespaceRule("system", "{namespace}", "house", 1, None),
        NamespaceRule("coach", "eos-implementer-{profile}", "house", 1, "people"),
        NamespaceRule("course", "circle-course-{course_id}", "house", 1, "people"),
        NamespaceRule(
            "memory", "{tenant_id} {user_id}", "person", 2, None,
            written_by="memory/recall/vectors/store.py", read_by="memory/recall/recall.py",
        ),
        # Of a profile of people's own: with a colon and its namespace behind it (`profile_namespace`).
        NamespaceRule("persona", "{persona_id}", "persona", 3, "people"),
        NamespaceRule("overlay", "overlay:{persona_id}:{user_id}", "person", 3, "people"),
        NamespaceRule("chat", "chat:{chat_id}", "person", 5, None),
        NamespaceRule("user", "{user_id}", "person", 5, "people"),
        NamespaceRule("org", "org:{org_id}", "organization", 6, "people"),
        NamespaceRule("company", "company", "house", 7, "general"),
    )
}  # fmt: skip
"""Priority 4 is the conversation's summary, which is no namespace."""

COACH = "eos-implementer"
COACH_ID = UUID(int=1)
"""By which the coach is also known."""
COACH_GENERAL = "eos-implementer-general"
COACH_PROFILES: Mapping[str, str] = {
    "quarterly-session-facilitator": "eos-implementer-quarterly-session",
    "focus-day-facilitator": "eos-implementer-focus-day",
    "vision-building-day-1": "eos-implementer-vision-day-1",
    "vision-building-day-2": "eos-implementer-vision-day-2",
}
_COACHS = frozenset((COACH_GENERAL, *COACH_PROFILES.values()))
Assignments = Mapping[NamespaceName, Assignment]


def user_space(user_id: UserId) -> Space:
    return Space("user", str(user_id), user_id=user_id)


def org_space(org_id: OrgId) -> Space:
    return Space("org", f"org:{org_id}", org_id=org_id)


def persona_space(persona_id: str, *, user_id: UserId | None = None, org_id: OrgId | None = None) -> Space:
    """Of a bundled one it is the house's."""
    return Space("persona", persona_id, user_id=user_id, org_id=org_id)


def profile_namespace(persona_id: str, namespace: str) -> str:
    """Of what one profile of a persona of people's own knows, beside what all of its profiles do."""
    return f"{persona_id}:{namespace}"


def persona_of(space: Space) -> tuple[str, str]:
    """Whose knowledge a persona's space holds: the persona's id, and the profile's namespace or nothing."""
    persona_id, _, namespace = space.namespace.partition(":")
    return persona_id, namespace


def overlay_space(persona_id: str, user_id: UserId) -> Space:
    return Space("overlay", f"overlay:{persona_id}:{user_id}", user_id=user_id)


def system_space(namespace: str) -> Space:
    return Space("system", namespace)


def company_space() -> Space:
    return Space("company", "company")


def chat_space(chat_id: ChatId, user_id: UserId) -> Space:
    return Space("chat", f"chat:{chat_id}", user_id=user_id, chat_id=chat_id)


def desk_space(user_id: UserId) -> Space:
    """What is attached and of no chat yet: it goes along with the message that it is sent with."""
    return Space("chat", f"desk:{user_id}", user_id=user_id)


def rule_of(kind: SpaceKind, namespace: str) -> NamespaceRule:
    """The house's own are told apart by their names."""
    if kind != "system":
        return RULES[kind]
    if namespace in _COACHS:
        return RULES["coach"]
    return RULES["course"] if namespace.startswith(RULES["course"].prefix) else RULES["system"]


@dataclass(frozen=True, slots=True)
class SystemBackend:
    """Where a persona's own knowledge is kept, and how that is called."""

    backend: SystemBackendName
    namespace: str = ""
    fallback: Fallback = "none"


def resolve_system_backend(
    persona_id: str,
    *,
    profile_id: str | None = None,
    is_system_persona: bool = False,
    knowledge_namespace: str | None = None,
    assigned: Assignments | None = None,
) -> SystemBackend:
    """The one decision. `assigned`: what an operator keeps elsewhere; nothing, unless they say so."""
    rule, namespace = _system_namespace(persona_id, profile_id, is_system_persona, knowledge_namespace)
    if rule is None:
        return SystemBackend("none")
    where = (assigned or {}).get(rule.name, HERE)
    if where.backend == "postgres":
        return SystemBackend("postgres", namespace)
    return SystemBackend("upstash-persona" if rule.name == "course" else "upstash", namespace, where.fallback)


def _system_namespace(
    persona_id: str, profile_id: str | None, is_system_persona: bool, knowledge_namespace: str | None
) -> tuple[NamespaceRule | None, str]:
    if persona_id in (COACH, str(COACH_ID)):
        return RULES["coach"], COACH_PROFILES.get(profile_id or "", COACH_GENERAL)
    if knowledge_namespace and knowledge_namespace.startswith(RULES["course"].prefix):
        return RULES["course"], knowledge_namespace
    if is_system_persona and knowledge_namespace:
        return RULES["system"], knowledge_namespace
    return None, ""


def spaces_of_turn(
    user_id: UserId,
    chat_id: ChatId,
    persona_id: str,
    namespaces: Sequence[str],
    profile: str | None = None,
) -> Sequence[Space]:
    """All that may be asked for an answer, besides what the person's organization knows. `namespaces`: the persona's,
    the profile's first. `profile`: the namespace of the one it is talked to by."""
    of_profile = [persona_space(profile_namespace(persona_id, profile))] if profile else []
    return [
        *(system_space(namespace) for namespace in namespaces),
        *of_profile,
        persona_space(persona_id),
        overlay_space(persona_id, user_id),
        chat_space(chat_id, user_id),
        user_space(user_id),
        company_space(),
    ]
