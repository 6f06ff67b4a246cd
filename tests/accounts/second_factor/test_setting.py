"""Setting a second factor, changing it, losing it; and the fresh sign-in that it takes."""

from __future__ import annotations

import asyncpg
import pytest

from holdfast.accounts.second_factor.remove import remove_by_email
from holdfast.core.errors import Conflict, NotFound
from tests.accounts.door import PASSWORD, Door, log_in
from tests.accounts.second_factor.setting import APP, forget_steps, half_in, is_in, long_ago, set_app, step

pytestmark = pytest.mark.anyio

FACTORS, CODES, CONFIRM = "/api/auth/second-factor", "/api/auth/second-factor/recovery-codes", "/api/auth/confirm"


async def test_a_secret_that_was_only_shown_asks_for_nothing(door: Door) -> None:
    async with door.person() as ada, door.browser() as browser:
        shown = await ada.http.post(APP)
        assert shown.json()["uri"].startswith("otpauth://totp/Holdfast%20127.0.0.1")
        assert shown.json()["secret"] in shown.json()["uri"]
        assert shown.json()["qr"]["path"].startswith("M4 4h7")
        assert (await ada.http.get(FACTORS)).json()["appSince"] is None
        assert (await log_in(browser, "ada")).status_code == 200


async def test_a_wrong_code_confirms_nothing(door: Door) -> None:
    async with door.person() as ada:
        assert (await ada.http.post(f"{APP}/confirm", json={"code": "000000"})).status_code == 404
        await ada.http.post(APP)
        wrong = await ada.http.post(f"{APP}/confirm", json={"code": "000000"})
        assert (wrong.status_code, wrong.json()["error"]["code"]) == (422, "wrong_code")
        assert (await ada.http.get(FACTORS)).json()["appSince"] is None


async def test_the_first_factor_signs_every_other_browser_out(door: Door) -> None:
    async with door.person() as ada, door.browser() as other:
        await log_in(other, "ada")
        await set_app(ada.http)
        assert not await is_in(other)
        assert await is_in(ada.http)
        told = (await ada.http.get(FACTORS)).json()
        assert told["appSince"] is not None
        assert told["recoveryCodesLeft"] == 10


async def test_a_second_app_wants_the_first_removed(door: Door) -> None:
    async with door.person() as ada:
        await set_app(ada.http)
        again = await ada.http.post(APP)
        assert (again.status_code, again.json()["error"]["code"]) == (409, "authenticator_already_set")


async def test_removed_it_is_asked_for_no_more_and_its_codes_are_gone(door: Door, as_owner: asyncpg.Connection) -> None:
    async with door.person() as ada, door.browser() as browser:
        await set_app(ada.http)
        assert (await ada.http.delete(APP)).status_code == 204
        assert (await ada.http.delete(APP)).status_code == 404
        assert (await ada.http.get(FACTORS)).json()["recoveryCodesLeft"] == 0
        assert (await log_in(browser, "ada")).status_code == 200
    assert await as_owner.fetchval("select count(*) from recovery_codes") == 0


async def test_new_recovery_codes_void_the_old(door: Door) -> None:
    async with door.person() as ada, door.browser() as browser:
        assert (await ada.http.post(CODES)).status_code == 404
        _, old = await set_app(ada.http)
        new = (await ada.http.post(CODES)).json()["recoveryCodes"]
        assert not set(old) & set(new)
        await half_in(browser)
        assert (await step(browser, recoveryCode=old[0])).status_code == 403
        assert (await step(browser, recoveryCode=new[0])).status_code == 200


async def test_a_stolen_cookie_changes_nothing(door: Door, as_owner: asyncpg.Connection) -> None:
    async with door.person() as ada:
        await set_app(ada.http)
        await long_ago(as_owner)
        for ask in (ada.http.post(APP), ada.http.delete(APP), ada.http.post(CODES)):
            refused = await ask
            assert (refused.status_code, refused.json()["error"]["code"]) == (403, "fresh_sign_in_required")
        told = (await ada.http.get(FACTORS)).json()
        assert told["recoveryCodesLeft"] == 10


