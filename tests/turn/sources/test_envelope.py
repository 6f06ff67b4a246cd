from __future__ import annotations

from datetime import timedelta

import asyncpg
import pytest

from holdfast.core.db import Db
from holdfast.turn.context.envelope.envelopes import NewMessage, keep_message
from holdfast.turn.sources.envelope import ENVELOPE, gather_envelope
from tests.entitlements.people import add_person
from tests.turn.sources.given import NOON, a_turn, asked, given_parts, of_person

pytestmark = pytest.mark.anyio


async def test_what_was_reported_is_told_to_a_persona_that_keeps_an_envelope(
    db: Db, as_owner: asyncpg.Connection
) -> None:
    turn = of_person(a_turn("Where is it?", persona="incident"), await add_person(as_owner))
    ids = turn.ids
    await as_owner.execute(
        "insert into chats (id, user_id, persona_id, title) values ($1, $2, 'incident', 'Fire')",
        ids.chat_id,
        ids.user_id,
    )
    async with db.as_user(ids.user_id) as tx:
        new = NewMessage(ids.question_id, "Location: Pier 7", NOON - timedelta(minutes=1))
        await keep_message(tx, ids.user_id, ids.chat_id, new, parent_id=None)
    given = await gather_envelope(asked(turn, given_parts(db=db)))
    assert [block.kind for block in given.blocks] == ["envelope"]
    assert "Pier 7" in given.blocks[0].text


def test_nobody_else_asks_for_one() -> None:
    assert ENVELOPE.is_asked(asked(a_turn(persona="incident")))
    assert not ENVELOPE.is_asked(asked(a_turn(persona="sophie")))
