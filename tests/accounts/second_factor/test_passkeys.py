"""Passkeys: made, shown, and everything that only looks like one."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import asyncpg
import httpx2
import pytest
from cryptography.hazmat.primitives.asymmetric import ec, ed25519, rsa

from tests.accounts.door import PASSWORD, Door, log_in, register
from tests.accounts.second_factor.setting import STEP, is_in, long_ago, set_app, step
from tests.accounts.second_factor.soft_key import Flag, SoftKey
from tests.waiting import HANGS_SECONDS

pytestmark = pytest.mark.anyio

PASSKEYS = "/api/auth/second-factor/passkeys"
CONFIRM = "/api/auth/confirm"


def address(door: Door) -> str:
    """By name: browsers bind no passkey to an address in numbers."""
    return door.url.replace("127.0.0.1", "localhost")


@asynccontextmanager
async def at_home(door: Door) -> AsyncIterator[httpx2.AsyncClient]:
    home = address(door)
    async with httpx2.AsyncClient(
        base_url=home, headers={"origin": home}, timeout=HANGS_SECONDS, trust_env=False, verify=False
    ) as client:
        yield client


async def add(client: httpx2.AsyncClient, key: SoftKey, name: str = "My key") -> httpx2.Response:
    options = await client.post(f"{PASSKEYS}/options")
    assert options.status_code == 200, options.text
    return await client.post(PASSKEYS, json={"name": name, "credential": key.made(options.json()["options"])})


async def asked(client: httpx2.AsyncClient, name: str = "ada") -> dict[str, Any]:
    answer = await log_in(client, name)
    assert answer.status_code == 202, answer.text
    options: dict[str, Any] = answer.json()["passkeyOptions"]
    return options


async def test_a_passkey_is_made_shown_and_removed(door: Door) -> None:
    async with at_home(door) as ada, at_home(door) as browser:
        await register(ada, "ada")
        key = SoftKey(address(door))
        made = await add(ada, key)
        assert made.status_code == 201, made.text
        assert len(made.json()["recoveryCodes"]) == 10
        [entry] = (await ada.get("/api/auth/second-factor")).json()["passkeys"]
        assert (entry["name"], entry["host"], entry["isOfThisHost"], entry["lastUsedAt"]) == (
            "My key", "localhost", True, None,
        )  # fmt: skip

        answer = await log_in(browser, "ada")
        assert answer.json()["ways"] == ["passkey", "recovery_code"]
        options = answer.json()["passkeyOptions"]
        assert [one["type"] for one in options["allowCredentials"]] == ["public-key"]
        assert (await step(browser, passkey=key.shown(options))).status_code == 200
        assert await is_in(browser)
        [entry] = (await browser.get("/api/auth/second-factor")).json()["passkeys"]
        assert entry["lastUsedAt"] is not None

        assert (await browser.delete(f"{PASSKEYS}/{entry['id']}")).status_code == 204
        assert (await browser.delete(f"{PASSKEYS}/{entry['id']}")).status_code == 404
        assert (await log_in(browser, "ada")).status_code == 200


@pytest.mark.parametrize(
    "private",
    [
        ec.generate_private_key(ec.SECP256R1()),
        ed25519.Ed25519PrivateKey.generate(),
        rsa.generate_private_key(65537, 2048),
    ],
    ids=["ES256", "EdDSA", "RS256"],
)
async def test_keys_of_every_kind_that_was_offered_are_taken(door: Door, private: Any) -> None:
    async with at_home(door) as ada, at_home(door) as browser:
        await register(ada, "ada")
        key = SoftKey(address(door), private=private)
        assert (await add(ada, key)).status_code == 201
        assert (await step(browser, passkey=key.shown(await asked(browser)))).status_code == 200


def lying(home: str) -> dict[str, dict[str, Any]]:
    return {
        "made for another page": {"origin": "http://evil.example"},
        "made for another port": {"origin": home + "1"},
        "made inside another page": {"cross_origin": True},
        "over another challenge": {"challenge": b"x" * 32},
        "of another kind": {"type": "webauthn.whatever"},
    }


async def test_a_key_that_lies_is_not_set(door: Door, as_owner: asyncpg.Connection) -> None:
    async with at_home(door) as ada:
        await register(ada, "ada")
        for lie, client in lying(address(door)).items():
            answer = await add(ada, SoftKey(address(door), client=client))
            assert (answer.status_code, answer.json()["error"]["code"]) == (422, "wrong_passkey"), lie
        absent = await add(ada, SoftKey(address(door), flags=Flag(0)))
        assert absent.status_code == 422, "nobody touched it"
        elsewhere = await ada.post(f"{PASSKEYS}/options")
        options = {**elsewhere.json()["options"], "rp": {"id": "evil.example"}}
        answer = await ada.post(PASSKEYS, json={"credential": SoftKey(address(door)).made(options)})
        assert answer.status_code == 422
    assert await as_owner.fetchval("select count(*) from passkeys") == 0


async def test_a_key_that_lies_signs_nobody_in(door: Door) -> None:
    async with at_home(door) as ada, at_home(door) as browser:
        await register(ada, "ada")
        key = SoftKey(address(door))
        await add(ada, key)
        for lie, client in lying(address(door)).items():
            options = await asked(browser)
            key.client = client
            answer = await step(browser, passkey=key.shown(options))
            assert (answer.status_code, answer.json()["error"]["code"]) == (403, "wrong_second_factor"), lie
        key.client = {}
        options = await asked(browser)
        forged = SoftKey(address(door), credential_id=key.credential_id)
        assert (await step(browser, passkey=forged.shown(options))).status_code == 403
        assert (await step(browser, passkey=key.shown({**options, "rpId": "evil.example"}))).status_code == 403
        assert not await is_in(browser)
        assert (await step(browser, passkey=key.shown(options))).status_code == 200


_NONSENSE: list[dict[str, Any]] = [
    {},
    {"id": "x"},
    {"id": 7, "rawId": 7, "response": 7},
    {"id": "AA", "rawId": "AA", "type": "public-key", "response": {}},
    {"rawId": "AA", "response": {"clientDataJSON": "!", "authenticatorData": "AA", "signature": "AA"}},
    {"rawId": "AA", "response": {"clientDataJSON": "e30", "attestationObject": "gYGBgYGB" * 4000}},
]


@pytest.mark.parametrize("nonsense", _NONSENSE, ids=range(len(_NONSENSE)))
async def test_nonsense_is_refused_calmly(door: Door, nonsense: dict[str, Any]) -> None:
    async with at_home(door) as ada, at_home(door) as browser:
        await register(ada, "ada")
        await ada.post(f"{PASSKEYS}/options")
        assert (await ada.post(PASSKEYS, json={"credential": nonsense})).status_code == 422
        await add(ada, SoftKey(address(door)))
        await asked(browser)
        assert (await step(browser, passkey=nonsense)).status_code == 403


async def test_the_answer_of_one_sign_in_is_worth_nothing_in_another(door: Door) -> None:
    async with at_home(door) as ada, at_home(door) as one, at_home(door) as other:
        await register(ada, "ada")
        key = SoftKey(address(door))
        await add(ada, key)
        shown = key.shown(await asked(one))
        await asked(other)
        assert (await step(other, passkey=shown)).status_code == 403
        cookie = {"cookie": f"holdfast_second_step={one.cookies['holdfast_second_step']}"}
        answers = await asyncio.gather(*(one.post(STEP, json={"passkey": shown}, headers=cookie) for _ in range(4)))
        assert sum(answer.status_code == 200 for answer in answers) == 1


async def test_the_key_of_another_opens_neither_account(door: Door) -> None:
    async with at_home(door) as ada, at_home(door) as bob, at_home(door) as browser:
        await register(ada, "ada")
        await register(bob, "bob")
        hers, his = SoftKey(address(door)), SoftKey(address(door))
        await add(ada, hers)
        await add(bob, his)
        assert (await step(browser, passkey=his.shown(await asked(browser, "ada")))).status_code == 403
        taken = await add(bob, hers)
        assert (taken.status_code, taken.json()["error"]["code"]) == (409, "passkey_taken")


async def test_a_key_that_counts_backwards_was_copied(door: Door) -> None:
    async with at_home(door) as ada, at_home(door) as browser:
        await register(ada, "ada")
        key = SoftKey(address(door), count=5)
        await add(ada, key)
        assert (await step(browser, passkey=key.shown(await asked(browser)))).status_code == 200
        copy = SoftKey(address(door), key.private, key.credential_id, count=5)
        assert (await step(browser, passkey=copy.shown(await asked(browser)))).status_code == 403


async def test_a_challenge_is_good_for_one_key(door: Door) -> None:
    async with at_home(door) as ada:
        await register(ada, "ada")
        options = (await ada.post(f"{PASSKEYS}/options")).json()["options"]
        first, second = (SoftKey(address(door)).made(options) for _ in range(2))
        assert (await ada.post(PASSKEYS, json={"credential": first})).status_code == 201
        again = await ada.post(PASSKEYS, json={"credential": second})
        assert (again.status_code, again.json()["error"]["code"]) == (404, "no_challenge")


async def test_passkeys_take_a_fresh_sign_in_and_make_one(door: Door, as_owner: asyncpg.Connection) -> None:
    async with at_home(door) as ada:
        await register(ada, "ada")
        key = SoftKey(address(door))
        await add(ada, key)
        [entry] = (await ada.get("/api/auth/second-factor")).json()["passkeys"]
        await long_ago(as_owner)
        for ask in (ada.post(f"{PASSKEYS}/options"), ada.delete(f"{PASSKEYS}/{entry['id']}")):
            refused = await ask
            assert (refused.status_code, refused.json()["error"]["code"]) == (403, "fresh_sign_in_required")
        assert (await ada.get(CONFIRM)).json()["ways"] == ["passkey", "recovery_code"]
        assert (await ada.post(CONFIRM, json={"password": PASSWORD})).status_code == 403
        options = (await ada.post(f"{CONFIRM}/passkey")).json()["passkeyOptions"]
        shown = key.shown(options)
        assert (await ada.post(CONFIRM, json={"passkey": shown})).status_code == 204
        await long_ago(as_owner)
        assert (await ada.post(CONFIRM, json={"passkey": shown})).status_code == 403, "spent"
        assert (await ada.delete(f"{PASSKEYS}/{entry['id']}")).status_code == 403


async def test_at_an_address_in_numbers_there_are_no_passkeys(door: Door) -> None:
    async with at_home(door) as ada, door.browser() as by_number:
        await register(ada, "ada")
        await add(ada, SoftKey(address(door)))
        codes = (await ada.post("/api/auth/second-factor/recovery-codes")).json()["recoveryCodes"]
        assert (await log_in(by_number, "ada")).json()["ways"] == ["recovery_code"]
        assert (await by_number.get(STEP)).json()["passkeyOptions"] is None
        assert (await step(by_number, recoveryCode=codes[0])).status_code == 200
        refused = await by_number.post(f"{PASSKEYS}/options")
        assert (refused.status_code, refused.json()["error"]["code"]) == (409, "no_passkeys_here")
        told = (await by_number.get("/api/auth/second-factor")).json()
        assert (told["mayAddPasskeys"], told["passkeys"][0]["isOfThisHost"]) == (False, False)
        assert (await by_number.post(f"{CONFIRM}/passkey")).status_code == 404


async def test_of_two_factors_one_may_go_and_the_codes_stay(door: Door) -> None:
    async with at_home(door) as ada, at_home(door) as browser:
        await register(ada, "ada")
        phone, codes = await set_app(ada)
        key = SoftKey(address(door))
        assert (await add(ada, key)).json()["recoveryCodes"] == [], "told before"
        assert (await ada.delete("/api/auth/second-factor/app")).status_code == 204
        assert (await ada.get("/api/auth/second-factor")).json()["recoveryCodesLeft"] == 10
        await asked(browser)
        assert (await step(browser, code=phone.code())).status_code == 403
        assert (await step(browser, recoveryCode=codes[0])).status_code == 200


async def test_there_are_at_most_ten(door: Door) -> None:
    async with at_home(door) as ada:
        await register(ada, "ada")
        told = [(await add(ada, SoftKey(address(door)))).status_code for _ in range(11)]
        assert told == [201] * 10 + [409]
