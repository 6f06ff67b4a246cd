"""Rates between 0 and 1, with the counts they come from."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Counts:
    candidates: int
    """What learning looked at, ever."""
    learned: int
    duplicates: int
    junk: int
    echoes: int
    contradicted: int
    """Facts that were retired because the person said the opposite."""
    held: int
    """Facts that are believed now."""
    held_twice: int
    """Of those, how many say word for word what another says."""
    stale: int
    """Of those, how many are past their end, or were neither repeated nor used for a long time."""


@dataclass(frozen=True, slots=True)
class Quality:
    counts: Counts
    duplicate: float
    """Share of the facts held that are there twice: what got past the guard."""
    junk: float
    """Share of the candidates that were refused as greetings, tests, prompt text or the assistant's own claims."""
    echo: float
    """Share of the candidates that were refused because recall had said them before."""
    stale: float
    contradicted: float
    """Share of what was ever learned."""


def rates(counts: Counts) -> Quality:
    return Quality(
        counts,
        duplicate=_share(counts.held_twice, counts.held),
        junk=_share(counts.junk, counts.candidates),
        echo=_share(counts.echoes, counts.candidates),
        stale=_share(counts.stale, counts.held),
        contradicted=_share(counts.contradicted, counts.learned),
    )


def _share(part: int, whole: int) -> float:
    return round(min(part / whole, 1.0), 4) if whole else 0.0
