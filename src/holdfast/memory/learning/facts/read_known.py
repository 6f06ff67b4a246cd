"""What is held about what is spoken of. Whoever compares with it asks the mark again before anything is written."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from holdfast.core.db import Owner, Tx
from holdfast.memory.learning.facts import store
from holdfast.memory.learning.predicates import subject_key
from holdfast.memory.learning.types import Extraction, FactState

MAX_FACTS_READ = 4_000
FactsMark = tuple[Any, ...]


@dataclass(frozen=True, slots=True)
class KnownFacts:
    facts: Sequence[FactState]
    mark: FactsMark
    """Another one, and they no longer stand so."""


async def read_known(tx: Tx, owner: Owner, extracted: Extraction, *, before: KnownFacts | None = None) -> KnownFacts:
    """Everything about the same subjects, and what the window names by id. What was read `before` and still stands is
    not read again: of somebody who told much it is a lot."""
    # The mark first: whoever commits in between is then seen as a change, never overlooked.
    mark = await store.mark_of(tx, owner)
    if before and before.mark == mark:
        return before
    subjects = sorted({subject_key(fact.subject) for fact in extracted.facts})
    predicates = sorted({fact.predicate for fact in extracted.facts} | _related(extracted))
    named = [int(label[1:]) for fact in extracted.facts for label in fact.rests_on if label.startswith("#")]
    ids = named + [denied.fact_id for denied in extracted.contradictions]
    return KnownFacts(await store.states_about(tx, owner, subjects, predicates, ids, limit=MAX_FACTS_READ), mark)


def _related(extracted: Extraction) -> set[str]:
    """Predicates that say the opposite of what is spoken of."""
    spoken = {fact.predicate for fact in extracted.facts}
    opposite = {f"not_{predicate}" for predicate in spoken} | {predicate.removeprefix("not_") for predicate in spoken}
    return opposite | {
        "likes", "dislikes", "not_partner", "partner", "husband", "wife", "boyfriend", "girlfriend", "spouse",
    }  # fmt: skip
