"""What is known about a person, for the person: list, edit, pin, retire, and how each fact came to be.

Nothing is overwritten. An edit is a new version by the person's own hand, and the old one stays in the history.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime

from holdfast.core.cursor import read_cursor, row_number, write_cursor
from holdfast.core.db import Owner, Tx
from holdfast.core.errors import Conflict, Invalid, NotFound
from holdfast.core.jobs import enqueue
from holdfast.memory.jobs import EMBED, REFRESH
from holdfast.memory.learning import store
from holdfast.memory.learning.facts.store import pin
from holdfast.memory.learning.facts.write_facts import replace_fact, withdraw
from holdfast.memory.learning.guards import MAX_OBJECT_CHARACTERS, MAX_TEXT_CHARACTERS
from holdfast.memory.learning.read_edit import FactEdit, read_edit
from holdfast.memory.learning.types import FactFilter, FactPage
from holdfast.memory.locks import lock_learning
from holdfast.memory.moments import check_moment
from holdfast.memory.parts import MemoryParts
from holdfast.memory.types import Fact

MAX_LISTED = 200


async def list_facts(
    memory: MemoryParts,
    owner: Owner,
    wanted: FactFilter = FactFilter(),
    *,
    cursor: str | None = None,
    limit: int = 50,
) -> FactPage:
    """Newest first."""
    limit = max(1, min(limit, MAX_LISTED))
    check_moment("asOf", wanted.as_of, memory.clock())
    async with memory.db.as_owner(owner) as tx:
        before = read_cursor(cursor, row_number) if cursor else None
        found = await store.facts_of(tx, owner, wanted, before=before, limit=limit + 1)
    has_more = len(found) > limit
    last = found[limit - 1] if has_more else None
    return FactPage(found[:limit], write_cursor(last.learned_at, last.id) if last else None)


async def edit_fact(memory: MemoryParts, owner: Owner, fact_id: int, text: str, *, object_: str | None = None) -> Fact:
    """A new version in the person's words; the old one is retired as edited, and what rests on it is in doubt."""
    text = _checked(text, MAX_TEXT_CHARACTERS)
    object_ = None if object_ is None else _checked(object_, MAX_OBJECT_CHARACTERS)
    async with memory.db.as_owner(owner) as tx:
        await lock_learning(tx, owner)
        old = await _get(tx, owner, fact_id)
        if old.retired_at is not None:
            raise Conflict("This version was replaced; edit the newest one.", code="fact_retired")
        if old.text == text and object_ in (None, old.object):
            return old
        now = max(memory.clock(), old.learned_at)
        new = await replace_fact(tx, owner, old, _edited(old, text, object_, now))
        await enqueue(tx, EMBED, {}, dedupe_key="all")
        await enqueue(tx, REFRESH, {}, dedupe_key="all")
        return await _get(tx, owner, new)


async def pin_fact(memory: MemoryParts, owner: Owner, fact_id: int, *, is_pinned: bool = True) -> Fact:
    async with memory.db.as_owner(owner) as tx:
        await lock_learning(tx, owner)
        await _get(tx, owner, fact_id)
        await pin(tx, owner, fact_id, is_pinned=is_pinned)
        return await _get(tx, owner, fact_id)


async def retire_fact(memory: MemoryParts, owner: Owner, fact_id: int) -> Fact:
    """Withdrawn: not believed from now on. To have it gone altogether is `forget`."""
    async with memory.db.as_owner(owner) as tx:
        await lock_learning(tx, owner)
        fact = await _get(tx, owner, fact_id)
        if fact.retired_at is None:
            await withdraw(tx, owner, fact_id, at=max(memory.clock(), fact.learned_at))
            await enqueue(tx, REFRESH, {}, dedupe_key="all")
        return await _get(tx, owner, fact_id)


async def fact_history(memory: MemoryParts, owner: Owner, fact_id: int) -> Sequence[Fact]:
    """Every version of it, oldest first, with why each ended and the turns it came from."""
    async with memory.db.as_owner(owner) as tx:
        fact = await _get(tx, owner, fact_id)
        return await store.versions_of(tx, owner, fact.lineage or fact.id)


async def _get(tx: Tx, owner: Owner, fact_id: int) -> Fact:
    fact = await store.find_fact(tx, owner, fact_id) if 0 < fact_id < 2**63 else None
    if fact is None:
        raise NotFound("There is no such fact.", code="unknown_fact")
    return fact


def _edited(old: Fact, text: str, object_: str | None, now: datetime) -> Fact:
    read = FactEdit(old.predicate, object_) if object_ else read_edit(old, text, now)
    return replace(
        old,
        predicate=read.predicate,
        object=read.object,
        text=text,
        confidence=0.99,
        source="person",
        learned_at=now,
        times_reinforced=0,
        reinforced_at=None,
        is_doubtful=False,
    )


def _checked(text: str, longest: int) -> str:
    text = " ".join(text.split())
    if not text or len(text) > longest or "\0" in text:
        raise Invalid(f"The text must say something, in at most {longest} characters.", code="bad_text")
    return text
