"""The words that carry a meaning: for signatures, and for likeness where there are no vectors."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from holdfast.core.language.calendars import calendar_of
from holdfast.core.language.words import words_of

_EMPTY = frozenset(
    """
    a an the this that these those my your our his her their its i me we us you he she it they them to of for in
    on at by with from about into over and or but so if as is am are was were be been being do does did done
    have has had will would shall should can could may might must need needs going gonna get got just really
    very also too some any all more most then now today tomorrow tonight yesterday soon later again still
    already finally up out off down back please not no never always want promised remind remember mind due
    deadline end next week month year weekend morning evening before until
    """.split()  # noqa: SIM905
) | frozenset(calendar_of("en").weekday_names)
_PAST = {
    "went": "go",
    "gone": "go",
    "wrote": "write",
    "written": "write",
    "sent": "send",
    "bought": "buy",
    "paid": "pay",
    "made": "make",
    "ran": "run",
    "took": "take",
    "taken": "take",
    "told": "tell",
    "spoke": "speak",
    "spoken": "speak",
    "met": "meet",
    "read": "read",
    "saw": "see",
    "seen": "see",
    "gave": "give",
    "given": "give",
    "brought": "bring",
    "built": "build",
    "began": "begin",
    "begun": "begin",
    "chose": "choose",
    "found": "find",
    "kept": "keep",
    "left": "leave",
    "sold": "sell",
    "swam": "swim",
    "taught": "teach",
    "threw": "throw",
    "won": "win",
    "ate": "eat",
    "drove": "drive",
    "flew": "fly",
    "cut": "cut",
    "put": "put",
    "did": "do",
    "done": "do",
    "quit": "quit",
    "mum": "mom",
    "mother": "mom",
    "dad": "father",
}
PAST_FORMS = frozenset(_PAST) - {"mum", "mother", "dad", "left", "cut"}
FINISHING = frozenset({"finish", "complet", "wrap", "submit", "do"})
"""Says that it ended, not what."""


def stem(word: str) -> str:
    """Rough, the same for both sides: reports, reported and reporting meet."""
    word = _PAST.get(word, word.removesuffix("'s"))
    for ending in ("ies", "ing", "ied", "ed", "es", "s", "e"):
        if word.endswith(ending) and len(word) - len(ending) >= 3:
            word = word[: -len(ending)] + ("y" if ending in ("ies", "ied") else "")
            break
    if len(word) > 3 and word[-1] == word[-2] and word[-1] not in "sl":
        word = word[:-1]
    return word


@lru_cache(maxsize=8_192)
def content(text: str) -> tuple[str, ...]:
    """Stems that say something, in order, each once."""
    return tuple(dict.fromkeys(stem(word) for word in words_of(text) if word not in _EMPTY))


def signature(text: str) -> str:
    """The same for the same thing said with other small words or in another order."""
    return " ".join(sorted(content(text)))[:300]


def overlap(one: Sequence[str], other: Sequence[str]) -> float:
    """Shared words over all words."""
    a, b = set(one), set(other)
    return len(a & b) / len(a | b) if a and b else 0.0


def covered(some: Sequence[str], by: Sequence[str]) -> float:
    """How much of `some` stands in `by` too."""
    return len(set(some) & set(by)) / len(set(some)) if some else 0.0
