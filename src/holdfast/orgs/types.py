"""An organization, a member, an invite, an event; and the refusals that leave this room."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Literal
from uuid import UUID

from holdfast.core.errors import Conflict, Forbidden, NotFound
from holdfast.core.ids import InviteId, OrgId, UserId
from holdfast.orgs.roles import InviteRole, Permission, Role

Plan = Literal["free", "pro", "business", "unlimited"]


@dataclass(frozen=True, slots=True)
class Seats:
    count: int
    used: int
    pending_removal: int | None
    """How many are too many since the count dropped; nobody is removed for it."""


@dataclass(frozen=True, slots=True)
class AskedSecondFactor:
    """What an organization asks for, as one of its members meets it."""

    since: datetime
    grace_days: int
    deadline: datetime | None
    """The member's own: so many days after it was asked for, or after they joined. None: they have one."""
    is_kept_out: bool


@dataclass(frozen=True, slots=True)
class Org:
    """As one of its members sees it."""

    id: OrgId
    name: str
    plan: Plan | None
    role: Role
    seats: Seats
    created_at: datetime
    second_factor: AskedSecondFactor | None = None
    """None: it asks for none."""


@dataclass(frozen=True, slots=True)
class Member:
    user_id: UserId
    name: str
    email: str | None
    role: Role
    joined_at: datetime
    is_email_verified: bool
    has_second_factor: bool


@dataclass(frozen=True, slots=True)
class MemberPage:
    members: Sequence[Member]
    asked_by: Role
    next_cursor: str | None


@dataclass(frozen=True, slots=True)
class Invite:
    id: InviteId
    code: str = field(repr=False)
    """Empty: of an invite that whoever looks could not give."""
    role: InviteRole
    max_uses: int
    uses: int
    email: str | None = field(repr=False)
    created_at: datetime
    expires_at: datetime


@dataclass(frozen=True, slots=True)
class InviteSeen:
    """What somebody with a code is told before they accept."""

    org_name: str
    invited_by: str
    role: InviteRole
    expires_at: datetime
    has_seats: bool
    asks_second_factor: bool
    grace_days: int
    """Within how many days after joining it has to be set."""


OrgEventName = Literal[
    "org.created",
    "org.renamed",
    "org.seats_changed",
    "org.plan_changed",
    "org.limits_changed",
    "org.second_factor_changed",
    "member.joined",
    "member.left",
    "member.removed",
    "member.role_changed",
    "invite.made",
    "invite.revoked",
    "key.made",
    "key.revoked",
]


@dataclass(frozen=True, slots=True)
class EventPerson:
    id: UserId
    name: str


@dataclass(frozen=True, slots=True)
class OrgEvent:
    id: UUID
    at: datetime
    actor: EventPerson | None
    """None: an account that is gone, or the installation itself."""
    what: str
    target: EventPerson | None
    detail: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class EventPage:
    events: Sequence[OrgEvent]
    next_cursor: UUID | None


class UnknownOrganization(NotFound):
    """There is none, or the asker does not belong to it: the same words for both."""

    code = "unknown_organization"

    def __init__(self) -> None:
        super().__init__("There is no such organization.")


class UnknownMember(NotFound):
    code = "unknown_member"

    def __init__(self) -> None:
        super().__init__("There is no such member in this organization.")


class UnknownInvite(NotFound):
    """Unknown, expired, revoked, used up, or from somebody who may no longer invite: the same words for all."""

    code = "unknown_invite"

    def __init__(self) -> None:
        super().__init__("This invitation does not work (any more); ask for a new one.")


class MissingPermission(Forbidden):
    code = "missing_permission"

    def __init__(self, permission: Permission, message: str | None = None) -> None:
        said = message or f"Your role in this organization does not allow this ({permission})."
        super().__init__(said, details={"permission": permission})


class OwnersOnly(Forbidden):
    code = "missing_permission"

    def __init__(self, message: str = "Only an owner of the organization may see this.") -> None:
        super().__init__(message, details={"role": "owner"})


class KeptOut(Forbidden):
    """A member whose organization asks for a second factor, and who has had none for too long."""

    code = "second_factor_required"

    def __init__(self) -> None:
        super().__init__(
            "Your organization asks its members for a second factor; set one in your settings, then do this again."
        )


class NoOwnSecondFactor(Conflict):
    code = "no_own_second_factor"

    def __init__(self) -> None:
        super().__init__("Set a second factor of your own first: what you ask of others would keep you out too.")


class AlreadyInOrganization(Conflict):
    code = "already_in_organization"

    def __init__(self) -> None:
        super().__init__("You are in an organization already; leave it first.")


class NoSeats(Conflict):
    code = "no_seats"

    def __init__(self) -> None:
        super().__init__("Every seat of this organization is taken; ask an owner for more.")


class SoleOwner(Conflict):
    code = "sole_owner"

    def __init__(self) -> None:
        super().__init__("The organization would have no owner; make somebody else an owner first.")


class LastMember(Conflict):
    code = "last_member"

    def __init__(self) -> None:
        super().__init__("You are its only member; delete the organization instead.")
