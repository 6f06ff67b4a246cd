from __future__ import annotations

from collections.abc import AsyncIterator

import pytest

from holdfast.core.migrate import Addresses
from tests.scripted import ScriptedModel
from tests.serving import Person, Served, serving
from tests.web.mcp.letting_in import Asking, registered


@pytest.fixture
async def in_common(addresses: Addresses) -> AsyncIterator[tuple[Served, Person, Asking]]:
    async with serving(addresses, [ScriptedModel()]) as served, served.person() as ada, served.stranger() as http:
        yield served, ada, await registered(served, http)
