"""Source files as Python reads them. Each is read once, for all the tests that ask about it."""

from __future__ import annotations

import ast
from collections.abc import Sequence
from functools import cache
from pathlib import Path


@cache
def module(file: Path) -> ast.Module:
    return ast.parse(file.read_text(encoding="utf-8"))


@cache
def nodes(file: Path) -> Sequence[ast.AST]:
    """All there is in it, what is outside first."""
    return tuple(ast.walk(module(file)))
