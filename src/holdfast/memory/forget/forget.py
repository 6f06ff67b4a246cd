"""Forget: find it, take it out everywhere, look for it again, and sign what was done. One transaction.

Whoever ingests, learns or folds in a session that loses something waits for its lock, or finds its generation raised
and begins again. Answers that are being written for this owner end here: they may have been told what is forgotten.
Sinks outside of Postgres are asked afterwards (`errands`); a message that its sender repeats is known by its mark.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from uuid import UUID

from holdfast.core.db import Owner, Tx, execute_with_retry
from holdfast.core.errors import Invalid
from holdfast.core.ids import new_id
from holdfast.core.jobs import enqueue
from holdfast.memory.forget import store
from holdfast.memory.forget.erase import erase_everything
from holdfast.memory.forget.errands import run_errands
from holdfast.memory.forget.find import find_again, find_facts, find_query, find_sessions
from holdfast.memory.forget.probes import pick_probes
from holdfast.memory.forget.query import MOST_CHARACTERS, turns_meant
from holdfast.memory.forget.receipts import keep_receipt, signer_of
from holdfast.memory.forget.types import (
    ForgetAgain,
    ForgetEverything,
    ForgetFacts,
    ForgetQuery,
    ForgetSessions,
    Gone,
    Receipt,
    What,
)
from holdfast.memory.intake.check import check_id, check_owner
from holdfast.memory.intake.ingest import ingest
from holdfast.memory.jobs import EMBED, LEARN, REFOLD
from holdfast.memory.learning.echoes import shingles
from holdfast.memory.parts import MemoryParts
from holdfast.memory.profile.refresh import clear_profile
from holdfast.memory.types import Erased, Forgotten

MOST_NAMED = 1_000
"""Facts or sessions in one wish."""
_SENTENCE = re.compile(r"(?<=[.!?])\s+|\n+")
_Messages = Sequence[tuple[str | None, str]]


class _OnlyLooked(Exception):
    """Undoes a transaction that was for looking."""


async def forget(memory: MemoryParts, owner: Owner, what: What) -> Receipt:
    """`NotFound`, and nothing is touched, if a fact or session is named that this owner does not have."""
    _check(owner, what)
    signer_of(memory)
    receipt_id = new_id()
    if isinstance(what, ForgetQuery | ForgetSessions):
        await _catch_up(memory, owner)
    meant = await turns_meant(memory, owner, what.query) if isinstance(what, ForgetQuery) else ()

    async def in_one_go() -> Receipt:
        async with memory.db.as_owner(owner) as tx:
            # A commit whose reply was lost is found by its receipt: doing it again would tell of nothing.
            return await store.find_receipt(tx, owner, receipt_id) or await _forget(
                memory, tx, owner, what, meant, receipt_id
            )

    receipt = await execute_with_retry(in_one_go, tries=8)
    await run_errands(memory, owner, sink_seconds=memory.settings.graph.timeout_seconds)
    return receipt


async def _catch_up(memory: MemoryParts, owner: Owner) -> None:
    """Words that are still on their way must not arrive after what they say was forgotten."""
    for eraser in memory.erasers:
        for session_id, said in await eraser.unheard(memory.db, owner):
            await ingest(memory, owner, said, session_id=session_id)


async def count_meant(memory: MemoryParts, owner: Owner, what: What) -> Mapping[str, int]:
    """What a wish would take, without taking it."""
    _check(owner, what)
    meant = await turns_meant(memory, owner, what.query) if isinstance(what, ForgetQuery) else ()
    if isinstance(what, ForgetEverything):
        async with memory.db.as_owner(owner) as tx:
            return {name: n for name in await store.owned_tables(tx) if (n := await store.count_all(tx, owner, name))}
    try:
        async with memory.db.as_owner(owner) as tx:
            gone = await _find(tx, owner, what, meant)
            raise _OnlyLooked  # finding raises generations, and nothing shall have happened
    except _OnlyLooked:
        return {"turns": len(gone.turns), "facts": len(gone.facts), "loops": len(gone.loops)}


def _check(owner: Owner, what: What) -> None:
    check_owner(owner)
    match what:
        case ForgetFacts(ids) if not 0 < len(ids) <= MOST_NAMED:
            raise Invalid(f"Name between 1 and {MOST_NAMED:,} facts.", code="bad_wish")
        case ForgetSessions(session_ids) if not 0 < len(session_ids) <= MOST_NAMED:
            raise Invalid(f"Name between 1 and {MOST_NAMED:,} sessions.", code="bad_wish")
        case ForgetSessions(session_ids):
            for session_id in session_ids:
                check_id("sessionId", session_id)
        case ForgetQuery(query) if not query.strip() or len(query) > MOST_CHARACTERS or "\0" in query:
            raise Invalid(f"A query has between 1 and {MOST_CHARACTERS:,} characters.", code="bad_wish")


async def _find(tx: Tx, owner: Owner, what: What, meant: Sequence[int]) -> Gone:
    match what:
        case ForgetFacts():
            return await find_facts(tx, owner, what)
        case ForgetSessions():
            return await find_sessions(tx, owner, what)
        case ForgetQuery():
            return await find_query(tx, owner, what, meant)
        case ForgetAgain():
            return await find_again(tx, owner, what)
    raise AssertionError("everything is not looked for")


async def _forget(
    memory: MemoryParts, tx: Tx, owner: Owner, what: What, meant: Sequence[int], receipt_id: UUID
) -> Receipt:
    if isinstance(what, ForgetEverything):
        return await erase_everything(memory, tx, owner, receipt_id)
    await store.lock_owner(tx, owner)
    gone = await _find(tx, owner, what, meant)
    probes = await _probes(tx, owner, gone)
    sessions = sorted({turn.session for turn in gone.turns} | set(gone.sessions))
    names = await store.delivered_names(tx, owner, sessions, gone.turns)
    about_count = await _forget_in_about(tx, owner, what)

    gone, counts = await _take_out(memory, tx, owner, gone, sessions, probes)
    erased = [await eraser.erase(tx, owner, _told(gone, probes)) for eraser in memory.erasers]
    if chats := [chat for one in erased for chat in one.chats]:
        counts["chatSummaries"] = await store.drop_chat_summaries(tx, UUID(owner.user_id), chats, probes)
    for one in erased:
        counts |= one.counts
    counts["about"] = about_count
    found = await _look_again(memory, tx, owner, gone, probes)
    receipt = await keep_receipt(
        memory, tx, owner, receipt_id, gone, counts=_some(counts), found=found, messages=_messages(gone, erased),
        digests=what.digests if isinstance(what, ForgetAgain) else (),
    )  # fmt: skip
    for sink in memory.sinks if names else ():
        await store.add_errand(tx, owner, receipt_id, sink.name, names, memory.clock())
    return receipt


async def _probes(tx: Tx, owner: Owner, gone: Gone) -> Sequence[str]:
    """Pieces of it that stand in nothing that stays: wherever else one is found, it came from what goes."""
    learned = [*gone.facts, *gone.loops]
    plain = await store.plain(tx, [turn.text for turn in gone.turns] + [item.text for item in learned])
    return await store.only_here(tx, owner, pick_probes(plain), [turn.id for turn in gone.turns])


async def _take_out(
    memory: MemoryParts, tx: Tx, owner: Owner, gone: Gone, sessions: Sequence[int], probes: Sequence[str]
) -> tuple[Gone, dict[str, int]]:
    turns = [turn.id for turn in gone.turns]
    await store.delete_learned(tx, owner, [fact.id for fact in gone.facts], [loop.id for loop in gone.loops])
    await store.delete_turns(tx, owner, turns)
    emptied = await store.emptied_sessions(tx, owner, sessions)
    await store.delete_sessions(tx, owner, list(emptied))
    left = [session for session in sessions if session not in emptied]
    outbox, summaries = await store.restart_sessions(
        tx, owner, left, [turn for turn in gone.turns if turn.session in left], memory.clock()
    )
    swept = await store.sweep(tx, owner, probes) if probes else ()
    entities = await store.tidy_entities(tx, owner)
    jobs = await store.drop_jobs_about(tx, list(emptied))
    profile = await clear_profile(tx, owner) if not gone.is_empty else {}
    texts = [*(turn.text for turn in gone.turns), *(fact.text for fact in gone.facts)]
    await store.clear_shingles(tx, owner, sorted({shingle for text in texts for shingle in shingles(text)}))
    for session in left:
        await enqueue(tx, REFOLD, {"session": session}, dedupe_key=str(session))
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
        **{_camel(name): count for name, count in profile.items()},
    }
    return _completed(gone, emptied), counts


def _completed(gone: Gone, emptied: Mapping[int, str]) -> Gone:
    return Gone(
        gone.kind,
        gone.turns,
        gone.facts,
        gone.loops,
        sorted({*gone.sessions, *emptied}),
        sorted({*gone.session_ids, *emptied.values()}),
        gone.unteaching,
    )


async def _forget_in_about(tx: Tx, owner: Owner, what: What) -> int:
    """The person's own text about themselves: the sentences that say it go, the others are theirs."""
    if not isinstance(what, ForgetQuery) or not (about := await store.about(tx, owner)):
        return 0
    sentences = [sentence for sentence in _SENTENCE.split(about) if sentence.strip()]
    say_it = await store.saying(tx, sentences, what.query)
    if any(say_it):
        kept = [sentence for sentence, says in zip(sentences, say_it, strict=True) if not says]
        await store.set_about(tx, owner, " ".join(kept))
    return sum(say_it)


