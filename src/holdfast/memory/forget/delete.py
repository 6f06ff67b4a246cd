"""What goes, taken out of the memory, and with it whatever was made of it. What is left is owed anew.

A summary of another session may hold a piece as well: it goes, and is made again from turns that all stay. Every
session that loses something is locked before the first row goes. Each table is written by the store that owns it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime

from holdfast.core.db import Owner, Tx
from holdfast.core.ids import SessionRow
from holdfast.core.jobs import drop_jobs_about, enqueue
from holdfast.core.language.sentences import split_sentences
from holdfast.memory.forget import probes_store, store
from holdfast.memory.forget.types import Deletion, camel
from holdfast.memory.intake import sessions_store
from holdfast.memory.intake import store as turns_store
from holdfast.memory.jobs import EMBED, LEARN, REFOLD
from holdfast.memory.learning import store as learning_store
from holdfast.memory.learning.echoes import shingles
from holdfast.memory.learning.facts import store as facts_store
from holdfast.memory.learning.naming import store as entities_store
from holdfast.memory.loops import store as loops_store
from holdfast.memory.outbox import store as outbox_store
from holdfast.memory.parts import MemoryParts
from holdfast.memory.people import store as people_store
from holdfast.memory.profile import store as profile_store
from holdfast.memory.profile.refresh import clear_profile
from holdfast.memory.summaries import store as summaries_store


@dataclass(frozen=True, slots=True)
class DeletionResult:
    gone: Deletion
    """With the sessions of which nothing was left."""
    counts: Mapping[str, int]
    names: Sequence[str]
    """Under which sinks may have got something of it."""


@dataclass(frozen=True, slots=True)
class _Tainted:
    """Summaries that hold a piece of what goes."""

    rolling: Sequence[SessionRow] = ()
    """Sessions whose rolling summary does."""
    summaries: Mapping[SessionRow, int] = field(default_factory=dict)
    """Session → the last turn of the first stretch whose summary does."""

    @property
    def sessions(self) -> Sequence[SessionRow]:
        return sorted({*self.rolling, *self.summaries})


async def delete(memory: MemoryParts, tx: Tx, owner: Owner, gone: Deletion, probes: Sequence[str]) -> DeletionResult:
    patterns = probes_store.patterns_of(probes)
    tainted = await _lock_tainted(tx, owner, patterns)
    sessions = sorted({turn.session_row for turn in gone.turns} | set(gone.sessions))
    first = _first_to_go(gone, sessions, tainted)
    names = await outbox_store.delivered_names(tx, owner, first, [(turn.session_row, turn.seq) for turn in gone.turns])

    await facts_store.delete_facts(tx, owner, [fact.id for fact in gone.facts])
    await loops_store.delete_loops(tx, owner, [loop.id for loop in gone.loops])
    await _delete_turns(tx, owner, [turn.id for turn in gone.turns])
    emptied = await sessions_store.emptied_sessions(tx, owner, sessions)
    await sessions_store.delete_sessions(tx, owner, list(emptied))
    left = [session for session in sessions if session not in emptied]
    rolling = {*left, *tainted.rolling} - set(emptied)
    owing = {session: seq for session, seq in first.items() if session not in emptied}
    await sessions_store.raise_generation(tx, owner, sorted({*rolling, *owing}))
    lost = [(turn.session_row, turn.seq) for turn in gone.turns if turn.session_row in left]
    counts = {
        "turns": len(gone.turns),
        "facts": len(gone.facts),
        "loops": len(gone.loops),
        "sessions": len(emptied),
        "outboxRows": await outbox_store.delete_turns(tx, owner, lost),
        "sessionSummaries": await _fold_again(memory, tx, owner, left, sorted(rolling), owing),
    }
    if patterns:
        counts["facts"] += await facts_store.delete_facts_like(tx, owner, patterns)
        counts["loops"] += await loops_store.delete_loops_like(tx, owner, patterns)
        await profile_store.delete_analyses_like(tx, owner, patterns)
    counts["entities"] = await entities_store.tidy_entities(tx, owner)
    counts["jobs"] = await drop_jobs_about(tx, list(emptied))
    if not gone.is_empty:
        counts |= {camel(name): count for name, count in (await clear_profile(tx, owner)).items()}
    texts = [*(turn.text for turn in gone.turns), *(fact.text for fact in gone.facts)]
    hashes = sorted({shingle for text in texts for shingle in shingles(text)})
    await learning_store.clear_shingles(tx, owner, hashes)
    await store.drop_carried(tx, owner)
    await _enqueue(tx, sorted({*rolling, *owing}), left)
    whole = replace(
        gone,
        sessions=sorted({*gone.sessions, *emptied}),
        session_ids=sorted({*gone.session_ids, *emptied.values()}),
    )
    return DeletionResult(whole, counts, names)


async def delete_in_about(tx: Tx, owner: Owner, query: str, *, at: datetime) -> int:
    """The person's own text about themselves: the sentences that say it go, the others are theirs. How many go."""
    if not (about := await people_store.find_about(tx, owner)):
        return 0
    sentences = split_sentences(about)
    say_it = await probes_store.which_say(tx, sentences, query)
    if any(say_it):
        kept = [sentence for sentence, says in zip(sentences, say_it, strict=True) if not says]
        await people_store.set_about(tx, owner, " ".join(kept), at=at)
    return sum(say_it)


