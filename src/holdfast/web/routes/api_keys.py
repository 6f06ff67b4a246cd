"""API keys of one's own with all that they may: `/api/api-keys`. `/api/keys` is the short form of the same."""

from __future__ import annotations

from dataclasses import fields
from datetime import datetime, timedelta
from typing import Annotated
from uuid import UUID

from fastapi import APIRouter, Depends, Request
from pydantic import Field

from holdfast.accounts import key_options
from holdfast.accounts.types import SCOPES, ApiKey, KeyEventName, KeyWish, Scope
from holdfast.core.errors import Unauthenticated
from holdfast.core.ids import KeyId
from holdfast.web.body import StrictRoute
from holdfast.web.deps import FromWhere, SignedIn, accounts_of, never_cached, recognise_request
from holdfast.web.errors import responses
from holdfast.web.shapes import Moment, Text, WireModel

router = APIRouter(prefix="/api", tags=["keys"], route_class=StrictRoute, dependencies=[Depends(never_cached)])

KeyName = Annotated[Text, Field(min_length=1, max_length=100)]
KeyScopes = Annotated[list[Scope], Field(min_length=1, max_length=len(SCOPES))]
AMinute = Annotated[int, Field(ge=1, le=1_000_000)]
ADay = Annotated[int, Field(ge=1, le=1_000_000_000)]
AMonth = Annotated[float, Field(ge=0.01, le=1_000_000)]
ModelNames = Annotated[list[Annotated[Text, Field(min_length=1, max_length=300)]], Field(max_length=100)]
NetworkNames = Annotated[list[Annotated[Text, Field(min_length=1, max_length=60)]], Field(max_length=100)]


class ApiKeyBody(WireModel):
    name: KeyName
    scopes: KeyScopes
    expires_at: Moment | None = None
    minute_limit: AMinute | None = None
    """Requests in a minute by the clock; null: as many as the account may."""
    day_limit: ADay | None = None
    """Requests in a day of UTC."""
    models: ModelNames = Field(default_factory=list)
    """The only ones it reaches, as `GET /api/v1/models` names them; empty: all."""
    networks: NetworkNames = Field(default_factory=list)
    """The only ones it is accepted from, as 192.0.2.0/24; empty: all."""
    spend_limit_usd: AMonth | None = None
    """US dollars in a month of UTC, of what its answers cost where prices are known; null: as the account may."""


class ApiKeyEdit(WireModel):
    """What is left out stays as it is; null takes a limit away."""

    name: KeyName = ""
    scopes: KeyScopes = Field(default_factory=list)
    expires_at: Moment | None = None
    minute_limit: AMinute | None = None
    day_limit: ADay | None = None
    models: ModelNames = Field(default_factory=list)
    networks: NetworkNames = Field(default_factory=list)
    spend_limit_usd: AMonth | None = None


class ApiKeyEntry(WireModel):
    id: UUID
    name: str
    prefix: str
    scopes: list[str]
    created_at: datetime
    last_used_at: datetime | None
    last_place: str | None
    """The network that it was last used from."""
    expires_at: datetime | None
    minute_limit: int | None
    day_limit: int | None
    models: list[str]
    networks: list[str]
    spend_limit_usd: float | None
    spent_usd: float
    """In this month, as far as prices are known."""
    previous_until: datetime | None
    """So long the secret that it had before is accepted too."""


class MadeApiKey(ApiKeyEntry):
    key: Annotated[str, Field(repr=False, description="The key itself, shown this once.")]


class ApiKeyList(WireModel):
    keys: list[ApiKeyEntry]


class RotateBody(WireModel):
    valid_for_seconds: Annotated[int, Field(ge=0, le=int(key_options.MAX_OVERLAP.total_seconds()))] = 0
    """So long the old secret is accepted beside the new one."""


class KeyEventEntry(WireModel):
    at: datetime
    what: KeyEventName
    place: str


class KeyEventList(WireModel):
    events: list[KeyEventEntry]
    """The newest first."""


class CheckedKey(WireModel):
    is_valid: bool
    reason: str | None = None
    """Why it is not, in one word."""
    key: ApiKeyEntry | None = None


@router.get("/api-keys", responses=responses(401, 403))
async def list_api_keys(request: Request, caller: SignedIn) -> ApiKeyList:
    found = await key_options.list_keys(accounts_of(request).db, caller)
    return ApiKeyList(keys=[ApiKeyEntry(**key_entry(key)) for key in found])


@router.post("/api-keys", status_code=201, responses=responses(400, 401, 403, 409, 415, 422, 429))
async def make_api_key(request: Request, caller: SignedIn, body: ApiKeyBody, visitor: FromWhere) -> MadeApiKey:
    key, secret = await key_options.make_key(accounts_of(request), caller, wish_of(body), place=visitor.peer)
    return MadeApiKey(**key_entry(key), key=secret)


@router.patch("/api-keys/{key_id}", responses=responses(400, 401, 403, 404, 415, 422))
async def change_api_key(
    request: Request, caller: SignedIn, key_id: KeyId, body: ApiKeyEdit, visitor: FromWhere
) -> ApiKeyEntry:
    given = {name: getattr(body, name) for name in body.model_fields_set}
    changes = {name: tuple(value) if isinstance(value, list) else value for name, value in given.items()}
    db = accounts_of(request).db
    return ApiKeyEntry(**key_entry(await key_options.change_key(db, caller, key_id, changes, place=visitor.peer)))


@router.delete("/api-keys/{key_id}", status_code=204, responses=responses(401, 403, 404, 422))
async def revoke_api_key(request: Request, caller: SignedIn, key_id: KeyId, visitor: FromWhere) -> None:
    await key_options.end_key(accounts_of(request).db, caller, key_id, place=visitor.peer)


@router.post("/api-keys/{key_id}/rotate", responses=responses(400, 401, 403, 404, 415, 422, 429))
async def rotate_api_key(
    request: Request, caller: SignedIn, key_id: KeyId, body: RotateBody, visitor: FromWhere
) -> MadeApiKey:
    overlap = timedelta(seconds=body.valid_for_seconds)
    accounts = accounts_of(request)
    key, secret = await key_options.rotate_key(accounts, caller, key_id, overlap=overlap, place=visitor.peer)
    return MadeApiKey(**key_entry(key), key=secret)


@router.get("/api-keys/{key_id}/events", responses=responses(401, 403, 404, 422))
async def list_key_events(request: Request, caller: SignedIn, key_id: KeyId) -> KeyEventList:
    found = await key_options.list_events(accounts_of(request).db, caller, key_id)
    return KeyEventList(events=[KeyEventEntry(at=one.at, what=one.what, place=one.place) for one in found])


@router.get("/check-api-key", responses=responses(429, 503))
async def check_api_key(request: Request) -> CheckedKey:
    """Whether the key that this request brings is accepted, and what it may."""
    try:
        caller = await recognise_request(request)
    except Unauthenticated as error:
        return CheckedKey(is_valid=False, reason=error.code)
    found = await key_options.used_key(accounts_of(request).db, caller) if caller else None
    if found is None:
        return CheckedKey(is_valid=False, reason="no_key")
    return CheckedKey(is_valid=True, key=ApiKeyEntry(**key_entry(found)))


def wish_of(body: ApiKeyBody) -> KeyWish:
    return KeyWish(**{one.name: getattr(body, one.name) for one in fields(KeyWish)})


def key_entry(key: ApiKey) -> dict[str, object]:
    return {name: getattr(key, name) for name in ApiKeyEntry.model_fields}
