"""Memories of mem0. They are nobody's conversation: each is what its person let it know, so it is told as theirs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from holdfast.chats.types import BroughtChat
from holdfast.imports.values import moment, spoken, text

AT_ONCE = 200
"""So many of them are one chat."""


def read_mem0(told: Sequence[Mapping[str, Any]], place: int, now: datetime) -> BroughtChat:
    """In the order in which they came to be. `place`: of these, among all of the file."""
    found = [
        spoken("user", text(one.get("memory")), moment(one.get("updated_at") or one.get("created_at"), now), now)
        for one in told
    ]
    first = text(told[0].get("id")) if told else ""
    return BroughtChat(f"mem0 {first or place}", "Memories from mem0", [said for said in found if said is not None])
