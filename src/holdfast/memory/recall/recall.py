"""A question in, ranked memories out: words, meaning, neighbours, who said it and when, in a handful of statements.

The question is embedded while the database is asked what it knows about this owner. An embedder that is down or slow
costs its deadline and nothing else: words alone answer then.
"""

from __future__ import annotations

import asyncio
import re
import time
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from itertools import pairwise

import structlog

from holdfast.core.db import Owner, Tx
from holdfast.core.errors import Invalid
from holdfast.memory.kinds.needs import UNREAD, Needs, meant_needs
from holdfast.memory.parts import MemoryParts
from holdfast.memory.recall import store
from holdfast.memory.recall.choose import choose, has_answer
from holdfast.memory.recall.facts import rank_facts
from holdfast.memory.recall.fuse import Candidate, Scores, Spread, fuse
from holdfast.memory.recall.question import MOST_CHARACTERS, Question, read_question
from holdfast.memory.recall.store import Learned, Named, Near, View, as_text
from holdfast.memory.recall.vectors.present import Answering, answering
from holdfast.memory.types import Entity, Episode, Recalled, RecalledEpisode, RecalledFact
from holdfast.models.embed_lately import lately
from holdfast.models.local_kinds import EMBEDDING_MODEL
from holdfast.models.types import Embedder

log = structlog.get_logger()

EMBED_DEADLINE_SECONDS = 1.5
_SOON_SECONDS = 0.02
"""A transaction that is ended and begun again costs about as much."""
_BY_WORDS, _BY_VECTOR, _LEAST_READ = 150, 150, 14
_FACTS_BY_VECTOR = 40
_IN_A_TIME = 200
_MOST = 100
_EARLIEST = datetime(1970, 1, 1, tzinfo=UTC)
_AHEAD = timedelta(days=366)
_WORD = re.compile(r"[\w'’-]+")


async def recall(
    memory: MemoryParts,
    owner: Owner,
    query: str,
    *,
    said: str | None = None,
    limit: int = 10,
    now: datetime | None = None,
    as_of: datetime | None = None,
    include_context: bool = False,
    persona_id: str | None = None,
) -> Recalled:
    """What this owner's memory holds on the question. Empty lists when nothing answers it.

    `said`: the whole message that the query was made of. The query's words are looked up, and the message's meaning."""
    began = time.perf_counter()
    now = _bounded("now", now, memory.clock()) or memory.clock()
    as_of = _bounded("asOf", as_of, memory.clock())
    query = query.replace("\0", " ").strip()[:MOST_CHARACTERS]
    limit = max(1, min(limit, _MOST))
    if not query:
        return Recalled((), (), (), ms=_ms_since(began))
    view = View(owner, as_of, persona_id)
    meant = (said or query).replace("\0", " ").strip()[:MOST_CHARACTERS] or query
    found = await _find(
        memory, view, query, meant, now=min(now, as_of.astimezone(now.tzinfo)) if as_of else now, limit=limit
    )
    facts = rank_facts(found.learned, found.terms, found.needs, now=as_of or now, limit=limit)
    return Recalled(
        facts=facts,
        episodes=[
            RecalledEpisode(
                found.candidates[place].episode,
                round(float(found.scores[place]), 4),
                _beside(found.candidates, place) if include_context else (),
                found.candidates[place].similarity,
            )
            for place in found.chosen or _told_by(facts, found.candidates)
        ],
        entities=found.entities,
        needs_nothing=found.needs.is_nothing,
        ms=_ms_since(began),
    )


@dataclass(frozen=True, slots=True)
class _Found:
    candidates: Sequence[Candidate]
    scores: Scores
    chosen: Sequence[int]
    """Which of the candidates answer."""
    learned: Sequence[Learned]
    terms: Sequence[str]
    entities: Sequence[Entity]
    needs: Needs = UNREAD


async def _find(memory: MemoryParts, view: View, query: str, meant: str, *, now: datetime, limit: int) -> _Found:
    """The words are looked up while the question is being embedded. Where its vector is there in time, as with the
    local model, the rest is read in the same transaction; no connection waits for an embedder that takes its time."""
    embedding = asyncio.ensure_future(_embed(memory.embedder, meant))
    try:
        async with memory.db.reading(view.owner, first="" if view.as_of else store.PLANNED_ONCE) as tx:
            named = await store.by_words(tx, view, query, _keys(query), most=_BY_WORDS, most_entities=limit)
            found = answering(named.standings, memory.embedder, memory.former)
            question = read_question(query, now, named.last_said)
            if question.asks_only_when(named.terms):
                then = await store.said_within(tx, view, question.moments(), most=_IN_A_TIME)
                if then:
                    return await _find_then(tx, view, question, named, then, limit)
            if found is None or (found.embedder is memory.embedder and await _is_soon(embedding)):
                near = await _near(memory, found, meant, embedding)
                needs = await _needs(memory, named, meant, embedding)
                return await _find_near(tx, view, question, named, found, near, needs, limit)
        near = await _near(memory, found, meant, embedding)
        needs = await _needs(memory, named, meant, embedding)
    finally:
        embedding.cancel()
    async with memory.db.reading(view.owner) as tx:
        return await _find_near(tx, view, question, named, found, near, needs, limit)


