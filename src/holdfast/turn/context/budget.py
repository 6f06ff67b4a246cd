"""Who gets a place in the prompt, and who gives way. Pure; `draft_prompt` alone asks.

Blocks are offered the room in the order of their priority, never of their place. One that does not fit whole comes in
its short version, so what matters more is shortened before anything that matters less is kept; then it is dropped, with
the reason. What documents may take together depends on how much the question asks for. History has a share of its own
that blocks cannot take, and gets what they leave over besides.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from holdfast.chats.types import Message, told_text, tools_line
from holdfast.core.ids import MessageId
from holdfast.models.tokens import count_tokens
from holdfast.turn.context.legacy import GIVES_WAY, guard
from holdfast.turn.context.passages import PASSAGE_KINDS
from holdfast.turn.types import Block, Order, PlacedBlock, Priority, Source

PER_MESSAGE = 4
"""Tokens a provider adds around each message."""
PER_JOIN = 2
"""An empty line between two texts is one token, or two where the first ends in white space."""
HISTORY_SHARE = 0.3
"""Of what is left after persona, real-time line and message."""
REMOVED_KINDS = frozenset({"situational_context", "continuity", "session_facts", "orientation"})
"""Ways to orient the model that the start brief has replaced; none of them comes back by accident."""
_REPLACED = "no longer a block: the start brief orients"
WORDLESS = "(Something was attached here, without a word.)"
WORDLESS_TOKENS = 10
_LAST_AMONG_EQUALS = {kind: len(GIVES_WAY) - place for place, kind in enumerate(GIVES_WAY)}


def fit_blocks(
    blocks: Sequence[Block], room: int, *, most_of_documents: int | None = None
) -> tuple[list[PlacedBlock], int]:
    """What became of each, in the order of the prompt; and the room that is left. `most_of_documents`: what passages of
    documents may take together, by what the question asks for."""
    of_documents = room if most_of_documents is None else most_of_documents
    too_much = guard(blocks)
    placed: list[tuple[Block, PlacedBlock]] = []
    has_memory = False
    for block in sorted(blocks, key=_offered):
        reason = _REPLACED if block.kind in REMOVED_KINDS else too_much.get(block.kind)
        if not Order.PERSONA < block.order < Order.HISTORY:
            reason = "not a place for a block"
        elif block.kind == "ops" and has_memory:
            reason = "what was recalled says it already"
        is_quoted = block.kind in PASSAGE_KINDS
        one = (
            _dropped(block, reason)
            if reason
            else _fit(block, (min(room, of_documents) if is_quoted else room) - PER_JOIN)
        )
        if one.status != "dropped":
            room -= one.tokens + PER_JOIN
            of_documents -= one.tokens + PER_JOIN if is_quoted else 0
            has_memory = has_memory or _is_memory(block)
        placed.append((block, one))
    placed.sort(key=lambda pair: (pair[0].order, pair[0].rank))
    return [one for _, one in placed], room


def _offered(block: Block) -> tuple[int, ...]:
    priority: int = block.priority
    if block.kind == "ops":
        # It gives way to what was recalled, so that must be settled first, whatever priorities they came with.
        priority = max(priority, Priority.OPS)
    elif _is_memory(block):
        priority = min(priority, Priority.MEMORY)
    return priority, _LAST_AMONG_EQUALS.get(block.kind, 0), block.order, block.rank


def _is_memory(block: Block) -> bool:
    return block.order is Order.SUPPLEMENTAL_CONTEXT or block.kind in ("memory", "recall_sheet")


def _fit(block: Block, room: int) -> PlacedBlock:
    if block.tokens <= room:
        return PlacedBlock(block.order, block.kind, block.text, block.tokens, "kept", "fits", block.sources)
    if block.short is not None and (tokens := count_tokens(block.short)) <= room:
        reason = f"the long version needs {block.tokens} tokens, {max(room, 0)} were left"
        sources = block.sources if block.short_sources is None else block.short_sources
        return PlacedBlock(block.order, block.kind, block.short, tokens, "compressed", reason, sources)
    return _dropped(block, f"needs {block.tokens} tokens, {max(room, 0)} were left")


def _dropped(block: Block, reason: str) -> PlacedBlock:
    return PlacedBlock(block.order, block.kind, block.text, block.tokens, "dropped", reason, block.sources)


@dataclass(frozen=True, slots=True)
class Past:
    """The history, as far as it may be told: whole turns, none of them the present one."""

    messages: Sequence[Message]
    texts: Sequence[str]
    tokens: Sequence[int]
    questions: Sequence[int]
    """Where each turn begins."""
    end: int
    """From here on it is the present question once more."""
    doubles: Mapping[int, str]
    """How that was noticed, by place."""

    @property
    def whole(self) -> int:
        """What it takes to tell all of it."""
        return self.cost(self.questions[0], self.end) if self.questions else 0

    def cost(self, start: int, end: int) -> int:
        """In tokens, frames counted; nothing for a message that says nothing."""
        return sum(
            tokens + PER_MESSAGE
            for tokens, text in zip(self.tokens[start:end], self.texts[start:end], strict=True)
            if text
        )


def read_past(history: Sequence[Message], question_id: MessageId, question: str) -> Past:
    texts = [told_text(message.parts) or (WORDLESS if message.role == "user" else "") for message in history]
    end, doubles = len(history), {}
    while end and history[end - 1].role == "user":
        if history[end - 1].id == question_id:
            doubles[end - 1] = "the present question, by its id"
        elif texts[end - 1].strip() == question.strip():
            doubles[end - 1] = "the present question, by its words: asked before and not answered"
        else:
            break
        end -= 1
    tokens = [
        WORDLESS_TOKENS if text is WORDLESS else message.tokens + count_tokens(tools_line(message.parts))
        for message, text in zip(history, texts, strict=True)
    ]
    questions = [place for place in range(end) if history[place].role == "user"]
    return Past(history, texts, tokens, questions, end, doubles)


def fit_history(past: Past, room: int) -> list[PlacedBlock]:
    """The newest turns, each a question with its answer, until one does not fit: no answer alone, and no hole."""
    start = past.end
    for place in reversed(past.questions):
        cost = past.cost(place, start)
        if cost > room:
            break
        room -= cost
        start = place
    first = past.questions[0] if past.questions else past.end
    placed = []
    for place, message in enumerate(past.messages):
        text, reason = past.texts[place], "fits"
        if place >= past.end:
            reason = past.doubles[place]
        elif place < first:
            reason = "its question is older than the window"
        elif place < start:
            reason = "older than what fits"
        elif not text:
            reason = "says nothing"
        status: Literal["kept", "dropped"] = "kept" if reason == "fits" else "dropped"
        said_in = (Source("message", str(message.id)),)
        placed.append(PlacedBlock(Order.HISTORY, "history", text, past.tokens[place], status, reason, said_in))
    return placed
