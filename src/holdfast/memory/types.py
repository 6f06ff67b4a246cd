"""What the parts of the memory service hand to each other, and to whoever asks it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Literal, Protocol

from holdfast.core.db import Db, Owner, Tx
from holdfast.core.ids import ChatId, ReceiptId, SessionRow

SpeakerRole = Literal["user", "assistant", "system", "tool"]
LearnedFrom = Literal["model", "rules", "person"]
LoopKind = Literal["commitment", "thread", "friction", "habit", "win"]
LoopStatus = Literal["open", "completed", "dropped"]
TimeHorizon = Literal["today", "this_week", "this_month", "later", "ongoing"]


@dataclass(frozen=True, slots=True)
class IncomingTurn:
    """One turn as it comes in."""

    role: SpeakerRole
    text: str
    said_at: datetime
    external_id: str | None = None
    name: str | None = None
    """Who speaks, where it is not simply the person and the assistant."""


@dataclass(frozen=True, slots=True)
class SessionTurn:
    """A turn, in which session it was said, and with which persona that was."""

    said: IncomingTurn
    session_id: str
    persona_id: str | None = None


@dataclass(frozen=True, slots=True)
class Episode:
    """One turn as it is kept."""

    id: int
    session_row: SessionRow
    """The session's row; `session_id` is the name its client gave it."""
    session_id: str
    seq: int
    role: SpeakerRole
    text: str
    said_at: datetime
    external_id: str | None = None
    name: str | None = None
    persona_id: str | None = None


@dataclass(frozen=True, slots=True)
class IngestResult:
    session_id: str
    buffer_size: int
    evicted: int
    is_repeat: bool = False


@dataclass(frozen=True, slots=True)
class Evidence:
    episode_id: int
    external_id: str | None


@dataclass(frozen=True, slots=True)
class Fact:
    id: int
    subject: str
    predicate: str
    object: str
    text: str
    confidence: float
    source: LearnedFrom
    learned_at: datetime
    valid_from: datetime | None = None
    valid_to: datetime | None = None
    retired_at: datetime | None = None
    retired_because: str | None = None
    superseded_by: int | None = None
    lineage: int | None = None
    times_reinforced: int = 0
    reinforced_at: datetime | None = None
    is_pinned: bool = False
    is_doubtful: bool = False
    persona_id: str | None = None
    evidence: Sequence[Evidence] = ()
    kinds: Mapping[str, float] = field(default_factory=dict)
    """What it is about, and how much; the strongest first."""


@dataclass(frozen=True, slots=True)
class Entity:
    id: int
    name: str
    kind: str
    relation: str | None
    mentions: int
    last_at: datetime


@dataclass(frozen=True, slots=True)
class Loop:
    id: int
    kind: LoopKind
    status: LoopStatus
    text: str
    confidence: float
    salience: float
    time_horizon: TimeHorizon
    source: LearnedFrom
    opened_at: datetime
    due_at: datetime | None = None
    snoozed_until: datetime | None = None
    reinforced_at: datetime | None = None
    times_reinforced: int = 0
    closed_at: datetime | None = None
    closed_because: str | None = None
    evidence: Sequence[Evidence] = ()


@dataclass(frozen=True, slots=True)
class RecalledFact:
    fact: Fact
    score: float
    nearness: float | None = None
    """Of its meaning to what was asked, as an inner product; None: not known."""
    is_needed: bool = False
    """It is of a kind that was needed, whether or not it shares a word with what was asked."""


@dataclass(frozen=True, slots=True)
class RecalledEpisode:
    episode: Episode
    score: float
    neighbours: Sequence[Episode] = ()
    """What was said around it; only when asked for."""
    nearness: float | None = None
    """As above; of a short turn, together with the one before."""


@dataclass(frozen=True, slots=True)
class CarriedVector:
    """A vector on its way from the turn that made it to the job that will want it."""

    digest: bytes
    """Of the text."""
    embedder: str
    vector: bytes
    """Its numbers as they were made, 32 bits each, little end first."""
    tokens: bytes | None = None
    """The vectors of its word pieces, packed, where the embedder makes such."""


@dataclass(frozen=True, slots=True)
class RecallQuery:
    """What a memory is asked, by whatever door."""

    text: str
    """Its words are looked up."""
    said: str | None = None
    """The message that the text was made of. What is near in meaning is looked for by all of it, where the memory can:
    a query of bare words means less."""
    limit: int = 10
    now: datetime | None = None
    as_of: datetime | None = None
    """With what was known at that moment."""
    persona_id: str | None = None
    include_context: bool = False
    """Each turn with those right before and after it."""


@dataclass(frozen=True, slots=True)
class BriefQuery:
    """For which session a brief is asked, and when."""

    session_id: str | None = None
    persona_id: str | None = None
    now: datetime | None = None
    timezone: str | None = None
    """Where the person's clock stands just now."""
    started_at: datetime | None = None
    """Of a session that has gone on for a while; what was said since is its own."""


