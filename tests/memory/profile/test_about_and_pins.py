"""What is told whatever is asked: about oneself, and what was pinned."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from holdfast.core.db import Owner, connect
from holdfast.core.migrate import Addresses
from holdfast.memory.parts import MemoryParts
from holdfast.memory.profile.about_and_pins import about_and_pins
from tests.memory.conftest import ADA, BOB
from tests.words import WordEmbedder

pytestmark = pytest.mark.anyio

MAY = datetime(2026, 5, 4, 18, tzinfo=UTC)


async def pin(memory: MemoryParts, owner: Owner, text: str, **fields: Any) -> None:
    row = {
        "tenant_id": owner.tenant_id, "user_id": owner.user_id, "subject": "I", "predicate": "is", "object": text,
        "text": text, "confidence": 0.8, "source": "rules", "learned_at": MAY, "is_pinned": True, **fields,
    }  # fmt: skip
    names, places = ", ".join(row), ", ".join(f"${number}" for number in range(1, len(row) + 1))
    async with memory.db.as_owner(owner) as tx:
        await tx.execute(f"insert into facts ({names}) values ({places})", *row.values())


async def texts(memory: MemoryParts, owner: Owner, **asked: Any) -> list[str]:
    return [fact.text for fact in (await about_and_pins(memory, owner, **asked)).pinned]


async def test_what_stands_is_pinned_and_not_retired_and_for_this_persona_the_newest_first(memory: MemoryParts) -> None:
    await pin(memory, ADA, "oldest")
    await pin(memory, ADA, "for the coach", learned_at=MAY + timedelta(days=1), persona_id="coach")
    await pin(memory, ADA, "newest", learned_at=MAY + timedelta(days=2))
    await pin(memory, ADA, "gone", retired_at=MAY)
    await pin(memory, ADA, "only known", is_pinned=False)
    assert await texts(memory, ADA) == ["newest", "for the coach", "oldest"]
    assert await texts(memory, ADA, persona_id="coach") == ["newest", "for the coach", "oldest"]
    assert await texts(memory, ADA, persona_id="sophie") == ["newest", "oldest"]
    assert await texts(memory, ADA, limit=1) == ["newest"]
    assert (await about_and_pins(memory, ADA)).about == ""


async def test_many_people_on_one_connection_are_told_their_own_and_leave_nobody_known(addresses: Addresses) -> None:
    alone = await connect(addresses.app, size=1)
    memory = MemoryParts(alone, WordEmbedder(), chain=None)
    hostile = Owner("acme", "x'; drop table facts; --")
    try:
        for owner in (ADA, BOB, hostile):
            await pin(memory, owner, f"of {owner.user_id}")
        for _ in range(8):  # more than the database waits for before it keeps a plan
            for owner in (ADA, BOB, hostile):
                assert await texts(memory, owner) == [f"of {owner.user_id}"]
                (row,) = await alone.look_up("select current_setting('app.user_id', true) as who, count(*) from facts")
                assert row["who"] in (None, "")
                assert row["count"] == 0
    finally:
        await alone.close()
