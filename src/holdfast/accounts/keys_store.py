"""Every SQL statement on API keys: what they may, what became of them, and how often they were used just now."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import fields
from datetime import datetime

from asyncpg import Record

from holdfast.accounts.store import FoundAccount, ask
from holdfast.accounts.types import ApiKey, Caller, KeyEvent, KeyEventName, KeySpend, KeyWindows, OrgKey
from holdfast.core.db import Db, Tx
from holdfast.core.ids import KeyId, OrgId, UserId, new_id

_KEY = """id, name, prefix, scopes, created_at, last_used_at, expires_at, minute_limit, day_limit, models, networks,
          case when previous_until > now() then previous_until end as previous_until, last_place, spend_limit_usd,
          coalesce((select s.spent_usd from spent_by_key(id) s), 0) as spent_usd"""


async def list_keys(tx: Tx, user_id: UserId) -> Sequence[ApiKey]:
    rows = await tx.fetch(
        f"""
        select {_KEY} from api_keys where user_id = $1 and revoked_at is null and program_id is null
         order by created_at desc, id desc
        """,  # noqa: S608
        user_id,
    )
    return [_key(row) for row in rows]


async def find_key(tx: Tx, user_id: UserId, key_id: KeyId) -> ApiKey | None:
    """Locked, so that two who change it do so one after the other."""
    row = await tx.fetchrow(
        f"""
        select {_KEY} from api_keys
         where user_id = $1 and id = $2 and revoked_at is null and program_id is null for no key update
        """,  # noqa: S608
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
           set name = $3, scopes = $4, expires_at = $5, minute_limit = $6, day_limit = $7, models = $8, networks = $9,
               spend_limit_usd = $10
         where user_id = $1 and id = $2
        """,
        user_id, key.id, key.name, list(key.scopes), key.expires_at, key.minute_limit, key.day_limit,
        _listed(key.models), _listed(key.networks), key.spend_limit_usd,
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


async def take_request(tx: Tx, key_id: KeyId) -> tuple[KeyWindows, KeySpend]:
    row = await tx.fetchrow("select * from take_key_request($1), spent_by_key($1)", key_id)
    assert row is not None  # each of the two answers with one row
    spend = KeySpend(row["spend_limit_usd"], row["spent_usd"], row["month_seconds"])
    return KeyWindows(**{one.name: row[one.name] for one in fields(KeyWindows)}), spend


async def note_cost(tx: Tx, key_id: KeyId, cost_usd: float) -> None:
    await tx.execute("select note_key_cost($1, $2)", key_id, cost_usd)


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


async def find_api_key(db: Db, key_hash: bytes) -> FoundAccount | None:
    rows = await ask(db, "select * from open_key($1)", key_hash)
    if not rows:
        return None
    key_id, user_id, email, name, scopes, is_due, models, networks, is_counted = rows[0]
    caller = Caller(
        user_id,
        "key",
        email,
        name,
        key_id=key_id,
        scopes=frozenset(scopes),
        models=None if models is None else frozenset(models),
        networks=tuple(networks or ()),
        is_counted=is_counted,
    )
    return FoundAccount(caller, is_due)


async def add_api_key(tx: Tx, user_id: UserId, key: ApiKey, key_hash: bytes, *, at_most: int) -> bool:
    """False when there are `at_most` already. Behind the account's lock, so that many at once are counted in turn."""
    present = await tx.fetchval(
        "select count(*) from api_keys where user_id = $1 and revoked_at is null and program_id is null", user_id
    )
    if present >= at_most:
        return False
    await _insert_key(tx, key, key_hash, user_id=user_id)
    return True


async def add_org_key(tx: Tx, org_id: OrgId, made_by: UserId, key: ApiKey, key_hash: bytes, *, at_most: int) -> bool:
    """The same, for a key of an organization; behind its lock."""
    present = await tx.fetchval("select count(*) from api_keys where org_id = $1 and revoked_at is null", org_id)
    if present >= at_most:
        return False
    await _insert_key(tx, key, key_hash, org_id=org_id, made_by=made_by)
    return True


async def _insert_key(
    tx: Tx, key: ApiKey, key_hash: bytes, *, user_id: UserId | None = None, org_id: OrgId | None = None,
    made_by: UserId | None = None,
) -> None:  # fmt: skip
    """Whose it is: a person's or an organization's."""
    await tx.execute(
        """
        insert into api_keys (id, user_id, org_id, made_by, name, prefix, key_hash, scopes, created_at, expires_at,
                              minute_limit, day_limit, models, networks, spend_limit_usd)
        values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15)
        """,
        key.id, user_id, org_id, made_by, key.name, key.prefix, key_hash, list(key.scopes), key.created_at,
        key.expires_at, key.minute_limit, key.day_limit, _listed(key.models), _listed(key.networks),
        key.spend_limit_usd,
    )  # fmt: skip


async def revoke_api_key(tx: Tx, user_id: UserId, key_id: KeyId) -> bool:
    done = await tx.execute(
        "update api_keys set revoked_at = now() where user_id = $1 and id = $2 and revoked_at is null", user_id, key_id
    )
    return bool(done == "UPDATE 1")


async def revoke_api_keys(tx: Tx, user_id: UserId) -> None:
    """All that act as this person, also those that are their organization's; in the order of their ids, as everybody
    who ends several."""
    await tx.execute(
        """
        update api_keys set revoked_at = now() where id in (
          select id from api_keys where (user_id = $1 or made_by = $1) and revoked_at is null
           order by id for no key update)
        """,
        user_id,
    )


async def list_org_keys(tx: Tx) -> Sequence[OrgKey]:
    """Of the asker's organization."""
    rows = await tx.fetch("select * from list_org_keys()")
    resting = {row["id"] for row in await tx.fetch("select id from resting_org_keys() id")} if rows else set()
    told = await tx.fetch(f"select {_KEY} from api_keys where org_id = current_org()")  # noqa: S608
    keys = {row["id"]: _key(row) for row in told}
    return [OrgKey(keys[row["id"]], row["made_by"], row["made_by_name"], row["id"] in resting) for row in rows]


async def revoke_org_key(tx: Tx, org_id: OrgId, key_id: KeyId, *, of_maker: UserId | None) -> str | None:
    """What it was called; None: there is no such key, or (`of_maker`) somebody else made it."""
    name: str | None = await tx.fetchval(
        """
        update api_keys set revoked_at = now()
         where org_id = $1 and id = $2 and revoked_at is null and ($3::uuid is null or made_by = $3) returning name
        """,
        org_id, key_id, of_maker,
    )  # fmt: skip
    return name
