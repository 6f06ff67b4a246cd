"""Signing in with two factors: the second step, and everything that must not get past it."""

from __future__ import annotations

import asyncio

import asyncpg
import pytest

from holdfast.accounts.second_factor.types import SecondFactorMissing
from holdfast.accounts.sign_ins import open_sign_in
from tests.accounts.door import PASSWORD, Door, log_in
from tests.accounts.second_factor.setting import (
    STEP,
    Phone,
    forget_steps,
    half_in,
    is_in,
    set_app,
    step,
)

pytestmark = pytest.mark.anyio


async def test_the_password_alone_opens_nothing_and_the_code_opens_the_account(door: Door) -> None:
    async with door.person() as ada, door.browser() as browser:
        phone, _ = await set_app(ada.http)
        answer = await log_in(browser, "ada")
        assert answer.status_code == 202
        assert sorted(answer.json()["ways"]) == ["code", "recovery_code"]
        assert "holdfast_session" not in browser.cookies
        assert "holdfast_device" not in browser.cookies
        assert not await is_in(browser)
        assert (await browser.get(STEP)).json() == answer.json()

        passed = await step(browser, code=phone.code())
        assert (passed.status_code, passed.json()["id"]) == (200, str(ada.id))
        assert await is_in(browser)
        assert "holdfast_second_step" not in browser.cookies


async def test_a_second_step_is_hidden_from_scripts_and_lives_for_minutes(door: Door) -> None:
    async with door.person() as ada, door.browser() as browser:
        await set_app(ada.http)
        cookie = (await log_in(browser, "ada")).headers["set-cookie"]
    assert cookie.startswith("holdfast_second_step=")
    for attribute in ("HttpOnly", "SameSite=lax", "Max-Age=600"):
        assert attribute in cookie


async def test_a_code_is_good_once(door: Door) -> None:
    async with door.person() as ada, door.browser() as one, door.browser() as other:
        phone, _ = await set_app(ada.http)
        await half_in(one)
        await half_in(other)
        code = phone.code()
        assert (await step(one, code=code)).status_code == 200
        again = await step(other, code=code)
        assert (again.status_code, again.json()["error"]["code"]) == (403, "wrong_second_factor")
        assert not await is_in(other)


async def test_a_code_older_than_one_that_was_shown_is_spent_too(door: Door) -> None:
    async with door.person() as ada, door.browser() as one, door.browser() as other:
        phone, _ = await set_app(ada.http)
        older, newer = phone.code(), phone.code()
        await half_in(one)
        assert (await step(one, code=newer)).status_code == 200
        await half_in(other)
        assert (await step(other, code=older)).status_code == 403


async def test_the_code_that_confirmed_the_app_signs_nobody_in(door: Door) -> None:
    """Whoever looked over the shoulder while it was set up has seen it."""
    async with door.person() as ada, door.browser() as browser:
        shown = (await ada.http.post("/api/auth/second-factor/app")).json()
        code = Phone(shown["secret"]).code()
        assert (await ada.http.post("/api/auth/second-factor/app/confirm", json={"code": code})).status_code == 200
        await half_in(browser)
        assert (await step(browser, code=code)).status_code == 403


async def test_many_at_once_with_one_code_are_one_sign_in(door: Door, as_owner: asyncpg.Connection) -> None:
    async with door.person() as ada, door.browser() as browser:
        phone, _ = await set_app(ada.http)
        await half_in(browser)
        cookie = {"cookie": f"holdfast_second_step={browser.cookies['holdfast_second_step']}"}
        code = phone.code()
        answers = await asyncio.gather(*(browser.post(STEP, json={"code": code}, headers=cookie) for _ in range(5)))
        assert sorted(answer.status_code for answer in answers)[0] == 200
        assert sum(answer.status_code == 200 for answer in answers) == 1
    assert await as_owner.fetchval("select count(*) from sign_ins") == 2


