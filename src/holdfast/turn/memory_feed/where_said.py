"""Where in somebody's chats the words stand that the memory holds: its external ids are the names of messages."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TypeVar
from uuid import UUID

from holdfast.chats.messages import find_chats_of
from holdfast.core.db import Db
from holdfast.core.ids import ChatId, MessageId, SessionId, UserId
from holdfast.memory.types import Episode

T = TypeVar("T")


async def where_said(db: Db, user_id: UserId, episodes: Sequence[Episode]) -> Mapping[int, tuple[ChatId, MessageId]]:
    """By the number of the turn. What a program brought, and what was deleted, stands in no chat."""
    named = {one.id: id_ for one in episodes if (id_ := _as_id(MessageId, message_name(one.external_id)))}
    sessions = {session for one in episodes if (session := _as_id(SessionId, one.session_id))}
    if not named or not sessions:
        return {}
    chats = await find_chats_of(db, user_id, sorted(sessions), sorted(set(named.values())))
    return {episode: (chats[message], message) for episode, message in named.items() if message in chats}


def message_name(external_id: str | None) -> str:
    """What was too long for one turn is in several, numbered behind the message's name."""
    return (external_id or "").partition("/")[0]


def _as_id(kind: Callable[[UUID], T], name: str) -> T | None:
    """Whoever feeds the memory names things as they like; ours are UUIDs."""
    try:
        return kind(UUID(name))
    except ValueError:
        return None
