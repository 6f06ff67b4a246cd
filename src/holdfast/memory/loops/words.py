"""The words that carry a meaning: for signatures, and for likeness where there are no vectors."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from holdfast.core.language.tables import Language
from holdfast.core.language.which import languages_of
from holdfast.core.language.words import words_of
from holdfast.memory.loops.tables import LOOP_TABLES, LoopWords

PAST_FORMS = frozenset(LOOP_TABLES["en"].words.past) - {"left", "cut"}
_MIN_LETTERS = 3


def stem(word: str, language: Language = "en") -> str:
    """Rough, the same for both sides: reports, reported and reporting meet."""
    known = LOOP_TABLES[language].words
    word = known.past.get(word) or known.same.get(word) or word.removesuffix("'s")
    if known.participle and (found := known.participle.fullmatch(word)):
        word = f"{found['before'] or ''}{known.past.get(found['stem'], found['stem'])}"
    return _without_ending(word, known)


def _without_ending(word: str, known: LoopWords) -> str:
    for ending, put in known.endings:
        if word.endswith(ending) and len(word) - len(ending) >= _MIN_LETTERS:
            word = word[: -len(ending)] + put
            break
    if known.doubled and len(word) > 3 and word[-1] == word[-2] and word[-1] not in "sl":
        word = word[:-1]
    return word


@lru_cache(maxsize=8_192)
def content(text: str, language: Language = "en") -> tuple[str, ...]:
    """Stems that say something, in order, each once."""
    empty = LOOP_TABLES[language].words.empty
    return tuple(dict.fromkeys(stem(word, language) for word in words_of(text) if word not in empty))


def common_language(one: str, other: str) -> Language:
    """In which two texts are compared: of a few words alone nobody can tell."""
    return languages_of([*words_of(one), *words_of(other)])[0]


def signature(text: str) -> str:
    """The same for the same thing said with other small words or in another order. It is stored, so it is made in one
    way for every language."""
    return " ".join(sorted(content(text)))[:300]


def overlap(one: Sequence[str], other: Sequence[str]) -> float:
    """Shared words over all words."""
    a, b = set(one), set(other)
    return len(a & b) / len(a | b) if a and b else 0.0


def covered(some: Sequence[str], by: Sequence[str]) -> float:
    """How much of `some` stands in `by` too."""
    return len(set(some) & set(by)) / len(set(some)) if some else 0.0
