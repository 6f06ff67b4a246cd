"""Which turns, facts and loops a wish means, all of them known before the first goes.

Forgetting a fact means the fact in all its versions, what was concluded from it, the loops that say the same, and the
turns that say nothing else we know of. A turn from which other facts or loops were learned as well stays, and nothing
is learned from it again; to have it gone too, forget its session, or what it says.

Forgetting cannot be undone, so a query asks for more than recall does: a turn goes if it holds every word of it, or if
recall ranks it above its floor and it holds at least half of the words. What is merely near in meaning stays.
"""

from __future__ import annotations

from collections.abc import Sequence

from holdfast.core.db import Owner, Tx
from holdfast.core.errors import Invalid, NotFound
from holdfast.memory.forget import select_store as store
from holdfast.memory.forget.probes import WORDS_IN_PROBE, echoes_of, probes_of
from holdfast.memory.forget.types import (
    DeletedTurn,
    Deletion,
    ForgetAgain,
    ForgetFacts,
    ForgetLocal,
    ForgetMessages,
    ForgetPeriod,
    ForgetQuery,
    ForgetSessions,
    ForgetWish,
)
from holdfast.memory.intake.sessions_store import lock_sessions, raise_generation
from holdfast.memory.parts import MemoryParts
from holdfast.memory.recall.choose import FLOOR
from holdfast.memory.recall.recall import recall
from holdfast.memory.types import RecallQuery

MAX_QUERY_CHARACTERS = 1_000
_MAX_RECALLED = 100


async def select(tx: Tx, owner: Owner, what: ForgetWish, meant: Sequence[int]) -> Deletion:
    """`meant`: the turns that a query means (`find_turns_meant`)."""
    match what:
        case ForgetFacts():
            return await _select_facts(tx, owner, what)
        case ForgetSessions():
            return await _select_sessions(tx, owner, what)
        case ForgetMessages() | ForgetPeriod():
            return await _select_turns(tx, owner, what)
        case ForgetQuery():
            return await _select_query(tx, owner, what, meant)
        case ForgetAgain():
            return await _select_again(tx, owner, what)
        case ForgetLocal():
            return await _select_local(tx, owner, what, meant)
    raise AssertionError("everything is not looked for")


async def _select_facts(tx: Tx, owner: Owner, what: ForgetFacts) -> Deletion:
    ids = [*dict.fromkeys(what.ids)]
    if await store.known_facts(tx, owner, ids) != len(ids):
        raise NotFound("One of these facts is not known; nothing was forgotten.", code="unknown_fact")
    facts = await store.facts_that_go(tx, owner, ids, (), with_lineage=True)
    going = [fact.id for fact in facts]
    behind = await store.turns_behind(tx, owner, going)
    # Whoever learns in those sessions this moment may have read what goes: it begins again.
    sessions = await store.sessions_of_turns(tx, owner, behind)
    await lock_sessions(tx, owner, sessions)
    await raise_generation(tx, owner, sessions)
    loops = await store.loops_that_go(tx, owner, (), (), going)
    alone = await store.turns_saying_only(tx, owner, behind, going, [loop.id for loop in loops])
    gone = Deletion(what.kind, turns=await store.turns(tx, owner, alone), unteaching=behind)
    return await _with_all_that_follows(tx, owner, gone, ids)


async def _select_sessions(tx: Tx, owner: Owner, what: ForgetSessions) -> Deletion:
    named = await store.sessions_named(tx, owner, what.session_ids)
    if set(named) != set(what.session_ids) and not what.skips_unknown:
        raise NotFound("One of these sessions is not known; nothing was forgotten.", code="unknown_session")
    await lock_sessions(tx, owner, list(named.values()))
    turns = await store.turns_of_sessions(tx, owner, list(named.values()))
    names = sorted(set(what.session_ids))
    gone = Deletion(what.kind, turns=turns, sessions=list(named.values()), session_ids=names)
    return await _with_all_that_follows(tx, owner, gone)


async def _select_turns(tx: Tx, owner: Owner, what: ForgetMessages | ForgetPeriod) -> Deletion:
    """Whoever speaks in those sessions this moment waits, or is found."""
    if isinstance(what, ForgetMessages):
        meant = await store.turns_of_messages(tx, owner, what.external_ids)
        if not meant:
            raise NotFound("None of these messages is in the memory; nothing was forgotten.", code="unknown_message")
    else:
        meant = await store.turns_said_within(tx, owner, what.begins, what.ends)
    await lock_sessions(tx, owner, await store.sessions_of_turns(tx, owner, meant))
    return await _with_all_that_follows(tx, owner, Deletion(what.kind, turns=await store.turns(tx, owner, meant)))


