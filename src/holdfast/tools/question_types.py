"""What a tool asks its person in the middle of a call: a form, and what they answer."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Literal

from holdfast.core.ids import ChatId, QuestionId, TurnId, UserId

QuestionKind = Literal["text", "number", "integer", "yes_no", "choice", "choices"]
"""What a field of a form takes; `choices`: some of its options."""
QuestionAction = Literal["accept", "decline", "cancel"]
"""`cancel`: nobody answered, or they closed it."""


@dataclass(frozen=True, slots=True)
class QuestionOption:
    value: str
    title: str


@dataclass(frozen=True, slots=True)
class QuestionField:
    name: str
    kind: QuestionKind
    title: str
    description: str = ""
    is_required: bool = False
    options: Sequence[QuestionOption] = ()
    default: Any = None
    least: float | None = None
    """Of a number its value, of a text its characters, of choices how many."""
    most: float | None = None
    format: str | None = None


@dataclass(frozen=True, slots=True)
class ToolQuestion:
    """What a tool asks its person in the middle of a call. All words in it are the tool's."""

    message: str
    fields: Sequence[QuestionField]


@dataclass(frozen=True, slots=True)
class QuestionAnswer:
    action: QuestionAction
    content: Mapping[str, Any] = field(default_factory=dict)
    """Of `accept` alone; it fits the fields."""


ToolAsks = Callable[[ToolQuestion], Awaitable[QuestionAnswer]]


@dataclass(frozen=True, slots=True)
class OpenQuestion:
    """One that waits for its person, while the call that asked it runs."""

    id: QuestionId
    chat_id: ChatId
    call_id: str
    title: str
    """Of the tool."""
    origin: str
    question: ToolQuestion
    asked_at: datetime
    expires_at: datetime


@dataclass(frozen=True, slots=True)
class AskingCall:
    """The call that asks."""

    user_id: UserId
    chat_id: ChatId
    turn_id: TurnId
    call_id: str
    title: str
    origin: str
