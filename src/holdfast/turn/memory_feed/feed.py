"""What was said goes into memory, by the same door that everybody uses.

Two jobs bring it. One is written in the transaction that stores an answer, and brings both sides of that turn. The
other is written in the transaction that closes a session, and brings what memory lacks of the whole of it. A persona
that learns by session leaves its turns to the second; one that ends after its session has closed brings itself. The
message's id is the external id there, so nothing is remembered twice, however often and in whatever order they run.
With the words goes whom they were said to: a session is that persona's, and only she is told how it ended.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from holdfast.chats.sessions import note_fed
from holdfast.chats.types import text_of
from holdfast.core.db import Db, owner_of
from holdfast.core.ids import SessionId, TurnId, UserId
from holdfast.memory.client.types import MemoryClient
from holdfast.memory.intake.check import MAX_CHARACTERS
from holdfast.memory.types import IncomingTurn, SessionTurn
from holdfast.turn.memory_feed import spoken_store
from holdfast.turn.memory_feed.spoken_store import SpokenTurn

_AT_ONCE = 100
_CHARACTERS_AT_ONCE = 400_000
"""Of a transcript: another installation's memory takes no more than it can read in one piece."""


async def feed_memory(
    db: Db, remembers: MemoryClient, user_id: UserId, turn_id: TurnId, *, by_session: Sequence[str] = ()
) -> None:
    """`by_session`: the personas whose turns wait for the end of their session."""
    async with db.as_user(user_id) as tx:
        messages, zone = await spoken_store.find_spoken(tx, user_id, turn_id, by_session=by_session)
    for one in as_said(messages):
        await remembers.ingest(
            owner_of(user_id), one.said, session_id=one.session_id, persona_id=one.persona_id, timezone=zone
        )


async def feed_session(db: Db, remembers: MemoryClient, user_id: UserId, session_id: SessionId) -> None:
    """After a session has closed: what is not in memory yet comes, and the memory closes its own.

    Also for a persona that learns by turn. What its turns brought is passed over; but had it learned by session when
    this one opened, the beginning would be missing.
    """
    async with db.as_user(user_id) as tx:
        messages, zone = await spoken_store.find_spoken_in(tx, user_id, session_id)
    persona_id = messages[0].persona_id if messages else None
    for piece in _in_pieces([one.said for one in as_said(messages)]):
        await remembers.ingest_session(owner_of(user_id), str(session_id), piece, persona_id=persona_id, timezone=zone)
    await remembers.close_session(owner_of(user_id), str(session_id))
    async with db.as_user(user_id) as tx:
        await note_fed(tx, user_id, session_id)


def _in_pieces(transcript: Sequence[IncomingTurn]) -> Iterator[Sequence[IncomingTurn]]:
    piece: list[IncomingTurn] = []
    for said in transcript:
        if len(piece) == _AT_ONCE or sum(len(one.text) for one in piece) + len(said.text) > _CHARACTERS_AT_ONCE:
            yield piece
            piece = []
        piece.append(said)
    if piece:
        yield piece


def _nth(start: int, kept: int) -> str:
    """Pieces are numbered; what came later, when an answer went on, is named after where it begins."""
    return f"from-{start}" if kept else str(start // MAX_CHARACTERS + 1)


def as_said(messages: Sequence[SpokenTurn]) -> Sequence[SessionTurn]:
    """Turns as the memory takes them. What is too long for one comes in pieces."""
    found = []
    for message in messages:
        text = text_of(message.parts)
        for start in range(message.kept, len(text), MAX_CHARACTERS):
            piece = text[start : start + MAX_CHARACTERS]
            name = str(message.id) if start == 0 else f"{message.id}/{_nth(start, message.kept)}"
            if piece.strip():
                said = IncomingTurn(message.role, piece, message.created_at, external_id=name)
                found.append(SessionTurn(said, str(message.session_id), message.persona_id))
    return found
