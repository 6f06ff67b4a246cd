"""Servers: added, listed, changed, taken away. A person adds for themselves, an admin for everybody too; a program of
this machine is for admins alone, and only where the operator allows it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from typing import Literal

from holdfast.accounts.types import Caller
from holdfast.core.db import Tx
from holdfast.core.ids import McpServerId, UserId, new_id
from holdfast.tools.mcp import sign_in_store, store
from holdfast.tools.mcp.checked import (
    checked_address,
    checked_command,
    checked_environment,
    checked_headers,
    free_slug,
)
from holdfast.tools.mcp.parts import McpParts, seal_secrets, secrets_or_none
from holdfast.tools.mcp.store import NewMcpServer
from holdfast.tools.mcp.types import (
    Catalogue,
    McpConflict,
    McpInvalid,
    McpRefused,
    McpRegistration,
    McpSecrets,
    McpServer,
    ShownSecrets,
    UnknownMcpServer,
)

MAX_SERVERS = 30
"""Of one person, and of everybody."""
McpScope = Literal["mine", "everyone"]


@dataclass(frozen=True, slots=True)
class GivenRegistration:
    client_id: str
    client_secret: str | None = field(default=None, repr=False)
    scope: str | None = None


@dataclass(frozen=True, slots=True)
class McpWish:
    """What somebody enters. `address` or `command`, never both."""

    name: str
    address: str | None = None
    command: str | None = None
    arguments: Sequence[str] = ()
    headers: Mapping[str, str] = field(default_factory=dict, repr=False)
    environment: Mapping[str, str] = field(default_factory=dict, repr=False)
    registration: GivenRegistration | None = None
    scope: McpScope | None = None
    is_on: bool = True


@dataclass(frozen=True, slots=True)
class McpChange:
    """None: as it is. In headers and environment a value of None takes the name away."""

    name: str | None = None
    address: str | None = None
    command: str | None = None
    arguments: Sequence[str] | None = None
    headers: Mapping[str, str | None] = field(default_factory=dict, repr=False)
    environment: Mapping[str, str | None] = field(default_factory=dict, repr=False)
    registration: GivenRegistration | None = None
    drops_registration: bool = False
    is_on: bool | None = None

    @property
    def is_new_way(self) -> bool:
        given = (self.address, self.command, self.arguments, self.registration)
        return any(one is not None for one in given) or bool(
            self.headers or self.environment or self.drops_registration
        )


async def list_servers(parts: McpParts, caller: Caller) -> Sequence[McpServer]:
    async with parts.db.as_user(caller.user_id) as tx:
        return await store.list_servers(tx)


async def get_server(parts: McpParts, caller: Caller, server_id: McpServerId) -> McpServer:
    async with parts.db.as_user(caller.user_id) as tx:
        return await must_find(tx, server_id)


async def must_find(tx: Tx, server_id: McpServerId, *, is_locked: bool = False) -> McpServer:
    found = await store.find_server(tx, server_id, is_locked=is_locked)
    if found is None:
        raise UnknownMcpServer()
    return found


async def add_server(parts: McpParts, caller: Caller, wish: McpWish) -> McpServer:
    owner_id = _owner(parts, caller, wish)
    drafted, secrets = _drafted(wish, owner_id)
    async with parts.db.as_user(caller.user_id) as tx:
        await store.lock_servers(tx, owner_id)
        if await store.count_servers(tx, owner_id) >= MAX_SERVERS:
            raise McpConflict(f"There are {MAX_SERVERS} servers already.", code="too_many_servers")
        server = replace(drafted, slug=free_slug(wish.name, await store.slugs_seen(tx)))
        new = NewMcpServer(
            server.id, owner_id, server.slug, server.name, server.kind, server.address, server.arguments, server.shown,
            caller.user_id,
        )  # fmt: skip
        await store.add_server(tx, new, seal_secrets(parts.box, server, secrets))
        if not wish.is_on:
            await store.change_server(
                tx, replace(server, is_on=False), seal_secrets(parts.box, server, secrets), is_new_way=False
            )
        return await must_find(tx, server.id)


def _owner(parts: McpParts, caller: Caller, wish: McpWish) -> UserId | None:
    """Whose it becomes; None: everybody's."""
    if (wish.address is None) == (wish.command is None):
        raise McpInvalid("A server has either an address or a command.", code="address_or_command")
    if wish.command is not None:
        must_allow_commands(parts, caller)
        if wish.scope == "mine":
            raise McpInvalid("A command runs on this machine and is everybody's.", code="command_is_everyones")
    elif wish.environment or wish.arguments:
        raise McpInvalid("Only a command has arguments and an environment.", code="address_or_command")
    if wish.command is None and wish.scope != "everyone":
        return caller.user_id
    if not caller.is_admin:
        raise McpRefused("Only an admin of this installation adds servers for everybody.", code="not_admin")
    return None


