"""What no request, job or command can reach is taken out: git remembers it. Looked for by names: whatever a root names
is reached, and whatever that names. Two things of one name count as one, so nothing is blamed that is in use."""

from __future__ import annotations

import ast
import re
from collections import defaultdict
from collections.abc import Iterator, Mapping

from tests.architecture.syntax import module
from tests.architecture.test_house import FILES, place

UNREACHED: Mapping[str, str] = {
    "core/db.py _introspect_types": "called by asyncpg, whose own it replaces",
    "core/db.py _FIRST_OID_OF_A_DATABASE": "the same",
    "core/db.py _told_types": "the same",
    "core/db.py _NOTHING_ASKED": "the same",
    "entitlements/research_slots.py reserve_research_slot": "plans promise research runs, which are to come",
    "entitlements/research_slots.py _ask_gate": "the same",
    "memory/graph/adapters.py _generate_response": "called by the library it is handed to",
    "memory/graph/library.py _capture_initialization_telemetry": "replaces the library's own, which would tell others",
    "memory/profile/refresh.py refresh": "what the job does, at once: how tests and benches come to a profile",
    "stream/buffer.py Buffer": "what Redis and Postgres are both held to by the tests of the stream",
    "stream/redis_buffer.py find_status": "the same",
    "stream/store.py end_stream": "the same, where there is no turn to end it with",
    "stream/store.py delete_chunks_of": "the same",
}
"""With the reason. A new one needs a better reason than these."""

ROOTS = ("main", "COMMANDS", "add_arguments", "run")
CALLED_BY_NAME = re.compile(r"validator|serializer|router\.")
WORD = re.compile(r"[A-Za-z_]\w*")
Function = ast.FunctionDef | ast.AsyncFunctionDef


def names_in(node: ast.AST) -> set[str]:
    """What it may refer to; in short texts too, since annotations and tables name things there."""
    found = set()
    for one in ast.walk(node):
        match one:
            case ast.Name(id=name) | ast.Attribute(attr=name) | ast.keyword(arg=str(name)):
                found.add(name)
            case ast.Constant(value=str(text)) if len(text) < 60:
                found.update(WORD.findall(text))
    return found


def definitions(tree: ast.Module) -> Iterator[tuple[str | None, set[str]]]:
    """Everything that has a name, and what it names; without a name: what happens in any case."""
    for node in tree.body:
        match node:
            case ast.FunctionDef() | ast.AsyncFunctionDef():
                yield _definition(node)
            case ast.ClassDef():
                yield from _of_class(node)
            case ast.Assign() | ast.AnnAssign():
                targets = node.targets if isinstance(node, ast.Assign) else [node.target]
                for name in {one.id for target in targets for one in ast.walk(target) if isinstance(one, ast.Name)}:
                    yield name, names_in(node) - {name}
            case ast.Import() | ast.ImportFrom():
                yield from ((one.asname, {one.name}) for one in node.names if one.asname)
            case _:
                yield None, names_in(node)


def _definition(node: Function) -> tuple[str | None, set[str]]:
    is_root = any(CALLED_BY_NAME.search(ast.unparse(one)) for one in node.decorator_list)
    return (None, names_in(node)) if is_root else (node.name, names_in(node) - {node.name})


def _of_class(node: ast.ClassDef) -> Iterator[tuple[str | None, set[str]]]:
    """A method that may be another's, by inheritance or by its underscores, is reached with its class."""
    with_class: set[str] = set().union(*map(names_in, [*node.bases, *node.decorator_list]))
    for one in node.body:
        if not isinstance(one, Function) or one.name.startswith("__") or (node.bases and not one.name.startswith("_")):
            with_class |= names_in(one)
        else:
            yield _definition(one)
    yield node.name, with_class


def test_everything_is_reached_by_a_request_a_job_or_a_command() -> None:
    named: dict[str, set[str]] = defaultdict(set)
    places: dict[str, set[str]] = defaultdict(set)
    to_see = set(ROOTS)
    for file in FILES:
        for name, names in definitions(module(file)):
            if name is None:
                to_see |= names
            else:
                named[name] |= names
                places[name].add(place(file))
    reached: set[str] = set()
    while to_see:
        name = to_see.pop()
        reached.add(name)
        to_see |= named.get(name, set()) - reached
    unreached = {f"{file} {name}" for name, files in places.items() if name not in reached for file in files}
    assert {one for one in unreached if not one.endswith("__")} == set(UNREACHED)
