"""The end of a turn: answer, usage, trace, the stream's end and the jobs that follow, in one transaction.

Readers hear of the end only after it is stored. A failed or stopped answer keeps what was said, marked as partial;
one that failed is given back to the day's count (`quota.py`). If another process ended this stream meanwhile, nothing
is written.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from uuid import UUID

import structlog

from holdfast.core.db import Db, execute_with_retry
from holdfast.core.jobs import Id, Promise
from holdfast.memory.jobs import SUMMARISE_CHAT
from holdfast.memory.types import Carried
from holdfast.models.tokens import count_tokens
from holdfast.models.types import Usage
from holdfast.stream.lifecycle import find_stream
from holdfast.stream.live import LiveStream
from holdfast.stream.types import SEQS_A_WRITER, Ending
from holdfast.stream.wire import encode, stored_parts
from holdfast.turn import store
from holdfast.turn.context.opening.opening import keep_opening
from holdfast.turn.glassbox.trace import write_trace
from holdfast.turn.jobs import MAKE_TITLE, SHADOW_SESSION, feed_promise, title_wanted
from holdfast.turn.quota import give_back_turn, is_given_back
from holdfast.turn.store import EndedTurn
from holdfast.turn.types import AcceptedTurn, Context, Exchanged, Opening, Prompt, Timings

_ENDINGS: dict[str, Ending] = {
    "answered": "completed",
    "failed": "errored",
    "stopped": "interrupted",
    "shutdown": "interrupted",
}
SAVE_TRIES = 9
log = structlog.get_logger()


async def finish(
    db: Db,
    process_id: UUID,
    live: LiveStream,
    turn: AcceptedTurn,
    context: Context | None,
    prompt: Prompt | None,
    answer: Exchanged,
    timings: Timings,
    now: datetime,
    *,
    is_shadow_on: bool = False,
    carried: Carried | None = None,
) -> Ending | None:
    """How it ended, or None when it was not ours to end. `carried`: the vector of the question, if one was made."""
    if answer.outcome == "lost":
        return None
    ending = _ENDINGS[answer.outcome]
    trace, texts = write_trace(turn, context, prompt, answer, timings)
    usage = answer.usage or _counted(prompt, answer)
    last = _last_parts(turn, answer, ending, usage)
    ended = EndedTurn(
        ids=turn.ids,
        process_id=process_id,
        ending=ending,
        parts=stored_parts(answer.text, live.begins_at // SEQS_A_WRITER),
        message_status="complete" if ending == "completed" else "partial",
        answer_tokens=count_tokens(answer.text),
        model=_model_name(answer),
        input_tokens=usage.input_tokens,
        output_tokens=usage.output_tokens,
        cost_usd=usage.cost_usd,
        trace=trace,
        prompt_texts=texts,
        first_seq=live.saved,
        chunks=[*live.since(live.saved), *last],
        at=now,
        carried=carried,
        jobs=[
            feed_promise(turn.ids),
            *_title(turn, ending),
            *_summary(turn, context),
            *(_shadow(turn) if is_shadow_on else ()),
        ],
    )
    opening = _opening(context, prompt)
    gives_back = is_given_back(answer.outcome)
    if not await execute_with_retry(lambda: _save(db, turn, ended, opening, gives_back=gives_back), tries=SAVE_TRIES):
        return None
    for part in last:
        live.append(part)
    live.ending = ending
    return ending


def _opening(context: Context | None, prompt: Prompt | None) -> Opening | None:
    """A reinjection that found no room was none: the session still has its one."""
    if context is None or context.opening is None:
        return None
    is_told = any(block.kind == "handover" and block.status != "dropped" for block in (prompt.blocks if prompt else ()))
    return context.opening if is_told else replace(context.opening, reinjects=False)


async def _save(db: Db, turn: AcceptedTurn, ended: EndedTurn, opening: Opening | None, *, gives_back: bool) -> bool:
    async with db.as_user(turn.ids.user_id) as tx:
        if await store.insert_ending(tx, ended):
            if gives_back:
                await give_back_turn(tx, turn.ids.user_id, turn.ids.turn_id)
            if opening and turn.ids.session_id:
                await keep_opening(tx, turn.ids.user_id, turn.ids.session_id, turn.ids.turn_id, opening)
            return True
        # Not active any more: either another process ended it, or our own commit succeeded and its reply was lost.
        stream = await find_stream(tx, turn.ids.user_id, turn.ids.stream_id)
        return stream is not None and stream.process_id == ended.process_id and stream.status == ended.ending


def _title(turn: AcceptedTurn, ending: Ending) -> Sequence[Promise]:
    """What needed no model gets no name from one either: its first words stay."""
    if ending != "completed" or turn.route.answer is not None or not title_wanted(turn):
        return ()
    return [Promise(MAKE_TITLE, {"chat": turn.ids.chat_id, "question": turn.ids.question_id})]


def _summary(turn: AcceptedTurn, context: Context | None) -> Sequence[Promise]:
    if context is None or not context.owes_summary:
        return ()
    about: dict[str, Id] = {"chat": turn.ids.chat_id, "window": turn.persona.settings.history.messages}
    return [Promise(SUMMARISE_CHAT, about, dedupe_key=str(turn.ids.chat_id))]


def _shadow(turn: AcceptedTurn) -> Sequence[Promise]:
    """Where the turn itself goes to memory, the path follows it there."""
    if turn.ids.session_id is None or turn.persona.settings.memory.learn != "session":
        return ()
    return [Promise(SHADOW_SESSION, {"session": turn.ids.session_id}, dedupe_key=str(turn.ids.session_id))]


def _counted(prompt: Prompt | None, answer: Exchanged) -> Usage:
    """The provider did not say, so we count for ourselves."""
    return Usage(prompt.tokens if prompt else 0, count_tokens(answer.text))


def _model_name(answer: Exchanged) -> str | None:
    return answer.attempts[-1].name if answer.attempts else None


def _last_parts(turn: AcceptedTurn, answer: Exchanged, ending: Ending, usage: Usage) -> Sequence[bytes]:
    metadata = {
        "turnId": str(turn.ids.turn_id),
        "status": ending,
        "model": _model_name(answer),
        "usage": {"inputTokens": usage.input_tokens, "outputTokens": usage.output_tokens, "costUsd": usage.cost_usd},
    }
    if ending == "completed":
        return [encode({"type": "finish", "finishReason": "stop", "messageMetadata": metadata})]
    told = encode({"type": "message-metadata", "messageMetadata": metadata})
    if answer.outcome == "stopped":
        return [told, encode({"type": "abort", "reason": "stopped"})]
    sentence = answer.sentence or "The server was restarted while answering; what had been written is kept."
    return [told, encode({"type": "error", "errorText": sentence})]
