"""Every statement on sign-ins at servers: those that are under way, and what came of them."""

from __future__ import annotations

from dataclasses import asdict, dataclass, field
from datetime import datetime

import orjson

from holdfast.core.db import Tx
from holdfast.core.ids import McpServerId, UserId
from holdfast.tools.mcp.catalogue import write_catalogue
from holdfast.tools.mcp.types import FoundAtServer, McpFault


@dataclass(frozen=True, slots=True)
class BegunSignIn:
    server_id: McpServerId
    sealed: str = field(repr=False)
    return_to: str


@dataclass(frozen=True, slots=True)
class McpAccount:
    sealed: str = field(repr=False)
    expires_at: datetime | None
    version: int


async def begin_sign_in(
    tx: Tx, user_id: UserId, hashes: tuple[bytes, bytes], begun: BegunSignIn, *, seconds: int, most: int
) -> None:
    """`hashes`: of the state, and of the half that stays in the browser. Older ones of the same person make room."""
    await tx.execute(
        """
        delete from mcp_sign_ins where state_hash in (
          select state_hash from mcp_sign_ins
           where expires_at < now() or state_hash in (
                 select state_hash from mcp_sign_ins order by expires_at desc offset $1)
           order by state_hash for update skip locked)
        """,
        most - 1,
    )
    await tx.execute(
        """
        insert into mcp_sign_ins (state_hash, user_id, server_id, browser_hash, sealed, return_to, expires_at)
        values ($1, $2, $3, $4, $5, $6, now() + make_interval(secs => $7))
        """,
        hashes[0], user_id, begun.server_id, hashes[1], begun.sealed, begun.return_to, float(seconds),
    )  # fmt: skip


async def take_sign_in(tx: Tx, state: bytes, browser: bytes) -> BegunSignIn | None:
    """It is spent by this, whatever becomes of it."""
    row = await tx.fetchrow(
        """
        delete from mcp_sign_ins where state_hash = $1
        returning server_id, sealed, return_to, browser_hash = $2 and expires_at > now() as is_good
        """,
        state, browser,
    )  # fmt: skip
    return BegunSignIn(row["server_id"], row["sealed"], row["return_to"]) if row and row["is_good"] else None


async def keep_account(
    tx: Tx, user_id: UserId, server_id: McpServerId, sealed: str, expires_at: datetime | None
) -> None:
    """Somebody has signed in; what was found before may be another's."""
    await tx.execute(
        """
        insert into mcp_accounts (server_id, user_id, sealed, expires_at) values ($1, $2, $3, $4)
        on conflict (user_id, server_id) do update set sealed = excluded.sealed, expires_at = excluded.expires_at,
               version = mcp_accounts.version + 1, signed_in_at = now(), state = 'new', error_code = null,
               error_message = null, catalogue = null
        """,
        server_id, user_id, sealed, expires_at,
    )  # fmt: skip


async def find_account(tx: Tx, server_id: McpServerId) -> McpAccount | None:
    row = await tx.fetchrow("select sealed, expires_at, version from mcp_accounts where server_id = $1", server_id)
    return McpAccount(row["sealed"], row["expires_at"], row["version"]) if row else None


async def renew_account(tx: Tx, server_id: McpServerId, version: int, sealed: str, expires_at: datetime | None) -> bool:
    """New tokens of the same sign-in. False: it has ended, or somebody signed in anew."""
    done = await tx.execute(
        "update mcp_accounts set sealed = $3, expires_at = $4 where server_id = $1 and version = $2",
        server_id, version, sealed, expires_at,
    )  # fmt: skip
    return bool(done == "UPDATE 1")


async def drop_account(tx: Tx, server_id: McpServerId) -> None:
    await tx.execute("delete from mcp_accounts where server_id = $1", server_id)


async def note_account_found(tx: Tx, server_id: McpServerId, version: int, found: FoundAtServer) -> None:
    await tx.execute(
        """
        update mcp_accounts set state = 'ready', error_code = null, error_message = null, checked_at = now(),
               about = $3, catalogue = $4
         where server_id = $1 and version = $2
        """,
        server_id, version, orjson.dumps(asdict(found.about)).decode(), write_catalogue(found.catalogue),
    )  # fmt: skip


async def note_account_fault(tx: Tx, server_id: McpServerId, version: int, fault: McpFault) -> None:
    await tx.execute(
        """
        update mcp_accounts set state = $3, error_code = $4, error_message = $5, checked_at = now()
         where server_id = $1 and version = $2
        """,
        server_id, version, fault.state, fault.code, fault.sentence[:500],
    )  # fmt: skip
