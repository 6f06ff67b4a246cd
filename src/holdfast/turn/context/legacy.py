"""The blocks of the older runtime, for installations that keep its shadow path switched on. Pure.

They stand behind the envelope, in the order they had there, under the headings they had there. Together they may take
`GUARD_TOKENS`; above that, three of them give way one after another, whatever room the rest of the prompt has.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from holdfast.models.tokens import count_tokens
from holdfast.turn.codes import BlockKind
from holdfast.turn.context.escape_headings import escape_headings, on_one_line
from holdfast.turn.types import Block, Order, Priority, Source

GUARD_TOKENS = 1_200
GIVES_WAY: Sequence[BlockKind] = ("relevant_memories", "latest_session", "threads")
"""The first of them goes first."""
LEGACY_KINDS: Sequence[BlockKind] = (
    "session_state", "foundation_memories", "relevant_memories", "commitments", "threads", "frictions", "wins",
    "user_seed", "summary_spine", "current_session", "latest_session",
)  # fmt: skip
"""In their order."""
MAX_COMMITMENTS = 5
MAX_THREADS = 3
MAX_FRICTIONS = 3
WINS_WITHIN = timedelta(hours=48)

_HEADINGS: Mapping[BlockKind, str] = {
    "session_state": "[SESSION STATE]",
    "foundation_memories": "[FOUNDATION MEMORIES]",
    "relevant_memories": "[RELEVANT MEMORIES]",
    "commitments": "COMMITMENTS",
    "threads": "ACTIVE THREADS",
    "frictions": "FRICTIONS / PATTERNS",
    "wins": "Recent wins",
    "user_seed": "User context",
    "summary_spine": "Conversation summary",
    "current_session": "[CURRENT SESSION]",
    "latest_session": "[LATEST SESSION]",
}
_KEPT_LONGER = ("foundation_memories", "user_seed")
"""What people pinned or wrote themselves is the last of memory to go, here too."""


@dataclass(frozen=True, slots=True)
class LegacyLine:
    """A fact or a loop, and which one; or several facts about the same."""

    text: str
    source: Source
    at: datetime | None = None
    """Of a win: when it was one."""
    more: Sequence[Source] = ()
    """Of a card: the facts behind the first."""


@dataclass(frozen=True, slots=True)
class LegacyState:
    """What the older runtime read before each answer; lists with the most important first, empty where nothing is."""

    now: datetime
    message_count: int = 0
    """Of the person, in this session."""
    last_interaction: datetime | None = None
    foundation: Sequence[LegacyLine] = ()
    relevant: Sequence[LegacyLine] = ()
    commitments: Sequence[LegacyLine] = ()
    threads: Sequence[LegacyLine] = ()
    frictions: Sequence[LegacyLine] = ()
    wins: Sequence[LegacyLine] = ()
    user_seed: str = ""
    spine: str = ""
    current_session: str = ""
    latest_session: str = ""


def legacy_blocks(state: LegacyState) -> list[Block]:
    lists: Mapping[BlockKind, Sequence[LegacyLine]] = {
        "foundation_memories": state.foundation,
        "relevant_memories": state.relevant,
        "commitments": state.commitments[:MAX_COMMITMENTS],
        "threads": state.threads[:MAX_THREADS],
        "frictions": state.frictions[:MAX_FRICTIONS],
        "wins": [win for win in state.wins if win.at is not None and state.now - win.at <= WINS_WITHIN],
    }
    texts: Mapping[BlockKind, tuple[str, str]] = {
        "session_state": (_session_state(state), "session"),
        "user_seed": (state.user_seed, "about"),
        "summary_spine": (state.spine, "spine"),
        "current_session": (state.current_session, "rolling"),
        "latest_session": (state.latest_session, "latest"),
    }
    found: Mapping[BlockKind, tuple[str, Sequence[Source]]] = {
        **{kind: (_listed(lines), _sources(lines)) for kind, lines in lists.items()},
        **{kind: (escape_headings(text.strip()), [Source("summary", name)]) for kind, (text, name) in texts.items()},
    }
    return [
        _block(kind, rank, *found[kind]) for rank, kind in enumerate(LEGACY_KINDS, start=1) if found[kind][0].strip()
    ]


def guard(blocks: Sequence[Block]) -> Mapping[BlockKind, str]:
    """Which of the legacy blocks must go, and why, so that together they are small enough.

    Only three may be asked to; the rest is short by its own limits, and the prompt's budget holds for it as for all.
    """
    legacy = {block.kind: block.tokens for block in blocks if block.kind in _HEADINGS}
    total, gone = sum(legacy.values()), {}
    for kind in GIVES_WAY:
        if total <= GUARD_TOKENS:
            break
        if kind in legacy:
            gone[kind] = f"legacy blocks took {total} tokens together, {GUARD_TOKENS} are allowed"
            total -= legacy[kind]
    return gone


def _session_state(state: LegacyState) -> str:
    if not state.message_count:
        return ""
    # The day, not the minute: what stands before the history must not change while one speaks.
    last = f"; the last before this on {state.last_interaction:%A, %d %B %Y}" if state.last_interaction else ""
    return f"Messages from them in this session so far: {state.message_count}{last}."


def _listed(lines: Sequence[LegacyLine]) -> str:
    # One line each: a memory with line breaks of its own could pass for a heading.
    return "\n".join(f"- {on_one_line(line.text)}" for line in lines)


def _sources(lines: Sequence[LegacyLine]) -> Sequence[Source]:
    return [source for line in lines for source in (line.source, *line.more)]


def _block(kind: BlockKind, rank: int, words: str, sources: Sequence[Source]) -> Block:
    text = f"{_HEADINGS[kind]}\n{words}"
    priority = Priority.ABOUT if kind in _KEPT_LONGER else Priority.LEGACY
    return Block(Order.ENVELOPE, kind, text, count_tokens(text), priority, sources, rank=rank)
