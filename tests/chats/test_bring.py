"""A conversation from elsewhere, as it is stored."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import asyncpg
import pytest

from holdfast.chats.bring import SILENCE, bring_chat, lay_out
from holdfast.chats.types import BroughtChat, BroughtMessage
from holdfast.core.clock import utc_now
from holdfast.core.db import Db
from tests.orgs.company import someone

pytestmark = pytest.mark.anyio


async def test_it_is_stored_as_it_was_laid_out_before_and_nothing_is_counted_while_its_rows_are_held(
    db: Db, as_owner: asyncpg.Connection
) -> None:
    ada, now = await someone(db, "ada"), utc_now()
    said = [
        BroughtMessage("user", "How long is the pier?", now - SILENCE - timedelta(hours=1)),
        BroughtMessage("assistant", "Ninety metres.", now - timedelta(minutes=1)),
    ]
    laid = lay_out(ada, BroughtChat("pier", "The pier", said))
    assert [message.tokens for message in laid.messages] == [6, 5]
    assert len(laid.sessions) == 2, "what comes after a long silence is another session"
    odd = replace(laid, messages=[replace(message, tokens=70_000) for message in laid.messages])
    async with db.as_user(ada) as tx:
        count = await bring_chat(tx, ada, "assistant", odd)
    assert (count.chats, count.messages) == (1, 2)
    stored = await as_owner.fetch("select tokens from messages where chat_id = $1", laid.id)
    assert [row["tokens"] for row in stored] == [70_000, 70_000]
