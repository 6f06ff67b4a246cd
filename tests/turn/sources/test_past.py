from __future__ import annotations

from typing import Any

import pytest

from holdfast.chats.types import SpokenBefore
from holdfast.core.db import Db
from holdfast.turn.context.history import History
from holdfast.turn.context.opening.opening import KeptOpening, as_packet
from holdfast.turn.sources.past import read_past
from holdfast.turn.types import Evidenced, SessionStart
from tests.turn.drafts import talk
from tests.turn.sources.given import a_turn, asked, given_parts, names

pytestmark = pytest.mark.anyio

PEOPLE = SessionStart(
    handover="Ada sails.",
    profile={"relationships": [Evidenced("Her sister is Ana.")]},
    outcomes={"startbrief": "fetched"},
)


async def read(history: History) -> History:
    return history


def kept(start: SessionStart) -> History:
    return History(talk("Hello"), spoken=SpokenBefore(3, "Hello"), kept=KeptOpening(as_packet(start), None))


async def test_the_conversation_that_is_on_its_way_is_not_read_twice() -> None:
    past = await read_past(asked(history=read(History(talk("Hello")))))
    assert [message.text for message in past.history.seen] == ["Hello"]
    assert (past.opening, past.missing) == (None, [])


async def test_whom_the_packet_tells_of_is_known_by_name() -> None:
    past = await read_past(asked(a_turn("Ana comes on Monday.", "sophie"), history=read(kept(PEOPLE))))
    assert past.start.handover == "Ada sails."
    assert past.reader.ruled.signals.tracked_people == ["Ana"]


async def test_what_of_the_packet_could_not_be_had_is_missing() -> None:
    start = SessionStart(outcomes={"startbrief": "fetched", "daily": "timed_out"})
    past = await read_past(asked(a_turn("Hello", "sophie"), given_parts(memory=Away()), history=read(kept(start))))
    assert names(past.missing) == [("daily", "timed_out")]


class Away:
    """A memory that is never there."""

    def __getattr__(self, name: str) -> Any:
        async def away(*_: object, **__: object) -> object:
            raise ConnectionError

        return away


async def test_where_the_conversation_cannot_be_read_the_packet_is_still_looked_for(db: Db) -> None:
    async def fails() -> History:
        raise ConnectionError

    request = asked(a_turn("Hello", "sophie"), given_parts(memory=Away(), db=db), history=fails())
    past = await read_past(request)
    assert names(past.missing)[0] == ("history", "ConnectionError")
    assert past.opening is not None
    assert past.history == History()
