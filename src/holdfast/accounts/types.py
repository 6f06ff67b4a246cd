"""Who is calling, and what an account, a sign-in and a key look like."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime
from typing import Literal, get_args

from holdfast.core.errors import Conflict, Forbidden, Unauthenticated, Unavailable
from holdfast.core.ids import IdentityId, InviteId, KeyId, SignInId, UserId

Scope = Literal[
    "chat",
    "chat:read",
    "chat:write",
    "memory",
    "memory:read",
    "memory:write",
    "completions",
    "embeddings",
    "documents",
    "models",
    "usage",
]
SCOPES: tuple[Scope, ...] = get_args(Scope)
"""What a key may do. `chat` is both `chat:read` and `chat:write`, and so is `memory`; the last five open one address of
`/api/v1` each."""
NarrowScope = Literal[
    "chat:read",
    "chat:write",
    "memory:read",
    "memory:write",
    "completions",
    "embeddings",
    "documents",
    "models",
    "usage",
]
"""What a route asks for."""
_WITHIN: Mapping[NarrowScope, NarrowScope] = {
    "completions": "chat:write",
    "embeddings": "chat:write",
    "documents": "chat:write",
    "models": "chat:read",
    "usage": "chat:read",
}
"""The wider scope that opens it too."""


@dataclass(frozen=True, slots=True)
class Caller:
    """Who sent this request, as far as rights go. Made by `recognise` and by nothing else."""

    user_id: UserId
    via: Literal["sign_in", "bearer", "key"]
    email: str | None
    name: str
    is_admin: bool = False
    """Never true for a key: a leaked key must not run the installation."""
    sign_in_id: SignInId | None = None
    key_id: KeyId | None = None
    scopes: frozenset[str] | None = None
    """What a key may do; None for a person, who may do everything that is theirs."""
    models: frozenset[str] | None = None
    """The only ones that a key reaches; None: all."""
    networks: tuple[str, ...] = ()
    """The only ones that a key is accepted from; none: all."""
    is_counted: bool = False
    """A key that may make only so many requests, or spend only so much."""

    def may(self, scope: NarrowScope) -> bool:
        wide = _WITHIN.get(scope, scope)
        return self.scopes is None or not self.scopes.isdisjoint({scope, wide, wide.partition(":")[0]})


@dataclass(frozen=True, slots=True)
class Account:
    id: UserId
    type: str
    email: str | None
    is_email_verified: bool
    is_email_waiting: bool
    """Given where mail is sent, and nobody has shown yet that it is theirs."""
    name: str
    picture: str | None
    is_admin: bool
    created_at: datetime


@dataclass(frozen=True, slots=True)
class LinkedIdentity:
    """An account at an issuer that opens this one."""

    id: IdentityId
    issuer: str
    created_at: datetime


@dataclass(frozen=True, slots=True)
class SignIn:
    id: SignInId
    user_agent: str
    created_at: datetime
    last_seen_at: datetime
    expires_at: datetime


@dataclass(frozen=True, slots=True)
class OpenedSignIn:
    """A new sign-in. The token goes into the cookie and is kept nowhere else."""

    user_id: UserId
    token: str = field(repr=False)


@dataclass(frozen=True, slots=True)
class ApiKey:
    id: KeyId
    name: str
    prefix: str
    scopes: tuple[str, ...]
    created_at: datetime
    last_used_at: datetime | None
    expires_at: datetime | None
    minute_limit: int | None = None
    day_limit: int | None = None
    models: tuple[str, ...] = ()
    """The only ones that it reaches; none: all."""
    networks: tuple[str, ...] = ()
    """The only ones that it is accepted from; none: all."""
    previous_until: datetime | None = None
    """So long the secret that it had before holds too."""
    last_place: str | None = None
    """The network that it was last used from."""
    spend_limit_usd: float | None = None
    """In a month of UTC, of what its answers cost as far as prices are known."""
    spent_usd: float = 0.0
    """In this month."""


@dataclass(frozen=True, slots=True)
class KeyWish:
    """A key as somebody wants it; what is left out limits nothing."""

    name: str
    scopes: Collection[str]
    expires_at: datetime | None = None
    minute_limit: int | None = None
    day_limit: int | None = None
    models: Sequence[str] = ()
    networks: Sequence[str] = ()
    spend_limit_usd: float | None = None


@dataclass(frozen=True, slots=True)
class KeyWindow:
    name: Literal["minute", "day"]
    limit: int
    used: int
    seconds: int
    """Until it begins anew."""


@dataclass(frozen=True, slots=True)
class KeyWindows:
    """How often a key was used in this minute and this day (of UTC), with the request that asked."""

    is_taken: bool
    minute_limit: int | None
    minute_used: int
    day_limit: int | None
    day_used: int
    minute_seconds: int
    day_seconds: int

    @property
    def are_limited(self) -> bool:
        return self.minute_limit is not None or self.day_limit is not None

    @property
    def tightest(self) -> KeyWindow:
        """The one that runs out first."""
        found: list[KeyWindow] = []
        if self.minute_limit is not None:
            found.append(KeyWindow("minute", self.minute_limit, self.minute_used, self.minute_seconds))
        if self.day_limit is not None:
            found.append(KeyWindow("day", self.day_limit, self.day_used, self.day_seconds))
        return min(found, key=lambda one: one.limit - one.used)

    @property
    def ran_out(self) -> KeyWindow:
        """Of a request that was not taken: where both ran out, the longer wait."""
        if self.day_limit is not None and self.day_used >= self.day_limit:
            return KeyWindow("day", self.day_limit, self.day_used, self.day_seconds)
        return KeyWindow("minute", self.minute_limit or 0, self.minute_used, self.minute_seconds)


@dataclass(frozen=True, slots=True)
class KeySpend:
    """What a key may spend in a month (of UTC), and has spent."""

    spend_limit_usd: float | None
    spent_usd: float
    month_seconds: int
    """Until the next begins."""

    @property
    def is_used_up(self) -> bool:
        return self.spend_limit_usd is not None and self.spent_usd >= self.spend_limit_usd


KeyEventName = Literal["made", "changed", "rotated", "revoked"]


@dataclass(frozen=True, slots=True)
class KeyEvent:
    at: datetime
    what: KeyEventName
    place: str
    """The network that it was done from."""


@dataclass(frozen=True, slots=True)
class KeyUsage:
    """Requests of a key on one day, alike in route, model and answer."""

    day: date
    route: str
    status: int
    model: str = ""
    requests: int = 1
    input_tokens: int = 0
    output_tokens: int = 0
    cost_usd: float = 0.0
    ms: float = 0.0
    key_id: KeyId | None = None


@dataclass(frozen=True, slots=True)
class OrgKey:
    """A key that belongs to an organization."""

    key: ApiKey
    made_by: UserId
    """As whom it acts."""
    made_by_name: str
    is_resting: bool = False
    """It opens nothing until its maker has the second factor that the organization asks for."""


@dataclass(frozen=True, slots=True)
class InstallationInvite:
    """Lets people make an account; its code was told once."""

    id: InviteId
    note: str
    max_uses: int
    uses: int
    made_by: UserId | None
    """None: the operator, at the command line."""
    made_by_name: str | None
    created_at: datetime
    expires_at: datetime


@dataclass(frozen=True, slots=True)
class Visitor:
    """Where an attempt comes from; the network address is for throttling and is never stored."""

    peer: str
    user_agent: str = ""
    device: str | None = field(default=None, repr=False)
    """What an earlier sign-in left in this browser; see `devices`."""


class WrongCredentials(Unauthenticated):
    code = "wrong_credentials"

    def __init__(self) -> None:
        super().__init__("The e-mail or the password is wrong.")


class WrongPassword(Forbidden):
    """Somebody who is signed in, but did not confirm with the right password."""

    code = "wrong_password"

    def __init__(self) -> None:
        super().__init__("The password is wrong.")


class EmailTaken(Conflict):
    code = "email_taken"

    def __init__(self) -> None:
        super().__init__("There is an account with this e-mail already; sign in instead.")


class EmailUnverified(Forbidden):
    """The address waits for its link to be followed; until then it counts for nothing."""

    code = "email_unverified"

    def __init__(self) -> None:
        super().__init__("Confirm your e-mail address first: open the link that was sent to it, or ask for a new one.")


class SetupCodeRequired(Forbidden):
    """Others can reach this installation, and it has no account yet: whoever made the first would own it."""

    code = "setup_code_required"

    def __init__(self) -> None:
        super().__init__("The first account takes the code that `holdfast up` prints; `holdfast admin code` shows it.")


class InviteRequired(Forbidden):
    code = "invite_required"

    def __init__(self) -> None:
        super().__init__("An account here takes an invitation that still holds; ask the person who runs this place.")


class RegistrationClosed(Forbidden):
    code = "registration_closed"

    def __init__(self) -> None:
        super().__init__("No new accounts are made here; ask the person who runs this installation.")


class NotOfThisDomain(Forbidden):
    """The provider vouches for an address of a domain that the operator did not name, or for none."""

    code = "domain_not_allowed"

    def __init__(self) -> None:
        super().__init__("People of this e-mail domain get no account here; ask the person who runs this installation.")


class IdentityTaken(Conflict):
    code = "identity_taken"

    def __init__(self) -> None:
        super().__init__("This sign-in already opens another account.")


class LastWayIn(Conflict):
    code = "last_way_in"

    def __init__(self) -> None:
        super().__init__("Without it you could not sign in any more; link another provider first.")


class LinkRequired(Conflict):
    """The provider's e-mail belongs to an account that never said this provider may open it."""

    code = "link_required"

    def __init__(self) -> None:
        super().__init__("An account with this e-mail exists; sign in to it first, then link this provider.")


class Suspended(Forbidden):
    code = "suspended"

    def __init__(self) -> None:
        super().__init__("This account is suspended; ask the person who runs this installation.")


class ProviderUnavailable(Unavailable):
    code = "provider_unavailable"


class BadToken(Unauthenticated):
    """A token we do not accept. Why is for the log: telling a forger what to fix helps nobody else.

    The reason is a code in snake_case: the log holds back whatever could be a sentence.
    """

    code = "invalid_token"

    def __init__(self, reason: str) -> None:
        super().__init__("The token is not accepted here.")
        self.reason = reason
