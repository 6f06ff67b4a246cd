"""What is said in a chat is remembered, once."""

from __future__ import annotations

from uuid import UUID

import asyncpg
import pytest

from holdfast.core.db import owner_of
from holdfast.core.ids import new_id
from holdfast.core.migrate import Addresses
from holdfast.turn.feed_memory import feed_memory
from tests.scripted import ScriptedModel, says
from tests.serving import serving
from tests.working import work_off

pytestmark = pytest.mark.anyio


async def test_both_sides_of_a_turn_are_remembered_once_however_often_the_job_runs(
    addresses: Addresses, as_owner: asyncpg.Connection
) -> None:
    async with (
        serving(
            addresses, [ScriptedModel(says("A fine name for a cat."))], memory={"learn_delay_seconds": 0}
        ) as served,
        served.person("ada") as ada,
    ):
        chat = new_id()
        answer = await ada.say("My cat is called Pixel.", chat=chat)
        turn = answer.headers["x-holdfast-turn-id"]
        question, told = await ada.messages(chat)
        await work_off(served.parts)
        await feed_memory(served.parts.db, served.parts.remembers, ada.id, UUID(turn))
        rows = await as_owner.fetch("select tenant_id, user_id, external_id, role, text from episodes order by seq")
        owner = owner_of(ada.id)
        assert [tuple(row) for row in rows] == [
            (owner.tenant_id, owner.user_id, question["id"], "user", "My cat is called Pixel."),
            (owner.tenant_id, owner.user_id, told["id"], "assistant", "A fine name for a cat."),
        ]
