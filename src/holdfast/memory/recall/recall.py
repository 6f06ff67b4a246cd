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
from datetime import datetime
from itertools import pairwise

from holdfast.core.db import Owner, Tx
from holdfast.core.log import get_logger
from holdfast.memory.kinds.needs import UNREAD, Needs, meant_needs
from holdfast.memory.moments import check_moment
from holdfast.memory.parts import MemoryParts
from holdfast.memory.recall import store
from holdfast.memory.recall.choose import choose, has_answer
from holdfast.memory.recall.closeness import closeness
from holdfast.memory.recall.facts import rank_facts
from holdfast.memory.recall.fuse import Candidate, Scores, Spread, fuse
from holdfast.memory.recall.question import MAX_CHARACTERS, Question, read_question
from holdfast.memory.recall.store import FactHit, QuestionVector, View, WordMatches, as_text
from holdfast.memory.recall.vectors.present import ReadyEmbedder, ready_embedder
from holdfast.memory.types import Entity, Episode, Recalled, RecalledEpisode, RecalledFact, RecallQuery
from holdfast.models.embed_lately import lately
from holdfast.models.local_kinds import EMBEDDING_MODEL
from holdfast.models.token_vectors import EmbedsTokens, TokenVectors
from holdfast.models.types import Embedder

log = get_logger()

_SOON_SECONDS = 0.02
"""A transaction that is ended and begun again costs about as much."""
_BY_WORDS, _BY_VECTOR, _MIN_READ = 150, 150, 24
_FACTS_BY_VECTOR = 40
_IN_A_TIME = 200
_MAX_RESULTS = 100
_WORD = re.compile(r"[\w'’-]+")


