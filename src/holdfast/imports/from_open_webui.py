"""A conversation of Open WebUI: a tree of messages, of which the branch in view is brought."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import datetime
from typing import Any

from holdfast.chats.types import BroughtChat, BroughtMessage
from holdfast.imports.values import branch, listed, moment, named, spoken, text, title


def read_open_webui(told: Mapping[str, Any], now: datetime) -> BroughtChat:
    chat = named(told.get("chat"))
    began = moment(told.get("created_at") or chat.get("timestamp"), now)
    history = named(chat.get("history"))
    line = branch(named(history.get("messages")), history.get("currentId"), "parentId")
    messages = list(_messages(line or listed(chat.get("messages")), began, now))
    key = text(told.get("id") or chat.get("id")) or f"{told.get('created_at')} {told.get('title')}"
    return BroughtChat(f"open-webui {key}", title(told.get("title") or chat.get("title"), messages), messages)


def _messages(line: list[Mapping[str, Any]], began: datetime, now: datetime) -> Iterator[BroughtMessage]:
    for message in line:
        words = text(message.get("content"))
        said = spoken(message.get("role"), words, moment(message.get("timestamp"), began), now)
        if said is not None:
            yield said
