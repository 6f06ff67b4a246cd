"""What is known of a server, of what it offers, and of who has signed in there."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Literal
from urllib.parse import urlsplit

from holdfast.core.errors import Conflict, Forbidden, Invalid, NotFound, Unauthenticated, Unavailable
from holdfast.core.ids import McpServerId, UserId
from holdfast.tools.types import ToolOrigin

McpKind = Literal["http", "command"]
McpState = Literal["new", "ready", "failed", "sign_in"]
McpFaultCode = Literal[
    "unreachable", "sign_in_again", "refused", "timeout", "protocol", "too_large", "not_public", "start_failed", "ended"
]
EVERYBODY = "everybody"
"""The owner of what an installation's own servers are opened with."""


@dataclass(frozen=True, slots=True)
class McpFault:
    """Why a server could not be used: one sentence, in which nothing stands that the server said."""

    code: McpFaultCode
    sentence: str
    was_heard: bool = True
    """False: the server has surely done nothing, so it may be asked again."""

    @property
    def state(self) -> McpState:
        return "sign_in" if self.code == "sign_in_again" else "failed"


class McpFailed(Exception):
    def __init__(self, fault: McpFault) -> None:
        super().__init__(fault.sentence)
        self.fault = fault


class UnknownMcpServer(NotFound):
    code = "unknown_server"

    def __init__(self) -> None:
        super().__init__("There is no such server.")


class McpRefused(Forbidden):
    """What only admins or operators may do."""


class McpConflict(Conflict):
    pass


class McpInvalid(Invalid):
    pass


class McpSignInFailed(Unauthenticated):
    code = "sign_in_failed"


class McpUnreachable(Unavailable):
    code = "mcp_unreachable"


@dataclass(frozen=True, slots=True)
class McpRegistration:
    """A client that somebody registered by hand at the server's provider."""

    client_id: str
    scope: str | None = None
    has_client_secret: bool = False


@dataclass(frozen=True, slots=True)
class McpSecrets:
    """What opens a server. It is sealed for its owner and for the host it goes to, and never told again."""

    query: str = ""
    headers: Mapping[str, str] = field(default_factory=dict)
    environment: Mapping[str, str] = field(default_factory=dict)
    client_secret: str | None = None


@dataclass(frozen=True, slots=True)
class ShownSecrets:
    """That there are such, and what they are called."""

    has_query: bool = False
    headers: Sequence[str] = ()
    environment: Sequence[str] = ()
    registration: McpRegistration | None = None


@dataclass(frozen=True, slots=True)
class FoundTool:
    """One tool, as its server describes it."""

    name: str
    title: str
    description: str
    schema: Mapping[str, Any]
    says_read_only: bool = False
    """The server's word; nobody has checked it."""

    @property
    def says(self) -> Sequence[Any]:
        """All that a person trusts, when they trust it."""
        return self.name, self.title, self.description, self.schema, self.says_read_only


@dataclass(frozen=True, slots=True)
class FoundResource:
    uri: str
    name: str
    title: str
    description: str
    media_type: str | None
    is_template: bool = False


@dataclass(frozen=True, slots=True)
class FoundPrompt:
    name: str
    title: str
    description: str
    arguments: Sequence[Mapping[str, Any]] = ()


@dataclass(frozen=True, slots=True)
class Catalogue:
    """What a server offered when it was last asked."""

    tools: Sequence[FoundTool] = ()
    resources: Sequence[FoundResource] = ()
    prompts: Sequence[FoundPrompt] = ()
    left: int = 0
    """Tools that were too many or too large, and are not offered."""


@dataclass(frozen=True, slots=True)
class AboutServer:
    name: str | None
    version: str | None
    protocol: str | None


@dataclass(frozen=True, slots=True)
class FoundAtServer:
    about: AboutServer
    catalogue: Catalogue


@dataclass(frozen=True, slots=True)
class McpServer:
    id: McpServerId
    user_id: UserId | None
    """Whose it is; None: everybody's."""
    slug: str
    name: str
    kind: McpKind
    address: str
    """Without what follows `?`; of a command, its program."""
    arguments: Sequence[str]
    shown: ShownSecrets
    is_on: bool
    is_declared: bool
    """It stands in the operator's file."""
    revision: int
    created_at: datetime
    state: McpState
    error_code: str | None
    error_message: str | None
    checked_at: datetime | None
    is_signed_in: bool
    """Whoever asked has signed in there."""
    account_version: int
    about: AboutServer | None
    catalogue: Catalogue
    sealed: str | None = field(default=None, repr=False)

    @property
    def origin(self) -> str:
        """The only place that its secrets go to."""
        return origin_of(self.address) if self.kind == "http" else "command"

    @property
    def as_origin(self) -> ToolOrigin:
        """Of its tools."""
        return f"mcp:{self.id}"

    @property
    def owner(self) -> str:
        return str(self.user_id) if self.user_id else EVERYBODY


def origin_of(address: str) -> str:
    parts = urlsplit(address)
    port = parts.port or (443 if parts.scheme == "https" else 80)
    return f"{parts.scheme}://{(parts.hostname or '').lower()}:{port}"
