"""The official suite that asks a client of the Model Context Protocol whether it is one, for `make conformance` alone.

It wants a newer Node than the client needs, so it always has the one from the wheel.
"""

from __future__ import annotations

import os
import time

from client import in_words, node_from_wheel
from progress import run, say
from stamps import ROOT, STAMPS, forget, is_done, key_of, mark_done

SUITE = ROOT / "tests" / "conformance"


def install() -> None:
    key = key_of(SUITE / "package.json", SUITE / "package-lock.json", SUITE / ".npmrc", str(SUITE))
    package = node_from_wheel()
    if is_done("conformance", key) and (SUITE / "node_modules").is_dir():
        return
    started = time.monotonic()
    forget("conformance")
    npm = [str(package / "bin" / "node"), str(package / "lib" / "node_modules" / "npm" / "bin" / "npm-cli.js")]
    path = os.pathsep.join([str(package / "bin"), os.environ.get("PATH", os.defpath)])
    run(
        "conformance",
        [*npm, "ci", "--no-audit", "--no-fund"],
        log=STAMPS / "conformance.log",
        cwd=SUITE,
        env={**os.environ, "PATH": path, "NO_COLOR": "1"},
        failed="The conformance suite could not be installed.",
        explain=in_words,
    )
    mark_done("conformance", key)
    say("conformance", "the official suite installed", seconds=time.monotonic() - started)
