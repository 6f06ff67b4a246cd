"""Pure: which turns hold a question's words, out of the postings of each.

They are added up here and not in the database, which takes four times as long to unfold, sort and group them: all of
the arithmetic is on whole arrays, which travel as the database writes them.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

_HEADER = 20
"""Bytes before the first element of an array without gaps: dimensions, gaps, type, length, lower bound."""
_ID = np.dtype([("size", ">i4"), ("value", ">i8")])
_SHARE = np.dtype([("size", ">i4"), ("value", ">f8")])
MANY_BYTES = 20_000 * _ID.itemsize
"""Worth a thread: about two milliseconds."""


class WordHits(NamedTuple):
    """What a turn has of a question's words. There are hundreds to a question, so it is no more than a tuple."""

    score: float
    share: float
    """Of the question's words, how many stand in the turn."""


class WordPosting(NamedTuple):
    """One word: the turns that hold it, and how much each is about it, both as `array_send` writes them."""

    ids: bytes
    shares: bytes
    worth: float


async def add_up(
    posted: Sequence[WordPosting], asked: int, *, most: int, many_bytes: int = MANY_BYTES
) -> Mapping[int, WordHits]:
    """The turns that hold most of the words that count most; of equals, the later. `asked`: words in the question."""
    if sum(len(one.ids) for one in posted) > many_bytes:  # a long question in common words: others need not wait
        return await asyncio.to_thread(_add_up, posted, asked, most)
    return _add_up(posted, asked, most) if posted else {}


def _add_up(posted: Sequence[WordPosting], asked: int, most: int) -> Mapping[int, WordHits]:
    ids = np.concatenate([_values(one.ids, _ID) for one in posted], dtype=np.int64)
    shares = np.concatenate([one.worth * _values(one.shares, _SHARE) for one in posted])
    order = np.argsort(ids, kind="stable")  # each word's turns come in order, or nearly: they are only merged
    ids = ids[order]
    first = np.flatnonzero(np.concatenate(([True], ids[1:] != ids[:-1])))
    scores = np.add.reduceat(shares[order], first).astype(np.float32)
    times = np.diff(first, append=len(ids))
    best = np.arange(len(first))
    if len(best) > most:
        best = np.flatnonzero(scores >= np.partition(scores, -most)[-most])
    best = best[np.lexsort((best, scores[best]))[::-1][:most]]
    worded = map(WordHits._make, zip(scores[best].tolist(), (times[best] / asked).tolist(), strict=True))
    return dict(zip(ids[first[best]].tolist(), worded, strict=True))


def _values(sent: bytes, kind: np.dtype[Any]) -> NDArray[Any]:
    return np.frombuffer(sent, dtype=kind, offset=_HEADER)["value"]
