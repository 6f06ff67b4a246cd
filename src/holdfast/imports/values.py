"""What a stranger's file says, taken with care: whatever is no text, moment or list is as if it were not there."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from typing import Any

from holdfast.chats.types import BroughtMessage

MAX_CHARACTERS = 200_000
"""Of one message; what is longer was pasted by mistake, and its end is left out."""
MAX_TITLE_CHARACTERS = 200
_ROLES = {"user": "user", "human": "user", "assistant": "assistant"}
_FIRST = datetime(2015, 1, 1, tzinfo=UTC)


def text(value: Any) -> str:
    """As the database can hold it."""
    if not isinstance(value, str):
        return ""
    return value.replace("\0", "").encode("utf-8", "replace").decode("utf-8").strip()


def moment(value: Any, otherwise: datetime) -> datetime:
    """Seconds, or a date of ISO 8601. What lies before all assistants, or is none, is the other one."""
    try:
        if isinstance(value, str):
            read = datetime.fromisoformat(value)
            found = read if read.tzinfo else read.replace(tzinfo=UTC)
        else:
            found = datetime.fromtimestamp(float(value), UTC)
    except (TypeError, ValueError, OverflowError, OSError):
        return otherwise
    return found if found >= _FIRST else otherwise


def spoken(role: Any, words: str, said_at: datetime, now: datetime) -> BroughtMessage | None:
    """Not what a system, a tool or nobody said, and not what says nothing. Nothing was said in the time to come."""
    who = _ROLES.get(role) if isinstance(role, str) else None
    if who is None or not words:
        return None
    return BroughtMessage("user" if who == "user" else "assistant", words[:MAX_CHARACTERS], min(said_at, now))


def title(value: Any, messages: Sequence[BroughtMessage]) -> str:
    """Its own, else how it begins."""
    first = messages[0].text if messages else ""
    line = " ".join((text(value) or first).split())
    return line[:MAX_TITLE_CHARACTERS] or "Untitled"


def branch(nodes: Mapping[str, Any], leaf: Any, parent: str) -> list[Mapping[str, Any]]:
    """Of a tree, what leads to this node, from the first on; `parent` names the field that leads up. A ring, which no
    export has, ends where it closes."""
    found: list[Mapping[str, Any]] = []
    seen: set[str] = set()
    while isinstance(leaf, str) and leaf not in seen and isinstance(node := nodes.get(leaf), dict):
        seen.add(leaf)
        found.append(node)
        leaf = node.get(parent)
    return found[::-1]


def listed(value: Any) -> list[Mapping[str, Any]]:
    return [one for one in value if isinstance(one, dict)] if isinstance(value, list) else []


def named(value: Any) -> Mapping[str, Any]:
    return value if isinstance(value, dict) else {}
