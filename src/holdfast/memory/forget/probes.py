"""Pieces of what is forgotten, and where they stand: before it goes, and afterwards, in every place.

A piece is six words in a row (or all of a shorter text that still tells something), taken from the beginning, the
middle and the end. Texts are compared as `memory_plain` writes them: lower case, words alone, one space between.

A piece is looked for by its rarest word in the posting table, and then compared with the text itself. Nothing can be
missed by that: the words inside of a piece stand whole wherever it does (its first and last may be a part of a longer
one), and a turn that hides words from full-text search knows which. Where a piece has no rare word inside, or none at
all that full-text search would keep ("to be or not to be"), every turn is compared.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from holdfast.core.db import Owner, Tx
from holdfast.memory.forget import probes_store as store
from holdfast.memory.forget.types import Deletion, camel

WORDS_IN_PROBE = 6
MIN_WORDS = 3
MIN_CHARACTERS = 12
MAX_PROBES = 150
COMMON_IN_TURNS = 800
"""A word that stands in so many turns is no help in finding one of them."""


async def probes_of(tx: Tx, texts: Sequence[str], *, min_words: int = MIN_WORDS) -> Sequence[str]:
    return pick_probes(await store.plain(tx, texts), min_words=min_words)


async def where_they_stand(tx: Tx, owner: Owner, probes: Sequence[str]) -> Sequence[tuple[str, int]]:
    """(piece, turn)."""
    if not probes:
        return []
    inside = await store.words_of(tx, [" ".join(probe.split()[1:-1]) for probe in probes])
    turns = await store.how_common(
        tx, owner, sorted({word for words in inside for word in words}), at_most=COMMON_IN_TURNS
    )
    rarest = {
        probe: min(words, key=lambda word: turns[word]) for probe, words in zip(probes, inside, strict=True) if words
    }
    by_word = {probe: word for probe, word in rarest.items() if turns[word] < COMMON_IN_TURNS}
    anywhere = [probe for probe in probes if probe not in by_word]
    return [
        *(await store.find_probes_by_word(tx, owner, by_word) if by_word else ()),
        *(await store.find_probes_anywhere(tx, owner, anywhere) if anywhere else ()),
    ]


async def echoes_of(tx: Tx, owner: Owner, probes: Sequence[str], gone: Sequence[int]) -> Sequence[int]:
    """What others than the person said with these very words, in sessions that stay."""
    staying = {turn for _, turn in await where_they_stand(tx, owner, probes)} - set(gone)
    return sorted(await store.not_by_the_person(tx, owner, sorted(staying)))


async def found_only_in(tx: Tx, owner: Owner, probes: Sequence[str], gone: Sequence[int]) -> Sequence[str]:
    """Pieces that stand in no turn that stays: whatever else holds one has it from what goes."""
    going = set(gone)
    elsewhere = {probe for probe, turn in await where_they_stand(tx, owner, probes) if turn not in going}
    return [probe for probe in probes if probe not in elsewhere]


async def count_leftovers(tx: Tx, owner: Owner, gone: Deletion, probes: Sequence[str]) -> Mapping[str, int]:
    """How often it is still there, by each way one can ask."""
    found = {camel(name): count for name, count in (await store.find_again(tx, owner, gone, probes)).items()}
    found["turns"] += len({turn for _, turn in await where_they_stand(tx, owner, probes)})
    return found


def pick_probes(plain_texts: Sequence[str], *, most: int = MAX_PROBES, min_words: int = MIN_WORDS) -> Sequence[str]:
    """At most so many, spread evenly over the texts when there are more."""
    found = [*dict.fromkeys(probe for text in plain_texts for probe in _pieces(text, min_words))]
    if len(found) <= most:
        return found
    step = len(found) / most
    return [found[int(place * step)] for place in range(most)]


def _pieces(plain: str, min_words: int) -> Sequence[str]:
    words = plain.split()
    if len(words) <= WORDS_IN_PROBE:
        return [plain] if len(words) >= min_words and len(plain) >= MIN_CHARACTERS else []
    starts = {0, (len(words) - WORDS_IN_PROBE) // 2, len(words) - WORDS_IN_PROBE}
    return [" ".join(words[start : start + WORDS_IN_PROBE]) for start in sorted(starts)]
