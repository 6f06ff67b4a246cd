from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import IntEnum
from typing import Any, Literal, get_args
from zoneinfo import ZoneInfo

from holdfast.chats.types import ChatMemory, Message, Part, Visibility
from holdfast.core.ask_within import Missing
from holdfast.core.ids import BlobId, ChatId, DocumentId, KeyId, MessageId, SessionId, StreamId, TurnId, UserId
from holdfast.entitlements.types import AccessContext
from holdfast.models.chain import Chain
from holdfast.models.types import Attempt, ChatMessage, Failure, FinishReason, Image, TokenUsage, ToolCall, ToolSpec
from holdfast.personas.types import Persona
from holdfast.stream.wire import Written
from holdfast.tools.approvals import ApprovalDecision
from holdfast.tools.types import DecidedCall, ToolOrigin, WaitingCall
from holdfast.turn.codes import (
    BlockKind,
    BlockStatus,
    Depth,
    Fetch,
    Gate,
    Intent,
    Outcome,
    Posture,
    ReadBy,
    RouteKind,
    Section,
    ToolOutcome,
)
from holdfast.turn.glassbox.types import ContextNotes, RouteDetails
from holdfast.turn.glassbox.views import DebugView

Trigger = Literal["submit-message", "regenerate-message", "continue-message"]
Length = Literal["shorter", "longer"]
LENGTHS: tuple[Length, ...] = get_args(Length)


@dataclass(frozen=True, slots=True)
class SentSound:
    """A recording that came instead of words."""

    data: bytes | None
    """None: the one that is kept from an earlier try."""


@dataclass(frozen=True, slots=True)
class UserMessage:
    id: MessageId
    parts: Sequence[Part]
    sound: SentSound | None = None


DebugDetail = Literal["context", "prompt"]


@dataclass(slots=True)
class DebugCapture:
    """A turn whose owner looks on; filled in once the prompt is drafted."""

    detail: DebugDetail
    seen: DebugView | None = None


@dataclass(frozen=True, slots=True)
class ToldByProgram:
    """What a program tells beside the message. It may keep the conversation itself, and bring tools of its own."""

    instructions: str = ""
    history: Sequence[Message] | None = None
    """What was said before, as the program tells it; None: the chat's own."""
    since: Sequence[ChatMessage] = ()
    """Behind the message: which of its tools were asked for, and what they answered."""
    tools: Sequence[ToolSpec] = ()
    forced_tool: str | None = None
    temperature: float | None = None
    max_output_tokens: int | None = None
    stop: Sequence[str] = ()
    answer_format: Mapping[str, Any] | None = None
    tokens: int = 0
    """Of the instructions, the tools and what came since: none of it is ever cut."""


@dataclass(frozen=True, slots=True)
class TurnRequest:
    """What a person asked for, in our words; whoever sent it is already known."""

    user_id: UserId
    chat_id: ChatId
    message: UserMessage | None
    """None when an answer is to be written again."""
    trigger: Trigger = "submit-message"
    about_message_id: MessageId | None = None
    """The message to edit (a new branch beside it), or the answer to write again."""
    question_id: MessageId | None = None
    """What is to be answered again, from a program that sends the last message along; it stays as it was said."""
    persona_id: str | None = None
    model_name: str | None = None
    length: Length | None = None
    """Beside the answer that was given before, or beside what the persona would say."""
    uses_memory: bool = True
    """False: of what is remembered of them nothing is looked up. The chat itself is read as ever."""
    visibility: Visibility = "private"
    chat_memory: ChatMemory = "on"
    """Of a chat that begins with it; as soon as the chat is known, the chat's own."""
    research_mode: Literal["off", "nexus"] = "off"
    profile_id: str | None = None
    composer_document_id: DocumentId | None = None
    language: str | None = None
    """Of what is heard and spoken, as `en` or `en-GB`; None: whatever the ears and the voice make of it."""
    takes_sound: bool = False
    """Whoever asks waits for the whole answer, which can then carry sound."""
    debug_capture: DebugCapture | None = None
    told: ToldByProgram | None = None
    """Where a program asks by its own wire; None: somebody who talks to us."""
    is_remembered: bool = True
    """False: the memory hears nothing of it, whatever the chat says."""
    key_id: KeyId | None = None
    """The API key that it was asked with; what the answer costs is noted with it."""
    decision: ApprovalDecision | None = None
    """About a call that waits: the answer goes on with what comes of it."""
    access: AccessContext | None = None
    """What they may use; None where nothing is counted: what another process left, answered anew."""
    kept_zone: ZoneInfo | None = None
    """Of the clock it was asked by, where it is answered anew or looked at again."""

    @property
    def zone(self) -> ZoneInfo | None:
        """Of their own clock, as their device told it; None: it goes like the server's, or nobody told."""
        zone = self.access.calendar.zone if self.access else self.kept_zone
        return zone if zone and zone.key != "UTC" else None


