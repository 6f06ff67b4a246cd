"""Connectors: where documents are fetched from by themselves. Made, listed, changed, asked to fetch now, and ended.

Whoever may fill a target may have a feed fetched into it. What lies on the server itself (a folder, a repository) is
for admins alone, below folders that the operator names.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from holdfast.accounts.types import Caller
from holdfast.core.db import Tx
from holdfast.core.errors import Conflict, Forbidden, Invalid, NotFound
from holdfast.core.ids import ConnectorId, new_id
from holdfast.core.web_address import web_address
from holdfast.documents import connector_store, store
from holdfast.documents.connector_types import BroughtItem, Connector, ConnectorKind, NewConnector
from holdfast.documents.from_folder import allowed_folder
from holdfast.documents.jobs import promise_sync
from holdfast.documents.parts import DocumentParts
from holdfast.documents.targets import must_allow, must_be_admin_for, space_for, still_allows
from holdfast.knowledge.spaces import lock_spaces, open_space, read_space

MAX_CONNECTORS = 50
"""For one target."""
MAX_LISTED = 500
MIN_WEB_MINUTES = 15
"""Between two visits to somebody else's server."""
MAX_REFUSED_TOLD = 50
_SERVER_KINDS = ("folder", "git")


@dataclass(frozen=True, slots=True)
class ConnectorWish:
    kind: ConnectorKind
    address: str
    target: str = "user"
    name: str | None = None
    every_minutes: int = 60


async def make_connector(parts: DocumentParts, caller: Caller, wish: ConnectorWish) -> Connector:
    """And it fetches for the first time, as soon as somebody is free to."""
    space = await space_for(parts.targets, caller, wish.target)
    await must_allow(parts.targets, caller, space, "create")
    _must_not_be_too_often(wish.kind, wish.every_minutes)
    address = _checked(parts, caller, wish)
    async with parts.db.as_user(caller.user_id) as tx:
        await still_allows(tx, caller, space, "create")
        space_id = await open_space(tx, space)
        await lock_spaces(tx, space_id)
        if await connector_store.count_connectors(tx, space_id) >= MAX_CONNECTORS:
            raise Conflict(f"There are {MAX_CONNECTORS} connectors for this already.", code="too_many_connectors")
        name = wish.name or address
        new = NewConnector(ConnectorId(new_id()), wish.kind, address, name[:200], wish.every_minutes, caller.user_id)
        if not await connector_store.add_connector(tx, space_id, new):
            raise Conflict("This is fetched already.", code="connector_exists")
        await promise_sync(tx, new.id)
        return await _find(tx, new.id)


async def list_connectors(parts: DocumentParts, caller: Caller) -> Sequence[Connector]:
    """Of whatever the caller may fill."""
    async with parts.db.as_user(caller.user_id) as tx:
        return await connector_store.list_connectors(tx, most=MAX_LISTED)


async def get_connector(
    parts: DocumentParts, caller: Caller, connector_id: ConnectorId
) -> tuple[Connector, Sequence[BroughtItem]]:
    """And what it found and could not bring."""
    async with parts.db.as_user(caller.user_id) as tx:
        found = await _find(tx, connector_id)
        return found, await connector_store.read_refused(tx, connector_id, most=MAX_REFUSED_TOLD)


async def change_connector(
    parts: DocumentParts,
    caller: Caller,
    connector_id: ConnectorId,
    *,
    name: str | None,
    every_minutes: int | None,
    is_paused: bool | None,
) -> Connector:
    async with parts.db.as_user(caller.user_id) as tx:
        found = await _find(tx, connector_id)
        await _may(tx, caller, found)
        _must_not_be_too_often(found.kind, every_minutes or found.every_minutes)
        await connector_store.change_connector(
            tx, connector_id, name=name, every_minutes=every_minutes, is_paused=is_paused
        )
        return await _find(tx, connector_id)


async def sync_now(parts: DocumentParts, caller: Caller, connector_id: ConnectorId) -> Connector:
    async with parts.db.as_user(caller.user_id) as tx:
        await _may(tx, caller, await _find(tx, connector_id))
        await promise_sync(tx, connector_id)
        await connector_store.note_waiting(tx, connector_id)
        return await _find(tx, connector_id)


async def delete_connector(
    parts: DocumentParts, caller: Caller, connector_id: ConnectorId, *, with_documents: bool
) -> None:
    """What it brought stays, or goes with it."""
    async with parts.db.as_user(caller.user_id) as tx:
        found = await _find(tx, connector_id)
        await _may(tx, caller, found)
        if found.kind == "pack":
            raise Conflict("This belongs to a persona's pack; it can be paused.", code="connector_of_a_pack")
        if with_documents:
            await still_allows(tx, caller, await read_space(tx, found.space_id), "delete")
            await lock_spaces(tx, found.space_id)
            for item in (await connector_store.read_items(tx, connector_id)).values():
                if item.document_id:
                    await store.delete_document(tx, item.document_id)
        await connector_store.delete_connector(tx, connector_id)


def _must_not_be_too_often(kind: ConnectorKind, every_minutes: int) -> None:
    if kind not in _SERVER_KINDS and every_minutes < MIN_WEB_MINUTES:
        raise Invalid(f"Others' servers are asked every {MIN_WEB_MINUTES} minutes at most.", code="too_often")


def _checked(parts: DocumentParts, caller: Caller, wish: ConnectorWish) -> str:
    """The address, as it is kept."""
    if wish.kind in _SERVER_KINDS:
        if not caller.is_admin:
            raise Forbidden("Only an admin of this installation may have its folders fetched.", code="not_admin")
        return str(allowed_folder(wish.address, parts.folders))
    web_address(wish.address)
    return wish.address


async def _find(tx: Tx, connector_id: ConnectorId) -> Connector:
    found = await connector_store.find_connector(tx, connector_id)
    if found is None:
        raise NotFound("There is no such connector.", code="unknown_connector")
    return found


async def _may(tx: Tx, caller: Caller, connector: Connector) -> None:
    space = await read_space(tx, connector.space_id)
    must_be_admin_for(caller, space)
    await still_allows(tx, caller, space, "create")
