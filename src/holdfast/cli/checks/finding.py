"""What a check found: one line for people, one record for programs."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

FindingState = Literal["good", "warning", "bad"]


@dataclass(frozen=True, slots=True)
class Finding:
    part: str
    state: FindingState
    says: str


def good(part: str, says: str) -> Finding:
    return Finding(part, "good", says)


def warning(part: str, says: str) -> Finding:
    return Finding(part, "warning", says)


def bad(part: str, says: str) -> Finding:
    return Finding(part, "bad", says)
