"""How near a turn is to a question, out of several weak signs. Pure: candidates in, scores out.

The signs are added up by fixed weights, which were fitted on labelled conversations and checked on conversations left
out (`holdfast eval recall`). Words are worth most. Meaning is measured against this owner's own turns: how many
deviations above the mean. The answer often stands beside the turn that holds the question's words, so neighbours lend
a share. Where turns can be read word piece by word piece (`closeness`), that counts for more than their one vector.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta

import numpy as np
from numpy.typing import NDArray

from holdfast.core.language.calendars import calendar_of
from holdfast.memory.recall.postings import WordHits
from holdfast.memory.recall.question import AnswerKind, Question
from holdfast.memory.types import Episode

Scores = NDArray[np.float64]
RowPlaces = NDArray[np.int64]


NO_WORDS = WordHits(0.0, 0.0)


@dataclass(frozen=True, slots=True)
class Candidate:
    """One turn that may answer. In a list of them, turns of one session stand together and in order."""

    episode: Episode
    words: float
    similarity: float | None
    is_echo: bool = False
    share: float = 0.0
    tokens: bytes | None = None
    """The vectors of its word pieces, packed."""


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
    closeness: float = 0.0
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
"""By which turns are found; and ranked, where nothing but words and one vector for each tells."""
READ = Weights(words=1.4, meaning=0.5, closeness=1.2)
"""Where they are read word piece by word piece. On the labelled conversations 1.25 to 1.8 for words, 0.45 to 0.65 for
meaning and 1.0 to 1.8 for this differ by one in a hundred."""
_AROUND = (-2, -1, 1, 2)

_WORD = re.compile(r"\w+")
_SELF = frozenset({"I", "My", "my", "Me", "me", "We", "we", "Our", "our"})
_DAYS = calendar_of("en").weekday_names
_TIME_WORDS = frozenset(
    f"""
    yesterday today tonight tomorrow last next ago since until weekend weekends day days night nights week weeks month
    months year years {" ".join(_DAYS)} {" ".join(f"{day}s" for day in _DAYS)} spring summer autumn winter easter
    christmas birthday first second third
    """.split()
).union(calendar_of("en").month_names)
_FIGURE = re.compile(r"\d")
_TIME_FIGURES = re.compile(r"\d+(?:st|nd|rd|th)|\d{4}")
_THIS_TIME = re.compile(r"\bthis (?:morning|evening|afternoon)\b", re.IGNORECASE)
_SMALL_NUMBERS = ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")
_LARGE_NUMBERS = ("dozen", "twenty", "thirty", "forty", "fifty", "hundred", "thousand")
_NUMBER_WORDS = frozenset({*_SMALL_NUMBERS, *_LARGE_NUMBERS, "once", "twice", "half", "couple"})
_NAME = re.compile(r"(?<=[a-z,;] )[A-Z][a-z]+")


def _names_a_time(text: str) -> bool:
    words = _WORD.findall(text.lower())
    return (
        not _TIME_WORDS.isdisjoint(words)
        or (_FIGURE.search(text) is not None and any(map(_TIME_FIGURES.fullmatch, words)))
        or ("this" in words and _THIS_TIME.search(text) is not None)
    )


def _names_a_number(text: str) -> bool:
    words = _WORD.findall(text.lower())
    return not _NUMBER_WORDS.isdisjoint(words) or (_FIGURE.search(text) is not None and any(map(str.isdecimal, words)))


def _names_somebody(text: str) -> bool:
    return _NAME.search(text) is not None


def _speaks_of_self(text: str) -> bool:
    return not _SELF.isdisjoint(_WORD.findall(text))


# Looked for word by word: a pattern of so many alternatives would be tried at every letter of some two hundred turns.
_SIGNS: Mapping[AnswerKind, tuple[Callable[[str], bool], Callable[[Weights], float]]] = {
    "time": (_names_a_time, lambda weights: weights.names_a_time),
    "number": (_names_a_number, lambda weights: weights.names_a_number),
    "person": (_names_somebody, lambda weights: weights.names_somebody),
}
MIN_DEVIATION = 0.02
_MAX_SESSION_TURNS = 1 << 40
_USUAL_WORDS = 25
_AFTERGLOW_DAYS = 10
"""What happened on a day is often told in the days after it."""


def fuse(
    question: Question, candidates: Sequence[Candidate], spread: Spread, closeness: Scores | None = None
) -> Scores:
    """A score for each candidate. `closeness`: how closely each meets the question, where that can be told."""
    if not candidates:
        return np.zeros(0)
    words = np.array([one.words for one in candidates])
    meaning = _meaning(candidates, spread)
    weights = WEIGHTS if closeness is None else READ
    told = weights.words * words + weights.meaning * meaning
    if closeness is not None:
        told += weights.closeness * _among_others(closeness, meaning)
    sessions = _sessions(candidates)
    scores = told + weights.session * _session(sessions, told)
    for places, word_share, meaning_share in zip(
        _neighbours(candidates, sessions), weights.words_around, weights.meaning_around, strict=True
    ):
        scores += word_share * _shifted(words, places) + meaning_share * _shifted(meaning, places)
    return (
        scores
        + _of_text(question, candidates, weights)
        + _of_speaker(question, candidates, weights)
        + weights.in_time * _in_time(question, candidates)
        + weights.echo * np.array([one.is_echo for one in candidates], dtype=float)
    )


def _meaning(candidates: Sequence[Candidate], spread: Spread) -> Scores:
    deviation = max(spread.deviation, MIN_DEVIATION)
    return np.array(
        [0.0 if one.similarity is None else (one.similarity - spread.mean) / deviation for one in candidates]
    )


def _among_others(closeness: Scores, meaning: Scores) -> Scores:
    """Against the other candidates, and lifted to where their meaning lies, so that the sum keeps its scale. A turn
    that was never read so lies as near as its meaning says."""
    is_read = ~np.isnan(closeness)
    read = closeness[is_read]
    return np.where(is_read, (closeness - read.mean()) / max(float(read.std()), 1e-6) + meaning.mean(), meaning)


def _sessions(candidates: Sequence[Candidate]) -> RowPlaces:
    """For each candidate the number of its session, in the order in which they stand."""
    rows = np.array([one.episode.session_row for one in candidates])
    return np.cumsum(np.diff(rows, prepend=rows[:1]) != 0)


def _neighbours(candidates: Sequence[Candidate], sessions: RowPlaces) -> Sequence[RowPlaces]:
    """For each step of `_AROUND` and each candidate the place of the turn that many turns away; -1 where none is."""
    turns = sessions * _MAX_SESSION_TURNS + np.array([one.episode.seq for one in candidates])
    found = []
    for step in _AROUND:
        places = np.minimum(np.searchsorted(turns, turns + step), len(turns) - 1)
        found.append(np.where(turns[places] == turns + step, places, -1))
    return found


def _shifted(values: Scores, places: RowPlaces) -> Scores:
    return np.where(places >= 0, values[places], 0.0)


def _session(sessions: RowPlaces, told: Scores) -> Scores:
    """How well a turn's session speaks to the question as a whole: its three best turns, against other sessions."""
    if sessions[-1] == 0:
        return np.zeros(len(told))
    order = np.lexsort((told, sessions))
    sizes = np.bincount(sessions)
    after = np.cumsum(sizes)[sessions] - np.arange(
        len(told)
    )  # how many of its session follow in that order, itself too
    top = order[after <= 3]
    best = np.bincount(sessions[top], told[top])
    return np.asarray((best - best.mean()) / max(float(best.std()), 1e-6))[sessions]


