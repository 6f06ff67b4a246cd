"""The glass box: what went into an answer and why, as it is stored with the answer and told to whoever opens it.

Every part has its type here, and the client's types are made of these. A field that was not written (by an older
release, or by a process that was lost) has its default. A code that this release does not know is read as it stands.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Annotated, Literal

from pydantic import ConfigDict, Field
from pydantic.alias_generators import to_camel

from holdfast.core.ids import BlobId, SessionId, TurnId
from holdfast.core.open_codes import Code
from holdfast.models.types import Failure
from holdfast.turn.codes import (
    BlockKind,
    BlockStatus,
    Depth,
    DropReason,
    Fetch,
    Gate,
    Intent,
    OpsSource,
    Outcome,
    Posture,
    PreflightOutcome,
    ReadBy,
    RouteKind,
    Section,
    SourceName,
    SpokenStatus,
    TimeIntent,
    ToolOutcome,
)

_AS_NAMED = ConfigDict(extra="ignore", json_schema_serialization_defaults_required=True)
"""Fields that are spelt as the debuggers of companions know them."""
CAMEL = ConfigDict(**_AS_NAMED, alias_generator=to_camel, validate_by_name=True)


@dataclass(frozen=True, slots=True)
class SourceTrace:
    """Where the text of a block came from."""

    __pydantic_config__ = CAMEL

    type: str
    id: str
    version: Annotated[str | None, Field(exclude_if=lambda version: version is None)] = None
    """Of a text that its owner may change: which one was told. Not there at all for what has no versions."""


@dataclass(frozen=True, slots=True)
class BlockTrace:
    """A piece of the prompt, and what became of it."""

    __pydantic_config__ = CAMEL

    kind: Code[BlockKind]
    order: int
    tokens: int
    status: Code[BlockStatus]
    reason: str
    sha256: str
    sources: tuple[SourceTrace, ...] = ()
    text: str | None = None
    """Null where it was deleted since, or is not the reader's to read."""
    withheld: str | None = None
    """Why the reader may not read it, in a sentence."""


@dataclass(frozen=True, slots=True)
class ForgottenTrace:
    """A block that was taken out, because something in it was forgotten since. What else it told of is still named."""

    __pydantic_config__ = CAMEL

    kind: Code[BlockKind]
    sources: tuple[SourceTrace, ...] = ()
    """What it told of besides."""


@dataclass(frozen=True, slots=True)
class SignalsTrace:
    __pydantic_config__ = CAMEL

    avoidance: bool = False
    drift: bool = False
    direct_request: bool = False
    names_tracked_person: bool = False
    asks_about_tone: bool = False
    low_signal: bool = False


@dataclass(frozen=True, slots=True)
class ReadingTrace:
    """How the message was taken."""

    __pydantic_config__ = CAMEL

    posture: Code[Posture]
    intent: Code[Intent]
    by: Code[ReadBy]
    confidence: float
    scores: dict[str, float] = field(default_factory=dict)
    reasons: tuple[str, ...] = ()
    momentum_guard: bool = False
    signals: SignalsTrace = SignalsTrace()


@dataclass(frozen=True, slots=True)
class RetrievalSpec:
    """What the message was about, in the words that were looked for."""

    __pydantic_config__ = CAMEL

    entities: tuple[str, ...] = ()
    topics: tuple[str, ...] = ()
    time_intent: Code[TimeIntent] = "none"


@dataclass(frozen=True, slots=True)
class FoundTrace:
    """What was found and told: which one, and how well it fits; null of what was told together."""

    __pydantic_config__ = CAMEL

    id: str | None = None
    score: float | None = None
    namespace: Annotated[str | None, Field(exclude_if=lambda namespace: namespace is None)] = None
    """Of a passage: in which of those that were asked it stands. Not there at all of what is remembered."""


@dataclass(frozen=True, slots=True)
class Retrieval:
    """What a source was asked, or the decision not to ask it. The only place in a trace where words of a message may
    be, which is why a forget empties it."""

    __pydantic_config__ = CAMEL

    source: str
    gate: Code[Gate] | None = None
    """Whether it was asked: because the message wants it, beside it, or not at all. Null: it is always asked."""
    gate_by: Code[ReadBy] | None = None
    confidence: float | None = None
    reason: str | None = None
    """The cue that was seen, by its name."""
    spec: RetrievalSpec = RetrievalSpec()
    query: str | None = None
    needs: tuple[str, ...] = ()
    """Kinds of facts that were told though nobody asked for them."""
    facts: tuple[FoundTrace, ...] = ()
    episodes: tuple[FoundTrace, ...] = ()
    loops: tuple[FoundTrace, ...] = ()
    passages: tuple[FoundTrace, ...] = ()
    """Of documents."""
    namespaces: tuple[str, ...] = ()
    """In which these were looked for."""
    relevant: int = 0
    dropped: int = 0
    dropped_because: dict[Code[DropReason], int] = field(default_factory=dict)
    lines: int = 0
    """Of the sheet that they became."""
    missing: str | None = None
    """Why the memory gave no answer."""
    ms: float | None = None


@dataclass(frozen=True, slots=True)
class MissingTrace:
    """What could not be asked, and why."""

    __pydantic_config__ = CAMEL

    source: Code[SourceName]
    reason: str


