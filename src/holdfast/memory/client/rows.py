"""Rows that came over the wire, read with suspicion: each reader raises on a row that lacks what it must hold."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from typing import Any, TypeVar, get_args
from uuid import UUID

from holdfast.core.ids import ReceiptId, SessionRow
from holdfast.memory.forget.types import Receipt
from holdfast.memory.loops.types import LoopChange
from holdfast.memory.types import (
    Entity,
    Episode,
    Evidence,
    Fact,
    LearnedFrom,
    Loop,
    LoopKind,
    LoopStatus,
    RecalledEpisode,
    RecalledFact,
    SpeakerRole,
    TimeHorizon,
)

T = TypeVar("T")
Row = Mapping[str, Any]


def sound(found: Row, name: str, read: Callable[[Row], T]) -> Sequence[T]:
    """Those rows of an answer that can be read; the others are dropped."""
    rows, kept = found.get(name), []
    for row in rows if isinstance(rows, list) else ():
        try:
            kept.append(read(row))
        except (KeyError, TypeError, ValueError, AttributeError):
            continue
    return kept


def text(found: Row, name: str) -> str:
    value = found.get(name)
    return value if isinstance(value, str) else ""


def statements(found: Row) -> Sequence[str]:
    """Facts that came as bare text, or as an object that holds little more: nothing is made up to complete them."""
    rows = found.get("facts")
    said = [
        row.get("text") if isinstance(row, dict) and "id" not in row else row
        for row in (rows if isinstance(rows, list) else ())
    ]
    return [text for text in said if isinstance(text, str) and text.strip()]


def receipt(row: Row) -> Receipt:
    return Receipt(
        id=ReceiptId(UUID(row["id"])),
        made_at=_time(row["madeAt"]),
        body=dict(row["body"]),
        signature=bytes.fromhex(row["signature"]),
        is_imported=bool(row.get("isImported")),
    )


def recalled_fact(row: Row) -> RecalledFact:
    return RecalledFact(fact(row), float(row["score"]), is_needed=row.get("isNeeded") is True)


def recalled_episode(row: Row) -> RecalledEpisode:
    return RecalledEpisode(episode(row), float(row["score"]))


def fact(row: Row) -> Fact:
    superseded_by = row.get("supersededBy")
    return Fact(
        id=int(row["id"]),
        subject=row["subject"],
        predicate=row["predicate"],
        object=row["object"],
        text=row["text"],
        confidence=float(row["confidence"]),
        source=_one_of(LearnedFrom, row["source"]),
        learned_at=_time(row["learnedAt"]),
        valid_from=_maybe(row.get("validFrom")),
        valid_to=_maybe(row.get("validTo")),
        retired_at=_maybe(row.get("retiredAt")),
        retired_because=row.get("retiredBecause"),
        superseded_by=None if superseded_by is None else int(superseded_by),
        is_pinned=bool(row.get("isPinned")),
        is_doubtful=bool(row.get("isDoubtful")),
        evidence=_evidence(row),
        kinds=dict.fromkeys((kind for kind in row.get("kinds") or () if isinstance(kind, str)), 1.0),
    )


def episode(row: Row) -> Episode:
    return Episode(
        id=int(row["id"]),
        session_row=SessionRow(0),
        session_id=row["sessionId"],
        seq=0,
        role=_one_of(SpeakerRole, row["role"]),
        text=row["text"],
        said_at=_time(row["timestamp"]),
        external_id=row.get("externalId"),
        name=row.get("name"),
    )


def entity(row: Row) -> Entity:
    return Entity(
        id=int(row["id"]),
        name=row["name"],
        kind=row["kind"],
        relation=row.get("relation"),
        mentions=int(row["mentions"]),
        last_at=_time(row["lastMentionedAt"]),
    )


def loop(row: Row) -> Loop:
    return Loop(
        id=int(row["id"]),
        kind=_one_of(LoopKind, row["kind"]),
        status=_one_of(LoopStatus, row["status"]),
        text=row["text"],
        confidence=float(row["confidence"]),
        salience=float(row["salience"]),
        time_horizon=_one_of(TimeHorizon, row["timeHorizon"]),
        source=_one_of(LearnedFrom, row["source"]),
        opened_at=_time(row["openedAt"]),
        due_at=_maybe(row.get("dueAt")),
        snoozed_until=_maybe(row.get("snoozedUntil")),
        closed_at=_maybe(row.get("closedAt")),
        closed_because=row.get("closedBecause"),
        evidence=_evidence(row),
    )


def loop_change(change: LoopChange) -> Row:
    """As the route takes it: what is left out stays, null empties."""
    fields = {
        "status": change.status,
        "text": change.text,
        "dueAt": change.due_at.isoformat() if change.due_at else None,
        "snoozedUntil": change.snoozed_until.isoformat() if change.snoozed_until else None,
    }
    emptied = {name: None for name, field in (("dueAt", "due_at"), ("snoozedUntil", "snoozed_until"))
               if field in change.clear}  # fmt: skip
    return {name: value for name, value in fields.items() if value is not None} | emptied


def _one_of(kinds: Any, value: Any) -> Any:
    if value not in get_args(kinds):
        raise ValueError(value)
    return value


def _time(value: Any) -> datetime:
    return datetime.fromisoformat(value)


def _maybe(value: Any) -> datetime | None:
    return None if value is None else _time(value)


def _evidence(row: Row) -> list[Evidence]:
    return [Evidence(int(item["episodeId"]), item.get("externalId")) for item in row.get("evidence") or ()]
