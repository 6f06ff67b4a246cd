"""The piece of a message that shows why it was found: its words, with those that were searched for marked.

Given as pieces of text, some of them hits, and never as markup: whoever shows it can escape nothing wrongly. Words are
compared as the index compares them, without case and accents, each searched word being one or the beginning of one.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass

from holdfast.core.language.words import BARE_WORD

MAX_CHARACTERS = 220
_BEFORE = 60
_MAX_READ = 60_000
"""As much of a message as the index knows."""


@dataclass(frozen=True, slots=True)
class MarkedText:
    text: str
    is_hit: bool = False


def words_of(query: str) -> Sequence[str]:
    """What is searched for, as it is compared; empty where there is no word in it."""
    return list(dict.fromkeys(BARE_WORD.findall(_fold(query)[0])))


def passage(text: str, words: Sequence[str]) -> Sequence[MarkedText]:
    """Around the place where most of the words stand together; of a message in which none is seen, its beginning."""
    text = " ".join(text[:_MAX_READ].split())
    hits = _hits(text, words)
    start, end = _window(text, hits)
    pieces, at = [], start
    for first, last in hits:
        if first < at or last > end:
            continue
        pieces += [MarkedText(text[at:first]), MarkedText(text[first:last], is_hit=True)]
        at = last
    pieces.append(MarkedText(text[at:end]))
    return _with_dots([piece for piece in pieces if piece.text], is_cut=(start > 0, end < len(text)))


def _hits(text: str, words: Sequence[str]) -> Sequence[tuple[int, int]]:
    folded, places = _fold(text)
    exact = {word for word in words if len(word) == 1}
    begins = tuple(sorted((word for word in words if len(word) > 1), key=len, reverse=True))
    found = []
    for match in BARE_WORD.finditer(folded):
        word = match.group()
        if word.startswith(begins):
            length = next(len(one) for one in begins if word.startswith(one))
        elif word in exact:
            length = len(word)
        else:
            continue
        found.append((places[match.start()], places[match.start() + length - 1] + 1))
    return found


def _window(text: str, hits: Sequence[tuple[int, int]]) -> tuple[int, int]:
    """Where most hits are near each other, from a word to a word."""
    begins = [first for first, _ in hits]
    most, best, after = 0, 0, 0
    for number, first in enumerate(begins):
        while after < len(begins) and begins[after] < first + MAX_CHARACTERS - _BEFORE:
            after += 1
        if after - number > most:
            most, best = after - number, first
    start = max(0, min(best - _BEFORE, len(text) - MAX_CHARACTERS))
    if start and (space := text.find(" ", start, best)) >= 0:
        start = space + 1
    end = min(len(text), start + MAX_CHARACTERS)
    if end < len(text) and (space := text.rfind(" ", best, end)) > best:
        end = space
    return start, end


def _with_dots(pieces: list[MarkedText], is_cut: tuple[bool, bool]) -> Sequence[MarkedText]:
    return [*([MarkedText("… ")] if is_cut[0] else []), *pieces, *([MarkedText(" …")] if is_cut[1] else [])]


def _fold(text: str) -> tuple[str, Sequence[int]]:
    """Without case and accents; and of each character of that, where in the text it stands."""
    folded, places = [], []
    for place, character in enumerate(text):
        for one in unicodedata.normalize("NFKD", character).lower():
            if not unicodedata.combining(one):
                folded.append(one)
                places.append(place)
    return "".join(folded), places
