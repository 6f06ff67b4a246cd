"""Labelled messages: a part that the gate learns from, and a part that it is held against and never saw."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Literal

import orjson

from holdfast.turn.librarian.types import Gate

Split = Literal["tune", "held"]


@dataclass(frozen=True, slots=True)
class Example:
    text: str
    gate: Gate
    split: Split


@cache
def examples(split: Split) -> Sequence[Example]:
    lines = (Path(__file__).parent / "labelled.jsonl").read_text(encoding="utf-8").splitlines()
    return [found for line in lines if (found := Example(**orjson.loads(line))).split == split]