async def test_a_step_that_was_passed_is_over(door: Door, as_owner: asyncpg.Connection) -> None:
    async with door.person() as ada, door.browser() as browser:
        phone, _ = await set_app(ada.http)
        await half_in(browser)
        cookie = {"cookie": f"holdfast_second_step={browser.cookies['holdfast_second_step']}"}
        assert (await step(browser, code=phone.code())).status_code == 200
        await forget_steps(as_owner)
        again = await browser.post(STEP, json={"code": Phone(phone.secret).code()}, headers=cookie)
        assert (again.status_code, again.json()["error"]["code"]) == (404, "no_second_step")


async def test_the_code_of_another_opens_neither_account(door: Door, as_owner: asyncpg.Connection) -> None:
    async with door.person("ada") as ada, door.person("bob") as bob, door.browser() as browser:
        await set_app(ada.http)
        bobs, _ = await set_app(bob.http)
        await forget_steps(as_owner)
        await half_in(browser, "ada")
        assert (await step(browser, code=bobs.code())).status_code == 403
        assert not await is_in(browser)


async def test_the_step_of_another_browser_is_not_known_here(door: Door) -> None:
    async with door.person() as ada, door.browser() as theirs, door.browser() as stranger:
        phone, _ = await set_app(ada.http)
        await half_in(theirs)
        for cookies in ({}, {"cookie": "holdfast_second_step=" + "A" * 43}, {"cookie": "holdfast_second_step="}):
            answer = await stranger.post(STEP, json={"code": phone.code()}, headers=cookies)
            assert (answer.status_code, answer.json()["error"]["code"]) == (404, "no_second_step")
            phone.last -= 1


async def test_wrong_codes_end_the_step_and_then_the_account_rests(door: Door) -> None:
    async with door.person() as ada, door.browser() as browser:
        phone, codes = await set_app(ada.http)
        await half_in(browser)
        answers = [await step(browser, code="000000") for _ in range(6)]
        assert [answer.status_code for answer in answers] == [403] * 5 + [404]
        await half_in(browser)
        answers = [await step(browser, code="000000") for _ in range(5)]
        assert {answer.status_code for answer in answers} == {403, 429}
        assert 1 <= int(answers[-1].headers["retry-after"]) <= 900
        await half_in(browser)
        assert (await step(browser, code=phone.code())).status_code == 429, "the right one is no way around the limit"
        # Whoever guesses at codes does not keep the owner out.
        assert (await step(browser, recoveryCode=codes[0])).status_code == 200


async def test_right_codes_forgive_the_wrong_ones(door: Door, as_owner: asyncpg.Connection) -> None:
    async with door.person() as ada, door.browser() as browser:
        phone, _ = await set_app(ada.http)
        for _ in range(3):
            await half_in(browser)
            for _ in range(4):
                assert (await step(browser, code="000000")).status_code == 403
            await forget_steps(as_owner)
            phone.last = 0
            assert (await step(browser, code=phone.code())).status_code == 200


async def test_an_expired_step_is_over(door: Door, as_owner: asyncpg.Connection) -> None:
    async with door.person() as ada, door.browser() as browser:
        phone, _ = await set_app(ada.http)
        await half_in(browser)
        await as_owner.execute("update second_steps set expires_at = now() - interval '1 second'")
        assert (await step(browser, code=phone.code())).status_code == 404
        assert (await browser.get(STEP)).status_code == 404


async def test_a_recovery_code_is_good_once_and_counts_down(door: Door) -> None:
    async with door.person() as ada, door.browser() as browser:
        _, codes = await set_app(ada.http)
        assert len(set(codes)) == 10
        await half_in(browser)
        assert (await step(browser, recoveryCode=codes[0].lower().replace("-", " "))).status_code == 200
        left = (await browser.get("/api/auth/second-factor")).json()["recoveryCodesLeft"]
        assert left == 9
        await half_in(browser)
        assert (await step(browser, recoveryCode=codes[0])).status_code == 403


