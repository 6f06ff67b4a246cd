"""The glass box: what went into an answer and why, written with the answer and readable by its owner.

A trace holds hashes, counts, reasons and references. Texts stand where they belong (a message among messages), so what
is deleted there is gone here too. What belongs to somebody else, like a persona's kernel, is looked up with the rights
of whoever reads, at the moment they do (`owned`). The one exception is what the memory was asked (`retrievals`): a
forget empties it.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import cast
from uuid import UUID

import orjson

from holdfast.chats.types import told_text
from holdfast.core.ask_within import Missing
from holdfast.core.db import Db
from holdfast.core.errors import NotFound
from holdfast.core.ids import MessageId, TurnId, UserId
from holdfast.models.types import Attempt
from holdfast.personas.read import Personas
from holdfast.turn import answers_store
from holdfast.turn.codes import SourceName
from holdfast.turn.glassbox import trace_store
from holdfast.turn.glassbox.owned.references import is_owned
from holdfast.turn.glassbox.owned.resolve import ResolvedText, resolve
from holdfast.turn.glassbox.types import (
    AttemptTrace,
    BlockTrace,
    ContextNotes,
    HeardTrace,
    MissingTrace,
    RouteTrace,
    SessionStartTrace,
    SourceTrace,
    SpeechTrace,
    ToolTrace,
    Trace,
)
from holdfast.turn.speak import AWAITED, is_to_be_spoken
from holdfast.turn.types import AcceptedTurn, Context, Exchanged, Order, PlacedBlock, Prompt, Timings, ToolUse

NO_RECORD = (
    "There is no record of how this answer came about; it may have been forgotten at your wish, or was never finished."
)
_BY_REFERENCE = (Order.HISTORY, Order.USER_MESSAGE, Order.ANSWER_SO_FAR)
_INLINE = (Order.REAL_TIME,)


def write_trace(
    turn: AcceptedTurn, context: Context | None, prompt: Prompt | None, answer: Exchanged, timings: Timings
) -> tuple[Trace, Sequence[tuple[bytes, str]]]:
    """The trace, and the texts it refers to by hash."""
    blocks = prompt.blocks if prompt else ()
    texts = [(_sha(block.text), block.text) for block in blocks if _is_kept_here(block)]
    notes = _as_told(context.notes, blocks) if context else _nothing_known(turn)
    trace = Trace(
        turn_id=turn.ids.turn_id,
        continues=turn.so_far.turn_id if turn.so_far else None,
        blocks=tuple([trace_block(block) for block in blocks]),
        prompt_tokens=prompt.tokens if prompt else 0,
        prompt_budget=turn.allowed.prompt_tokens,
        missing=trace_missing(context.missing) if context else (),
        models=tuple([trace_attempt(attempt) for attempt in answer.attempts]),
        tools=tuple([_tool(use) for use in answer.tools]),
        timings=timings.marks,
        speech=_speech(turn, answer),
        route=RouteTrace(turn.route.kind, turn.route.reason, turn.route.details),
        persona=turn.persona.id,
        profile=turn.persona.profile.id if turn.persona.profile else None,
        outcome=answer.outcome,
        sentence=answer.sentence,
        system_blocks=tuple([b.kind for b in blocks if b.order < Order.HISTORY and b.status != "dropped"]),
        reading=notes.reading,
        retrievals=notes.retrievals,
        startbrief_used=notes.startbrief_used,
        startbrief_fallback=notes.startbrief_fallback,
        startbrief_items_count=notes.startbrief_items_count,
        bridge_chars=notes.bridge_chars,
        session_start=notes.session_start,
        preflight=notes.preflight,
        unknown_models=notes.unknown_models,
    )
    return trace, texts


def _nothing_known(turn: AcceptedTurn) -> ContextNotes:
    return ContextNotes(session_start=SessionStartTrace(turn.ids.session_id))


def _is_kept_here(block: PlacedBlock) -> bool:
    is_elsewhere = block.order in (*_BY_REFERENCE, *_INLINE)
    return not is_elsewhere and not is_owned(source.type for source in block.sources)


def _as_told(notes: ContextNotes, blocks: Sequence[PlacedBlock]) -> ContextNotes:
    """What was to be told and found no room was not told."""
    kept, start = {block.kind for block in blocks if block.status != "dropped"}, notes.session_start
    told = replace(
        start,
        bridge_injected="bridge" in kept,
        handover_injected="handover" in kept,
        ops_injected="ops" in kept,
        ops_source=start.ops_source if "ops" in kept else None,
    )
    return notes if told == start else replace(notes, session_start=told)


def _speech(turn: AcceptedTurn, answer: Exchanged) -> SpeechTrace:
    """Speaking comes after storing; what became of it is noted then."""
    sound = turn.user_input.sound
    heard = HeardTrace(sound.model, sound.seconds, sound.ms) if sound else None
    is_awaited = answer.outcome == "answered" and is_to_be_spoken(turn, answer.text)
    return SpeechTrace(heard, AWAITED if is_awaited else None)


def trace_block(block: PlacedBlock) -> BlockTrace:
    return BlockTrace(
        block.kind,
        int(block.order),
        block.tokens,
        block.status,
        block.reason,
        _sha(block.text).hex(),
        tuple([SourceTrace(source.type, source.id, source.version) for source in block.sources]),
        block.text if block.order in _INLINE else None,
    )


def trace_missing(missing: Sequence[Missing]) -> tuple[MissingTrace, ...]:
    """Whoever asks within a deadline calls a source what they like; that each is a code, a test looks after."""
    return tuple([MissingTrace(cast(SourceName, one.source), one.reason) for one in missing])


def trace_attempt(attempt: Attempt) -> AttemptTrace:
    usage = attempt.usage
    return AttemptTrace(
        attempt.name,
        attempt.outcome,
        attempt.failure,
        ms=round(attempt.ms, 2),
        first_event_ms=None if attempt.first_event_ms is None else round(attempt.first_event_ms, 2),
        input_tokens=usage.input_tokens if usage else None,
        output_tokens=usage.output_tokens if usage else None,
        cost_usd=usage.cost_usd if usage else None,
    )


async def read_trace(db: Db, personas: Personas, user_id: UserId, turn_id: TurnId, *, is_admin: bool = False) -> Trace:
    """The trace with the texts its reader may read now; a text that was deleted since is null, and one that is not
    theirs to read says so (`withheld`)."""
    async with db.as_user(user_id) as tx:
        found = await trace_store.find_trace(tx, user_id, turn_id)
        if found is None:
            if await answers_store.find_turn(tx, user_id, turn_id) is not None:
                raise NotFound(
                    "This answer is still being written; its record comes with its end.", code="trace_not_ready"
                )
            raise NotFound(NO_RECORD, code="unknown_turn")
        trace, chat_id = found
        blocks = trace.blocks
        message_ids = [MessageId(UUID(one.id)) for block in blocks for one in block.sources if one.type == "message"]
        messages = await trace_store.message_texts(tx, user_id, chat_id, message_ids)
        texts = await trace_store.prompt_texts(tx, user_id, [bytes.fromhex(block.sha256) for block in blocks])
        owned = await resolve(tx, personas, user_id, blocks, is_admin=is_admin)
    said = {str(message_id): told_text(parts) for message_id, parts in messages.items()}
    told = [owned.get(block.sha256) or ResolvedText(_text(block, said, texts)) for block in blocks]
    return replace(trace, blocks=tuple(one.put_into(block) for block, one in zip(blocks, told, strict=True)))


def _text(block: BlockTrace, said: Mapping[str, str], texts: Mapping[bytes, str]) -> str | None:
    if block.text is not None:
        return block.text
    if block.order in _BY_REFERENCE:
        return next((said.get(source.id) for source in block.sources if source.type == "message"), None)
    return texts.get(bytes.fromhex(block.sha256))


def _tool(use: ToolUse) -> ToolTrace:
    try:
        arguments = orjson.dumps(orjson.loads(use.arguments), option=orjson.OPT_SORT_KEYS)
    except orjson.JSONDecodeError:
        arguments = use.arguments.encode()
    return ToolTrace(use.name, use.outcome, use.ms, use.origin, hashlib.sha256(arguments).hexdigest(), use.is_cut)


def _sha(text: str) -> bytes:
    return hashlib.sha256(text.encode()).digest()
