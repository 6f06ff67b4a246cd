"""Folders for clusters: short names, passable by the server's user, gone afterwards."""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from holdfast.core.embedded.places import Places


@contextmanager
def data_folder(name: str = "data", *, mode: int = 0o755) -> Iterator[Path]:
    """A data folder to be made, inside a folder with this mode."""
    outer = Path(tempfile.mkdtemp(prefix="hf-"))
    outer.chmod(mode)
    try:
        yield outer / name
    finally:
        note = outer / name / "POSTGRES_IS_ELSEWHERE"
        if note.exists():
            shutil.rmtree(note.read_text().strip(), ignore_errors=True)
        shutil.rmtree(outer, ignore_errors=True)


def processes_of(places: Places) -> list[int]:
    """Every process whose command line names the cluster: the server itself."""
    needle = os.fsencode(places.cluster)
    found = []
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                if needle in (entry / "cmdline").read_bytes():
                    found.append(int(entry.name))
            except OSError:
                continue
    return found
