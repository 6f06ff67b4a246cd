"""Somebody sets an authenticator app over HTTP, and signs in with it."""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import Any

import asyncpg
import httpx2

from holdfast.accounts.second_factor.totp import STEP_SECONDS, code_at
from tests.accounts.door import Door, log_in

STEP = "/api/auth/login/step"
APP = "/api/auth/second-factor/app"


@dataclass
class Phone:
    """Shows the codes of a secret, each later than the one before: a code is good once."""

    secret: str
    last: int = 0

    def code(self) -> str:
        present = int(time.time() // STEP_SECONDS)
        self.last = max(present - 1, self.last + 1)
        assert self.last <= present + 1, "more codes than a clock has in this time"
        return code_at(self.secret, self.last)


async def set_app(client: httpx2.AsyncClient) -> tuple[Phone, list[str]]:
    """The phone, and the recovery codes."""
    shown = await client.post(APP)
    assert shown.status_code == 201, shown.text
    phone = Phone(shown.json()["secret"])
    confirmed = await client.post(f"{APP}/confirm", json={"code": phone.code()})
    assert confirmed.status_code == 200, confirmed.text
    codes: list[str] = confirmed.json()["recoveryCodes"]
    return phone, codes


async def half_in(client: httpx2.AsyncClient, name: str = "ada") -> dict[str, Any]:
    """The password was right; what is asked for now."""
    answer = await log_in(client, name)
    assert answer.status_code == 202, answer.text
    asked: dict[str, Any] = answer.json()
    return asked


async def step(client: httpx2.AsyncClient, **proof: Any) -> httpx2.Response:
    return await client.post(STEP, json=proof)


async def is_in(client: httpx2.AsyncClient) -> bool:
    return (await client.get("/api/auth/me")).status_code == 200


async def forget_steps(as_owner: asyncpg.Connection) -> None:
    """As if the clock had gone on: codes of now can be shown again."""
    await as_owner.execute("update totp_secrets set last_step = 0")


async def long_ago(as_owner: asyncpg.Connection) -> None:
    """Nobody has said for a while who they are."""
    await as_owner.execute("update sign_ins set created_at = now() - interval '11 minutes', confirmed_at = null")


__all__ = ["APP", "STEP", "Door", "Phone", "forget_steps", "half_in", "is_in", "long_ago", "set_app", "step"]
