"""What comes back. Each has what one asks for most; `raw` is all of it, as the server said it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

Wire = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Answer:
    text: str
    conversation: str
    """Where it was said: give it to the next question, and the conversation goes on."""
    turn: str
    """By which `trace` opens it."""
    model: str = ""
    input_tokens: int = 0
    output_tokens: int = 0


@dataclass(frozen=True, slots=True)
class KnownFact:
    id: str
    text: str
    confidence: float
    score: float | None
    """How near it lies to what was asked; None where nothing was."""
    raw: Wire = field(repr=False)


@dataclass(frozen=True, slots=True)
class Episode:
    """Something that was said, word for word."""

    id: str
    role: str
    text: str
    timestamp: str
    score: float | None
    raw: Wire = field(repr=False)


@dataclass(frozen=True, slots=True)
class RecallResult:
    facts: Sequence[KnownFact]
    episodes: Sequence[Episode]


@dataclass(frozen=True, slots=True)
class OpenLoop:
    id: str
    kind: str
    status: str
    text: str
    due_at: str | None
    raw: Wire = field(repr=False)


@dataclass(frozen=True, slots=True)
class Analysis:
    """What one document says to a question."""

    answer: str | None
    data: Any
    """What fits the schema, where one was given."""
    citations: Sequence[Wire]
    is_whole: bool
    """False: the document is too long to be read at once, and what lies nearest was."""
    raw: Wire = field(repr=False)


@dataclass(frozen=True, slots=True)
class Passage:
    """A piece of a document."""

    id: str
    document_id: str
    title: str
    page: int | None
    text: str
    score: float
    raw: Wire = field(repr=False)
