"""Whether what came back has to do with what was asked; the rest is dropped, with reasons counted.

A memory gives its best, which need not be good. Whoever asks about the past is given what the memory ranks high, if any
of it shares a name or a topic with the question or lies near to it: on the labelled conversations the right turn often
shares no word with the question, and judging turns one by one loses a third of the answers. Where nobody asked, each
piece has to show by itself that it belongs to the message.
"""

from __future__ import annotations

import asyncio
import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import TypeVar

import numpy as np

from holdfast.core.language.calendars import calendar_of
from holdfast.core.language.spans import Span
from holdfast.core.language.when import find_spans
from holdfast.core.language.words import COMPOUND
from holdfast.core.log import get_logger
from holdfast.memory.types import Loop, Recalled, RecalledEpisode, RecalledFact
from holdfast.models.types import Embedder
from holdfast.turn.codes import DropReason, Gate
from holdfast.turn.librarian.types import Spec
from holdfast.turn.reading.tables import word_lists

FACT_FLOOR = 0.35
EPISODE_SHARE = 0.5
"""Of the best turn's score: what falls below is the tail of the list, 15 % of the lines and 4 % of the answers."""
NEAR = 0.35
"""Inner product with the query from which a piece without a shared word still belongs to it."""
NEAR_FACT, NEAR_TURN = 0.41, 0.49
"""The same where the memory tells it, of the whole message; it takes a turn's meaning with the turn before. On the
labelled conversations as many turns belong by this as by the query, one in nine, and as many of them answer."""
MAX_WEIGHED = 3
"""Pieces whose meaning is compared, at most. A memory elsewhere does not tell how near they are, and each costs an
embedding while somebody waits."""
MAX_OF_OVERVIEW = 3
DEADLINE_SECONDS = 0.5
_NAMED = re.compile(rf"\b(?:(?:19|20)\d\d|{calendar_of('en').pattern('month_names').title()})\b")
_ENDINGS = ("ations", "ation", "ings", "ing", "ies", "ied", "ers", "er", "es", "ed", "s", "e", "y")
T = TypeVar("T")
log = get_logger()


@dataclass(frozen=True, slots=True)
class RelevanceRequest:
    """What the memory was asked, and what need not be told again."""

    gate: Gate
    spec: Spec
    query: str
    text: str
    """The message itself: sent again, it finds itself."""
    now: datetime
    message_ids: frozenset[str] = frozenset()
    """Messages that stand in the prompt's history."""
    leaves_pinned: bool = True
    needs_nothing: bool = False
    """What was asked is surely none of the person's matter."""
    """Pinned facts have a block of their own."""


@dataclass(frozen=True, slots=True)
class Relevant:
    facts: Sequence[RecalledFact] = ()
    statements: Sequence[str] = ()
    episodes: Sequence[RecalledEpisode] = ()
    dropped: Mapping[DropReason, int] = field(default_factory=dict)
    """Reason → how many."""
    loops: Sequence[Loop] = ()
    """Where somebody asks what is still to be done."""

    @property
    def count(self) -> int:
        return len(self.facts) + len(self.statements) + len(self.episodes) + len(self.loops)


async def keep_relevant(found: Recalled, asked: RelevanceRequest, embedder: Embedder) -> Relevant:
    dropped: Counter[DropReason] = Counter()
    best = max((hit.score for hit in found.episodes), default=0.0)
    spans = _only_times(asked)
    asked = replace(asked, needs_nothing=found.needs_nothing)
    facts = _sound(found.facts, lambda hit: _fact_fault(hit, asked, spans), dropped)
    episodes = _sound(found.episodes, lambda hit: _episode_fault(hit, best, asked, spans), dropped)
    if spans:
        episodes = sorted(episodes, key=lambda hit: hit.episode.said_at)  # a day is told as it went
    if asked.spec.is_overview:
        episodes = episodes[: 0 if facts else MAX_OF_OVERVIEW]
    texts = [*(hit.fact.text for hit in facts), *found.statements, *(hit.episode.text for hit in episodes)]
    is_near = {
        **{hit.fact.text: hit.nearness >= NEAR_FACT for hit in facts if hit.nearness is not None},
        **{hit.episode.text: hit.nearness >= NEAR_TURN for hit in episodes if hit.nearness is not None},
    }
    needed = {hit.fact.text for hit in facts if hit.is_needed}
    belonging = needed | await _belonging([text for text in texts if text not in needed], asked, is_near, embedder)
    kept = Relevant(
        facts=_once([hit for hit in facts if hit.fact.text in belonging], lambda hit: hit.fact.id),
        statements=list(dict.fromkeys(text for text in found.statements if text in belonging)),
        episodes=_once([hit for hit in episodes if hit.episode.text in belonging], lambda hit: hit.episode.id),
    )
    came = len(found.facts) + len(found.statements) + len(found.episodes)
    dropped["not_about_it"] = came - kept.count - sum(dropped.values())
    return Relevant(kept.facts, kept.statements, kept.episodes, {why: n for why, n in dropped.items() if n})


