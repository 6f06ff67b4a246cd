"""What the sources found, as blocks of the prompt. Pure; whether a block fits is decided later."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from holdfast.core.ids import ChatId, SessionId
from holdfast.memory.types import Fact
from holdfast.models.tokens import count_tokens
from holdfast.turn.codes import BlockKind
from holdfast.turn.context.escape_headings import escape_headings, on_one_line
from holdfast.turn.context.opening.inject import Injection
from holdfast.turn.context.opening.overlay import Overlay
from holdfast.turn.context.opening.posture import posture_text
from holdfast.turn.types import AcceptedTurn, Block, Order, Priority, Reading, Source

MAX_PINNED = 12
_ABOUT_RANK, _SUMMARY_RANK = 2, 5


def posture_block(reading: Reading, *, has_momentum: bool) -> Block:
    text = posture_text(reading.posture, has_momentum=has_momentum)
    return _block(Order.CONVERSATION_POSTURE, "conversation_posture", text, Priority.POSTURE)


def overlay_block(overlay: Overlay, session_id: SessionId) -> Block:
    sources = (*overlay.sources, Source("session", str(session_id)))
    return _block(Order.OVERLAY, "overlay", overlay.text, Priority.OVERLAY, sources)


def injected_blocks(session_id: SessionId, given: Injection) -> Sequence[Block]:
    """Bridge, handover and ops, as far as they are given."""
    told_by = (Source("session", str(session_id)),)
    found = []
    if given.bridge:
        found.append(
            _block(Order.BRIDGE, "bridge", f"BRIDGE\n{escape_headings(given.bridge)}", Priority.BRIDGE, told_by)
        )
    if given.handover:
        found.append(
            _block(
                Order.HANDOVER, "handover", f"HANDOVER\n{escape_headings(given.handover)}", Priority.HANDOVER, told_by
            )
        )
    if given.ops:
        found.append(_block(Order.OPS, "ops", f"OPS\n{on_one_line(given.ops)}", Priority.OPS, told_by))
    return found


def program_blocks(turn: AcceptedTurn) -> Sequence[Block]:
    """What a program wants said and left unsaid: the word of whoever holds its key."""
    told = turn.request.told
    if told is None or not told.instructions:
        return ()
    text = f"INSTRUCTIONS OF THE PROGRAM THAT ASKS\n{told.instructions}"
    source = Source("program", "instructions")
    return [_block(Order.INSTRUCTIONS, "instructions", text, Priority.INSTRUCTIONS, (source,))]


def about_block(about: str, pinned: Sequence[Fact]) -> Block | None:
    """What people wrote about themselves and the facts they pinned: always told, the last of memory to go."""
    lines = [escape_headings(about.strip())] if about.strip() else []
    lines += [f"- {on_one_line(fact.text)}" for fact in pinned[:MAX_PINNED]]
    if not lines:
        return None
    sources = [Source("about", "person")] if about.strip() else []
    sources += [Source("fact", str(fact.id)) for fact in pinned[:MAX_PINNED]]
    text = "\n".join(["ABOUT THIS PERSON (their own words, and what they want never forgotten)", *lines])
    return _block(Order.KNOWLEDGE, "about", text, Priority.ABOUT, sources, rank=_ABOUT_RANK)


def summary_block(text: str, chat_id: ChatId) -> Block:
    told = f"EARLIER IN THIS CHAT (a summary)\n{escape_headings(text)}"
    sources = (Source("chat_summary", str(chat_id)),)
    return _block(Order.KNOWLEDGE, "conversation_summary", told, Priority.SUMMARY, sources, rank=_SUMMARY_RANK)


def _block(
    order: Order, kind: BlockKind, text: str, priority: Priority, sources: Sequence[Source] = (), *, rank: int = 0
) -> Block:
    return Block(order, kind, text, _tokens(text), priority, sources, rank=rank)


@lru_cache(maxsize=512)
def _tokens(text: str) -> int:
    return count_tokens(text)
