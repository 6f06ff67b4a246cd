"""What an assistant is told before it answers. Fields are named as they are on the wire, in our spelling."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from holdfast.core.ids import SessionRow
from holdfast.memory.profile.types import Identity
from holdfast.memory.types import Entity, Episode, Evidence, Loop

Depth = Literal["same_session", "today", "yesterday", "multi_day"]


@dataclass(frozen=True, slots=True)
class BriefFact:
    text: str
    source: str
    """`memory`, or the name of the sink that knew it."""
    id: int | None = None
    score: float | None = None
    confidence: float | None = None
    valid_from: datetime | None = None
    valid_to: datetime | None = None
    evidence: Sequence[Evidence] = ()


@dataclass(frozen=True, slots=True)
class Summaries:
    """What was said before, told short; empty where there is nothing to tell yet."""

    rolling: str = ""
    """Of the session, up to the turns that are still in its window."""
    last_session: str = ""
    spine: str = ""
    """What runs through all sessions."""
    so_far: str = ""
    """The whole of the session until a few turns ago, as the shadow path tells it; empty while that is off."""


@dataclass(frozen=True, slots=True)
class Brief:
    identity: Identity
    working_memory: Sequence[Episode]
    rolling_summary: str
    active_loops: Sequence[Loop]
    nudge_candidates: Sequence[Loop]
    episode_bridge: str | None
    """The latest session's summary."""
    facts: Sequence[BriefFact] = ()
    entities: Sequence[Entity] = ()
    spine: str = ""
    """The summary over all sessions."""
    so_far: str = ""
    """This session as the shadow path tells it."""
    missing: Sequence[str] = ()
    """Sources that failed or came too late; what they know is not in here."""


@dataclass(frozen=True, slots=True)
class Handover:
    text: str
    depth: Depth


@dataclass(frozen=True, slots=True)
class Bridge:
    text: str


@dataclass(frozen=True, slots=True)
class Resume:
    use_bridge: bool
    gap_minutes: int | None
    """Since the person last spoke; None: they never did."""


@dataclass(frozen=True, slots=True)
class Ops:
    """What is due, in one line."""

    text: str
    source: Literal["loops"] = "loops"


@dataclass(frozen=True, slots=True)
class BriefItem:
    kind: str
    """A loop's kind, or `fact` for one that is pinned."""
    text: str
    evidence: Sequence[Evidence]


@dataclass(frozen=True, slots=True)
class StartBrief:
    handover: Handover
    bridge: Bridge
    resume: Resume
    ops: Ops | None
    items: Sequence[BriefItem]


@dataclass(frozen=True, slots=True)
class KeptHandover:
    """What a session left behind when it closed."""

    session_row: SessionRow
    to_seq: int
    """The seq after its last turn."""
    ended_at: datetime
    text: str


@dataclass(frozen=True, slots=True)
class LastSession:
    """Where the person last spoke, as far as `now` can know."""

    session_row: SessionRow
    session_id: str
    rolling_summary: str
    last_user_at: datetime
    is_open: bool
    turns: Sequence[Episode]
    """The newest few, the oldest first."""
