"""Labelled messages: a part that readings are learned from, and a part that they are held against and never saw.

A line of `labelled.jsonl` in a language's folder says what somebody wrote and how it is to be taken: its gate, its
posture or its intent. Intent `recall` is the gate `explicit`, and is labelled as that.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Literal, get_args

import orjson

from holdfast.core.language.tables import Language
from holdfast.turn.codes import Gate, Intent, Posture

Split = Literal["tune", "held"]
SPLITS: Sequence[Split] = get_args(Split)


@dataclass(frozen=True, slots=True)
class Example:
    text: str
    split: Split
    gate: Gate | None = None
    posture: Posture | None = None
    intent: Intent | None = None


@cache
def examples(split: Split, language: Language = "en") -> Sequence[Example]:
    path = Path(__file__).parent / language / "labelled.jsonl"
    lines = path.read_text(encoding="utf-8").splitlines() if path.exists() else ()
    return [found for line in lines if (found := Example(**orjson.loads(line))).split == split]


def gated(split: Split, language: Language = "en") -> Sequence[tuple[str, Gate]]:
    """Those whose gate is known."""
    return [(one.text, one.gate) for one in examples(split, language) if one.gate]