async def test_without_a_factor_the_password_makes_a_sign_in_fresh(door: Door, as_owner: asyncpg.Connection) -> None:
    async with door.person() as ada:
        await long_ago(as_owner)
        assert (await ada.http.get(CONFIRM)).json()["ways"] == ["password"]
        wrong = await ada.http.post(CONFIRM, json={"password": "not the password"})
        assert (wrong.status_code, wrong.json()["error"]["code"]) == (403, "wrong_password")
        assert (await ada.http.post(APP)).status_code == 403
        assert (await ada.http.post(CONFIRM, json={"password": PASSWORD})).status_code == 204
        assert (await ada.http.post(APP)).status_code == 201


async def test_with_a_factor_the_password_is_not_enough(door: Door, as_owner: asyncpg.Connection) -> None:
    async with door.person() as ada:
        phone, codes = await set_app(ada.http)
        await long_ago(as_owner)
        assert (await ada.http.get(CONFIRM)).json()["ways"] == ["code", "recovery_code"]
        refused = await ada.http.post(CONFIRM, json={"password": PASSWORD})
        assert (refused.status_code, refused.json()["error"]["code"]) == (403, "second_factor_missing")
        assert (await ada.http.delete(APP)).status_code == 403
        assert (await ada.http.post(CONFIRM, json={"code": "000000"})).status_code == 403
        code = phone.code()
        assert (await ada.http.post(CONFIRM, json={"code": code})).status_code == 204
        assert (await ada.http.post(CONFIRM, json={"code": code})).status_code == 403, "spent"
        await long_ago(as_owner)
        assert (await ada.http.post(CONFIRM, json={"recoveryCode": codes[0]})).status_code == 204
        assert (await ada.http.delete(APP)).status_code == 204


async def test_one_browsers_word_makes_no_other_fresh(door: Door, as_owner: asyncpg.Connection) -> None:
    async with door.person() as ada, door.browser() as other:
        await log_in(other, "ada")
        await long_ago(as_owner)
        assert (await ada.http.post(CONFIRM, json={"password": PASSWORD})).status_code == 204
        assert (await other.post(APP)).status_code == 403


async def test_guessing_codes_of_an_app_that_is_being_set_is_throttled(door: Door) -> None:
    async with door.person() as ada:
        await ada.http.post(APP)
        told = [(await ada.http.post(f"{APP}/confirm", json={"code": "000000"})).status_code for _ in range(11)]
        assert told == [422] * 10 + [429]


async def test_an_admin_helps_somebody_who_lost_everything_and_it_is_noted(
    door: Door, as_owner: asyncpg.Connection
) -> None:
    async with door.person("root") as root, door.person("ada") as ada, door.browser() as browser:
        await set_app(ada.http)
        path = f"/api/admin/users/{ada.id}/remove-second-factor"
        assert (await ada.http.post(path)).status_code == 403
        assert (await root.http.post(path)).status_code == 204
        assert (await log_in(browser, "ada")).status_code == 200
        none = await root.http.post(path)
        assert (none.status_code, none.json()["error"]["code"]) == (409, "no_second_factor")
        noted = await as_owner.fetchrow(
            "select actor_id, target_id from admin_events where what like '%second_factor%'"
        )
        assert noted is not None
        assert (noted["actor_id"], noted["target_id"]) == (root.id, ada.id)


async def test_an_admins_own_factor_is_not_removed_by_the_admins_door(door: Door) -> None:
    """A stolen cookie of theirs would have it without a fresh sign-in."""
    async with door.person("root") as root:
        await set_app(root.http)
        answer = await root.http.post(f"/api/admin/users/{root.id}/remove-second-factor")
        assert (answer.status_code, answer.json()["error"]["code"]) == (409, "oneself")


async def test_the_operator_helps_an_admin_who_lost_everything(door: Door, as_owner: asyncpg.Connection) -> None:
    async with door.person("root") as root, door.browser() as browser:
        await set_app(root.http)
        await remove_by_email(as_owner, "ROOT@example.org")
        assert (await log_in(browser, "root")).status_code == 200
        with pytest.raises(Conflict):
            await remove_by_email(as_owner, "root@example.org")
        with pytest.raises(NotFound):
            await remove_by_email(as_owner, "nobody@example.org")


async def test_a_leaving_account_takes_its_factors_along(door: Door, as_owner: asyncpg.Connection) -> None:
    async with door.person("root"), door.person("ada") as ada, door.browser() as browser:
        await set_app(ada.http)
        await half_in(browser)
        await forget_steps(as_owner)
        await as_owner.execute("delete from users where id = $1", ada.id)
        for table in ("totp_secrets", "recovery_codes", "second_steps"):
            assert await as_owner.fetchval(f"select count(*) from {table}") == 0, table
