from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest

from holdfast.chats.types import SpokenBefore
from holdfast.memory.brief.types import Summaries
from holdfast.memory.profile.types import AboutAndPins
from holdfast.memory.types import Loop, LoopKind, Recalled
from holdfast.turn.context.history import History
from holdfast.turn.sources.legacy import LEGACY, gather_legacy
from holdfast.turn.sources.types import Contribution, LookBack
from tests.turn.drafts import block
from tests.turn.librarian.recalling import a_fact
from tests.turn.sources.given import NOON, OtherMemory, a_turn, asked, given_parts, with_past, with_reading

pytestmark = pytest.mark.anyio


def a_loop(kind: LoopKind, text: str, **more: Any) -> Loop:
    return Loop(1, kind, "open", text, 0.9, 0.5, "today", "rules", NOON - timedelta(days=2), **more)


def a_life() -> OtherMemory:
    return OtherMemory(
        recalled=Recalled([a_fact(3, "Ada planted white roses.")], (), (), 1.0),
        stands=AboutAndPins("I keep bees.", [a_fact(4, "Ada eats no meat.").fact]),
        open=[a_loop("commitment", "Call the nursery.")],
        summed_up=Summaries(spine="She gardens."),
    )


async def told(memory: OtherMemory, **more: Any) -> Contribution:
    request = asked(a_turn(), given_parts(memory, is_shadow_on=True), look_back=more.pop("look_back", None))
    past = with_past(request, History(spoken=SpokenBefore(2, "Hello")))
    return await gather_legacy(with_reading(past, **more))


def texts(given: Contribution) -> dict[str, str]:
    return {one.kind: one.text for one in given.blocks}


async def test_everything_the_older_runtime_told_is_read_at_once_and_stands_under_its_headings() -> None:
    memory = a_life()
    given = await told(memory)
    assert set(texts(given)) == {
        "session_state", "foundation_memories", "relevant_memories", "commitments", "user_seed", "summary_spine",
    }  # fmt: skip
    assert "so far: 3" in texts(given)["session_state"]
    assert given.recalled == ["Ada planted white roses."]
    assert sorted(memory.asked) == ["loops", "recall", "standing", "summaries"]


async def test_what_was_recalled_already_is_not_looked_up_twice() -> None:
    memory = a_life()
    given = await told(memory, recalled=block("memory", "White roses."))
    assert "relevant_memories" not in texts(given)
    assert "recall" not in memory.asked


async def test_a_look_back_knows_no_later_loop_and_no_summary() -> None:
    given = await told(a_life(), look_back=LookBack(NOON - timedelta(days=3), "kept"))
    assert {"commitments", "summary_spine"}.isdisjoint(texts(given))


def test_only_while_the_shadow_path_is_switched_on_and_never_to_whom_nothing_is_recalled() -> None:
    shadowed = given_parts(is_shadow_on=True)
    assert not LEGACY.is_asked(asked())
    assert LEGACY.is_asked(asked(parts=shadowed))
    assert not LEGACY.is_asked(asked(a_turn(persona="incident"), shadowed))
