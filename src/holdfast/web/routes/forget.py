"""Forgetting with a receipt, taking one's memories along, and how good they are."""

from __future__ import annotations

import tempfile
from collections.abc import AsyncIterator
from datetime import datetime
from typing import IO, Annotated, Any, Literal, Self
from uuid import UUID

from fastapi import APIRouter, Path, Query, Request
from pydantic import Field, model_validator
from starlette.responses import StreamingResponse

from holdfast.chats.access import unknown_chat
from holdfast.core.ids import ChatId, ReceiptId, UserId
from holdfast.memory.forget.forget import MAX_FACTS, MAX_MESSAGES, MAX_SESSIONS, count_selected, forget
from holdfast.memory.forget.receipts import list_receipts, marks_of, verify_receipt
from holdfast.memory.forget.select import MAX_QUERY_CHARACTERS
from holdfast.memory.forget.types import (
    ForgetEverything,
    ForgetFacts,
    ForgetMessages,
    ForgetPeriod,
    ForgetQuery,
    ForgetSessions,
    ForgetWish,
    Receipt,
)
from holdfast.memory.quality.measure import quality_of
from holdfast.memory.transfer.export import export_owner
from holdfast.memory.transfer.import_ import import_owner
from holdfast.turn.memory_feed.forget_chat import (
    MAX_AT_ONCE,
    count_learned,
    count_learned_of,
    forget_chat,
    forget_chats,
)
from holdfast.web.body import StrictRoute
from holdfast.web.errors import responses
from holdfast.web.memory_door import MayAsk, MayWrite, Name, OfTenant, OfUser, Owned, Service, account_of, owner_named
from holdfast.web.places import places_of
from holdfast.web.shapes import Moment, Text, WireModel
from holdfast.wiring import parts_of

router = APIRouter(prefix="/memory", tags=["memory"], route_class=StrictRoute)

NDJSON = "application/x-ndjson"
_CHUNK_BYTES = 256_000
FactId = Annotated[str, Field(pattern=r"^[1-9][0-9]{0,17}$")]


class PeriodShape(WireModel):
    begins: Annotated[Moment, Field(alias="from")]
    ends: Annotated[Moment, Field(alias="to")]
    """Up to it, without it."""


class Meant(Owned):
    """Exactly one of the eight."""

    fact_ids: Annotated[list[FactId], Field(min_length=1, max_length=MAX_FACTS)] | None = None
    session_ids: Annotated[list[Name], Field(max_length=MAX_SESSIONS)] | None = None
    chat_id: ChatId | None = None
    """A chat of the account's own: all that was said in it and was learned from it, and the chat itself."""
    chat_ids: Annotated[list[ChatId], Field(min_length=1, max_length=MAX_AT_ONCE)] | None = None
    """The same of several together. Whatever is not the account's is passed over."""
    message_ids: Annotated[list[Name], Field(min_length=1, max_length=MAX_MESSAGES)] | None = None
    """Turns by the names they have at their sender (`externalId`), and what was learned from them alone. They leave the
    memory; where they were said, they stay."""
    period: PeriodShape | None = None
    """Everything that was said then."""
    query: Annotated[Text, Field(min_length=1, max_length=MAX_QUERY_CHARACTERS)] | None = None
    everything: Literal[True] | None = None
    skip_unknown: bool = False
    """Sessions that this memory does not know are passed over; otherwise one of them refuses the whole wish."""

    @model_validator(mode="after")
    def _exactly_one(self) -> Self:
        named = (
            self.fact_ids,
            self.session_ids,
            self.chat_id,
            self.chat_ids,
            self.message_ids,
            self.period,
            self.query,
            self.everything,
        )
        if sum(one is not None for one in named) != 1:
            raise ValueError(
                "name facts, sessions, a chat, chats, messages, a period, a query or everything: exactly one"
            )
        return self

    @property
    def what(self) -> ForgetWish:
        if self.fact_ids is not None:
            return ForgetFacts([int(one) for one in self.fact_ids])
        if self.session_ids is not None:
            return ForgetSessions(self.session_ids, skips_unknown=self.skip_unknown)
        if self.message_ids is not None:
            return ForgetMessages(self.message_ids)
        if self.period is not None:
            return ForgetPeriod(self.period.begins, self.period.ends)
        return ForgetEverything() if self.query is None else ForgetQuery(self.query)


class Wish(Meant):
    receipt_id: ReceiptId | None = None
    """The number its receipt shall have: asked again with the same one, it is done once and answered alike."""


class CountShape(WireModel):
    counts: dict[str, int]
    """Of the memory that the owner's chats use: `turns`, `facts`, `loops`; of everything, by table."""


