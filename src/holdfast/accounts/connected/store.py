"""Programs, codes and tokens. Whoever redeems one is nobody yet, so that is done by functions of the schema, each of
them whole: what is spent is spent in the statement that gives what it was for."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import astuple, dataclass
from datetime import datetime

from holdfast.accounts.connected.types import ConnectedProgram, OAuthProgram
from holdfast.core.db import Db, Tx
from holdfast.core.ids import KeyId, ProgramId, UserId


@dataclass(frozen=True, slots=True)
class NewCode:
    program_id: ProgramId
    redirect_uri: str
    challenge: str
    scopes: Sequence[str]
    resource: str


@dataclass(frozen=True, slots=True)
class ShownCode:
    code_hash: bytes
    program_id: ProgramId
    redirect_uri: str
    challenge: str
    resource: str


@dataclass(frozen=True, slots=True)
class NewProgramKey:
    id: KeyId
    key_hash: bytes
    prefix: str


@dataclass(frozen=True, slots=True)
class NewTokens:
    access_hash: bytes
    access_until: datetime
    refresh_hash: bytes
    refresh_until: datetime


@dataclass(frozen=True, slots=True)
class FoundToken:
    key_id: KeyId
    user_id: UserId
    email: str | None
    name: str
    scopes: Sequence[str]
    is_due: bool
    resource: str


async def register(db: Db, program: OAuthProgram, at: datetime, *, at_most: int) -> bool:
    rows = await db.look_up(
        "select register_oauth_program($1, $2, $3, $4, $5) as is_done",
        program.id, program.name, list(program.redirect_uris), at, at_most,
    )  # fmt: skip
    return bool(rows[0]["is_done"])


async def find_program(db: Db, program_id: ProgramId) -> OAuthProgram | None:
    rows = await db.look_up("select id, name, redirect_uris from find_oauth_program($1)", program_id)
    return OAuthProgram(*rows[0]) if rows else None


async def drop_old_codes(tx: Tx, user_id: UserId, at: datetime) -> None:
    """A spent one is kept for an hour: so long it still tells that somebody copied it."""
    await tx.execute(
        "delete from oauth_codes where user_id = $1 and expires_at < $2::timestamptz - interval '1 hour'", user_id, at
    )


async def drop_codes(tx: Tx, user_id: UserId) -> None:
    await tx.execute("delete from oauth_codes where user_id = $1", user_id)


async def add_code(tx: Tx, user_id: UserId, code_hash: bytes, new: NewCode, until: datetime) -> None:
    await tx.execute(
        """
        insert into oauth_codes (code_hash, user_id, program_id, redirect_uri, challenge, scopes, resource, expires_at)
        values ($1, $2, $3, $4, $5, $6, $7, $8)
        """,
        code_hash, user_id, new.program_id, new.redirect_uri, new.challenge, list(new.scopes), new.resource, until,
    )  # fmt: skip


async def redeem_code(
    db: Db, shown: ShownCode, key: NewProgramKey, tokens: NewTokens, at: datetime
) -> list[str] | None:
    """The scopes; None: it is worth nothing."""
    rows = await db.look_up(
        "select redeem_oauth_code($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13) as scopes",
        *astuple(shown), at, *astuple(key), *astuple(tokens),
    )  # fmt: skip
    scopes: list[str] | None = rows[0]["scopes"]
    return scopes


async def rotate(
    db: Db, refresh_hash: bytes, program_id: ProgramId, resource: str, tokens: NewTokens, at: datetime
) -> list[str] | None:
    rows = await db.look_up(
        "select rotate_oauth_token($1, $2, $3, $4, $5, $6, $7, $8) as scopes",
        refresh_hash, program_id, resource, at, *astuple(tokens),
    )  # fmt: skip
    scopes: list[str] | None = rows[0]["scopes"]
    return scopes


async def end_token(db: Db, token_hash: bytes, program_id: ProgramId) -> None:
    await db.look_up("select end_oauth_token($1, $2)", token_hash, program_id)


async def find_token(db: Db, token_hash: bytes, at: datetime) -> FoundToken | None:
    rows = await db.look_up("select * from find_oauth_token($1, $2)", token_hash, at)
    return FoundToken(*rows[0]) if rows else None


async def count_connected(tx: Tx, user_id: UserId) -> int:
    count: int = await tx.fetchval(
        "select count(*) from api_keys where user_id = $1 and program_id is not null and revoked_at is null", user_id
    )
    return count


async def list_connected(tx: Tx, user_id: UserId) -> Sequence[ConnectedProgram]:
    rows = await tx.fetch(
        """
        select id, name, scopes, created_at, last_used_at, last_place from api_keys
         where user_id = $1 and program_id is not null and revoked_at is null order by created_at desc, id desc
        """,
        user_id,
    )
    return [ConnectedProgram(**row) for row in rows]


async def is_connected(tx: Tx, user_id: UserId, key_id: KeyId) -> bool:
    found: bool = await tx.fetchval(
        """
        select exists (select from api_keys
         where user_id = $1 and id = $2 and program_id is not null and revoked_at is null)
        """,
        user_id, key_id,
    )  # fmt: skip
    return found
