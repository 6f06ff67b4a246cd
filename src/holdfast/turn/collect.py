"""Everything the model may be told. All sources at once, each with a deadline; one that fails is named as missing.

How a message is taken (its reading) decides what is looked up for it. The reading needs the few lines before the
message and the session's packet, which are read together; whatever needs no reading is asked meanwhile.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from pathlib import Path

from holdfast.chats.types import Message
from holdfast.core.ask_within import Missing
from holdfast.core.clock import zone_in_words
from holdfast.turn.context.blocks import program_blocks
from holdfast.turn.context.budget import HISTORY_SHARE
from holdfast.turn.context.parts import ContextParts
from holdfast.turn.context.shorten import shorten
from holdfast.turn.draft_prompt import kernel_tokens, kernel_words
from holdfast.turn.glassbox.types import ContextNotes
from holdfast.turn.prefetch import Prefetch
from holdfast.turn.reading.read import needs_reading
from holdfast.turn.reading.rules import as_reading
from holdfast.turn.sources.asking import Asking
from holdfast.turn.sources.chat_summary import CHAT_SUMMARY
from holdfast.turn.sources.documents import DOCUMENTS
from holdfast.turn.sources.envelope import ENVELOPE
from holdfast.turn.sources.files import FILES
from holdfast.turn.sources.instructions import INSTRUCTIONS
from holdfast.turn.sources.legacy import LEGACY
from holdfast.turn.sources.mentions import MENTIONS, look_up
from holdfast.turn.sources.past import read_past
from holdfast.turn.sources.recall import RECALL
from holdfast.turn.sources.session import SESSION
from holdfast.turn.sources.standing import STANDING
from holdfast.turn.sources.types import AnySource, LookBack, WithPast, WithReading
from holdfast.turn.types import LENGTHS, AcceptedTurn, Context, Reading

SOURCES: Sequence[AnySource] = (
    SESSION,
    ENVELOPE,
    LEGACY,
    STANDING,
    INSTRUCTIONS,
    MENTIONS,
    CHAT_SUMMARY,
    DOCUMENTS,
    RECALL,
    FILES,
)
"""In the order of their blocks. Whatever a turn is told besides the conversation comes from one of them."""

_LENGTHS = {
    one: (Path(__file__).parent / "prompts" / f"{one}.md").read_text(encoding="utf-8").strip() for one in LENGTHS
}


async def collect(
    parts: ContextParts,
    turn: AcceptedTurn,
    now: datetime,
    *,
    prefetch: Prefetch | None = None,
    look_back: LookBack | None = None,
    sources: Sequence[AnySource] = SOURCES,
) -> Context:
    """`prefetch`: what is on its way already."""
    request = (prefetch or Prefetch(parts)).request(turn, now, look_back)
    async with asyncio.TaskGroup() as group:
        request = look_up(request, group)
        asking = Asking(group, sources, request)
        asking.start(request)
        past = await read_past(request)
        asking.start(past)
        reading, recalled = await _read(past), await asking.answer(RECALL)  # which is asked meanwhile
        asking.start(WithReading(past, reading, next(iter(recalled.blocks), None)))
    found, history = asking.answers(), past.history.seen
    return Context(
        blocks=await shorten([*found.blocks, *program_blocks(turn)], parts.thinker, _room(turn, history)),
        history=history,
        images=found.images,
        real_time=_beside_the_question(request.now, turn),
        missing=[*past.missing, *found.missing, *_demo_reads_little(turn), *_left_aside(turn)],
        notes=replace(found.notes or ContextNotes(), retrievals=tuple(found.retrievals)),
        opening=found.opening or past.opening,
        recalled=found.recalled,
        owes_summary=found.owes_summary,
        passages=found.passages,
    )


async def _read(past: WithPast) -> Reading:
    """How the message is taken; by the rules alone where nothing else depends on it."""
    if not needs_reading(past.request.turn.persona):
        return as_reading(past.reader.ruled)
    return await past.reader.read()


def _room(turn: AcceptedTurn, history: Sequence[Message]) -> int:
    """About what blocks can hope for; only `draft_prompt` knows."""
    left = turn.allowed.prompt_tokens - kernel_tokens(kernel_words(turn.persona, turn.route)) - turn.user_input.tokens
    return left - min(sum(message.tokens for message in history), int(left * HISTORY_SHARE))


def _demo_reads_little(turn: AcceptedTurn) -> Sequence[Missing]:
    """The demo model cannot follow a real prompt; whoever opens the answer should know that it did not get one."""
    told = "the demo model reads one line of instruction and the last few messages, not this whole prompt"
    return [Missing("demo model", told)] if turn.chain.is_demo else []


def _left_aside(turn: AcceptedTurn) -> Sequence[Missing]:
    return [] if turn.request.uses_memory else [Missing("memory", "the answer was asked for without it")]


def _beside_the_question(now: datetime, turn: AcceptedTurn) -> str:
    """What holds for this answer alone: the time, and how long it is to be."""
    length = turn.request.length
    return f"{real_time_line(now)}\n{_LENGTHS[length]}" if length else real_time_line(now)


def real_time_line(now: datetime) -> str:
    return f"[It is {now.strftime(f'%A, {now.day} %B %Y, %H:%M')} {zone_in_words(now)}.]"
