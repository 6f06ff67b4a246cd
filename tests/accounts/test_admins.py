"""Suspending, appointing, leaving: stale rights end at once, and an installation never loses its last admin."""

from __future__ import annotations

import asyncio
from uuid import UUID

import asyncpg
import pytest

from holdfast.accounts.sign_ins import drop_expired_sign_ins
from holdfast.core.db import Db
from holdfast.core.ids import UserId
from tests.accounts.door import PASSWORD, Door, Person, log_in, register

pytestmark = pytest.mark.anyio


async def is_shut(db: Db, user: UserId) -> bool:
    """Suspended, or gone: asked as the person themselves."""
    async with db.as_user(user) as tx:
        return not await tx.fetchval("select exists (select from users where suspended_at is null)")


async def suspend(admin: Person, user_id: UserId, verb: str = "suspend") -> int:
    return (await admin.http.post(f"/api/admin/users/{user_id}/{verb}")).status_code


async def leave(person: Person, password: str = PASSWORD) -> int:
    return (await person.http.request("DELETE", "/api/auth/me", json={"password": password})).status_code


async def test_a_suspended_person_is_out_at_once_by_every_door(door: Door) -> None:
    async with door.person("ada") as ada, door.person("bob") as bob, door.browser() as again:
        key = (await bob.http.post("/api/keys", json={"name": "x", "scopes": ["chat"]})).json()["key"]
        assert await suspend(ada, bob.id) == 204
        assert (await bob.http.get("/api/auth/me")).status_code == 401
        assert (await again.get("/api/auth/me", headers={"x-api-key": key})).status_code == 401
        refused = await log_in(again, "bob")
        assert (refused.status_code, refused.json()["error"]["code"]) == (403, "suspended")
        assert (await log_in(again, "bob", "wrong password")).status_code == 401, "only the owner learns of it"
        assert await is_shut(door.accounts.db, bob.id)


async def test_lifting_a_suspension_lets_people_sign_in_again_but_revives_no_browser(door: Door) -> None:
    async with door.person("ada") as ada, door.person("bob") as bob:
        assert await suspend(ada, bob.id) == 204
        assert await suspend(ada, bob.id, "unsuspend") == 204
        assert (await bob.http.get("/api/auth/me")).status_code == 401
        assert (await log_in(bob.http, "bob")).status_code == 200
        assert not await is_shut(door.accounts.db, bob.id)


async def test_only_admins_may_and_not_to_themselves(door: Door, as_owner: asyncpg.Connection) -> None:
    async with door.person("ada") as ada, door.person("bob") as bob, door.browser() as stranger:
        for verb in ("suspend", "unsuspend", "appoint", "dismiss"):
            assert await suspend(bob, ada.id, verb) == 403
            assert await suspend(bob, bob.id, verb) == 403
            assert await suspend(ada, ada.id, verb) == 409
            assert (await stranger.post(f"/api/admin/users/{bob.id}/{verb}")).status_code == 401
            assert await suspend(ada, UserId(UUID(int=7)), verb) == 404
        assert (await bob.http.get("/api/admin/users")).status_code == 403
        assert (await ada.http.post("/api/admin/users/not-an-id/suspend")).status_code == 422
    assert await as_owner.fetchval("select count(*) from users where is_admin or suspended_at is not null") == 1


async def test_a_dismissed_admin_is_none_at_the_next_request(door: Door) -> None:
    async with door.person("ada") as ada, door.person("bob") as bob:
        assert await suspend(ada, bob.id, "appoint") == 204
        assert (await bob.http.get("/api/admin/users")).status_code == 200
        assert await suspend(ada, bob.id, "dismiss") == 204
        assert (await bob.http.get("/api/admin/users")).status_code == 403


async def test_of_two_admins_who_suspend_each_other_one_stays(door: Door, as_owner: asyncpg.Connection) -> None:
    async with door.person("ada") as ada, door.person("bob") as bob:
        for _ in range(10):
            await as_owner.execute("update users set is_admin = true, suspended_at = null")
            await log_in(ada.http, "ada")
            await log_in(bob.http, "bob")
            answers = await asyncio.gather(suspend(ada, bob.id), suspend(bob, ada.id))
            assert 204 in answers
            assert await as_owner.fetchval("select count(*) from users where suspended_at is null") == 1


