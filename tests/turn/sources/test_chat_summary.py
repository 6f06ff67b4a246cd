from __future__ import annotations

from datetime import datetime, timedelta

import pytest

from holdfast.core.ids import ChatId, new_id
from holdfast.memory.summaries.types import ChatSummary, EarlierSummary
from holdfast.turn.context.history import History
from holdfast.turn.sources.chat_summary import CHAT_SUMMARY, gather_chat_summary
from holdfast.turn.sources.types import LookBack, WithPast
from tests.turn.sources.given import NOON, a_turn, asked, with_past

pytestmark = pytest.mark.anyio

MADE = NOON - timedelta(hours=1)


def summed_up(untold: int | None, *, as_of: datetime | None = None) -> WithPast:
    summary = ChatSummary(ChatId(new_id()), "She chose white roses.", "rules", None, 40, MADE)
    request = asked(look_back=LookBack(as_of, "kept") if as_of else None)
    return with_past(request, History(before=EarlierSummary(summary, untold)))


async def test_what_left_the_window_is_told_in_short() -> None:
    (block,) = (await gather_chat_summary(summed_up(0))).blocks
    assert block.kind == "conversation_summary"
    assert "She chose white roses." in block.text


async def test_a_look_back_is_not_told_what_was_summed_up_later() -> None:
    assert (await gather_chat_summary(summed_up(0, as_of=MADE - timedelta(minutes=1)))).blocks == ()


@pytest.mark.parametrize(("untold", "is_owed"), [(0, False), (500, True), (None, True)])
async def test_another_is_owed_where_much_is_not_told(untold: int | None, is_owed: bool) -> None:
    assert (await gather_chat_summary(summed_up(untold))).owes_summary is is_owed


async def test_where_nothing_left_the_window_nothing_is_told_and_nothing_owed() -> None:
    given = await gather_chat_summary(with_past(asked()))
    assert (given.blocks, given.owes_summary) == ((), False)


def test_only_a_persona_that_sees_the_whole_chat_asks() -> None:
    assert CHAT_SUMMARY.is_asked(asked(a_turn()))
    assert not CHAT_SUMMARY.is_asked(asked(a_turn(persona="sophie")))
