"""How large a body may be, address by address: small, unless a route stands here.

A route that takes more than 64 KB, or a form with a file, is named in `LARGER`; whatever is not named was not meant to.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

SMALL_BYTES = 64 * 1024
TEXT_BYTES = 1_000_000
"""Lists of twenty thousand sessions, a text of twenty thousand characters that are all escaped."""
JSON_BYTES = 4_000_000
UPLOAD_BYTES = 25_000_000
DOCUMENT_BYTES = 52_000_000
DOCUMENTS_BYTES = 202_000_000


@dataclass(frozen=True, slots=True)
class Size:
    json_bytes: int = SMALL_BYTES
    form_bytes: int = SMALL_BYTES
    """As `multipart/…`."""


SMALL = Size()

LARGER: Mapping[str, Size] = {
    "/api/chat": Size(JSON_BYTES, UPLOAD_BYTES),
    "/api/v1/chat/completions": Size(UPLOAD_BYTES),
    "/api/v1/responses": Size(UPLOAD_BYTES),
    "/api/v1/embeddings": Size(JSON_BYTES),
    "/api/v1/documents/analyze": Size(UPLOAD_BYTES),
    "/api/voice/transcribe": Size(form_bytes=UPLOAD_BYTES),
    "/api/mcp/servers/import": Size(TEXT_BYTES),
    "/api/files": Size(form_bytes=UPLOAD_BYTES),
    "/api/imports": Size(form_bytes=DOCUMENT_BYTES),
    "/api/documents/upload": Size(form_bytes=DOCUMENT_BYTES),
    "/api/personas": Size(TEXT_BYTES),
    "/api/personas/draft": Size(),  # it is no persona, though it reads like the name of one
    "/api/personas/import": Size(form_bytes=TEXT_BYTES),
    "/api/personas/{persona_id}": Size(TEXT_BYTES),
    "/api/documents/bulk-upload": Size(form_bytes=DOCUMENTS_BYTES),
    "/api/admin/prompt-settings": Size(TEXT_BYTES),
    "/api/admin/prompt-settings/try": Size(TEXT_BYTES),
    "/ingest": Size(JSON_BYTES),
    "/session/ingest": Size(JSON_BYTES),
    "/memory/about": Size(TEXT_BYTES),
    "/memory/forget": Size(TEXT_BYTES),
    "/memory/forget/count": Size(TEXT_BYTES),
    "/memory/import": Size(JSON_BYTES),
}


_NAMED = [(re.compile(re.sub(r"\{[a-z_]+\}", "[^/]+", path)), size) for path, size in LARGER.items() if "{" in path]
"""Addresses with a name in them."""


def size_for(path: str) -> Size:
    found = LARGER.get(path)
    return found or next((size for pattern, size in _NAMED if pattern.fullmatch(path)), SMALL)
