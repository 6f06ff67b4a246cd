"""Counts a checkout, so that two can be held side by side: `python -m bench.house [folder]`. Nothing of it is run."""

from __future__ import annotations

import ast
import re
import sys
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from pathlib import Path
from statistics import median

MAX_PARAMETERS = 6
_WRITES = re.compile(r"\b(?:insert\s+into|update|delete\s+from)\s+(?:only\s+)?([a-z_][\w.]*)", re.IGNORECASE)
_TABLE = re.compile(r"create\s+(?:unlogged\s+)?table\s+(?:if\s+not\s+exists\s+)?([\w.]+)", re.IGNORECASE)
_EVERYTHING = frozenset({"Exception", "BaseException"})
Function = ast.FunctionDef | ast.AsyncFunctionDef


def count(root: Path) -> Iterator[tuple[str, object]]:
    source = root / "src" / "holdfast"
    trees = {file: ast.parse(file.read_text(encoding="utf-8")) for file in sorted(source.rglob("*.py"))}
    lengths = [len(file.read_text(encoding="utf-8").splitlines()) for file in trees]
    yield "lines of Python", sum(lengths)
    yield "files", len(lengths)
    yield "median file, longest", (median(lengths), max(lengths))
    yield "lines of tables (toml)", sum(len(file.read_text().splitlines()) for file in source.rglob("*.toml"))
    tests = {file: ast.parse(file.read_text(encoding="utf-8")) for file in (root / "tests").rglob("*.py")}
    yield "lines of tests", sum(len(file.read_text(encoding="utf-8").splitlines()) for file in tests)
    yield "tests", sum(one.name.startswith("test_") for tree in tests.values() for one in functions(tree))
    named = Counter(
        node.name
        for tree in trees.values()
        for node in tree.body
        if isinstance(node, ast.ClassDef) and not node.name.startswith("_")
    )
    yield "public class names, those defined twice", (len(named), sum(times > 1 for times in named.values()))
    every = [one for tree in trees.values() for one in functions(tree)]
    yield "functions", len(every)
    yield "functions with more than six parameters", sum(parameters(one) > MAX_PARAMETERS for one in every)
    yield "longest function", max((one.end_lineno or 0) - one.lineno + 1 for one in every)
    yield "broad excepts", sum(is_broad(node) for tree in trees.values() for node in ast.walk(tree))
    writers = writers_of(root, {file.relative_to(source).as_posix(): tree for file, tree in trees.items()})
    several = {table: files for table, files in writers.items() if len(files) > 1}
    yield "tables written in src, those by more than one file", (len(writers), len(several))
    yield from ((f"  {table}", ", ".join(sorted(files))) for table, files in sorted(several.items()))


def functions(tree: ast.Module) -> Iterator[Function]:
    yield from (node for node in ast.walk(tree) if isinstance(node, Function))


def parameters(function: Function) -> int:
    taken = function.args
    listed = [*taken.posonlyargs, *taken.args, *taken.kwonlyargs, taken.vararg, taken.kwarg]
    return sum(one is not None and one.arg not in ("self", "cls") for one in listed)


def is_broad(node: ast.AST) -> bool:
    if not isinstance(node, ast.ExceptHandler):
        return False
    return node.type is None or any(getattr(part, "id", "") in _EVERYTHING for part in ast.walk(node.type))


def writers_of(root: Path, trees: Mapping[str, ast.Module]) -> Mapping[str, set[str]]:
    """By the statements that stand in the code; what functions of the schema write is not seen."""
    migrations = "\n".join(file.read_text() for file in (root / "migrations" / "versions").glob("*.py"))
    tables = {table.lower() for table in _TABLE.findall(migrations)}
    found: dict[str, set[str]] = defaultdict(set)
    for name, tree in trees.items():
        for text in texts(tree):
            for table in _WRITES.findall(text):
                if table.lower() in tables:
                    found[table.lower()].add(name)
    return found


def texts(tree: ast.Module) -> Iterator[str]:
    said = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}  # docstrings
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in said:
            yield node.value


if __name__ == "__main__":
    for what, figure in count(Path(sys.argv[1] if len(sys.argv) > 1 else ".")):
        print(f"{what:<55} {figure}")
