"""One short line a step. The long output of pip and npm goes to a log, of which people see the end if it fails."""

from __future__ import annotations

import ctypes
import os
import selectors
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

_IS_TERMINAL = sys.stdout.isatty()
_QUIET_SECONDS = 15.0
_PR_SET_PDEATHSIG = 1

Explain = Callable[[str], str | None]
"""Takes the end of a log; gives the sentence for a trouble it knows."""


class Stopped(Exception):
    """Set-up cannot go on; the sentence says what to do."""


def say(step: str, text: str, *, seconds: float | None = None) -> None:
    took = "" if seconds is None else f"  ({seconds:.0f} s)"
    _clear()
    print(f"  {step:<10} {text}{took}", flush=True)


def shout(step: str, text: str) -> None:
    """Something is left out: on its own lines, so that nobody misses it."""
    _clear()
    print(f"\n  !! {step}: {text}\n", flush=True)


def run(
    step: str,
    command: Sequence[str],
    *,
    log: Path,
    failed: str,
    cwd: Path | None = None,
    env: Mapping[str, str] | None = None,
    explain: Explain = lambda tail: None,
) -> None:
    """Run quietly. Stop with the end of the log and the sentence `failed`, or a better one if `explain` knows it."""
    log.parent.mkdir(parents=True, exist_ok=True)
    with log.open("wb") as sink:
        process = subprocess.Popen(
            command,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            cwd=cwd,
            env=env,
            preexec_fn=_end_with_us,
        )
        try:
            _follow(step, process, sink.write)
        except BaseException:
            process.terminate()
            process.wait()
            raise
    if process.returncode:
        story = log.read_text(errors="replace").splitlines()
        known = explain("\n".join(story[-200:]))
        if not known:
            _clear()
            print("\n".join("      " + line for line in story[-12:]), file=sys.stderr)
        raise Stopped(known or f"{failed} The whole story is in {log}.")


def _follow(step: str, process: subprocess.Popen[bytes], write: Callable[[bytes], object]) -> None:
    """Copy the output to the log, and show the last line of it as a sign of life."""
    assert process.stdout is not None
    started = spoke = time.monotonic()
    last = "started"
    with selectors.DefaultSelector() as ready:
        ready.register(process.stdout, selectors.EVENT_READ)
        while True:
            if ready.select(timeout=1.0):
                chunk = os.read(process.stdout.fileno(), 65536)
                if not chunk:
                    break
                write(chunk)
                last = _last_line(chunk) or last
            now = time.monotonic()
            if _IS_TERMINAL:
                _clear()
                print(f"  {step:<10} … {now - started:3.0f} s  {last[:60]}", end="", flush=True)
            elif now - spoke > _QUIET_SECONDS:
                spoke = now
                print(f"  {step:<10} … {now - started:3.0f} s  {last[:60]}", flush=True)
    process.wait()


def _last_line(chunk: bytes) -> str:
    lines = [" ".join(line.split()) for line in chunk.decode(errors="replace").split("\n")]
    telling = [line for line in lines if line and not line.lower().startswith(("warning", "npm warn"))]
    return telling[-1].split(" (from ")[0] if telling else ""


def _clear() -> None:
    if _IS_TERMINAL:
        print("\r\033[K", end="")


def _end_with_us() -> None:
    """The child ends when we do, even by kill -9: two installers in one folder would undo each other's work."""
    ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, int(signal.SIGTERM), 0, 0, 0)
