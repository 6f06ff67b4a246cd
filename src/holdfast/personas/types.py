"""`persona.toml`, field by field, and what becomes of it."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from functools import lru_cache
from pathlib import Path
from typing import Annotated, Literal, Self

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, model_validator
from pydantic.alias_generators import to_camel

from holdfast.core.errors import NotFound
from holdfast.core.ids import OrgId, OwnPersonaId, UserId

_CONTROL = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f]")


def _readable(text: str) -> str:
    """What a prompt and a screen can hold: letters, not the control characters that no database takes."""
    if _CONTROL.search(text):
        raise ValueError("holds control characters")
    if text and not text.strip():
        raise ValueError("holds nothing but white space")
    return text


def _without_repeats(names: tuple[str, ...]) -> tuple[str, ...]:
    if repeated := _repeated(names):
        raise ValueError(f"names {repeated} twice")
    return names


def _repeated(names: Iterable[str]) -> str | None:
    return next((name for name, count in Counter(names).items() if count > 1), None)


ID = r"^[a-z0-9][a-z0-9_-]{0,63}$"
ShortText = Annotated[str, Field(min_length=1, max_length=200), AfterValidator(_readable)]
PackName = Annotated[str, Field(pattern=ID)]
_Listed = Field(strict=False)
"""A persona cannot be changed, so its lists are tuples; files and wires know only one kind."""
Once = AfterValidator(_without_repeats)
BlockName = Literal["posture", "overlay", "bridge", "handover", "ops", "envelope", "knowledge", "recall"]
ALL_BLOCKS: tuple[BlockName, ...] = (
    "posture", "overlay", "bridge", "handover", "ops", "envelope", "knowledge", "recall",
)  # fmt: skip


COMING = frozenset({"composer_kinds"})
"""Fields for rooms that are not built yet: read, checked, and without effect. `docs/coming.md` tells of them."""


class _Section(BaseModel):
    """In a pack's file by its own names, over the wire in camelCase."""

    model_config = ConfigDict(
        extra="forbid",
        frozen=True,
        strict=True,
        alias_generator=to_camel,
        validate_by_name=True,
        serialize_by_alias=True,
    )


class HistorySection(_Section):
    """What of the conversation the model sees: the whole chat, or only the present session."""

    scope: Literal["session", "chat"] = "chat"
    messages: int = Field(default=50, ge=0, le=200)


class AnsweringSection(_Section):
    models: Annotated[tuple[ShortText, ...], _Listed, Once] = ()
    """Names (`provider:model`) to try first; empty, the installation's chain answers."""
    temperature: float | None = Field(default=None, ge=0, le=2)
    max_output_tokens: int = Field(default=4096, ge=16, le=100_000)
    prompt_tokens: int = Field(default=24_000, ge=500, le=1_000_000)
    """The budget of the whole prompt; the model's own window may make it smaller."""
    tool_rounds: int = Field(default=8, ge=0, le=50)
    """How often the model may use tools before it must answer."""
    thinking_tokens: int | None = Field(default=None, ge=0, le=100_000)
    """How long a model that can think before it answers may do so; None: as its provider likes."""
    preflight: bool = False
    """Ask a model beforehand which model, length and first tool suit the question."""
    on_crash: Literal["interrupt", "regenerate"] = "interrupt"
    """When the server dies while answering. `interrupt`: what was said is kept, and people are told. `regenerate`:
    another server answers anew in the same stream, twice at most."""


class SpeakingSection(_Section):
    """Whether the persona speaks its answers, to whoever takes them whole (not as a stream)."""

    speaks: Literal["always", "when_spoken_to", "never"] = "when_spoken_to"
    name: ShortText | None = None
    """One of the provider's voices, instead of the installation's."""


class RememberingSection(_Section):
    """How memory reaches the prompt, and how the conversation reaches memory."""

    recall: Literal["always", "librarian", "never"] = "always"
    """`always`: what fits the message, each turn. `librarian`: a gate decides, and the rest is not asked."""
    learn: Literal["turn", "session"] = "turn"
    """When what was said goes to memory: with each answer, or when its session closes."""


class RoutingSection(_Section):
    policy: Literal["open", "actionable"] = "open"
    """`open`: every turn has the persona's tools. `actionable`: only turns that ask for an action do."""
    can_reports: bool = False
    """A request for a CAN report (conditions, actions, needs) is answered at once while facts are missing."""


class KnowingSection(_Section):
    namespaces: Annotated[tuple[PackName, ...], _Listed, Once] = ()
    """Knowledge that every profile of the persona reads."""


class Profile(_Section):
    """A side of a persona that a chat can be held with: words of its own and knowledge of its own."""

    id: PackName
    name: ShortText
    description: ShortText
    text: Annotated[str, Field(min_length=1, max_length=8_000), AfterValidator(_readable)]
    """Joins the kernel, after it."""
    namespace: PackName
    """The knowledge that only this profile reads."""


