"""What was finished, and for which sources.

A stamp is written after its step, so a step that was killed has none and is done again. It lies inside `.venv`: whoever
removes that folder starts from nothing, which is what they meant.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
VENV = ROOT / ".venv"
STAMPS = VENV / "setup"

_NOT_SOURCES = {"node_modules", "dist", "__pycache__", ".git"}


def is_done(step: str, key: str) -> bool:
    try:
        return (STAMPS / step).read_text() == key
    except OSError:
        return False


def mark_done(step: str, key: str) -> None:
    draft = STAMPS / (step + ".new")
    draft.write_text(key)
    draft.replace(STAMPS / step)


def forget(step: str) -> None:
    try:
        (STAMPS / step).unlink()
    except FileNotFoundError:
        pass


def key_of(*things: object) -> str:
    """Paths count with their name and content (folders with everything in them), other things as their text."""
    digest = hashlib.sha256()
    for thing in things:
        for file in _files(thing) if isinstance(thing, Path) else ():
            digest.update(str(file.relative_to(ROOT)).encode() + b"\0")
            digest.update(hashlib.sha256(file.read_bytes()).digest())
        if not isinstance(thing, Path):
            digest.update(str(thing).encode() + b"\0")
    return digest.hexdigest()


def _files(path: Path) -> Iterator[Path]:
    if path.is_file():
        yield path
    elif path.is_dir():
        for inner in sorted(path.iterdir()):
            if inner.name not in _NOT_SOURCES:
                yield from _files(inner)
