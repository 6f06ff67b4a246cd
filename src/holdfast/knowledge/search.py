"""A question into passages, of all the spaces that somebody may read.

Words and meaning are asked of each space that has passages, and told by one score. Where the vector is not there in
time, words answer alone, and that is said; so it is where a space does not answer. A question that goes on with another
one is asked twice, alone and with what it goes on with: if it begins something new after all, the first still finds it.
"""

from __future__ import annotations

import asyncio
from collections.abc import Collection, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from weakref import WeakKeyDictionary

from holdfast.core.ask_within import Missing, ask_within
from holdfast.core.db import Db, Tx, owner_of
from holdfast.core.ids import DocumentId, UserId
from holdfast.knowledge import search_store, spaces_store, store
from holdfast.knowledge.follow_up import Exchange, context_of
from holdfast.knowledge.fuse import WORDS_ALONE, PassageWeights, ToldOnce, blend, fit_of, fuse
from holdfast.knowledge.hosted import HostedAnswer, HostedVectors
from holdfast.knowledge.kept_scores import KeptScores
from holdfast.knowledge.model_help import RERANKED, ModelHelp
from holdfast.knowledge.spaces_store import KnownSpace
from holdfast.knowledge.terms import languages_to_ask
from holdfast.knowledge.types import EVERYWHERE, FoundPassage, FoundPassages, Passage, Space, Where
from holdfast.knowledge.vectors import Vectors, embed_question
from holdfast.models.types import Embedder

_CANDIDATES = 60
_SPARE = 4
"""So many more than are told are read at once: of a few it turns out that they say the same as another."""
_EMBED_SECONDS = 2.0
_ASK_SECONDS = 2.5
_MAX_QUESTION_CHARACTERS = 4_000
NOTHING_HOSTED = HostedVectors()


@dataclass(frozen=True, slots=True)
class Search:
    question: str
    spaces: Sequence[Space]
    limit: int = 10
    asks_org: bool = False
    """And whatever the asker's organization knows, if they are in one."""
    where: Where = EVERYWHERE
    before: Sequence[Exchange] = ()
    """What was asked and told before; the last last."""


@dataclass(frozen=True, slots=True)
class PassageScores:
    """How near passages are, by their numbers: of words, and of meaning."""

    words: Mapping[int, float] = field(default_factory=dict)
    meaning: Mapping[int, float] = field(default_factory=dict)
    missing: Sequence[str] = ()
    """What did not answer."""


@dataclass(frozen=True, slots=True)
class AskedQuestion:
    text: str
    languages: Sequence[str]
    """In which its words are stemmed."""
    vectors: Vectors

    @property
    def key(self) -> tuple[str, ...]:
        """By which it is known that the same is asked again."""
        return (" ".join(self.text.lower().split()), *self.languages, *sorted(self.vectors))


@dataclass(frozen=True, slots=True)
class Weighed:
    """What was asked, and how near everything is that came of it."""

    spaces: Mapping[int, Space]
    scores: PassageScores
    weights: PassageWeights = WORDS_ALONE
    missing: Sequence[str] = ()
    question: str = ""
    """As it was asked: with what it goes on with, or as a model says it."""


_KEPT: WeakKeyDictionary[Db, KeptScores[Hashable, PassageScores]] = WeakKeyDictionary()


async def find_passages(tx: Tx, ids: Collection[int]) -> Mapping[int, Passage]:
    """Those of them that the asker sees, by their numbers."""
    return {passage.id: passage for passage in await store.read_passages(tx, list(ids))}


async def search(
    db: Db,
    embedder: Embedder,
    asker: UserId,
    wish: Search,
    helping: ModelHelp | None = None,
    hosted: HostedVectors = NOTHING_HOSTED,
) -> FoundPassages:
    """Nothing is embedded, and no model is asked, where there is nothing to search."""
    weighed = await weigh(db, embedder, asker, wish, helping, hosted)
    limit = max(wish.limit, RERANKED) if helping and helping.reranks else wish.limit
    found = await choose(db, asker, weighed, weighed.weights, limit=limit)
    if helping:
        found = (await helping.rerank(weighed.question, found))[: wish.limit]
    return FoundPassages(found, list(weighed.spaces.values()), weighed.missing, weighed.question)


async def weigh(
    db: Db,
    embedder: Embedder,
    asker: UserId,
    wish: Search,
    helping: ModelHelp | None = None,
    hosted: HostedVectors = NOTHING_HOSTED,
) -> Weighed:
    """How near everything is. Where the embedder is late words tell; a space that does not answer is missing."""
    async with db.reading(owner_of(asker)) as tx:
        filled = await spaces_store.find_filled(tx, wish.spaces, with_org=wish.asks_org)
        documents = await search_store.find_documents(tx, [one.id for one in filled], wish.where) if filled else None
    if not filled or not wish.question.strip():
        return Weighed({}, PassageScores())
    texts = await _texts(wish, helping)
    names = {name for one in filled for name in one.embedders}
    made = await ask_within("embedder", embed_question(embedder, texts, names), _EMBED_SECONDS)
    vectors: Sequence[Vectors] = [{} for _ in texts] if isinstance(made, Missing) else made
    questions = [
        AskedQuestion(text, languages_to_ask(text, {language for one in filled for language in one.languages}), near)
        for text, near in zip(texts, vectors, strict=True)
    ]
    groups = _groups(filled)
    asking = [_Asking(db, asker, group, documents, questions, hosted) for group in groups]
    answers = await asyncio.gather(*(_ask_group(one) for one in asking))
    scores = [found for found in answers if isinstance(found, PassageScores)]
    missing = [one.space.target for group, found in zip(groups, answers, strict=True) for one in group
               if isinstance(found, Missing)]  # fmt: skip
    meaning = _together(found.meaning for found in scores)
    lost = {name for found in scores for name in found.missing}
    has_meaning = any(vectors) and (bool(meaning) or not lost)
    return Weighed(
        {one.id: one.space for one in filled},
        PassageScores(_together(found.words for found in scores), meaning),
        fit_of(embedder.name).weights if has_meaning else WORDS_ALONE,
        (*missing, *sorted(lost), *(["embedder"] if isinstance(made, Missing) else [])),
        texts[-1],
    )


