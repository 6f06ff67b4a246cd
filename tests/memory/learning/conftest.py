"""The worker's way in, for jobs."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest

from holdfast.core.db import Db, connect
from holdfast.core.migrate import Addresses


@pytest.fixture
async def worker_db(addresses: Addresses) -> AsyncIterator[Db]:
    database = await connect(addresses.worker, size=4)
    yield database
    await database.close()
