"""The official suite of the Model Context Protocol against our server of it, `/mcp`: a part of `make conformance`.

One Holdfast is served with a person in it, and beside it the same application once more, which takes every request as
hers: the suite knows no keys. The scenarios are those that ask what any server must do; the others ask for tools,
prompts and resources of the suite's own (`test_simple_text` …) or for what we do not
offer. docs/programs.md names them.
"""

from __future__ import annotations

import asyncio
import re
import sys
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path

from starlette.types import ASGIApp, Receive, Scope, Send

from holdfast.core.embedded.postgres import start_postgres
from holdfast.core.migrate import migrate, prepare_embedded
from holdfast.web.app import create_app
from tests.conformance.__main__ import SUITE, node
from tests.embedded.folders import data_folder
from tests.scripted import ScriptedModel
from tests.serving import serving
from tests.tools.mcp.loopback import on_loopback
from tests.web.mcp.asking import key_for

SCENARIOS: Mapping[str, Sequence[str]] = {
    "2025-11-25": (
        *("server-initialize", "server-session-lifecycle", "ping", "tools-list", "server-sse-multiple-streams"),
        *("resources-list", "prompts-list", "dns-rebinding-protection"),
    ),
    "2026-07-28": (
        *("server-stateless", "tools-list", "resources-list", "prompts-list", "sep-2164-resource-not-found"),
        *("dns-rebinding-protection", "caching", "http-header-validation", "server-sse-multiple-streams"),
    ),
}


NOT_OURS = frozenset({"sep-2575-server-rejects-undeclared-capability", "sep-2575-missing-capability-http-400"})
"""Checks that call a tool of the suite's own, which wants something of the client; no tool of ours does."""
_COLOUR = re.compile(r"\x1b\[\d+m")
_FAILED = re.compile(r"\[(?P<check>[\w.-]+) *\][^\n]*\bFAILURE\b")


class AsSomebody:
    """The same application, asked by whoever comes as by the holder of this key."""

    def __init__(self, app: ASGIApp, key: str) -> None:
        self._app, self._sent = app, (b"authorization", f"Bearer {key}".encode())

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http":
            scope = {**scope, "headers": [*scope["headers"], self._sent]}
        await self._app(scope, receive, send)


async def ask(suite: Sequence[str], port: int, scenario: str, revision: str) -> bool:
    with tempfile.TemporaryDirectory(prefix="holdfast-conformance-") as folder:
        asking = await asyncio.create_subprocess_exec(
            *suite, "server", "--url", f"http://127.0.0.1:{port}/mcp", "--scenario", scenario,
            "--spec-version", revision, "-o", folder,
            stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.STDOUT, cwd=folder,
        )  # fmt: skip
        told, _ = await asking.communicate()
    failed = {found["check"] for found in _FAILED.finditer(_COLOUR.sub("", told.decode()))}
    is_passed = asking.returncode == 0 or bool(failed and failed <= NOT_OURS)
    left_out = f", without {', '.join(sorted(failed))}" if is_passed and failed else ""
    print(f"{'✓' if is_passed else '✗'} {revision} {scenario}{left_out}")
    if not is_passed:
        print(told.decode())
    return is_passed


async def run(suite: Sequence[str]) -> bool:
    """`suite`: how it is started."""
    with data_folder() as folder:
        server = start_postgres(Path(folder))
        try:
            addresses = await prepare_embedded(server, "conformance_of_server")
            await migrate(addresses.owner)
            async with serving(addresses, [ScriptedModel()]) as served, served.person() as ada:
                app = AsSomebody(create_app(served.parts), await key_for(ada))
                async with on_loopback(app) as port:
                    found = [
                        await ask(suite, port, scenario, revision)
                        for revision, scenarios in SCENARIOS.items()
                        for scenario in scenarios
                    ]
            print(f"{sum(found)} of {len(found)} scenarios of a server pass")
            return all(found)
        finally:
            server.stop()


if __name__ == "__main__":
    sys.exit(0 if asyncio.run(run([node(), str(SUITE)])) else 1)
