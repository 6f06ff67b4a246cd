"""Another installation's memory over HTTP, with the service key. Its answers are read with suspicion.

A row that lacks what it must hold is dropped; an answer that is no answer at all is `MemoryUnavailable`, and whoever
asked goes on without.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from typing import Any, TypeVar, get_args

import httpx2
import orjson

from holdfast.core.db import Owner
from holdfast.core.http import operator_client
from holdfast.memory.client.types import MemoryUnavailable
from holdfast.memory.types import (
    Entity,
    Episode,
    Evidence,
    Fact,
    Ingested,
    Loop,
    LoopKind,
    LoopStatus,
    Recalled,
    RecalledEpisode,
    RecalledFact,
    Role,
    Said,
    Source,
    TimeHorizon,
)

T = TypeVar("T")
Row = Mapping[str, Any]


class RemoteMemory:
    def __init__(self, url: str, service_key: str, *, timeout_seconds: float = 30.0) -> None:
        self._http = operator_client(
            base_url=url.rstrip("/"), headers={"x-api-key": service_key}, timeout=httpx2.Timeout(timeout_seconds)
        )

    async def ingest(self, owner: Owner, said: Said, *, session_id: str, persona_id: str | None = None) -> Ingested:
        body = {
            "sessionId": session_id,
            "personaId": persona_id,
            "role": said.role,
            "name": said.name,
            "text": said.text,
            "timestamp": said.said_at.isoformat(),
            "externalId": said.external_id,
        }
        taken = await self._post("/ingest", owner, body)
        try:
            return Ingested(taken["sessionId"], int(taken["bufferSize"]), int(taken["evicted"]))
        except (KeyError, TypeError, ValueError):
            raise _no_answer() from None

    async def close_session(self, owner: Owner, session_id: str) -> bool:
        return bool((await self._post("/session/close", owner, {"sessionId": session_id})).get("closed"))

    async def recall(
        self,
        owner: Owner,
        query: str,
        *,
        limit: int = 10,
        now: datetime | None = None,
        as_of: datetime | None = None,
        persona_id: str | None = None,
    ) -> Recalled:
        body = {"query": query, "limit": limit, "includeContext": False, "personaId": persona_id}
        times = {"now": now.isoformat() if now else None, "asOf": as_of.isoformat() if as_of else None}
        found = await self._post("/memory/query", owner, {**body, **times})
        return Recalled(
            facts=[RecalledFact(_fact(row), float(row["score"])) for row in _sound(found, "facts", _fact)],
            episodes=[
                RecalledEpisode(_episode(row), float(row["score"])) for row in _sound(found, "episodes", _episode)
            ],
            entities=[_entity(row) for row in _sound(found, "entities", _entity, scored=False)],
            ms=float((found.get("timing") or {}).get("ms") or 0.0),
        )

    async def loops(
        self, owner: Owner, *, status: LoopStatus | None = None, persona_id: str | None = None
    ) -> Sequence[Loop]:
        found = await self._post("/memory/loops", owner, {"status": status, "personaId": persona_id})
        return [_loop(row) for row in _sound(found, "loops", _loop, scored=False)]

    async def _post(self, path: str, owner: Owner, body: Mapping[str, Any]) -> dict[str, Any]:
        whose = {"tenantId": owner.tenant_id, "userId": owner.user_id}
        content = orjson.dumps({**whose, **{name: value for name, value in body.items() if value is not None}})
        try:
            response = await self._http.post(path, content=content, headers={"content-type": "application/json"})
            answer = orjson.loads(response.content) if response.is_success else None
        except (httpx2.HTTPError, orjson.JSONDecodeError):
            raise _no_answer() from None
        if not isinstance(answer, dict):
            raise _no_answer()
        return answer

    async def aclose(self) -> None:
        await self._http.aclose()


def _no_answer() -> MemoryUnavailable:
    return MemoryUnavailable("The memory service is not answering; try again in a moment.", retry_after_seconds=5)


def _sound(found: Row, name: str, read: Any, *, scored: bool = True) -> Iterator[Row]:
    rows = found.get(name)
    for row in rows if isinstance(rows, list) else ():
        try:
            read(row)
            if scored:
                float(row["score"])
        except (KeyError, TypeError, ValueError, AttributeError):
            continue
        yield row


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


def _fact(row: Row) -> Fact:
    return Fact(
        id=int(row["id"]),
        subject=row["subject"],
        predicate=row["predicate"],
        object=row["object"],
        text=row["text"],
        confidence=float(row["confidence"]),
        source=_one_of(Source, row["source"]),
        learned_at=_time(row["learnedAt"]),
        valid_from=_maybe(row.get("validFrom")),
        valid_to=_maybe(row.get("validTo")),
        retired_at=_maybe(row.get("retiredAt")),
        retired_because=row.get("retiredBecause"),
        is_pinned=bool(row.get("isPinned")),
        is_doubtful=bool(row.get("isDoubtful")),
        evidence=_evidence(row),
    )


def _episode(row: Row) -> Episode:
    return Episode(
        id=int(row["id"]),
        session=0,
        session_id=row["sessionId"],
        seq=0,
        role=_one_of(Role, row["role"]),
        text=row["text"],
        said_at=_time(row["timestamp"]),
        external_id=row.get("externalId"),
        name=row.get("name"),
    )


def _entity(row: Row) -> Entity:
    return Entity(
        id=int(row["id"]),
        name=row["name"],
        kind=row["kind"],
        relation=row.get("relation"),
        mentions=int(row["mentions"]),
        last_at=_time(row["lastMentionedAt"]),
    )


def _loop(row: Row) -> Loop:
    return Loop(
        id=int(row["id"]),
        kind=_one_of(LoopKind, row["kind"]),
        status=_one_of(LoopStatus, row["status"]),
        text=row["text"],
        confidence=float(row["confidence"]),
        salience=float(row["salience"]),
        time_horizon=_one_of(TimeHorizon, row["timeHorizon"]),
        source=_one_of(Source, row["source"]),
        opened_at=_time(row["openedAt"]),
        due_at=_maybe(row.get("dueAt")),
        snoozed_until=_maybe(row.get("snoozedUntil")),
        closed_at=_maybe(row.get("closedAt")),
        closed_because=row.get("closedBecause"),
        evidence=_evidence(row),
    )
