"""What a turn's owner sees of its making while it runs, where the installation allows it (`FEATURE_CONTEXT_DEBUG`).

It goes to the one who asked and nowhere else: not into the stream that others may read, and not into storage.
"""

from __future__ import annotations

from collections.abc import AsyncGenerator
from contextlib import aclosing
from typing import Any

from holdfast.models.types import ChatMessage, Text
from holdfast.stream.wire import encode
from holdfast.turn.glassbox.trace import block_notes
from holdfast.turn.types import AcceptedTurn, Context, DebugCapture, DebugDetail, Prompt


def show(turn: AcceptedTurn, context: Context, prompt: Prompt) -> None:
    """To whoever looks on, if anybody does."""
    if turn.request.debug_capture:
        turn.request.debug_capture.seen = debug_view(turn, context, prompt, turn.request.debug_capture.detail)


def debug_view(turn: AcceptedTurn, context: Context, prompt: Prompt, detail: DebugDetail) -> dict[str, Any]:
    view: dict[str, Any] = {
        "turnId": str(turn.ids.turn_id),
        "blocks": [{**block_notes(block), "text": block.text} for block in prompt.blocks],
        "promptTokens": prompt.tokens,
        "promptBudget": prompt.budget,
        "missing": [{"source": one.source, "reason": one.reason} for one in context.missing],
        "notes": dict(context.notes),
    }
    if detail == "prompt":
        messages = [{"role": message.role, "content": _content(message)} for message in prompt.messages]
        view["prompt"] = {"model": turn.chain.name, "messages": messages}
    return view


async def with_debug(frames: AsyncGenerator[bytes, None], debug_capture: DebugCapture) -> AsyncGenerator[bytes, None]:
    """The reader's frames, and as soon as the prompt is drafted one more that no other reader gets: it has no seq."""
    is_shown = False
    async with aclosing(frames):
        async for frame in frames:
            if debug_capture.seen is not None and not is_shown:
                is_shown = True
                yield (
                    b"data: " + encode({"type": "data-debug", "data": debug_capture.seen, "transient": True}) + b"\n\n"
                )
            yield frame


def _content(message: ChatMessage) -> Any:
    if isinstance(message.content, str):
        return message.content
    return [
        {"type": "text", "text": part.text} if isinstance(part, Text) else {"type": "image", "bytes": len(part.data)}
        for part in message.content
    ]
