"""The older runtime's entity cards: whom or what a message names, with what is known of them in one line. Pure."""

from __future__ import annotations

from collections.abc import Sequence

from holdfast.memory.types import Entity, Fact
from holdfast.turn.context.legacy import LegacyLine
from holdfast.turn.types import Source

MAX_CARDS = 3
MAX_ON_A_CARD = 4
MAX_FOUND = 5
"""What was found besides, a line each."""


def relevant_lines(entities: Sequence[Entity], facts: Sequence[Fact]) -> Sequence[LegacyLine]:
    """Cards first, then the rest of what was found; each fact once. `facts`: the best first."""
    cards: list[LegacyLine] = []
    told: set[int] = set()
    for entity in entities:
        linked = [fact for fact in facts if fact.id not in told and _is_about(entity, fact)][:MAX_ON_A_CARD]
        if linked and entity.relation != "self" and len(cards) < MAX_CARDS:
            cards.append(_card(entity, linked))
            told |= {fact.id for fact in linked}
    rest = [fact for fact in facts if fact.id not in told][:MAX_FOUND]
    return [*cards, *(LegacyLine(fact.text, Source("fact", str(fact.id))) for fact in rest)]


def _is_about(entity: Entity, fact: Fact) -> bool:
    name = entity.name.casefold()
    return name in (fact.subject.casefold(), fact.object.casefold())


def _card(entity: Entity, facts: Sequence[Fact]) -> LegacyLine:
    name = f"{entity.name} ({entity.relation})" if entity.relation else entity.name
    first, *more = [Source("fact", str(fact.id)) for fact in facts]
    return LegacyLine(f"{name}: {'; '.join(fact.text.rstrip('.') for fact in facts)}", first, more=more)
