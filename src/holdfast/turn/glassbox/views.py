"""What is told of a turn beside its trace: the turn run again, and its making while it runs. None of it is stored."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any, Literal

from holdfast.core.ids import TurnId
from holdfast.core.open_codes import Code
from holdfast.turn.codes import BlockKind
from holdfast.turn.glassbox.types import (
    CAMEL,
    AttemptTrace,
    BlockTrace,
    ContextNotes,
    MissingTrace,
    ReadingTrace,
    Retrieval,
)


@dataclass(frozen=True, slots=True)
class ReplayedText:
    __pydantic_config__ = CAMEL

    tokens: int
    text: str | None


@dataclass(frozen=True, slots=True)
class BlockDifference:
    __pydantic_config__ = CAMEL

    kind: Code[BlockKind]
    change: Literal["same", "changed", "added", "removed"]
    then: ReplayedText | None
    replayed: ReplayedText | None


@dataclass(frozen=True, slots=True)
class ReplayedAnswer:
    __pydantic_config__ = CAMEL

    then: str | None
    replayed: str | None


WhichMemory = Literal["then", "now"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Replay:
    """The turn again, and what is different."""

    __pydantic_config__ = CAMEL

    turn_id: TurnId
    memory: WhichMemory
    as_of: datetime | None
    prompt_tokens: int
    prompt_budget: int
    blocks: tuple[BlockTrace, ...]
    difference: tuple[BlockDifference, ...]
    answer: ReplayedAnswer
    error: str | None
    """Why no answer came, in a sentence."""
    missing: tuple[MissingTrace, ...]
    models: tuple[AttemptTrace, ...]
    retrievals: tuple[Retrieval, ...]
    reading: ReadingTrace | None


@dataclass(frozen=True, slots=True)
class DebugMessage:
    role: str
    content: Any
    """Text, or parts; of an image, how many bytes it has."""


@dataclass(frozen=True, slots=True)
class DebugPrompt:
    model: str
    messages: tuple[DebugMessage, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class DebugView:
    """What a turn's owner sees of its making while it runs."""

    __pydantic_config__ = CAMEL

    turn_id: TurnId
    blocks: tuple[BlockTrace, ...]
    prompt_tokens: int
    prompt_budget: int
    missing: tuple[MissingTrace, ...]
    notes: ContextNotes
    prompt: DebugPrompt | None = None
    """Only where it is asked for by name."""
