"""A conversation of Claude: a list of messages, each with its pieces."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import datetime
from typing import Any

from holdfast.chats.types import BroughtChat, BroughtMessage
from holdfast.imports.values import listed, moment, spoken, text, title


def read_claude(told: Mapping[str, Any], now: datetime) -> BroughtChat:
    began = moment(told.get("created_at"), now)
    messages = list(_messages(told, began, now))
    key = text(told.get("uuid")) or f"{told.get('created_at')} {told.get('name')}"
    return BroughtChat(f"claude {key}", title(told.get("name"), messages), messages)


def _messages(told: Mapping[str, Any], began: datetime, now: datetime) -> Iterator[BroughtMessage]:
    for message in listed(told.get("chat_messages")):
        pieces = [text(one.get("text")) for one in listed(message.get("content")) if one.get("type") == "text"]
        words = "\n\n".join(filter(None, pieces)) or text(message.get("text"))
        said = spoken(message.get("sender"), words, moment(message.get("created_at"), began), now)
        if said is not None:
            yield said
