"""A uvicorn that stops when it is asked to. Its own looks up ten times a second, and there are many tests."""

from __future__ import annotations

import asyncio

import uvicorn


class QuickServer(uvicorn.Server):
    def __init__(self, config: uvicorn.Config) -> None:
        super().__init__(config)
        self._leaves = asyncio.Event()

    def leave(self) -> None:
        self.should_exit = True
        self._leaves.set()

    async def main_loop(self) -> None:
        await self.on_tick(0)
        await self._leaves.wait()
