"""What people said to the assistant, taken out when the memory forgets it: messages, traces, prompts, streams, files.

Answers that are being written for this person end here. They may have been told what is forgotten, and would bring it
back with their last words; their writer finds the stream ended, and writes nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar
from uuid import UUID

from holdfast.chats.forget import (
    count_answers_with,
    find_marked,
    forget_all_chats,
    forget_messages,
    hold_chats,
    said_still,
)
from holdfast.chats.recordings import forget_recordings
from holdfast.core.db import LOCAL_TENANT, Db, Owner, Tx
from holdfast.core.ids import MessageId, SessionId, UserId
from holdfast.imports.forget import forget_imports, hold_imports
from holdfast.memory.types import ErasedCounts, ForgottenRows, SessionTurn
from holdfast.stream.forget import forget_streams
from holdfast.stream.lifecycle import end_all
from holdfast.stream.live import LiveStreams
from holdfast.turn import store
from holdfast.turn.context.envelope.forget import count_envelopes_with, forget_facts
from holdfast.turn.context.opening.opening import forget_openings
from holdfast.turn.glassbox import trace_store
from holdfast.turn.listen import HEARD
from holdfast.turn.memory_feed import spoken_store
from holdfast.turn.memory_feed.feed import as_said

T = TypeVar("T")

_LATELY = 400
_RETOLD = ("session", "summary")
"""Sources that tell what was said in words of their own: whatever is forgotten, they may tell of it."""


class ChatEraser:
    """The memory's `Eraser` for the accounts of this installation; other tenants have no chats here."""

    def __init__(self, streams: LiveStreams | None = None) -> None:
        self._streams = streams

    async def unheard(self, db: Db, owner: Owner) -> Sequence[SessionTurn]:
        """The last day: told again, what is known already is passed over."""
        user = _account(owner)
        if user is None:
            return []
        async with db.as_user(user) as tx:
            return as_said(await spoken_store.find_spoken_lately(tx, user, most=_LATELY))

    async def find_marked(
        self, tx: Tx, owner: Owner, marks: Sequence[bytes], session_ids: Sequence[str]
    ) -> Sequence[tuple[str, str]]:
        user = _account(owner)
        if user is None:
            return []
        return [(str(one), text) for one, text in await find_marked(tx, user, marks, _ids(SessionId, session_ids))]

    async def said_still(self, tx: Tx, owner: Owner, probes: Sequence[str], without: Sequence[str]) -> Sequence[str]:
        user = _account(owner)
        return [] if user is None else await said_still(tx, user, probes, _ids(MessageId, without))

    async def hold(self, tx: Tx, owner: Owner) -> None:
        """All chats: a piece of it may stand in any of them, and whoever ends or deletes one holds it first too. Before
        them what brings more of them."""
        user = _account(owner)
        if user is not None:
            await hold_imports(tx, user)
            await hold_chats(tx, user)

    async def erase(self, tx: Tx, owner: Owner, gone: ForgottenRows) -> ErasedCounts:
        user = _account(owner)
        if user is None:
            return ErasedCounts({})
        if gone.kind == "everything":
            return await self._erase_all(tx, user)
        # Words that wait for their message to be sent again may tell of it, whatever it is.
        await forget_recordings(tx, user, HEARD)
        if not (gone.episodes or gone.facts or gone.loops or gone.session_ids):
            return ErasedCounts({})
        await store.interrupt_turns(tx, user, await end_all(tx, user))
        told = await forget_messages(
            tx,
            user,
            ids=_ids(MessageId, gone.external_ids),
            sessions=_ids(SessionId, gone.session_ids),
            probes=gone.probes,
        )
        sources = [
            *(("message", str(message)) for message in told.messages),
            *(("episode", str(episode)) for episode in gone.episodes),
            *(("fact", str(fact)) for fact in gone.facts),
            *(("loop", str(loop)) for loop in gone.loops),
            *(("chat_summary", str(chat)) for chat in told.chats),
        ]
        stripped = await trace_store.strip_traces(tx, user, sources, _RETOLD)
        turns = sorted({*told.turns, *await trace_store.turns_with(tx, user, gone.probes)})
        await store.blank_turns(tx, user, turns)
        counts = {
            "messages": len(told.messages),
            "chats": told.deleted_chats,
            "files": told.deleted_files,
            "streamChunks": await forget_streams(tx, self._streams, user, told.turns),
            "envelopeFacts": await forget_facts(tx, user, told.messages, gone.probes),
            "traces": await trace_store.empty_traces(tx, user, turns) + stripped,
            "promptTexts": await trace_store.drop_prompt_texts(tx, user, gone.probes),
            "sessionStarts": await forget_openings(tx, user),
        }
        named = [(str(session), str(message)) for session, message in told.in_sessions]
        return ErasedCounts(counts, named, told.chats)

    async def search(self, tx: Tx, owner: Owner, probes: Sequence[str]) -> int:
        user = _account(owner)
        if user is None:
            return 0
        answers, traces = await count_answers_with(tx, user, probes), await trace_store.traces_with(tx, user, probes)
        return answers + traces + await count_envelopes_with(tx, user, probes)

    async def _erase_all(self, tx: Tx, user_id: UserId) -> ErasedCounts:
        await end_all(tx, user_id)
        await forget_streams(tx, self._streams, user_id)
        messages = await forget_all_chats(tx, user_id)
        imports = await forget_imports(tx, user_id)
        texts = await trace_store.drop_prompt_texts(tx, user_id, ())
        return ErasedCounts(
            {"messages": len(messages), "imports": imports, "promptTexts": texts},
            [(str(session), str(message)) for session, message in messages],
        )


def _account(owner: Owner) -> UserId | None:
    if owner.tenant_id != LOCAL_TENANT:
        return None
    return next(iter(_ids(UserId, [owner.user_id])), None)


def _ids(kind: Callable[[UUID], T], names: Sequence[str]) -> Sequence[T]:
    """Ids that clients of the memory API chose may be anything; ours are UUIDs, spelt in one way only."""
    found = []
    for name in names:
        try:
            one = UUID(name)
        except ValueError:
            continue
        if str(one) == name:
            found.append(kind(one))
    return found
