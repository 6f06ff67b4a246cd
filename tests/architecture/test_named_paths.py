"""A path that a page, a docstring or a comment names leads somewhere: nobody who follows it stands before nothing."""

from __future__ import annotations

import io
import re
import tokenize
from collections.abc import Iterator, Mapping
from pathlib import Path

from tests.architecture.test_house import ROOT, SOURCE, repository

SUFFIXES = (".py", ".ts", ".tsx", ".md", ".sql", ".css", ".mjs", ".toml", ".yml", ".json", ".txt", ".lock")
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


def test_every_path_that_is_named_leads_somewhere() -> None:
    here = [file for file in repository() if file != Path(__file__)]
    files = frozenset(file.relative_to(ROOT).as_posix() for file in here)
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
