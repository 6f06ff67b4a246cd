"""A source: where something that the model may be told comes from.

It is asked in a task of its own, as soon as what it needs is known: the message alone (`ContextRequest`), with the
conversation before it (`WithPast`), or with how the message is taken and what was recalled for it (`WithReading`). What
it gives is a `Contribution`. One that fails or takes longer than its seconds is missing, and the turn goes on.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Generic, TypeVar

from holdfast.chats.types import Message
from holdfast.core.ask_within import Missing
from holdfast.models.types import Image
from holdfast.turn.context.history import History
from holdfast.turn.context.opening.opening import Packet
from holdfast.turn.context.parts import ContextParts
from holdfast.turn.glassbox.types import ContextNotes, Retrieval
from holdfast.turn.librarian.types import Recalls
from holdfast.turn.mentions.types import Mentioned
from holdfast.turn.reading.read import MessageReader
from holdfast.turn.reading.utterance import Utterance
from holdfast.turn.types import AcceptedTurn, Block, Opening, Reading, SessionStart, ToldPassage

DEADLINE_SECONDS = 5.0


@dataclass(frozen=True, slots=True)
class LookBack:
    """An old turn is looked at again."""

    as_of: datetime | None
    """With the memory of that moment; None: of now."""
    packet: Packet
    """Which one of the session's start."""


@dataclass(frozen=True, slots=True)
class ContextRequest:
    """What is known when a turn begins."""

    parts: ContextParts
    turn: AcceptedTurn
    now: datetime
    """On the clock of whoever asks."""
    recalls: Recalls
    """The memory, which may have been asked already."""
    history: Awaitable[History] | None = None
    """The conversation, where it is being read already."""
    seen: Utterance | None = None
    """The message, where it was looked at already."""
    look_back: LookBack | None = None
    early: Mapping[str, Awaitable[Contribution]] = field(default_factory=dict)
    """Sources that were asked while the message was stored."""
    mentioned: asyncio.Task[Mentioned] | None = None
    """What the message mentions, as it is being looked up; None: nothing."""

    async def mentions(self) -> Mentioned:
        """Whoever waits for them too long gives up alone."""
        return await asyncio.shield(self.mentioned) if self.mentioned else Mentioned()

    @property
    def as_of(self) -> datetime | None:
        return self.look_back.as_of if self.look_back else None


@dataclass(frozen=True, slots=True)
class WithPast:
    """And the conversation so far is known, and what its session began with."""

    request: ContextRequest
    history: History
    before: Sequence[Message]
    """Of the history, what was said in this session."""
    opening: Opening | None
    reader: MessageReader
    """How the message is taken: by the rules at once, by others as far as somebody waits for it."""
    missing: Sequence[Missing] = ()

    @property
    def start(self) -> SessionStart:
        return self.opening.start if self.opening else SessionStart()


@dataclass(frozen=True, slots=True)
class WithReading:
    """And it is known how the message is taken, and what was recalled for it."""

    past: WithPast
    reading: Reading
    recalled: Block | None

    @property
    def request(self) -> ContextRequest:
        return self.past.request


@dataclass(frozen=True, slots=True)
class Contribution:
    """What a source gives."""

    blocks: Sequence[Block] = ()
    notes: ContextNotes | None = None
    """For the trace, from the one source that knows the session: how it began, and how the message was taken."""
    retrievals: Sequence[Retrieval] = ()
    """For the trace: what was looked up where, and what was found; emptied by a forget."""
    missing: Sequence[Missing] = ()
    """What it would have given, and why it could not."""
    images: Sequence[Image] = ()
    recalled: Sequence[str] = ()
    """Texts of the memory that its blocks tell."""
    opening: Opening | None = None
    """The session's packet, as this turn leaves it."""
    owes_summary: bool = False
    passages: Sequence[ToldPassage] = ()
    """Of documents, as its blocks number them."""


Known = TypeVar("Known", ContextRequest, WithPast, WithReading)


def _always(_: ContextRequest) -> bool:
    return True


@dataclass(frozen=True, slots=True)
class ContextSource(Generic[Known]):
    name: str
    """As it is called when it is missing."""
    needs: type[Known]
    gather: Callable[[Known], Awaitable[Contribution]]
    seconds: float = DEADLINE_SECONDS
    is_asked: Callable[[ContextRequest], bool] = _always
    """False: it has nothing to say to this persona, or to this message."""
    tells_of_person: bool = False
    """It tells what is known of the person: never in a temporary chat."""
    is_remembered: bool = False
    """It tells what is known from elsewhere than this chat: left aside by an answer that is wanted without memory."""

    def is_asked_by(self, request: ContextRequest) -> bool:
        turn = request.turn
        is_left_aside = self.is_remembered and not turn.request.uses_memory
        is_private = self.tells_of_person and not turn.knows_person
        return not is_left_aside and not is_private and self.is_asked(request)


AnySource = ContextSource[Any]


def merge(given: Iterable[Contribution]) -> Contribution:
    """In their order."""
    given = list(given)
    return Contribution(
        blocks=[block for one in given for block in one.blocks],
        notes=next((one.notes for one in given if one.notes), None),
        retrievals=[found for one in given for found in one.retrievals],
        missing=[missing for one in given for missing in one.missing],
        images=[image for one in given for image in one.images],
        recalled=[text for one in given for text in one.recalled],
        opening=next((one.opening for one in given if one.opening), None),
        owes_summary=any(one.owes_summary for one in given),
        passages=[told for one in given for told in one.passages],
    )
