"""Vectors that an operator keeps in the hosted index: sent there when a document is read, asked there for an answer,
erased there when their passages are gone.

Words, texts and rights stay in Postgres. The index answers with numbers of passages, and what a number stands for is
read here as whoever asks: one that is not theirs, or not of the space that was asked, is nothing.
"""

from __future__ import annotations

import asyncio
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import groupby

from holdfast.core.ask_within import Missing, ask_within
from holdfast.core.config import Settings, UpstashSettings
from holdfast.core.db import Db
from holdfast.core.errors import Setup
from holdfast.core.ids import DocumentId, UserId
from holdfast.knowledge import hosted_store, spaces_store, vectors_store
from holdfast.knowledge.registry import (
    HERE,
    RULES,
    Assignment,
    Assignments,
    Fallback,
    HostedIndex,
    NamespaceName,
    rule_of,
)
from holdfast.knowledge.types import Space, TextToIndex
from holdfast.knowledge.upstash import Upstash

ASK_SECONDS = 1.5
BATCH = 100
_ERASED_AT_ONCE = 1_000
_FALLBACKS: Mapping[str, Fallback] = {"": "none", "none": "none", "postgres": "postgres"}


@dataclass(frozen=True, slots=True)
class HostedAnswer:
    """What the hosted index said of a question."""

    nearest: Mapping[int, float] = field(default_factory=dict)
    spaces: frozenset[int] = frozenset()
    """That need not be asked here any more."""
    missing: Sequence[str] = ()


@dataclass(frozen=True, slots=True)
class HostedVectors:
    """Build with `open_hosted`."""

    indexes: Mapping[HostedIndex, Upstash] = field(default_factory=dict)
    assigned: Assignments = field(default_factory=dict)

    def assignment_of(self, space: Space) -> Assignment:
        return self.assigned.get(rule_of(space.kind, space.namespace).name, HERE)

    async def send(self, db: Db, acting: UserId, embedder: str, space: Space, document: TextToIndex) -> None:
        """All vectors of a reading that is done; where nobody is asked in its place, none of them stays here."""
        where, index = self.assignment_of(space), rule_of(space.kind, space.namespace).index
        if where.backend != "upstash" or index is None:
            return
        told = {"document": str(document.document_id), "embedder": embedder}
        after = 0
        while True:
            async with db.as_user(acting) as tx:
                batch = await hosted_store.read_vectors(
                    tx, document.document_id, document.reading, embedder, after=after, most=BATCH
                )
            if not batch:
                return
            ids = [one.passage_id for one in batch]
            async with db.as_user(acting) as tx:
                # Before it is there: what is noted and is not there is erased all the same.
                await hosted_store.note_hosted(tx, ids, index, space.namespace)
            vectors = [{"id": str(one.passage_id), "vector": one.vector, "metadata": told} for one in batch]
            await self.indexes[index].upsert(_wire_name(space.namespace, index), vectors)
            if not where.keeps_here:
                async with db.as_user(acting) as tx:
                    await spaces_store.lock_spaces(tx, document.space_id)
                    await vectors_store.drop_vectors(tx, ids, embedder)
            after = ids[-1]

    async def ask(
        self,
        spaces: Mapping[int, Space],
        embedder: str,
        vector: Sequence[float],
        documents: Collection[DocumentId] | None,
        *,
        most: int,
    ) -> HostedAnswer:
        """All that are kept there, at once."""
        kept = {number: space for number, space in spaces.items() if self.assignment_of(space).backend == "upstash"}
        if not kept:
            return HostedAnswer()
        only = {"embedder": [embedder]} | ({} if documents is None else {"document": [str(one) for one in documents]})
        answers = await asyncio.gather(*(self._ask(space, vector, only, most) for space in kept.values()))
        answered = {number for number, one in zip(kept, answers, strict=True) if not isinstance(one, Missing)}
        lost = [space for number, space in kept.items() if number not in answered]
        is_missing = any(not self.assignment_of(space).keeps_here for space in lost)
        nearest = {int(key): near for one in answers if not isinstance(one, Missing) for key, near in one.items()}
        return HostedAnswer(nearest, frozenset(answered), ("upstash",) if is_missing else ())

    async def erase_gone(self, db: Db) -> None:
        """Of passages that are gone, the vectors; a portion at a time."""
        gone = await hosted_store.read_gone(db, most=_ERASED_AT_ONCE) if self.indexes else ()
        ordered = sorted(gone, key=lambda one: (one.hosted_in, one.namespace))
        for (index, namespace), some in groupby(ordered, key=lambda one: (one.hosted_in, one.namespace)):
            ids = [one.passage_id for one in some]
            if index in self.indexes:
                await self.indexes[index].delete(_wire_name(namespace, index), [str(one) for one in ids])
                await hosted_store.drop_gone(db, ids)

    async def count(self) -> int:
        return sum(await asyncio.gather(*(index.count() for index in self.indexes.values())))

    async def aclose(self) -> None:
        for index in self.indexes.values():
            await index.aclose()

    async def _ask(
        self, space: Space, vector: Sequence[float], only: Mapping[str, Collection[str]], most: int
    ) -> Mapping[str, float] | Missing:
        index = rule_of(space.kind, space.namespace).index
        assert index is not None  # `open_hosted` refuses to assign what has none
        asked = self.indexes[index].query(_wire_name(space.namespace, index), vector, most=most, where=only)
        return await ask_within("upstash", asked, ASK_SECONDS)


def _wire_name(namespace: str, index: HostedIndex) -> str:
    """What everybody may read is alone in its index, in the namespace that has no name."""
    return "" if index == "general" else namespace


def open_hosted(settings: Settings) -> HostedVectors:
    given = settings.upstash
    assigned = dict(_read(entry) for entry in given.namespaces)
    indexes: dict[HostedIndex, Upstash] = {}
    for index in {rule.index for name, rule in RULES.items() if name in assigned and rule.index}:
        url, token = _place(given, index)
        if not url or not token:
            prefix = "HOLDFAST_UPSTASH" if index == "people" else "HOLDFAST_UPSTASH_GENERAL"
            raise Setup(f"HOLDFAST_UPSTASH_NAMESPACES needs {prefix}_URL and {prefix}_TOKEN.")
        indexes[index] = Upstash(url, token)
    return HostedVectors(indexes, assigned)


def _place(given: UpstashSettings, index: HostedIndex) -> tuple[str | None, str | None]:
    url, token = (given.url, given.token) if index == "people" else (given.general_url, given.general_token)
    return url, token.get_secret_value() if token else None


def _read(entry: str) -> tuple[NamespaceName, Assignment]:
    """`name`, or `name:fallback`."""
    name, _, fallback = entry.strip().partition(":")
    rule = next((rule for rule in RULES.values() if rule.name == name and rule.index), None)
    if rule is None or fallback not in _FALLBACKS:
        known = ", ".join(sorted(one.name for one in RULES.values() if one.index))
        raise Setup(
            f"HOLDFAST_UPSTASH_NAMESPACES holds {entry!r}; each entry is one of {known}, or one of them with :postgres."
        )
    return rule.name, Assignment("upstash", _FALLBACKS[fallback])
