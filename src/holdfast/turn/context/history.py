"""What was said in a chat before the message that is being answered, as far as its persona sees it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime

from holdfast.chats.messages import read_branch, read_spoken
from holdfast.chats.types import Message, SpokenBefore
from holdfast.core.db import Db, Tx, owner_of
from holdfast.core.ids import ChatId, SessionId
from holdfast.memory.summaries.chats import find_earlier_summary
from holdfast.memory.summaries.types import EarlierSummary
from holdfast.turn.context.blocks import summary_block
from holdfast.turn.context.opening.opening import KeptOpening, find_kept
from holdfast.turn.types import AcceptedTurn, Block


@dataclass(frozen=True, slots=True)
class History:
    """What the persona sees of the conversation, and what is told of the rest."""

    seen: Sequence[Message] = ()
    before: EarlierSummary | None = None
    """What is told of the messages before those; None: it is not asked for, or there are none."""
    spoken: SpokenBefore = field(default_factory=SpokenBefore)
    """By the person, in this session, before."""
    kept: KeptOpening | None = None
    """The packet of the session, if it has one."""

    def summary(self, chat_id: ChatId, as_of: datetime | None) -> Sequence[Block]:
        """Of what left the window; of a past moment, only what was known then."""
        found = self.before.summary if self.before else None
        if found is None or not found.text or (as_of and found.made_at and found.made_at > as_of):
            return ()
        return [summary_block(found.text, chat_id)]

    def of(self, session_id: SessionId | None) -> Sequence[Message]:
        return [message for message in self.seen if message.session_id == session_id]


async def read_history(db: Db, turn: AcceptedTurn, *, counts_turns: bool) -> History:
    """`counts_turns`: how often the person spoke is wanted, whatever the persona is told of the session's start."""
    window = turn.persona.settings.history
    leaf, session = turn.history_leaf, turn.ids.session_id
    opens = opens_session(turn)
    counts = counts_turns or opens
    looks_back = leaf is not None and (counts or window.messages > 0)
    told = turn.request.told.history if turn.request.told else None
    if told is not None and not opens:
        return _as_told(told, session, None)
    if not (looks_back or opens):
        return History()
    async with db.reading(owner_of(turn.ids.user_id)) as tx:
        kept = await find_kept(tx, turn.ids.user_id, session) if opens and session else None
        if told is not None:
            return _as_told(told, session, kept)
        if leaf is None or not looks_back:
            return History(kept=kept)
        seen: Sequence[Message] = ()
        if window.messages:
            only = session if window.scope == "session" else None
            seen = await read_branch(
                tx, turn.ids.user_id, turn.ids.chat_id, leaf, limit=window.messages, session_id=only
            )
        history = History(seen, await _told_before(tx, turn, seen), kept=kept)
        # What the persona sees may be less than the session, or nothing.
        if counts and session and (not seen or len(seen) == window.messages):
            return replace(history, spoken=await read_spoken(tx, turn.ids.user_id, turn.ids.chat_id, leaf, session))
    said = [message.text for message in history.of(session) if message.role == "user"]
    return replace(history, spoken=SpokenBefore(len(said), said[0] if said else None))


def _as_told(told: Sequence[Message], session_id: SessionId | None, kept: KeptOpening | None) -> History:
    """A conversation that a program keeps: whatever it tells was said in this session."""
    said = [message.text for message in told if message.role == "user"]
    spoken = SpokenBefore(len(said), said[0] if said else None)
    return History([replace(message, session_id=session_id) for message in told], spoken=spoken, kept=kept)


def opens_session(turn: AcceptedTurn) -> bool:
    """Whether the persona is told anything of what its session began with."""
    uses = turn.persona.uses
    is_asked = turn.ids.session_id is not None and turn.knows_person
    return is_asked and (uses("overlay") or uses("bridge") or uses("handover") or uses("ops"))


async def _told_before(tx: Tx, turn: AcceptedTurn, seen: Sequence[Message]) -> EarlierSummary | None:
    """Only a persona that sees the whole chat is told of its beginning."""
    window = turn.persona.settings.history
    if not turn.persona.uses("knowledge") or window.scope != "chat" or not len(seen) >= window.messages > 0:
        return None
    first = seen[0].id
    return await find_earlier_summary(tx, turn.ids.user_id, turn.ids.chat_id, first_seen=first, window=window.messages)
