"""The rules of the house that a machine can check, so that nobody has to remember them in a review."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

from tests.architecture.syntax import module, nodes

ROOT = Path(__file__).parents[2]
SOURCE = ROOT / "src" / "holdfast"
TESTS = ROOT / "tests"
FILES = sorted(SOURCE.rglob("*.py"))
NOT_NAMES = frozenset({"utils", "helpers", "common", "service", "manager", "base", "constants"})

_EVERYTHING = frozenset({"Exception", "BaseException"})

MAY_SLEEP: Mapping[str, str] = {
    "waiting.py": "it is how everybody else waits",
    "scripted.py": "a model that takes its time",
    "core/hostile_reader.py": "a reader that never ends",
    "faults/worker_process.py": "a worker whose jobs take a while, killed meanwhile",
    "faults/memory_process.py": "processes that go on until they are killed",
}
"""Where a test sleeps for a while, with the reason."""
MAY_PATCH: Mapping[str, str] = {"cli/test_forget.py": "what is typed comes from the standard input, no argument"}
"""Where a test sets something that is not its own, with the reason. Of our code nothing may be set: a part that a test
wants otherwise is an argument."""
MAY_PRINT: Mapping[str, str] = {"core/log.py": "it is the log"}
MAY_READ_ENVIRONMENT: Mapping[str, str] = {
    "core/config.py": "settings are read once, here",
    "core/private.py": "what settings were read from is blotted out there",
    "core/log.py": "whether a terminal wants colours is told there, to every program alike",
}
HOLDS_SQL: Mapping[str, str] = {
    "core/db.py": "opens and ends the transactions that everybody else writes in",
    "core/migrate.py": "prepares roles and databases before there is a schema",
    "core/jobs.py": "the queue's ways in; core has one file a subject instead of a store",
    "core/dead_jobs.py": "the same, for jobs that failed",
    "core/mail.py": "the same, for mails on their way",
    "core/throttle.py": "the same, for attempts that are counted where there is no Redis",
    "memory/locks.py": "advisory locks belong to no table; their keys are written once",
    "memory/restore.py": "an insert into whichever table the store that calls it owns",
    "web/routes/health.py": "asks whether the database answers at all",
    "worker/queue.py": "the queue's ways out: it stands to the worker's room as a store does",
    "worker/take.py": "the same, for taking a job: whose turn it is",
    "worker/schedule.py": "the same, for what is done again and again",
    "worker/listen.py": "asks whether the connection it listens on still answers",
    "worker/prune.py": "empties the queue's own log",
}
"""Files besides stores that hold SQL, with the reason. A new one needs a better reason than these."""
STORE = re.compile(r"(\w+_)?store")
"""A room has one, or one a subject where it would be too long."""
SQL = re.compile(
    r"\s*(select\s+[\w*$(']|insert\s+into\s|update\s+[\w.]+\s+set\s|delete\s+from\s|with\s+(recursive\s+)?\w+\s+as\s*\(|"
    r"(create|alter|drop)\s+(table|index|function|role|database|schema|policy|extension)\s|truncate\s+\w|reset\s+all)",
    re.IGNORECASE,
)

# Written so that this file does not find itself.
REGISTRIES = ("pypi" + ".org", "python" + "hosted", "npm" + "js.", "yarn" + "pkg.", "pkg." + "github")
OF_A_MACHINE = re.compile(r"/(?:work|root|home)/\w|(?:index.url|registry)\s*[=:]\s*\W?https?:")


def place(file: Path) -> str:
    return file.relative_to(SOURCE).as_posix()


def repository() -> Iterator[Path]:
    """Every file that is in the repository, or would be with the next commit."""
    command = ["git", "-C", str(ROOT), "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    listed = subprocess.run(command, capture_output=True, check=False)
    if listed.returncode:
        pytest.skip("this is no clone: what belongs to the repository is not known")
    for name in listed.stdout.decode().split("\0"):
        if name and (ROOT / name).is_file():
            yield ROOT / name


def test_imports_go_downstairs_only() -> None:
    lint = subprocess.run(
        [Path(sys.executable).with_name("lint-imports"), "--no-cache"], cwd=ROOT, capture_output=True, check=False
    )
    assert lint.returncode == 0, lint.stdout.decode()


def test_no_file_is_named_after_nothing() -> None:
    named = [path for path in SOURCE.rglob("*") if path.stem.lower() in NOT_NAMES]
    assert named == []


@pytest.mark.parametrize("package", sorted(SOURCE.rglob("__init__.py")), ids=lambda file: place(file.parent))
def test_a_room_says_what_it_is_for_and_what_is_in_it(package: Path) -> None:
    said = ast.get_docstring(module(package)) or ""
    assert said
    if place(package) not in ("__init__.py", "web/routes/__init__.py"):  # the house itself; one file a resource
        rooms = [file.stem for file in package.parent.glob("*.py") if file != package]
        assert [name for name in rooms if not re.search(rf"\b{name}\b", said)] == []


def test_only_the_command_line_prints() -> None:
    printing = {
        place(file)
        for file in FILES
        for node in nodes(file)
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "print"
    }
    assert {name for name in printing if not name.startswith("cli/")} == set(MAY_PRINT)


def test_everybody_logs_by_the_house_and_only_the_log_knows_its_library() -> None:
    """`core.log` keeps back what was said, whoever logs; a logger of its own would need the same care again."""
    importing = {
        place(file)
        for file in FILES
        for node in nodes(file)
        if isinstance(node, ast.Import | ast.ImportFrom) and "structlog" in ast.unparse(node)
    }
    assert importing == {"core/log.py"}


def test_only_settings_read_the_environment() -> None:
    reading = {
        place(file)
        for file in FILES
        for node in nodes(file)
        if isinstance(node, ast.Attribute) and node.attr in ("environ", "getenv", "environb")
    }
    assert {name for name in reading if not name.startswith("cli/")} == set(MAY_READ_ENVIRONMENT)


def test_whoever_catches_everything_says_which_border_it_is() -> None:
    """Also where it is passed on after cleaning up: `BaseException` is a cancellation as well, and Ctrl-C."""
    silent = []
    for file in FILES:
        lines = file.read_text(encoding="utf-8").splitlines()
        for node in nodes(file):
            if isinstance(node, ast.ExceptHandler) and _catches_everything(node):
                silent += [f"{place(file)}:{node.lineno}"] * ("border:" not in lines[node.lineno - 1])
            if isinstance(node, ast.Call) and _suppresses_everything(node):
                silent += [f"{place(file)}:{node.lineno}"] * ("border:" not in lines[node.lineno - 1])
    assert silent == []


def _catches_everything(handler: ast.ExceptHandler) -> bool:
    return handler.type is None or _is_everything(handler.type)


def _suppresses_everything(call: ast.Call) -> bool:
    name = call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")
    return name == "suppress" and any(map(_is_everything, call.args))


def _is_everything(caught: ast.expr) -> bool:
    return any(isinstance(part, ast.Name) and part.id in _EVERYTHING for part in ast.walk(caught))


def test_no_test_hopes_that_after_a_while_it_will_be_so() -> None:
    """Beside a load it is not. `waiting` has what to do instead; `sleep(0)` only lets the others go first."""
    sleeping = {
        file.relative_to(TESTS).as_posix()
        for file in sorted(TESTS.rglob("*.py"))
        for node in nodes(file)
        if isinstance(node, ast.Call) and _sleeps(node)
    }
    assert sleeping - set(MAY_SLEEP) == set()


def test_nobody_patches_our_own_code() -> None:
    patching = {
        file.relative_to(TESTS).as_posix()
        for file in TESTS.rglob("*.py")
        for node in nodes(file)
        if isinstance(node, ast.Attribute) and node.attr in ("setattr", "setitem") and isinstance(node.value, ast.Name)
    }
    assert patching == set(MAY_PATCH)


def _sleeps(call: ast.Call) -> bool:
    name = call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")
    is_nothing = len(call.args) == 1 and isinstance(call.args[0], ast.Constant) and call.args[0].value == 0
    return name == "sleep" and not is_nothing


def test_sql_stands_in_the_store_of_its_room() -> None:
    elsewhere = {place(file) for file in FILES if not STORE.fullmatch(file.stem) and any(map(_is_sql, _texts(file)))}
    assert elsewhere == set(HOLDS_SQL)


def _texts(file: Path) -> Iterator[str]:
    for node in nodes(file):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.value


def _is_sql(text: str) -> bool:
    return SQL.match(text) is not None


def test_a_store_is_imported_inside_its_room_only() -> None:
    """Whoever must write a table calls the store that owns it (`test_tables`); another room calls a function of this
    one, which knows what else has to be true."""
    visitors = []
    for file in FILES:
        for node in nodes(file):
            names = [f"{node.module}.{alias.name}" for alias in node.names] if isinstance(node, ast.ImportFrom) else []
            for name in names:
                house, room, *steps = f"{name}.".split(".")
                if house == "holdfast" and any(map(STORE.fullmatch, steps)) and not place(file).startswith(f"{room}/"):
                    visitors.append(f"{place(file)} imports {name}")
    assert visitors == []


def test_a_migration_imports_nothing_of_ours() -> None:
    """It must still do in a year what it did on its day."""
    for file in (ROOT / "migrations" / "versions").glob("*.py"):
        assert "holdfast." not in "".join(re.findall(r"^(?:from|import) .*$", file.read_text(), re.MULTILINE)), file


def test_migrations_stand_in_one_line() -> None:
    """Two that are written side by side may take the same number, and no database could be migrated past them."""
    line: list[tuple[str, str, str | None]] = []
    for file in sorted((ROOT / "migrations" / "versions").glob("*.py")):
        told = dict(re.findall(r"^(revision|down_revision) = (?:\"(\w+)\"|None)$", file.read_text(), re.MULTILINE))
        line.append((file.name.split("_")[1], told["revision"], told["down_revision"] or None))
    numbers = [number for number, _, _ in line]
    assert len(set(numbers)) == len(numbers), "a number is taken twice"
    assert [revision for _, revision, _ in line] == numbers == sorted(numbers), "a file's name tells its revision"
    assert [before for _, _, before in line] == [None, *numbers[:-1]], "each comes after the one before it"


def test_every_decision_has_a_number_of_its_own() -> None:
    """Two that are written side by side may take the same; its file and its heading say the same one."""
    records = sorted((ROOT / "docs" / "decisions").glob("*.md"))
    numbers = [int(record.name.split("-")[0]) for record in records]
    assert [number for number in set(numbers) if numbers.count(number) > 1] == []
    for number, record in zip(numbers, records, strict=True):
        assert record.read_text(encoding="utf-8").startswith(f"# {number}. "), record.name


def test_nothing_names_a_registry_or_a_folder_of_somebodys_machine() -> None:
    found = []
    for file in repository():
        try:
            text = file.read_text(encoding="utf-8")
        except UnicodeDecodeError:
            continue
        for number, line in enumerate(text.splitlines(), 1):
            if any(registry in line for registry in REGISTRIES) or OF_A_MACHINE.search(line):
                found.append(f"{file.relative_to(ROOT)}:{number}: {line.strip()[:100]}")
    assert found == []
