from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

from holdfast.worker.jobs_page import JOBS

SOURCE = Path(__file__).parents[2] / "src" / "holdfast"


def kinds() -> Iterator[str]:
    """Every kind of job that anybody may promise."""
    for file in SOURCE.rglob("*.py"):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "JobKind":
                (name, *_) = node.args
                assert isinstance(name, ast.Constant), file
                yield str(name.value)


def test_whatever_is_promised_has_somebody_who_does_it() -> None:
    """A kind without a function would wait in the queue for ever, and everybody who waits for the queue with it."""
    assert sorted(kinds()) == sorted(kind.name for kind in JOBS)
