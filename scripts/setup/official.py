"""The clients that programs use, each beside its lock in `clients/official/NAME`, in an environment of its own: what
one of them needs comes neither to us nor to another."""

from __future__ import annotations

import shutil
import subprocess
import sys
import time
from pathlib import Path

import client
import python
from progress import Stopped, run, say
from stamps import ROOT, STAMPS, forget, is_done, key_of, mark_done

OFFICIAL = ROOT / "clients" / "official"


def install_for_python() -> None:
    for lock in sorted(OFFICIAL.glob("*/requirements.lock")):
        home = lock.parent / ".venv"
        key = key_of(lock, sys.version, str(home))
        if not _is_here(lock.parent.name, home, key):
            started = time.monotonic()
            _make_environment(home)
            flags = ["--require-hashes", "--no-deps", "--only-binary", ":all:", "--no-compile", "--progress-bar", "off"]
            command = [*python.pip(), "--python", str(home / "bin" / "python"), "install", *flags, "-r", str(lock)]
            log, failed = STAMPS / f"{lock.parent.name}.log", f"{lock.parent.name} could not be installed."
            run("clients", command, log=log, env=python.environment(), failed=failed, explain=python.in_words)
            _mark(lock.parent.name, key, started)


def install_for_node() -> None:
    for lock in sorted(OFFICIAL.glob("*/package-lock.json")):
        folder = lock.parent
        key = key_of(lock, folder / "package.json", folder / ".npmrc", str(folder))
        if not _is_here(folder.name, folder / "node_modules", key):
            started = time.monotonic()
            npm, env = client.npm_command()
            command = [*npm, "ci", "--no-audit", "--no-fund"]
            log, failed = STAMPS / f"{folder.name}.log", f"{folder.name} could not be installed."
            run("clients", command, log=log, cwd=folder, env=env, failed=failed, explain=client.in_words)
            _mark(folder.name, key, started)


def _is_here(name: str, home: Path, key: str) -> bool:
    if is_done(f"client-{name}", key) and home.is_dir():
        return True
    forget(f"client-{name}")
    return False


def _mark(name: str, key: str, started: float) -> None:
    mark_done(f"client-{name}", key)
    say("clients", name, seconds=time.monotonic() - started)


def _make_environment(home: Path) -> None:
    shutil.rmtree(home, ignore_errors=True)
    # Our own pip installs into it, so it needs none.
    command = [str(python.PYTHON), "-I", "-m", "venv", "--without-pip", str(home)]
    made = subprocess.run(command, capture_output=True, text=True, check=False)
    if made.returncode:
        raise Stopped(f"The environment {home} could not be made: {(made.stderr or made.stdout).strip()[-200:]}")
