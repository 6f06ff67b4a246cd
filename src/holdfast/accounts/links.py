"""The providers that open an account: link one, list them, unlink one. Never the last way in.

Whoever is linked gets in for good, so beginning it takes a fresh sign-in and a page of ours that asks for it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from urllib.parse import urlsplit
from uuid import UUID

from holdfast.accounts import identities_store, store
from holdfast.accounts.oidc import SignInBegun, begin
from holdfast.accounts.parts import Accounts, Provider
from holdfast.accounts.second_factor.fresh import lock_fresh, require_fresh
from holdfast.accounts.types import Caller, LastWayIn, LinkedIdentity
from holdfast.core.errors import NotFound
from holdfast.core.ids import IdentityId


@dataclass(frozen=True, slots=True)
class IdentityLink:
    id: IdentityId
    provider: str | None
    """Its name here; None: it is not offered here any more."""
    label: str
    linked_at: datetime
    is_last_way_in: bool


async def begin_link(
    accounts: Accounts, provider: Provider, caller: Caller, redirect_uri: str, return_to: str | None, *, peer: str
) -> SignInBegun:
    async with accounts.db.as_user(caller.user_id) as tx:
        await require_fresh(tx, caller)
    return await begin(accounts, provider, redirect_uri, return_to, peer=peer, link=caller)


async def list_links(accounts: Accounts, caller: Caller) -> Sequence[IdentityLink]:
    async with accounts.db.as_user(caller.user_id) as tx:
        has_password = await store.find_password_hash(tx, caller.user_id) is not None
        found = await identities_store.list_identities(tx, caller.user_id)
    providers = _by_issuer(accounts)
    return [
        _link(one, providers.get(one.issuer.rstrip("/")), not has_password and not _other_ways(accounts, found, one.id))
        for one in found
    ]


def _link(identity: LinkedIdentity, provider: Provider | None, is_last: bool) -> IdentityLink:
    if provider is not None:
        return IdentityLink(identity.id, provider.name, provider.label, identity.created_at, is_last)
    host = urlsplit(identity.issuer).hostname
    return IdentityLink(identity.id, None, host or identity.issuer, identity.created_at, is_last)


async def unlink(accounts: Accounts, caller: Caller, identity_id: IdentityId) -> None:
    async with accounts.db.as_user(caller.user_id) as tx:
        locked = await lock_fresh(tx, caller)
        found = await identities_store.list_identities(tx, caller.user_id)
        if all(one.id != identity_id for one in found):
            raise NotFound("There is no such linked sign-in.")
        if not locked.has_password and not _other_ways(accounts, found, identity_id):
            raise LastWayIn()
        await identities_store.drop_identity(tx, caller.user_id, identity_id)


def _other_ways(accounts: Accounts, found: Sequence[LinkedIdentity], but: UUID) -> bool:
    """Those that still sign somebody in: a provider that the operator took out does not."""
    providers = _by_issuer(accounts)
    return any(one.issuer.rstrip("/") in providers for one in found if one.id != but)


def _by_issuer(accounts: Accounts) -> Mapping[str, Provider]:
    return {provider.issuer.url: provider for provider in accounts.providers.values()}
