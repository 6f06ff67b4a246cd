"""Passkeys: what the browser is to make, the key it made, and away with one."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Depends, Request
from pydantic import Field

from holdfast.accounts.second_factor.passkeys import add_passkey, begin_passkey, remove_passkey
from holdfast.core.ids import PasskeyId
from holdfast.web.body import StrictRoute
from holdfast.web.deps import SignedIn, accounts_of, never_cached, site_of
from holdfast.web.errors import responses
from holdfast.web.routes.second_factor import RecoveryCodes
from holdfast.web.shapes import Text, WireModel

router = APIRouter(prefix="/api/auth", tags=["accounts"], route_class=StrictRoute, dependencies=[Depends(never_cached)])


class PasskeyBody(WireModel):
    name: Annotated[Text, Field(max_length=400)] = ""
    credential: Annotated[dict[str, Any], Field(repr=False)]
    """What `navigator.credentials.create` answered, as JSON."""


class PasskeyOptions(WireModel):
    options: dict[str, Any]


@router.post("/second-factor/passkeys/options", responses=responses(401, 403, 409))
async def begin_to_add_passkey(request: Request, caller: SignedIn) -> PasskeyOptions:
    """For `navigator.credentials.create`. 409 where this address is no host name."""
    options = await begin_passkey(accounts_of(request), caller, site=site_of(request))
    return PasskeyOptions(options=dict(options))


@router.post("/second-factor/passkeys", status_code=201, responses=responses(400, 401, 403, 404, 409, 415, 422, 429))
async def add_a_passkey(request: Request, caller: SignedIn, body: PasskeyBody) -> RecoveryCodes:
    """As the first factor it signs every other browser out."""
    codes = await add_passkey(accounts_of(request), caller, body.name, body.credential, site=site_of(request))
    return RecoveryCodes(recovery_codes=list(codes))


@router.delete("/second-factor/passkeys/{passkey_id}", status_code=204, responses=responses(401, 403, 404, 422))
async def remove_a_passkey(request: Request, caller: SignedIn, passkey_id: PasskeyId) -> None:
    await remove_passkey(accounts_of(request), caller, passkey_id)