def must_allow_commands(parts: McpParts, caller: Caller) -> None:
    if not caller.is_admin:
        raise McpRefused("Only an admin of this installation may have programs started on it.", code="not_admin")
    if not parts.may_add_commands:
        said = "Programs are started here only where the operator allows it (HOLDFAST_MCP_COMMANDS)."
        raise McpRefused(said, code="commands_off")


def _drafted(wish: McpWish, owner_id: UserId | None) -> tuple[McpServer, McpSecrets]:
    address, query, arguments = "", "", wish.arguments
    if wish.address is not None:
        address, query = checked_address(wish.address)
    elif wish.command is not None:
        address, arguments = checked_command(wish.command, wish.arguments)
    given = wish.registration
    secrets = McpSecrets(
        query,
        checked_headers(wish.headers),
        checked_environment(wish.environment),
        given.client_secret if given else None,
    )
    kind: Literal["http", "command"] = "http" if wish.address is not None else "command"
    server = McpServer(
        McpServerId(new_id()), owner_id, "", wish.name.strip(), kind, address, arguments, _shown(secrets, given),
        is_on=True, is_declared=False, revision=1, created_at=datetime.now(UTC), state="new", error_code=None,
        error_message=None, checked_at=None, is_signed_in=False, account_version=0, about=None, catalogue=Catalogue(),
    )  # fmt: skip
    return server, secrets


def _shown(secrets: McpSecrets, given: GivenRegistration | None) -> ShownSecrets:
    registration = McpRegistration(given.client_id, given.scope, given.client_secret is not None) if given else None
    return ShownSecrets(bool(secrets.query), list(secrets.headers), list(secrets.environment), registration)


async def change_server(parts: McpParts, caller: Caller, server_id: McpServerId, change: McpChange) -> McpServer:
    async with parts.db.as_user(caller.user_id) as tx:
        found = await _must_find_editable(tx, caller, server_id)
        if found.kind == "command" and change.is_new_way:
            must_allow_commands(parts, caller)
        server, secrets = _changed(found, secrets_or_none(parts.box, found), change)
        sealed = seal_secrets(parts.box, server, secrets)
        await store.change_server(tx, server, sealed, is_new_way=change.is_new_way or change.is_on is False)
        if server.origin != found.origin:
            await sign_in_store.drop_account(tx, server_id)
        changed = await must_find(tx, server_id)
    await parts.pool.close(server_id)
    return changed


def _changed(found: McpServer, had: McpSecrets, change: McpChange) -> tuple[McpServer, McpSecrets]:
    """Another host gets none of what was entered for the one before."""
    if (change.address is not None and found.kind != "http") or (
        (change.command is not None or change.arguments is not None) and found.kind != "command"
    ):
        raise McpInvalid("An address stays an address, and a command a command.", code="address_or_command")
    address, query, arguments = found.address, had.query, found.arguments
    if change.address is not None:
        address, query = checked_address(change.address)
    elif change.command is not None or change.arguments is not None:
        address, arguments = checked_command(
            change.command or address, arguments if change.arguments is None else change.arguments
        )
    server = replace(
        found,
        name=(change.name or found.name).strip(),
        address=address,
        arguments=arguments,
        is_on=found.is_on if change.is_on is None else change.is_on,
    )
    if server.origin != found.origin:
        had = McpSecrets()
    secrets = McpSecrets(
        query,
        checked_headers(_merged(had.headers, change.headers)),
        checked_environment(_merged(had.environment, change.environment)),
        change.registration.client_secret if change.registration else had.client_secret,
    )
    return replace(server, shown=_shown(secrets, _registration(server, found, secrets, change))), secrets


def _registration(
    server: McpServer, found: McpServer, secrets: McpSecrets, change: McpChange
) -> GivenRegistration | None:
    if change.registration is not None:
        return change.registration
    kept = found.shown.registration
    if kept is None or change.drops_registration or server.origin != found.origin:
        return None
    return GivenRegistration(kept.client_id, secrets.client_secret, kept.scope)


def _merged(had: Mapping[str, str], change: Mapping[str, str | None]) -> dict[str, str]:
    low = {name.lower() for name in change}
    kept = {name: value for name, value in had.items() if name.lower() not in low}
    return kept | {name: value for name, value in change.items() if value is not None}


async def delete_server(parts: McpParts, caller: Caller, server_id: McpServerId) -> None:
    async with parts.db.as_user(caller.user_id) as tx:
        await _must_find_editable(tx, caller, server_id)
        await store.delete_server(tx, server_id)
    await parts.pool.close(server_id)


async def _must_find_editable(tx: Tx, caller: Caller, server_id: McpServerId) -> McpServer:
    found = await must_find(tx, server_id)
    if found.is_declared:
        raise McpConflict("This server stands in the operator's holdfast.toml.", code="server_declared")
    if found.user_id is None and not caller.is_admin:
        raise McpRefused("Only an admin of this installation changes everybody's servers.", code="not_admin")
    return await must_find(tx, server_id, is_locked=True)
