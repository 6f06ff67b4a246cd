"""Which texts make an item's vectors, and how they are blended. Pure.

A turn rarely stands alone: "The blue one, it was cheaper" means nothing without the question before it. Each turn is
therefore embedded twice, with its speaker's name and together with the turn before, and the two are kept as one
blended vector. An inner product is linear, so the blend scores exactly as the weighted sum of both would, at the cost
of one. A long turn says itself what it is about, and embedding it again would cost most: it stands alone. The word
pieces of a turn are kept as they are meant in the company of the turn before; those of that turn are its own.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from holdfast.core.language.sentences import split_sentences
from holdfast.models.embed_lately import digest

StackedVectors = NDArray[np.float32]

SHARE_ALONE = 0.6
SHARE_WITH_THE_TURN_BEFORE = 1.0 - SHARE_ALONE

PART_CHARACTERS = 900
"""About as much as a small embedder reads (256 word pieces); longer texts get several vectors."""
MAX_PARTS = 16
_BEFORE_CHARACTERS = 200
"""Of the turn before, its end. On the labelled conversations twice as much finds no more, and costs half as much
again."""
_STANDS_ALONE_CHARACTERS = 400
_MAX_TRIVIAL_CHARACTERS = 40
_WORD = re.compile(r"[^\W_]+(?:['’][^\W_]+)?")
_SAYS_NOTHING = frozenset(
    re.findall(
        r"\w+",
        """
        ok okay okey k kk alright right sure fine great good cool nice perfect awesome super wow oh ah aha hm hmm hmmm
        mhm uh um er lol haha hahaha hehe thanks thank thx ty cheers please welcome got gotcha it you very much so many
        hi hey hello bye goodbye danke vielen dank bitte gut merci gracias grazie obrigado obrigada
        """,
    )
)
"""Words that acknowledge and nothing else. Not yes and no: with the question before them they answer it."""


@dataclass(frozen=True, slots=True)
class PendingVector:
    """Something that needs a vector."""

    kind: str
    item_id: int
    text: str
    name: str | None = None
    text_before: str | None = None
    name_before: str | None = None
    predicate: str | None = None
    """Of a fact."""
    has_another: bool = False
    """Made by a former embedder, and gone when this one's is there."""

    @property
    def needs_none(self) -> bool:
        return self.kind == "e" and not self.has_another and is_trivial(self.text)


@dataclass(frozen=True, slots=True)
class Piece:
    """One vector to be made: the texts to embed, and what each counts for."""

    part: int
    texts: Sequence[str]
    shares: Sequence[float]
    own_since: int = 0
    """Where in the last of the texts the item's own words begin."""

    @property
    def made_of(self) -> bytes:
        """The digest of all that goes into it: a piece that is made of the same has the same vector."""
        return digest("\0".join([*self.texts, *map(str, self.shares)]))


def pieces(item: PendingVector) -> Sequence[Piece]:
    """At least one piece, however empty the text is."""
    parts = split(item.text)
    found = []
    for number, part in enumerate(parts):
        alone = _said(item.name, part)
        if number == 0 and item.text_before and len(item.text) < _STANDS_ALONE_CHARACTERS:
            before = _said(item.name_before, item.text_before[-_BEFORE_CHARACTERS:])
            shares = (SHARE_ALONE, SHARE_WITH_THE_TURN_BEFORE)
            found.append(Piece(0, (alone, f"{before} {alone}"), shares, own_since=len(before) + 1))
        else:
            found.append(Piece(number, (alone,), (1.0,)))
    return found


def is_trivial(text: str) -> bool:
    """Of such a turn there is nothing to find by its meaning; its words are found all the same. At most a few words of
    courtesy, or no word at all."""
    if len(text) > _MAX_TRIVIAL_CHARACTERS:
        return not _WORD.search(text)
    return all(word.lower() in _SAYS_NOTHING for word in _WORD.findall(text))


def split(text: str) -> Sequence[str]:
    """Parts of a text that the embedder reads whole, cut between sentences where it can be."""
    if len(text) <= PART_CHARACTERS:
        return [text]
    parts, current = [], ""
    for sentence in split_sentences(text):
        while len(sentence) > PART_CHARACTERS:
            sentence, rest = sentence[:PART_CHARACTERS], sentence[PART_CHARACTERS:]
            parts += [current, sentence] if current else [sentence]
            current, sentence = "", rest
        if len(current) + len(sentence) > PART_CHARACTERS:
            parts.append(current)
            current = sentence
        else:
            current = f"{current} {sentence}".strip()
    return [part for part in [*parts, current] if part][:MAX_PARTS] or [text[:PART_CHARACTERS]]


def blend(vectors: Sequence[Sequence[float]], shares: Sequence[float]) -> StackedVectors:
    weighted = np.asarray(vectors, dtype=np.float32) * np.asarray(shares, dtype=np.float32)[:, None]
    blended: StackedVectors = np.nan_to_num(weighted.sum(axis=0))
    return blended


def _said(name: str | None, text: str) -> str:
    return f"{name}: {text}" if name else text
