"""People and things with how many facts name them: a page costs what is known once, however many are on it."""

from __future__ import annotations

import time

import asyncpg
import pytest

from holdfast.core.db import Db, Owner
from holdfast.core.ids import new_id
from holdfast.memory.known.store import entities_named

pytestmark = pytest.mark.anyio


async def test_what_is_known_is_read_once_for_a_page_and_not_for_each_who_is_on_it(
    db: Db, as_owner: asyncpg.Connection
) -> None:
    ada = Owner("default", str(new_id()))
    await as_owner.execute(
        """
        insert into facts (tenant_id, user_id, subject, predicate, object, text, confidence, source, learned_at)
        select $1, $2, 'user', 'met', 'Name ' || i, 'met Name ' || i || ' in the garden, among many others', 0.9,
               'rules', now() from generate_series(1, 1500) i
        """,
        ada.tenant_id, ada.user_id,
    )  # fmt: skip
    await as_owner.execute(
        """
        insert into entities (tenant_id, user_id, key, name, kind, mentions, first_at, last_at)
        select $1, $2, 'name ' || i, 'Name ' || i, 'person', 1, now(), now() from generate_series(1, 200) i
        """,
        ada.tenant_id, ada.user_id,
    )  # fmt: skip

    async def seconds(limit: int) -> float:
        began = time.monotonic()
        async with db.as_owner(ada) as tx:
            found = await entities_named(tx, ada, [], as_of=None, before=None, limit=limit)
        assert [one.facts for one in found] == [1] * limit
        return time.monotonic() - began

    few, many = [min([await seconds(limit) for _ in range(3)]) for limit in (8, 200)]
    assert many < 10 * few, f"{few:.3f} s for eight, {many:.3f} s for two hundred"
