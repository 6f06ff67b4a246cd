"""A path that a page, a docstring or a comment names leads somewhere: nobody who follows it stands before nothing. And
what the two pages that explain the house call by name is called so in the house."""

from __future__ import annotations

import io
import re
import tokenize
from collections.abc import Iterator, Mapping
from pathlib import Path

from tests.architecture.test_house import ROOT, SOURCE, repository

SUFFIXES = (".py", ".ts", ".tsx", ".md", ".sql", ".css", ".mjs", ".toml", ".yml", ".json", ".jsonl", ".txt", ".lock")
NOT_OURS: Mapping[str, str] = {
    "holdfast.toml": "settings that an operator may write",
    "persona.toml": "the file that every pack has",
    "postgres.json": "in a data folder",
    "blobs/": "the same",
    "manifest.json": "beside models that were fetched",
    "conversation.txt": "whatever somebody evaluates",
    "dist/": "the client, once it is built",
    "migrations/versions/YYYYMMDD_NNNN_what_it_brings.py": "how such a file is named",
}
QUOTED = re.compile(r"`([^`\n]+)`")
PATH = re.compile(r"(?<!\S)([\w-][\w./-]*)(?:::?[\w\[\].-]+)*(?!\S)")


ROOMS = frozenset(room.name for room in SOURCE.iterdir() if room.is_dir())


def paths_in(text: str) -> Iterator[str]:
    """Files by their ending, folders by the stroke at their end or by the room they are in; also within a command."""
    for quoted in QUOTED.finditer(text):
        for found in PATH.finditer(quoted[1]):
            if found[1].endswith((*SUFFIXES, "/")) or (found[1].split("/")[0] in ROOMS and "/" in found[1]):
                yield found[1]


def comments_and_strings(file: Path) -> str:
    """What people read in a source file, in one piece."""
    source = io.BytesIO(file.read_bytes())
    kinds = (tokenize.COMMENT, tokenize.STRING)
    return "\n".join(token.string for token in tokenize.tokenize(source.readline) if token.type in kinds)


def leads_somewhere(name: str, named_in: Path, files: frozenset[str]) -> bool:
    """As it stands, from the page's own folder, or as the end of a path: `turn/finish.py`, `conversation.ts`."""
    if not name.endswith(SUFFIXES):
        return any(f"/{name.rstrip('/')}/" in f"/{file}" for file in files)
    near = (named_in.parent / name).resolve()
    if near.is_relative_to(ROOT) and near.relative_to(ROOT).as_posix() in files:
        return True
    return any(file == name or file.endswith(f"/{name}") for file in files)


TEST = re.compile(r"`(tests/[\w/]+\.py|client/src/[\w/.-]+\.test\.tsx?)::([^`]+)`")
ROW = re.compile(r"^\| (\d*) \| (.+) \| (.*) \|$", re.MULTILINE)


def is_there(file: Path, test: str) -> bool:
    if not file.is_file():
        return False
    source = file.read_text(encoding="utf-8")
    if file.suffix == ".py":
        return re.search(rf"^(async )?def {re.escape(test)}\(", source, re.MULTILINE) is not None
    return f"test('{test}'" in source


def test_every_test_that_a_page_names_is_there() -> None:
    """By its name: a promise whose test was taken away is noticed on the day it goes."""
    pages = [*(ROOT / "docs").rglob("*.md"), ROOT / "README.md", ROOT / "CONTRIBUTING.md"]
    named = [(page.name, *found) for page in pages for found in TEST.findall(page.read_text(encoding="utf-8"))]
    assert [one for one in named if not is_there(ROOT / one[1], one[2])] == []


def test_every_promise_has_a_test_and_what_is_left_as_it_is_has_a_reason() -> None:
    page = (ROOT / "docs" / "promises.md").read_text(encoding="utf-8")
    held, _, left = page.partition("\nLeft as it is, on purpose:\n")
    promises = [row for row in ROW.findall(held) if row[0]]
    assert [int(number) for number, _, _ in promises] == list(range(1, len(promises) + 1))
    assert len(promises) > 50
    assert [promise for _, promise, tests in promises if not TEST.search(tests)] == []
    reasons = [line for line in left.splitlines() if line.startswith("| ")][1:]
    assert reasons, "there is a table of what is left as it is"
    assert [line for line in reasons if "](" not in line] == []


def test_every_path_that_is_named_leads_somewhere() -> None:
    here = [file for file in repository() if file != Path(__file__)]
    files = frozenset(file.relative_to(ROOT).as_posix() for file in repository())
    lost = []
    for file in here:
        if file.suffix == ".md":
            text = file.read_text(encoding="utf-8")
        elif file.suffix == ".py" and (file.is_relative_to(SOURCE) or file.is_relative_to(ROOT / "tests")):
            text = comments_and_strings(file)
        else:
            continue
        lost += [
            f"{file.relative_to(ROOT)}: {name}"
            for name in paths_in(text)
            if name not in NOT_OURS and not leads_somewhere(name, file, files)
        ]
    assert lost == [], "\n".join(lost)


TOLD_BY_NAME = ("docs/a-turn.md", "docs/words.md")
CALLED_SO = (SOURCE, ROOT / "migrations" / "schema", ROOT / "client" / "src", ROOT / "docs" / "personas.md")
A_NAME = re.compile(r"[A-Za-z_]\w*")
SETTING = re.compile(r"HOLDFAST_\w+")


def test_every_name_in_the_pages_that_explain_the_house_exists() -> None:
    """Classes, fields, tables, columns, commands; settings are looked for elsewhere."""
    here = [file for file in repository() if any(file.is_relative_to(place) for place in CALLED_SO)]
    known = {name for file in here if file.suffix in SUFFIXES for name in A_NAME.findall(file.read_text("utf-8"))}
    lost = [
        f"{page}: {quoted}"
        for page in TOLD_BY_NAME
        for quoted in QUOTED.findall((ROOT / page).read_text("utf-8"))
        if not list(paths_in(f"`{quoted}`"))
        and not SETTING.fullmatch(quoted)
        and not known.issuperset(A_NAME.findall(quoted))
    ]
    assert lost == [], "\n".join(lost)
