"""The part of a message that is looked at: its first and its last 2,000 characters, in one spelling.

However long a message is, reading it takes the same bounded time. What people want stands at one of the ends.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass

LOOKED_AT = 2_000
_WORD = re.compile(r"[^\W_]+(?:['-][^\W_]+)*")
_CLAUSE_END = re.compile(r"[.!?\n,;:]+\s*|\s-\s")
_SPELLING = str.maketrans({"’": "'", "‘": "'", "ʼ": "'", "“": '"', "”": '"', "…": ".", "–": "-", "—": " - "})

STOP_WORDS = frozenset(
    """
    a about above after again all also am an and any are aren't as at be because been before being below between
    both but by can can't cannot could couldn't did didn't do does doesn't doing don't down during each even ever
    every few for from further get gets getting go goes going gonna got had hadn't has hasn't have haven't having he
    he'd he'll he's her here here's hers herself him himself his how how's i i'd i'll i'm i've if in into is isn't
    it it's its itself just know let let's like lot made make maybe me might mine more most much must my myself
    never no nor not now of off on once one only or other our ours ourselves out over own please pretty put quite
    rather really said same say see she she'd she'll she's should shouldn't so some someone something still such
    sure take than that that's the their theirs them themselves then there there's these they they'd they'll they're
    they've thing things think this those though through to today tomorrow too under until up us very want wants was
    wasn't we we'd we'll we're we've were weren't what what's when when's where where's which while who who's whom
    why why's will with won't would wouldn't yet you you'd you'll you're you've your yours yourself
    """.split()  # noqa: SIM905
)
"""Words that say little about what a message is about."""


@dataclass(frozen=True, slots=True)
class Glance:
    text: str
    """As written, cut and in one spelling."""
    low: str
    words: Sequence[str]
    """Lower case."""

    clauses: Sequence[str]
    """Lower case."""

    @property
    def content(self) -> Sequence[str]:
        return [word for word in self.words if word not in STOP_WORDS]


def glance(text: str) -> Glance:
    cut = text if len(text) <= 2 * LOOKED_AT else f"{text[:LOOKED_AT]}\n{text[-LOOKED_AT:]}"
    spelled = unicodedata.normalize("NFC", cut).translate(_SPELLING).strip()
    low = spelled.lower()
    return Glance(spelled, low, _WORD.findall(low), _CLAUSE_END.split(low))
