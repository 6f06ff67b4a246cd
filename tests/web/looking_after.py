"""An installation to be looked after: Root is its admin, Bob and Cyd are people."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any

import httpx2

from holdfast.core.migrate import Addresses
from holdfast.models.types import Model
from tests.scripted import ScriptedModel
from tests.serving import Person, Served, serving


@dataclass(frozen=True, slots=True)
class Installation:
    served: Served
    root: Person
    bob: Person
    cyd: Person

    async def ask(self, path: str, **params: Any) -> dict[str, Any]:
        """As the admin."""
        response = await self.root.http.get(f"/api/admin/{path}", params=params)
        assert response.status_code == 200, response.text
        found: dict[str, Any] = response.json()
        return found

    async def events(self) -> list[dict[str, Any]]:
        """Newest first."""
        found: list[dict[str, Any]] = (await self.ask("events"))["events"]
        return found

    async def give_plan(
        self, what: str, plan: str | None, features: dict[str, Any] | None = None, **more: Any
    ) -> httpx2.Response:
        body = {"plan": plan, "limits": {"features": features or {}}, **more}
        return await self.root.http.put(f"/api/admin/{what}/plan", json=body)


@asynccontextmanager
async def installation(
    addresses: Addresses, models: Sequence[Model] | None = None, **settings: Any
) -> AsyncIterator[Installation]:
    async with (
        serving(addresses, models or [ScriptedModel()], **settings) as served,
        served.person("root") as root,
        served.person("bob") as bob,
        served.person("cyd") as cyd,
    ):
        yield Installation(served, root, bob, cyd)


async def found(person: Person, name: str = "Acme") -> str:
    made = await person.http.post("/api/organizations", json={"name": name})
    assert made.status_code == 201, made.text
    return str(made.json()["id"])


async def join(owner: Person, person: Person, org: str) -> None:
    made = await owner.http.post(f"/api/organizations/{org}/invites", json={})
    joined = await person.http.post("/api/invites/accept", json={"code": made.json()["code"]})
    assert joined.status_code == 200, joined.text


def told(response: httpx2.Response) -> tuple[int, str]:
    return response.status_code, response.json()["error"]["code"]