@dataclass(frozen=True, slots=True)
class Transcription:
    """How a recording became words."""

    model: str
    seconds: float
    ms: float


@dataclass(frozen=True, slots=True)
class UserInput:
    """What was said, whatever brought it."""

    text: str
    parts: Sequence[Part]
    file_ids: Sequence[BlobId]
    tokens: int
    document_ids: Sequence[DocumentId] = ()
    """Brought along to be read, not to be looked at."""
    sound: Transcription | None = None


@dataclass(frozen=True, slots=True)
class Allowed:
    request: TurnRequest
    persona: Persona
    chain: Chain
    prompt_tokens: int
    """What the prompt may hold, for this persona on the smallest model of this chain."""


@dataclass(frozen=True, slots=True)
class Route:
    kind: RouteKind
    reason: str
    """Why this way; stands in the trace."""
    answer: str | None = None
    """The whole answer, where no model is needed for it; stored, but not counted."""
    has_tools: bool = True
    thin_prompt: str | None = None
    """The installation's own words about how to act, which join the kernel; None: the persona has no routing policy."""
    settings_version: int | None = None
    """Of the settings those words are from."""
    details: RouteDetails = field(default_factory=RouteDetails)
    history_tokens: int | None = None
    """The most that history may take; None: what the prompt's budget leaves it."""
    prompt_tokens: int | None = None
    """The most that the whole prompt may hold on this way; None: what the persona and the model allow."""


@dataclass(frozen=True, slots=True)
class RoutedRequest:
    """All that is known of a turn before it is stored."""

    allowed: Allowed
    user_input: UserInput | None
    """None: what was asked before is answered again."""
    route: Route


@dataclass(frozen=True, slots=True)
class TurnIds:
    """What a turn and its parts are called, wherever they are stored."""

    turn_id: TurnId
    stream_id: StreamId
    user_id: UserId
    chat_id: ChatId
    session_id: SessionId | None
    question_id: MessageId
    answer_id: MessageId


@dataclass(frozen=True, slots=True)
class SoFar:
    """An answer that was cut short, or that waited for its person, and that goes on."""

    written: Written
    turn_id: TurnId
    """That it was written in."""
    decided: Sequence[DecidedCall] = ()


@dataclass(frozen=True, slots=True)
class AcceptedTurn:
    """A turn that is promised: its question is stored, and its stream can be followed."""

    ids: TurnIds
    allowed: Allowed
    user_input: UserInput
    route: Route
    history_leaf: MessageId | None
    """The message that the question follows; None: it is the first."""
    is_new_chat: bool = False
    is_repeat: bool = False
    """The same message was sent before: follow what is already there."""
    so_far: SoFar | None = None
    """Of an answer that goes on: what it said until then."""

    @property
    def persona(self) -> Persona:
        return self.allowed.persona

    @property
    def chain(self) -> Chain:
        return self.allowed.chain

    @property
    def request(self) -> TurnRequest:
        return self.allowed.request

    @property
    def knows_person(self) -> bool:
        """Whether it is told anything that is known of its person."""
        return self.request.chat_memory != "temporary"