class ReceiptShape(WireModel):
    id: UUID
    made_at: datetime
    kind: str
    counts: dict[str, int]
    hashes: dict[str, str]
    """Keyed: nobody can find the words from them, not even by trying."""
    verified: bool
    """Nothing was found again, by any way one can ask, when it was made."""
    is_imported: bool
    body: dict[str, Any]
    """What was signed: this very object, keys in order, no blanks."""
    signature: str


class ReceiptList(WireModel):
    receipts: list[ReceiptShape]
    next_cursor: str | None


class VerificationShape(WireModel):
    id: UUID
    valid: bool
    gone: bool
    found: dict[str, int]
    waiting_sinks: list[str]
    checked: list[str]
    """Where it was looked: rows by their numbers, `sameWords` by hashes, and a memory elsewhere."""
    same_words: int | None
    """What says today, to the letter, what was forgotten: imported again, or said anew. No sign that it was kept."""


class MarksShape(WireModel):
    """What went, by number, and hashes of the names that messages had at their sender. No word of it."""

    turns: list[str]
    facts: list[str]
    loops: list[str]
    sessions: list[str]
    messages: list[str]


class Imported(WireModel):
    counts: dict[str, int]


class QualityShape(WireModel):
    duplicate: float
    junk: float
    echo: float
    stale: float
    contradicted: float
    facts_held: int
    candidates: int


@router.post("/forget", response_model=ReceiptShape, responses=responses(400, 401, 403, 404, 409, 413, 422, 429, 503))
async def post_forget(request: Request, asker: MayWrite, body: Wish) -> ReceiptShape:
    owner, parts = owner_named(asker, body.tenant_id, body.user_id), parts_of(request)
    # Whoever has the service key asks this very memory. An account's own wish goes to wherever its memory is.
    is_local_only = isinstance(asker, Service)
    async with places_of(request).changes.of(owner):
        if body.chat_id is not None:
            user_id = account_of(asker)
            receipt = await forget_chat(parts.db, parts.memory, user_id, body.chat_id, receipt_id=body.receipt_id)
        elif body.chat_ids is not None:
            receipt = await _forget_several(request, account_of(asker), body.chat_ids, body.receipt_id)
        else:
            receipt = await forget(
                parts.memory, owner, body.what, receipt_id=body.receipt_id, is_local_only=is_local_only
            )
    return receipt_shape(receipt)


async def _forget_several(
    request: Request, user_id: UserId, chat_ids: list[ChatId], receipt_id: ReceiptId | None
) -> Receipt:
    parts = parts_of(request)
    _, receipt = await forget_chats(parts.db, parts.memory, user_id, chat_ids, receipt_id=receipt_id)
    if receipt is None:
        raise unknown_chat()
    return receipt


@router.post("/forget/count", response_model=CountShape, responses=responses(400, 401, 403, 404, 413, 422, 429, 503))
async def post_count(request: Request, asker: MayAsk, body: Meant) -> CountShape:
    """What a wish would take out of the memory, without taking it."""
    owner, parts = owner_named(asker, body.tenant_id, body.user_id), parts_of(request)
    if body.chat_id is not None:
        counts = await count_learned(parts.db, parts.memory, account_of(asker), body.chat_id)
    elif body.chat_ids is not None:
        counts = await count_learned_of(parts.db, parts.memory, account_of(asker), body.chat_ids)
    else:
        counts = await count_selected(parts.memory, owner, body.what, is_local_only=isinstance(asker, Service))
    return CountShape(counts=dict(counts))


@router.get("/receipts", response_model=ReceiptList, responses=responses(401, 403, 422, 429, 503))
async def get_receipts(
    request: Request,
    asker: MayAsk,
    tenant_id: OfTenant = None,
    user_id: OfUser = None,
    limit: Annotated[int, Query(ge=1, le=200)] = 50,
    cursor: Annotated[str | None, Query(max_length=200)] = None,
) -> ReceiptList:
    owner = owner_named(asker, tenant_id, user_id)
    page = await list_receipts(parts_of(request).memory, owner, limit=limit, cursor=cursor)
    return ReceiptList(receipts=[receipt_shape(receipt) for receipt in page.receipts], next_cursor=page.next_cursor)