async def _select_query(tx: Tx, owner: Owner, what: ForgetQuery, meant: Sequence[int]) -> Deletion:
    await lock_sessions(tx, owner, await store.sessions_of_turns(tx, owner, meant))
    turns = await store.turns(tx, owner, meant)
    facts = await store.facts_saying(tx, owner, what.query)
    loops = await store.loops_saying(tx, owner, what.query)
    return await _with_all_that_follows(tx, owner, Deletion(what.kind, turns=turns), facts, loops)


async def _select_again(tx: Tx, owner: Owner, what: ForgetAgain) -> Deletion:
    """What is not there, or not this owner's, is passed over: a backup may be of any age."""
    await lock_sessions(tx, owner, what.sessions)
    whole = await store.turns_of_sessions(tx, owner, what.sessions)
    sessions = sorted({turn.session_row for turn in whole})
    named = {turn.id: turn for turn in (*whole, *await store.turns(tx, owner, what.turns))}
    await lock_sessions(tx, owner, sorted({turn.session_row for turn in named.values()}))
    gone = Deletion(
        what.kind,
        turns=list(named.values()),
        sessions=sessions,
        session_ids=sorted({turn.session_id for turn in whole}),
        # A fact that is younger than the backup did not come back with it, but the sentences it came from may have.
        unteaching=[turn.id for turn in await store.turns(tx, owner, what.unteaching)],
    )
    return await _with_all_that_follows(tx, owner, gone, what.facts, what.loops)


async def _select_local(tx: Tx, owner: Owner, what: ForgetLocal, meant: Sequence[int]) -> Deletion:
    """Left from the days when this was the memory that chats used; most often nothing."""
    named = await store.sessions_named(tx, owner, what.session_ids)
    marked = await store.turns_marked(tx, owner, what.marks.messages)
    sessions = await store.sessions_of_turns(tx, owner, [*meant, *marked])
    await lock_sessions(tx, owner, sorted({*named.values(), *sessions}))
    whole = await store.turns_of_sessions(tx, owner, list(named.values()))
    turns = {turn.id: turn for turn in (*whole, *await store.turns(tx, owner, [*meant, *marked]))}
    gone = Deletion(what.kind, turns=list(turns.values()), sessions=list(named.values()), session_ids=list(named))
    if what.query is None:
        return await _with_all_that_follows(tx, owner, gone)
    facts, loops = await store.facts_saying(tx, owner, what.query), await store.loops_saying(tx, owner, what.query)
    return await _with_all_that_follows(tx, owner, gone, facts, loops)


async def _with_all_that_follows(
    tx: Tx, owner: Owner, gone: Deletion, asked_facts: Sequence[int] = (), asked_loops: Sequence[int] = ()
) -> Deletion:
    turns = [*gone.turns, *await _echoes(tx, owner, gone.turns)]
    ids = [turn.id for turn in turns]
    by_meaning = gone.kind in ("facts", "query")
    facts = await store.facts_that_go(tx, owner, asked_facts, ids, with_lineage=by_meaning)
    going = [fact.id for fact in facts]
    loops = await store.loops_that_go(tx, owner, asked_loops, ids, going)
    staying = {*gone.unteaching, *await store.turns_behind(tx, owner, going)} - set(ids)
    return Deletion(
        gone.kind,
        turns=turns,
        facts=facts,
        loops=loops,
        sessions=gone.sessions,
        session_ids=gone.session_ids,
        unteaching=sorted(staying),
    )


async def _echoes(tx: Tx, owner: Owner, turns: Sequence[DeletedTurn]) -> Sequence[DeletedTurn]:
    """What the assistant repeated in other sessions, word for word. Its own phrases are no sign: it has few."""
    probes = await probes_of(tx, [turn.text for turn in turns if turn.role == "user"], min_words=WORDS_IN_PROBE)
    if not probes:
        return []
    ids = await echoes_of(tx, owner, probes, [turn.id for turn in turns])
    await lock_sessions(tx, owner, await store.sessions_of_turns(tx, owner, ids))
    return await store.turns(tx, owner, ids)


async def find_turns_meant(memory: MemoryParts, owner: Owner, query: str) -> Sequence[int]:
    """The embedder is asked, so this stands before the transaction; whoever says it meanwhile says it again."""
    async with memory.db.as_owner(owner) as tx:
        terms = await store.terms_of(tx, query)
    if not terms:
        raise Invalid("The query holds no word that could be looked for.", code="empty_query")
    found = await recall(memory, owner, RecallQuery(query, limit=_MAX_RECALLED))
    ranked = [hit.episode.id for hit in found.episodes if hit.score >= FLOOR]
    async with memory.db.as_owner(owner) as tx:
        whole = await store.turns_with_terms(tx, owner, terms, at_least=len(terms))
        half = await store.turns_with_terms(tx, owner, terms, at_least=(len(terms) + 1) // 2, among=ranked)
    return sorted({*whole, *half})
