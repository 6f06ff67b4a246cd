"""How near a turn is to a question, out of several weak signs. Pure: candidates in, scores out.

The signs are added up by fixed weights, which were fitted on labelled conversations and checked on conversations left
out (`holdfast eval recall`). Words are worth most. Meaning is measured against this owner's own turns: how many
deviations above the mean. The answer often stands beside the turn that holds the question's words, so neighbours lend
a share. All of it is on one scale, so that the sum can be compared with a floor.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta

import numpy as np
from numpy.typing import NDArray

from holdfast.memory.recall.question import Question, Wanted
from holdfast.memory.types import Episode

Scores = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Worded:
    """What a turn has of a question's words."""

    score: float
    share: float
    """Of the question's words, how many stand in the turn."""


NO_WORDS = Worded(0.0, 0.0)


@dataclass(frozen=True, slots=True)
class Candidate:
    """One turn that may answer. In a list of them, turns of one session stand together and in order."""

    episode: Episode
    words: float
    similarity: float | None
    is_echo: bool = False
    share: float = 0.0


@dataclass(frozen=True, slots=True)
class Spread:
    """How near an owner's turns are to a question on the whole."""

    mean: float
    deviation: float


@dataclass(frozen=True, slots=True)
class Weights:
    words: float = 2.5
    words_around: tuple[float, float, float, float] = (0.6, 0.35, 0.3, 0.1)
    """Of the turn two before (the same speaker's, mostly), the one before, the one after, and two after."""
    meaning: float = 0.9
    meaning_around: tuple[float, float, float, float] = (0.2, 0.12, 0.2, 0.25)
    speaker: float = 0.5
    speaks_of_self: float = 0.35
    asks: float = -0.8
    ends_asking: float = -0.5
    length: float = 0.35
    names_a_time: float = 0.65
    names_a_number: float = 0.3
    names_somebody: float = 0.25
    in_time: float = 0.5
    session: float = 0.15
    echo: float = -0.5


WEIGHTS = Weights()
_AROUND = (-2, -1, 1, 2)

_TIME_WORD = re.compile(
    r"\b(?:yesterday|today|tonight|tomorrow|last|next|ago|since|until|weekends?|days?|nights?|weeks?|months?|years?"
    r"|(?:mon|tues|wednes|thurs|fri|satur|sun)days?|january|february|march|april|may|june|july|august|september"
    r"|october|november|december|spring|summer|autumn|winter|easter|christmas|birthday|first|second|third"
    r"|\d{4}|\d+(?:st|nd|rd|th)|this (?:morning|evening|afternoon))\b",
    re.IGNORECASE,
)
_NUMBER_WORD = re.compile(
    r"\b(?:\d+|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|dozen|twenty|thirty|forty|fifty|hundred"
    r"|thousand|once|twice|half|couple)\b",
    re.IGNORECASE,
)
_SELF = re.compile(r"\b(?:I|I['’]\w+|[Mm]y|[Mm]e|[Ww]e|[Oo]ur|[Ww]e['’]\w+)\b")
_NAME = re.compile(r"(?<=[a-z,;] )[A-Z][a-z]+")
_SIGNS: Mapping[Wanted, tuple[re.Pattern[str], Callable[[Weights], float]]] = {
    "time": (_TIME_WORD, lambda weights: weights.names_a_time),
    "number": (_NUMBER_WORD, lambda weights: weights.names_a_number),
    "person": (_NAME, lambda weights: weights.names_somebody),
}
_LEAST_DEVIATION = 0.02
_USUAL_WORDS = 25
_AFTERGLOW_DAYS = 10
"""What happened on a day is often told in the days after it."""


def fuse(question: Question, candidates: Sequence[Candidate], spread: Spread, weights: Weights = WEIGHTS) -> Scores:
    """A score for each candidate."""
    if not candidates:
        return np.zeros(0)
    words = np.array([one.words for one in candidates])
    meaning = _meaning(candidates, spread)
    told = weights.words * words + weights.meaning * meaning
    scores = told + weights.session * _session(candidates, told)
    for places, word_share, meaning_share in zip(
        _neighbours(candidates), weights.words_around, weights.meaning_around, strict=True
    ):
        scores += word_share * _shifted(words, places) + meaning_share * _shifted(meaning, places)
    return (
        scores
        + _of_text(question, candidates, weights)
        + _of_speaker(question, candidates, weights)
        + weights.in_time * _in_time(question, candidates)
        + weights.echo * np.array([one.is_echo for one in candidates], dtype=float)
    )


