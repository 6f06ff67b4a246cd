"""Where documents are fetched from by themselves (`/api/documents/connectors`)."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Literal
from uuid import UUID

from fastapi import APIRouter, Query, Request
from pydantic import Field

from holdfast.core.ids import ConnectorId
from holdfast.documents import connectors
from holdfast.documents.connector_types import Connector, ConnectorKind, ConnectorStatus
from holdfast.documents.connectors import ConnectorWish
from holdfast.web.body import StrictRoute
from holdfast.web.deps import MayChat, MayReadChats
from holdfast.web.errors import responses
from holdfast.web.routes.documents import FaultShape, TargetName
from holdfast.web.shapes import Text, WireModel
from holdfast.wiring import parts_of

router = APIRouter(prefix="/api/documents/connectors", tags=["documents"], route_class=StrictRoute)

ConnectorName = Annotated[Text, Field(min_length=1, max_length=200)]
EveryMinutes = Annotated[int, Field(ge=1, le=10_080)]


class ConnectorShape(WireModel):
    id: UUID
    kind: ConnectorKind
    """`pack`: what a persona's pack brings; it can be paused, and not deleted."""
    address: str
    name: str
    target: str
    every_minutes: int
    is_paused: bool
    status: ConnectorStatus
    error: FaultShape | None
    """Why nothing could be fetched the last time; what was brought before is there."""
    documents: int
    refused: int
    """What it found and could not bring."""
    synced_at: datetime | None
    next_at: datetime
    created_at: datetime


class ConnectorList(WireModel):
    connectors: list[ConnectorShape]


class RefusedItem(WireModel):
    key: str
    error: FaultShape


class ConnectorDetails(ConnectorShape):
    refused_items: list[RefusedItem]
    """At most fifty."""


class ConnectorBody(WireModel):
    kind: Literal["folder", "git", "feed", "page", "sitemap"]
    address: Annotated[Text, Field(min_length=1, max_length=2_000)]
    """A path below a folder that the operator allows, or the address of a feed, a page or a sitemap."""
    target: TargetName = "user"
    name: ConnectorName | None = None
    every_minutes: EveryMinutes = 60


class ConnectorChange(WireModel):
    name: ConnectorName | None = None
    every_minutes: EveryMinutes | None = None
    is_paused: bool | None = None


@router.get("", responses=responses(401, 403, 429, 503))
async def list_connectors(request: Request, caller: MayReadChats) -> ConnectorList:
    """Of every target that you may fill."""
    found = await connectors.list_connectors(parts_of(request).documents, caller)
    return ConnectorList(connectors=[connector_shape(one) for one in found])


@router.post("", status_code=201, responses=responses(400, 401, 403, 404, 409, 422, 429, 503))
async def make_connector(request: Request, caller: MayChat, body: ConnectorBody) -> ConnectorShape:
    """It fetches for the first time at once. Folders and repositories of the server are for its admins."""
    wish = ConnectorWish(body.kind, body.address, body.target, body.name, body.every_minutes)
    return connector_shape(await connectors.make_connector(parts_of(request).documents, caller, wish))


@router.get("/{connector_id}", responses=responses(401, 403, 404, 422, 429, 503))
async def get_connector(request: Request, caller: MayReadChats, connector_id: ConnectorId) -> ConnectorDetails:
    found, refused = await connectors.get_connector(parts_of(request).documents, caller, connector_id)
    items = [
        RefusedItem(key=one.key, error=FaultShape(code=one.fault.code, message=one.fault.message))
        for one in refused
        if one.fault
    ]
    shape = connector_shape(found)
    return ConnectorDetails(**{name: getattr(shape, name) for name in ConnectorShape.model_fields}, refused_items=items)


@router.patch("/{connector_id}", responses=responses(400, 401, 403, 404, 422, 429, 503))
async def change_connector(
    request: Request, caller: MayChat, connector_id: ConnectorId, body: ConnectorChange
) -> ConnectorShape:
    changed = await connectors.change_connector(
        parts_of(request).documents,
        caller,
        connector_id,
        name=body.name,
        every_minutes=body.every_minutes,
        is_paused=body.is_paused,
    )
    return connector_shape(changed)


@router.delete("/{connector_id}", status_code=204, responses=responses(401, 403, 404, 409, 422, 429, 503))
async def delete_connector(
    request: Request,
    caller: MayChat,
    connector_id: ConnectorId,
    with_documents: Annotated[bool, Query(alias="withDocuments")] = False,
) -> None:
    """What it brought stays, unless it is to go too."""
    parts = parts_of(request).documents
    await connectors.delete_connector(parts, caller, connector_id, with_documents=with_documents)


@router.post("/{connector_id}/sync", responses=responses(401, 403, 404, 422, 429, 503))
async def sync_connector(request: Request, caller: MayChat, connector_id: ConnectorId) -> ConnectorShape:
    """Now, instead of at its next time."""
    return connector_shape(await connectors.sync_now(parts_of(request).documents, caller, connector_id))


def connector_shape(one: Connector) -> ConnectorShape:
    told = {name: getattr(one, name) for name in ConnectorShape.model_fields if name != "error"}
    error = FaultShape(code=one.fault.code, message=one.fault.message) if one.fault else None
    return ConnectorShape(**told, error=error)
