"""API keys of one's own. A key cannot make, list or revoke keys: that takes a person."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated
from uuid import UUID

from fastapi import APIRouter, Depends, Request
from pydantic import Field

from holdfast.accounts import key_options
from holdfast.accounts.types import SCOPES, ApiKey, KeyWish, Scope
from holdfast.core.ids import KeyId
from holdfast.web.body import StrictRoute
from holdfast.web.deps import FromWhere, SignedIn, accounts_of, never_cached
from holdfast.web.errors import responses
from holdfast.web.shapes import Moment, Text, WireModel

router = APIRouter(prefix="/api/keys", tags=["keys"], route_class=StrictRoute, dependencies=[Depends(never_cached)])


class KeyBody(WireModel):
    name: Annotated[Text, Field(min_length=1, max_length=100)]
    scopes: Annotated[list[Scope], Field(min_length=1, max_length=len(SCOPES))]
    """`chat` and `memory` are reading and writing both."""
    expires_at: Moment | None = None


class KeyEntry(WireModel):
    id: UUID
    name: str
    prefix: str
    scopes: list[str]
    created_at: datetime
    last_used_at: datetime | None
    expires_at: datetime | None


class MadeKey(KeyEntry):
    key: Annotated[str, Field(repr=False, description="The key itself, shown this once.")]


class KeyList(WireModel):
    keys: list[KeyEntry]


@router.get("", responses=responses(401, 403))
async def list_my_keys(request: Request, caller: SignedIn) -> KeyList:
    found = await key_options.list_keys(accounts_of(request).db, caller)
    return KeyList(keys=[KeyEntry(**key_entry(key)) for key in found])


@router.post("", status_code=201, responses=responses(400, 401, 403, 409, 415, 422, 429))
async def make_key(request: Request, caller: SignedIn, body: KeyBody, visitor: FromWhere) -> MadeKey:
    wish = KeyWish(body.name, body.scopes, body.expires_at)
    key, secret = await key_options.make_key(accounts_of(request), caller, wish, place=visitor.peer)
    return MadeKey(**key_entry(key), key=secret)


@router.delete("/{key_id}", status_code=204, responses=responses(401, 403, 404, 422))
async def revoke_my_key(request: Request, caller: SignedIn, key_id: KeyId, visitor: FromWhere) -> None:
    await key_options.end_key(accounts_of(request).db, caller, key_id, place=visitor.peer)


def key_entry(key: ApiKey) -> dict[str, object]:
    return {
        "id": key.id,
        "name": key.name,
        "prefix": key.prefix,
        "scopes": list(key.scopes),
        "created_at": key.created_at,
        "last_used_at": key.last_used_at,
        "expires_at": key.expires_at,
    }
