"""Spoken answers: `GET /api/audio/{id}`, for their owner, while they last.

Players ask for pieces (Safari plays nothing that cannot be asked for so), hence the ranges.
"""

from __future__ import annotations

import re
from typing import Annotated, Any

from fastapi import APIRouter, Header, Request
from starlette.responses import Response

from holdfast.chats.recordings import get_recording
from holdfast.core.ids import BlobId
from holdfast.turn.speak import SPOKEN
from holdfast.web.deps import MayReadChats
from holdfast.web.errors import responses
from holdfast.wiring import parts_of

router = APIRouter(prefix="/api/audio", tags=["chat"])

_RANGE = re.compile(r"bytes=(\d{0,12})-(\d{0,12})")
_SOUND: dict[int | str, dict[str, Any]] = {
    200: {"content": {SPOKEN: {"schema": {"type": "string", "format": "binary"}}}, "description": "The spoken answer"},
    206: {"content": {SPOKEN: {"schema": {"type": "string", "format": "binary"}}}, "description": "A piece of it"},
}


@router.get("/{audio_id}", response_class=Response, responses={**_SOUND, **responses(401, 403, 404, 422, 429, 503)})
async def get_audio(
    request: Request,
    caller: MayReadChats,
    audio_id: BlobId,
    wanted: Annotated[str | None, Header(alias="range", max_length=200)] = None,
) -> Response:
    parts = parts_of(request)
    keep = parts.pipeline.speech.keep_seconds
    data = await get_recording(parts.db, parts.blobs, caller.user_id, audio_id, SPOKEN, keep_seconds=keep)
    headers = {
        "accept-ranges": "bytes",
        "content-security-policy": "sandbox; default-src 'none'",
        "x-content-type-options": "nosniff",
        "cross-origin-resource-policy": "same-origin",
        # Its time ends on the server; a browser that kept it longer would be wrong.
        "cache-control": "private, no-store",
    }
    piece = _piece(wanted, len(data))
    if piece is None:
        return Response(data, 200, headers, SPOKEN)
    first, end = piece
    return Response(data[first:end], 206, {**headers, "content-range": f"bytes {first}-{end - 1}/{len(data)}"}, SPOKEN)


def _piece(wanted: str | None, length: int) -> tuple[int, int] | None:
    """(first, end) of one range; None for all of it, which is also a right answer to a range that makes no sense."""
    found = _RANGE.fullmatch(wanted or "")
    if found is None or not any(found.groups()):
        return None
    first, last = found.groups()
    if not first:
        start, end = max(0, length - int(last)), length
    else:
        start, end = int(first), min(int(last) + 1, length) if last else length
    return (start, end) if start < end else None
