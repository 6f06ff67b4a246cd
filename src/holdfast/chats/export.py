"""A chat to take away: as Markdown to be read, or as JSON with everything that was said in it.

What tools were given and what they answered stays here: it may be somebody else's mail, and a file goes anywhere.
"""

from __future__ import annotations

import re
from datetime import UTC, datetime
from typing import Any, Literal

import orjson

from holdfast.chats.messages import Conversation, read_messages
from holdfast.chats.types import TOOL, Message, Part
from holdfast.core.db import Db
from holdfast.core.errors import Invalid
from holdfast.core.ids import ChatId, UserId

ExportFormat = Literal["markdown", "json"]
MAX_BYTES = 32_000_000
"""What is read is held in memory until it was sent."""
MAX_MESSAGES = 20_000
_AT_ONCE = 50


async def read_whole(
    db: Db, user_id: UserId, chat_id: ChatId, *, max_messages: int = MAX_MESSAGES, max_bytes: int = MAX_BYTES
) -> Conversation:
    """The branch in view from its first message on, as the caller may read it; read from its end, and no further than
    it may be long."""
    page = await read_messages(db, user_id, chat_id, before=None, limit=_AT_ONCE)
    pages, size = [page.messages], _size(page)
    while page.has_more and size <= max_bytes and len(pages) * _AT_ONCE < max_messages:
        page = await read_messages(db, user_id, chat_id, before=page.messages[0].id, limit=_AT_ONCE)
        pages.append(page.messages)
        size += _size(page)
    messages = [message for one in reversed(pages) for message in one]
    if page.has_more or size > max_bytes or len(messages) > max_messages:
        raise ChatTooLong(max_messages, max_bytes)
    return Conversation(page.chat, messages, has_more=False, is_mine=page.is_mine, author=page.author)


class ChatTooLong(Invalid):
    code = "chat_too_long"

    def __init__(self, messages: int, size: int) -> None:
        super().__init__(f"The chat has more than {messages:,} messages or {size // 1_000_000} MB.")


def _size(page: Conversation) -> int:
    return sum(len(orjson.dumps(message.parts)) for message in page.messages)


def as_json(whole: Conversation) -> bytes:
    chat = whole.chat
    told: dict[str, Any] = {
        "chat": {
            "id": str(chat.id),
            "title": chat.title,
            "personaId": chat.persona_id,
            "createdAt": _moment(chat.created_at),
            "updatedAt": _moment(chat.updated_at),
        },
        "messages": [
            {
                "id": str(message.id),
                "role": message.role,
                "createdAt": _moment(message.created_at),
                "status": message.status,
                "model": message.model,
                "parts": said_in(message),
            }
            for message in whole.messages
        ],
    }
    return orjson.dumps(told, option=orjson.OPT_INDENT_2 | orjson.OPT_APPEND_NEWLINE)


def as_markdown(whole: Conversation, answered_by: str) -> str:
    """`answered_by`: the persona's name. What the model thought is not part of what was said."""
    asked_by = "You" if whole.is_mine else whole.author or "Somebody"
    lines = [f"# {_one_line(whole.chat.title)}", ""]
    for message in whole.messages:
        who = asked_by if message.role == "user" else answered_by
        lines += [f"**{_one_line(who)}** · {message.created_at.astimezone(UTC):%Y-%m-%d %H:%M} UTC", ""]
        lines += [*_said(message), ""]
    return "\n".join(lines)


def said_in(message: Message) -> list[Part]:
    return [part for part in message.parts if part["type"] != TOOL]


def filename_of(whole: Conversation, format: ExportFormat) -> str:
    """Of letters that every system takes."""
    name = re.sub(r"[^A-Za-z0-9]+", "-", whole.chat.title[:60]).strip("-").lower() or "chat"
    return f"{name}.{'md' if format == 'markdown' else 'json'}"


def _said(message: Message) -> list[str]:
    files = [part for part in message.parts if part["type"] == "file"]
    named = [
        f"*(file: {_one_line(str(part.get('filename') or part.get('mediaType') or 'unnamed'))})*" for part in files
    ]
    return [*([message.text] if message.text else []), *named] or ["*(nothing)*"]


def _one_line(text: str) -> str:
    return " ".join(text.split())


def _moment(at: datetime) -> str:
    return at.astimezone(UTC).isoformat()
