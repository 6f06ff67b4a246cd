"""Echoes: text that recall put into a prompt must not come back as a new memory.

What recall hands out is remembered for a day as hashes of five words in a row, never as words. A sentence that is
mostly made of them was not thought of by the person. The same thing in their own words shares no five words in a row,
and counts.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from datetime import datetime, timedelta

from holdfast.core.db import Owner, Tx
from holdfast.core.language.sentences import split_sentences
from holdfast.core.language.words import words_of
from holdfast.memory.learning import store
from holdfast.memory.learning.types import WindowTurn
from holdfast.memory.parts import MemoryParts

IN_A_ROW = 5
MIN_WORDS = 4
ECHO_SHARE = 0.6
KEPT = timedelta(days=1)
MAX_HANDED_OUT = 200
"""Answers of recall remembered at a time; a day has rarely more, and then the oldest go."""
_MAX_SHINGLES = 5_000

HandedOut = Sequence[tuple[datetime, frozenset[int]]]
"""When something was handed out, and its shingles."""


async def note_recalled(memory: MemoryParts, owner: Owner, texts: Sequence[str]) -> None:
    """Remember what recall handed out."""
    found = sorted({shingle for text in texts for shingle in shingles(text)})[:_MAX_SHINGLES]
    if not found:
        return
    await store.add_shingles(memory.db, owner, found, older_than=KEPT, keep=MAX_HANDED_OUT)


async def read_handed_out(tx: Tx, owner: Owner, turns: Sequence[WindowTurn]) -> HandedOut:
    """What was handed out in the day before these turns came in."""
    if not turns:
        return ()
    first, last = min(turn.stored_at for turn in turns), max(turn.stored_at for turn in turns)
    return await store.shingles_before(tx, owner, first=first, last=last, window=KEPT)


def shingles(text: str) -> set[int]:
    words = words_of(text[:20_000])
    if len(words) < MIN_WORDS:
        return set()
    rows = (words[at : at + IN_A_ROW] for at in range(max(1, len(words) - IN_A_ROW + 1)))
    return {_hash(" ".join(row)) for row in rows}


def own_words(text: str, stored_at: datetime, heard: HandedOut) -> str:
    """What is left without the echoes; empty where it is mostly an echo. Only what was handed out before counts."""
    handed_out = {shingle for when, row in heard if when <= stored_at for shingle in row}
    if not handed_out or not text.strip():
        return text
    if _share(text, handed_out) >= ECHO_SHARE:
        return ""
    sentences = split_sentences(text)
    kept = [sentence for sentence in sentences if _share(sentence, handed_out) < ECHO_SHARE]
    return text if len(kept) == len(sentences) else "\n".join(kept)


def _share(text: str, handed_out: set[int]) -> float:
    mine = shingles(text)
    return len(mine & handed_out) / len(mine) if mine else 0.0


def _hash(words: str) -> int:
    return int.from_bytes(hashlib.blake2b(words.encode(), digest_size=8).digest(), signed=True)