async def test_an_admin_pages_through_the_accounts_and_sees_no_more_than_needed(door: Door) -> None:
    async with door.person("ada") as ada, door.browser() as client:
        for number in range(4):
            await register(client, f"p{number}")
        first = (await ada.http.get("/api/admin/users", params={"limit": 3})).json()
        second = (await ada.http.get("/api/admin/users", params={"limit": 3, "cursor": first["nextCursor"]})).json()
        assert [len(first["users"]), len(second["users"])] == [3, 2]
        assert second["nextCursor"] is None
        assert len({user["id"] for user in first["users"] + second["users"]}) == 5
        assert set(first["users"][0]) == {
            "id", "email", "name", "isAdmin", "suspendedAt", "createdAt", "lastSeenAt", "plan", "limits",
            "organization",
        }  # fmt: skip
        for wrong in ({"limit": 0}, {"limit": 10_000}, {"cursor": "x"}, {"limit": "9" * 40}):
            assert (await ada.http.get("/api/admin/users", params=wrong)).status_code == 422


async def test_leaving_deletes_the_account_and_all_it_owns(door: Door, as_owner: asyncpg.Connection) -> None:
    async with door.person("ada"), door.person("bob") as bob:
        await bob.http.post("/api/keys", json={"name": "x", "scopes": ["chat"]})
        assert await leave(bob, "not the password") == 403
        assert (await bob.http.request("DELETE", "/api/auth/me", json={})).status_code == 403
        assert await leave(bob) == 204
        assert (await bob.http.get("/api/auth/me")).status_code == 401
        assert (await log_in(bob.http, "bob")).status_code == 401
    for table in ("sign_ins", "api_keys", "identities"):
        assert await as_owner.fetchval(f"select count(*) from {table} where user_id = $1", bob.id) == 0
    assert await as_owner.fetchval("select count(*) from users") == 1
    assert await is_shut(door.accounts.db, bob.id), "an account that is gone is shut"


async def test_the_last_admin_cannot_leave_the_others_alone(door: Door) -> None:
    async with door.person("ada") as ada, door.person("bob") as bob:
        assert await leave(ada) == 409
        assert (await ada.http.get("/api/auth/me")).status_code == 200
        assert await suspend(ada, bob.id, "appoint") == 204
        assert await leave(ada) == 204
        assert (await bob.http.get("/api/auth/me")).json()["isAdmin"] is True


async def test_two_admins_who_leave_at_once_do_not_leave_the_others_alone(
    door: Door, as_owner: asyncpg.Connection
) -> None:
    async with door.person("ada") as ada, door.person("bob") as bob, door.person("cyd"):
        assert await suspend(ada, bob.id, "appoint") == 204
        assert sorted(await asyncio.gather(leave(ada), leave(bob))) == [204, 409]
    assert await as_owner.fetchval("select count(*) from users where is_admin") == 1


async def test_when_the_last_account_has_left_the_next_is_not_the_first_again(door: Door) -> None:
    async with door.person("ada") as ada, door.browser() as client:
        assert await leave(ada) == 204
        assert (await client.get("/api/auth/providers")).json()["hasAccounts"] is True
        await register(client, "bob")
        assert (await client.get("/api/auth/me")).json()["isAdmin"] is False


async def test_expired_sign_ins_are_swept_and_good_ones_stay(door: Door, as_owner: asyncpg.Connection) -> None:
    async with door.person("ada") as ada, door.person("bob"):
        await as_owner.execute("update sign_ins set expires_at = now() - interval '1 day' where user_id <> $1", ada.id)
        assert await drop_expired_sign_ins(door.accounts.db) == 1
        assert await drop_expired_sign_ins(door.accounts.db) == 0
        assert (await ada.http.get("/api/auth/me")).status_code == 200
