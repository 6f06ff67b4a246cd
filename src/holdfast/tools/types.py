from __future__ import annotations

import hashlib
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Literal, Protocol
from zoneinfo import ZoneInfo

import orjson

from holdfast.core.ids import ApprovalId, ChatId, DocumentId, MessageId, TrustId, TurnId, UserId
from holdfast.knowledge.types import Passage
from holdfast.models.types import ToolSpec
from holdfast.tools.question_types import ToolAsks

ToolDanger = Literal["reads", "changes", "dangerous"]
"""`reads`: looks something up. `changes`: what its person can see and undo. `dangerous`: leaves the house or cannot be
taken back, so it asks first."""
ToolTrust = Literal["ask", "always", "never"]
ApprovalState = Literal["pending", "approved", "denied", "withdrawn"]
ToolOutcome = Literal[
    "answered", "failed", "unknown", "bad_arguments", "timed_out", "stopped", "waits", "denied", "changed"
]
"""`waits`: for its person's word. `changed`: it is not any more what was approved, so it was not run."""
ToolOrigin = str
"""`holdfast`, or `mcp:<server id>`."""
HOUSE: ToolOrigin = "holdfast"
CONNECTIONS_PAGE = "/settings/connections"
"""Of the client: there people see to the servers that lend them tools."""


@dataclass(frozen=True, slots=True)
class ToolCaller:
    """On whose behalf a tool runs: it sees and does what they may, and nothing else."""

    user_id: UserId
    chat_id: ChatId
    turn_id: TurnId
    persona_id: str
    now: datetime
    """On the person's own clock."""
    zone: ZoneInfo | None
    knows_person: bool
    """False in a temporary chat: nothing remembered may be read or written."""
    is_remembered: bool
    """False: nothing of this turn may go to memory."""
    profile_id: str | None = None
    """The side of the persona that is talked with."""
    reads_others: bool = False
    """Words of others were told in this turn: of documents, or of connected servers."""
    asks: ToolAsks | None = None
    """Asks its person something while the tool runs; None: nobody is there to answer."""


@dataclass(frozen=True, slots=True)
class WebSource:
    """A page that an answer rests on; it is told to the reader, and can be cited."""

    url: str
    title: str


@dataclass(frozen=True, slots=True)
class ToolAnswer:
    text: str
    """Told to the model as data; where it is too long the turn cuts it, and says so."""
    sources: Sequence[WebSource] = ()
    is_error: bool = False
    passages: Sequence[Sequence[Passage]] = ()
    """Places in documents, each of one passage or of some that follow each other. They are told behind the text, each
    under a number that the answer can cite."""
    documents: Sequence[DocumentId] = ()
    """Whose words it holds besides: with them goes what is kept of this call."""


ToolProgress = Callable[[str, float | None], None]
"""What is going on, in words, and how much of it is done (0 to 1), where that is known."""


class ToolFailed(Exception):
    """`sentence` is what model and person are told. Of anything else that a tool raises they hear the type's name."""

    def __init__(self, sentence: str) -> None:
        super().__init__(sentence)
        self.sentence = sentence


ToolRun = Callable[[ToolCaller, Mapping[str, Any], ToolProgress], Awaitable[ToolAnswer]]
"""The arguments are an object that fits the tool's schema, as far as it can be told plainly."""


@dataclass(frozen=True, slots=True)
class Tool:
    spec: ToolSpec
    title: str
    origin: ToolOrigin
    danger: ToolDanger
    run: ToolRun
    seconds: float = 60.0
    """Longer nobody waits for it."""
    trust: ToolTrust = "always"
    """What its person decided, or what holds until they do: dangerous ones ask."""
    own_name: str | None = None
    """Where it comes from it is called so; None: as models call it. What its person decided is kept under this name."""
    says: Sequence[Any] | None = None
    """All that its source says of it; None: name, description and schema are all."""

    @property
    def kept_as(self) -> tuple[ToolOrigin, str]:
        return self.origin, self.own_name or self.spec.name

    @property
    def fingerprint(self) -> str:
        """Of what it says it is. An approval or a trust holds for this, and for nothing else of the same name."""
        return fingerprint_of(self.says or (self.spec.name, self.spec.description, self.spec.parameters))


