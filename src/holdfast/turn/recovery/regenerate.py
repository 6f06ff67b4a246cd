"""Answer anew, in the same stream, what a lost process left; for personas that say `on_crash = "regenerate"`.

The stream goes on behind a marker, `data-restarted`: what was said before it is not part of the answer, neither in what
is stored nor on a screen. The marker is written together with taking the stream, so however often processes die in
between, whoever reads the chunks knows where the answer begins. An answer is begun anew twice at most, and never one
that somebody had asked to stop.
"""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime
from typing import TYPE_CHECKING

from holdfast.core.errors import AppError
from holdfast.core.ids import StreamId, UserId
from holdfast.core.log import get_logger
from holdfast.stream.lifecycle import add_chunks, restart
from holdfast.stream.salvage import read_fast, salvage
from holdfast.stream.types import SEQS_A_WRITER, Stream
from holdfast.stream.wire import RESTARTED, encode
from holdfast.turn.admit import admit, check_size
from holdfast.turn.go_on import find_so_far
from holdfast.turn.listen import hear_again
from holdfast.turn.recovery import abandoned_store
from holdfast.turn.recovery.abandoned_store import LeftTurn
from holdfast.turn.recovery.end_abandoned import kept_seq
from holdfast.turn.request_again import request_again
from holdfast.turn.route import choose_route, narrow
from holdfast.turn.types import AcceptedTurn, TurnIds

if TYPE_CHECKING:
    from holdfast.turn.pipeline import Pipeline

log = get_logger()


async def regenerate(
    pipeline: Pipeline, user_id: UserId, stream_id: StreamId, now: datetime, *, silent_seconds: float
) -> tuple[AcceptedTurn, int] | None:
    """The turn, ours from now on, and the seq it goes on with. None: the truth is to be told instead."""
    async with pipeline.db.as_user(user_id) as tx:
        left = await abandoned_store.find_left_turn(tx, user_id, stream_id)
    if left is None:
        return None
    try:
        turn = await _begin_again(pipeline, user_id, stream_id, left, now)
    except AppError as error:  # the persona, its model or a tool is gone since
        log.warning("not_regenerated", code=error.code)
        return None
    if turn is None:
        return None
    fast = await read_fast(pipeline.db, pipeline.streams, user_id, stream_id)
    async with pipeline.db.as_user(user_id) as tx:
        await abandoned_store.lock_chat_of(tx, user_id, stream_id)
        stream = await restart(tx, user_id, stream_id, pipeline.streams.process_id, silent_seconds=silent_seconds)
        if stream is None:
            return None
        marker = _marker(stream, kept_seq(await salvage(tx, user_id, stream_id, fast)))
        first = stream.restarts * SEQS_A_WRITER
        await add_chunks(tx, user_id, stream_id, first, marker)
    log.warning("stream_restarted", turn_id=str(turn.ids.turn_id), attempt=stream.restarts)
    return turn, first + len(marker)


async def _begin_again(
    pipeline: Pipeline, user_id: UserId, stream_id: StreamId, left: LeftTurn, now: datetime
) -> AcceptedTurn | None:
    request = replace(
        request_again(user_id, left.chat_id, left.persona_id, left.choices),
        trigger=left.trigger,
        about_message_id=left.message_id,
    )
    allowed = admit(await pipeline.persona_of(user_id, left.persona_id), pipeline.chain, request)
    if allowed.persona.settings.answering.on_crash != "regenerate" or _is_done_once(left):
        return None
    user_input = hear_again(left.parts)
    route = await choose_route(pipeline.db, pipeline.tools, allowed, None, now)
    allowed = narrow(allowed, route)
    check_size(allowed, user_input, route)
    ids = TurnIds(left.turn_id, stream_id, user_id, left.chat_id, left.session_id, left.message_id, left.answer_id)
    turn = AcceptedTurn(ids, allowed, user_input, route, left.parent_id, is_new_chat=left.is_new_chat)
    if "continues" not in left.choices:
        return turn
    async with pipeline.db.as_user(user_id) as tx:
        so_far = await find_so_far(tx, user_id, left.chat_id, left.answer_id)
    return replace(turn, so_far=so_far) if so_far else None


def _is_done_once(left: LeftTurn) -> bool:
    """What a program told beside its message went with the process; and a call that was approved is never run twice."""
    return "told" in left.choices or "decided" in left.choices


def _marker(stream: Stream, kept: int | None) -> list[bytes]:
    """The step that was under way is over, which also ends its words; then the mark behind which all begins anew."""
    told = {"number": stream.restarts, "keptSeq": kept}
    return [encode({"type": "finish-step"}), encode({"type": RESTARTED, "data": told})]
