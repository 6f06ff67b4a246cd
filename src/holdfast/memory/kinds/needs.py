"""Which kinds of facts a request needs though it names none; or that it needs none at all.

"Suggest something for dinner" needs what is known of food and health, "what is 17 times 23" needs nothing. Rules see
what is only about words, numbers, code and the world; the nearest of the written requests say the rest, and where there
is no vector, the words of the message alone.
"""

from __future__ import annotations

import asyncio
import re
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache

import numpy as np
from numpy.typing import NDArray

from holdfast.core.log import get_logger
from holdfast.memory.kinds.circumstances import circumstances_asked
from holdfast.memory.kinds.meaning import FloatVector, known_meaning, nearest, unit
from holdfast.memory.kinds.tables import tables
from holdfast.memory.kinds.words import read_words
from holdfast.models.local_kinds import EMBEDDING_MODEL
from holdfast.models.types import Embedder

DEADLINE_SECONDS = 0.5
NOTHING_FROM = 0.3
"""Share of the neighbours that need nothing."""
MAX_CHARACTERS = 2_000
_NEIGHBOURS, _SHARPNESS = 25, 10.0
_BALANCE = 0.3
"""How much more a neighbour of a kind with few written requests counts: what is often written about is not needed more
often."""
_MIN_NEARNESS = 0.2
"""Inner product with the nearest request below which none of them tells anything: gibberish, another language."""
_LATER = 0.35
"""Of a request's kinds the first counts whole, each further one less."""
_WORD, _HINT = 0.05, 0.015
_MIN_WEIGHT = 0.1
"""Of the strongest kind: what is weaker is noise."""
_QUOTED = re.compile(r"[\"“„«][^\"”»]{0,500}[\"”»]|:\s.*", re.DOTALL)
_OWN = re.compile(r"\b(?:i|i'm|i've|i'd|i'll|me|my|mine|we|we're|us|our|ours)\b", re.IGNORECASE)
_ABOUT_WORDS = re.compile(
    r"\b(?:translate|proofread|(?:fix|correct|check) (?:the|my|this) (?:spelling|grammar|punctuation)"
    r"|re(?:write|word|phrase)|put (?:the following|this|that) into"
    r"|how (?:do|would) (?:you|i|we|one) (?:say|spell|pronounce)"
    r"|(?:what|which) (?:does|do|did|is|are|means?)\b.{0,60}\b(?:mean|means|stand for|meaning)|what means"
    r"|synonyms?|antonyms?|plural|past tense|in a sentence|the (?:word|phrase|term|expression)|spelling of|define"
    r"|rhymes? with|regex|regular expression|json|css|html|sql|python|javascript|typescript|bash|git|function that"
    r"|code (?:for|that|to))\b",
    re.IGNORECASE,
)
_ABOUT_THE_WORLD = re.compile(
    r"^\W*(?:and |so |ok |hey |please |tell me |do you know )*(?:"
    r"who (?:wrote|won|invented|painted|discovered|founded|made|composed|designed|built|directed|sang|played|was"
    r"|is the|first)"
    r"|(?:in )?wh(?:at|ich) (?:year|century|film|movie|book|novel|country|king|queen|monarch|planet|element|language"
    r"|city|river)"
    r"|when (?:was|were|did|is)|what(?:'s| is| was| are) (?:the )?(?:capital|difference|formula|population"
    r"|square root|speed|boiling|chemical|tallest|largest|longest|origin|plot|exchange|currency)"
    r"|how (?:many|far|tall|deep|old|heavy|fast|hot)|how (?:do|does|did|are|is|were|was) (?!i\b|we\b|my\b|our\b)"
    r"|why (?:do|does|is|are|did|was)|what (?:causes?|happened)|where (?:does|did|do)|explain (?:what|how|why)"
    r"|convert|list the|name (?:two|three|four|five)|[\d\s.,+*/x%()=^-]+\??$)",
    re.IGNORECASE,
)
_PAST = re.compile(
    r"\b(?:did|had|were|was) (?:i|we|you|he|she|they|my|our|it|that|the)\b|\bremember (?:when|the|what|how)\b"
    r"|\b(?:said|told|mentioned|talked about|last time)\b",
    re.IGNORECASE,
)
"""Asks about what was said or done: that is recall's, and what nothing answers stays without an answer."""
_FIGURES = re.compile(
    # The last digit of a number stands for it: from each of them, a long number would be read to its end again.
    r"\d[.,]*\s*(?:%|percent|times|plus|minus|divided by|multiplied by|[+*/x×÷^-])\s*(?:of\s*)?\d",
    re.I,
)
log = get_logger()