def _of_text(question: Question, candidates: Sequence[Candidate], weights: Weights) -> Scores:
    wanted = _SIGNS.get(question.wanted)
    lengths = np.array([one.episode.text.count(" ") + 1 for one in candidates])
    scores: Scores = weights.length * np.log(np.clip(lengths, 3, 60) / _USUAL_WORDS)
    for place, one in enumerate(candidates):
        text = one.episode.text
        if "?" in text:
            scores[place] += weights.asks + (weights.ends_asking if text.rstrip().endswith("?") else 0.0)
        if wanted and wanted[0](text):
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
            weights.speaker + (weights.speaks_of_self if _speaks_of_self(one.episode.text) else 0.0) if theirs else 0.0
            for one, theirs in zip(candidates, is_theirs, strict=True)
        ]
    )


def _in_time(question: Question, candidates: Sequence[Candidate]) -> Scores:
    if not question.spans:
        return np.zeros(len(candidates))
    scores = np.zeros(len(candidates))
    for place, one in enumerate(candidates):
        day = one.episode.said_at.astimezone(question.clock).date()
        for span in question.spans:
            if span.start - timedelta(days=1) <= day <= span.end:
                scores[place] = 1.0
            elif span.end < day <= span.end + timedelta(days=_AFTERGLOW_DAYS):
                scores[place] = max(scores[place], 0.5)
    return scores
