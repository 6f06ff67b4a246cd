"""The providers that open one's account: list them, link one, unlink one."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated
from uuid import UUID

from fastapi import APIRouter, Depends, Request, Response
from pydantic import Field

from holdfast.accounts.links import begin_link, list_links, unlink
from holdfast.accounts.oidc import ATTEMPT_SECONDS, get_provider
from holdfast.core.errors import Forbidden
from holdfast.core.ids import IdentityId
from holdfast.web.body import StrictRoute
from holdfast.web.deps import OIDC_COOKIE, FromWhere, SignedIn, accounts_of, never_cached, set_cookie, settings_of
from holdfast.web.errors import responses
from holdfast.web.guards import is_from_our_page
from holdfast.web.routes.oidc import redirect_uri
from holdfast.web.shapes import Text, WireModel

router = APIRouter(prefix="/api/auth", tags=["accounts"], route_class=StrictRoute, dependencies=[Depends(never_cached)])


class LinkBody(WireModel):
    return_to: Annotated[Text | None, Field(max_length=1000)] = None


class LinkBegun(WireModel):
    location: str
    """Where the browser goes now: the provider."""


class IdentityEntry(WireModel):
    id: UUID
    provider: str | None
    """Null: this provider is not offered here any more."""
    label: str
    linked_at: datetime
    is_last_way_in: bool
    """Cannot be unlinked: nothing else opens the account."""


class IdentityList(WireModel):
    identities: list[IdentityEntry]


@router.get("/identities", responses=responses(401, 403))
async def list_identities(request: Request, caller: SignedIn) -> IdentityList:
    found = await list_links(accounts_of(request), caller)
    return IdentityList(
        identities=[
            IdentityEntry(
                id=one.id,
                provider=one.provider,
                label=one.label,
                linked_at=one.linked_at,
                is_last_way_in=one.is_last_way_in,
            )
            for one in found
        ]
    )


@router.post("/oidc/{provider}/link", responses=responses(400, 401, 403, 404, 415, 422, 429, 503))
async def begin_to_link(
    request: Request, response: Response, caller: SignedIn, provider: str, body: LinkBody, visitor: FromWhere
) -> LinkBegun:
    """Let this provider open the account too. Takes a fresh sign-in, and a page of ours that asks for it."""
    accounts = accounts_of(request)
    chosen = get_provider(accounts, provider)
    # Another site could sign this browser in at the provider as somebody else, and then send it here.
    if not is_from_our_page(request.headers.raw):
        raise Forbidden("Linking has to begin on this site.", code="cross_site")
    begun = await begin_link(
        accounts, chosen, caller, redirect_uri(request, provider), body.return_to, peer=visitor.peer
    )
    set_cookie(response, settings_of(request), OIDC_COOKIE, begun.browser_token, seconds=ATTEMPT_SECONDS)
    return LinkBegun(location=begun.location)


@router.delete("/identities/{identity_id}", status_code=204, responses=responses(401, 403, 404, 409, 422))
async def unlink_identity(request: Request, caller: SignedIn, identity_id: IdentityId) -> None:
    """Takes a fresh sign-in. The last way to sign in stays."""
    await unlink(accounts_of(request), caller, identity_id)
