"""Sources that are asked, each as soon as what it needs is known and within its own time."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, field

from holdfast.core.ask_within import Missing, ask_within
from holdfast.turn.sources.types import AnySource, ContextRequest, Contribution, WithPast, WithReading, merge

NOTHING = Contribution()


@dataclass(slots=True)
class Asking:
    group: asyncio.TaskGroup
    sources: Sequence[AnySource]
    request: ContextRequest
    _tasks: dict[str, asyncio.Task[Contribution]] = field(default_factory=dict)

    def start(self, known: ContextRequest | WithPast | WithReading) -> None:
        """Asks those that waited for this."""
        for source in self.sources:
            if source.needs is type(known) and source.is_asked_by(self.request):
                self._tasks[source.name] = self.group.create_task(self._ask(source, known))

    async def answer(self, source: AnySource) -> Contribution:
        """Of one that others wait for."""
        task = self._tasks.get(source.name)
        return await task if task else NOTHING

    def answers(self) -> Contribution:
        """Of all, in the order of the list, once all are done."""
        return merge(self._tasks[one.name].result() for one in self.sources if one.name in self._tasks)

    async def _ask(self, source: AnySource, known: object) -> Contribution:
        seconds = source.seconds * self.request.parts.patience
        answer = self.request.early.get(source.name) or source.gather(known)
        given = await ask_within(source.name, answer, seconds)
        return Contribution(missing=[given]) if isinstance(given, Missing) else given
