"""Every statement on servers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

import orjson

from holdfast.core.db import Db, Tx
from holdfast.core.ids import McpServerId, UserId
from holdfast.tools.mcp.catalogue import read_about, read_catalogue, write_catalogue
from holdfast.tools.mcp.types import (
    FoundAtServer,
    McpFault,
    McpKind,
    McpRegistration,
    McpServer,
    ShownSecrets,
)

# Where somebody has signed in there, what they found counts, and not what others did.
_SERVER = """
s.id, s.user_id, s.slug, s.name, s.kind, s.address, s.arguments, s.shown, s.is_on, s.is_declared, s.revision,
s.created_at, s.secret, a.user_id is not null as is_signed_in, coalesce(a.version, 0) as account_version,
case when a.user_id is null then s.state else a.state end as state,
case when a.user_id is null then s.error_code else a.error_code end as error_code,
case when a.user_id is null then s.error_message else a.error_message end as error_message,
case when a.user_id is null then s.checked_at else a.checked_at end as checked_at,
case when a.user_id is null then s.about else a.about end as about,
case when a.user_id is null then s.catalogue else a.catalogue end as catalogue
"""
_FROM = "mcp_servers s left join mcp_accounts a on a.server_id = s.id and a.user_id = current_account()"


@dataclass(frozen=True, slots=True)
class NewMcpServer:
    id: McpServerId
    user_id: UserId | None
    slug: str
    name: str
    kind: McpKind
    address: str
    arguments: Sequence[str]
    shown: ShownSecrets
    made_by: UserId


async def lock_servers(tx: Tx, user_id: UserId | None) -> None:
    """Of one owner: whoever counts them and adds one is alone meanwhile."""
    await tx.execute("select pg_advisory_xact_lock(hashtextextended('mcp_servers ' || $1, 0))", str(user_id))


async def add_server(tx: Tx, new: NewMcpServer, sealed: str) -> None:
    await tx.execute(
        """
        insert into mcp_servers (id, user_id, slug, name, kind, address, arguments, secret, shown, made_by)
        values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
        """,
        new.id, new.user_id, new.slug, new.name, new.kind, new.address, list(new.arguments), sealed,
        _write_shown(new.shown), new.made_by,
    )  # fmt: skip


async def find_server(tx: Tx, server_id: McpServerId, *, is_locked: bool = False) -> McpServer | None:
    lock = "for update of s" if is_locked else ""
    row = await tx.fetchrow(f"select {_SERVER} from {_FROM} where s.id = $1 {lock}", server_id)  # noqa: S608
    return _server(row) if row else None


async def list_servers(tx: Tx) -> Sequence[McpServer]:
    """Everybody's, and one's own."""
    order = "order by s.user_id nulls first, s.created_at, s.id"
    return [_server(row) for row in await tx.fetch(f"select {_SERVER} from {_FROM} {order}")]  # noqa: S608


async def list_servers_with_tools(tx: Tx) -> Sequence[McpServer]:
    """The same; of what they offer, the tools alone."""
    lean = _SERVER.replace("a.catalogue end", "a.catalogue end - '{resources,prompts}'::text[]")
    order = "order by s.user_id nulls first, s.created_at, s.id"
    return [_server(row) for row in await tx.fetch(f"select {lean} from {_FROM} {order}")]  # noqa: S608


async def slugs_seen(tx: Tx) -> set[str]:
    return {row["slug"] for row in await tx.fetch("select slug from mcp_servers")}


async def count_servers(tx: Tx, user_id: UserId | None) -> int:
    count: int = await tx.fetchval("select count(*) from mcp_servers where user_id is not distinct from $1", user_id)
    return count


async def change_server(tx: Tx, server: McpServer, sealed: str, *, is_new_way: bool) -> bool:
    """`is_new_way`: what was found by the old one no longer counts, and its connections end. False: it is not yours to
    change."""
    done = await tx.execute(
        """
        update mcp_servers set name = $2, address = $3, arguments = $4, secret = $5, shown = $6, is_on = $7,
               revision = revision + $8::integer, state = case $8::integer when 1 then 'new' else state end,
               error_code = case $8::integer when 1 then null else error_code end,
               error_message = case $8::integer when 1 then null else error_message end
         where id = $1
        """,
        server.id, server.name, server.address, list(server.arguments), sealed, _write_shown(server.shown),
        server.is_on, int(is_new_way),
    )  # fmt: skip
    return bool(done == "UPDATE 1")


async def delete_server(tx: Tx, server_id: McpServerId) -> bool:
    return bool(await tx.execute("delete from mcp_servers where id = $1", server_id) == "DELETE 1")


async def note_found(tx: Tx, server: McpServer, found: FoundAtServer) -> None:
    await _note(tx, server, None, orjson.dumps(asdict(found.about)).decode(), write_catalogue(found.catalogue))


async def note_fault(tx: Tx, server: McpServer, fault: McpFault) -> None:
    await _note(tx, server, fault, None, None)


async def _note(tx: Tx, server: McpServer, fault: McpFault | None, about: str | None, catalogue: str | None) -> None:
    await tx.execute(
        "select note_mcp_server($1, $2, $3, $4, $5, $6, $7)",
        server.id, server.revision, fault.state if fault else "ready", fault and fault.code,
        fault and fault.sentence[:500], about, catalogue,
    )  # fmt: skip


async def declare_servers(db: Db, declared: Sequence[Mapping[str, Any]]) -> None:
    await db.look_up("select declare_mcp_servers($1)", orjson.dumps(declared).decode())


def _server(row: Any) -> McpServer:
    told = {name: row[name] for name in McpServer.__dataclass_fields__ if name in row.keys()}  # noqa: SIM118
    return McpServer(
        **{
            **told,
            "shown": read_shown(row["shown"]),
            "about": read_about(row["about"]),
            "catalogue": read_catalogue(row["catalogue"]),
            "sealed": row["secret"],
        }
    )


def _write_shown(shown: ShownSecrets) -> str:
    return orjson.dumps(asdict(shown)).decode()


def read_shown(kept: str) -> ShownSecrets:
    told = orjson.loads(kept)
    registration = told.pop("registration", None)
    return ShownSecrets(**told, registration=McpRegistration(**registration) if registration else None)
