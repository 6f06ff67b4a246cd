"""Everything the functions of this room need, opened once by `wiring` and passed to them as one value."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol

import httpx2

from holdfast.accounts.admission import Admission, admission_of
from holdfast.accounts.bearer import BearerTokens, TrustedIssuer
from holdfast.accounts.issuers import FetchPace, Issuer
from holdfast.accounts.passwords import Hasher
from holdfast.core.clock import Clock, utc_now
from holdfast.core.config import BearerIssuer, OidcProvider, Settings
from holdfast.core.crypto import Box, open_box
from holdfast.core.db import Db, Owner, Tx
from holdfast.core.http import operator_client
from holdfast.core.mail import Outbox
from holdfast.core.mail_budget import MailBudget
from holdfast.core.smtp import open_mailer
from holdfast.core.throttle import Limit, Throttle, networks, open_throttle


@dataclass(frozen=True, slots=True)
class AccountLimits:
    """How often one may try."""

    login_by_peer: Limit
    login_by_account_and_peer: Limit
    login_by_account: Limit
    login_by_device: Limit
    """From a browser that has signed in to the account before: not counted with the strangers'."""
    register_by_peer: Limit
    code_by_peer: Limit
    oidc_by_peer: Limit
    link_by_peer: Limit
    """Of one-time links that are shown to us; nobody guesses one, and nobody need try for long."""
    verify_by_account: Limit
    """Asking for the link to one's own address again: not while the last one may still be on its way."""
    password_by_account: Limit
    """Changing a password or deleting the account asks for the password: a stolen cookie must not guess it."""


# By account alone it is looser than by account and peer together: one place gets few guesses, and strangers who guess
# from many places have to be many before they keep the owner out.
LIMITS = AccountLimits(
    login_by_peer=Limit("login-by-peer", 200, 300, is_kept=True),
    login_by_account_and_peer=Limit("login-by-account-and-peer", 20, 900, is_kept=True),
    login_by_account=Limit("login-by-account", 200, 900, is_kept=True),
    login_by_device=Limit("login-by-device", 20, 900, is_kept=True),
    register_by_peer=Limit("register-by-peer", 300, 3600, is_kept=True),
    code_by_peer=Limit("codes-by-peer", 60, 3600, is_kept=True),
    oidc_by_peer=Limit("oidc-by-peer", 120, 300),
    link_by_peer=Limit("links-by-peer", 100, 900, is_kept=True),
    verify_by_account=Limit("verify-mails-by-account", 1, 60, is_kept=True),
    password_by_account=Limit("password-by-account", 20, 900, is_kept=True),
)


@dataclass(frozen=True, slots=True)
class Provider:
    """A place to sign in at, as the operator configured it."""

    name: str
    label: str
    issuer: Issuer
    client_id: str
    client_secret: str | None = field(repr=False)
    domains: Sequence[str] = ()
    """Whom the operator lets in by it; none named: as `registration` says."""


class Leaver(Protocol):
    """Takes out, in the same transaction, what a room above keeps of a person without hanging on the account's row."""

    async def take_out(self, tx: Tx, owner: Owner) -> None: ...

    async def take_out_rest(self, tx: Tx, owner: Owner) -> None:
        """Once the account's row is gone, and whoever wrote in its name was waited for: what came meanwhile."""


@dataclass(frozen=True, slots=True)
class Accounts:
    db: Db
    hasher: Hasher
    throttle: Throttle
    box: Box
    http: httpx2.AsyncClient
    providers: Mapping[str, Provider]
    bearer: BearerTokens
    admission: Admission
    outbox: Outbox
    mail_budget: MailBudget
    limits: AccountLimits = LIMITS
    leavers: Sequence[Leaver] = ()
    clock: Clock = utc_now
    """For what programs were given: their sessions, and their tokens."""

    @property
    def sends_mail(self) -> bool:
        """Whether an address can be shown to be somebody's. Where not, nothing pretends that it was."""
        return self.outbox.mailer.can_send

    async def aclose(self) -> None:
        self.hasher.close()
        await self.throttle.aclose()
        await self.http.aclose()


async def open_accounts(
    settings: Settings,
    db: Db,
    *,
    hasher: Hasher | None = None,
    limits: AccountLimits = LIMITS,
    patience: FetchPace = FetchPace(),
    outbox: Outbox | None = None,
) -> Accounts:
    """Nothing is fetched yet: an issuer that is away must not keep the installation from starting."""
    http = operator_client()
    networks(settings.trusted_proxies)  # a misspelt one is told now, not at the first sign-in

    def issuer(url: str) -> Issuer:
        return Issuer(http, url, patience=patience)

    return Accounts(
        db=db,
        hasher=hasher or Hasher(),
        throttle=open_throttle(settings, db),
        box=open_box(settings),
        http=http,
        providers={name: _provider(name, given, issuer(given.issuer)) for name, given in settings.oidc.items()},
        bearer=BearerTokens([_accepted(issuer(url), given) for url, given in _bearer_issuers(settings).items()]),
        admission=admission_of(settings),
        outbox=outbox or Outbox(open_box(settings), open_mailer(settings)),
        mail_budget=MailBudget(db, settings.mail),
        limits=limits,
    )


def _provider(name: str, given: OidcProvider, issuer: Issuer) -> Provider:
    secret = given.client_secret.get_secret_value() if given.client_secret else None
    label = given.label or name.replace("_", " ").title()
    return Provider(name, label, issuer, given.client_id, secret, _domains(given.allowed_domains))


def _accepted(issuer: Issuer, given: Sequence[BearerIssuer]) -> TrustedIssuer:
    domains = _domains([domain for one in given for domain in one.allowed_domains])
    return TrustedIssuer(issuer, [one.audience for one in given], domains)


def _domains(given: Sequence[str]) -> Sequence[str]:
    return [domain.strip().removeprefix("@").lower() for domain in given if domain.strip()]


def _bearer_issuers(settings: Settings) -> Mapping[str, Sequence[BearerIssuer]]:
    found: dict[str, list[BearerIssuer]] = {}
    for given in settings.bearer.values():
        found.setdefault(given.issuer.rstrip("/"), []).append(given)
    return found