@router.get(
    "/receipts/{receipt_id}/verify",
    response_model=VerificationShape,
    responses=responses(401, 403, 404, 422, 429, 503),
)
async def get_verification(
    request: Request,
    receipt_id: Annotated[ReceiptId, Path()],
    asker: MayAsk,
    tenant_id: OfTenant = None,
    user_id: OfUser = None,
) -> VerificationShape:
    found = await verify_receipt(parts_of(request).memory, owner_named(asker, tenant_id, user_id), receipt_id)
    return VerificationShape(
        id=receipt_id,
        valid=found.is_valid,
        gone=found.is_gone,
        found=dict(found.found),
        waiting_sinks=list(found.waiting),
        checked=list(found.checked),
        same_words=found.same_words,
    )


@router.get(
    "/receipts/{receipt_id}/marks", response_model=MarksShape, responses=responses(401, 403, 404, 422, 429, 503)
)
async def get_marks(
    request: Request,
    receipt_id: Annotated[ReceiptId, Path()],
    asker: MayAsk,
    tenant_id: OfTenant = None,
    user_id: OfUser = None,
) -> MarksShape:
    """For whoever keeps copies of the same words elsewhere."""
    marks = await marks_of(parts_of(request).memory, owner_named(asker, tenant_id, user_id), receipt_id)
    return MarksShape(
        turns=[str(mark) for kind, mark in marks if kind == "e"],
        facts=[str(mark) for kind, mark in marks if kind == "f"],
        loops=[str(mark) for kind, mark in marks if kind == "l"],
        sessions=[str(mark) for kind, mark in marks if kind == "s"],
        messages=[mark.hex() for kind, mark in marks if kind == "x" and isinstance(mark, bytes)],
    )


@router.get(
    "/export",
    response_class=StreamingResponse,
    responses={
        200: {"content": {NDJSON: {"schema": {"type": "string"}}}, "description": "One JSON object a line"},
        **responses(401, 403, 409, 422, 429, 503),
    },
)
async def get_export(
    request: Request, asker: MayAsk, tenant_id: OfTenant = None, user_id: OfUser = None
) -> StreamingResponse:
    owner = owner_named(asker, tenant_id, user_id)
    lines = export_owner(parts_of(request).memory, owner)
    # Once the status is on its way nothing can be refused any more: what may fail comes before it.
    async with places_of(request).changes.of(owner):
        lines = _from(await anext(lines), lines)
    headers = {"content-disposition": 'attachment; filename="memory.jsonl"', "cache-control": "no-store"}
    return StreamingResponse(lines, media_type=NDJSON, headers=headers)


@router.post(
    "/import",
    response_model=Imported,
    responses=responses(400, 401, 403, 409, 413, 422, 429, 503),
    openapi_extra={"requestBody": {"required": True, "content": {NDJSON: {"schema": {"type": "string"}}}}},
)
async def post_import(
    request: Request, asker: MayWrite, tenant_id: OfTenant = None, user_id: OfUser = None
) -> Imported:
    """An export of up to 4 MB; the command line takes any size."""
    owner = owner_named(asker, tenant_id, user_id)
    # All of it lies here before a transaction opens: a slow sender must not hold one.
    with tempfile.SpooledTemporaryFile(max_size=_CHUNK_BYTES) as file:
        async for chunk in request.stream():
            file.write(chunk)
        file.seek(0)
        async with places_of(request).changes.of(owner):
            counts = await import_owner(parts_of(request).memory, owner, _chunks(file))
    return Imported(counts=dict(counts))


@router.get("/quality", response_model=QualityShape, responses=responses(401, 403, 422, 429, 503))
async def get_quality(
    request: Request, asker: MayAsk, tenant_id: OfTenant = None, user_id: OfUser = None
) -> QualityShape:
    found = await quality_of(parts_of(request).memory, owner_named(asker, tenant_id, user_id))
    return QualityShape(
        duplicate=found.duplicate,
        junk=found.junk,
        echo=found.echo,
        stale=found.stale,
        contradicted=found.contradicted,
        facts_held=found.counts.held,
        candidates=found.counts.candidates,
    )


def receipt_shape(receipt: Receipt) -> ReceiptShape:
    body = receipt.body
    return ReceiptShape(
        id=receipt.id,
        made_at=receipt.made_at,
        kind=str(body.get("kind", "")),
        counts=body.get("counts", {}),
        hashes=body.get("hashes", {}),
        verified=receipt.is_verified,
        is_imported=receipt.is_imported,
        body=dict(body),
        signature=receipt.signature.hex(),
    )


async def _from(first: bytes, others: AsyncIterator[bytes]) -> AsyncIterator[bytes]:
    yield first
    async for chunk in others:
        yield chunk


async def _chunks(file: IO[bytes]) -> AsyncIterator[bytes]:
    while chunk := file.read(_CHUNK_BYTES):
        yield chunk
