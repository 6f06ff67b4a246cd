"""What the memory service needs to work; built once in `wiring`, swapped piece by piece in tests."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Protocol

from holdfast.core.clock import Clock, utc_now
from holdfast.core.config import MemorySettings
from holdfast.core.crypto import Signer
from holdfast.core.db import Db, Owner
from holdfast.entitlements.types import AccessContext
from holdfast.memory.types import Eraser, Remote, Sink
from holdfast.models.chain import Chain
from holdfast.models.types import Embedder

_DEFAULTS = MemorySettings()


class Budget(Protocol):
    async def spend(self, owner: Owner) -> None:
        """One question to a model; `ModelFailed` (`spent`) where none is left."""


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
    remote: Remote | None = None
    """The memory that chats here use, where it is another installation's."""
    budget: Budget | None = None
    """Counts what the model is asked for each owner; None: nobody counts."""
    embed_seconds: float = 1.5
    """How long a question waits for its vector; then words alone answer."""
    payer: AccessContext | None = None
    """Whose plan pays for what is brought; None: it is paid for already, or nobody's."""

    def for_owner(self, owner: Owner) -> MemoryParts:
        """The same, and what the model is asked is counted as this owner's."""
        budget = self.budget
        if self.chain is None or budget is None:
            return self
        return replace(self, chain=self.chain.metered(lambda: budget.spend(owner)))

    def paid_by(self, payer: AccessContext | None) -> MemoryParts:
        """The same, and what is brought counts against this plan."""
        return replace(self, payer=payer)


class HasMemory(Protocol):
    """What a job or a schedule of the memory asks of the worker's parts."""

    @property
    def memory(self) -> MemoryParts: ...
