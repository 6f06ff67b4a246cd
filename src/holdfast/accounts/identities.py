"""An identity that a provider vouches for, and the account it opens.

The identity is (issuer, subject) and nothing else. An e-mail is only a word about it: it is taken down when the
provider has verified it and nobody has it yet, and it never opens an account that exists.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from holdfast.accounts import identities_store, store
from holdfast.accounts.admission import Admission
from holdfast.accounts.check import MAX_NAME, checked_email, checked_name, is_plain
from holdfast.accounts.identities_store import KnownIdentity
from holdfast.accounts.store import NewAccount
from holdfast.accounts.types import BadToken, EmailTaken, IdentityTaken, LinkRequired
from holdfast.core.config import Registration
from holdfast.core.db import Db
from holdfast.core.errors import Invalid
from holdfast.core.ids import UserId, new_id


@dataclass(frozen=True, slots=True)
class Vouched:
    issuer: str
    subject: str
    stated_email: str | None
    is_email_verified: bool
    name: str
    picture: str | None

    @property
    def verified_email(self) -> str | None:
        return self.stated_email if self.is_email_verified else None


def vouched(claims: Mapping[str, Any]) -> Vouched:
    """What a verified token says about a person; words of a wrong shape are left out, a wrong subject is refused."""
    subject = claims["sub"]
    if not isinstance(subject, str) or not 1 <= len(subject) <= 255 or not is_plain(subject):
        raise BadToken("no_subject")
    return Vouched(
        issuer=claims["iss"],
        subject=subject,
        stated_email=_email(claims.get("email")),
        is_email_verified=claims.get("email_verified") is True,
        name=_name(claims.get("name")),
        picture=_picture(claims.get("picture")),
    )


async def find_or_create(db: Db, admission: Admission, who: Vouched, domains: Sequence[str] = ()) -> KnownIdentity:
    """The account of a bearer token: a new one on first sight, without an e-mail that is unverified or taken.

    `domains`: whom the operator lets in by this issuer.
    """
    known = await identities_store.find_identity(db, who.issuer, who.subject)
    if known is not None:
        return known
    rule = admission.rule_for(domains, who.verified_email)
    await admission.require(db, rule)
    try:
        await _create(db, admission, who, who.verified_email, rule)
    except EmailTaken:
        await _create(db, admission, who, None, rule)
    return await _get(db, who)


async def find_or_create_unless_email_is_taken(
    db: Db, admission: Admission, who: Vouched, domains: Sequence[str] = ()
) -> KnownIdentity:
    """The same for a person in a browser, who can be told: sign in to your account, then link this provider."""
    known = await identities_store.find_identity(db, who.issuer, who.subject)
    if known is not None:
        return known
    if who.stated_email and await store.find_account_for_login(db, who.stated_email):
        raise LinkRequired()
    rule = admission.rule_for(domains, who.verified_email)
    await admission.require(db, rule)
    try:
        await _create(db, admission, who, who.verified_email, rule)
    except EmailTaken:
        raise LinkRequired() from None
    return await _get(db, who)


async def _create(db: Db, admission: Admission, who: Vouched, email: str | None, rule: Registration) -> None:
    new = NewAccount(
        id=UserId(new_id()),
        email=email,
        email_verified=email is not None,
        name=who.name,
        picture=who.picture,
        issuer=who.issuer,
        subject=who.subject,
    )
    try:
        await admission.open_account(db, new, rule)
    except IdentityTaken:
        pass  # the same person's other request was quicker; its account is theirs


async def _get(db: Db, who: Vouched) -> KnownIdentity:
    known = await identities_store.find_identity(db, who.issuer, who.subject)
    if known is None:
        raise BadToken("account_just_deleted")
    return known


def _email(stated: object) -> str | None:
    try:
        return checked_email(stated) if isinstance(stated, str) else None
    except Invalid:
        return None


def _name(stated: object) -> str:
    try:
        return checked_name(stated[:MAX_NAME]) if isinstance(stated, str) else ""
    except Invalid:
        return ""


def _picture(stated: object) -> str | None:
    is_fit = isinstance(stated, str) and stated.startswith("https://") and len(stated) <= 2000 and is_plain(stated)
    return str(stated) if is_fit else None
