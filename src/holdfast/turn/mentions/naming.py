"""How a mention is written, so that reading it finds the same thing again. Pure."""

from __future__ import annotations

import re
from uuid import UUID

from holdfast.turn.mentions.parse import PREFIXES
from holdfast.turn.mentions.types import MentionKind

_BARE = re.compile(r"\w[\w.-]{0,98}\w|\w")
_LONGEST = 120
_UNQUOTABLE = re.compile(r'["\s]+')


def write_mention(kind: MentionKind, label: str, thing_id: UUID | str | None = None, *, is_only: bool = True) -> str:
    """`thing_id`: told apart by its end where the label alone does not say which one is meant."""
    name = _UNQUOTABLE.sub(lambda found: "'" if '"' in found.group() else " ", label.strip())[:_LONGEST].strip()
    prefix = f"@{PREFIXES[kind]}:"
    if is_only and name == label and _BARE.fullmatch(name):
        return f"{prefix}{name}"
    tail = "" if is_only and name == label else tail_of(thing_id)
    return f'{prefix}"{name or PREFIXES[kind]}"{tail and f"~{tail}"}'


def tail_of(thing_id: UUID | str | None) -> str:
    """Ids begin with the time they were made at; their end tells them apart."""
    return str(thing_id)[-8:] if thing_id else ""
