"""Two requests about one account, each in the other's way: both are answered, whichever comes first.

A third hand holds the row at which the two would meet, until both stand before it. Where they took locks in different
orders, one of them would be ended by the database (`deadlock detected`), and its person told that it is not answering.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any
from uuid import UUID, uuid4

import asyncpg
import httpx2
import pytest

from holdfast.accounts.email.links import drop_old_links, hash_of, life_seconds, new_link
from holdfast.accounts.email.reset_password import make_reset_link_as_operator
from holdfast.accounts.email.store import add_link
from holdfast.accounts.sign_ins import drop_expired_sign_ins
from holdfast.core.db import Db
from holdfast.core.ids import UserId
from holdfast.core.migrate import Addresses
from holdfast.orgs.invites import drop_old_invites
from tests.accounts.door import PASSWORD, Door, opened
from tests.accounts.mailbox import MAIL, letters_to, token_in
from tests.accounts.second_factor.setting import APP, half_in, set_app, step
from tests.orgs.company import company, invite
from tests.waiting import until

pytestmark = pytest.mark.anyio

RESET = "/api/auth/password/reset"
NEW = "another horse entirely"


@pytest.fixture
async def door(db: Db) -> AsyncIterator[Door]:
    async with opened(db, **MAIL) as made:
        yield made


@asynccontextmanager
async def held(as_owner: asyncpg.Connection, rows: str, *arguments: Any) -> AsyncIterator[None]:
    async with as_owner.transaction():
        assert await as_owner.fetch(f"select from {rows} for update", *arguments), "there is something to hold"
        yield


async def waiting(as_owner: asyncpg.Connection, count: int) -> None:
    """Until so many stand before a lock."""
    await until(lambda: as_owner.fetchval("select count(*) >= $1 from pg_locks where not granted", count))


async def reset_token(door: Door, as_owner: asyncpg.Connection, client: httpx2.AsyncClient) -> str:
    assert (await client.post("/api/auth/password/forgot", json={"email": "ada@example.org"})).status_code == 202
    return token_in((await letters_to(door.accounts, as_owner, "ada@example.org"))[-1])


def spend(client: httpx2.AsyncClient, token: str, password: str = NEW) -> asyncio.Task[httpx2.Response]:
    return asyncio.create_task(client.post(RESET, json={"token": token, "newPassword": password}))


async def statuses(*tasks: asyncio.Task[httpx2.Response]) -> list[int]:
    async with asyncio.timeout(60):
        return [answer.status_code for answer in await asyncio.gather(*tasks)]


async def test_two_reset_links_of_one_person_used_at_once_set_one_password(
    door: Door, as_owner: asyncpg.Connection
) -> None:
    async with door.person("ada") as ada, door.browser() as client:
        tokens = [await reset_token(door, as_owner, client) for _ in range(2)]
        async with held(as_owner, "users where id = $1", ada.id):
            tasks = [spend(client, token) for token in tokens]
            await waiting(as_owner, 2)
        assert sorted(await statuses(*tasks)) == [204, 404]


async def test_of_thirty_reset_links_of_one_person_used_at_once_one_sets_the_password(
    door: Door, db: Db, as_owner: asyncpg.Connection
) -> None:
    async with door.person("ada") as ada, door.browser() as client:
        links = [new_link(door.url, "reset") for _ in range(30)]
        async with db.as_user(ada.id) as tx:
            for link in links:
                await add_link(tx, link.token_hash, "reset", "ada@example.org", seconds=life_seconds("reset"))
        async with held(as_owner, "users where id = $1", ada.id):
            tasks = [spend(client, link.address.partition("#")[2]) for link in links]
            await waiting(as_owner, 5)
        assert sorted(await statuses(*tasks)) == [204] + [404] * 29
        assert await as_owner.fetchval("select count(*) from one_time_links where purpose = 'reset'") == 0


async def test_a_link_used_while_the_operator_makes_another_ends_well_for_both(
    door: Door, as_owner: asyncpg.Connection, addresses: Addresses
) -> None:
    operator = await asyncpg.connect(addresses.owner.dsn)
    async with door.person("ada"), door.browser() as client:
        by_hand = (await make_reset_link_as_operator(as_owner, "ada@example.org", site=door.url)).partition("#")[2]
        by_mail = await reset_token(door, as_owner, client)
        async with held(as_owner, "one_time_links where token_hash = $1", hash_of(by_hand)):
            made = asyncio.create_task(make_reset_link_as_operator(operator, "ada@example.org", site=door.url))
            await waiting(as_owner, 1)
            spent = spend(client, by_mail)
            await waiting(as_owner, 2)
        assert await statuses(spent) in ([204], [404])
        assert (await made).startswith(f"{door.url}/reset#")
    await operator.close()


async def test_a_second_step_shown_while_the_password_is_changed_opens_nothing(
    door: Door, as_owner: asyncpg.Connection
) -> None:
    async with door.person("ada") as ada, door.browser() as elsewhere:
        _, codes = await set_app(ada.http)
        await half_in(elsewhere)
        async with held(as_owner, "users where id = $1", ada.id):
            change = {"currentPassword": PASSWORD, "newPassword": NEW}
            changed = asyncio.create_task(ada.http.post("/api/auth/password", json=change))
            await waiting(as_owner, 1)
            shown = asyncio.create_task(step(elsewhere, recoveryCode=codes[0]))
            await waiting(as_owner, 2)
        assert await statuses(changed, shown) == [204, 404]
        assert await as_owner.fetchval("select count(*) from recovery_codes") == len(codes), "and the code is not spent"


async def test_an_app_removed_by_its_owner_and_by_an_admin_at_once_is_removed_once(
    door: Door, as_owner: asyncpg.Connection
) -> None:
    async with door.person("root") as root, door.person("ada") as ada:
        await set_app(ada.http)
        async with held(as_owner, "totp_secrets where user_id = $1", ada.id):
            own = asyncio.create_task(ada.http.delete(APP))
            await waiting(as_owner, 1)
            admins = asyncio.create_task(root.http.post(f"/api/admin/users/{ada.id}/remove-second-factor"))
            await waiting(as_owner, 2)
        assert await statuses(own, admins) == [204, 409]


async def _with_a_passkey(as_owner: asyncpg.Connection, user: UserId) -> UUID:
    passkey = uuid4()
    await as_owner.execute(
        """
        insert into passkeys (id, user_id, credential_id, credential, rp_id, sign_count, name)
        values ($1, $2, 'k', 'k', 'localhost', 0, 'Key')
        """,
        passkey,
        user,
    )
    return passkey


async def test_a_passkey_removed_by_its_owner_and_by_an_admin_at_once_is_removed_once(
    door: Door, as_owner: asyncpg.Connection
) -> None:
    async with door.person("root") as root, door.person("ada") as ada:
        passkey = await _with_a_passkey(as_owner, ada.id)
        async with held(as_owner, "passkeys where user_id = $1", ada.id):
            own = asyncio.create_task(ada.http.delete(f"/api/auth/second-factor/passkeys/{passkey}"))
            await waiting(as_owner, 1)
            admins = asyncio.create_task(root.http.post(f"/api/admin/users/{ada.id}/remove-second-factor"))
            await waiting(as_owner, 2)
        assert await statuses(own, admins) == [204, 409]


async def test_somebody_who_shows_who_they_are_while_the_address_s_owner_takes_the_account_back_is_out(
    door: Door, as_owner: asyncpg.Connection
) -> None:
    """The reset of an address nobody had shown to be theirs ends sign-ins, and then takes the factors away."""
    async with door.person("ada") as ada, door.browser() as owner:
        _, codes = await set_app(ada.http)
        token = await reset_token(door, as_owner, owner)
        async with held(as_owner, "sign_ins where user_id = $1", ada.id):
            reset = spend(owner, token)
            await waiting(as_owner, 1)
            shown = asyncio.create_task(ada.http.post("/api/auth/confirm", json={"recoveryCode": codes[0]}))
            await waiting(as_owner, 2)
        assert await statuses(reset, shown) == [204, 403]


async def test_whoever_leaves_a_key_behind_while_the_account_is_taken_back_leaves_none(
    door: Door, as_owner: asyncpg.Connection
) -> None:
    async with door.person("ada") as ada, door.browser() as owner:
        token = await reset_token(door, as_owner, owner)
        async with held(as_owner, "users where id = $1", ada.id):
            reset = spend(owner, token)
            await waiting(as_owner, 1)
            made = asyncio.create_task(ada.http.post("/api/keys", json={"name": "back door", "scopes": ["chat"]}))
            await waiting(as_owner, 2)
        assert await statuses(reset, made) == [204, 401]
        assert await as_owner.fetchval("select count(*) from api_keys where revoked_at is null") == 0


async def test_an_account_that_goes_while_its_person_joins_an_organization_is_in_nobodys_way(
    db: Db, addresses: Addresses, as_owner: asyncpg.Connection
) -> None:
    """It was in none when it began to go. Somebody there writes down what becomes of the newcomer."""
    here = await company(db)
    async with db.as_user(here.member) as tx:
        await tx.execute("delete from org_members where user_id = $1", here.member)
    other = await asyncpg.connect(addresses.owner.dsn)
    change = other.transaction()
    async with as_owner.transaction():
        await as_owner.execute("select from users where id = $1 for key share", here.member)
        going = asyncio.create_task(_delete_account(db, here.member))
        await waiting(as_owner, 1)
        await other.execute("insert into org_members (user_id, org_id) values ($1, $2)", here.member, here.id)
        # As every change in an organization does: first its row, and at last its history.
        await change.start()
        await other.execute("select from orgs where id = $1 for update", here.id)
    await until(lambda: _ended_or_waiting(as_owner, going))
    await other.execute(
        "insert into org_events (org_id, what, target_id) values ($1, 'member.role_changed', $2)", here.id, here.member
    )
    await change.commit()
    with pytest.raises(asyncpg.SerializationError):  # which is tried again
        await going
    assert await _delete_account(db, here.member) == "deleted"
    await other.close()


async def _ended_or_waiting(as_owner: asyncpg.Connection, going: asyncio.Task[str]) -> bool:
    return going.done() or bool(await as_owner.fetchval("select exists (select from pg_locks where not granted)"))


async def _delete_account(db: Db, user: UserId) -> str:
    async with db.as_user(user) as tx:
        return str(await tx.fetchval("select delete_own_account()"))


async def test_tidying_waits_for_nobody_and_comes_back_for_what_it_left(
    door: Door, db: Db, as_owner: asyncpg.Connection
) -> None:
    """What takes out many people's rows in one statement takes them in an order of its own."""
    async with door.person("eva") as eva, door.browser() as client:
        assert (await client.post("/api/auth/password/forgot", json={"email": "eva@example.org"})).status_code == 202
        here = await company(db)
        await invite(here.orgs, here.owner, here.id, email="dan@example.org")
        await as_owner.execute("update sign_ins set expires_at = now() - interval '1 day'")
        await as_owner.execute("update one_time_links set expires_at = now() - interval '1 day'")
        await as_owner.execute("update org_invites set expires_at = now() - interval '60 days'")
        for rows, tidy in (
            ("sign_ins where user_id = $1", drop_expired_sign_ins),
            ("one_time_links where user_id = $1", drop_old_links),
        ):
            async with held(as_owner, rows, eva.id), asyncio.timeout(20):
                await tidy(db)
            assert await as_owner.fetchval(f"select count(*) from {rows}", eva.id) > 0
            await tidy(db)
            assert await as_owner.fetchval(f"select count(*) from {rows}", eva.id) == 0
        async with held(as_owner, "org_invites where org_id = $1", here.id), asyncio.timeout(20):
            await drop_old_invites(db)
        await drop_old_invites(db)
        assert await as_owner.fetchval("select count(*) from org_invites") == 0
