"""Chromium, for the tests that look at pages. Without it they are skipped, and we say so."""

from __future__ import annotations

import os
import shutil
import time
from collections.abc import Sequence
from contextlib import suppress

from progress import Stopped, run, say, shout
from stamps import STAMPS

USUAL, WINDOWLESS = "chromium", "chromium-headless-shell"
"""The second draws no window, which takes a third less of a processor; not every Linux has it, and it asks nobody
whether a page may hear."""
NAMES = (USUAL, "chromium-browser", "google-chrome", "google-chrome-stable")


def install() -> None:
    if _is_here():
        return
    if os.geteuid() != 0 or not shutil.which("apt-get"):
        shout("browser", "no Chromium here: the browser tests will be SKIPPED (as root: apt-get install chromium).")
        return
    started = time.monotonic()
    env = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    try:
        run("browser", ["apt-get", "update"], log=STAMPS / "apt-update.log", env=env, failed="apt-get update failed.")
        _install_both(env)
    except Stopped as stopped:
        shout("browser", f"{stopped} The browser tests will be SKIPPED.")
        return
    if _is_here():
        say("browser", "Chromium installed", seconds=time.monotonic() - started)
    else:
        shout("browser", "apt-get brought no usable Chromium: the browser tests will be SKIPPED.")


def _install_both(env: dict[str, str]) -> None:
    with suppress(Stopped):
        return _apt_get([USUAL, WINDOWLESS], env)
    return _apt_get([USUAL], env)


def _apt_get(packages: Sequence[str], env: dict[str, str]) -> None:
    install = ["apt-get", "install", "-y", "--no-install-recommends", *packages]
    run("browser", install, log=STAMPS / "apt.log", env=env, failed="apt-get install chromium failed.")


def _is_here() -> bool:
    return any(shutil.which(name) for name in NAMES)
