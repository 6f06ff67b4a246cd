"""Over all turns only so many bytes of images are in memory, and what they cost is counted."""

from __future__ import annotations

import asyncio
from dataclasses import replace

import pytest

from holdfast.core.ids import TurnId, new_id
from holdfast.models.types import Image
from holdfast.turn.context.images import ImageRoom
from holdfast.turn.draft_prompt import draft_prompt
from tests.turn.drafts import KERNEL, accepted, context

pytestmark = pytest.mark.anyio


async def test_who_finds_no_room_waits_until_somebody_gives_back() -> None:
    room, first, second = ImageRoom(100), TurnId(new_id()), TurnId(new_id())
    await room.take(first, 80)
    waiting = asyncio.create_task(room.take(second, 30))
    await asyncio.sleep(0)
    assert not waiting.done()
    room.keep(first, 75)
    await asyncio.sleep(0)
    assert not waiting.done()
    room.keep(first, 60)
    await waiting
    assert room.used_bytes == 90
    room.give_back(first)
    room.give_back(first)
    room.give_back(second)
    assert room.used_bytes == 0


async def test_who_gives_up_waiting_holds_nothing_and_a_large_one_alone_is_let_in() -> None:
    room, first, second = ImageRoom(100), TurnId(new_id()), TurnId(new_id())
    await room.take(first, 500)
    with pytest.raises(TimeoutError):
        async with asyncio.timeout(0.01):
            await room.take(second, 10)
    room.give_back(first)
    assert room.used_bytes == 0


def test_images_are_counted_with_the_question_and_history_gives_way_to_them() -> None:
    picture = Image("image/png", b"", 1_000)
    plain = draft_prompt(context([]), accepted("Look", KERNEL + 4_000))
    seen = draft_prompt(replace(context([]), images=[picture] * 2), accepted("Look", KERNEL + 4_000))
    assert seen.tokens == plain.tokens + 2_000
    assert seen.blocks[-1].tokens == plain.blocks[-1].tokens + 2_000


def test_images_that_do_not_fit_are_left_out_and_the_trace_says_so() -> None:
    pictures = [Image("image/png", bytes([number]), 1_000) for number in range(8)]
    prompt = draft_prompt(replace(context([]), images=pictures), accepted("Look", KERNEL + 3_500))
    content = prompt.messages[-1].content
    assert not isinstance(content, str)
    assert list(content[1:]) == pictures[:3]
    assert prompt.blocks[-1].reason == "never cut; 5 of its images did not fit"
    assert prompt.tokens <= prompt.budget
