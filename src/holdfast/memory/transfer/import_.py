"""Everything of one owner, in: ids given anew, evidence kept, all of it or nothing.

Only into an owner without memories, so that nothing is mixed. A bad line is named by its number, never quoted. Words
are indexed here, vectors follow by a job. Receipts come along as history: they speak of rows of another database.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import asyncpg
import orjson
from pydantic import ValidationError

from holdfast.core.clock import find_zone
from holdfast.core.db import Owner, Tx
from holdfast.core.errors import Conflict, Invalid
from holdfast.core.jobs import enqueue
from holdfast.memory.forget import store as forget_store
from holdfast.memory.intake import sessions_store
from holdfast.memory.intake import store as turns_store
from holdfast.memory.intake.check import check_owner
from holdfast.memory.jobs import DRAIN, EMBED, LEARN
from holdfast.memory.learning import store as learning_store
from holdfast.memory.learning.facts import store as facts_store
from holdfast.memory.learning.naming import store as entities_store
from holdfast.memory.locks import lock_owner
from holdfast.memory.loops import store as loops_store
from holdfast.memory.outbox import store as outbox_store
from holdfast.memory.parts import MemoryParts
from holdfast.memory.people import store as people_store
from holdfast.memory.profile import store as profile_store
from holdfast.memory.summaries import store as summaries_store
from holdfast.memory.transfer import store
from holdfast.memory.transfer.lines import (
    KINDS,
    EdgeLine,
    EndLine,
    EntityLine,
    ExportLine,
    FactLine,
    HeaderLine,
    LoopLine,
    PersonLine,
    ReceiptLine,
    SessionLine,
    SummaryLine,
    TurnLine,
)

_RESTORE = {
    "session": sessions_store.restore_sessions,
    "turn": turns_store.restore_episodes,
    "fact": facts_store.restore_facts,
    "entity": entities_store.restore_entities,
    "edge": entities_store.restore_edges,
    "loop": loops_store.restore_loops,
    "model_item": profile_store.restore_items,
    "day": profile_store.restore_analyses,
    "summary": summaries_store.restore_summaries,
    "count": learning_store.restore_counts,
}
"""Rows of one kind, in order, written by the store that owns them; their new ids in the same order."""
MAX_LINE_BYTES = 4_000_000
_BATCH = 500


@dataclass
class ImportedIds:
    """Old ids → new ones, as far as the file has been read."""

    sessions: dict[int, int] = field(default_factory=dict)
    turns: dict[int, int] = field(default_factory=dict)
    facts: dict[int, int] = field(default_factory=dict)
    entities: dict[int, int] = field(default_factory=dict)
    ties: list[tuple[int, FactLine, int]] = field(default_factory=list)
    """(new id, the fact, its line's number): versions refer to each other, so they are tied when all are there."""


class BadLine(Invalid):
    code = "bad_line"

    def __init__(self, number: int, reason: str) -> None:
        super().__init__(f"Line {number} {reason}; nothing was imported.", details={"line": number})


async def import_owner(memory: MemoryParts, owner: Owner, lines: AsyncIterator[bytes]) -> Mapping[str, int]:
    """`lines`: the file in chunks of any size. How many of each kind came in."""
    check_owner(owner)
    counts: dict[str, int] = {}
    async with memory.db.as_owner(owner) as tx:
        await lock_owner(tx, owner)
        if await store.has_memories(tx, owner):
            raise Conflict("Somebody with memories cannot import others; forget everything first.", code="not_empty")
        places = ImportedIds()
        async for kind, batch in _batches(lines):
            counts[kind] = counts.get(kind, 0) + len(batch)
            try:
                await _add(tx, owner, kind, batch, places)
            except (asyncpg.IntegrityConstraintViolationError, asyncpg.DataError, asyncpg.ProgramLimitExceededError):
                raise BadLine(batch[0][0], "or one of those after it contradicts another or is too long") from None
        if await store.has_turns_to_come(tx, owner):
            raise Invalid("A session holds a turn beyond its last; nothing was imported.", code="bad_line")
        await _tie_facts(tx, owner, places)
        await outbox_store.restore_outbox(tx, owner, memory.clock())
        for row in await sessions_store.sessions_to_learn(tx, owner):
            await enqueue(tx, LEARN, {"session": row}, dedupe_key=str(row))
        for session in places.sessions.values():
            await enqueue(tx, DRAIN, {"session": session}, dedupe_key=str(session))
        await enqueue(tx, EMBED, {}, dedupe_key="all")
    return counts


Numbered = Sequence[tuple[int, ExportLine]]


async def _batches(chunks: AsyncIterator[bytes]) -> AsyncIterator[tuple[str, Numbered]]:
    """Lines of one kind at a time; the header and the end are checked on the way."""
    kind, batch, number, has_ended = "", list[tuple[int, ExportLine]](), 0, False
    order = list(KINDS)
    async for number, raw in _numbered(chunks):
        if has_ended:
            raise BadLine(number, "comes after the end")
        value = _read(number, raw)
        if number == 1:
            _checked(HeaderLine, number, value)
            continue
        if value.get("line") == "end":
            if _checked(EndLine, number, value).lines != number - 1:
                raise BadLine(number, "counts other lines than there are")
            has_ended = True
            continue
        line = _checked(KINDS.get(str(value.get("line"))), number, value)
        if line.line != kind or len(batch) == _BATCH:
            if kind and order.index(line.line) < order.index(kind):
                raise BadLine(number, "is out of order")
            if batch:
                yield kind, batch
            kind, batch = line.line, []
        batch.append((number, line))
    if batch:
        yield kind, batch
    if not has_ended:
        raise BadLine(number + 1, "is missing: the file was cut off")


async def _numbered(chunks: AsyncIterator[bytes]) -> AsyncIterator[tuple[int, bytes]]:
    rest, number = b"", 0
    async for chunk in chunks:
        *whole, rest = (rest + chunk).split(b"\n")
        for raw in whole:
            number += 1
            yield number, raw
        if len(rest) > MAX_LINE_BYTES:
            raise BadLine(number + 1, "is too long")
    if rest.strip():
        yield number + 1, rest


def _read(number: int, raw: bytes) -> dict[str, Any]:
    try:
        value = orjson.loads(raw)
    except orjson.JSONDecodeError:
        raise BadLine(number, "is no JSON") from None
    if not isinstance(value, dict):
        raise BadLine(number, "is no object")
    return value


def _checked(shape: Any, number: int, value: Mapping[str, Any]) -> Any:
    if shape is None:
        raise BadLine(number, "is of no kind we know")
    try:
        return shape.model_validate(value)
    except ValidationError as error:
        where = ".".join(str(step) for step in error.errors(include_input=False, include_url=False)[0]["loc"])
        raise BadLine(number, f"is wrong at {where[:100]}" if where and where.isascii() else "is wrong") from None


async def _add(tx: Tx, owner: Owner, kind: str, batch: Numbered, places: ImportedIds) -> None:
    if kind == "person":
        for number, line in batch:
            assert isinstance(line, PersonLine)
            await people_store.restore_person(tx, owner, _person(number, line, places))
        return
    if kind == "receipt":
        await forget_store.restore_receipts(
            tx, owner, [line.model_dump(mode="json") for _, line in batch if isinstance(line, ReceiptLine)]
        )
        return
    new_ids = await _RESTORE[kind](tx, owner, [_row(number, line, places) for number, line in batch])
    for new_id, (number, line) in zip(new_ids, batch, strict=bool(new_ids)):
        match line:
            case SessionLine():
                places.sessions[line.id] = new_id
            case TurnLine():
                places.turns[line.id] = new_id
            case FactLine():
                places.facts[line.id] = new_id
                places.ties.append((new_id, line, number))
            case EntityLine():
                places.entities[line.id] = new_id
    await _add_beside(tx, owner, kind, batch, new_ids, places)


async def _add_beside(
    tx: Tx, owner: Owner, kind: str, batch: Numbered, new_ids: Sequence[int], places: ImportedIds
) -> None:
    """The turns that facts, entities and loops rest on."""
    found = list(zip(new_ids, batch, strict=bool(new_ids)))
    if kind == "fact":
        pairs = [
            (new_id, _place(number, places.turns, turn))
            for new_id, (number, line) in found
            if isinstance(line, FactLine)
            for turn in line.evidence
        ]
        await facts_store.add_evidence(tx, owner, pairs)
    elif kind == "entity":
        pairs = [
            (new_id, _place(number, places.turns, turn))
            for new_id, (number, line) in found
            if isinstance(line, EntityLine)
            for turn in line.mentioned_in
        ]
        await entities_store.restore_mentions(tx, owner, pairs)
    elif kind == "loop":
        triples = [
            (new_id, _place(number, places.turns, turn), what)
            for new_id, (number, line) in found
            if isinstance(line, LoopLine)
            for turn, what in line.evidence
        ]
        await loops_store.add_evidence(tx, owner, triples)


def _row(number: int, line: ExportLine, places: ImportedIds) -> Mapping[str, Any]:
    row = line.model_dump(mode="json")
    if isinstance(line, TurnLine | SummaryLine):
        row["session"] = _place(number, places.sessions, line.session)
    if isinstance(line, SummaryLine):
        row["name"] = f"session:{row['session']}:{line.stretch}"
    if isinstance(line, EdgeLine):
        row["from_entity"] = _place(number, places.entities, line.from_entity)
        row["to_entity"] = _place(number, places.entities, line.to_entity)
        row["fact_id"] = _place(number, places.facts, line.fact_id)
    if line.line in ("model_item", "day"):
        row["evidence"] = [places.turns[turn] for turn in row["evidence"] if turn in places.turns]
    return row


def _person(number: int, line: PersonLine, places: ImportedIds) -> Mapping[str, Any]:
    row = line.model_dump(mode="json")
    # Kept, a name that only another machine knows would stand before what the person told.
    row["clock_zone"] = line.clock_zone if find_zone(line.clock_zone) else None
    for item in row["identity"]:
        item["evidence"] = [
            [places.turns[turn], external] for turn, external in item["evidence"] if turn in places.turns
        ]
    return row


async def _tie_facts(tx: Tx, owner: Owner, places: ImportedIds) -> None:
    def fact(number: int, old: int | None) -> int | None:
        return None if old is None else _place(number, places.facts, old)

    ties = [(new, fact(number, line.lineage), fact(number, line.superseded_by)) for new, line, number in places.ties]
    grounds = [(new, _place(number, places.facts, old)) for new, line, number in places.ties for old in line.grounds]
    await facts_store.tie_facts(tx, owner, ties)
    await facts_store.add_grounds(tx, owner, grounds)


def _place(number: int, places: Mapping[int, int], old: int) -> int:
    if old not in places:
        raise BadLine(number, "refers to a line that is not there")
    return places[old]
