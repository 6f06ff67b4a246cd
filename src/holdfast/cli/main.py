"""The border between Holdfast and a terminal: one sentence on stderr and an exit code, never a traceback.

Exit codes: 0 well, 1 refused (the sentence says what to do), 2 misused, 70 our own fault, 130 interrupted.
Commands are imported when they are called, so that asking for help costs nothing.
"""

from __future__ import annotations

import argparse
import errno
import gc
import importlib
import keyword
import os
import signal
import sys
import tempfile
import traceback
from collections.abc import Mapping, Sequence
from io import TextIOWrapper

COMMANDS: Mapping[str, str] = {
    "up": "serve everything from this machine, in the foreground",
    "serve": "the web server only (needs HOLDFAST_DATABASE_URL)",
    "worker": "the job worker only (needs HOLDFAST_DATABASE_URL)",
    "memory": "the memory service on its own (needs HOLDFAST_SERVICE_KEY)",
    "migrate": "bring the database up to date",
    "models": "list, fetch or check the local models",
    "eval": "measure quality on labelled data",
    "admin": "the first account's code; make an admin or an invite",
    "doctor": "check every part and say what to do",
    "settings": "list the settings, present values masked",
    "jobs": "list, retry or drop jobs that failed for good",
    "outbox": "what memory still owes; list, retry or drop what it could not deliver",
    "forget": "forget facts, sessions, a query or everything of somebody, with a receipt",
    "export": "everything remembered of somebody, as JSON lines",
    "import": "an export, into somebody without memories; or chats from ChatGPT, Claude, Open WebUI, mem0",
    "ask": "ask an installation something, with a key",
    "remember": "tell an installation's memory something, with a key",
    "recall": "what an installation's memory knows, with a key",
    "persona": "a persona's folder out of an exported zip, and a zip out of a folder",
    "postgres": "run pg_dump, psql or another of Postgres' own tools on the embedded database",
    "version": "which Holdfast this is",
}

_NEW_OBJECTS = 50_000
"""Made and not yet gone before somebody looks for garbage; a server looks after fewer, once it is up."""


def main(arguments: Sequence[str] | None = None) -> int:
    words = sys.argv[1:] if arguments is None else arguments
    # What is imported stays: to look through it for garbage again and again takes a tenth of a command's start.
    gc.set_threshold(_NEW_OBJECTS, *gc.get_threshold()[1:])
    os.umask(0o077)  # whatever a command makes holds somebody's words or keys: it is its user's alone
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="replace")  # an old terminal has no "✓"
    try:
        return _dispatch(words)
    except KeyboardInterrupt:
        return 130
    except BrokenPipeError:
        # Whoever read our output has left (`holdfast settings | head`); that is no fault, and no words reach them.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except Exception as error:  # noqa: BLE001 — border: a terminal gets a sentence
        return refuse(error)


def _dispatch(words: Sequence[str]) -> int:
    if not words or words[0] in ("-h", "--help", "help"):
        print(_help())
        return 0
    if words[0] in ("-V", "--version"):
        words = ["version"]
    if words[0] not in COMMANDS:
        print(f"holdfast: there is no command {words[0]}.\n\n{_help()}", file=sys.stderr)
        return 2
    signal.signal(signal.SIGTERM, _as_interrupt)
    # A word of Python's own cannot be a module's name as it is: `import` lives in `import_.py`.
    name = f"{words[0]}_" if keyword.iskeyword(words[0]) else words[0]
    command = importlib.import_module(f"holdfast.cli.{name}")
    parser = argparse.ArgumentParser(prog=f"holdfast {words[0]}", description=(command.__doc__ or "").split("\n\n")[0])
    command.add_arguments(parser)
    code: int = command.run(parser.parse_args(words[1:]))
    return code


def _help() -> str:
    lines = [f"  {name:<10} {text}" for name, text in COMMANDS.items()]
    return "\n".join(["usage: holdfast COMMAND [--help]", "", *lines])


def _as_interrupt(*_: object) -> None:
    """Asked to end, as by Ctrl-C: everything opened is closed on the way out."""
    raise KeyboardInterrupt


def refuse(error: Exception) -> int:
    """Say it, and give the exit code."""
    from holdfast.core.errors import AppError

    if isinstance(error, AppError):
        print(f"holdfast: {error.message}", file=sys.stderr)
        return 1
    if _disk_is_full(error):
        print("holdfast: The disk is full; free some space, or set HOLDFAST_DATA_DIR to another disk.", file=sys.stderr)
        return 1
    print(f"holdfast: Something unexpected happened ({type(error).__name__}); {_kept(error)}", file=sys.stderr)
    return 70


def _disk_is_full(error: BaseException | None) -> bool:
    """Said by the kernel (ENOSPC) or by Postgres (53100), directly or as the cause of something else."""
    while error is not None:
        if getattr(error, "errno", None) in (errno.ENOSPC, errno.EDQUOT) or getattr(error, "sqlstate", None) == "53100":
            return True
        error = error.__cause__ or error.__context__
    return False


def _kept(error: Exception) -> str:
    """A traceback may quote people, so it goes to a file only its owner can read."""
    try:
        with tempfile.NamedTemporaryFile("w", prefix="holdfast-", suffix=".txt", delete=False) as file:
            file.write("".join(traceback.format_exception(error)))
        return f"the details are in {file.name}; please report it."
    except OSError:
        return f"and its details could not be written: {error}"


if __name__ == "__main__":
    sys.exit(main())
