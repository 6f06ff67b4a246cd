"""What is known, sorted into the five sections of the user model by rules. Pure."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from holdfast.core.language.kin import kin_of
from holdfast.memory.kinds.circumstances import without_circumstances
from holdfast.memory.profile.types import SECTIONS, Ground, KnownItem, ModelItem, Section
from holdfast.memory.summaries.extract import sentences_of
from holdfast.memory.types import Evidence

MAX_ITEMS = 8
"""Of one section."""
_PERSON = "user"
_WORK = frozenset(
    {"occupation", "works_at", "studies", "studies_at", "worked_at", "not_works_at", "works_with", "boss", "manager"}
)
_NEAR = kin_of("en").words("family", "partners", "former", "friends", "home", "helpers")
_RELATIVES = frozenset(re.sub(r"\W", "_", word) for word in _NEAR) | {
    "colleague", "coworker", "married_to", "has_children", "has_siblings", "relationship_status",
}  # fmt: skip
_OF_KIND: Mapping[str, Section] = {
    "family": "relationships",
    "pets": "relationships",
    "work": "work_context",
    "study": "work_context",
    "plans": "long_term_direction",
    "communication": "communication_preference",
}
"""Whatever else is so with somebody from day to day (food, health, home, money, sleep …) is one of their patterns."""
_DIRECTION = frozenset({"learning", "training_for", "goal", "aims_for", "wants", "dream"})
_GOAL = re.compile(
    r"\b(?:goal|dream|career|degree|long[- ]term|one day|someday|eventually|marathon|move to|start (?:a|my|our)|become|"
    r"learn|save (?:up )?for|retire|write a (?:book|novel)|buy a (?:house|flat|home))\b",
    re.IGNORECASE,
)
_WORK_WORDS = re.compile(
    r"\b(?:work|job|project|team|client|customer|boss|manager|office|meeting|deadline|company|startup|report|"
    r"presentation|interview|thesis|exam|shift)s?\b",
    re.IGNORECASE,
)
_STYLE = re.compile(
    r"\b(?:answer|repl(?:y|ies)|response|explanation|tone|language|wording|style|emoji|jargon|bullet|example|detail|"
    r"summar(?:y|ies)|formal|direct|concise|brief|short|step by step|honest|feedback|message)s?\b",
    re.IGNORECASE,
)
_REQUESTS = re.compile(
    r"\b(?:(?:keep|make) (?:it|this|them|your \w+|the \w+|answers|replies) (?:more |very )?"
    r"(?:short|brief|concise|simple|detailed|formal|casual|light)(?:er)?"
    r"|be (?:more |less |very )?(?:direct|concise|brief|honest|gentle|formal|blunt|specific|kind)\b"
    r"|(?:no|stop using|do not use|don't use|avoid|without|skip) (?:the )?"
    r"(?:emojis?|bullet points?|jargon|lists|small talk|flattery)"
    r"|(?:answer|speak|write|talk)(?: to me)? in (?:english|german|french|spanish|italian|portuguese|dutch|polish)"
    r"|(?:prefer|like|want) (?:short|long|brief|detailed|direct|honest|simple)(?:er)? "
    r"(?:answers|replies|messages|explanations)"
    r"|don't (?:sugarcoat|lecture|patroni[sz]e)|get (?:straight )?to the point)",
    re.IGNORECASE,
)
_ABOUT_OTHERS = re.compile(r"\b(?:he|she|they|him|her|them|the (?:team|client|kids))\b", re.IGNORECASE)


def sort_known(ground: Ground) -> Mapping[Section, Sequence[ModelItem]]:
    found: dict[Section, list[ModelItem]] = {section: [] for section in SECTIONS}
    for section, known in _sorted(ground):
        is_new = all(item.text.casefold() != known.text.casefold() for item in found[section])
        if known.evidence and is_new and len(found[section]) < MAX_ITEMS:
            found[section].append(ModelItem(known.text, known.evidence, "rules"))
    return found


def requests(ground: Ground) -> list[KnownItem]:
    """What the person asked about how to be spoken to, in their own words; the latest of the same words."""
    found: dict[str, KnownItem] = {}
    for turn in ground.recent:
        for sentence in sentences_of(turn.text):
            asked = _REQUESTS.search(sentence)
            if asked is None or len(sentence) > 160 or _ABOUT_OTHERS.search(sentence[: asked.start()]):
                continue
            words = asked.group(0).casefold()
            found.pop(words, None)
            found[words] = KnownItem(
                f"R{turn.id}", "request", _PERSON, "asked", "", f"Asked: “{sentence}”", 0.7, turn.said_at,
                [Evidence(turn.id, turn.external_id)],
            )  # fmt: skip
    return list(reversed(found.values()))[:MAX_ITEMS]


def _sorted(ground: Ground) -> Iterator[tuple[Section, KnownItem]]:
    told = {fact.subject.casefold() for fact in ground.facts} | {fact.object.casefold() for fact in ground.facts}
    for fact in ground.facts:
        if section := _section_of(fact):
            yield section, fact
    for one in ground.people:
        if one.predicate and one.subject.casefold() not in told:
            yield "relationships", _as_told(one, f"{one.subject} is their {one.predicate.replace('_', ' ')}")
    for loop in ground.loops:
        match loop.kind:
            case "habit":
                yield "patterns", _as_told(loop, f"Habit: {loop.text}")
            case "friction":
                yield "patterns", _as_told(loop, f"Struggles: {loop.text}")
            case "commitment" | "thread" if loop.predicate == "later" or _GOAL.search(loop.text):
                yield "long_term_direction", _as_told(loop, f"Wants to: {loop.text}")
            case "commitment" if _WORK_WORDS.search(loop.text):
                yield "work_context", _as_told(loop, f"Has to: {loop.text}")
    for asked in requests(ground):
        yield "communication_preference", asked
    for fact in ground.facts:
        if _section_of(fact) is None and (section := _section_of_kind(fact)):
            yield section, fact


def _section_of(fact: KnownItem) -> Section | None:
    if fact.subject != _PERSON or fact.predicate in _RELATIVES:
        return "relationships"
    if fact.predicate in _WORK:
        return "work_context"
    if fact.predicate in _DIRECTION or (fact.predicate.startswith("goal") and fact.object):
        return "long_term_direction"
    if fact.predicate in ("preferred_name", "native_language"):
        return "communication_preference"
    if fact.predicate in ("prefers", "likes", "dislikes") and _STYLE.search(fact.object):
        return "communication_preference"
    return None


def _section_of_kind(fact: KnownItem) -> Section | None:
    """What no predicate places: a diet, an illness, a standing statement. By the kind it is most of."""
    kind = next(iter(without_circumstances(fact.kinds)), None)
    return _OF_KIND.get(kind, "patterns") if kind else None


def _as_told(known: KnownItem, text: str) -> KnownItem:
    return KnownItem(
        known.ref, known.kind, known.subject, known.predicate, known.object, text, known.confidence, known.at,
        known.evidence,
    )  # fmt: skip
