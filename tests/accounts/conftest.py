from __future__ import annotations

from collections.abc import AsyncIterator

import pytest

from holdfast.core.db import Db
from tests.accounts.door import Door, opened
from tests.accounts.issuer import LoopbackIssuer, issuing


@pytest.fixture
async def door(db: Db) -> AsyncIterator[Door]:
    async with opened(db) as made:
        yield made


@pytest.fixture
async def issuer() -> AsyncIterator[LoopbackIssuer]:
    async with issuing() as made:
        yield made
