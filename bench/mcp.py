"""What servers of tools cost: `python -m bench.mcp`.

A server on loopback, in a process of its own, that tells how long each of its answers took it from the first byte to
the last. What a call over a kept connection takes longer than that is ours. Fifty calls of a tool that takes a while go
over one connection at once, beside one alone. And turns for which five servers with twelve tools each are known follow
turns without any, so that a busy machine slows both alike.
"""

from __future__ import annotations

import argparse
import asyncio
import statistics
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from time import perf_counter
from uuid import UUID

import httpx2

from bench.process import child
from holdfast.core.embedded.postgres import start_postgres
from holdfast.core.ids import new_id
from holdfast.core.migrate import migrate, prepare_embedded
from holdfast.tools.mcp.source import McpToolSource
from holdfast.tools.registry import ToolRegistry
from holdfast.tools.types import Tool
from tests.embedded.folders import data_folder
from tests.scripted import ScriptedModel, says
from tests.serving import Person, Served, serving
from tests.tools.mcp.given import added, caller, hand_of
from tests.tools.mcp.loopback import Handmade, on_loopback, tool

AT_ONCE, WAIT_MS = 50, 1_000
SERVERS, TOOLS_EACH = 5, 12
MAX_CALL_MS, MAX_TURN_MS, MAX_AT_ONCE = 10.0, 5.0, 3.0
"""The last: so many times as long as one alone may fifty at once take. One after another they would take fifty."""
WARM_UP = 20


@dataclass(frozen=True, slots=True)
class McpFigures:
    call_ms: float
    server_ms: float
    one_ms: float
    at_once_ms: float
    turn_ms: float
    turn_with_tools_ms: float

    @property
    def adds_ms(self) -> float:
        return self.call_ms - self.server_ms

    @property
    def is_within(self) -> bool:
        is_parallel = self.at_once_ms <= MAX_AT_ONCE * self.one_ms
        return self.adds_ms <= MAX_CALL_MS and is_parallel and self.turn_with_tools_ms - self.turn_ms <= MAX_TURN_MS

    def __str__(self) -> str:
        more = self.turn_with_tools_ms - self.turn_ms
        return "\n".join(
            [
                f"a call takes {self.call_ms:.1f} ms, of which its server has {self.server_ms:.1f} ms: "
                f"{self.adds_ms:.1f} ms are added (limit {MAX_CALL_MS:g} ms)",
                f"{AT_ONCE} calls at once of a tool that takes {WAIT_MS} ms: {self.at_once_ms:.0f} ms, one alone "
                f"{self.one_ms:.0f} ms ({self.at_once_ms / self.one_ms:.2f}x; limit {MAX_AT_ONCE:g}x, one after "
                f"another {AT_ONCE}x)",
                f"{SERVERS * TOOLS_EACH} tools of {SERVERS} servers add {more:.1f} ms to a turn of "
                f"{self.turn_ms:.1f} ms (limit {MAX_TURN_MS:g} ms)",
            ]
        )


async def take_times(port: int) -> list[float]:
    async with httpx2.AsyncClient(trust_env=False) as client:
        told = (await client.get(f"http://127.0.0.1:{port}/times")).text
    return [float(one) for one in told.split(",") if one]


async def call(tool: Tool, person: Person, **arguments: object) -> float:
    began = perf_counter()
    answer = await tool.run(caller(person.id), arguments, lambda text, share: None)
    assert not answer.is_error, answer.text
    return (perf_counter() - began) * 1000


async def measure_calls(served: Served, person: Person, port: int, rounds: int) -> tuple[float, float, float, float]:
    """A call, its server's part; one that waits alone, and many at once."""
    await added(person, port)
    hand = hand_of(served, person)
    echo, wait = await hand.tool("workshop__echo"), await hand.tool("workshop__wait")
    for _ in range(WARM_UP):
        await call(echo, person, text="hello")
    await take_times(port)
    calls = [await call(echo, person, text="hello") for _ in range(rounds)]
    server = await take_times(port)
    alone, together = [], []
    for _ in range(3):
        alone.append(await call(wait, person, milliseconds=WAIT_MS))
        began = perf_counter()
        await asyncio.gather(*[call(wait, person, milliseconds=WAIT_MS) for _ in range(AT_ONCE)])
        together.append((perf_counter() - began) * 1000)
    assert len(served.parts.mcp.parts.pool) == 1
    return statistics.median(calls), statistics.median(server), statistics.median(alone), statistics.median(together)


async def measure_turns(served: Served, person: Person, rounds: int) -> tuple[float, float]:
    registries = {
        "none": ToolRegistry([], served.parts.db),
        "many": ToolRegistry([McpToolSource(served.parts.mcp)], served.parts.db),
        "none again": ToolRegistry([], served.parts.db),
    }
    found: dict[str, list[float]] = {name: [] for name in registries}
    chats: dict[str, UUID] = {name: new_id() for name in registries}
    for number in range(rounds + WARM_UP):
        for name, registry in registries.items():
            served.parts.pipeline.tools = registry
            if number % 10 == 0:
                chats[name] = new_id()
            began = perf_counter()
            answer = await person.say("What is the matter?", chat=chats[name])
            if number >= WARM_UP:
                found[name].append((perf_counter() - began) * 1000)
            assert answer.text == "Nothing."
    return statistics.median([*found["none"], *found["none again"]]), statistics.median(found["many"])


async def measure(rounds: int, port: int) -> McpFigures:
    handmade = Handmade(tools=[tool(f"tool{number}", "Looks something up. " * 6) for number in range(TOOLS_EACH)])
    with data_folder(is_on_disk=True) as folder:
        server = start_postgres(folder)
        try:
            addresses = await prepare_embedded(server)
            await migrate(addresses.owner)
            async with on_loopback(handmade.app()) as other:
                allowed = [f"127.0.0.1:{port}", f"127.0.0.1:{other}"]
                models = [ScriptedModel(says("Nothing."))]
                async with serving(addresses, models, allow_outbound=allowed) as served:
                    async with served.person() as ada:
                        calls = await measure_calls(served, ada, port, rounds)
                    async with served.person("bob") as bob:
                        for number in range(SERVERS):
                            await added(bob, other, f"Server {number}")
                        return McpFigures(*calls, *await measure_turns(served, bob, rounds))
        finally:
            server.stop()


def main(given: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m bench.mcp", description=__doc__)
    parser.add_argument("--rounds", type=int, default=60)
    wishes = parser.parse_args(given)
    with child("bench.mcp_server") as asked:
        assert asked.stdout
        figures = asyncio.run(measure(wishes.rounds, int(asked.stdout.readline())))
    print(figures)
    return 0 if figures.is_within else 1


if __name__ == "__main__":
    sys.exit(main())