async def test_only_the_hash_of_a_recovery_code_and_a_sealed_secret_are_stored(
    door: Door, as_owner: asyncpg.Connection
) -> None:
    async with door.person() as ada:
        phone, codes = await set_app(ada.http)
        kept = str(await as_owner.fetch("select t::text from totp_secrets t"))
        kept += str(await as_owner.fetch("select r::text from recovery_codes r"))
    for secret in (phone.secret, *codes, *(code.replace("-", "") for code in codes)):
        assert secret not in kept


async def test_a_change_of_password_ends_steps_that_began_with_the_old_one(door: Door) -> None:
    async with door.person() as ada, door.browser() as thief:
        phone, _ = await set_app(ada.http)
        await half_in(thief)
        body = {"currentPassword": PASSWORD, "newPassword": "a whole new staple"}
        assert (await ada.http.post("/api/auth/password", json=body)).status_code == 204
        assert (await step(thief, code=phone.code())).status_code == 404


async def test_signing_out_everywhere_ends_steps_too(door: Door) -> None:
    async with door.person() as ada, door.browser() as browser:
        phone, _ = await set_app(ada.http)
        await half_in(browser)
        assert (await ada.http.post("/api/auth/logout-everywhere")).status_code == 204
        assert (await step(browser, code=phone.code())).status_code == 404


async def test_a_suspended_account_cannot_finish_what_it_began(door: Door, as_owner: asyncpg.Connection) -> None:
    async with door.person() as ada, door.browser() as browser:
        phone, _ = await set_app(ada.http)
        await half_in(browser)
        await as_owner.execute("update users set suspended_at = now()")
        assert (await step(browser, code=phone.code())).status_code == 404
        await as_owner.execute("update users set suspended_at = null")
        assert (await step(browser, code=phone.code())).status_code == 404, "nor when it is let back in"
        assert not await is_in(browser)


async def test_no_door_opens_a_sign_in_past_the_factor(door: Door) -> None:
    """Whatever way in somebody adds: the row that a sign-in locks says that a factor is missing."""
    async with door.person() as ada:
        await set_app(ada.http)
        with pytest.raises(SecondFactorMissing):
            await open_sign_in(door.accounts.db, ada.id, "another way in")


async def test_a_login_that_races_the_first_factor_is_not_left_inside(door: Door) -> None:
    async with door.person() as ada, door.browser() as other:
        shown = (await ada.http.post("/api/auth/second-factor/app")).json()
        code = Phone(shown["secret"]).code()
        confirmed, *_ = await asyncio.gather(
            ada.http.post("/api/auth/second-factor/app/confirm", json={"code": code}),
            *(log_in(other, "ada") for _ in range(10)),
        )
        assert confirmed.status_code == 200
        listed = (await ada.http.get("/api/auth/sign-ins")).json()["signIns"]
        assert [entry["isCurrent"] for entry in listed] == [True]


async def test_what_must_be_shown_is_one_thing(door: Door) -> None:
    async with door.person() as ada, door.browser() as browser:
        _, codes = await set_app(ada.http)
        await half_in(browser)
        for body in ({}, {"code": "000000", "recoveryCode": codes[0]}, {"password": PASSWORD}, {"code": None}):
            assert (await browser.post(STEP, json=body)).status_code == 422
        assert (await step(browser, code="x" * 61)).status_code == 422
        assert (await step(browser, recoveryCode=codes[0])).status_code == 200


async def test_keys_and_open_browsers_go_on_by_themselves(door: Door) -> None:
    """A key is a credential of its own: it knows no password and no second factor."""
    async with door.person() as ada, door.program() as program:
        made = (await ada.http.post("/api/keys", json={"name": "backup", "scopes": ["chat"]})).json()
        await set_app(ada.http)
        found = await program.get("/api/auth/me", headers={"x-api-key": made["key"]})
        assert found.json()["error"]["code"] == "needs_sign_in", "it is known, and is no person"
        assert await is_in(ada.http), "the browser that set it"
