"""The words a memory is searched by: the message's own, without what points and what haunts. Pure.

They keep their order, since meaning hangs on it, and time expressions and asking words ("when", "how many") stay:
recall reads both. Measured on the labelled conversations, shorter queries of bare nouns find a tenth less.
"""

from __future__ import annotations

from collections.abc import Sequence

from holdfast.core.language.spelling import ends_of, one_spelling
from holdfast.turn.librarian.types import Spec
from holdfast.turn.reading.tables import WordLists, word_lists
from holdfast.turn.reading.vectors import MAX_CHARACTERS

MAX_WORDS = 24
OVERVIEW = "name family home work health likes plans"
"""What people mean who ask what is known of them, in words that facts are near to."""


def compile_query(spec: Spec) -> str | None:
    """None when nothing is left to search by: pronouns and ghost tokens find everything, or nothing."""
    if spec.is_overview:
        return OVERVIEW
    if not (spec.entities or spec.topics or spec.times):
        return None
    pointed_at = _pointed_at(spec)
    return " ".join([*pointed_at, *_shortened(spec.words, MAX_WORDS - len(pointed_at), word_lists(spec.languages))])


def said_whole(text: str, spec: Spec) -> str | None:
    """The message as it was said, which its meaning is taken from: on the labelled conversations that finds the answer
    of three questions in a hundred more than the query's meaning does, and leaves fewer with nothing. None where the
    query says more: it names whom the message only points at; and what is long is about many things."""
    said = said_alone(text)
    return None if spec.is_overview or _pointed_at(spec) or len(said) > MAX_CHARACTERS else said


def said_alone(text: str) -> str:
    """The message, cut where it is very long, and in one spelling."""
    return one_spelling(ends_of(text)).strip()


def _pointed_at(spec: Spec) -> Sequence[str]:
    """Names that the message means and does not say."""
    said = {word.lower() for word in spec.words}
    return [name for name in spec.entities if not said.issuperset(name.lower().split())]


def _shortened(words: Sequence[str], most: int, lists: WordLists) -> Sequence[str]:
    """Nouns and names are preferred: verbs, manner and light words give way first, from the end."""
    spare = len(words) - most
    kept = []
    for word in reversed(words):
        if spare > 0 and (word in lists.light or word in lists.common_verbs or word.endswith("ly")):
            spare -= 1
        else:
            kept.append(word)
    return kept[::-1][: max(most, 0)]
