"""An operator's endpoint (a search engine, the weather) is asked, and what it answers is read with bounds."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import httpx2
import orjson

from holdfast.core.log import get_logger
from holdfast.tools.types import ToolFailed

_SECONDS = 12.0
_MAX_BYTES = 2_000_000
log = get_logger()


@dataclass(frozen=True, slots=True)
class ServiceQuestion:
    url: str
    asks: Mapping[str, str] | None = None
    """Behind the address."""
    says: Mapping[str, Any] | None = None
    """As a body; then it is posted."""
    headers: Mapping[str, str] | None = None


async def ask(client: httpx2.AsyncClient, service: str, question: ServiceQuestion) -> Mapping[str, Any]:
    """`ToolFailed`, in words of ours: what a service says when it refuses stays inside."""
    try:
        async with asyncio.timeout(_SECONDS):
            status, body = await _answered(client, question)
    except (httpx2.HTTPError, httpx2.InvalidURL, TimeoutError) as error:
        log.warning("tool_service_silent", service=service, error=type(error).__name__)
        raise ToolFailed(f"{service} does not answer just now.") from None
    if status != 200:
        log.warning("tool_service_refused", service=service, status=status)
        raise ToolFailed(_refusal(service, status))
    try:
        answer = orjson.loads(body)
    except orjson.JSONDecodeError:
        answer = None
    if not isinstance(answer, dict):
        raise ToolFailed(f"{service} gave an answer that cannot be read.")
    return answer


async def _answered(client: httpx2.AsyncClient, question: ServiceQuestion) -> tuple[int, bytes]:
    content = None if question.says is None else orjson.dumps(question.says)
    headers = {"accept": "application/json", **(question.headers or {})}
    if content is not None:
        headers["content-type"] = "application/json"
    method = "GET" if content is None else "POST"
    asks = dict(question.asks) if question.asks else None
    async with client.stream(method, question.url, params=asks, content=content, headers=headers) as response:
        body = bytearray()
        async for piece in response.aiter_bytes():
            body += piece
            if len(body) > _MAX_BYTES:
                raise httpx2.ReadError("more than is read")
        return response.status_code, bytes(body)


def _refusal(service: str, status: int) -> str:
    if status in (401, 403):
        return f"{service} refuses this installation; its operator should look at the key or the settings."
    if status in (429, 432, 433):
        return f"{service} has been asked too much just now; try again later."
    return f"{service} could not answer ({status})."
