"""What a memory can be asked, whichever it is."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, datetime
from typing import Any, Protocol

from holdfast.core.db import Owner
from holdfast.core.errors import Unavailable
from holdfast.core.ids import ReceiptId
from holdfast.memory.brief.types import Summaries
from holdfast.memory.forget.types import ForgetWish, Receipt
from holdfast.memory.loops.types import LoopChange, NewLoop
from holdfast.memory.profile.types import AboutAndPins
from holdfast.memory.types import (
    BriefQuery,
    CarriedVector,
    IncomingTurn,
    IngestResult,
    Loop,
    LoopStatus,
    Recalled,
    RecallQuery,
)

Wire = dict[str, Any]
"""The route's own answer, unread: whoever asked reads it with suspicion, wherever it came from."""


class MemoryUnavailable(Unavailable):
    """The memory service did not answer, or not in its own words."""

    code = "memory_unavailable"


class MemoryClient(Protocol):
    async def ingest(
        self,
        owner: Owner,
        said: IncomingTurn,
        *,
        session_id: str,
        persona_id: str | None = None,
        timezone: str | None = None,
    ) -> IngestResult:
        """`persona_id`: whom it was said to. The session is that persona's; what is learned from it is the person's.
        `timezone`: where the speaker's clock stands, by its IANA name."""

    async def close_session(self, owner: Owner, session_id: str) -> bool: ...

    async def recall(self, owner: Owner, query: RecallQuery) -> Recalled: ...

    def carried(self, text: str, *, made_of: str) -> CarriedVector | None:
        """The vector of a text, if it was made here a moment ago and this memory will want it when it learns the text.
        `made_of`: the same text, in the spelling it was embedded in."""

    async def note_recalled(self, owner: Owner, texts: Sequence[str]) -> None:
        """What recall found was put into a prompt: it must not come back as a new memory."""

    async def loops(
        self, owner: Owner, *, status: LoopStatus | None = None, persona_id: str | None = None
    ) -> Sequence[Loop]: ...

    async def add_loop(self, owner: Owner, wanted: NewLoop) -> Loop: ...

    async def change_loop(self, owner: Owner, loop_id: int, change: LoopChange) -> Loop: ...

    async def start_brief(self, owner: Owner, query: BriefQuery = BriefQuery()) -> Wire:
        """As `POST /session/startbrief` answers."""

    async def session_brief(self, owner: Owner, query: BriefQuery = BriefQuery()) -> Wire:
        """As `POST /session/brief` answers: the same packet, when there is no start brief to be had."""

    async def user_model(self, owner: Owner) -> Wire:
        """As `POST /user/model` answers."""

    async def daily(self, owner: Owner, *, day: date | None = None) -> Wire:
        """As `POST /analysis/daily` answers; without a day, yesterday on the person's calendar."""

    async def standing(self, owner: Owner, *, persona_id: str | None = None, limit: int = 50) -> AboutAndPins:
        """The one text a person wrote about themselves, empty while there is none, and what they pinned."""

    async def summaries(
        self,
        owner: Owner,
        *,
        session_id: str | None = None,
        persona_id: str | None = None,
        now: datetime | None = None,
    ) -> Summaries: ...

    async def ingest_session(
        self,
        owner: Owner,
        session_id: str,
        messages: Sequence[IncomingTurn],
        *,
        persona_id: str | None = None,
        timezone: str | None = None,
    ) -> int:
        """A whole transcript, or the part of one that is not there yet. How many of its messages are kept now."""

    async def forget(self, owner: Owner, what: ForgetWish, *, receipt_id: ReceiptId | None = None) -> Receipt:
        """In that memory alone; what chats keep of the same words is not its own. For both, see `forget.forget`."""

    async def aclose(self) -> None: ...