async def _find_then(
    tx: Tx, view: View, question: Question, named: Named, said: Sequence[Candidate], limit: int
) -> _Found:
    """Neither words nor meaning lead there: what was said at that time is the answer, from each session of it."""
    scores = fuse(question, said, Spread(0.0, 1.0))
    chosen = choose(replace(question, wants_many=True), said, scores, limit=limit)
    hits = [said[place].episode.id for place in chosen]
    learned = await store.facts_near(tx, view, hits, None, (), most=_FACTS_BY_VECTOR) if named.has_facts else ()
    return _Found(said, scores, chosen, learned, named.terms, named.entities)


async def _is_soon(embedding: asyncio.Future[Sequence[float] | None]) -> bool:
    if not embedding.done():
        await asyncio.wait([embedding], timeout=_SOON_SECONDS)
    return embedding.done()


async def _find_near(
    tx: Tx,
    view: View,
    question: Question,
    named: Named,
    found: Answering | None,
    near: Near | None,
    needs: Needs,
    limit: int,
) -> _Found:
    candidates, spread = await store.nearest(
        tx, view.knowing(named), named.words, near, most_near=_BY_VECTOR, most=max(_LEAST_READ, limit + 4)
    )
    scores = fuse(question, candidates, spread)
    is_calibrated = found is not None and found.embedder.name == EMBEDDING_MODEL
    chosen = choose(question, candidates, scores, limit=limit)
    if not has_answer(candidates, spread, is_calibrated=is_calibrated):
        chosen = ()
    hits = [candidates[place].episode.id for place in chosen]
    learned = (
        await store.facts_near(tx, view, hits, near, needs.kinds, most=_FACTS_BY_VECTOR) if named.has_facts else ()
    )
    return _Found(candidates, scores, chosen, learned, named.terms, named.entities, needs)


async def _needs(
    memory: MemoryParts, named: Named, meant: str, embedding: asyncio.Future[Sequence[float] | None]
) -> Needs:
    if not named.has_facts:
        return UNREAD
    return meant_needs(meant, await embedding if await _is_soon(embedding) else None, memory.embedder)


async def _near(
    memory: MemoryParts, found: Answering | None, meant: str, embedding: asyncio.Future[Sequence[float] | None]
) -> Near | None:
    """The question as a vector of the embedder that answers for this owner."""
    if found is None:
        return None
    vector = await (embedding if found.embedder is memory.embedder else _embed(found.embedder, meant))
    return None if vector is None else Near(found.id, found.is_celled, as_text(vector))


async def _embed(embedder: Embedder, query: str) -> Sequence[float] | None:
    try:
        async with asyncio.timeout(EMBED_DEADLINE_SECONDS):
            (vector,) = await embedder.embed([query])
    except Exception as error:  # noqa: BLE001 — border: an embedder may fail in any way, the words still answer
        log.warning("recall_without_vectors", error=type(error).__name__)
        return None
    lately(embedder).keep({query: vector})
    return vector


def _told_by(facts: Sequence[RecalledFact], candidates: Sequence[Candidate]) -> Sequence[int]:
    """Turns too far from the question to answer by themselves, when a fact that was learned from them does."""
    told = [item.episode_id for hit in facts if not hit.fact.is_pinned for item in hit.fact.evidence]
    return sorted(
        (place for place, one in enumerate(candidates) if one.episode.id in told),
        key=lambda place: told.index(candidates[place].episode.id),
    )


def _beside(candidates: Sequence[Candidate], place: int) -> Sequence[Episode]:
    """The turns right before and after, where they may be seen."""
    here = candidates[place].episode
    return [
        other.episode
        for other in candidates[max(place - 2, 0) : place + 3]
        if other.episode.session == here.session and 0 < abs(other.episode.seq - here.seq) <= 2
    ]


def _keys(query: str) -> Sequence[str]:
    """Single words and pairs, lower case: entities are kept under such keys."""
    words = [re.sub(r"['’]s$", "", word.lower()) for word in _WORD.findall(query)][:60]
    return [*dict.fromkeys([*words, *(f"{a} {b}" for a, b in pairwise(words))])]


def _bounded(name: str, value: datetime | None, now: datetime) -> datetime | None:
    if value is None:
        return None
    if value.tzinfo is None:
        raise Invalid(f"{name} needs a time zone.", code="time_without_zone")
    if not _EARLIEST <= value <= now + _AHEAD:
        raise Invalid(f"{name} lies outside of the years a memory can have.", code="time_out_of_bounds")
    return value


def _ms_since(began: float) -> float:
    return (time.perf_counter() - began) * 1000.0