def _told(gone: Gone, probes: Sequence[str]) -> Forgotten:
    return Forgotten(
        gone.kind,
        session_ids=gone.session_ids,
        external_ids=[turn.external_id for turn in gone.turns if turn.external_id],
        episodes=[turn.id for turn in gone.turns],
        facts=[fact.id for fact in gone.facts],
        loops=[loop.id for loop in gone.loops],
        probes=probes,
    )


async def _look_again(
    memory: MemoryParts, tx: Tx, owner: Owner, gone: Gone, probes: Sequence[str]
) -> Mapping[str, int]:
    found = {_camel(name): n for name, n in (await store.find_again(tx, owner, gone, probes)).items()}
    for eraser in memory.erasers:
        found[type(eraser).__name__] = await eraser.search(tx, owner, probes)
    return found


def _messages(gone: Gone, erased: Sequence[Erased]) -> _Messages:
    """A session that was made for whoever named none is looked for without a name, and by the one it got."""
    own = [(turn, turn.external_id) for turn in gone.turns if turn.external_id]
    return [
        *((turn.session_id, external_id) for turn, external_id in own),
        *((None, external_id) for turn, external_id in own if turn.is_generated),
        *(pair for one in erased for pair in one.external_ids),
    ]


def _some(counts: Mapping[str, int]) -> Mapping[str, int]:
    return {name: count for name, count in counts.items() if count}


def _camel(name: str) -> str:
    first, *others = name.split("_")
    return first + "".join(word.title() for word in others)
