"""What a trace calls things is one of its codes: the client has words for these and no others."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path
from typing import get_args

from holdfast.turn.codes import SourceName
from holdfast.turn.collect import SOURCES

_TURN = Path(__file__).parents[2] / "src" / "holdfast" / "turn"


def names_of_missing() -> Iterator[str]:
    """As they are written where something is asked within a deadline, or said to be missing."""
    for file in _TURN.rglob("*.py"):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.args:
                name, first = node.func.id, node.args[0]
                if name in ("Missing", "MissingTrace", "ask_within") and isinstance(first, ast.Constant):
                    yield str(first.value)


def test_whatever_may_be_missing_is_a_code() -> None:
    named = {*names_of_missing(), *(source.name for source in SOURCES)}
    assert len(named) > 10
    assert named <= set(get_args(SourceName))
