"""Chromium, for the tests that look at pages. Without it they are skipped, and we say so."""

from __future__ import annotations

import os
import shutil
import time

from progress import Stopped, run, say, shout
from stamps import STAMPS

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")


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
        install = ["apt-get", "install", "-y", "--no-install-recommends", "chromium"]
        run("browser", install, log=STAMPS / "apt.log", env=env, failed="apt-get install chromium failed.")
    except Stopped as stopped:
        shout("browser", f"{stopped} The browser tests will be SKIPPED.")
        return
    if _is_here():
        say("browser", "Chromium installed", seconds=time.monotonic() - started)
    else:
        shout("browser", "apt-get brought no usable Chromium: the browser tests will be SKIPPED.")


def _is_here() -> bool:
    return any(shutil.which(name) for name in NAMES)
