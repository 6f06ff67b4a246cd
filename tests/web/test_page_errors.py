"""A page that breaks is told to whoever runs the server, by type and place; nobody's words go along."""

from __future__ import annotations

import json
from typing import Any

import pytest

from holdfast.core.migrate import Addresses
from tests.loopback.observers import ObserverServer
from tests.scripted import ScriptedModel
from tests.serving import serving

pytestmark = pytest.mark.anyio

BROKE: dict[str, Any] = {
    "error": "TypeError",
    "frames": [
        {"file": "assets/index-B4.js", "function": "Object.render", "line": 3},
        {"file": "assets/main.js", "function": "", "line": 17},
    ],
}


async def test_a_page_that_broke_reaches_sentry_with_its_type_and_places(addresses: Addresses) -> None:
    with ObserverServer() as sentry:
        async with (
            serving(addresses, [ScriptedModel()], sentry_dsn=sentry.sentry_dsn) as served,
            served.person() as ada,
        ):
            for _ in range(3):
                assert (await ada.http.post("/api/page-errors", json=BROKE)).status_code == 204
        envelope = sentry.wait_for("/api/1/envelope/")
    event = json.loads(envelope.splitlines()[2])
    (value,) = event["exception"]["values"]
    assert (value["type"], event["platform"], event["tags"]) == ("TypeError", "javascript", {"part": "client"})
    places = [(one["module"], one["function"], one["lineno"]) for one in value["stacktrace"]["frames"]]
    assert places == [("assets/main.js", "", 17), ("assets/index-B4.js", "Object.render", 3)]
    assert b"example.org" not in envelope
    assert str(ada.id).encode() not in envelope
    assert len(sentry.bodies) == 1, "the same again is one matter"


@pytest.mark.parametrize(
    "change",
    [
        {"message": "Anna said this"},
        {"error": "Anna said this"},
        {"error": ""},
        {"frames": [{"file": "assets/a.js", "function": "what Anna said", "line": 1}]},
        {"frames": [{"file": "/chat/019a0000-0000-7000-8000-000000000001", "line": 1}]},
        {"frames": [{"file": "assets/a.js", "line": -1}]},
        {"frames": [{"file": "assets/a.js", "line": 1}] * 51},
    ],
)
async def test_there_is_no_room_for_a_word(addresses: Addresses, change: dict[str, Any]) -> None:
    async with serving(addresses, [ScriptedModel()]) as served, served.person() as ada:
        assert (await ada.http.post("/api/page-errors", json={**BROKE, **change})).status_code == 422


async def test_without_sentry_it_is_a_line_in_the_log_and_a_page_that_keeps_breaking_is_heard_twenty_times(
    addresses: Addresses,
) -> None:
    async with serving(addresses, [ScriptedModel()]) as served, served.person() as ada:
        answers = [(await ada.http.post("/api/page-errors", json=BROKE)).status_code for _ in range(21)]
    assert answers == [204] * 20 + [429]
