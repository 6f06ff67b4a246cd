"""The server of tools that `bench.mcp` asks, in a process of its own: it says its port, and stays until it is ended."""

from __future__ import annotations

import asyncio
from time import perf_counter

from starlette.types import ASGIApp, Receive, Scope, Send

from tests.tools.mcp.loopback import Workshop, on_loopback
from tests.waiting import never


class TimedAnswers:
    """Any app, and how long each of its answers to a POST took; `GET /times` tells them and begins anew."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app
        self._times: list[float] = []

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http" and scope["path"] == "/times":
            told = ",".join(f"{one:.3f}" for one in self._times).encode()
            self._times.clear()
            await send({"type": "http.response.start", "status": 200, "headers": []})
            await send({"type": "http.response.body", "body": told})
            return
        began = perf_counter()
        await self._app(scope, receive, send)
        if scope["type"] == "http" and scope["method"] == "POST":
            self._times.append((perf_counter() - began) * 1000)


async def main() -> None:
    async with on_loopback(TimedAnswers(Workshop().app())) as port:
        print(port, flush=True)
        await never()


if __name__ == "__main__":
    asyncio.run(main())
