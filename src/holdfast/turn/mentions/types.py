from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Literal, Protocol, get_args

from holdfast.core.ask_within import Missing
from holdfast.core.ids import ChatId, DocumentId, UserId
from holdfast.personas.types import Persona

MentionKind = Literal["resource", "tool", "server", "document", "persona", "person", "chat", "memory"]
MENTION_KINDS: tuple[MentionKind, ...] = get_args(MentionKind)
MentionState = Literal["ready", "not_connected", "not_allowed"]
Nearness = Literal["own", "shared", "house"]
"""Whose it is: the asker's, their organization's, everybody's here."""


@dataclass(frozen=True, slots=True)
class WrittenMention:
    """A mention as it stands in a message."""

    text: str
    """All of it: `@doc:"Lease 2024"`."""
    name: str
    kind: MentionKind | None = None
    """None: whatever has this name."""
    tail: str | None = None
    """The last letters of its id, where the name alone does not tell it from others."""
    is_implied: bool = False
    """It is called by its name without an @: where nothing is called so, it was not meant."""


@dataclass(frozen=True, slots=True)
class MentionAsker:
    """On whose behalf mentions are looked up, and in which chat."""

    user_id: UserId
    persona_id: str
    chat_id: ChatId | None = None
    """None: somebody types, and no turn has begun."""
    knows_person: bool = True
    """False: nothing that is known of the person may be told."""
    said: str = ""
    """The message, for what is filled in from it."""


@dataclass(frozen=True, slots=True)
class MentionItem:
    """Something that can be mentioned, as it is offered."""

    mention: str
    kind: MentionKind
    label: str
    hint: str = ""
    state: MentionState = "ready"
    remedy: str | None = None
    """What to do where it is not ready."""
    remedy_address: str | None = None
    """The page of the client where that is done."""
    near: Nearness = "own"
    used_at: datetime | None = None
    """When it was last changed or talked with."""
    id: str = ""

    @property
    def reference(self) -> str:
        """As a message that names it is counted."""
        return f"{self.kind}:{self.id}"


@dataclass(frozen=True, slots=True)
class QuotedThing:
    """What is known of something: told as a quotation."""

    title: str
    lines: Sequence[str]
    sources: Sequence[tuple[str, str]]
    """Kind and id of what it is from."""
    recalled: Sequence[str] = ()
    """Texts of the memory among them."""


@dataclass(frozen=True, slots=True)
class FetchedText:
    """What a connected server gave for a mention: somebody else's words."""

    title: str
    text: str
    source: str
    is_wording: bool = False
    """The words that the person wants their message to be answered by; else what they want told, as data."""


class NotFetched(Exception):
    """`sentence` is what the model and the person are told."""

    def __init__(self, sentence: str) -> None:
        super().__init__(sentence)
        self.sentence = sentence


@dataclass(frozen=True, slots=True)
class MentionedThing:
    """What a mention of a message means, and what it brings along."""

    kind: MentionKind
    id: str
    written: WrittenMention
    told: str
    """What the model is told of it, in one line."""
    document_id: DocumentId | None = None
    """Its passages are told with those that were found."""
    persona: Persona | None = None
    """Whose words join this answer."""
    quoted: QuotedThing | None = None
    """What is known of it."""
    fetch: Callable[[], Awaitable[FetchedText]] | None = None
    """It is asked for elsewhere, once the turn wants to tell it; `NotFetched` where nothing comes of that."""

    @property
    def reference(self) -> str:
        return f"{self.kind}:{self.id}"


@dataclass(frozen=True, slots=True)
class Mentioned:
    """All that a message mentions."""

    things: Sequence[MentionedThing] = ()
    unknown: Sequence[WrittenMention] = ()
    """Of a kind that was named, and nothing that the asker may use is called so."""
    missing: Sequence[Missing] = ()

    @property
    def document_ids(self) -> Sequence[DocumentId]:
        return [one.document_id for one in self.things if one.document_id]

    @property
    def quoted(self) -> Sequence[QuotedThing]:
        return [one.quoted for one in self.things if one.quoted]

    @property
    def personas(self) -> Sequence[Persona]:
        return [one.persona for one in self.things if one.persona]


@dataclass(frozen=True, slots=True)
class OfferWish:
    """What somebody has typed so far."""

    query: str = ""
    kinds: Sequence[MentionKind] = field(default=MENTION_KINDS)
    limit: int = 20


class MentionResolver(Protocol):
    """One kind of thing: what of it is offered, and what a mention of it brings."""

    @property
    def kind(self) -> MentionKind: ...

    async def offer(self, asker: MentionAsker, query: str, limit: int) -> Sequence[MentionItem]: ...

    async def find(self, asker: MentionAsker, written: WrittenMention) -> MentionedThing | None:
        """None: nothing that the asker may use is called so."""
