"""What each page of the admins shows."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Literal
from uuid import UUID

from holdfast.core.errors import Conflict, NotFound
from holdfast.core.ids import OrgId, UserId
from holdfast.orgs.roles import Role

DeadLetterSource = Literal["job", "memory"]


@dataclass(frozen=True, slots=True)
class EventSubject:
    id: UUID
    name: str


@dataclass(frozen=True, slots=True)
class Belongs:
    """The organization that somebody is in."""

    id: OrgId
    name: str
    role: Role
    plan: str | None


@dataclass(frozen=True, slots=True)
class User:
    """An account as an admin sees it: nothing of what its owner says or keeps."""

    id: UserId
    email: str | None
    name: str
    is_admin: bool
    suspended_at: datetime | None
    created_at: datetime
    last_seen_at: datetime | None
    plan: str | None
    """Their own; None: the installation's, unless the organization has one."""
    limits: Any
    organization: Belongs | None


@dataclass(frozen=True, slots=True)
class UserFilter:
    search: str | None = None
    """What the e-mail or the name begins with."""
    org_id: OrgId | None = None


@dataclass(frozen=True, slots=True)
class Organization:
    id: OrgId
    name: str
    plan: str | None
    limits: Any
    seat_count: int
    pending_removal: int | None
    members: int
    created_at: datetime
    has_owner: bool
    """One who can act: not suspended."""
    grace_days: int | None
    """Its members need a second factor, so many days after it was asked for or they joined; None: they need none."""
    without_second_factor: int | None
    """How many of them have none; None where none is asked for."""


@dataclass(frozen=True, slots=True)
class Used:
    user_id: UserId
    name: str
    email: str | None
    used: int


@dataclass(frozen=True, slots=True)
class UsageOfAll:
    period: str | None
    """The date or month; None for what is a state: so much now."""
    total: int
    people: int
    top: Sequence[Used]


@dataclass(frozen=True, slots=True)
class KindState:
    kind: str
    waiting: int
    later: int
    """Not due yet: put off, or pausing after a failure."""
    running: int
    dead: int
    oldest_seconds: float


@dataclass(frozen=True, slots=True)
class RunningJob:
    id: int
    kind: str
    attempt: int
    since: datetime
    heard_at: datetime


@dataclass(frozen=True, slots=True)
class Summoned:
    """What became of the wish to have something on the schedule done now."""

    is_heard: bool
    """A worker is there to do it; where none is, nothing was changed."""
    is_known: bool
    is_running: bool
    """One is under way already; another follows it."""
    last_ran_at: datetime | None


@dataclass(frozen=True, slots=True)
class ScheduleState:
    name: str
    cron: str
    last_run: datetime | None
    next_run: datetime


@dataclass(frozen=True, slots=True)
class QueueReport:
    kinds: Sequence[KindState]
    running: Sequence[RunningJob]
    schedule: Sequence[ScheduleState]


@dataclass(frozen=True, slots=True)
class DeadLetter:
    source: DeadLetterSource
    id: int
    kind: str
    failure: str
    """A class, and of a job the place in the code; never words of anybody."""
    tries: int
    created_at: datetime
    died_at: datetime


@dataclass(frozen=True, slots=True)
class DeadLetters:
    letters: Sequence[DeadLetter]
    """The latest."""
    total: int


@dataclass(frozen=True, slots=True)
class Figures:
    """What the database knows of how it all goes."""

    server_version: str
    revision: str
    database_bytes: int
    connections: int
    most_connections: int
    open_streams: int
    web_processes: int
    worker_heard_at: datetime | None
    mails_waiting: int
    mails_oldest_seconds: float
    mails_failed: int
    asked_at: datetime


@dataclass(frozen=True, slots=True)
class AdminEvent:
    id: UUID
    at: datetime
    actor: EventSubject | None
    """None: an account that is gone, or nobody in particular: the installation's own work, or its database's owner."""
    what: str
    target: EventSubject | None
    organization: EventSubject | None
    detail: Mapping[str, Any]


class UnknownDeadLetter(NotFound):
    code = "unknown_dead_letter"

    def __init__(self) -> None:
        super().__init__("There is no such dead letter (any more).")


class AlreadyQueued(Conflict):
    code = "already_queued"

    def __init__(self) -> None:
        super().__init__("The same work is waiting in the queue already; drop this one.")
