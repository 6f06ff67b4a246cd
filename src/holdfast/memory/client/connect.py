"""Which memory the settings name."""

from __future__ import annotations

from holdfast.core.config import Settings
from holdfast.core.errors import Setup
from holdfast.memory.client.remote import RemoteMemory


def connect_elsewhere(settings: Settings) -> RemoteMemory | None:
    """The memory that chats use, where it is another installation's; None: our own."""
    if settings.memory.url is None:
        return None
    if settings.service_key is None:
        raise Setup("HOLDFAST_MEMORY_URL is set; HOLDFAST_SERVICE_KEY must hold the key of the memory service there.")
    return RemoteMemory(settings.memory.url, settings.service_key.get_secret_value())
