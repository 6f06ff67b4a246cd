"""The prompt runtime settings, field by field, as they are stored and as they travel."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Annotated, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, Field
from pydantic.alias_generators import to_camel

from holdfast.core.ids import UserId

MAX_RULES = 50
MAX_PATTERN_CHARACTERS = 1_000


def _storable(text: str) -> str:
    if "\x00" in text:
        raise ValueError("text may not hold NUL")
    return text


class _Shape(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True, alias_generator=to_camel, validate_by_name=True)


class Rule(_Shape):
    """A regex with a name; the name, never what it matched, stands in the trace."""

    name: str = Field(pattern=r"^[a-z0-9][a-z0-9_-]{0,63}$")
    pattern: Annotated[str, Field(min_length=1, max_length=MAX_PATTERN_CHARACTERS), AfterValidator(_storable)]
    """In the syntax of RE2, without regard to case; it is looked for in each sentence by itself."""


Rules = Annotated[tuple[Rule, ...], Field(max_length=MAX_RULES)]
EntityName = Annotated[str, Field(pattern=r"^\w(?:[\w '-]{0,38}\w)?$")]


class PromptSettings(_Shape):
    thin_prompt: Annotated[str, Field(max_length=8_000), AfterValidator(_storable)]
    """Joins the kernel of personas that are routed."""
    conversational: Rules
    """A sentence that matches one of these asks for no action, whatever else it matches."""
    actionable: Rules
    """A sentence that matches one of these asks for an action."""
    action_entities: Annotated[tuple[EntityName, ...], Field(max_length=100)]
    """Verbs that ask for an action where they stand as a command: at the beginning, or after `please`, `can you` …"""
    can_requests: Rules
    """A sentence that matches one of these asks for a CAN report."""
    history_tokens: int = Field(ge=0, le=1_000_000)
    """What the conversation so far may take of the prompt."""
    prompt_tokens: int = Field(ge=500, le=1_000_000)
    """What the whole prompt may hold; the persona's own budget may make it smaller."""


@dataclass(frozen=True, slots=True)
class Current:
    version: int
    """0: nobody has changed anything yet."""
    settings: PromptSettings


@dataclass(frozen=True, slots=True)
class Version:
    version: int
    settings: PromptSettings
    changed_by: UserId | None
    """None: the defaults, or somebody who has left."""
    changed_at: datetime | None


@dataclass(frozen=True, slots=True)
class Matched:
    """What a text is taken for. Rules are told by name."""

    kind: Literal["conversational", "actionable"]
    rules: tuple[str, ...] = ()
    """The rules that decided."""
    entities: tuple[str, ...] = ()
    can_rule: str | None = None
    """The rule by which it asks for a CAN report."""

    @property
    def reason(self) -> str:
        if self.rules:
            return f"{'rule' if len(self.rules) == 1 else 'rules'} {', '.join(self.rules)}"
        if self.entities:
            return f"action {', '.join(self.entities)}"
        return "no rule and no action matched"
