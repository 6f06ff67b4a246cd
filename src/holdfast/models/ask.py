"""One question to a model whose answer is JSON, for work in the background."""

from __future__ import annotations

import asyncio
from typing import Any

import orjson

from holdfast.models.chain import Chain
from holdfast.models.failures import failed
from holdfast.models.types import CallSettings, ChatMessage, Content, Failure, TextDelta


async def ask_json(
    chain: Chain,
    instructions: str,
    text: str,
    *,
    max_output_tokens: int = 1500,
    timeout_seconds: float = 60.0,
    temperature: float = 0.0,
) -> Any:
    """The parsed answer. `ModelFailed` when no model answered, or what came was no JSON."""
    said = await ask_text(
        chain, instructions, text,
        max_output_tokens=max_output_tokens, timeout_seconds=timeout_seconds, temperature=temperature,
    )  # fmt: skip
    try:
        return orjson.loads(without_fence(said))
    except orjson.JSONDecodeError:
        raise failed(Failure.MALFORMED, upstream="no JSON") from None


async def ask_text(
    chain: Chain,
    instructions: str,
    text: Content,
    *,
    max_output_tokens: int = 1500,
    timeout_seconds: float = 60.0,
    temperature: float = 0.0,
) -> str:
    prompt = [ChatMessage("system", instructions), ChatMessage("user", text)]
    settings = CallSettings(temperature=temperature, max_output_tokens=max_output_tokens)
    try:
        async with asyncio.timeout(timeout_seconds):
            events = chain.stream(prompt, (), settings, attempts=[])
            said = [event.text async for event in events if isinstance(event, TextDelta)]
    except TimeoutError:
        raise failed(Failure.STALLED) from None
    return "".join(said).strip()


def without_fence(said: str) -> str:
    """Models like to wrap JSON in a code fence, or to say a word before it."""
    start = min((at for at in (said.find("{"), said.find("[")) if at >= 0), default=0)
    end = max(said.rfind("}"), said.rfind("]"))
    return said[start : end + 1] if end > start else said