def _fact_fault(hit: RecalledFact, asked: RelevanceRequest, spans: Sequence[Span]) -> DropReason | None:
    if hit.fact.is_pinned and asked.leaves_pinned:
        return "pinned"
    if asked.needs_nothing and asked.gate != "explicit":
        return "needs_nothing"
    if asked.gate == "none" and not hit.is_needed:
        return "not_needed"
    if hit.score < FACT_FLOOR and not hit.is_needed:
        return "low_score"
    if hit.is_needed or not spans:
        return None
    return _of_another_time(hit.fact.learned_at, hit.fact.text, asked, spans)


def _episode_fault(
    hit: RecalledEpisode, best: float, asked: RelevanceRequest, spans: Sequence[Span]
) -> DropReason | None:
    if asked.gate == "none":
        return "not_asked"
    if hit.episode.external_id in asked.message_ids:
        return "in_history"
    if hit.episode.text.strip() == asked.text.strip():
        return "is_the_question"
    if spans:
        return _of_another_time(hit.episode.said_at, hit.episode.text, asked, spans)
    # In a small memory the scores of good turns may be below zero: only how far they lie behind the best one counts.
    return "low_score" if hit.score < best - (1 - EPISODE_SHARE) * abs(best) else None


def _of_another_time(at: datetime, text: str, asked: RelevanceRequest, spans: Sequence[Span]) -> DropReason | None:
    """Neither said then, nor about a year or a month that it names."""
    day = at.astimezone(asked.now.tzinfo).date()
    if any(span.start <= day < span.end for span in spans):
        return None
    named = {name for time in asked.spec.times for name in _NAMED.findall(time.title())}
    return None if named & set(_NAMED.findall(text)) else "another_time"


def _only_times(asked: RelevanceRequest) -> Sequence[Span]:
    """Where nothing but a time was asked for, that time is all there is to go by."""
    spec = asked.spec
    if spec.is_overview or spec.entities or spec.topics:
        return ()
    return [span for time in spec.times for span in find_spans(time, asked.now)]


async def _belonging(
    texts: Sequence[str], asked: RelevanceRequest, is_near: Mapping[str, bool], embedder: Embedder
) -> set[str]:
    spec = asked.spec
    if spec.is_overview or not (spec.entities or spec.topics):
        return set(texts)  # nothing in particular was asked: the memory's own order stands
    verbs = word_lists(spec.languages).common_verbs
    nouns = [word for word in spec.topics if word not in verbs]
    wanted = stems(" ".join([*spec.entities, *(nouns or spec.topics)]))
    if asked.gate == "explicit":
        is_about_it = any(wanted & stems(text) for text in texts)
        return set(texts) if is_about_it or await _near(texts[:MAX_WEIGHED], asked, is_near, embedder) else set()
    sharing = {text for text in texts if wanted & stems(text)}
    others = [text for text in dict.fromkeys(texts) if text not in sharing]
    return sharing | await _near(others[:MAX_WEIGHED], asked, is_near, embedder)


async def _near(
    texts: Sequence[str], asked: RelevanceRequest, is_near: Mapping[str, bool], embedder: Embedder
) -> set[str]:
    known = {text for text in texts if is_near.get(text)}
    unknown = [text for text in texts if text not in is_near]
    if not unknown:
        return known
    try:
        async with asyncio.timeout(DEADLINE_SECONDS):
            query, *vectors = np.asarray(await embedder.embed([asked.query, *unknown]), dtype=np.float32)
    except Exception as error:  # noqa: BLE001 — border: an embedder may fail in any way, shared words still tell
        log.warning("relevance_without_meaning", error=type(error).__name__)
        return known
    return known | {text for text, vector in zip(unknown, vectors, strict=True) if float(query @ vector) >= NEAR}


def stems(text: str) -> set[str]:
    """Words down to what their forms share: enough to see that two texts speak of one thing."""
    return {_stem(word) for word in COMPOUND.findall(text.lower().replace("’", "'")) if len(word) > 2}


def _stem(word: str) -> str:
    word = word.removesuffix("'s").removesuffix("'")
    ending = next((one for one in _ENDINGS if word.endswith(one) and len(word) - len(one) >= 3), "")
    return word.removesuffix(ending)


def _sound(hits: Sequence[T], fault_of: Callable[[T], DropReason | None], dropped: Counter[DropReason]) -> Sequence[T]:
    sound = []
    for hit in hits:
        fault = fault_of(hit)
        if fault is None:
            sound.append(hit)
        else:
            dropped[fault] += 1
    return sound


def _once(hits: Sequence[T], name: Callable[[T], int]) -> Sequence[T]:
    """Each id once, where it stood first."""
    return list({name(hit): hit for hit in reversed(hits)}.values())[::-1]