@dataclass(frozen=True, slots=True)
class Recalled:
    """What a question brought back, each list ranked, the best first."""

    facts: Sequence[RecalledFact]
    episodes: Sequence[RecalledEpisode]
    entities: Sequence[Entity]
    ms: float
    statements: Sequence[str] = ()
    """Facts that a memory elsewhere told as bare text: without an id, a date or evidence, so without a claim to any."""
    needs_nothing: bool = False
    """What was asked is surely none of the person's matter: a sum, a translation, a question about the world."""

    @property
    def texts(self) -> Sequence[str]:
        facts = [hit.fact.text for hit in self.facts]
        return [*facts, *self.statements, *(hit.episode.text for hit in self.episodes)]


@dataclass(frozen=True, slots=True)
class Delivery:
    """What the outbox sends to a sink. The name is the same on every try, so that a repeat has one effect."""

    name: str
    text: str
    said_at: datetime
    what: Literal["turn", "session"]


class SinkRefused(Exception):
    """The sink will never take this: no further try will help."""


class SinkUnavailable(Exception):
    """The sink is down or slow: try again later."""


class Sink(Protocol):
    """A second place that memories go to. Never needed for an answer."""

    @property
    def name(self) -> str: ...

    async def deliver(self, owner: Owner, delivery: Delivery) -> None: ...

    async def search(self, owner: Owner, query: str, *, limit: int, now: datetime) -> Sequence[str]:
        """Texts of facts it knows; empty when it is down or slow."""

    async def ping(self) -> None:
        """`SinkUnavailable` when nobody is there."""

    async def forget(self, owner: Owner, names: Sequence[str] | None) -> int:
        """Take out what was delivered under these names; None: everything of this owner. How many were there."""


ForgetKind = Literal["facts", "sessions", "messages", "period", "query", "everything"]


@dataclass(frozen=True, slots=True)
class ForgottenRows:
    """What is being forgotten, for those who keep copies of it elsewhere."""

    kind: ForgetKind
    session_ids: Sequence[str] = ()
    """Sessions that go as a whole."""
    external_ids: Sequence[str] = ()
    """Of the turns that go."""
    episodes: Sequence[int] = ()
    facts: Sequence[int] = ()
    loops: Sequence[int] = ()
    probes: Sequence[str] = ()
    """Pieces of what was said that stand nowhere else: words in lower case, one space between."""


@dataclass(frozen=True, slots=True)
class ErasedCounts:
    counts: Mapping[str, int]
    external_ids: Sequence[tuple[str, str]] = ()
    """(session id, external id) of messages that went and had perhaps not come to the memory yet."""
    chats: Sequence[ChatId] = ()
    """Chats that lost something."""


class Eraser(Protocol):
    """Takes out what another room keeps of the same words, in the forget's own transaction."""

    async def unheard(self, db: Db, owner: Owner) -> Sequence[SessionTurn]:
        """What was said there lately and may still be on its way here."""

    async def find_marked(
        self, tx: Tx, owner: Owner, marks: Sequence[bytes], session_ids: Sequence[str]
    ) -> Sequence[tuple[str, str]]:
        """(external id, text) of what the person said there under these marks (`memory_mark`), or in these sessions."""

    async def said_still(self, tx: Tx, owner: Owner, probes: Sequence[str], without: Sequence[str]) -> Sequence[str]:
        """Those of the pieces that the person said there as well, in other messages than these."""

    async def hold(self, tx: Tx, owner: Owner) -> None:
        """Before the first row goes anywhere: from here on nobody else changes there what may have to go."""

    async def erase(self, tx: Tx, owner: Owner, gone: ForgottenRows) -> ErasedCounts: ...

    async def search(self, tx: Tx, owner: Owner, probes: Sequence[str]) -> int:
        """In how many places any of these pieces still stands."""


class Remote(Protocol):
    """A memory that is another installation's, as far as forgetting needs it. Answers are its routes' own."""

    async def ingest(
        self, owner: Owner, said: IncomingTurn, *, session_id: str, persona_id: str | None = None
    ) -> IngestResult: ...

    async def carry_out(self, owner: Owner, wish: Mapping[str, Any], receipt_id: ReceiptId) -> Mapping[str, Any]:
        """`POST /memory/forget`; asked again with the same number, it is done once and answered alike."""

    async def count(self, owner: Owner, wish: Mapping[str, Any]) -> Mapping[str, int]:
        """`POST /memory/forget/count`."""

    async def marks(self, owner: Owner, receipt_id: ReceiptId) -> Mapping[str, Any]:
        """`GET /memory/receipts/{id}/marks`."""

    async def verify(self, owner: Owner, receipt_id: ReceiptId) -> Mapping[str, Any]:
        """`GET /memory/receipts/{id}/verify`."""
