"""Words of a memory as data: one line, no quotes of their own, cut at a word. Pure.

Whatever somebody once said or wrote, in a prompt it must not pose as a heading, a rule or another speaker. So it never
begins a line, never ends its own quotation, and holds no character that cannot be seen.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection, Sequence

from holdfast.core.language.sentences import split_sentences
from holdfast.turn.reading.tables import TABLES

_QUOTES = str.maketrans({'"': "'", "“": "'", "”": "'", "„": "'", "«": "'", "»": "'", "`": "'", "＂": "'"})
_HIDDEN = ("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp")
_READ = 2_000
_LOOKED_THROUGH = 8_000
_BETWEEN = re.compile(r"\W+")
_LIGHT = TABLES["en"].words.light


def quote(text: str, longest: int) -> str:
    return f'"{fold(text, longest)}"'


def excerpt(text: str, words: Sequence[str], longest: int) -> str:
    """Of a long text the sentences that hold these words, and no more than is told anyway; else its beginning."""
    if len(text) <= longest:
        return text
    roots = {word.lower()[: max(4, len(word) - 2)] for word in words if len(word) > 2 and word.lower() not in _LIGHT}
    sentences = split_sentences(text[:_LOOKED_THROUGH])
    plain = [f" {_BETWEEN.sub(' ', one.lower())}" for one in sentences]
    held = [{root for root in roots if f" {root}" in one} for one in plain]
    chosen: list[int] = []
    missing, room = set[str]().union(*held), longest
    while missing:
        best = max(range(len(sentences)), key=lambda place: (len(held[place] & missing), -place))
        if chosen and room < len(sentences[best]) + 3:
            break
        chosen.append(best)
        missing -= held[best]
        room -= len(sentences[best]) + 3
    if not chosen:
        return text
    for place in range(len(sentences)):
        if place not in chosen and len(sentences[place]) + 3 <= room:
            chosen.append(place)
            room -= len(sentences[place]) + 3
    if len(chosen) == 1:
        return _around(sentences[chosen[0]], held[chosen[0]], longest, is_first=chosen[0] == 0)
    told, last = "", -1
    for place in sorted(chosen):
        told += ("" if not told and place == 0 else " " if place == last + 1 else " … ") + sentences[place]
        last = place
    return told.strip()


def _around(sentence: str, roots: Collection[str], longest: int, *, is_first: bool) -> str:
    """One sentence; where it is longer than what is told, from a little before the first of these words."""
    at = max(0, min(sentence.lower().find(root) for root in roots))
    if len(sentence) <= longest or at < longest // 2:
        return sentence if is_first else f"… {sentence}"
    return f"… {sentence[at - longest // 3 :].partition(' ')[2]}"


def fold(text: str, longest: int) -> str:
    line = re.sub(r"\s+", " ", _shown(text[:_READ])).translate(_QUOTES).strip()
    if len(line) <= longest:
        return line
    cut = line[: longest - 1]
    return f"{cut.rsplit(' ', 1)[0].rstrip(',;:.- ') if ' ' in cut else cut}…"


def _shown(text: str) -> str:
    """Most texts hold nothing hidden, which is seen at a glance; the others are looked at letter by letter."""
    if text.isprintable():
        return text
    return "".join(" " if unicodedata.category(one) in _HIDDEN else one for one in text)