@dataclass(frozen=True, slots=True)
class Needs:
    kinds: Mapping[str, float] = field(default_factory=dict)
    """How much each is needed: the most needed is 1, and so is the most needed circumstance."""
    is_nothing: bool = False
    """Surely none; a request that merely names no kind is not that sure."""


NONE = Needs(is_nothing=True)
UNREAD = Needs()


async def read_needs(text: str, embedder: Embedder) -> Needs:
    """By its words alone where the embedder does not answer."""
    text = text.strip()[:MAX_CHARACTERS]
    if is_plainly_nothing(text):
        return NONE
    try:
        async with asyncio.timeout(DEADLINE_SECONDS):
            (vector,) = await embedder.embed([text])
    except Exception as error:  # noqa: BLE001 — border: an embedder may fail in any way, the words still tell
        log.warning("needs_without_meaning", error=type(error).__name__)
        return needs_of(text)
    return meant_needs(text, vector, embedder)


def meant_needs(text: str, vector: Sequence[float] | None, embedder: Embedder) -> Needs:
    """The same with the vector at hand; by words alone where it is not, where the tables have no vectors yet, and with
    another embedder than the one that the shares were weighed for."""
    known = known_meaning(embedder, "requests") if embedder.name == EMBEDDING_MODEL else None
    return needs_of(text, None if vector is None else unit(vector), known)


def is_plainly_nothing(text: str) -> bool:
    """About words, numbers, code or the world, and not about whoever asks. What is quoted is only worked on."""
    asked = _QUOTED.sub(" ", text)
    if _OWN.search(asked):
        return False
    return bool(_FIGURES.search(text) or _ABOUT_WORDS.search(asked) or _ABOUT_THE_WORLD.search(asked))


def needs_of(text: str, vector: FloatVector | None = None, known: FloatVector | None = None) -> Needs:
    """`vector`: the text's, of length one; `known`: of the requests. Pure."""
    if is_plainly_nothing(text):
        return NONE
    if _PAST.search(text):
        return UNREAD
    scores: defaultdict[str, float] = defaultdict(float)
    nothing = 0.0
    if vector is not None and known is not None and float(np.max(known @ vector)) >= _MIN_NEARNESS:
        places, shares = _nearest_requests(vector, known)
        nothing = nothing_share(vector, known)
        shares = shares * _rarity()[places]
        for place, share in zip(places, shares / shares.sum(), strict=True):
            for at, kind in enumerate(tables().requests[place].kinds):
                scores[kind] += float(share) / (1 + _LATER * at)
    if nothing >= NOTHING_FROM:
        return NONE
    sure, leaning = read_words(text)
    for kind in sure:
        scores[kind] += _WORD
    if scores:
        for kind in leaning:
            scores[kind] += _HINT
    finer = {} if vector is None or known is None or not scores else circumstances_asked(vector, known)
    return Needs({**_beside_the_most(scores), **_beside_the_most(finer)})


def _beside_the_most(scores: Mapping[str, float]) -> Mapping[str, float]:
    most = max(scores.values(), default=0.0)
    return {kind: round(score / most, 3) for kind, score in scores.items() if score >= _MIN_WEIGHT * most and score > 0}


def nothing_share(vector: FloatVector, known: FloatVector) -> float:
    """Of the written requests it is nearest to, those that need nothing."""
    places, shares = _nearest_requests(vector, known)
    return float(sum(share for place, share in zip(places, shares, strict=True) if place in _no_kind()))


def _nearest_requests(vector: FloatVector, known: FloatVector) -> tuple[NDArray[np.intp], FloatVector]:
    return nearest(vector, known[: len(tables().requests)], most=_NEIGHBOURS, sharpness=_SHARPNESS)


@cache
def _rarity() -> FloatVector:
    """Of each written request: more where its kinds are rarely written about."""
    requests = tables().requests
    written = Counter(kind for one in requests for kind in one.kinds or ("",))
    means = [np.mean([written[kind] for kind in one.kinds or ("",)]) / len(requests) for one in requests]
    return np.asarray(np.asarray(means) ** -_BALANCE, dtype=np.float32)


@cache
def _no_kind() -> frozenset[int]:
    return frozenset(place for place, one in enumerate(tables().requests) if not one.kinds)
