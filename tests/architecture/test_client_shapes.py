"""The client's types come from the server's own document: a shape that changes here cannot go unnoticed there.

`client/openapi.json` holds the shapes that `client/src/api/types.ts` names, and `npm run generate` writes TypeScript
from it (a test of the client compares the two). After a change of a shape:
    WRITE=1 .venv/bin/pytest tests/architecture/test_client_shapes.py
    scripts/bootstrap npm run generate
"""

from __future__ import annotations

import json
import os
import re
from pathlib import Path
from typing import Any

import pytest

from holdfast.core.migrate import Addresses
from tests.architecture.test_routes import document_of
from tests.scripted import ScriptedModel
from tests.serving import serving

pytestmark = pytest.mark.anyio

CLIENT = Path(__file__).parents[2] / "client"
KEPT = CLIENT / "openapi.json"


def used_by_the_client() -> set[str]:
    return set(re.findall(r"Shape\['(\w+)'\]", (CLIENT / "src" / "api" / "types.ts").read_text(encoding="utf-8")))


def with_what_they_name(names: set[str], schemas: dict[str, Any]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    waiting = sorted(names)
    while waiting:
        name = waiting.pop()
        if name not in found:
            found[name] = schemas[name]
            waiting += re.findall(r'"#/components/schemas/([^"]+)"', json.dumps(schemas[name]))
    return dict(sorted(found.items()))


async def test_the_client_knows_the_shapes_that_the_server_sends(addresses: Addresses) -> None:
    async with serving(addresses, [ScriptedModel()]) as served:
        document = await document_of(served)
    used = used_by_the_client()
    assert len(used) > 5
    schemas = with_what_they_name(used, document["components"]["schemas"])
    told = {
        "openapi": document["openapi"],
        "info": {"title": "The shapes that the client uses", "version": "1"},
        "paths": {},
        "components": {"schemas": schemas},
    }
    if os.environ.get("WRITE"):
        KEPT.write_text(json.dumps(told, indent=2, ensure_ascii=False) + "\n", encoding="utf-8")
    assert json.loads(KEPT.read_text(encoding="utf-8")) == told, "see the head of this file for how to renew it"
