"""The client's types come from the server's own document: what changes here cannot go unnoticed there.

`client/openapi.json` holds the addresses and shapes that the client uses, and `client/src/api/generated.ts` is written
from it (a test of the client compares the two). After a change of a route, or in the client of which are used:
`make types`.
"""

from __future__ import annotations

import json
import os

import pytest

from holdfast.core.migrate import Addresses
from tests.architecture.client_document import KEPT, addresses_in_client, document_for_client
from tests.architecture.test_routes import Document, document_of
from tests.scripted import ScriptedModel
from tests.serving import serving

pytestmark = pytest.mark.anyio

_PREFIX = "/api/"
"""By itself it is no address, but what all of them begin with."""


@pytest.fixture
async def document(addresses: Addresses) -> Document:
    async with serving(addresses, [ScriptedModel()]) as served:
        return await document_of(served)


async def test_the_client_knows_what_the_server_takes_and_gives(document: Document) -> None:
    told = document_for_client(document)
    if os.environ.get("WRITE"):
        KEPT.write_text(json.dumps(told, indent=2, ensure_ascii=False) + "\n", encoding="utf-8")
    assert json.loads(KEPT.read_text(encoding="utf-8")) == told, "run `make types` and commit what it writes"


async def test_the_client_asks_for_nothing_that_the_server_does_not_have(document: Document) -> None:
    written = {path: file for path, file in addresses_in_client().items() if path.startswith(_PREFIX)}
    assert len(written) > 50
    unknown = {path: file for path, file in written.items() if path not in document["paths"] and path != _PREFIX}
    assert not unknown, "an address is written as the document spells it, and filled in by `address` or a request"
