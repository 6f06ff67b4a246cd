"""The demo model's own process: a llama.cpp server on loopback, on one generation thread.

It is a process so that native code can neither stall nor crash Holdfast. The parent writes one JSON line to our
standard input (`folder`, `api_key`, `context_tokens`, `parent`), we answer with one line (`{"port": …}`), and from
then on the pipe is the leash: when it closes, the parent is gone and so are we. On Linux the kernel ends us as well.

`python -m holdfast.models.demo_process --try <folder>` loads the model and writes one word.
"""

from __future__ import annotations

import contextlib
import ctypes
import json
import os
import signal
import sys
from pathlib import Path
from typing import Any

_PR_SET_PDEATHSIG = 1
_BEHIND_THE_SERVER = 5
"""Niceness: the demo model takes what the server leaves."""


def main() -> None:
    order = json.loads(sys.stdin.readline())
    _die_with(order["parent"])
    os.nice(_BEHIND_THE_SERVER)
    answer = os.fdopen(os.dup(1), "w")
    _hush()
    server = _serve(Path(order["folder"]), order["api_key"], order["context_tokens"])
    answer.write(json.dumps({"port": int(server.listening_address.rpartition(":")[2])}) + "\n")
    answer.close()
    sys.stdin.read()
    # The engine's threads are in native code; there is nothing of ours to put in order.
    os._exit(0)


def _die_with(parent: int) -> None:
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)
    # It may have died before the kernel was asked.
    if os.getppid() != parent:
        os._exit(0)


def _hush() -> None:
    """The engine logs to both outputs, and what people wrote must not stand in a log."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, 1)
    os.dup2(nowhere, 2)


def _serve(folder: Path, api_key: str, context_tokens: int) -> Any:
    xllamacpp = _engine(folder)
    params = xllamacpp.CommonParams()
    params.model.path = str(folder / "model.gguf")
    params.n_ctx = context_tokens
    # One at a time on one thread: with more, any other load on a small machine brings it to a crawl.
    params.n_parallel = 1
    params.cpuparams.n_threads = 1
    params.cpuparams_batch.n_threads = 1
    params.n_threads_http = 8
    params.hostnames = ["127.0.0.1"]
    params.port = 0
    params.api_keys = [api_key]
    params.ui = False
    params.endpoint_slots = False
    params.verbosity = 0
    params.cache_ram_mib = 0
    return xllamacpp.Server(params)


def _engine(folder: Path) -> Any:
    sys.path.insert(0, str(folder / "engine"))
    import xllamacpp

    return xllamacpp


def _try_out(folder: Path) -> None:
    with contextlib.redirect_stdout(None):
        server = _serve(folder, "none", 256)
        question = {"messages": [{"role": "user", "content": "Say hello."}], "max_tokens": 8}
        said = server.handle_chat_completions(question)["choices"][0]["message"]["content"]
    if not said:
        raise SystemExit("It said nothing.")
    os._exit(0)


if __name__ == "__main__":
    if sys.argv[1:2] == ["--try"]:
        _try_out(Path(sys.argv[2]))
    else:
        main()
