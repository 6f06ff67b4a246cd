"""What a question that goes on with a conversation is about. Pure: no model is asked.

"And for part-timers?" is about what was asked before: it takes along the question before it, and that one's own, and
the names and figures of the answer. Whether a short question goes on or begins something new, no rule can tell. So it
is searched as it is, too, and that counts for more (`search`).
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from holdfast.core.language.words import BARE_WORD
from holdfast.knowledge.terms import language_of, spaced

_SHORT_WORDS = 6
"""A question of no more words than that may go on with the one before it. What has no spaces counts by pairs."""
_LONG_WORDS = 14
"""One of more words says itself what it is about, whatever it points at."""
_NAMES = 4
_READ_CHARACTERS = 1_000
_NAME = re.compile(r"(?<=[\w,] )(?:[^\W\d_a-zß-öø-ÿ]\w+|\d[\d.,]*\d|\d)")


@dataclass(frozen=True, slots=True)
class Exchange:
    """What somebody asked, and what they were told."""

    question: str
    answer: str = ""


def context_of(question: str, before: Sequence[Exchange]) -> str:
    """The question with what it goes on with; empty where it stands alone. `before`: the last exchange last."""
    if not before or not is_follow_up(question):
        return ""
    *earlier, last = before
    topic = context_of(last.question, earlier[-1:]) or last.question[:_READ_CHARACTERS]
    names = " ".join(_names(last.answer, beyond=f"{topic} {question}"))
    return "\n".join(filter(None, (topic, names, question)))


def is_follow_up(question: str) -> bool:
    """Whether it may lean on what was said before."""
    words = BARE_WORD.findall(spaced(question[:_READ_CHARACTERS]).lower())
    if len(words) <= _SHORT_WORDS:
        return True
    told, language = _pointers(), language_of(question) or ""
    begins, points = (told[kind].get(language, frozenset()) for kind in ("begins", "points"))
    return len(words) <= _LONG_WORDS and (words[0] in begins or any(word in points for word in words))


def _names(answer: str, *, beyond: str) -> Sequence[str]:
    """Names that stand within sentences, and figures."""
    found = dict.fromkeys(_NAME.findall(answer[:_READ_CHARACTERS]))
    return [name for name in found if name not in beyond][:_NAMES]


@cache
def _pointers() -> Mapping[str, Mapping[str, frozenset[str]]]:
    table = tomllib.loads((Path(__file__).parent / "follow_up.toml").read_text(encoding="utf-8"))
    return {
        kind: {language: frozenset(words.split()) for language, words in by_language.items()}
        for kind, by_language in table.items()
    }
