"""The glass box: what went into an answer and why, written with the answer and readable by its owner.

A trace holds hashes, counts, reasons and references. Texts stand where they belong (a message among messages), so what
is deleted there is gone here too. What belongs to somebody else, like a persona's kernel, is looked up with the rights
of whoever reads, at the moment they do (`owned`). The one exception is what the memory was asked (`retrievals`): a
forget empties it.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from typing import Any
from uuid import UUID

from holdfast.chats.types import text_of
from holdfast.core.db import Db
from holdfast.core.errors import NotFound
from holdfast.models.types import Attempt
from holdfast.personas.read import Personas
from holdfast.turn import store
from holdfast.turn.glassbox import trace_store
from holdfast.turn.glassbox.owned.references import is_owned
from holdfast.turn.glassbox.owned.resolve import Told, resolve
from holdfast.turn.speak import AWAITED, is_to_be_spoken
from holdfast.turn.types import AcceptedTurn, Context, Exchanged, Order, PlacedBlock, Prompt, Source, Timings, Trace

_BY_REFERENCE = (Order.HISTORY, Order.USER_MESSAGE)
_INLINE = (Order.REAL_TIME,)


def write_trace(
    turn: AcceptedTurn, context: Context | None, prompt: Prompt | None, answer: Exchanged, timings: Timings
) -> tuple[Trace, Sequence[tuple[bytes, str]]]:
    """The trace, and the texts it refers to by hash."""
    blocks = prompt.blocks if prompt else ()
    texts = [(_sha(block.text), block.text) for block in blocks if _is_kept_here(block)]
    trace = {
        "turnId": str(turn.ids.turn_id),
        "blocks": [block_notes(block) for block in blocks],
        "promptTokens": prompt.tokens if prompt else 0,
        "promptBudget": turn.allowed.prompt_tokens,
        "retrievals": [],
        "reading": None,
        "missing": [{"source": one.source, "reason": one.reason} for one in (context.missing if context else ())],
        "models": [attempt_notes(attempt) for attempt in answer.attempts],
        "tools": [{"name": use.name, "outcome": use.outcome, "ms": use.ms} for use in answer.tools],
        "timings": timings.marks,
        "speech": {
            "heard": asdict(turn.user_input.sound) if turn.user_input.sound else None,
            "spoken": _voice(turn, answer),
        },
        "route": {"kind": turn.route.kind, "reason": turn.route.reason, "details": dict(turn.route.details)},
        "persona": turn.persona.id,
        "profile": turn.persona.profile.id if turn.persona.profile else None,
        "outcome": answer.outcome,
        "sentence": answer.sentence,
        "startbrief_used": False,
        "startbrief_fallback": None,
        "startbrief_items_count": 0,
        "bridgeText_chars": 0,
        "startbriefRuntime": {"session_id": str(turn.ids.session_id) if turn.ids.session_id else None},
        "systemBlocks": [block.kind for block in blocks if block.order < Order.HISTORY and block.status != "dropped"],
        **(_as_told(context.notes, blocks) if context else {}),
    }
    return trace, texts


def _is_kept_here(block: PlacedBlock) -> bool:
    is_elsewhere = block.order in (*_BY_REFERENCE, *_INLINE)
    return not is_elsewhere and not is_owned(source.type for source in block.sources)


def _as_told(notes: Mapping[str, Any], blocks: Sequence[PlacedBlock]) -> Mapping[str, Any]:
    """What was to be told and found no room was not told."""
    runtime = notes.get("startbriefRuntime")
    if runtime is None:
        return notes
    kept = {block.kind for block in blocks if block.status != "dropped"}
    told = {f"{kind}_injected": kind in kept for kind in ("bridge", "handover", "ops")}
    source = runtime["ops_source"] if told["ops_injected"] else None
    return {**notes, "startbriefRuntime": {**runtime, **told, "ops_source": source}}


def _voice(turn: AcceptedTurn, answer: Exchanged) -> Mapping[str, Any] | None:
    """Speaking comes after storing; what became of it is noted then."""
    return AWAITED if answer.outcome == "answered" and is_to_be_spoken(turn, answer.text) else None


def block_notes(block: PlacedBlock) -> Mapping[str, Any]:
    return {
        "kind": block.kind,
        "order": int(block.order),
        "tokens": block.tokens,
        "status": block.status,
        "reason": block.reason,
        "sha256": _sha(block.text).hex(),
        "sources": [_source_notes(source) for source in block.sources],
        **({"text": block.text} if block.order in _INLINE else {}),
    }


def _source_notes(source: Source) -> Mapping[str, str]:
    version = {"version": source.version} if source.version is not None else {}
    return {"type": source.type, "id": source.id, **version}


def attempt_notes(attempt: Attempt) -> Mapping[str, Any]:
    usage = attempt.usage
    return {
        "name": attempt.name,
        "outcome": attempt.outcome,
        "failure": attempt.failure,
        "ms": round(attempt.ms, 2),
        "firstEventMs": None if attempt.first_event_ms is None else round(attempt.first_event_ms, 2),
        "inputTokens": usage.input_tokens if usage else None,
        "outputTokens": usage.output_tokens if usage else None,
        "costUsd": usage.cost_usd if usage else None,
    }


async def read_trace(
    db: Db, personas: Personas, user: UUID, turn_id: UUID, *, is_admin: bool = False
) -> dict[str, Any]:
    """The trace with the texts its reader may read now; a text that was deleted since is null, and one that is not
    theirs to read says so (`withheld`)."""
    async with db.as_user(user) as tx:
        found = await trace_store.find_trace(tx, user, turn_id)
        if found is None:
            if await store.find_turn(tx, user, turn_id) is not None:
                raise NotFound(
                    "This answer is still being written; its trace comes with its end.", code="trace_not_ready"
                )
            raise NotFound("There is no such turn.", code="unknown_turn")
        trace, chat_id = found
        blocks = trace["blocks"]
        message_ids = [UUID(s["id"]) for block in blocks for s in block["sources"] if s["type"] == "message"]
        messages = await trace_store.message_texts(tx, user, chat_id, message_ids)
        texts = await trace_store.prompt_texts(tx, user, [bytes.fromhex(block["sha256"]) for block in blocks])
        owned = await resolve(tx, personas, blocks, is_admin=is_admin)
    said = {str(message_id): text_of(parts) for message_id, parts in messages.items()}
    told = [owned.get(block["sha256"]) or Told(_text(block, said, texts)) for block in blocks]
    return {**trace, "blocks": [{**block, **one.as_notes()} for block, one in zip(blocks, told, strict=True)]}


def _text(block: Mapping[str, Any], said: Mapping[str, str], texts: Mapping[bytes, str]) -> str | None:
    if "text" in block:
        return str(block["text"])
    if block["order"] in _BY_REFERENCE:
        return next((said.get(source["id"]) for source in block["sources"] if source["type"] == "message"), None)
    return texts.get(bytes.fromhex(block["sha256"]))


def _sha(text: str) -> bytes:
    return hashlib.sha256(text.encode()).digest()
