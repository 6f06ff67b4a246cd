"""Pure: ordered blocks, exact tokens, drops with reasons. The single budgeter; nothing else counts or drops.

The persona and the person's message are never cut. Other blocks are fitted in their order, in their short version
where the long one does not fit. History takes what is left, newest first, whole messages, with no hole in it.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from holdfast.chats.types import Message
from holdfast.models.tokens import count_tokens
from holdfast.models.types import ChatMessage, Text
from holdfast.turn.types import Begun, Block, Context, Heard, Order, PlacedBlock, Prompt, Source

PER_MESSAGE = 4
"""Tokens a provider adds around each message."""


def draft_prompt(context: Context, begun: Begun) -> Prompt:
    heard, budget = begun.heard, begun.prompt_tokens
    kernel = Block(
        Order.PERSONA, begun.persona.kernel, _tokens(begun.persona.kernel), (Source("persona", begun.persona.id),)
    )
    real_time = Block(Order.REAL_TIME, context.real_time, _tokens(context.real_time), (Source("clock", "now"),))
    files = [Source("file", str(file_id)) for file_id in heard.file_ids]
    said_in = (Source("message", str(begun.question_id)), *files)
    spoken = Block(Order.USER_MESSAGE, heard.text, heard.tokens, said_in)
    left = budget - kernel.tokens - real_time.tokens - spoken.tokens - 2 * PER_MESSAGE

    placed = [_kept(kernel, "always kept")]
    for block in sorted(context.blocks, key=lambda block: block.order):
        one = _fit(block, left)
        left -= one.tokens if one.status != "dropped" else 0
        placed.append(one)
    history, remembered = _fit_history(context.history, left)
    placed += [*history, _kept(real_time, "always kept"), _kept(spoken, "never cut")]

    messages = _messages(placed, remembered, context, heard)
    tokens = sum(block.tokens for block in placed if block.status != "dropped") + PER_MESSAGE * len(messages)
    return Prompt(messages, placed, tokens, budget)


def _kept(block: Block, reason: str) -> PlacedBlock:
    return PlacedBlock(block.order, block.text, block.tokens, "kept", reason, block.sources)


def _fit(block: Block, left: int) -> PlacedBlock:
    if block.tokens <= left:
        return _kept(block, "fits")
    if block.short is not None and (tokens := _tokens(block.short)) <= left:
        return PlacedBlock(
            block.order, block.short, tokens, "compressed", "the long version did not fit", block.sources
        )
    reason = f"needs {block.tokens} tokens, {max(left, 0)} were left"
    return PlacedBlock(block.order, block.text, block.tokens, "dropped", reason, block.sources)


def _fit_history(history: Sequence[Message], left: int) -> tuple[list[PlacedBlock], list[Message]]:
    """Newest first, until one does not fit; an answer never stands without its question."""
    start = len(history)
    while start > 0 and history[start - 1].tokens + PER_MESSAGE <= left:
        left -= history[start - 1].tokens + PER_MESSAGE
        start -= 1
    while start < len(history) and history[start].role == "assistant":
        start += 1
    blocks = [
        PlacedBlock(
            Order.HISTORY,
            message.text,
            message.tokens,
            "kept" if index >= start else "dropped",
            "fits" if index >= start else "older than what fits",
            (Source("message", str(message.id)),),
        )
        for index, message in enumerate(history)
    ]
    return blocks, list(history[start:])


def _messages(
    placed: Sequence[PlacedBlock], remembered: Sequence[Message], context: Context, heard: Heard
) -> list[ChatMessage]:
    """Stable things first, so that providers' caches hold; what changes every minute stands beside the question."""
    system = [block.text for block in placed if block.order < Order.HISTORY and block.status != "dropped"]
    question = f"{context.real_time}\n\n{heard.text}"
    return [
        ChatMessage("system", "\n\n".join(system)),
        *(ChatMessage(message.role, message.text) for message in remembered if message.text),
        ChatMessage("user", [Text(question), *context.images] if context.images else question),
    ]


@lru_cache(maxsize=256)
def _tokens(text: str) -> int:
    return count_tokens(text)
