from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

Words = Annotated[str, Field(min_length=1, max_length=200)]


class History(BaseModel):
    """What of the conversation the model sees: the whole chat, or only the present session."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    scope: Literal["session", "chat"] = "chat"
    messages: int = Field(default=50, ge=0, le=200)


class Answering(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)

    models: tuple[str, ...] = ()
    """Names (`provider:model`) to try first; empty, the installation's chain answers."""
    temperature: float | None = Field(default=None, ge=0, le=2)
    max_output_tokens: int = Field(default=4096, ge=16, le=100_000)
    prompt_tokens: int = Field(default=24_000, ge=500, le=1_000_000)
    """The budget of the whole prompt; the model's own window may make it smaller."""
    tool_rounds: int = Field(default=8, ge=0, le=50)


class Speaking(BaseModel):
    """Whether the persona speaks its answers, to whoever takes them whole (not as a stream)."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    speaks: Literal["always", "when_spoken_to", "never"] = "when_spoken_to"
    name: Words | None = None
    """One of the provider's voices, instead of the installation's."""


class PersonaFile(BaseModel):
    """`persona.toml`, field by field."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    name: Words
    description: Words
    kernel: str = "kernel.md"
    """The prompt text that makes the persona, a file beside this one."""
    session_gap_minutes: float = Field(default=5, gt=0, le=60 * 24 * 30)
    """Silence after which the next message opens a new session, measured from the last *user* message."""
    history: History = History()
    answering: Answering = Answering()
    voice: Speaking = Speaking()


@dataclass(frozen=True, slots=True)
class Persona:
    id: str
    settings: PersonaFile
    kernel: str
    is_default: bool = False
