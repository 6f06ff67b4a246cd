"""A chat that many make at once: what a page does whose sender is impatient, or whose line comes back."""

from __future__ import annotations

import asyncio

import asyncpg
import pytest

from holdfast.core.db import connect
from holdfast.core.ids import ChatId, UserId, new_id
from holdfast.core.migrate import Addresses
from holdfast.turn import begin_store
from holdfast.turn.types import TurnRequest
from tests.entitlements.people import add_person

pytestmark = pytest.mark.anyio

ROUNDS, AT_ONCE = 150, 12
"""With a conflict that names one of a chat's two keys, the other refused one or two in so many, or two waited for each
other."""


async def test_of_many_who_make_a_chat_at_once_one_has_made_it_and_nobody_is_refused(
    addresses: Addresses, as_owner: asyncpg.Connection
) -> None:
    user_id, db = await add_person(as_owner), await connect(addresses.app, size=AT_ONCE)

    async def make(chat_id: ChatId) -> bool | None:
        async with db.as_user(user_id) as tx:
            return await begin_store.make_chat(
                tx, user_id, chat_id, persona_id="assistant", title="", request=TurnRequest(user_id, chat_id, None)
            )

    for _ in range(ROUNDS):
        chat_id = ChatId(new_id())
        made = await asyncio.gather(*(make(chat_id) for _ in range(AT_ONCE)))
        assert sorted(made, key=bool) == [False] * (AT_ONCE - 1) + [True]
    await db.close()


async def test_a_chat_of_somebody_else_is_told_apart(addresses: Addresses, as_owner: asyncpg.Connection) -> None:
    chat_id, db = ChatId(new_id()), await connect(addresses.app, size=1)
    people: list[UserId] = [await add_person(as_owner), await add_person(as_owner)]
    made = []
    for user_id in people:
        async with db.as_user(user_id) as tx:
            made.append(
                await begin_store.make_chat(
                    tx, user_id, chat_id, persona_id="assistant", title="", request=TurnRequest(user_id, chat_id, None)
                )
            )
    await db.close()
    assert made == [True, None]
