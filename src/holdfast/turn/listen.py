"""What was said: the words, and the files that came along, looked up as the caller."""

from __future__ import annotations

from collections.abc import Sequence
from uuid import UUID

from holdfast.chats.attachments import missing_files
from holdfast.chats.types import Part, text_of
from holdfast.core.db import Db
from holdfast.core.errors import NotFound
from holdfast.models.tokens import count_tokens
from holdfast.turn.types import Heard


async def listen(db: Db, user: UUID, parts: Sequence[Part]) -> Heard:
    heard = hear_again(parts)
    if heard.file_ids and await missing_files(db, user, heard.file_ids):
        raise NotFound("One of the attached files does not exist; upload it again.", code="unknown_file")
    return heard


def hear_again(parts: Sequence[Part]) -> Heard:
    """A question that was stored before: its files were checked then, and one deleted since is simply not there."""
    text = text_of(parts)
    return Heard(text, parts, [UUID(part["blobId"]) for part in parts if part["type"] == "file"], count_tokens(text))