async def _texts(wish: Search, helping: ModelHelp | None) -> Sequence[str]:
    """The question as it is told, and with what it goes on with; or as a model says it."""
    question = wish.question.strip()[:_MAX_QUESTION_CHARACTERS]
    context = context_of(question, wish.before)[:_MAX_QUESTION_CHARACTERS]
    if not context:
        return [question]
    rewritten = await helping.rewrite(question, wish.before) if helping else None
    return [rewritten] if rewritten else [question, context]


def _groups(filled: Sequence[KnownSpace]) -> Sequence[Sequence[KnownSpace]]:
    """What is asked in one go: each of the house's spaces by itself, and what is somebody's own together."""
    own = [one for one in filled if not one.is_of_the_house]
    return [*([own] if own else []), *([one] for one in filled if one.is_of_the_house)]


@dataclass(frozen=True, slots=True)
class _Asking:
    """What is asked of a group of spaces in one go."""

    db: Db
    asker: UserId
    group: Sequence[KnownSpace]
    documents: Sequence[DocumentId] | None
    questions: Sequence[AskedQuestion]
    hosted: HostedVectors


async def _ask_group(asking: _Asking) -> PassageScores | Missing:
    first = asking.group[0]
    kept = _KEPT.setdefault(asking.db, KeptScores())
    key = (first.id, first.version, *(question.key for question in asking.questions))
    may_keep = first.is_of_the_house and asking.documents is None
    if may_keep and (known := kept.find(key)) is not None:
        return known
    found = await ask_within(first.space.target, _ask(asking), _ASK_SECONDS)
    if may_keep and isinstance(found, PassageScores) and not found.missing:
        kept.keep(key, found)
    return found


def _together(found: Iterable[Mapping[int, float]]) -> Mapping[int, float]:
    return {passage: score for one in found for passage, score in one.items()}


async def _ask(asking: _Asking) -> PassageScores:
    """What is kept elsewhere first: no connection is held meanwhile."""
    away = await asyncio.gather(*(_ask_away(asking, question) for question in asking.questions))
    asked = search_store.Asked([one.id for one in asking.group], asking.documents, _CANDIDATES)
    async with asking.db.reading(owner_of(asking.asker)) as tx:
        found = [
            await _ask_one(tx, asked, question, told) for question, told in zip(asking.questions, away, strict=True)
        ]
    missing = sorted({name for told in away for answer in told.values() for name in answer.missing})
    if len(found) == 1:
        return replace(found[0], missing=missing)
    alone, in_context = found
    return PassageScores(
        blend(alone.words, in_context.words), blend(alone.meaning, in_context.meaning), missing=missing
    )


async def _ask_away(asking: _Asking, question: AskedQuestion) -> Mapping[str, HostedAnswer]:
    spaces = {one.id: one.space for one in asking.group}
    return {
        name: await asking.hosted.ask(spaces, name, vector, asking.documents, most=_CANDIDATES)
        for name, vector in question.vectors.items()
    }


async def _ask_one(
    tx: Tx, asked: search_store.Asked, question: AskedQuestion, away: Mapping[str, HostedAnswer]
) -> PassageScores:
    words = await search_store.by_words(tx, asked, question.text, question.languages)
    meaning: dict[int, float] = {}
    for name, vector in question.vectors.items():
        told = away[name]
        here = replace(asked, spaces=[number for number in asked.spaces if number not in told.spaces])
        near = {**await search_store.by_meaning(tx, here, name, vector), **told.nearest}
        if unmet := words.keys() - near.keys() - meaning.keys():
            near |= await search_store.similarities(tx, list(unmet), name, vector)
        fit = fit_of(name)
        meaning |= {passage: fit.nearness(cosine) for passage, cosine in near.items()}
    return PassageScores(words, meaning)


async def choose(
    db: Db, asker: UserId, weighed: Weighed, weights: PassageWeights, *, limit: int
) -> Sequence[FoundPassage]:
    """The best, each told once however many copies of it there are."""
    ranked = fuse(weighed.scores.words, weighed.scores.meaning, weights)[:_CANDIDATES]
    if not ranked:
        return ()
    found: list[FoundPassage] = []
    told, portion = ToldOnce(), limit + _SPARE
    async with db.reading(owner_of(asker)) as tx:
        for first in range(0, len(ranked), portion):
            some = ranked[first : first + portion]
            passages = await find_passages(tx, [number for number, _ in some])
            for number, score in some:
                passage = passages.get(number)
                # A hosted index may say what it likes: what is not of a space that was asked is nothing.
                if passage is None or passage.space_id not in weighed.spaces or not told.is_new(passage.text):
                    continue
                found.append(FoundPassage(passage, weighed.spaces[passage.space_id], round(min(score, 1.0), 4)))
                if len(found) == limit:
                    return found
    return found
