"""Signing in at a provider: begin, and come back.

Four things tie the way back to the way out: the state (once, and only in the browser that holds the other half in a
cookie), the nonce (inside what the provider signed), the PKCE verifier (so that a stolen code is worth nothing) and
the provider's name (so that one provider's answer never counts as another's).
"""

from __future__ import annotations

import asyncio
import base64
import hashlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import partial
from typing import Any
from urllib.parse import quote, urlencode

import httpx2
import orjson

from holdfast.accounts import identities_store, store
from holdfast.accounts.check import checked_return_to
from holdfast.accounts.email.letters import linked_mail
from holdfast.accounts.email.verify import vouch_for_email
from holdfast.accounts.identities import Vouched, find_or_create_unless_email_is_taken, vouched
from holdfast.accounts.issuers import EndlessAnswer, read_bounded
from holdfast.accounts.parts import Accounts, Provider
from holdfast.accounts.second_factor.second_steps import sign_in_or_ask
from holdfast.accounts.second_factor.types import SecondStep
from holdfast.accounts.sign_ins import lock_if_still_in
from holdfast.accounts.types import BadToken, Caller, OpenedSignIn, ProviderUnavailable, Visitor
from holdfast.core.crypto import CannotOpen, hash_token, is_same, new_token
from holdfast.core.errors import NotFound, Unauthenticated
from holdfast.core.log import get_logger
from holdfast.core.mail import Mail, post_mail
from holdfast.core.mail_budget import MailBudgetSpent

log = get_logger()

ATTEMPT_SECONDS = 600
_TOKEN_SECONDS = 10.0
_PURPOSE = "oidc verifier"


class SignInFailed(Unauthenticated):
    code = "sign_in_failed"


@dataclass(frozen=True, slots=True)
class SignInBegun:
    location: str
    """Where the browser goes now."""
    browser_token: str = field(repr=False)
    """The half that stays in this browser, in a cookie."""


@dataclass(frozen=True, slots=True)
class ProviderCallback:
    """What the browser came back with: the provider's words, and its own half from the cookie."""

    redirect_uri: str
    """Where it came back to; the provider wants to hear it again."""
    browser_token: str | None = field(repr=False)
    state: str | None = field(repr=False)
    code: str | None = field(repr=False)
    error: str | None = None
    issuer: str | None = None


@dataclass(frozen=True, slots=True)
class Finished:
    return_to: str
    opened: OpenedSignIn | SecondStep | None
    """None after linking: the browser was signed in before and stays so."""


def get_provider(accounts: Accounts, name: str) -> Provider:
    provider = accounts.providers.get(name)
    if provider is None:
        raise NotFound("There is no such sign-in provider.")
    return provider


async def begin(
    accounts: Accounts, provider: Provider, redirect_uri: str, return_to: str | None, *, peer: str, link: Caller | None
) -> SignInBegun:
    """`link`: who wants this provider to open their account too; None to sign in."""
    await accounts.throttle.take_near(accounts.limits.oidc_by_peer, peer)
    path = checked_return_to(return_to)
    published = await provider.issuer.published()
    if published.authorization_endpoint is None or published.token_endpoint is None:
        raise ProviderUnavailable("The provider publishes no address to sign in at.")
    state, nonce, verifier, browser = (new_token() for _ in range(4))
    sealed = accounts.box.seal(verifier, owner=_owner(state), purpose=_PURPOSE)
    attempt = identities_store.SignInAttempt(nonce, sealed, path, link.user_id if link else None)
    await identities_store.begin_attempt(
        accounts.db, hash_token(state), hash_token(browser), provider.name, attempt, seconds=ATTEMPT_SECONDS
    )
    query = {
        "response_type": "code",
        "client_id": provider.client_id,
        "redirect_uri": redirect_uri,
        "scope": "openid email profile",
        "state": state,
        "nonce": nonce,
        "code_challenge": _challenge(verifier),
        "code_challenge_method": "S256",
    }
    joint = "&" if "?" in published.authorization_endpoint else "?"
    return SignInBegun(f"{published.authorization_endpoint}{joint}{urlencode(query)}", browser)


async def finish(
    accounts: Accounts,
    provider: Provider,
    answer: ProviderCallback,
    *,
    visitor: Visitor,
    caller: Caller | None,
    site: str,
) -> Finished:
    await accounts.throttle.take_near(accounts.limits.oidc_by_peer, visitor.peer)
    attempt = await _take(accounts, provider, answer)
    who = await _who(accounts, provider, answer, attempt)
    if attempt.link_user_id is not None:
        letter = partial(linked_mail, label=provider.label, settings=f"{site}/settings/security")
        await _link(accounts, attempt, who, caller, letter)
        await vouch_for_email(accounts, attempt.link_user_id, who.verified_email)
        return Finished(attempt.return_to, None)
    known = await find_or_create_unless_email_is_taken(accounts.db, accounts.admission, who, provider.domains)
    await vouch_for_email(accounts, known.user_id, who.verified_email)
    # Whether the provider asked for a second factor is nothing we can know; who set one here is asked for it here.
    return Finished(attempt.return_to, await sign_in_or_ask(accounts, known.user_id, visitor))


