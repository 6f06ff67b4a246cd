from __future__ import annotations

from dataclasses import replace

import pytest

from holdfast.core.db import Owner
from holdfast.memory.types import Recalled, RecallQuery
from holdfast.turn.context.history import History
from holdfast.turn.sources.recall import RECALL, gather_recall
from holdfast.turn.types import AcceptedTurn
from tests.turn.drafts import talk
from tests.turn.librarian.recalling import a_fact
from tests.turn.librarian.recalling import a_turn as an_episode
from tests.turn.sources.given import OtherMemory, a_turn, asked, given_parts, names, with_past

pytestmark = pytest.mark.anyio

ROSES = Recalled([a_fact(3, "Ada planted white roses.")], (), (), 1.0)


def recalling(how: str, *, blocks: frozenset[str] | None = None) -> AcceptedTurn:
    turn = a_turn()
    settings = turn.persona.settings
    settings = settings.model_copy(update={"memory": settings.memory.model_copy(update={"recall": how})})
    if blocks is not None:
        settings = settings.model_copy(update={"blocks": tuple(blocks)})
    allowed = replace(turn.allowed, persona=replace(turn.persona, settings=settings))
    return replace(turn, allowed=allowed)


async def test_what_is_recalled_is_a_block_a_retrieval_and_a_text_to_be_known_again() -> None:
    memory = OtherMemory(recalled=ROSES)
    given = await gather_recall(with_past(asked(a_turn(), given_parts(memory))))
    assert "Ada planted white roses." in given.blocks[0].text
    assert [one.source for one in given.retrievals] == ["memory"]
    assert given.recalled == ["Ada planted white roses."]
    assert given.missing == ()


async def test_a_memory_that_fails_is_missing_and_what_was_to_be_asked_is_still_in_the_trace() -> None:
    class Away(OtherMemory):
        async def recall(self, owner: Owner, query: RecallQuery) -> Recalled:
            raise ConnectionError

    given = await gather_recall(with_past(asked(a_turn(), given_parts(Away()))))
    assert names(given.missing) == [("memory", "ConnectionError")]
    assert [(one.query, one.missing) for one in given.retrievals] == [("roses plant", "ConnectionError")]


async def test_what_was_asked_ahead_is_not_asked_again() -> None:
    memory, ahead = OtherMemory(), OtherMemory(recalled=ROSES)
    given = await gather_recall(with_past(asked(a_turn(), given_parts(memory), recalls=ahead)))
    assert given.recalled == ["Ada planted white roses."]
    assert (memory.asked, ahead.asked) == ([], ["recall"])


async def test_what_stands_in_the_prompts_history_is_not_told_again() -> None:
    (message,) = talk("I planted white roses.")
    said = an_episode(7, message.text, message=str(message.id))
    memory = OtherMemory(recalled=Recalled((), [said], (), 1.0))
    given = await gather_recall(with_past(asked(a_turn(), given_parts(memory)), History([message])))
    assert given.blocks == ()


@pytest.mark.parametrize(("how", "is_asked"), [("never", False), ("always", True), ("librarian", True)])
def test_the_persona_says_whether_anything_is_recalled(how: str, is_asked: bool) -> None:
    assert RECALL.is_asked(asked(recalling(how))) is is_asked


def test_where_the_block_it_would_stand_in_is_switched_off_nothing_is_recalled() -> None:
    assert not RECALL.is_asked(asked(recalling("always", blocks=frozenset())))
    assert RECALL.is_asked(asked(recalling("librarian", blocks=frozenset())))
