"""What the memory service needs to work; built once in `wiring`, swapped piece by piece in tests."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from holdfast.core.clock import Clock, utc_now
from holdfast.core.config import MemorySettings
from holdfast.core.crypto import Signer
from holdfast.core.db import Db
from holdfast.memory.types import Elsewhere, Eraser, Sink
from holdfast.models.chain import Chain
from holdfast.models.types import Embedder

_DEFAULTS = MemorySettings()


@dataclass(frozen=True, slots=True)
class MemoryParts:
    db: Db
    embedder: Embedder
    chain: Chain | None
    """None where no real model is configured: the demo model invents, so it is never asked to learn."""
    settings: MemorySettings = _DEFAULTS
    sinks: Sequence[Sink] = ()
    clock: Clock = utc_now
    former: Sequence[Embedder] = ()
    """Embedders whose vectors may still be there: they answer until everything is embedded by the present one."""
    signer: Signer | None = None
    """Signs receipts of what was forgotten; nothing is forgotten without one."""
    erasers: Sequence[Eraser] = ()
    """Other rooms that keep what people said: asked to take it out, in the same transaction."""
    elsewhere: Elsewhere | None = None
    """The memory that chats here use, where it is another installation's."""


class HasMemory(Protocol):
    """What a job or a schedule of the memory asks of the worker's parts."""

    @property
    def memory(self) -> MemoryParts: ...
