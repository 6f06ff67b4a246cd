"""What can be forgotten, and what is told of it afterwards."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from holdfast.core.ids import ReceiptId, SessionRow
from holdfast.memory.types import ForgetKind


@dataclass(frozen=True, slots=True)
class ForgetFacts:
    """These facts in all their versions, what was concluded from them, and the loops that say the same."""

    ids: Sequence[int]
    kind: ForgetKind = field(default="facts", init=False)


@dataclass(frozen=True, slots=True)
class ForgetSessions:
    """Everything that was said in these sessions, by the names their clients gave them."""

    session_ids: Sequence[str]
    skips_unknown: bool = False
    """Sessions that never came to the memory are passed over there; what chats keep of them goes all the same."""
    kind: ForgetKind = field(default="sessions", init=False)


@dataclass(frozen=True, slots=True)
class ForgetMessages:
    """These turns, by the names they have at their sender, and what was learned from them alone. Of the memory only:
    where they were said, they stay."""

    external_ids: Sequence[str]
    kind: ForgetKind = field(default="messages", init=False)


@dataclass(frozen=True, slots=True)
class ForgetPeriod:
    """Everything that was said from one moment on and before another."""

    begins: datetime
    ends: datetime
    kind: ForgetKind = field(default="period", init=False)


@dataclass(frozen=True, slots=True)
class ForgetQuery:
    """Every turn, fact and loop that says it."""

    query: str
    kind: ForgetKind = field(default="query", init=False)


@dataclass(frozen=True, slots=True)
class ForgetEverything:
    kind: ForgetKind = field(default="everything", init=False)


@dataclass(frozen=True, slots=True)
class ForgetAgain:
    """What a receipt spoke of, by the numbers in its marks: after a backup brought it back."""

    kind: ForgetKind
    turns: Sequence[int]
    facts: Sequence[int]
    loops: Sequence[int]
    sessions: Sequence[SessionRow]
    unteaching: Sequence[int]
    digests: Sequence[bytes]


@dataclass(frozen=True, slots=True)
class Marks:
    """What a memory elsewhere forgot, in its own numbers, and the names of the messages it knew it by, hashed."""

    turns: Sequence[int] = ()
    facts: Sequence[int] = ()
    loops: Sequence[int] = ()
    messages: Sequence[bytes] = ()


@dataclass(frozen=True, slots=True)
class ForgetLocal:
    """What a memory elsewhere has forgotten already, and what of it is in the chats here, or still in this memory."""

    kind: ForgetKind
    marks: Marks
    session_ids: Sequence[str] = ()
    query: str | None = None


ForgetWish = (
    ForgetFacts
    | ForgetSessions
    | ForgetMessages
    | ForgetPeriod
    | ForgetQuery
    | ForgetEverything
    | ForgetAgain
    | ForgetLocal
)


@dataclass(frozen=True, slots=True)
class DeletedTurn:
    """A turn that goes."""

    id: int
    session_row: SessionRow
    seq: int
    role: str
    session_id: str
    is_generated: bool
    external_id: str | None
    text: str
    stored_at: datetime


@dataclass(frozen=True, slots=True)
class DeletedItem:
    """A fact or a loop that goes."""

    id: int
    text: str


@dataclass(frozen=True, slots=True)
class Deletion:
    """The rows that go, all of them known before the first is deleted."""

    kind: ForgetKind
    turns: Sequence[DeletedTurn] = ()
    facts: Sequence[DeletedItem] = ()
    loops: Sequence[DeletedItem] = ()
    sessions: Sequence[SessionRow] = ()
    """Rows of sessions of which nothing is left."""
    session_ids: Sequence[str] = ()
    unteaching: Sequence[int] = ()
    """Turns that stay, but from which nothing is learned again."""

    @property
    def is_empty(self) -> bool:
        return not (self.turns or self.facts or self.loops or self.sessions)


@dataclass(frozen=True, slots=True)
class Receipt:
    id: ReceiptId
    made_at: datetime
    body: Mapping[str, Any]
    """What was signed: kind, counts, keyed hashes, where it was looked for again and what was found. No word of it."""
    signature: bytes
    is_imported: bool = False

    @property
    def is_verified(self) -> bool:
        """Whether nothing was found again when it was made."""
        return bool(self.body.get("verified"))


@dataclass(frozen=True, slots=True)
class Verification:
    is_valid: bool
    """The receipt is as we signed it, and so are the marks it speaks of."""
    is_gone: bool
    """None of the rows it speaks of is there today."""
    found: Mapping[str, int]
    waiting: Sequence[str]
    """Sinks that could not be reached yet; they are tried again."""
    checked: Sequence[str] = ()
    """Where it was looked: rows by their numbers, the memory elsewhere, texts by their hashes."""
    same_words: int | None = None
    """Turns, facts and loops of today that say to the letter what was forgotten: brought back by an import, or said
    anew. They are no sign that something was kept. None: nothing was kept by which one could tell."""


def camel(name: str) -> str:
    """Counts are told as everything on the wire is."""
    first, *others = name.split("_")
    return first + "".join(word.title() for word in others)


@dataclass(frozen=True, slots=True)
class NewPending:
    """A deletion that a sink, or a memory elsewhere, has to carry out."""

    receipt_id: ReceiptId
    sink: str
    due_at: datetime
    names: Sequence[str] | None = None
    """Under which the sink got what goes; None: everything of the owner, or what the wish says."""
    wish: Mapping[str, Any] | None = None


@dataclass(frozen=True, slots=True)
class ForgetRecord:
    """What a receipt is made of."""

    gone: Deletion
    counts: Mapping[str, int]
    found: Mapping[str, int]
    """Afterwards, by each way one can ask; nothing, if all is well."""
    messages: Sequence[tuple[str | None, str]]
    """(session id, external id)."""
    digests: Sequence[bytes] = ()
    remote: Mapping[str, Any] | None = None
    """The receipt of the memory elsewhere that has forgotten it before."""


@dataclass(frozen=True, slots=True)
class Pending:
    """A deletion that a sink, or a memory elsewhere, still has to carry out."""

    id: int
    sink: str
    names: Sequence[str] | None
    is_done: bool
    attempts: int
    receipt: ReceiptId
    wish: Mapping[str, Any] | None = None
    """What a memory elsewhere has to forget."""
