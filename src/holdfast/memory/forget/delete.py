"""What goes, taken out of the memory, and with it whatever was made of it. What is left is owed anew.

A summary of another session may hold a piece as well: it goes, and is made again from turns that all stay. Every
session that loses something is held before the first row goes (`holds`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from uuid import UUID

from holdfast.core.db import Owner, Tx
from holdfast.core.jobs import enqueue
from holdfast.memory.forget import delete_store as store
from holdfast.memory.forget.delete_types import Tainted
from holdfast.memory.forget.hold import begin_again, hold_sessions
from holdfast.memory.forget.types import Gone, camel
from holdfast.memory.jobs import EMBED, LEARN, REFOLD
from holdfast.memory.learning.echoes import shingles
from holdfast.memory.parts import MemoryParts
from holdfast.memory.profile.refresh import clear_profile


@dataclass(frozen=True, slots=True)
class Taken:
    gone: Gone
    """With the sessions of which nothing was left."""
    counts: Mapping[str, int]
    names: Sequence[str]
    """Under which sinks may have got something of it."""


async def take_out(memory: MemoryParts, tx: Tx, owner: Owner, gone: Gone, probes: Sequence[str]) -> Taken:
    tainted = await _hold_tainted(tx, owner, probes)
    sessions = sorted({turn.session for turn in gone.turns} | set(gone.sessions))
    first = _first_to_go(gone, sessions, tainted)
    names = await store.delivered_names(tx, owner, first, gone.turns)

    await store.delete_learned(tx, owner, [fact.id for fact in gone.facts], [loop.id for loop in gone.loops])
    await store.delete_turns(tx, owner, [turn.id for turn in gone.turns])
    emptied = await store.emptied_sessions(tx, owner, sessions)
    await store.delete_sessions(tx, owner, list(emptied))
    left = [session for session in sessions if session not in emptied]
    rolling = {*left, *tainted.rolling} - set(emptied)
    owing = {session: seq for session, seq in first.items() if session not in emptied}
    await begin_again(tx, owner, sorted({*rolling, *owing}))
    outbox = await store.drop_deliveries(tx, owner, left, [turn for turn in gone.turns if turn.session in left])
    await store.fold_again(tx, owner, sorted(rolling))
    summaries = await store.owe_summaries(tx, owner, owing, memory.clock())
    swept = await store.sweep(tx, owner, probes) if probes else ()
    entities = await store.tidy_entities(tx, owner)
    jobs = await store.drop_jobs_about(tx, list(emptied))
    profile = await clear_profile(tx, owner) if not gone.is_empty else {}
    texts = [*(turn.text for turn in gone.turns), *(fact.text for fact in gone.facts)]
    await store.clear_shingles(tx, owner, sorted({shingle for text in texts for shingle in shingles(text)}))
    await store.drop_carried(tx, owner)
    for session in sorted({*rolling, *owing}):
        await enqueue(tx, REFOLD, {"session": session}, dedupe_key=str(session))
    for session in left:
        await enqueue(tx, LEARN, {"session": session}, dedupe_key=str(session))
    await enqueue(tx, EMBED, {}, dedupe_key="all")
    counts = {
        "turns": len(gone.turns),
        "facts": len(gone.facts) + sum(kind == "f" for kind, _ in swept),
        "loops": len(gone.loops) + sum(kind == "l" for kind, _ in swept),
        "sessions": len(emptied),
        "entities": entities,
        "outboxRows": outbox,
        "sessionSummaries": summaries,
        "jobs": jobs,
        **{camel(name): count for name, count in profile.items()},
    }
    whole = replace(
        gone,
        sessions=sorted({*gone.sessions, *emptied}),
        session_ids=sorted({*gone.session_ids, *emptied.values()}),
    )
    return Taken(whole, counts, names)


async def drop_chat_summaries(tx: Tx, user: UUID, chats: Sequence[UUID], probes: Sequence[str]) -> int:
    return await store.drop_chat_summaries(tx, user, chats, probes)


async def _hold_tainted(tx: Tx, owner: Owner, probes: Sequence[str]) -> Tainted:
    if not probes:
        return Tainted()
    await hold_sessions(tx, owner, (await store.tainted(tx, owner, probes)).sessions)
    # Once more: whoever was just writing one has done so now.
    tainted = await store.tainted(tx, owner, probes)
    await hold_sessions(tx, owner, tainted.sessions)
    return tainted


def _first_to_go(gone: Gone, sessions: Sequence[int], tainted: Tainted) -> dict[int, int]:
    """Of each session the first turn whose stretch has to be told anew, and all stretches after it."""
    first = dict(tainted.summaries)
    for turn in gone.turns:
        first[turn.session] = min(first.get(turn.session, turn.seq), turn.seq)
    return {**{session: 0 for session in sessions if session not in first}, **first}
