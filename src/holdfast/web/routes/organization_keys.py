"""API keys of one's organization: made, listed and revoked by people, as one's own are."""

from __future__ import annotations

from fastapi import APIRouter, Depends, Request

from holdfast.accounts.types import OrgKey
from holdfast.core.ids import KeyId, OrgId, UserId
from holdfast.orgs import keys
from holdfast.web.body import StrictRoute
from holdfast.web.deps import SignedIn, never_cached
from holdfast.web.errors import responses
from holdfast.web.routes.api_keys import ApiKeyBody, ApiKeyEntry, MadeApiKey, key_entry, wish_of
from holdfast.web.routes.organizations import NamedShape
from holdfast.web.shapes import WireModel
from holdfast.wiring import parts_of

router = APIRouter(
    prefix="/api/organizations/{org_id}/keys",
    tags=["organizations"],
    route_class=StrictRoute,
    dependencies=[Depends(never_cached)],
)


class OrganizationKeyEntry(ApiKeyEntry):
    made_by: NamedShape
    """As whom it acts, while they are in the organization."""
    is_yours: bool
    is_resting: bool
    """It opens nothing until its maker has the second factor that the organization asks for."""


class MadeOrganizationKey(MadeApiKey, OrganizationKeyEntry):
    pass


class OrganizationKeyList(WireModel):
    keys: list[OrganizationKeyEntry]


@router.get("", responses=responses(401, 403, 404, 422))
async def list_organization_keys(request: Request, caller: SignedIn, org_id: OrgId) -> OrganizationKeyList:
    """All of them for those who may end them (`resources.delete`), one's own for everybody else."""
    found = await keys.list_org_keys(parts_of(request).orgs, caller.user_id, org_id)
    return OrganizationKeyList(keys=[OrganizationKeyEntry(**_entry(one, caller.user_id)) for one in found])


@router.post("", status_code=201, responses=responses(400, 401, 403, 404, 409, 415, 422, 429))
async def make_organization_key(
    request: Request, caller: SignedIn, org_id: OrgId, body: ApiKeyBody
) -> MadeOrganizationKey:
    """It acts as whoever makes it, and ends with their membership."""
    orgs = parts_of(request).orgs
    made, secret = await keys.make_org_key(orgs, caller, org_id, wish_of(body))
    return MadeOrganizationKey(**_entry(made, caller.user_id), key=secret)


@router.delete("/{key_id}", status_code=204, responses=responses(401, 403, 404, 422))
async def revoke_organization_key(request: Request, caller: SignedIn, org_id: OrgId, key_id: KeyId) -> None:
    await keys.revoke_org_key(parts_of(request).orgs, caller.user_id, org_id, key_id)


def _entry(one: OrgKey, asker_id: UserId) -> dict[str, object]:
    made_by = NamedShape(id=one.made_by, name=one.made_by_name)
    yours = {"is_yours": one.made_by == asker_id, "is_resting": one.is_resting}
    return {**key_entry(one.key), "made_by": made_by, **yours}