class Order(IntEnum):
    """The place of each kind of block in the prompt. It never changes; absent blocks are skipped."""

    PERSONA = 1
    CONVERSATION_POSTURE = 2
    OVERLAY = 3
    BRIDGE = 4
    HANDOVER = 5
    OPS = 6
    ENVELOPE = 7
    KNOWLEDGE = 8
    SUPPLEMENTAL_CONTEXT = 9
    INSTRUCTIONS = 10
    HISTORY = 11
    REAL_TIME = 12
    USER_MESSAGE = 13
    ANSWER_SO_FAR = 14


@dataclass(frozen=True, slots=True)
class Source:
    type: str
    id: str
    version: str | None = None
    """Of a text that its owner may change: which one was told."""


class Priority(IntEnum):
    """Who gives way when the prompt is full: the highest number first. It never moves a block."""

    POSTURE = 1
    INSTRUCTIONS = 2
    ENVELOPE = 3
    BRIDGE = 4
    HANDOVER = 5
    RECALL = 6
    SYSTEM = 7
    ABOUT = 8
    """What people wrote about themselves and the facts they pinned: the last of memory to go."""
    MEMORY = 9
    PERSONA = 10
    SUMMARY = 11
    OVERLAY = 12
    USER_DOCUMENTS = 13
    ORG_DOCUMENTS = 14
    COMPANY = 15
    OPS = 16
    LEGACY = 17


@dataclass(frozen=True, slots=True)
class Block:
    """A piece of the prompt before anything is left out."""

    order: Order
    kind: BlockKind
    """Its name in the trace: `handover`, `memory`, `recall_sheet` …"""
    text: str
    tokens: int
    priority: Priority
    sources: Sequence[Source] = ()
    short: str | None = None
    """A shorter version, made beforehand, for when the long one does not fit."""
    short_sources: Sequence[Source] | None = None
    """What the shorter version still tells of; None: of all of it."""
    rank: int = 0
    """Its place among blocks of the same order."""


@dataclass(frozen=True, slots=True)
class PlacedBlock:
    """What became of a block, and why."""

    order: Order
    kind: BlockKind
    text: str
    tokens: int
    status: BlockStatus
    reason: str
    sources: Sequence[Source] = ()


@dataclass(frozen=True, slots=True)
class GateDecision:
    """Whether the memory is asked, who said so, and how sure that was."""

    gate: Gate
    by: ReadBy
    confidence: float
    reason: str
    """The cue that was seen, by its name; never what was said."""

    @property
    def asks(self) -> bool:
        return self.gate != "none"


UNREAD_GATE = GateDecision("none", "rules", 0.0, "unread")


@dataclass(frozen=True, slots=True)
class Signals:
    """What a message shows besides its words; each is defined in docs/words.md."""

    avoidance: bool = False
    drift: bool = False
    direct_request: bool = False
    asks_about_tone: bool = False
    is_low_signal: bool = False
    tracked_people: Sequence[str] = ()
    """Those of the people we know of whom the message names."""


@dataclass(frozen=True, slots=True)
class Reading:
    """How a message is taken: one classifier, for everything that depends on it."""

    posture: Posture
    intent: Intent
    signals: Signals
    by: ReadBy
    confidence: float
    gate: GateDecision = UNREAD_GATE
    """Explicit exactly where the intent is recall."""
    scores: Mapping[str, float] = field(default_factory=dict)
    reasons: Sequence[str] = ()
    """Names of the rules that were found, and of what was tried and failed."""


@dataclass(frozen=True, slots=True)
class Evidenced:
    """A line of a brief or a profile, and what it rests on."""

    text: str
    kind: str = ""
    evidence: Sequence[str] = ()
    """Episode ids."""


