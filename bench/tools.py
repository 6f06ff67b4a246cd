"""What tools cost a turn that uses none of them: `python -m bench.tools`.

A real server in this process, with a model that answers at once. Turns with 60 tools of five sources and turns with
none follow each other, so that a busy machine slows both alike. Beside them the same where three of them ask first,
so that what need not ask is looked up as well. The whole turn is told, and how long it took until the prompt.
"""

from __future__ import annotations

import argparse
import asyncio
import statistics
import sys
from collections.abc import Sequence
from dataclasses import replace
from time import perf_counter
from typing import Any
from uuid import UUID

from holdfast.core.embedded.postgres import start_postgres
from holdfast.core.ids import new_id
from holdfast.core.migrate import migrate, prepare_embedded
from holdfast.tools.registry import ToolRegistry
from holdfast.tools.types import Tool
from tests.embedded.folders import data_folder
from tests.scripted import ScriptedModel, says
from tests.serving import Person, Served, serving
from tests.tools.drawer import Drawer, answers, tool

SOURCES, TOOLS_EACH = 5, 12
MAX_MS = 5.0
WARM_UP = 20
SCHEMA: dict[str, Any] = {
    "type": "object",
    "required": ["query"],
    "properties": {
        "query": {"type": "string", "description": "What is looked for, in a few words of the language it is in."},
        "limit": {"type": "integer", "description": "How many are told at most; ten where nothing is said."},
        "since": {"type": "string", "description": "A day as 2026-05-03; what is older is left out."},
    },
}


def drawers(asking: int) -> Sequence[Drawer]:
    """`asking`: sources whose first tool asks."""
    return [Drawer(*[_tool(at, number, at < asking) for number in range(TOOLS_EACH)]) for at in range(SOURCES)]


def _tool(source: int, number: int, asks: bool) -> Tool:
    made = tool(f"server{source}__tool{number}", answers("done"), SCHEMA, origin=f"mcp:{source}")
    return replace(made, trust="ask") if number == 0 and asks else made


async def measure(served: Served, person: Person, rounds: int) -> dict[str, tuple[list[float], list[float]]]:
    """(whole turns, until the prompt was drafted), in milliseconds."""
    registries = {
        "no tools": ToolRegistry([], served.parts.db),
        "60 tools": ToolRegistry(drawers(0), served.parts.db),
        "and 3 ask": ToolRegistry(drawers(3), served.parts.db),
        "no tools again": ToolRegistry([], served.parts.db),
    }
    found: dict[str, tuple[list[float], list[float]]] = {name: ([], []) for name in registries}
    chats: dict[str, UUID] = {name: new_id() for name in registries}
    for number in range(rounds + WARM_UP):
        for name, registry in registries.items():
            served.parts.pipeline.tools = registry
            if number % 10 == 0:
                chats[name] = new_id()
            began = perf_counter()
            answer = await person.say("What is the matter?", chat=chats[name])
            whole = (perf_counter() - began) * 1000
            assert answer.text == "Nothing."
            trace = await person.trace(answer)
            if number >= WARM_UP:
                found[name][0].append(whole)
                found[name][1].append(trace["timings"]["draft"])
    return found


async def run(rounds: int) -> bool:
    with data_folder(is_on_disk=True) as folder:
        server = start_postgres(folder)
        try:
            addresses = await prepare_embedded(server)
            await migrate(addresses.owner)
            model = ScriptedModel(says("Nothing."))
            async with serving(addresses, [model]) as served, served.person() as person:
                found = await measure(served, person, rounds)
        finally:
            server.stop()
    for name, (whole, draft) in found.items():
        print(f"{name:>15}: {statistics.median(whole):6.1f} ms, {statistics.median(draft):5.1f} until the prompt")
    none = statistics.median([*found["no tools"][0], *found["no tools again"][0]])
    many, asking = (statistics.median(found[name][0]) for name in ("60 tools", "and 3 ask"))
    print(f"where some ask, what need not is looked up: {asking - none:.1f} ms ({asking / none:.2f}x)")
    print(f"60 tools add {many - none:.1f} ms to a turn ({many / none:.2f}x; limit {MAX_MS} ms)")
    return many - none <= MAX_MS


def main(given: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m bench.tools", description=__doc__)
    parser.add_argument("--rounds", type=int, default=60)
    return 0 if asyncio.run(run(parser.parse_args(given).rounds)) else 1


if __name__ == "__main__":
    sys.exit(main())
