"""A memory in this process and the same one over HTTP."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace

from holdfast.core.db import Owner
from holdfast.core.migrate import Addresses
from holdfast.memory.client.local import LocalMemory
from holdfast.memory.client.remote import RemoteMemory
from holdfast.memory.client.types import MemoryClient
from tests.scripted import ScriptedModel
from tests.serving import Served, serving

KEY = "a service key of some length"
ADA, EVE = Owner("acme", "ada"), Owner("acme", "eve")


@asynccontextmanager
async def both_memories(addresses: Addresses) -> AsyncIterator[tuple[LocalMemory, RemoteMemory, Served]]:
    quick = {"learn_delay_seconds": 0}
    async with serving(addresses, [ScriptedModel()], service_key=KEY, memory=quick) as served:
        # The scripted model speaks for chats; a memory that asks it would wait for better days.
        memory = replace(served.parts.memory, chain=None)
        served = replace(served, parts=replace(served.parts, memory=memory))
        local, remote = LocalMemory(memory), RemoteMemory(served.url, KEY)
        try:
            yield local, remote, served
        finally:
            await remote.aclose()


@asynccontextmanager
async def a_memory(kind: str, addresses: Addresses) -> AsyncIterator[tuple[MemoryClient, Served]]:
    async with both_memories(addresses) as (local, remote, served):
        yield local if kind == "local" else remote, served