def shortlist(
    words: Mapping[int, Worded],
    similarities: Mapping[int, float],
    spread: Spread,
    *,
    most: int,
    weights: Weights = WEIGHTS,
) -> Sequence[int]:
    """The turns worth reading, by words and meaning alone; the other signs need their texts and neighbours."""
    deviation = max(spread.deviation, _LEAST_DEVIATION)
    unseen = max((min(similarities.values(), default=spread.mean) - spread.mean) / deviation - 1.0, 0.0)
    scores = {
        turn: weights.words * words.get(turn, NO_WORDS).score
        + weights.meaning * ((similarities[turn] - spread.mean) / deviation if turn in similarities else unseen)
        for turn in {**words, **similarities}
    }
    return sorted(scores, key=lambda turn: (-scores[turn], turn))[:most]


def _meaning(candidates: Sequence[Candidate], spread: Spread) -> Scores:
    deviation = max(spread.deviation, _LEAST_DEVIATION)
    return np.array(
        [0.0 if one.similarity is None else (one.similarity - spread.mean) / deviation for one in candidates]
    )


def _neighbours(candidates: Sequence[Candidate]) -> Sequence[NDArray[np.int64]]:
    """For each step of `_AROUND` and each candidate the place of the turn that many turns away; -1 where none is."""
    turns = [(one.episode.session, one.episode.seq) for one in candidates]
    places = {turn: place for place, turn in enumerate(turns)}
    return [np.array([places.get((session, seq + step), -1) for session, seq in turns]) for step in _AROUND]


def _shifted(values: Scores, places: NDArray[np.int64]) -> Scores:
    return np.where(places >= 0, values[places], 0.0)


def _session(candidates: Sequence[Candidate], told: Scores) -> Scores:
    """How well a turn's session speaks to the question as a whole: its three best turns, against other sessions."""
    sessions, place = np.unique([one.episode.session for one in candidates], return_inverse=True)
    if len(sessions) < 2:
        return np.zeros(len(candidates))
    best = np.array([np.sort(told[place == number])[-3:].sum() for number in range(len(sessions))])
    return np.asarray((best - best.mean()) / max(float(best.std()), 1e-6))[place]


def _of_text(question: Question, candidates: Sequence[Candidate], weights: Weights) -> Scores:
    wanted = _SIGNS.get(question.wanted)
    lengths = np.array([one.episode.text.count(" ") + 1 for one in candidates])
    scores: Scores = weights.length * np.log(np.clip(lengths, 3, 60) / _USUAL_WORDS)
    for place, one in enumerate(candidates):
        text = one.episode.text
        if "?" in text:
            scores[place] += weights.asks + (weights.ends_asking if text.rstrip().endswith("?") else 0.0)
        if wanted and wanted[0].search(text):
            scores[place] += wanted[1](weights)
    return scores


def _of_speaker(question: Question, candidates: Sequence[Candidate], weights: Weights) -> Scores:
    """Turns of the one speaker whom the question names gain; nobody does where it names both, or none."""
    speakers = {one.episode.name for one in candidates if one.episode.name}
    named = {name for name in speakers if question.names(name)}
    if len(named) == 1 and len(speakers) > 1:
        is_theirs = [one.episode.name in named for one in candidates]
    elif not named and question.says_i != question.says_you:
        role = "user" if question.says_i else "assistant"
        is_theirs = [one.episode.role == role for one in candidates]
    else:
        return np.zeros(len(candidates))
    return np.array(
        [
            weights.speaker + (weights.speaks_of_self if _SELF.search(one.episode.text) else 0.0) if theirs else 0.0
            for one, theirs in zip(candidates, is_theirs, strict=True)
        ]
    )


def _in_time(question: Question, candidates: Sequence[Candidate]) -> Scores:
    if not question.spans:
        return np.zeros(len(candidates))
    scores = np.zeros(len(candidates))
    for place, one in enumerate(candidates):
        day = one.episode.said_at.date()
        for span in question.spans:
            if span.start - timedelta(days=1) <= day <= span.end:
                scores[place] = 1.0
            elif span.end < day <= span.end + timedelta(days=_AFTERGLOW_DAYS):
                scores[place] = max(scores[place], 0.5)
    return scores