def fingerprint_of(said: Sequence[Any]) -> str:
    return hashlib.sha256(orjson.dumps(said, option=orjson.OPT_SORT_KEYS)).hexdigest()


@dataclass(frozen=True, slots=True)
class WaitingCall:
    """One that its person is asked about, before it is run."""

    approval_id: ApprovalId
    call_id: str
    tool: Tool
    arguments: Mapping[str, Any]
    expires_at: datetime


@dataclass(frozen=True, slots=True)
class DecidedCall:
    """What its person said about a call that waited for them."""

    call_id: str
    fingerprint: str
    """Of the tool that was asked about: another of the same name is not run."""
    arguments: Mapping[str, Any]
    is_approved: bool
    reason: str | None = None
    is_edited: bool = False
    """The arguments are theirs, and not the model's."""


@dataclass(frozen=True, slots=True)
class Approval:
    """What is asked, and what became of it."""

    id: ApprovalId
    chat_id: ChatId
    message_id: MessageId
    turn_id: TurnId
    """That asked."""
    call_id: str
    name: str
    title: str
    description: str
    origin: ToolOrigin
    danger: ToolDanger
    fingerprint: str
    arguments: Mapping[str, Any]
    state: ApprovalState
    reason: str | None
    is_edited: bool
    asked_at: datetime
    expires_at: datetime
    own_name: str | None = None

    @property
    def decided(self) -> DecidedCall:
        is_approved = self.state == "approved"
        return DecidedCall(self.call_id, self.fingerprint, self.arguments, is_approved, self.reason, self.is_edited)


@dataclass(frozen=True, slots=True)
class DecidedTrust:
    """What somebody said of a tool, and of which description and schema they said it."""

    trust: ToolTrust
    fingerprint: str

    def of(self, fingerprint: str) -> ToolTrust:
        """Of what the tool says now: never stays never, and whatever else was said holds for what was read."""
        return self.trust if self.trust == "never" or self.fingerprint == fingerprint else "ask"


@dataclass(frozen=True, slots=True)
class TrustSubject:
    """A tool as it was when its person decided about it."""

    origin: ToolOrigin
    name: str
    own_name: str | None
    title: str
    fingerprint: str


@dataclass(frozen=True, slots=True)
class TrustedTool:
    """One that need not ask, as long as it says the same of itself."""

    id: TrustId
    name: str
    title: str
    origin: ToolOrigin
    chat_id: ChatId | None
    """None: everywhere."""
    fingerprint: str
    created_at: datetime


@dataclass(frozen=True, slots=True)
class ToolOff:
    """Known, and not offered now."""

    name: str
    title: str
    description: str
    origin: ToolOrigin
    danger: ToolDanger
    reason: str
    """A sentence."""
    remedy: str | None
    """What to do about it; None: nothing can be done."""
    remedy_address: str | None = None
    """The page of the client where that is done."""


def page_of_origin(origin: ToolOrigin) -> str | None:
    """Where in the client a tool's server is seen to; the house has none."""
    _, _, server_id = origin.partition(":")
    return f"{CONNECTIONS_PAGE}?server={server_id}" if server_id else None


@dataclass(frozen=True, slots=True)
class ToolAsker:
    """For whom tools are chosen, before there is a turn."""

    user_id: UserId
    persona_id: str
    zone: ZoneInfo | None
    knows_person: bool


class ToolSource(Protocol):
    async def tools_for(self, asker: ToolAsker) -> Sequence[Tool | ToolOff]:
        """Quick: at most one statement, and never a call over the network."""