@dataclass(frozen=True, slots=True)
class SessionStart:
    """What a session begins with: the packet of the memory, read with suspicion, kept for the whole session."""

    handover: str | None = None
    depth: Depth | None = None
    bridge: str | None = None
    use_bridge: bool = False
    gap_minutes: int | None = None
    ops: str | None = None
    items: Sequence[Evidenced] = ()
    profile: Mapping[Section, Sequence[Evidenced]] = field(default_factory=dict)
    steering: str | None = None
    daily_confidence: str | None = None
    loops: Sequence[Evidenced] = ()
    outcomes: Mapping[str, Fetch] = field(default_factory=dict)
    """What became of `startbrief`, `user_model`, `daily` and `loops`."""
    came_with: int = 1
    """The turn of the session that the brief came with: a later one than the first, where the memory was not ready."""


@dataclass(frozen=True, slots=True)
class Opening:
    """A session's packet, and where it came from."""

    start: SessionStart
    is_cached: bool = False
    was_reinjected: bool = False
    is_new: bool = False
    """Fetched in this turn, and worth keeping."""
    reinjects: bool = False
    """This turn tells the handover once more."""


@dataclass(frozen=True, slots=True)
class ToldPassage:
    """A passage of a document that the model is told under a number, which its answer may cite."""

    number: int
    passage_id: str
    document_id: DocumentId
    title: str
    filename: str
    media_type: str
    page: int | None
    version: int
    starts: int
    """In the text of its page, so that a citation opens there."""
    length: int


@dataclass(frozen=True, slots=True)
class Context:
    """Everything the model may be told, before anything is left out."""

    blocks: Sequence[Block]
    history: Sequence[Message]
    images: Sequence[Image]
    real_time: str
    missing: Sequence[Missing] = ()
    notes: ContextNotes = field(default_factory=ContextNotes)
    opening: Opening | None = None
    recalled: Sequence[str] = ()
    """Texts that recall put into this prompt; the echo guard will know them again."""
    owes_summary: bool = False
    """Enough has left the window of this chat that nobody has summarised yet."""
    passages: Sequence[ToldPassage] = ()
    """Of documents, as they are numbered in the prompt."""


@dataclass(frozen=True, slots=True)
class Prompt:
    messages: Sequence[ChatMessage]
    blocks: Sequence[PlacedBlock]
    tokens: int
    budget: int
    so_far: Written | None = None
    """Of an answer that goes on: it begins with this."""
    decided: Sequence[DecidedCall] = ()
    """And then this is done."""


@dataclass(frozen=True, slots=True)
class ToolUse:
    """A call of a tool, for the trace."""

    name: str
    arguments: str
    """As the model wrote them, or as they were approved."""
    outcome: ToolOutcome
    ms: float
    origin: ToolOrigin | None = None
    """None: nobody has it."""
    is_cut: bool = False
    """Of what it answered, only the beginning was told."""


@dataclass(frozen=True, slots=True)
class Exchanged:
    """How the exchange with the models ended, and what was said until then."""

    written: Written
    outcome: Outcome
    attempts: Sequence[Attempt]
    tools: Sequence[ToolUse] = ()
    usage: TokenUsage | None = None
    failure: Failure | None = None
    sentence: str | None = None
    """What a person is told when it did not end well."""
    first_event_ms: float | None = None
    finish_reason: FinishReason = "stop"
    waiting: Sequence[WaitingCall] = ()
    """What its person is asked about. The answer is whole as far as it goes, and goes on when they have decided."""
    asked_of_program: Sequence[ToolCall] = ()
    """Tools of the program's own that the model wants: it runs them, and asks again with what they answered."""

    @property
    def text(self) -> str:
        return self.written.text


@dataclass(slots=True)
class Timings:
    """When each step ended, in milliseconds since the request came in."""

    started: float
    marks: dict[str, float] = field(default_factory=dict)

    def mark(self, step: str, now: float) -> None:
        self.marks[step] = round((now - self.started) * 1000, 2)
