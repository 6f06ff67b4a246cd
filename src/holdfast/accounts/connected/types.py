from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Literal

from holdfast.core.errors import Invalid
from holdfast.core.ids import KeyId, ProgramId

OAuthFault = Literal[
    "invalid_request",
    "invalid_client",
    "invalid_grant",
    "invalid_scope",
    "invalid_target",
    "unsupported_grant_type",
    "unsupported_response_type",
    "invalid_redirect_uri",
    "invalid_client_metadata",
    "temporarily_unavailable",
]


class OAuthRefused(Invalid):
    """By the name that the protocol has for it, and in a sentence for whoever builds the program."""

    def __init__(self, fault: OAuthFault, message: str) -> None:
        super().__init__(message, code=fault)


@dataclass(frozen=True, slots=True)
class OAuthProgram:
    """As it says of itself: nobody vouches for the name."""

    id: ProgramId
    name: str
    redirect_uris: Sequence[str]


@dataclass(frozen=True, slots=True)
class OAuthAsks:
    """What a program sends a person's browser here with."""

    client_id: str
    redirect_uri: str
    response_type: str
    code_challenge: str
    code_challenge_method: str
    scope: str | None = None
    state: str | None = None
    resource: str | None = None


@dataclass(frozen=True, slots=True)
class OAuthConsent:
    """Looked at, and found to be in order."""

    program: OAuthProgram
    scopes: Sequence[str]
    goes_to: str
    """Where the answer goes: a host, this very machine, or a program's own scheme."""


@dataclass(frozen=True, slots=True)
class GivenTokens:
    access: str = field(repr=False)
    renewing: str = field(repr=False)
    scopes: Sequence[str]
    seconds: int
    """So long the first one holds."""


@dataclass(frozen=True, slots=True)
class ConnectedProgram:
    """One that a person let in."""

    id: KeyId
    name: str
    scopes: Sequence[str]
    created_at: datetime
    last_used_at: datetime | None
    last_place: str | None