async def recall(memory: MemoryParts, owner: Owner, query: RecallQuery) -> Recalled:
    """What this owner's memory holds on the question. Empty lists when nothing answers it."""
    began = time.perf_counter()
    now = check_moment("now", query.now, memory.clock()) or memory.clock()
    as_of = check_moment("asOf", query.as_of, memory.clock())
    text = _cleaned(query.text)
    limit = max(1, min(query.limit, _MAX_RESULTS))
    if not text:
        return Recalled((), (), (), ms=_ms_since(began))
    view = View(owner, as_of, query.persona_id)
    meant = _cleaned(query.said or text) or text
    found = await _find(
        memory, view, text, meant, now=min(now, as_of.astimezone(now.tzinfo)) if as_of else now, limit=limit
    )
    facts = rank_facts(found.learned, found.terms, found.needs, now=as_of or now, limit=limit)
    return Recalled(
        facts=facts,
        episodes=[
            RecalledEpisode(
                found.candidates[place].episode,
                round(float(found.scores[place]), 4),
                _beside(found.candidates, place) if query.include_context else (),
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
    learned: Sequence[FactHit]
    terms: Sequence[str]
    entities: Sequence[Entity]
    needs: Needs = UNREAD


async def _find(memory: MemoryParts, view: View, query: str, meant: str, *, now: datetime, limit: int) -> _Found:
    """The words are looked up while the question is being embedded. Where its vector is there in time, as with the
    local model, the rest is read in the same transaction; no connection waits for an embedder that takes its time."""
    embedding = asyncio.ensure_future(_embed(memory.embedder, meant, memory.embed_seconds))
    try:
        async with memory.db.reading(view.owner, first="" if view.as_of else store.PLANNED_ONCE) as tx:
            named = await store.by_words(tx, view, query, _keys(query), most=_BY_WORDS, most_entities=limit)
            found = ready_embedder(named.coverages, memory.embedder, memory.former)
            question = read_question(query, now, named.last_said)
            if question.asks_only_when(named.terms):
                then = await store.said_within(tx, view, question.moments(), most=_IN_A_TIME)
                if then:
                    return await _find_then(tx, view, question, named, then, limit)
            if found is None or (found.embedder is memory.embedder and await _is_soon(embedding)):
                meaning = await _meaning(memory, named, found, meant, embedding)
                return await _find_near(tx, view, question, named, meaning, limit)
        meaning = await _meaning(memory, named, found, meant, embedding)
    finally:
        embedding.cancel()
    async with memory.db.reading(view.owner) as tx:
        return await _find_near(tx, view, question, named, meaning, limit)


async def _find_then(
    tx: Tx, view: View, question: Question, named: WordMatches, said: Sequence[Candidate], limit: int
) -> _Found:
    """Neither words nor meaning lead there: what was said at that time is the answer, from each session of it."""
    scores = fuse(question, said, Spread(0.0, 1.0))
    chosen = choose(replace(question, wants_many=True), said, scores, limit=limit)
    hits = [said[place].episode.id for place in chosen]
    learned = await store.facts_near(tx, view, hits, None, (), most=_FACTS_BY_VECTOR) if named.has_facts else ()
    return _Found(said, scores, chosen, learned, named.terms, named.entities)


async def _is_soon(embedding: asyncio.Future[_Meant | None]) -> bool:
    if not embedding.done():
        await asyncio.wait([embedding], timeout=_SOON_SECONDS)
    return embedding.done()


@dataclass(frozen=True, slots=True)
class _Meaning:
    near: QuestionVector | None
    needs: Needs
    is_calibrated: bool
    """The floor is of the embedder that answers."""


async def _meaning(
    memory: MemoryParts,
    named: WordMatches,
    found: ReadyEmbedder | None,
    meant: str,
    embedding: asyncio.Future[_Meant | None],
) -> _Meaning:
    near = await _near(memory, found, meant, embedding)
    needs = await _needs(memory, named, meant, embedding)
    return _Meaning(near, needs, found is not None and found.embedder.name == EMBEDDING_MODEL)


async def _find_near(
    tx: Tx, view: View, question: Question, named: WordMatches, meaning: _Meaning, limit: int
) -> _Found:
    near = meaning.near
    candidates, spread = await store.nearest(
        tx, view.knowing(named), named.words, near, most_near=_BY_VECTOR, most=max(_MIN_READ, limit + 10)
    )
    close = closeness(near.tokens if near else None, named.rarities, [one.tokens for one in candidates])
    scores = fuse(question, candidates, spread, close)
    chosen = choose(question, candidates, scores, limit=limit)
    if not has_answer(candidates, spread, is_calibrated=meaning.is_calibrated):
        chosen = ()
    hits = [candidates[place].episode.id for place in chosen]
    learned = (
        await store.facts_near(tx, view, hits, near, meaning.needs.kinds, most=_FACTS_BY_VECTOR)
        if named.has_facts
        else ()
    )
    return _Found(candidates, scores, chosen, learned, named.terms, named.entities, meaning.needs)


async def _needs(
    memory: MemoryParts, named: WordMatches, meant: str, embedding: asyncio.Future[_Meant | None]
) -> Needs:
    if not named.has_facts:
        return UNREAD
    read = await embedding if await _is_soon(embedding) else None
    return meant_needs(meant, read.vector if read else None, memory.embedder)


async def _near(
    memory: MemoryParts, found: ReadyEmbedder | None, meant: str, embedding: asyncio.Future[_Meant | None]
) -> QuestionVector | None:
    """The question as a vector of the embedder that answers for this owner."""
    if found is None:
        return None
    read = await (
        embedding if found.embedder is memory.embedder else _embed(found.embedder, meant, memory.embed_seconds)
    )
    return None if read is None else QuestionVector(found.id, found.is_celled, as_text(read.vector), read.tokens)


@dataclass(frozen=True, slots=True)
class _Meant:
    """A question as its embedder reads it."""

    vector: Sequence[float]
    tokens: TokenVectors | None = None


async def _embed(embedder: Embedder, query: str, seconds: float) -> _Meant | None:
    try:
        async with asyncio.timeout(seconds):
            read = await _read(embedder, query)
    except Exception as error:  # noqa: BLE001 — border: an embedder may fail in any way, the words still answer
        log.warning("recall_without_vectors", error=type(error).__name__)
        return None
    lately(embedder).keep({query: read.vector})
    if read.tokens:
        lately(embedder).keep_tokens(query, read.tokens.packed())
    return read


async def _read(embedder: Embedder, query: str) -> _Meant:
    if isinstance(embedder, EmbedsTokens):
        (made,) = await embedder.embed_tokens([query])
        return _Meant(made.vector, made.tokens)
    (vector,) = await embedder.embed([query])
    return _Meant(vector)


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
        if other.episode.session_row == here.session_row and 0 < abs(other.episode.seq - here.seq) <= 2
    ]


def _cleaned(text: str) -> str:
    return text.replace("\0", " ").strip()[:MAX_CHARACTERS]


def _keys(query: str) -> Sequence[str]:
    """Single words and pairs, lower case: entities are kept under such keys."""
    words = [re.sub(r"['’]s$", "", word.lower()) for word in _WORD.findall(query)][:60]
    return [*dict.fromkeys([*words, *(f"{a} {b}" for a, b in pairwise(words))])]


def _ms_since(began: float) -> float:
    return (time.perf_counter() - began) * 1000.0
