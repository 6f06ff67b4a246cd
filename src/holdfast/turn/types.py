from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import IntEnum
from typing import Any, Literal
from uuid import UUID

from holdfast.chats.types import Message, Part, Visibility
from holdfast.models.chain import Chain
from holdfast.models.types import Attempt, ChatMessage, Failure, Image, Usage
from holdfast.personas.types import Persona

Trigger = Literal["submit-message", "regenerate-message"]


@dataclass(frozen=True, slots=True)
class SentSound:
    """A recording that came instead of words."""

    data: bytes | None
    """None: the one that is kept from an earlier try."""


@dataclass(frozen=True, slots=True)
class UserMessage:
    id: UUID
    parts: Sequence[Part]
    sound: SentSound | None = None


@dataclass(frozen=True, slots=True)
class TurnRequest:
    """What a person asked for, in our words; whoever sent it is already known."""

    user_id: UUID
    chat_id: UUID
    message: UserMessage | None
    """None when an answer is to be written again."""
    trigger: Trigger = "submit-message"
    about_message_id: UUID | None = None
    """The message to edit (a new branch beside it), or the answer to write again."""
    persona_id: str | None = None
    model_name: str | None = None
    visibility: Visibility = "private"
    research_mode: Literal["off", "nexus"] = "off"
    profile_id: str | None = None
    composer_document_id: UUID | None = None
    language: str | None = None
    """Of what is heard and spoken, as `en` or `en-GB`; None: whatever the ears and the voice make of it."""
    takes_sound: bool = False
    """Whoever asks waits for the whole answer, which can then carry sound."""


@dataclass(frozen=True, slots=True)
class HeardSound:
    """How a recording became words."""

    model: str
    seconds: float
    ms: float


@dataclass(frozen=True, slots=True)
class Heard:
    """What was said, whatever brought it."""

    text: str
    parts: Sequence[Part]
    file_ids: Sequence[UUID]
    tokens: int
    sound: HeardSound | None = None


@dataclass(frozen=True, slots=True)
class Allowed:
    request: TurnRequest
    persona: Persona
    chain: Chain
    prompt_tokens: int
    """What the prompt may hold, for this persona on the smallest model of this chain."""


@dataclass(frozen=True, slots=True)
class Way:
    kind: Literal["conversational", "actionable", "research", "answer"]
    reason: str
    """Why this way; stands in the trace."""


@dataclass(frozen=True, slots=True)
class Begun:
    """A turn that is promised: its question is stored, and its stream can be followed."""

    turn_id: UUID
    stream_id: UUID
    user_id: UUID
    chat_id: UUID
    session_id: UUID | None
    question_id: UUID
    answer_id: UUID
    history_leaf: UUID | None
    is_new_chat: bool
    is_repeat: bool
    """The same message was sent before: follow what is already there."""
    heard: Heard
    persona: Persona
    chain: Chain
    prompt_tokens: int
    way: Way
    language: str | None = None
    speaks: bool = False
    """The answer will be spoken once it is stored."""


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


@dataclass(frozen=True, slots=True)
class Source:
    type: str
    id: str


@dataclass(frozen=True, slots=True)
class Block:
    """A piece of the prompt before anything is left out."""

    order: Order
    text: str
    tokens: int
    sources: Sequence[Source] = ()
    short: str | None = None
    """A shorter version, made beforehand, for when the long one does not fit."""


@dataclass(frozen=True, slots=True)
class PlacedBlock:
    """What became of a block, and why."""

    order: Order
    text: str
    tokens: int
    status: Literal["kept", "compressed", "dropped"]
    reason: str
    sources: Sequence[Source] = ()


@dataclass(frozen=True, slots=True)
class Missing:
    """A source that failed or missed its deadline; kept in the trace, shown to the person."""

    source: str
    reason: str


@dataclass(frozen=True, slots=True)
class Context:
    """Everything the model may be told, before anything is left out."""

    blocks: Sequence[Block]
    history: Sequence[Message]
    images: Sequence[Image]
    real_time: str
    missing: Sequence[Missing] = ()


@dataclass(frozen=True, slots=True)
class Prompt:
    messages: Sequence[ChatMessage]
    blocks: Sequence[PlacedBlock]
    tokens: int
    budget: int


ToolOutcome = Literal["answered", "failed", "unknown"]
Outcome = Literal["answered", "failed", "stopped", "shutdown", "lost"]


@dataclass(frozen=True, slots=True)
class ToolUse:
    name: str
    arguments: str
    outcome: ToolOutcome
    ms: float


@dataclass(frozen=True, slots=True)
class Exchanged:
    """How the exchange with the models ended, and what was said until then."""

    text: str
    outcome: Outcome
    attempts: Sequence[Attempt]
    tools: Sequence[ToolUse] = ()
    usage: Usage | None = None
    failure: Failure | None = None
    sentence: str | None = None
    """What a person is told when it did not end well."""
    first_event_ms: float | None = None


@dataclass(slots=True)
class Timings:
    """When each step ended, in milliseconds since the request came in."""

    started: float
    marks: dict[str, float] = field(default_factory=dict)

    def mark(self, step: str, now: float) -> None:
        self.marks[step] = round((now - self.started) * 1000, 2)


Trace = Mapping[str, Any]
