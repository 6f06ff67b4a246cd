"""Another installation's memory over HTTP, with the service key. Its answers are read with suspicion.

A row that lacks what it must hold is dropped; an answer that is no answer at all is `MemoryUnavailable`, and whoever
asked goes on without.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from datetime import date, datetime
from typing import Any

import httpx2
import orjson

from holdfast.core.db import Owner
from holdfast.core.errors import Conflict, Invalid, NotFound, TooLarge
from holdfast.core.http import operator_client
from holdfast.core.ids import ReceiptId, new_id
from holdfast.memory.brief.types import Summaries
from holdfast.memory.client import rows
from holdfast.memory.client.types import MemoryUnavailable, Wire
from holdfast.memory.forget.remote import wish_of
from holdfast.memory.forget.types import ForgetWish, Receipt
from holdfast.memory.loops.types import LoopChange, NewLoop
from holdfast.memory.profile.types import AboutAndPins
from holdfast.memory.types import (
    BriefQuery,
    CarriedVector,
    IncomingTurn,
    IngestResult,
    Loop,
    LoopStatus,
    Recalled,
    RecallQuery,
)


class RemoteMemory:
    def __init__(self, url: str, service_key: str, *, timeout_seconds: float = 30.0) -> None:
        self._http = operator_client(
            base_url=url.rstrip("/"), headers={"x-api-key": service_key}, timeout=httpx2.Timeout(timeout_seconds)
        )

    async def ingest(
        self,
        owner: Owner,
        said: IncomingTurn,
        *,
        session_id: str,
        persona_id: str | None = None,
        timezone: str | None = None,
    ) -> IngestResult:
        body = {
            "sessionId": session_id,
            "personaId": persona_id,
            "timeZone": timezone,
            **_line(said),
        }
        taken = await self._post("/ingest", owner, body)
        try:
            return IngestResult(taken["sessionId"], int(taken["bufferSize"]), int(taken["evicted"]))
        except (KeyError, TypeError, ValueError):
            raise _no_answer() from None

    async def close_session(self, owner: Owner, session_id: str) -> bool:
        return bool((await self._post("/session/close", owner, {"sessionId": session_id})).get("closed"))

    async def recall(self, owner: Owner, query: RecallQuery) -> Recalled:
        body = {
            "query": query.text,
            "limit": query.limit,
            "includeContext": query.include_context,
            "personaId": query.persona_id,
            "now": query.now.isoformat() if query.now else None,
            "asOf": query.as_of.isoformat() if query.as_of else None,
        }
        found = await self._post("/memory/query", owner, body)
        return Recalled(
            facts=rows.sound(found, "facts", rows.recalled_fact),
            episodes=rows.sound(found, "episodes", rows.recalled_episode),
            entities=rows.sound(found, "entities", rows.entity),
            ms=_ms(found),
            statements=rows.statements(found),
            needs_nothing=found.get("needsNothing") is True,
        )

    def carried(self, text: str, *, made_of: str) -> CarriedVector | None:
        """None: the service has an embedder of its own, and its contract has no place for a vector."""
        return None

    async def note_recalled(self, owner: Owner, texts: Sequence[str]) -> None:
        """The service noted it when it was asked."""

    async def loops(
        self, owner: Owner, *, status: LoopStatus | None = None, persona_id: str | None = None
    ) -> Sequence[Loop]:
        found = await self._post("/memory/loops", owner, {"status": status, "personaId": persona_id})
        return rows.sound(found, "loops", rows.loop)

    async def add_loop(self, owner: Owner, wanted: NewLoop) -> Loop:
        body = {"kind": wanted.kind, "text": wanted.text, "dueAt": wanted.due_at.isoformat() if wanted.due_at else None}
        return _loop(await self._post("/memory/loops/add", owner, body))

    async def change_loop(self, owner: Owner, loop_id: int, change: LoopChange) -> Loop:
        body = rows.loop_change(change)
        content = orjson.dumps({**_whose(owner), **body})
        headers = {"content-type": "application/json"}
        return _loop(await self._ask("PATCH", f"/memory/loops/{loop_id}", content=content, headers=headers))

    async def start_brief(self, owner: Owner, query: BriefQuery = BriefQuery()) -> Wire:
        since = {"startedAt": query.started_at.isoformat() if query.started_at else None}
        return await self._post("/session/startbrief", owner, {**_asked(query), **since})

    async def session_brief(self, owner: Owner, query: BriefQuery = BriefQuery()) -> Wire:
        return await self._post("/session/brief", owner, _asked(query))

    async def user_model(self, owner: Owner) -> Wire:
        return await self._post("/user/model", owner, {})

    async def daily(self, owner: Owner, *, day: date | None = None) -> Wire:
        return await self._post("/analysis/daily", owner, {"date": day.isoformat() if day else None})

    async def standing(self, owner: Owner, *, persona_id: str | None = None, limit: int = 50) -> AboutAndPins:
        asked = {"pinned": "true", "limit": str(limit), "personaId": persona_id}
        known, held = await asyncio.gather(
            self._get("/memory/identity", owner, {}), self._get("/memory/facts", owner, asked)
        )
        return AboutAndPins(rows.text(known, "about"), rows.sound(held, "facts", rows.fact))

    async def summaries(
        self,
        owner: Owner,
        *,
        session_id: str | None = None,
        persona_id: str | None = None,
        now: datetime | None = None,
    ) -> Summaries:
        """The brief holds them; one of an older installation knows no spine, or nothing of a session so far."""
        found = await self._post("/brief", owner, _asked(BriefQuery(session_id, persona_id, now)))
        return Summaries(
            rows.text(found, "rollingSummary"), rows.text(found, "episodeBridge"), rows.text(found, "spine"),
            rows.text(found, "sessionSoFar"),
        )  # fmt: skip

    async def ingest_session(
        self,
        owner: Owner,
        session_id: str,
        messages: Sequence[IncomingTurn],
        *,
        persona_id: str | None = None,
        timezone: str | None = None,
    ) -> int:
        lines = [_given(_line(said)) for said in messages]
        body = {"sessionId": session_id, "personaId": persona_id, "timeZone": timezone, "messages": lines}
        taken = await self._post("/session/ingest", owner, body)
        try:
            return int(taken["accepted"])
        except (KeyError, TypeError, ValueError):
            raise _no_answer() from None

    async def forget(self, owner: Owner, what: ForgetWish, *, receipt_id: ReceiptId | None = None) -> Receipt:
        try:
            return rows.receipt(await self.carry_out(owner, wish_of(what), ReceiptId(receipt_id or new_id())))
        except (KeyError, TypeError, ValueError):
            raise _no_answer() from None

    async def carry_out(self, owner: Owner, wish: Mapping[str, Any], receipt_id: ReceiptId) -> Wire:
        answer = await self._post("/memory/forget", owner, {**wish, "receiptId": str(receipt_id)})
        if not (
            isinstance(answer.get("counts"), dict) and isinstance(answer.get("body"), dict) and "verified" in answer
        ):
            raise _no_answer()
        return answer

    async def count(self, owner: Owner, wish: Mapping[str, Any]) -> Mapping[str, int]:
        try:
            answer = await self._post("/memory/forget/count", owner, wish)
            return {str(name): int(count) for name, count in answer["counts"].items()}
        except NotFound as error:
            if error.code in ("unknown_fact", "unknown_session"):
                raise
            raise _no_answer() from None  # an older installation, which has no such route
        except (KeyError, TypeError, ValueError, AttributeError):
            raise _no_answer() from None

    async def marks(self, owner: Owner, receipt_id: ReceiptId) -> Wire:
        return await self._get(f"/memory/receipts/{receipt_id}/marks", owner, {})

    async def verify(self, owner: Owner, receipt_id: ReceiptId) -> Wire:
        return await self._get(f"/memory/receipts/{receipt_id}/verify", owner, {})

    async def _post(self, path: str, owner: Owner, body: Mapping[str, Any]) -> Wire:
        content = orjson.dumps({**_whose(owner), **_given(body)})
        return await self._ask("POST", path, content=content, headers={"content-type": "application/json"})

    async def _get(self, path: str, owner: Owner, asked: Mapping[str, str | None]) -> Wire:
        return await self._ask("GET", path, params={**_whose(owner), **_given(asked)})

    async def _ask(self, method: str, path: str, **request: Any) -> Wire:
        try:
            response = await self._http.request(method, path, **request)
            answer = orjson.loads(response.content)
        except (httpx2.HTTPError, orjson.JSONDecodeError):
            raise _no_answer() from None
        if not response.is_success:
            raise _refused(response.status_code, answer)
        if not isinstance(answer, dict):
            raise _no_answer()
        return answer

    async def aclose(self) -> None:
        await self._http.aclose()


def _loop(answer: Wire) -> Loop:
    try:
        return rows.loop(answer)
    except (KeyError, TypeError, ValueError, AttributeError):
        raise _no_answer() from None


def _no_answer() -> MemoryUnavailable:
    return MemoryUnavailable("The memory service is not answering; try again in a moment.", retry_after_seconds=5)


def _refused(status: int, answer: object) -> Exception:
    """It knows what was asked and does not have it, or cannot take it: in its words. Anything else is no answer."""
    error = answer.get("error") if isinstance(answer, dict) else None
    kind = {404: NotFound, 409: Conflict, 413: TooLarge, 422: Invalid}.get(status)
    if kind is None or not isinstance(error, dict):
        return _no_answer()
    code, message = error.get("code"), error.get("message")
    if not (isinstance(code, str) and isinstance(message, str)):
        return _no_answer()
    return kind(message, code=code)


def _whose(owner: Owner) -> Mapping[str, str]:
    return {"tenantId": owner.tenant_id, "userId": owner.user_id}


def _given(fields: Mapping[str, Any]) -> Mapping[str, Any]:
    return {name: value for name, value in fields.items() if value is not None}


def _line(said: IncomingTurn) -> Mapping[str, str | None]:
    return {
        "role": said.role,
        "name": said.name,
        "text": said.text,
        "timestamp": said.said_at.isoformat(),
        "externalId": said.external_id,
    }


def _asked(query: BriefQuery) -> Mapping[str, str | None]:
    return {
        "sessionId": query.session_id,
        "personaId": query.persona_id,
        "now": query.now.isoformat() if query.now else None,
        "timeZone": query.timezone,
    }


def _ms(found: Wire) -> float:
    timing = found.get("timing")
    ms = timing.get("ms") if isinstance(timing, dict) else None
    return float(ms) if isinstance(ms, int | float) else 0.0
