"""Folders for clusters: short names, passable by the server's user, gone afterwards."""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from holdfast.core.embedded.places import ClusterPaths


def in_memory() -> str | None:
    """Where nothing waits for a disk, if there is room for a test run's files: what is killed here is a process, never
    the machine, so what was written is there afterwards all the same. None: where temporary files always are."""
    shared = Path("/dev/shm")
    has_room = shared.is_dir() and os.access(shared, os.W_OK) and shutil.disk_usage(shared).free > 2_000_000_000
    return str(shared) if has_room else None


@contextmanager
def data_folder(
    name: str = "data", *, mode: int = 0o755, like: Path | None = None, is_on_disk: bool = False
) -> Iterator[Path]:
    """A data folder to be made, or a copy of one, inside a folder with this mode."""
    outer = Path(tempfile.mkdtemp(prefix="hf-", dir=None if is_on_disk else in_memory()))
    outer.chmod(mode)
    if like:
        subprocess.run(["cp", "-a", str(like), str(outer / name)], check=True)
    try:
        yield outer / name
    finally:
        note = outer / name / "POSTGRES_IS_ELSEWHERE"
        if note.exists():
            shutil.rmtree(note.read_text().strip(), ignore_errors=True)
        shutil.rmtree(outer, ignore_errors=True)


def processes_of(places: ClusterPaths) -> list[int]:
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