class PackFields(_Section):
    """Each by itself; whether they fit together, `PersonaFile` knows."""

    name: ShortText
    description: ShortText
    kernel: ShortText = "kernel.md"
    """The prompt text that makes the persona, a file in the pack's folder."""
    session_gap_minutes: float = Field(default=5, gt=0, le=60 * 24 * 30)
    """Silence after which the next message opens a new session, measured from the last *user* message."""
    is_perpetual: bool = False
    """One chat for good, as with a companion, instead of a new one for each matter."""
    blocks: Annotated[tuple[BlockName, ...], _Listed, Once] = ALL_BLOCKS
    """The prompt blocks in use; their order is not the pack's to choose."""
    tools: Annotated[tuple[ShortText, ...], _Listed, Once] = ("*",)
    """Names of tools, or `*` for all of the installation's."""
    composer_kinds: Annotated[tuple[PackName, ...], _Listed, Once] = ()
    """Documents it can write with people."""
    history: HistorySection = HistorySection()
    answering: AnsweringSection = AnsweringSection()
    voice: SpeakingSection = SpeakingSection()
    memory: RememberingSection = RememberingSection()
    routing: RoutingSection = RoutingSection()
    knowledge: KnowingSection = KnowingSection()
    profiles: Annotated[tuple[Profile, ...], _Listed] = ()


class PersonaFile(PackFields):
    @model_validator(mode="after")
    def _fits_together(self) -> Self:
        _check_told_apart(self.profiles)
        if shared := set(self.knowledge.namespaces) & {profile.namespace for profile in self.profiles}:
            raise ValueError(f"{min(shared)} is a profile's own namespace and cannot be every profile's too")
        if self.routing.can_reports and "envelope" not in self.blocks:
            raise ValueError("can_reports needs the block envelope, which holds the facts of a report")
        if self.memory.recall == "librarian" and "recall" not in self.blocks:
            raise ValueError("the librarian needs the block recall")
        if "*" in self.tools and len(self.tools) > 1:
            raise ValueError("tools names * and others besides; * is all of them")
        return self


def _check_told_apart(profiles: Sequence[Profile]) -> None:
    """People choose a profile by its name, programs by its id, and its knowledge is its own."""
    for what, values in (
        ("id", [profile.id for profile in profiles]),
        ("name", [profile.name.strip().casefold() for profile in profiles]),
        ("namespace", [profile.namespace for profile in profiles]),
    ):
        if _repeated(values) is not None:
            raise ValueError(f"two profiles have the same {what}")


@dataclass(frozen=True, slots=True)
class Persona:
    id: str
    settings: PersonaFile
    kernel: str
    is_default: bool = False
    is_bundled: bool = False
    """Comes with the program, so its words are published."""
    profile: Profile | None = None
    """The side it is talked to by; its words are in the kernel already."""
    corpora: Mapping[str, Path] = field(default_factory=dict, hash=False, compare=False)
    """Texts that come with the pack: a folder for each of its namespaces that has any."""

    def uses(self, block: BlockName) -> bool:
        return block in self.settings.blocks

    def with_profile(self, profile_id: str) -> Persona:
        """The same persona from that side. The kernel comes first, so that what all profiles share is cached once."""
        for profile in self.settings.profiles:
            if profile.id == profile_id:
                return replace(self, kernel=f"{self.kernel}\n\n{profile.text.strip()}", profile=profile)
        raise NotFound(f"{self.settings.name} has no such profile.", code="unknown_profile")

    @property
    def namespaces(self) -> Sequence[str]:
        """The knowledge it reads, what is closest to the matter first."""
        own = (self.profile.namespace,) if self.profile else ()
        return (*own, *self.settings.knowledge.namespaces)


PersonaVisibility = Literal["private", "org"]


@dataclass(frozen=True, slots=True)
class OwnPersona:
    """Made by a person here; theirs, or their organization's."""

    id: OwnPersonaId
    user_id: UserId | None
    org_id: OrgId | None
    made_by: UserId | None
    """None: whoever made it has left the installation."""
    version: int
    created_at: datetime
    updated_at: datetime
    archived_at: datetime | None
    settings: str
    """JSON, as it was stored."""
    kernel: str

    @property
    def visibility(self) -> PersonaVisibility:
        return "private" if self.org_id is None else "org"

    @property
    def persona(self) -> Persona:
        return Persona(str(self.id), read_settings(self.settings), self.kernel)


@dataclass(frozen=True, slots=True)
class PersonaVersion:
    number: int
    settings: str
    kernel: str
    made_by: UserId | None
    made_at: datetime

    @property
    def read(self) -> PersonaFile:
        return read_settings(self.settings)


@lru_cache(maxsize=512)
def read_settings(stored: str) -> PersonaFile:
    return PersonaFile.model_validate_json(stored)
