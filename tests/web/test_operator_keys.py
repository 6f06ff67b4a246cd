"""Keys that an operator chooses: long enough not to be guessed, and not to be guessed at for ever."""

from __future__ import annotations

from pathlib import Path

import httpx2
import pytest

from holdfast.core.config import MIN_KEY_CHARACTERS, load_settings
from holdfast.core.errors import Setup
from holdfast.core.migrate import Addresses
from tests.scripted import ScriptedModel
from tests.serving import serving

pytestmark = pytest.mark.anyio

KEY = "k" * MIN_KEY_CHARACTERS


@pytest.mark.parametrize("name", ["HOLDFAST_SERVICE_KEY", "HOLDFAST_OPERATOR_TOKEN"])
@pytest.mark.parametrize("where", [{"HOLDFAST_HOST": "0.0.0.0"}, {"HOLDFAST_PUBLIC_URL": "https://holdfast.example"}])
def test_a_short_key_is_refused_where_others_could_guess_it_with_what_to_do(
    tmp_path: Path, name: str, where: dict[str, str]
) -> None:
    with pytest.raises(Setup, match=f"{name} has fewer than 32 characters.*openssl rand"):
        load_settings({**where, name: KEY[1:]}, folder=tmp_path)
    load_settings({**where, name: KEY}, folder=tmp_path)


@pytest.mark.parametrize("name", ["HOLDFAST_SERVICE_KEY", "HOLDFAST_OPERATOR_TOKEN"])
def test_where_this_machine_alone_reaches_it_a_key_may_be_short(tmp_path: Path, name: str) -> None:
    load_settings({name: "local"}, folder=tmp_path)


async def test_wrong_service_keys_are_looked_at_only_so_often(addresses: Addresses) -> None:
    async with serving(addresses, [ScriptedModel()], service_key=KEY) as served, served.stranger() as client:
        assert await _tries(client, "/brief") == [401] * 20 + [429] * 5
        whose = {"tenantId": "t", "userId": "u"}
        right = await client.post("/brief", json=whose, headers={"x-api-key": KEY})
        assert right.status_code == 200, "who has it is not kept out by who has not"


async def _tries(client: httpx2.AsyncClient, path: str) -> list[int]:
    answers = [await client.post(path, json={}, headers={"x-api-key": f"{number}{KEY}"}) for number in range(25)]
    assert "retry-after" in answers[-1].headers
    return [answer.status_code for answer in answers]


async def test_wrong_operator_tokens_are_looked_at_only_so_often(addresses: Addresses) -> None:
    async with serving(addresses, [ScriptedModel()], operator_token=KEY) as served, served.stranger() as client:
        elsewhere = {"x-forwarded-for": "203.0.113.9"}
        wrong = {**elsewhere, "authorization": f"Bearer x{KEY}"}
        answers = [(await client.get("/metrics", headers=wrong)).status_code for _ in range(25)]
        assert answers == [403] * 20 + [429] * 5
        right = {**elsewhere, "authorization": f"Bearer {KEY}"}
        assert (await client.get("/metrics", headers=right)).status_code == 200