@dataclass(frozen=True, slots=True)
class AttemptTrace:
    """One try at one model."""

    __pydantic_config__ = CAMEL

    name: str
    outcome: Code[Literal["answered", "failed", "cancelled"]]
    failure: Code[Failure] | None = None
    ms: float | None = None
    first_event_ms: float | None = None
    input_tokens: int | None = None
    output_tokens: int | None = None
    cost_usd: float | None = None


@dataclass(frozen=True, slots=True)
class ToolTrace:
    __pydantic_config__ = CAMEL

    name: str
    outcome: Code[ToolOutcome]
    ms: float
    origin: str | None = None
    """`holdfast`, or of which server; null: nobody has it."""
    arguments_sha256: str | None = None
    """Which arguments they were; never the words."""
    is_cut: bool = False
    """It answered more than the model was told."""


@dataclass(frozen=True, slots=True)
class HeardTrace:
    """How a recording became words."""

    __pydantic_config__ = CAMEL

    model: str
    seconds: float
    ms: float


@dataclass(frozen=True, slots=True)
class SpokenTrace:
    """What became of the voice."""

    __pydantic_config__ = CAMEL

    status: Code[SpokenStatus]
    model: str | None = None
    id: BlobId | None = None
    """Of the sound."""
    reason: str | None = None
    ms: float | None = None


@dataclass(frozen=True, slots=True)
class SpeechTrace:
    __pydantic_config__ = CAMEL

    heard: HeardTrace | None = None
    spoken: SpokenTrace | None = None


@dataclass(frozen=True, slots=True)
class RouteDetails:
    """What was matched and under which version of the settings; never what was said."""

    __pydantic_config__ = CAMEL

    settings_version: int | None = None
    rules: tuple[str, ...] = ()
    entities: tuple[str, ...] = ()
    can: Code[Literal["complete", "incomplete"]] | None = None
    """Of a report: whether every fact it needs is known."""
    missing: tuple[str, ...] = ()
    """Those it lacks."""


@dataclass(frozen=True, slots=True)
class RouteTrace:
    __pydantic_config__ = CAMEL

    kind: Code[RouteKind] = "conversational"
    reason: str = "not kept"
    details: RouteDetails = RouteDetails()


@dataclass(frozen=True, slots=True)
class SessionStartTrace:
    """What the session began with, and what of it this turn was told."""

    __pydantic_config__ = _AS_NAMED

    session_id: SessionId | None = None
    user_turns_seen: Annotated[int, Field(alias="userTurnsSeen")] = 0
    handover_injected: bool = False
    bridge_injected: bool = False
    ops_injected: bool = False
    ops_source: Code[OpsSource] | None = None
    startbrief_fetch: Code[Fetch | Literal["cached", "not_asked"]] = "not_asked"
    reinjection_used: bool = False
    handover_closeness: float | None = None
    depth: Code[Depth] | None = None
    gap_minutes: int | None = None
    outcomes: dict[str, Code[Fetch]] = field(default_factory=dict)
    daily_confidence: str | None = None
    overlay_sections: tuple[Code[Section], ...] = ()
    overlay_loops: int = 0
    steering_used: bool = False


@dataclass(frozen=True, slots=True)
class PreflightTrace:
    """What was chosen before the answer: which model, how long, which tool first."""

    __pydantic_config__ = CAMEL

    outcome: Code[PreflightOutcome]
    model: str | None = None
    max_output_tokens: int | None = None
    first_tool: str | None = None
    refused: tuple[str, ...] = ()
    ms: float | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ContextNotes:
    """What the sources have to say for the trace: decisions, counts and scores; never a text."""

    __pydantic_config__ = CAMEL

    reading: ReadingTrace | None = None
    retrievals: tuple[Retrieval, ...] = ()
    startbrief_used: Annotated[bool, Field(alias="startbrief_used")] = False
    startbrief_fallback: Annotated[str | None, Field(alias="startbrief_fallback")] = None
    startbrief_items_count: Annotated[int, Field(alias="startbrief_items_count")] = 0
    bridge_chars: Annotated[int, Field(alias="bridgeText_chars")] = 0
    session_start: Annotated[SessionStartTrace, Field(alias="startbriefRuntime")] = SessionStartTrace()
    preflight: PreflightTrace | None = None
    unknown_models: tuple[str, ...] = ()
    """Which the persona names and this installation lacks."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Trace(ContextNotes):
    """What went into an answer and why. Further fields may join."""

    __pydantic_config__ = CAMEL

    turn_id: TurnId
    continues: TurnId | None = None
    """The turn whose answer this one goes on with."""
    blocks: tuple[BlockTrace, ...] = ()
    prompt_tokens: int = 0
    prompt_budget: int | None = None
    missing: tuple[MissingTrace, ...] = ()
    models: tuple[AttemptTrace, ...] = ()
    tools: tuple[ToolTrace, ...] = ()
    timings: dict[str, float] = field(default_factory=dict)
    """When each step ended, in milliseconds since the request came in."""
    speech: SpeechTrace = SpeechTrace()
    route: RouteTrace = RouteTrace()
    persona: str | None = None
    profile: str | None = None
    outcome: Code[Outcome | Literal["interrupted"]] | None = None
    sentence: str | None = None
    """What a person was told when it did not end well."""
    system_blocks: tuple[str, ...] = ()
    kept_characters: int | None = None
    """Of an answer whose process was lost."""
    is_forgotten: bool = False
    """What the turn was about was forgotten: counts and times stay."""
    forgotten: tuple[ForgottenTrace, ...] = ()
