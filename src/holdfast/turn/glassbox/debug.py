"""What a turn's owner sees of its making while it runs, where the installation allows it (`FEATURE_CONTEXT_DEBUG`).

It goes to the one who asked and nowhere else: not into the stream that others may read, and not into storage.
"""

from __future__ import annotations

from collections.abc import AsyncGenerator
from contextlib import aclosing
from dataclasses import replace
from typing import Any

from pydantic import TypeAdapter

from holdfast.models.types import ChatMessage, TextContent
from holdfast.stream.wire import encode
from holdfast.turn.glassbox.trace import trace_block, trace_missing
from holdfast.turn.glassbox.views import DebugMessage, DebugPrompt, DebugView
from holdfast.turn.types import AcceptedTurn, Context, DebugCapture, DebugDetail, Prompt

_VIEW: TypeAdapter[DebugView] = TypeAdapter(DebugView)


def show(turn: AcceptedTurn, context: Context, prompt: Prompt) -> None:
    """To whoever looks on, if anybody does."""
    if turn.request.debug_capture:
        turn.request.debug_capture.seen = debug_view(turn, context, prompt, turn.request.debug_capture.detail)


def debug_view(turn: AcceptedTurn, context: Context, prompt: Prompt, detail: DebugDetail) -> DebugView:
    messages = tuple(DebugMessage(message.role, _content(message)) for message in prompt.messages)
    return DebugView(
        turn_id=turn.ids.turn_id,
        blocks=tuple(replace(trace_block(block), text=block.text) for block in prompt.blocks),
        prompt_tokens=prompt.tokens,
        prompt_budget=prompt.budget,
        missing=trace_missing(context.missing),
        notes=context.notes,
        prompt=DebugPrompt(turn.chain.name, messages) if detail == "prompt" else None,
    )


def as_json(view: DebugView) -> dict[str, Any]:
    """A prompt that was not asked for is not there."""
    left_out = {"prompt"} if view.prompt is None else None
    told: dict[str, Any] = _VIEW.dump_python(view, mode="json", by_alias=True, exclude=left_out)
    return told


async def with_debug(frames: AsyncGenerator[bytes, None], debug_capture: DebugCapture) -> AsyncGenerator[bytes, None]:
    """The reader's frames, and as soon as the prompt is drafted one more that no other reader gets: it has no seq."""
    is_shown = False
    async with aclosing(frames):
        async for frame in frames:
            if debug_capture.seen is not None and not is_shown:
                is_shown = True
                shown = {"type": "data-debug", "data": as_json(debug_capture.seen), "transient": True}
                yield b"data: " + encode(shown) + b"\n\n"
            yield frame


def _content(message: ChatMessage) -> Any:
    if isinstance(message.content, str):
        return message.content
    return [
        {"type": "text", "text": part.text}
        if isinstance(part, TextContent)
        else {"type": "image", "bytes": len(part.data)}
        for part in message.content
    ]
