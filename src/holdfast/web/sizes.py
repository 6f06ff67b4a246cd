"""How large a body may be, address by address: small, unless a route stands here.

A route that takes more than 64 KB, or a form with a file, is named in `LARGER`; whatever is not named was not meant to.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

SMALL_BYTES = 64 * 1024
TEXT_BYTES = 1_000_000
"""Lists of twenty thousand sessions, a text of twenty thousand characters that are all escaped."""
JSON_BYTES = 4_000_000
UPLOAD_BYTES = 25_000_000


@dataclass(frozen=True, slots=True)
class Size:
    json_bytes: int = SMALL_BYTES
    form_bytes: int = SMALL_BYTES
    """As `multipart/…`."""


SMALL = Size()

LARGER: Mapping[str, Size] = {
    "/api/chat": Size(JSON_BYTES, UPLOAD_BYTES),
    "/api/files": Size(form_bytes=UPLOAD_BYTES),
    "/api/admin/prompt-settings": Size(TEXT_BYTES),
    "/api/admin/prompt-settings/try": Size(TEXT_BYTES),
    "/ingest": Size(JSON_BYTES),
    "/session/ingest": Size(JSON_BYTES),
    "/memory/about": Size(TEXT_BYTES),
    "/memory/forget": Size(TEXT_BYTES),
    "/memory/forget/count": Size(TEXT_BYTES),
    "/memory/import": Size(JSON_BYTES),
}


def size_for(path: str) -> Size:
    return LARGER.get(path, SMALL)
