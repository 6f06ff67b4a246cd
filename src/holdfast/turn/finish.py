"""The end of a turn: answer, usage, trace, the stream's end and the jobs that follow, in one transaction.

Readers hear of the end only after it is stored. A failed or stopped answer keeps what was said, marked as partial;
one that failed is given back to the day's count (`quota.py`). If another process ended this stream meanwhile, nothing
is written.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from holdfast.accounts.key_options import note_cost
from holdfast.analytics.daily import EndedFigures, TurnEnd
from holdfast.core.db import Db, execute_with_retry
from holdfast.core.ids import ProcessId
from holdfast.core.jobs import PayloadId, Promise
from holdfast.core.log import get_logger
from holdfast.documents.usage import UsedPassage, note_usage
from holdfast.memory.jobs import SUMMARISE_CHAT
from holdfast.memory.types import CarriedVector
from holdfast.models.tokens import count_tokens
from holdfast.models.types import TokenUsage
from holdfast.stream.lifecycle import find_stream
from holdfast.stream.live import LiveStream
from holdfast.stream.types import SEQS_A_WRITER, Ending
from holdfast.stream.wire import EndedBecause, encode, stored_parts
from holdfast.tools.approvals import keep_waiting
from holdfast.tools.types import WaitingCall
from holdfast.turn import store
from holdfast.turn.citations import told_passages
from holdfast.turn.context.opening.opening import keep_opening
from holdfast.turn.glassbox.trace import write_trace
from holdfast.turn.jobs import MAKE_TITLE, SHADOW_SESSION, feed_promise, title_wanted
from holdfast.turn.mentions.store import count_mentions
from holdfast.turn.quota import give_back_turn, is_given_back
from holdfast.turn.said import approval_request
from holdfast.turn.sources.mentions import MENTION
from holdfast.turn.store import EndedTurn
from holdfast.turn.types import AcceptedTurn, Context, Exchanged, Opening, Prompt, Timings

_ENDINGS: dict[str, Ending] = {
    "answered": "completed",
    "failed": "errored",
    "stopped": "interrupted",
    "shutdown": "interrupted",
}
_BECAUSE: dict[str, EndedBecause] = {"failed": "failed", "stopped": "stopped", "shutdown": "lost"}
_ENDS: dict[str, TurnEnd] = {"answered": "answered", "failed": "failed"}
SAVE_TRIES = 9
log = get_logger()


@dataclass(frozen=True, slots=True)
class AnsweredTurn:
    """A turn with what was said, and what that was made of."""

    turn: AcceptedTurn
    live: LiveStream
    answer: Exchanged
    timings: Timings
    context: Context | None = None
    """None: no model was told anything."""
    prompt: Prompt | None = None
    carried: CarriedVector | None = None
    """The vector of the question, if one was made."""


async def finish(
    db: Db, process_id: ProcessId, answered: AnsweredTurn, now: datetime, *, is_shadow_on: bool = False
) -> Ending | None:
    """How it ended, or None when it was not ours to end."""
    turn, live, answer, context = answered.turn, answered.live, answered.answer, answered.context
    if answer.outcome == "lost":
        return None
    ending = _ENDINGS[answer.outcome]
    usage = answer.usage or _counted(turn, answered.prompt, answer)
    trace, texts = write_trace(turn, context, answered.prompt, _with_cost(answer, usage), answered.timings)
    last = _last_parts(turn, answer, ending, usage)
    ended = EndedTurn(
        ids=turn.ids,
        process_id=process_id,
        ending=ending,
        parts=stored_parts(answer.written, live.begins_at // SEQS_A_WRITER),
        ended_because=_BECAUSE.get(answer.outcome),
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
        carried=answered.carried,
        jobs=[
            feed_promise(turn.ids),
            *_title(turn, ending),
            *_summary(turn, context),
            *(_shadow(turn) if is_shadow_on else ()),
        ],
    )
    beside = _Beside(
        _opening(context, answered.prompt),
        told_passages(answered.prompt, context, answer.written.sources) if ended.parts else (),
        is_given_back(answer.outcome),
        answer.waiting,
        _mentioned(turn, answered.prompt),
    )
    if not await execute_with_retry(lambda: _save(db, turn, ended, beside), tries=SAVE_TRIES):
        return None
    for part in last:
        live.append(part)
    live.ending = ending
    return ending


def figures_of(answered: AnsweredTurn) -> EndedFigures:
    answer = answered.answer
    usage = answer.usage or _counted(answered.turn, answered.prompt, answer)
    first = answer.first_event_ms
    return EndedFigures(
        user_id=answered.turn.ids.user_id,
        model=_model_name(answer) or "",
        end=_ENDS.get(answer.outcome, "stopped"),
        input_tokens=usage.input_tokens,
        output_tokens=usage.output_tokens,
        cost_usd=usage.cost_usd,
        first_word_seconds=None if first is None else (answered.timings.marks.get("draft", 0) + first) / 1000,
    )


def _opening(context: Context | None, prompt: Prompt | None) -> Opening | None:
    """A reinjection that found no room was none: the session still has its one."""
    if context is None or context.opening is None:
        return None
    is_told = any(block.kind == "handover" and block.status != "dropped" for block in (prompt.blocks if prompt else ()))
    return context.opening if is_told else replace(context.opening, reinjects=False)


@dataclass(frozen=True, slots=True)
class _Beside:
    """What is stored with some endings only."""

    opening: Opening | None
    passages: Sequence[UsedPassage]
    gives_back: bool
    waiting: Sequence[WaitingCall] = ()
    mentioned: Sequence[str] = ()


async def _save(db: Db, turn: AcceptedTurn, ended: EndedTurn, beside: _Beside) -> bool:
    ids = turn.ids
    async with db.as_user(ids.user_id) as tx:
        if await store.insert_ending(tx, ended):
            if beside.gives_back:
                await give_back_turn(tx, ids.user_id, ids.turn_id)
            if beside.opening and ids.session_id:
                await keep_opening(tx, ids.user_id, ids.session_id, ids.turn_id, beside.opening)
            if beside.passages:
                await note_usage(tx, ids.chat_id, ids.answer_id, beside.passages)
            if beside.mentioned and ended.at:
                await count_mentions(tx, ids.user_id, beside.mentioned, ended.at)
            if (key_id := turn.allowed.request.key_id) is not None:
                await note_cost(tx, key_id, ended.cost_usd)
            if beside.waiting:
                await keep_waiting(tx, ids.user_id, (ids.chat_id, ids.answer_id, ids.turn_id), beside.waiting)
            return True
        # Not active any more: either another process ended it, or our own commit succeeded and its reply was lost.
        stream = await find_stream(tx, turn.ids.user_id, turn.ids.stream_id)
        return stream is not None and stream.process_id == ended.process_id and stream.status == ended.ending


def _mentioned(turn: AcceptedTurn, prompt: Prompt | None) -> Sequence[str]:
    """What the message named, once for each message: an answer that goes on has counted it."""
    if prompt is None or turn.so_far is not None:
        return ()
    return [source.id for block in prompt.blocks for source in block.sources if source.type == MENTION]


def _title(turn: AcceptedTurn, ending: Ending) -> Sequence[Promise]:
    """What needed no model gets no name from one either: its first words stay."""
    if ending != "completed" or turn.route.answer is not None or not title_wanted(turn):
        return ()
    return [Promise(MAKE_TITLE, {"chat": turn.ids.chat_id, "question": turn.ids.question_id})]


def _summary(turn: AcceptedTurn, context: Context | None) -> Sequence[Promise]:
    if context is None or not context.owes_summary:
        return ()
    about: dict[str, PayloadId] = {"chat": turn.ids.chat_id, "window": turn.persona.settings.history.messages}
    return [Promise(SUMMARISE_CHAT, about, dedupe_key=str(turn.ids.chat_id))]


def _shadow(turn: AcceptedTurn) -> Sequence[Promise]:
    """Where the turn itself goes to memory, the path follows it there."""
    if turn.ids.session_id is None or turn.persona.settings.memory.learn != "session":
        return ()
    return [Promise(SHADOW_SESSION, {"session": turn.ids.session_id}, dedupe_key=str(turn.ids.session_id))]


def _counted(turn: AcceptedTurn, prompt: Prompt | None, answer: Exchanged) -> TokenUsage:
    """The provider did not say, so we count for ourselves. What never began to answer has no cost that we know."""
    written = answer.written
    usage = TokenUsage(prompt.tokens if prompt else 0, count_tokens(written.text) + count_tokens(written.thoughts))
    name = _model_name(answer)
    return turn.chain.with_cost(name, usage) if name and answer.first_event_ms is not None else usage


def _with_cost(answer: Exchanged, usage: TokenUsage) -> Exchanged:
    """What broke off costs too, where its price is known."""
    if not answer.attempts or answer.attempts[-1].usage is not None or usage.cost_usd is None:
        return answer
    return replace(answer, attempts=[*answer.attempts[:-1], replace(answer.attempts[-1], usage=usage)])


def _model_name(answer: Exchanged) -> str | None:
    return answer.attempts[-1].name if answer.attempts else None


def _last_parts(turn: AcceptedTurn, answer: Exchanged, ending: Ending, usage: TokenUsage) -> Sequence[bytes]:
    metadata: dict[str, Any] = {
        "turnId": str(turn.ids.turn_id),
        "status": ending,
        "model": _model_name(answer),
        "usage": {"inputTokens": usage.input_tokens, "outputTokens": usage.output_tokens, "costUsd": usage.cost_usd},
    }
    if ending == "completed":
        calls = answer.asked_of_program or answer.waiting
        reason = "tool-calls" if calls else answer.finish_reason.replace("_", "-")
        asks = [encode(approval_request(one)) for one in answer.waiting]
        return [*asks, encode({"type": "finish", "finishReason": reason, "messageMetadata": metadata})]
    metadata["endedBecause"] = _BECAUSE[answer.outcome]
    told = encode({"type": "message-metadata", "messageMetadata": metadata})
    if answer.outcome == "stopped":
        return [told, encode({"type": "abort", "reason": "stopped"})]
    sentence = answer.sentence or "The server was restarted while answering; what had been written is kept."
    return [told, encode({"type": "error", "errorText": sentence})]
