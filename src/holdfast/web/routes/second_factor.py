"""The second factor: what is set, setting and removing it; showing it, at sign-in and before a change."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Any
from uuid import UUID

from fastapi import APIRouter, Depends, Request, Response
from pydantic import Field, SecretStr, model_validator

from holdfast.accounts.check import MAX_PASSWORD_BYTES
from holdfast.accounts.second_factor.apps import confirm_app, remove_app, show_secret
from holdfast.accounts.second_factor.factors import list_factors
from holdfast.accounts.second_factor.fresh import begin_to_confirm, confirm, ways_to_confirm
from holdfast.accounts.second_factor.renew import renew_recovery_codes
from holdfast.accounts.second_factor.second_steps import look_at_step, pass_step
from holdfast.accounts.second_factor.types import Factors, Proof
from holdfast.accounts.second_factor.webauthn import host_for_passkeys
from holdfast.web.body import StrictRoute
from holdfast.web.deps import (
    STEP_COOKIE,
    FromWhere,
    SignedIn,
    accounts_of,
    cookie_name,
    drop_cookie,
    never_cached,
    settings_of,
    site_of,
)
from holdfast.web.errors import responses
from holdfast.web.routes.auth import Me, let_in
from holdfast.web.second_step import StepShape, step_shape
from holdfast.web.shapes import Text, WireModel

router = APIRouter(prefix="/api/auth", tags=["accounts"], route_class=StrictRoute, dependencies=[Depends(never_cached)])

CodeText = Annotated[Text, Field(max_length=60, repr=False)]
MaybeCode = Annotated[Text | None, Field(max_length=60, repr=False)]


class ProofBody(WireModel):
    """One of these."""

    code: MaybeCode = None
    """Of the authenticator app."""
    recovery_code: MaybeCode = None
    passkey: Annotated[dict[str, Any] | None, Field(repr=False)] = None
    """What `navigator.credentials.get` answered, as JSON."""

    @model_validator(mode="after")
    def _holds_one(self) -> ProofBody:
        if sum(value is not None for value in self._shown()) != 1:
            raise ValueError("Show one thing.")
        return self

    def _shown(self) -> tuple[object, ...]:
        return self.code, self.recovery_code, self.passkey

    def proof(self) -> Proof:
        return Proof(self.code, self.recovery_code, self.passkey)


class ConfirmBody(ProofBody):
    password: Annotated[SecretStr | None, Field(max_length=MAX_PASSWORD_BYTES)] = None
    """Only of an account that has no second factor."""

    def _shown(self) -> tuple[object, ...]:
        return self.code, self.recovery_code, self.passkey, self.password


class CodeBody(WireModel):
    code: CodeText


class PasskeyEntry(WireModel):
    id: UUID
    name: str
    host: str
    """It can be shown there and nowhere else."""
    is_of_this_host: bool
    created_at: datetime
    last_used_at: datetime | None


class FactorsShape(WireModel):
    app_since: datetime | None
    """Since when the code of an authenticator app is asked for; null: none is set."""
    passkeys: list[PasskeyEntry]
    may_add_passkeys: bool
    """False at an address in numbers: a passkey belongs to a host name."""
    recovery_codes_left: int


class QrShape(WireModel):
    size: int
    """Squares on a side, the border among them."""
    path: str
    """Of the dark squares, for an SVG path in a view box of that size."""


class SecretShape(WireModel):
    secret: Annotated[str, Field(repr=False)]
    uri: Annotated[str, Field(repr=False)]
    qr: Annotated[QrShape, Field(repr=False)]


class RecoveryCodes(WireModel):
    recovery_codes: Annotated[list[str], Field(repr=False)]
    """Told once. Empty where they were told with another factor before."""


@router.get("/login/step", responses=responses(404))
async def read_second_step(request: Request) -> StepShape:
    """What the sign-in that this browser began still asks for."""
    return step_shape(await look_at_step(accounts_of(request), _step_token(request), site=site_of(request)))


@router.post("/login/step", responses=responses(400, 403, 404, 415, 422, 429))
async def pass_second_step(request: Request, response: Response, body: ProofBody, visitor: FromWhere) -> Me:
    """The second factor of a sign-in: a code, a recovery code or a passkey, each good once."""
    opened = await pass_step(accounts_of(request), _step_token(request), body.proof(), visitor, site=site_of(request))
    drop_cookie(response, settings_of(request), STEP_COOKIE)
    return await let_in(request, response, opened)


@router.get("/confirm", responses=responses(401, 403))
async def read_ways_to_confirm(request: Request, caller: SignedIn) -> StepShape:
    """How to make one's sign-in fresh again, where a change answers `fresh_sign_in_required`."""
    return step_shape(await ways_to_confirm(accounts_of(request), caller, site=site_of(request)))


