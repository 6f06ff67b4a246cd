"""Whether each backend that keeps passages answers."""

from __future__ import annotations

from collections.abc import Awaitable, Sequence
from dataclasses import dataclass

from holdfast.core.ask_within import Missing, ask_within
from holdfast.core.db import Db
from holdfast.knowledge import store
from holdfast.knowledge.hosted import HostedVectors
from holdfast.knowledge.registry import HERE, RULES, Backend, NamespaceRule

_SECONDS = 2.0


@dataclass(frozen=True, slots=True)
class BackendState:
    name: Backend
    is_up: bool
    passages: int
    rules: Sequence[NamespaceRule]
    """Of the namespaces that are assigned to it."""


async def check_backends(db: Db, hosted: HostedVectors) -> Sequence[BackendState]:
    """The hosted index is told of where something is assigned to it."""
    states = [await _state("postgres", store.count_all(db), hosted)]
    return [*states, await _state("upstash", hosted.count(), hosted)] if hosted.indexes else states


async def _state(name: Backend, count: Awaitable[int], hosted: HostedVectors) -> BackendState:
    found = await ask_within("knowledge", count, _SECONDS)
    rules = [rule for rule in RULES.values() if hosted.assigned.get(rule.name, HERE).backend == name]
    return BackendState(name, not isinstance(found, Missing), 0 if isinstance(found, Missing) else found, rules)
