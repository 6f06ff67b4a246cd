"""A conversation of ChatGPT: a tree of messages, of which the branch in view is brought."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import datetime
from typing import Any

from holdfast.chats.types import BroughtChat, BroughtMessage
from holdfast.imports.values import branch, moment, named, spoken, text, title

_WORDS = ("text", "multimodal_text")
"""Kinds of content that were said; others are what a tool was given, or what a model thought."""


def read_chatgpt(told: Mapping[str, Any], now: datetime) -> BroughtChat:
    began = moment(told.get("create_time"), now)
    messages = list(_messages(named(told.get("mapping")), told.get("current_node"), began, now))
    key = text(told.get("conversation_id") or told.get("id")) or f"{told.get('create_time')} {told.get('title')}"
    return BroughtChat(f"chatgpt {key}", title(told.get("title"), messages), messages)


def _messages(nodes: Mapping[str, Any], leaf: Any, began: datetime, now: datetime) -> Iterator[BroughtMessage]:
    for node in branch(nodes, leaf, "parent"):
        message = node.get("message")
        if not isinstance(message, dict) or message.get("recipient", "all") != "all":
            continue
        hidden = message.get("metadata")
        if isinstance(hidden, dict) and hidden.get("is_visually_hidden_from_conversation"):
            continue
        author, content = message.get("author"), message.get("content")
        if not isinstance(author, dict) or not isinstance(content, dict) or content.get("content_type") not in _WORDS:
            continue
        pieces = content.get("parts")
        words = "\n\n".join(filter(None, map(text, pieces if isinstance(pieces, list) else ())))
        said = spoken(author.get("role"), words, moment(message.get("create_time"), began), now)
        if said is not None:
            yield said
