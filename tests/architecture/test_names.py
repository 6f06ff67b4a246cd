"""A name is what an engineer would type into a search, and finds one thing."""

from __future__ import annotations

import ast
import re
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

from tests.architecture.syntax import module, nodes
from tests.architecture.test_house import FILES, ROOT, place

MAX_PARAMETERS = 6
OWN_DIALECT = re.compile(r"_?(MOST|LONGEST|SHORTEST|FEWEST|LEAST|LARGEST|SMALLEST)_")
A_TYPE = re.compile(r"[A-Z][A-Za-z]*[a-z][A-Za-z]*$")
AN_ID = re.compile(r"(\w+)Id( \| None)?")
A_BARE_ID = re.compile(r"UUID( \| None)?")
THINGS = frozenset({"user", "chat", "turn", "stream", "session", "message", "org", "owner", "document", "blob"})


def types_in(file: Path) -> Iterator[str]:
    """Public classes, and what stands for a type. A variable of a type is its file's own."""
    for node in module(file).body:
        if isinstance(node, ast.ClassDef):
            yield node.name
        elif isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
            is_variable = isinstance(node.value, ast.Call) and ast.unparse(node.value.func) in ("TypeVar", "ParamSpec")
            if A_TYPE.match(node.targets[0].id) and not is_variable:
                yield node.targets[0].id


def parameters(function: ast.FunctionDef | ast.AsyncFunctionDef) -> list[ast.arg]:
    taken = function.args
    listed = [*taken.posonlyargs, *taken.args, *taken.kwonlyargs, taken.vararg, taken.kwarg]
    return [one for one in listed if one is not None and one.arg not in ("self", "cls")]


def test_no_type_has_the_name_of_another() -> None:
    defined = defaultdict(list)
    for file in FILES:
        for name in types_in(file):
            if not name.startswith("_"):
                defined[name].append(place(file))
    assert {name: files for name, files in defined.items() if len(files) > 1} == {}


def test_whoever_needs_more_than_six_values_is_handed_one_that_carries_them() -> None:
    long_lists = {
        f"{place(file)} {node.name}"
        for file in FILES
        for node in nodes(file)
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and len(parameters(node)) > MAX_PARAMETERS
    }
    assert long_lists == set()


def test_limits_are_called_max_and_min() -> None:
    others = []
    for file in [*FILES, *(ROOT / "bench").rglob("*.py"), *(ROOT / "tests").rglob("*.py")]:
        for node in module(file).body:
            named = node.targets if isinstance(node, ast.Assign) else [getattr(node, "target", None)]
            others += [
                f"{file.relative_to(ROOT)}: {one.id}"
                for one in named
                if isinstance(one, ast.Name) and OWN_DIALECT.match(one.id)
            ]
    assert others == []


def test_an_id_is_called_one() -> None:
    """`user_id`, never `user`: that is the person."""
    others = [
        f"{place(file)}:{node.lineno} {node.name}({one.arg})"
        for file in FILES
        for node in nodes(file)
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
        for one in parameters(node)
        if one.annotation is not None and AN_ID.fullmatch(ast.unparse(one.annotation)) and one.arg in THINGS
    ]
    assert others == []


def test_an_id_says_of_what() -> None:
    """Two that are both no more than a `UUID` can change places unnoticed."""
    others = [
        f"{place(file)}:{node.lineno} {node.name}({one.arg})"
        for file in FILES
        for node in nodes(file)
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
        for one in parameters(node)
        if one.annotation is not None and one.arg.endswith("_id") and A_BARE_ID.fullmatch(ast.unparse(one.annotation))
    ]
    assert others == []