@router.post("/confirm", status_code=204, responses=responses(400, 401, 403, 415, 422, 429, 503))
async def confirm_sign_in(request: Request, caller: SignedIn, body: ConfirmBody) -> None:
    password = body.password.get_secret_value() if body.password else None
    await confirm(accounts_of(request), caller, body.proof(), password, site=site_of(request))


@router.post("/confirm/passkey", responses=responses(401, 403, 404))
async def begin_to_confirm_by_passkey(request: Request, caller: SignedIn) -> StepShape:
    """What the browser is asked to show; the answer goes to `POST /api/auth/confirm`."""
    return step_shape(await begin_to_confirm(accounts_of(request), caller, site=site_of(request)))


@router.get("/second-factor", responses=responses(401, 403))
async def read_second_factor(request: Request, caller: SignedIn) -> FactorsShape:
    found = await list_factors(accounts_of(request).db, caller)
    return _factors(found, request)


@router.post("/second-factor/app", status_code=201, responses=responses(401, 403, 409))
async def begin_authenticator_app(request: Request, caller: SignedIn) -> SecretShape:
    """A secret for an authenticator app. It is asked for only once a code of it was shown."""
    host = site_of(request).partition("://")[2]
    shown = await show_secret(accounts_of(request), caller, issuer=f"Holdfast {host}")
    return SecretShape(secret=shown.secret, uri=shown.uri, qr=QrShape(size=shown.qr.size, path=shown.qr.path))


@router.post("/second-factor/app/confirm", responses=responses(400, 401, 403, 404, 409, 415, 422, 429))
async def confirm_authenticator_app(request: Request, caller: SignedIn, body: CodeBody) -> RecoveryCodes:
    """From now on it is asked for at sign-in. As the first factor it signs every other browser out."""
    return RecoveryCodes(recovery_codes=list(await confirm_app(accounts_of(request), caller, body.code)))


@router.delete("/second-factor/app", status_code=204, responses=responses(401, 403, 404))
async def remove_authenticator_app(request: Request, caller: SignedIn) -> None:
    await remove_app(accounts_of(request), caller)


@router.post("/second-factor/recovery-codes", status_code=201, responses=responses(401, 403, 404))
async def make_recovery_codes(request: Request, caller: SignedIn) -> RecoveryCodes:
    """Ten new ones; those before are worth nothing from then on."""
    return RecoveryCodes(recovery_codes=list(await renew_recovery_codes(accounts_of(request), caller)))


def _factors(found: Factors, request: Request) -> FactorsShape:
    here = host_for_passkeys(site_of(request))
    return FactorsShape(
        app_since=found.app_since,
        passkeys=[
            PasskeyEntry(
                id=one.id,
                name=one.name,
                host=one.rp_id,
                is_of_this_host=one.rp_id == here,
                created_at=one.created_at,
                last_used_at=one.last_used_at,
            )
            for one in found.passkeys
        ],
        may_add_passkeys=here is not None,
        recovery_codes_left=found.recovery_codes_left,
    )


def _step_token(request: Request) -> str | None:
    return request.cookies.get(cookie_name(settings_of(request), STEP_COOKIE))
