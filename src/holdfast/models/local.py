"""The models that come in packages, so that a fresh machine answers with no key. (Being written; signatures stand.)"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from holdfast.core.config import Settings

Progress = Callable[[str], None]
"""Takes one line for people."""


@dataclass(frozen=True, slots=True)
class LocalModel:
    """One local model as it stands on this machine."""

    name: str
    kind: Literal["embedding", "chat"]
    state: Literal["ready", "missing", "damaged"]
    folder: Path
    size_bytes: int = 0
    problem: str | None = None
    """What is wrong with it and what to do, in one sentence."""


def models_folder(settings: Settings) -> Path:
    """Where local models live: the operator's folder, else beside this very installation."""
    raise NotImplementedError


def list_local(models_dir: Path) -> list[LocalModel]:
    """Which local models are there, by their manifests. Quick: no file is read through."""
    raise NotImplementedError


def fetch_local(models_dir: Path, names: Sequence[str] = (), progress: Progress = lambda line: None) -> None:
    """Fetch what is missing (all of them unless named). Each stands alone; `Setup` says at the end what failed."""
    raise NotImplementedError


def check_local(models_dir: Path) -> list[LocalModel]:
    """Read every file against its recorded hash and use each model once."""
    raise NotImplementedError


async def models_report(settings: Settings) -> list[LocalModel]:
    """`list_local` for async callers (health page, CLI)."""
    raise NotImplementedError
