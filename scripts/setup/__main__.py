"""Everything that must be on this machine before a make target can do its work. Standard library only.

    scripts/bootstrap up|test|check|clients|conformance    bring about what that needs; what is there costs nothing
    scripts/bootstrap npm ARGUMENTS    npm in client/, with the Node that was found or fetched

__main__   which target needs what, in order
python     the virtual environment, its packages, Holdfast itself, the local models
client     Node, the web client
chromium   the browser, for the tests that look at pages
mcp_suite  the official conformance suite for the MCP client
official   the clients that programs use, each in an environment of its own
progress   one short line a step; the end of a step's log when it fails
stamps     what was finished for which sources, so that an interrupted step is done again and a finished one is not
"""

from __future__ import annotations

import errno
import fcntl
import os
import signal
import sys
from collections.abc import Callable, Mapping, Sequence
from io import TextIOWrapper

import chromium
import client
import mcp_suite
import official
import python
from progress import Stopped, say
from stamps import ROOT

NEEDS: Mapping[str, Sequence[Callable[[], None]]] = {
    "up": (python.make_environment, python.install_packages, python.install_itself, python.fetch_models, client.build),
    "check": (python.make_environment, python.install_dev_packages, python.install_itself, client.install_packages),
    "test": (
        python.make_environment,
        python.install_dev_packages,
        python.install_itself,
        python.fetch_models,
        client.build,
        chromium.install,
    ),
    "conformance": (
        python.make_environment,
        python.install_dev_packages,
        python.install_itself,
        python.fetch_models,
        mcp_suite.install,
    ),
    "clients": (
        python.make_environment,
        python.install_dev_packages,
        python.install_itself,
        official.install_for_python,
        official.install_for_node,
    ),
}


def main(arguments: Sequence[str]) -> int:
    signal.signal(signal.SIGTERM, _stop)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="replace")  # an old terminal has no "…"
    target, rest = (arguments[0], arguments[1:]) if arguments else ("", [])
    try:
        if target == "npm":
            client.become_npm(rest)
        if target not in NEEDS:
            raise Stopped("scripts/bootstrap takes up, check, test, clients, conformance or npm.")
        with_lock(NEEDS[target])
    except Stopped as stopped:
        print(f"holdfast: {stopped}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print("\nholdfast: Stopped; the same command goes on from here.", file=sys.stderr)
        return 130
    except OSError as error:
        print(f"holdfast: {_in_words(error)}", file=sys.stderr)
        return 1
    return 0


def with_lock(steps: Sequence[Callable[[], None]]) -> None:
    """Two targets started at once in one checkout take turns. The kernel lets go of the lock however we end."""
    folder = os.open(ROOT, os.O_RDONLY)
    try:
        fcntl.flock(folder, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        say("waiting", "another set-up is running in this folder")
        fcntl.flock(folder, fcntl.LOCK_EX)
    for step in steps:
        step()
    os.close(folder)


def _in_words(error: OSError) -> str:
    if error.errno in (errno.ENOSPC, errno.EDQUOT):
        return f"The disk that holds {ROOT} is full; free about 2 GB and run the same command again."
    if error.errno in (errno.EACCES, errno.EPERM, errno.EROFS):
        return f"{error.filename or ROOT} cannot be written by this user; use a checkout that is yours."
    return f"{error.strerror or error}: {error.filename or ROOT}."


def _stop(*_: object) -> None:
    raise KeyboardInterrupt


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
