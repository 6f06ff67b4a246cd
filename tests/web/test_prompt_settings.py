"""Prompt runtime settings over HTTP."""

from __future__ import annotations

from typing import Any

import asyncpg
import pytest

from holdfast.core.migrate import Addresses
from holdfast.turn.settings.defaults import DEFAULTS
from tests.scripted import ScriptedModel
from tests.serving import serving

pytestmark = pytest.mark.anyio

ADDRESS = "/api/admin/prompt-settings"
SETTINGS: dict[str, Any] = DEFAULTS.model_dump(mode="json", by_alias=True)


async def test_an_admin_reads_changes_lists_and_restores(addresses: Addresses) -> None:
    async with serving(addresses, [ScriptedModel()]) as served, served.person() as root:
        read = await root.http.get(ADDRESS)
        assert read.json() == {"version": 0, "settings": SETTINGS, "changedBy": None, "changedAt": None}
        assert read.headers["cache-control"] == "no-store"
        for version in range(3):
            changed = await root.http.put(
                ADDRESS, json={"version": version, "settings": {**SETTINGS, "thinPrompt": f"Number {version + 1}."}}
            )
            assert changed.status_code == 200, changed.text
            assert changed.json()["version"] == version + 1
        stale = await root.http.put(ADDRESS, json={"version": 1, "settings": SETTINGS})
        assert (stale.status_code, stale.json()["error"]["details"]) == (409, {"version": 3})

        first = (await root.http.get(f"{ADDRESS}/versions", params={"limit": 2})).json()
        assert [(one["version"], one["settings"]["thinPrompt"]) for one in first["versions"]] == [
            (3, "Number 3."),
            (2, "Number 2."),
        ]
        assert {one["changedBy"] for one in first["versions"]} == {str(root.id)}
        rest = (await root.http.get(f"{ADDRESS}/versions", params={"before": first["nextBefore"]})).json()
        assert ([one["version"] for one in rest["versions"]], rest["nextBefore"]) == ([1, 0], None)

        restored = await root.http.post(f"{ADDRESS}/restore", json={"version": 1})
        assert (restored.json()["version"], restored.json()["settings"]["thinPrompt"]) == (4, "Number 1.")
        unknown = await root.http.post(f"{ADDRESS}/restore", json={"version": 9})
        assert (unknown.status_code, unknown.json()["error"]["code"]) == (404, "unknown_version")


async def test_a_text_can_be_tried_and_nothing_is_stored(addresses: Addresses, as_owner: asyncpg.Connection) -> None:
    async with serving(addresses, [ScriptedModel()]) as served, served.person() as root:
        tried = await root.http.post(f"{ADDRESS}/try", json={"text": "Dispatch Engine 4."})
        assert tried.json() == {
            "kind": "actionable",
            "reason": "action dispatch",
            "rules": [],
            "entities": ["dispatch"],
            "canRule": None,
            "version": 0,
        }
        asked = (await root.http.post(f"{ADDRESS}/try", json={"text": "CAN report"})).json()
        assert (asked["kind"], asked["canRule"]) == ("conversational", "can_report")
        for table in ("chats", "messages", "turns", "prompt_settings"):
            assert await as_owner.fetchval(f"select count(*) from {table}") == 0


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"actionable": [{"name": "broken", "pattern": "(x"}]}, "settings.actionable.0.pattern"),
        ({"actionable": [{"name": "Not A Name", "pattern": "x"}]}, "body.settings.actionable.0.name"),
        ({"actionable": [{"name": "long", "pattern": "x" * 1_001}]}, "body.settings.actionable.0.pattern"),
        ({"actionable": [{"name": f"n{n}", "pattern": "x"} for n in range(51)]}, "body.settings.actionable"),
        ({"actionEntities": ["(x"]}, "body.settings.actionEntities.0"),
        ({"historyTokens": -1}, "body.settings.historyTokens"),
        ({"promptTokens": 1}, "body.settings.promptTokens"),
        ({"thinPrompt": "x" * 8_001}, "body.settings.thinPrompt"),
        ({"favourite": 1}, "body.settings.favourite"),
    ],
)
async def test_what_is_wrong_is_named(addresses: Addresses, change: dict[str, Any], field: str) -> None:
    async with serving(addresses, [ScriptedModel()]) as served, served.person() as root:
        answer = await root.http.put(ADDRESS, json={"version": 0, "settings": {**SETTINGS, **change}})
        assert answer.status_code == 422
        assert answer.json()["error"]["details"][0]["field"] == field


async def test_nobody_else_gets_in(addresses: Addresses) -> None:
    async with (
        serving(addresses, [ScriptedModel()]) as served,
        served.person("root"),
        served.person("eve") as eve,
        served.stranger() as stranger,
    ):
        for client, status in ((eve.http, 403), (stranger, 401)):
            for answer in (
                await client.get(ADDRESS),
                await client.get(f"{ADDRESS}/versions"),
                await client.put(ADDRESS, json={"version": 0, "settings": SETTINGS}),
                await client.post(f"{ADDRESS}/restore", json={"version": 0}),
                await client.post(f"{ADDRESS}/try", json={"text": "Dispatch Engine 4."}),
            ):
                assert answer.status_code == status
