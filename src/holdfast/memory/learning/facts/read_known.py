"""What is held about what is spoken of. Whoever compares with it asks the mark again before anything is written."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from holdfast.core.db import Owner, Tx
from holdfast.memory.learning.facts import store
from holdfast.memory.learning.predicates import subject_key
from holdfast.memory.learning.types import Extracted, FactState

MOST_FACTS_READ = 4_000
Mark = tuple[Any, ...]


async def read_known(tx: Tx, owner: Owner, extracted: Extracted) -> tuple[Sequence[FactState], Mark]:
    """Everything about the same subjects, and what the window names by id."""
    subjects = sorted({subject_key(fact.subject) for fact in extracted.facts})
    predicates = sorted({fact.predicate for fact in extracted.facts} | _related(extracted))
    named = [int(label[1:]) for fact in extracted.facts for label in fact.rests_on if label.startswith("#")]
    ids = named + [denied.fact_id for denied in extracted.contradictions]
    # The mark first: whoever commits in between is then seen as a change, never overlooked.
    mark = await store.mark_of(tx, owner)
    return await store.states_about(tx, owner, subjects, predicates, ids, limit=MOST_FACTS_READ), mark


def _related(extracted: Extracted) -> set[str]:
    """Predicates that say the opposite of what is spoken of."""
    spoken = {fact.predicate for fact in extracted.facts}
    opposite = {f"not_{predicate}" for predicate in spoken} | {predicate.removeprefix("not_") for predicate in spoken}
    return opposite | {
        "likes", "dislikes", "not_partner", "partner", "husband", "wife", "boyfriend", "girlfriend", "spouse",
    }  # fmt: skip