async def _lock_tainted(tx: Tx, owner: Owner, patterns: Sequence[str]) -> _Tainted:
    if not patterns:
        return _Tainted()
    await sessions_store.lock_sessions(tx, owner, (await _find_tainted(tx, owner, patterns)).sessions)
    # Once more: whoever was just writing one has done so now.
    tainted = await _find_tainted(tx, owner, patterns)
    await sessions_store.lock_sessions(tx, owner, tainted.sessions)
    return tainted


async def _find_tainted(tx: Tx, owner: Owner, patterns: Sequence[str]) -> _Tainted:
    rolling = await sessions_store.sessions_like(tx, owner, patterns)
    return _Tainted(rolling, await summaries_store.summaries_like(tx, owner, patterns))


def _first_to_go(gone: Deletion, session_rows: Sequence[SessionRow], tainted: _Tainted) -> dict[SessionRow, int]:
    """Of each session the first turn whose stretch has to be told anew, and all stretches after it."""
    first = dict(tainted.summaries)
    for turn in gone.turns:
        first[turn.session_row] = min(first.get(turn.session_row, turn.seq), turn.seq)
    return {**{session: 0 for session in session_rows if session not in first}, **first}


async def _delete_turns(tx: Tx, owner: Owner, turns: Sequence[int]) -> None:
    """What quotes them first: afterwards nobody knows that it did."""
    await loops_store.clear_reasons(tx, owner, turns)
    await entities_store.clear_relations(tx, owner, turns)
    await turns_store.delete_episodes(tx, owner, turns)


async def _fold_again(
    memory: MemoryParts,
    tx: Tx,
    owner: Owner,
    left: Sequence[SessionRow],
    rolling: Sequence[SessionRow],
    owing: Mapping[SessionRow, int],
) -> int:
    """`left`: sessions that lost turns; `rolling`: those folded from the beginning; `owing`: those whose stretches are
    told anew, and from which turn on. How many summaries go."""
    await outbox_store.delete_empty_stretches(tx, owner, left)
    await sessions_store.fold_again(tx, owner, rolling)
    await outbox_store.fold_again(tx, owner, rolling)
    await outbox_store.owe_summaries(tx, owner, owing, memory.clock())
    return await summaries_store.delete_summaries_after(tx, owner, owing)


async def _enqueue(tx: Tx, folded: Sequence[SessionRow], left: Sequence[SessionRow]) -> None:
    for session in folded:
        await enqueue(tx, REFOLD, {"session": session}, dedupe_key=str(session))
    for session in left:
        await enqueue(tx, LEARN, {"session": session}, dedupe_key=str(session))
    await enqueue(tx, EMBED, {}, dedupe_key="all")
