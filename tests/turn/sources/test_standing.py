from __future__ import annotations

from datetime import timedelta

import pytest

from holdfast.memory.profile.types import AboutAndPins
from holdfast.turn.sources.standing import STANDING, gather_standing
from holdfast.turn.sources.types import LookBack
from tests.turn.librarian.recalling import a_fact
from tests.turn.sources.given import NOON, OtherMemory, a_turn, asked, given_parts

pytestmark = pytest.mark.anyio

ABOUT = AboutAndPins("I keep bees.", [a_fact(3, "Ada eats no meat.").fact])


async def test_what_people_wrote_and_pinned_is_told_whatever_the_message() -> None:
    given = await gather_standing(asked(a_turn("Thanks"), given_parts(OtherMemory(stands=ABOUT))))
    (block,) = given.blocks
    assert "I keep bees." in block.text
    assert "Ada eats no meat." in block.text
    assert [source.id for source in block.sources] == ["person", "3"]


async def test_where_nothing_stands_there_is_no_block() -> None:
    assert (await gather_standing(asked())).blocks == ()


async def test_a_look_back_does_not_know_what_was_pinned_later() -> None:
    before = ABOUT.pinned[0].learned_at - timedelta(days=1)
    request = asked(parts=given_parts(OtherMemory(stands=ABOUT)), look_back=LookBack(before, "kept"))
    (block,) = (await gather_standing(request)).blocks
    assert "no meat" not in block.text
    assert before < NOON


def test_the_older_runtimes_blocks_tell_it_where_they_are_told() -> None:
    assert STANDING.is_asked(asked())
    assert not STANDING.is_asked(asked(parts=given_parts(is_shadow_on=True)))
