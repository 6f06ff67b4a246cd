"""Every statement on approvals and trusts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

import orjson
from asyncpg import Record

from holdfast.core.db import Tx
from holdfast.core.ids import ApprovalId, ChatId, MessageId, TrustId, TurnId, UserId, new_id
from holdfast.tools.types import (
    Approval,
    ApprovalState,
    DecidedTrust,
    ToolOrigin,
    ToolTrust,
    TrustedTool,
    TrustSubject,
    WaitingCall,
)

_ASKED = """id, chat_id, message_id, turn_id, call_id, name, title, description, origin, danger, fingerprint, arguments,
            state, reason, is_edited, asked_at, expires_at, own_name"""


@dataclass(frozen=True, slots=True)
class ApprovalChange:
    """What becomes of an approval."""

    state: ApprovalState
    reason: str | None
    arguments: Mapping[str, Any]
    digest: bytes
    is_edited: bool


async def add_approval(
    tx: Tx,
    user_id: UserId,
    answer: tuple[ChatId, MessageId, TurnId],
    waiting: WaitingCall,
    told: tuple[str, str],
    digest: bytes,
) -> None:
    """`answer`: chat, message and turn. `told`: title and description."""
    tool = waiting.tool
    await tx.execute(
        """
        insert into tool_approvals
          (id, user_id, chat_id, message_id, turn_id, call_id, name, title, description, origin, danger, fingerprint,
           arguments, arguments_sha256, expires_at, own_name)
        values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13::jsonb, $14, $15, $16)
        """,
        waiting.approval_id, user_id, *answer, waiting.call_id, tool.spec.name, *told, tool.origin, tool.danger,
        tool.fingerprint, orjson.dumps(waiting.arguments).decode(), digest, waiting.expires_at,
        tool.own_name,
    )  # fmt: skip


async def open_approvals(
    tx: Tx, user_id: UserId, chat_id: ChatId | None, now: datetime, *, limit: int
) -> Sequence[Approval]:
    rows = await tx.fetch(
        f"""
        select {_ASKED} from tool_approvals
         where user_id = $1 and ($2::uuid is null or chat_id = $2) and state = 'pending' and spent_in is null
           and expires_at > $3
         order by asked_at, id limit $4
        """,  # noqa: S608
        user_id, chat_id, now, limit,
    )  # fmt: skip
    return [_approval(row) for row in rows]


async def find_approval(tx: Tx, user_id: UserId, approval_id: ApprovalId) -> Approval | None:
    row = await tx.fetchrow(
        f"select {_ASKED} from tool_approvals where id = $1 and user_id = $2",  # noqa: S608
        approval_id, user_id,
    )  # fmt: skip
    return _approval(row) if row else None


async def decide(tx: Tx, user_id: UserId, approval_id: ApprovalId, change: ApprovalChange, now: datetime) -> bool:
    done = await tx.execute(
        """
        update tool_approvals
           set state = $3, reason = $4, arguments = $5::jsonb, arguments_sha256 = $6, is_edited = $7, decided_at = $8
         where id = $1 and user_id = $2 and state = 'pending' and expires_at > $8
        """,
        approval_id, user_id, change.state, change.reason, orjson.dumps(change.arguments).decode(), change.digest,
        change.is_edited, now,
    )  # fmt: skip
    return bool(done == "UPDATE 1")


async def unspent_of(tx: Tx, user_id: UserId, chat_id: ChatId, message_id: MessageId) -> Sequence[Approval]:
    rows = await tx.fetch(
        f"""
        select {_ASKED} from tool_approvals
         where user_id = $1 and chat_id = $2 and message_id = $3 and state in ('approved', 'denied')
           and spent_in is null
         order by asked_at, id
        """,  # noqa: S608
        user_id, chat_id, message_id,
    )  # fmt: skip
    return [_approval(row) for row in rows]


async def spend(tx: Tx, user_id: UserId, chat_id: ChatId, message_id: MessageId, turn_id: TurnId) -> None:
    await tx.execute(
        """
        update tool_approvals set spent_in = $4
         where user_id = $1 and chat_id = $2 and message_id = $3 and state in ('approved', 'denied')
           and spent_in is null
        """,
        user_id, chat_id, message_id, turn_id,
    )  # fmt: skip


async def withdraw(tx: Tx, user_id: UserId, chat_id: ChatId, but: MessageId | None) -> Sequence[Approval]:
    rows = await tx.fetch(
        f"""
        update tool_approvals set state = 'withdrawn', decided_at = now()
         where user_id = $1 and chat_id = $2 and state <> 'withdrawn' and spent_in is null
           and message_id is distinct from $3
        returning {_ASKED}
        """,  # noqa: S608
        user_id, chat_id, but,
    )  # fmt: skip
    return [_approval(row) for row in rows]


async def keep_trust(tx: Tx, user_id: UserId, about: TrustSubject, trust: ToolTrust, chat_id: ChatId | None) -> None:
    """`chat_id`: None is everywhere. Another tool may have had its name once."""
    await tx.execute(
        """
        insert into tool_trusts (id, user_id, chat_id, name, own_name, title, origin, fingerprint, trust, server_id)
        values ($1, $2, $3, $4, $5, $6, $7, $8, $9, (select s.id from mcp_servers s where 'mcp:' || s.id = $7))
        on conflict (user_id, origin, name, chat_id) do update
           set own_name = excluded.own_name, fingerprint = excluded.fingerprint, title = excluded.title,
               trust = excluded.trust, server_id = excluded.server_id, created_at = now()
        """,
        new_id(), user_id, chat_id, about.name, about.own_name, about.title, about.origin, about.fingerprint, trust,
    )  # fmt: skip


async def drop_trusts(tx: Tx, user_id: UserId, about: TrustSubject, *, but_everywhere: bool) -> None:
    """`but_everywhere`: what holds everywhere under its present name stays."""
    await tx.execute(
        """
        delete from tool_trusts where id in (
          select id from tool_trusts
           where user_id = $1 and origin = $2 and coalesce(own_name, name) = $3
             and not ($4 and chat_id is null and name = $5)
           order by id for update)
        """,
        user_id, about.origin, about.own_name or about.name, but_everywhere, about.name,
    )  # fmt: skip


async def trusts_of(tx: Tx, user_id: UserId, *, limit: int) -> Sequence[TrustedTool]:
    rows = await tx.fetch(
        """
        select id, name, title, origin, chat_id, fingerprint, created_at from tool_trusts
         where user_id = $1 and trust = 'always' order by created_at desc, id limit $2
        """,
        user_id, limit,
    )  # fmt: skip
    return [TrustedTool(**row) for row in rows]


async def trusts_in(
    tx: Tx, user_id: UserId, chat_id: ChatId | None
) -> Mapping[tuple[ToolOrigin, str], Sequence[DecidedTrust]]:
    """By origin and own name: what was decided everywhere, and then in this chat."""
    rows = await tx.fetch(
        """
        select origin, coalesce(own_name, name) as own_name, trust, fingerprint from tool_trusts
         where user_id = $1 and (chat_id is null or chat_id = $2) order by chat_id nulls first, created_at desc
        """,
        user_id, chat_id,
    )  # fmt: skip
    found: dict[tuple[ToolOrigin, str], list[DecidedTrust]] = {}
    for row in rows:
        found.setdefault((row["origin"], row["own_name"]), []).append(DecidedTrust(row["trust"], row["fingerprint"]))
    return found


async def delete_trust(tx: Tx, user_id: UserId, trust_id: TrustId) -> bool:
    done = await tx.execute("delete from tool_trusts where id = $1 and user_id = $2", trust_id, user_id)
    return bool(done == "DELETE 1")


def _approval(row: Record) -> Approval:
    return Approval(**{**row, "arguments": orjson.loads(row["arguments"])})
