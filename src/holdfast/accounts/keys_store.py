"""What keys may besides their scopes, what became of them, and how often they were used just now."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from asyncpg import Record

from holdfast.accounts.types import ApiKey, KeyEvent, KeyEventName, KeyWindows
from holdfast.core.db import Tx
from holdfast.core.ids import KeyId, UserId, new_id

_KEY = """id, name, prefix, scopes, created_at, last_used_at, expires_at, minute_limit, day_limit, models, networks,
          case when previous_until > now() then previous_until end as previous_until, last_place"""


async def list_keys(tx: Tx, user_id: UserId) -> Sequence[ApiKey]:
    rows = await tx.fetch(
        f"""
        select {_KEY} from api_keys where user_id = $1 and revoked_at is null order by created_at desc, id desc
        """,  # noqa: S608
        user_id,
    )
    return [_key(row) for row in rows]


async def find_key(tx: Tx, user_id: UserId, key_id: KeyId) -> ApiKey | None:
    """Locked, so that two who change it do so one after the other."""
    row = await tx.fetchrow(
        f"select {_KEY} from api_keys where user_id = $1 and id = $2 and revoked_at is null for no key update",  # noqa: S608
        user_id, key_id,
    )  # fmt: skip
    return _key(row) if row else None


async def find_used_key(tx: Tx, user_id: UserId, key_id: KeyId) -> ApiKey | None:
    """The key that a request was made with, a person's or an organization's."""
    row = await tx.fetchrow(
        f"select {_KEY} from api_keys where coalesce(user_id, made_by) = $1 and id = $2",  # noqa: S608
        user_id, key_id,
    )  # fmt: skip
    return _key(row) if row else None


async def change_key(tx: Tx, user_id: UserId, key: ApiKey) -> None:
    await tx.execute(
        """
        update api_keys
           set name = $3, scopes = $4, expires_at = $5, minute_limit = $6, day_limit = $7, models = $8, networks = $9
         where user_id = $1 and id = $2
        """,
        user_id, key.id, key.name, list(key.scopes), key.expires_at, key.minute_limit, key.day_limit,
        _listed(key.models), _listed(key.networks),
    )  # fmt: skip


async def rotate_key(
    tx: Tx, user_id: UserId, key_id: KeyId, prefix: str, key_hash: bytes, previous_until: datetime | None
) -> None:
    await tx.execute(
        """
        update api_keys
           set previous_hash = case when $5::timestamptz is not null then key_hash end, previous_until = $5,
               prefix = $3, key_hash = $4
         where user_id = $1 and id = $2
        """,
        user_id, key_id, prefix, key_hash, previous_until,
    )  # fmt: skip


async def touch_key(tx: Tx, user_id: UserId, key_id: KeyId, place: str) -> None:
    """`user_id`: as whom it acts."""
    await tx.execute(
        """
        update api_keys set last_used_at = now(), last_place = $3
         where id = $2 and coalesce(user_id, made_by) = $1
        """,
        user_id, key_id, place,
    )  # fmt: skip


async def take_request(tx: Tx, key_id: KeyId) -> KeyWindows:
    row = await tx.fetchrow("select * from take_key_request($1)", key_id)
    assert row is not None  # the function answers with one row
    return KeyWindows(**row)


async def add_event(tx: Tx, user_id: UserId, key_id: KeyId, what: KeyEventName, place: str) -> None:
    await tx.execute(
        "insert into key_events (id, user_id, key_id, what, place) values ($1, $2, $3, $4, $5)",
        new_id(), user_id, key_id, what, place,
    )  # fmt: skip


async def list_events(tx: Tx, user_id: UserId, key_id: KeyId, *, limit: int) -> Sequence[KeyEvent]:
    rows = await tx.fetch(
        "select at, what, place from key_events where user_id = $1 and key_id = $2 order by at desc, id desc limit $3",
        user_id, key_id, limit,
    )  # fmt: skip
    return [KeyEvent(**row) for row in rows]


def _key(row: Record) -> ApiKey:
    told = dict(row)
    lists = {name: tuple(told[name] or ()) for name in ("scopes", "models", "networks")}
    return ApiKey(**{**told, **lists})


def _listed(names: Sequence[str]) -> list[str] | None:
    return list(names) or None
