"""The virtual environment from the hashed lock, Holdfast in it, and the local models."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import time
from collections.abc import Mapping
from pathlib import Path

from progress import Stopped, run, say, shout
from stamps import ROOT, STAMPS, VENV, forget, is_done, key_of, mark_done

PYTHON = VENV / "bin" / "python"
LOCK = ROOT / "requirements.lock"
DEV_LOCK = ROOT / "requirements-dev.lock"

_FROM_OUTSIDE = ("PYTHONPATH", "PYTHONHOME", "PIP_USER", "PIP_TARGET", "PIP_PREFIX", "PIP_REQUIRE_VIRTUALENV")
"""What a person has set for other work and what would send our packages elsewhere."""


def make_environment() -> None:
    base = Path(getattr(sys, "_base_executable", sys.executable)).resolve()
    # Scripts inside name the folder they were made in: a checkout that was moved needs a new one.
    key = f"{base} {sys.version} {ROOT}"
    if is_done("environment", key) and PYTHON.exists() and not (STAMPS / "installing").exists():
        return
    started = time.monotonic()
    if VENV.is_symlink():
        raise Stopped(f"{VENV} is a link to somewhere else; remove it, then run the same command again.")
    shutil.rmtree(VENV, ignore_errors=True)
    made = subprocess.run([str(base), "-I", "-m", "venv", str(VENV)], capture_output=True, text=True, check=False)
    if made.returncode:
        said = (made.stderr or made.stdout).strip() or "it said nothing"
        raise Stopped(in_words(said) or f"The virtual environment could not be made: {said.splitlines()[-1]}")
    STAMPS.mkdir(exist_ok=True)
    mark_done("environment", key)
    say("python", f"{sys.version.split()[0]} in .venv", seconds=time.monotonic() - started)


def install_packages() -> None:
    if not is_done("packages", key_of(LOCK)):
        _install(LOCK)
        mark_done("packages", key_of(LOCK))


def install_dev_packages() -> None:
    """The development lock holds everything in the other one, in the same versions."""
    key = key_of(LOCK, DEV_LOCK)
    if not is_done("dev-packages", key):
        _install(DEV_LOCK)
        mark_done("packages", key_of(LOCK))
        mark_done("dev-packages", key)


def install_itself() -> None:
    key = key_of(ROOT / "pyproject.toml", str(ROOT))
    if is_done("itself", key):
        return
    command = [*pip(), "install", "--no-deps", "--no-build-isolation", "--no-index", "-e", str(ROOT)]
    run("holdfast", command, log=STAMPS / "itself.log", env=environment(), failed="Holdfast could not be installed.")
    mark_done("itself", key)


def fetch_models() -> None:
    """They are a gift, not a need: without them a configured model answers, so trouble here is told and passed over."""
    room = ROOT / "src" / "holdfast" / "models"
    sources = [*sorted(room.glob("local*")), room / "minilm_onnx.py"]
    wanted = key_of(*sources, os.environ.get("HOLDFAST_MODELS_DIR", ""))
    if is_done("models", wanted):
        return
    started = time.monotonic()
    command = [str(PYTHON), "-m", "holdfast.cli.main", "models", "fetch"]
    try:
        run("models", command, log=STAMPS / "models.log", cwd=ROOT, env=environment(), failed="", explain=_own_words)
    except Stopped as stopped:
        shout("models", f"{stopped} Everything else works; `holdfast models fetch` tries again.")
        return
    mark_done("models", wanted)
    say("models", "ready", seconds=time.monotonic() - started)


def environment() -> Mapping[str, str]:
    return {name: value for name, value in os.environ.items() if name not in _FROM_OUTSIDE}


def pip() -> list[str]:
    return [str(PYTHON), "-I", "-m", "pip", "--disable-pip-version-check", "--no-input"]


def install_locked(step: str, lock: Path) -> None:
    """Only what the lock names, only with the hashes it names, and never by compiling."""
    # A kill in the middle leaves half a package that pip can neither use nor remove. While this mark stands, the next
    # run starts the environment anew; what was downloaded is in pip's cache.
    (STAMPS / "installing").touch()
    flags = ["--require-hashes", "--no-deps", "--only-binary", ":all:", "--progress-bar", "off"]
    command = [*pip(), "install", *flags, "-r", str(lock)]
    log = STAMPS / f"{lock.stem}.log"
    run(step, command, log=log, env=environment(), failed="The packages could not be installed.", explain=in_words)
    (STAMPS / "installing").unlink()


def _install(lock: Path) -> None:
    started = time.monotonic()
    forget("packages")
    forget("dev-packages")
    install_locked("packages", lock)
    count = len(re.findall(r"^[a-zA-Z0-9]", lock.read_text(), re.MULTILINE))
    say("packages", f"{count} as locked in {lock.name}", seconds=time.monotonic() - started)


def in_words(tail: str) -> str | None:
    if "No space left on device" in tail or "Disk quota exceeded" in tail:
        return f"The disk is full; {ROOT} needs about 2 GB. Free some space and run the same command again."
    if missing := re.search(r"No matching distribution found for ([\w.-]+)", tail):
        if "from versions: none" in tail and "Retrying" in tail:
            return "The package index cannot be reached; check the network, then run the same command again."
        return (
            f"There is no ready-made package {missing.group(1)} for this Python ({sys.version.split()[0]}) on this "
            "machine; use Python 3.11, 3.12 or 3.13 on x86_64 or aarch64 Linux with glibc 2.28 or newer."
        )
    if "DO NOT MATCH THE HASHES" in tail:
        return "A downloaded package differs from the one that was locked, so nothing was installed; try another index."
    if re.search(r"Max retries exceeded|Connection (refused|reset)|timed out|Name or service not known", tail):
        return "The package index cannot be reached; check the network, then run the same command again."
    return None


def _own_words(tail: str) -> str | None:
    lines = [line for line in tail.splitlines() if line.startswith("holdfast: ")]
    return lines[-1][len("holdfast: ") :] if lines else "The local models could not be fetched."
