"""Which memory the settings name."""

from __future__ import annotations

from holdfast.core.config import Settings
from holdfast.core.errors import Setup
from holdfast.memory.client.local import LocalMemory
from holdfast.memory.client.remote import RemoteMemory
from holdfast.memory.client.types import MemoryClient
from holdfast.memory.parts import MemoryParts


def connect_memory(settings: Settings, memory: MemoryParts) -> MemoryClient:
    if settings.memory.url is None:
        return LocalMemory(memory)
    if settings.service_key is None:
        raise Setup("HOLDFAST_MEMORY_URL is set; HOLDFAST_SERVICE_KEY must hold the key of the memory service there.")
    return RemoteMemory(settings.memory.url, settings.service_key.get_secret_value())
