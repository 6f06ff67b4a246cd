"""Whose memory a request is about, and whether its caller may ask.

A person, or a person's key with the scope `memory:read` (to change something `memory:write`), asks about themselves and
nobody else. The service key of a trusted orchestrator opens everybody's memory and no other door; while none is set,
there is no such key.
"""

from __future__ import annotations

import hmac
from dataclasses import dataclass
from typing import Annotated

from fastapi import Depends, Query, Request
from pydantic import Field

from holdfast.accounts.keys import KEY_PREFIX
from holdfast.accounts.types import Caller
from holdfast.core.db import LOCAL_TENANT, Owner, owner_of
from holdfast.core.errors import Forbidden, Invalid
from holdfast.core.ids import UserId
from holdfast.entitlements.types import AccessContext
from holdfast.web.deps import (
    by_bearer,
    by_cookie,
    by_key,
    check_read_memory,
    check_write_memory,
    entitlements_of,
    note_wrong_key,
    settings_of,
)
from holdfast.web.doormen import before_the_body, once
from holdfast.web.guards import read_credentials
from holdfast.web.shapes import Text, WireModel

Name = Annotated[Text, Field(min_length=1, max_length=200)]
OfTenant = Annotated[Name | None, Query(alias="tenantId")]
OfUser = Annotated[Name | None, Query(alias="userId")]


@dataclass(frozen=True, slots=True)
class Service:
    """The orchestrator that holds the service key."""


MemoryAsker = Caller | Service


async def check_asker(request: Request) -> MemoryAsker:
    found = await _find_service(request)
    return found if found else await once(request, check_read_memory)


async def check_writer(request: Request) -> MemoryAsker:
    found = await _find_service(request)
    return found if found else await once(request, check_write_memory)


async def _find_service(request: Request) -> Service | None:
    if _shows_service_key(request):
        return Service()
    if any(not key.startswith(KEY_PREFIX) for key in read_credentials(request.headers.raw).keys):
        await note_wrong_key(request)
    return None


async def check_service(request: Request) -> Service:
    caller = await once(request, check_asker)
    if not isinstance(caller, Service):
        raise Forbidden("Only the service key opens this.", code="needs_service_key")
    return caller


@before_the_body(check_asker)
async def may_ask(
    request: Request,
    _cookie: Annotated[object, Depends(by_cookie)],
    _bearer: Annotated[object, Depends(by_bearer)],
    _key: Annotated[object, Depends(by_key)],
) -> MemoryAsker:
    return await once(request, check_asker)


@before_the_body(check_writer)
async def may_write(
    request: Request,
    _cookie: Annotated[object, Depends(by_cookie)],
    _bearer: Annotated[object, Depends(by_bearer)],
    _key: Annotated[object, Depends(by_key)],
) -> MemoryAsker:
    return await once(request, check_writer)


@before_the_body(check_service)
async def service(request: Request, _key: Annotated[object, Depends(by_key)]) -> Service:
    return await once(request, check_service)


def _shows_service_key(request: Request) -> bool:
    expected = settings_of(request).service_key
    given = read_credentials(request.headers.raw)
    if expected is None or given.bearer or len(set(given.keys)) != 1:
        return False
    return hmac.compare_digest(given.keys[0].encode(), expected.get_secret_value().encode())


async def payer(request: Request, asker: MemoryAsker) -> AccessContext | None:
    """Whose plan pays for what is brought; the operator's own program brings what it likes."""
    return None if isinstance(asker, Service) else await entitlements_of(request).uncounted(asker.user_id)


MayAsk = Annotated[MemoryAsker, Depends(may_ask)]
MayWrite = Annotated[MemoryAsker, Depends(may_write)]
ByService = Annotated[Service, Depends(service)]


class Owned(WireModel):
    """Every request to the memory says whose it is; a person may leave it out."""

    tenant_id: Name | None = None
    user_id: Name | None = None


def account_of(asker: MemoryAsker) -> UserId:
    """Chats belong to accounts of this installation; the service key has none."""
    if isinstance(asker, Service):
        raise Invalid("With the service key, name sessions: chats belong to accounts of this installation.")
    return asker.user_id


def owner_named(asker: MemoryAsker, tenant_id: str | None, user_id: str | None) -> Owner:
    if isinstance(asker, Service):
        if tenant_id is None or user_id is None:
            raise Invalid("With the service key, tenantId and userId must say whose memory it is.")
        return Owner(tenant_id, user_id)
    own = owner_of(asker.user_id)
    if (tenant_id or LOCAL_TENANT, user_id or own.user_id) != (own.tenant_id, own.user_id):
        raise Forbidden("You may only ask about yourself.", code="not_your_memory")
    return own
