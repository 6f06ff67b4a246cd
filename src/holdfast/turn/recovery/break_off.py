"""A turn that broke on our side: what had been said is kept, and whoever listens is told."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from holdfast.core.db import Db
from holdfast.core.errors import DatabaseUnavailable
from holdfast.core.log import get_logger
from holdfast.stream.lifecycle import chunks_from
from holdfast.stream.live import LiveStream
from holdfast.stream.types import Ending
from holdfast.stream.wire import Written, encode, written_in
from holdfast.turn.finish import AnsweredTurn
from holdfast.turn.types import AcceptedTurn, Exchanged, Timings

BROKE = "Something went wrong on our side; what had been written is kept. Try again."
NOT_SAVED = "The database is not answering, so this answer could not be stored; try again in a moment."
_Finish = Callable[[AnsweredTurn], Awaitable[Ending | None]]
log = get_logger()


async def break_off(
    db: Db, finish: _Finish, turn: AcceptedTurn, live: LiveStream, timings: Timings, error: Exception
) -> None:
    """Keep what was said. If nothing can be stored now, tell those who are here; the sweep will find the chunks."""
    try:
        if isinstance(error, DatabaseUnavailable):
            raise error
        answer = Exchanged(await _said(db, turn, live), "failed", attempts=(), sentence=BROKE)
        await finish(AnsweredTurn(turn, live, answer, timings))
    except Exception as again:  # border: the last thing that can be done is to say so
        log.error("turn_not_saved", exc_info=again)
        live.append(encode({"type": "error", "errorText": NOT_SAVED}))


async def _said(db: Db, turn: AcceptedTurn, live: LiveStream) -> Written:
    """All of it: of a long answer, memory holds only the last part."""
    async with db.as_user(turn.ids.user_id) as tx:
        saved = await chunks_from(tx, turn.ids.user_id, live.id, 0, limit=1_000_000)
    return written_in([*(chunk.data for chunk in saved if chunk.seq < live.first), *live.chunks])