async def _take(accounts: Accounts, provider: Provider, answer: ProviderCallback) -> identities_store.SignInAttempt:
    if not answer.state or not answer.browser_token:
        raise SignInFailed("This sign-in was not begun in this browser; begin it again.")
    state, browser = hash_token(answer.state), hash_token(answer.browser_token)
    attempt = await identities_store.take_attempt(accounts.db, state, browser, provider.name)
    if attempt is None:
        raise SignInFailed("This sign-in has expired, was used already or was begun elsewhere; begin it again.")
    if answer.error is not None or not answer.code:
        raise SignInFailed("The provider did not sign you in.", code="access_denied")
    return attempt


async def _who(
    accounts: Accounts, provider: Provider, answer: ProviderCallback, attempt: identities_store.SignInAttempt
) -> Vouched:
    try:
        published = await provider.issuer.published()
        if answer.issuer is not None and answer.issuer != published.issuer:
            raise BadToken("another_issuer")
        verifier = accounts.box.open(attempt.sealed_verifier, owner=_owner(answer.state or ""), purpose=_PURPOSE)
        token = await _exchange(accounts.http, provider, answer, verifier)
        claims = await provider.issuer.verified(token, [provider.client_id])
        _check_id_token(claims, provider.client_id, attempt.nonce)
        return vouched(claims)
    except (BadToken, CannotOpen) as error:
        log.warning("oidc_refused", provider=provider.name, reason=getattr(error, "reason", error.code))
        raise SignInFailed("The provider's answer could not be verified; begin again.") from None


async def _exchange(http: httpx2.AsyncClient, provider: Provider, answer: ProviderCallback, verifier: str) -> str:
    """The code, once, for the ID token."""
    published = await provider.issuer.published()
    form = {
        "grant_type": "authorization_code",
        "code": answer.code,
        "redirect_uri": answer.redirect_uri,
        "code_verifier": verifier,
    }
    headers = {"accept": "application/json", "accept-encoding": "identity"}
    if provider.client_secret is None:
        form["client_id"] = provider.client_id
    elif "client_secret_basic" in published.token_endpoint_auth_methods_supported:
        headers["authorization"] = _basic(provider.client_id, provider.client_secret)
    else:
        form |= {"client_id": provider.client_id, "client_secret": provider.client_secret}
    try:
        async with (
            asyncio.timeout(_TOKEN_SECONDS),
            http.stream("POST", str(published.token_endpoint), data=form, headers=headers) as response,
        ):
            body = await read_bounded(response)
    except EndlessAnswer:
        raise BadToken("endless_answer") from None
    except (httpx2.HTTPError, httpx2.InvalidURL, TimeoutError):
        raise ProviderUnavailable("The sign-in provider is not answering; try again in a moment.") from None
    return _id_token(response.status_code, body)


def _id_token(status: int, body: bytes) -> str:
    if status >= 500:
        raise ProviderUnavailable("The sign-in provider has a fault; try again in a moment.")
    try:
        token = orjson.loads(body)["id_token"] if status == 200 else None
    except (ValueError, KeyError, TypeError):
        token = None
    if not isinstance(token, str):
        raise BadToken(f"no_id_token_with_{status}")
    return token


def _check_id_token(claims: Mapping[str, Any], client_id: str, nonce: str) -> None:
    stated = claims.get("nonce")
    if not isinstance(stated, str) or not is_same(stated, nonce):
        raise BadToken("wrong_nonce")
    if "iat" not in claims:
        raise BadToken("no_time_of_issue")
    audience = claims["aud"]
    is_shared = isinstance(audience, list) and len(audience) > 1
    if claims.get("azp", None if is_shared else client_id) != client_id:
        raise BadToken("another_client")


async def _link(
    accounts: Accounts,
    attempt: identities_store.SignInAttempt,
    who: Vouched,
    caller: Caller | None,
    letter: Callable[[str], Mail],
) -> None:
    """And its owner is written so, where the address is known to be theirs: whoever is linked gets in for good."""
    # Asked again now: whoever began this may have signed out, or somebody else may have signed in here since.
    if caller is None or caller.via != "sign_in" or caller.user_id != attempt.link_user_id:
        raise SignInFailed("Sign in to your account first, then link the provider.")
    address = await _address_to_write(accounts, caller)
    async with accounts.db.as_user(caller.user_id) as tx:
        await lock_if_still_in(tx, caller)
        await identities_store.add_identity(tx, caller.user_id, who.issuer, who.subject)
        if address is not None:
            await post_mail(tx, accounts.outbox, caller.user_id, letter(address))


async def _address_to_write(accounts: Accounts, caller: Caller) -> str | None:
    """None where no mail goes out, where the address is not known to be theirs, or was written five times today."""
    async with accounts.db.as_user(caller.user_id) as tx:
        account = await store.find_account(tx, caller.user_id)
    if not accounts.sends_mail or account is None or account.email is None or not account.is_email_verified:
        return None
    try:
        await accounts.mail_budget.take_for_person(caller.user_id, "linked", account.email)
    except MailBudgetSpent:
        return None
    return account.email


def _challenge(verifier: str) -> str:
    return base64.urlsafe_b64encode(hashlib.sha256(verifier.encode()).digest()).rstrip(b"=").decode()


def _basic(client_id: str, secret: str) -> str:
    # Both are form-encoded first (RFC 6749 §2.3.1); a colon inside either would otherwise split the pair elsewhere.
    pair = f"{quote(client_id, safe='')}:{quote(secret, safe='')}"
    return "Basic " + base64.b64encode(pair.encode()).decode()


def _owner(state: str) -> str:
    return hash_token(state).hex()
