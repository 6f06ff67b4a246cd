"""One's own account and its sign-ins: register, log in, log out, rename, change the password, leave."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Literal
from uuid import UUID

from fastapi import APIRouter, Depends, Request, Response
from pydantic import Field, SecretStr
from starlette.responses import RedirectResponse

from holdfast.accounts import profile, sign_ins
from holdfast.accounts.check import MAX_EMAIL, MAX_PASSWORD_BYTES
from holdfast.accounts.devices import new_device
from holdfast.accounts.login import Login, change_password, login
from holdfast.accounts.parts import Accounts
from holdfast.accounts.register import Registering, register
from holdfast.accounts.second_factor.types import SecondStep
from holdfast.accounts.types import Account, OpenedSignIn
from holdfast.core.config import Registration
from holdfast.core.db import LOCAL_TENANT
from holdfast.core.ids import SignInId
from holdfast.web.body import StrictRoute
from holdfast.web.deps import (
    DEVICE_COOKIE,
    SIGN_IN_COOKIE,
    FromWhere,
    MaybeSignedIn,
    SignedIn,
    accounts_of,
    drop_cookie,
    never_cached,
    set_cookie,
    settings_of,
    site_of,
)
from holdfast.web.errors import responses
from holdfast.web.second_step import StepShape, ask_second_factor
from holdfast.web.shapes import Text, WireModel

router = APIRouter(prefix="/api/auth", tags=["accounts"], route_class=StrictRoute, dependencies=[Depends(never_cached)])

EmailText = Annotated[Text, Field(max_length=MAX_EMAIL + 100)]
PasswordText = Annotated[SecretStr, Field(max_length=MAX_PASSWORD_BYTES)]
PersonName = Annotated[Text, Field(max_length=400)]


EmailState = Literal["verified", "waiting", "unverified"]


class RegisterBody(WireModel):
    email: EmailText
    password: PasswordText
    name: PersonName = ""
    code: Annotated[Text | None, Field(max_length=40, repr=False)] = None
    """Of an invite, or of the first account, where one is asked for: see `GET /api/auth/providers`."""


class LoginBody(WireModel):
    email: EmailText
    password: PasswordText


class ProfileBody(WireModel):
    name: PersonName


class PasswordBody(WireModel):
    current_password: PasswordText
    new_password: PasswordText
    revokes_keys: bool = False
    """Revoke every API key too; they know no password, and outlive it otherwise."""


class LogOutEverywhereBody(WireModel):
    revokes_keys: bool = False
    """Revoke every API key too; a key is no sign-in, and outlives them otherwise."""


class LeaveBody(WireModel):
    password: PasswordText | None = None
    """Needed wherever the account has one; somebody who only signs in at a provider has none."""


class Me(WireModel):
    id: UUID
    type: str
    email: str | None
    email_state: EmailState | None
    """`verified`: shown to be theirs. `waiting`: not yet, and it counts for nothing until the link that was sent there
    is followed. `unverified`: nobody was asked, because no mail is sent here or was not then; it counts as it always
    did. Null: there is none."""
    name: str
    picture: str | None
    tenant_id: str
    is_admin: bool


class SignInEntry(WireModel):
    id: UUID
    user_agent: str
    created_at: datetime
    last_seen_at: datetime
    expires_at: datetime
    is_current: bool


class SignInList(WireModel):
    sign_ins: list[SignInEntry]


class ProviderEntry(WireModel):
    name: str
    label: str


class Ways(WireModel):
    providers: list[ProviderEntry]
    has_accounts: bool
    registration: Registration
    """Who may make an account: anybody, whoever has an invite, nobody."""
    needs_setup_code: bool
    """The first account is not made yet, and takes the code that `holdfast up` prints."""
    sends_mail: bool
    """Who lost their password is sent a link; elsewhere an admin hands one on."""


@router.post("/register", status_code=201, responses=responses(400, 403, 409, 415, 422, 429, 503))
async def register_account(request: Request, response: Response, body: RegisterBody, visitor: FromWhere) -> Me:
    given = Registering(body.email, body.password.get_secret_value(), body.name, body.code)
    opened = await register(accounts_of(request), given, visitor, site=site_of(request))
    return await let_in(request, response, opened)


@router.post(
    "/login",
    response_model=Me,
    responses={
        202: {"model": StepShape, "description": "The password is right; the second factor is asked for"},
        **responses(400, 401, 403, 415, 422, 429, 503),
    },
)
async def log_in(request: Request, response: Response, body: LoginBody, visitor: FromWhere) -> Me | Response:
    opened = await login(accounts_of(request), Login(body.email, body.password.get_secret_value()), visitor)
    if isinstance(opened, SecondStep):
        return await ask_second_factor(request, opened)
    return await let_in(request, response, opened)


@router.post("/logout", status_code=204, responses=responses(401, 403))
async def log_out(request: Request, response: Response, caller: MaybeSignedIn) -> None:
    if caller is not None:
        await sign_ins.log_out(accounts_of(request).db, caller)
    drop_cookie(response, settings_of(request), SIGN_IN_COOKIE)


@router.post("/logout-everywhere", status_code=204, responses=responses(400, 401, 403, 415, 422))
async def log_out_everywhere(
    request: Request, response: Response, caller: SignedIn, body: LogOutEverywhereBody | None = None
) -> None:
    revokes_keys = body is not None and body.revokes_keys
    await sign_ins.log_out_everywhere(accounts_of(request).db, caller, revokes_keys=revokes_keys)
    drop_cookie(response, settings_of(request), SIGN_IN_COOKIE)


@router.get("/me", responses=responses(401, 403))
async def read_me(request: Request, caller: SignedIn) -> Me:
    return me_of(request, await profile.get_account(accounts_of(request).db, caller.user_id))


@router.patch("/me", responses=responses(400, 401, 403, 415, 422))
async def rename_me(request: Request, caller: SignedIn, body: ProfileBody) -> Me:
    return me_of(request, await profile.rename(accounts_of(request).db, caller, body.name))


@router.delete("/me", status_code=204, responses=responses(400, 401, 403, 409, 415, 422, 429, 503))
async def leave(request: Request, response: Response, caller: SignedIn, body: LeaveBody) -> None:
    password = body.password.get_secret_value() if body.password else None
    await profile.leave(accounts_of(request), caller, password)
    drop_cookie(response, settings_of(request), SIGN_IN_COOKIE)


@router.post("/password", status_code=204, responses=responses(400, 401, 403, 415, 422, 429, 503))
async def set_password(request: Request, caller: SignedIn, body: PasswordBody) -> None:
    current, new = body.current_password.get_secret_value(), body.new_password.get_secret_value()
    await change_password(accounts_of(request), caller, current, new, revokes_keys=body.revokes_keys)


@router.get("/sign-ins", responses=responses(401, 403))
async def list_my_sign_ins(request: Request, caller: SignedIn) -> SignInList:
    found = await sign_ins.list_sign_ins(accounts_of(request).db, caller)
    return SignInList(
        sign_ins=[
            SignInEntry(
                id=entry.id,
                user_agent=entry.user_agent,
                created_at=entry.created_at,
                last_seen_at=entry.last_seen_at,
                expires_at=entry.expires_at,
                is_current=entry.id == caller.sign_in_id,
            )
            for entry in found
        ]
    )


@router.delete("/sign-ins/{sign_in_id}", status_code=204, responses=responses(401, 403, 404, 422))
async def end_sign_in(request: Request, caller: SignedIn, sign_in_id: SignInId) -> None:
    await sign_ins.end_sign_in(accounts_of(request).db, caller, sign_in_id)


@router.get("/providers")
async def list_ways_in(request: Request) -> Ways:
    accounts = accounts_of(request)
    has_accounts = await profile.has_accounts(accounts.db)
    return Ways(
        providers=[ProviderEntry(name=one.name, label=one.label) for one in accounts.providers.values()],
        has_accounts=has_accounts,
        registration=accounts.admission.rule,
        needs_setup_code=accounts.admission.is_reachable and not has_accounts,
        sends_mail=accounts.sends_mail,
    )


@router.get("/guest", status_code=302, response_class=RedirectResponse)
async def guest() -> RedirectResponse:
    """There are no guest accounts; whoever asks for one is shown the door to a real one."""
    return RedirectResponse("/login", 302)


async def let_in(request: Request, response: Response, opened: OpenedSignIn) -> Me:
    accounts, settings = accounts_of(request), settings_of(request)
    set_cookie(response, settings, SIGN_IN_COOKIE, opened.token)
    account = await profile.get_account(accounts.db, opened.user_id)
    mark_device(request, response, account)
    return me_of(request, account)


def mark_device(request: Request, response: Response, account: Account) -> None:
    """The mark is the address's: with another address there is another one."""
    if account.email is not None:
        mark = new_device(accounts_of(request).admission.signer, account.email)
        set_cookie(response, settings_of(request), DEVICE_COOKIE, mark)


def me_of(request: Request, account: Account) -> Me:
    return Me(
        id=account.id,
        type=account.type,
        email=account.email,
        email_state=email_state(account, accounts_of(request)),
        name=account.name,
        picture=account.picture,
        tenant_id=LOCAL_TENANT,
        is_admin=account.is_admin,
    )


def email_state(account: Account, accounts: Accounts) -> EmailState | None:
    if account.email is None:
        return None
    if account.is_email_verified:
        return "verified"
    return "waiting" if account.is_email_waiting and accounts.sends_mail else "unverified"
