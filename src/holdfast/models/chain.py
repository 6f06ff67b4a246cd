"""Primary → fallback → emergency.

The next model is tried only while the person has seen nothing. From the first event on the answer belongs to one
model: if that one fails, the caller hears so and keeps what was said.

A persona may put other models first, of any configured provider. Each is built once, whoever names it, and the chains
of all personas share it: a model is as ill for one person as for the next.
"""

from __future__ import annotations

import time
from collections import defaultdict
from collections.abc import AsyncGenerator, Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Literal

from holdfast.core.errors import NotFound
from holdfast.core.log import get_logger
from holdfast.models.breaker import Breaker
from holdfast.models.failures import failed
from holdfast.models.prices import Price, with_cost
from holdfast.models.types import (
    Attempt,
    CallSettings,
    ChatMessage,
    Done,
    Failure,
    Model,
    ModelEvent,
    ModelFailed,
    TokenUsage,
    ToolSpec,
)

log = get_logger()

Spend = Callable[[], Awaitable[None]]
"""Counts one question to a model before it is asked; `ModelFailed` (`spent`) where there is none left."""


@dataclass(slots=True)
class _Try:
    """One try at one model, while it lasts."""

    name: str
    began: float = field(default_factory=time.perf_counter)
    first_event_ms: float | None = None
    usage: TokenUsage | None = None
    is_answered: bool = False

    def saw(self, event: ModelEvent) -> None:
        if self.first_event_ms is None:
            self.first_event_ms = self._ms()
        if type(event) is Done:
            self.usage = event.usage
            self.is_answered = True

    def ended(self, outcome: Literal["answered", "failed", "cancelled"], failure: Failure | None = None) -> Attempt:
        return Attempt(self.name, outcome, failure, self._ms(), self.first_event_ms, self.usage)

    def _ms(self) -> float:
        return round((time.perf_counter() - self.began) * 1000, 2)


MAX_KNOWN = 500
"""Models that are built besides the chain's. Personas of people's own may name what they like; each has connections."""


class _Known:
    """Every model that was built, by its name, and how it fares."""

    def __init__(
        self, models: Sequence[Model], build: Callable[[str], Model | None], prices: Mapping[str, Price]
    ) -> None:
        self.prices = prices
        self.models = {model.name: model for model in models}
        self.breakers: Mapping[str, Breaker] = defaultdict(Breaker)
        self.build = build
        self._most = len(self.models) + MAX_KNOWN

    def find(self, name: str) -> Model | None:
        has_room = len(self.models) < self._most
        if name not in self.models and has_room and (built := self.build(name)) is not None:
            self.models[name] = built
        return self.models.get(name)


def _builds_none(name: str) -> None:
    return None


class Chain:
    def __init__(
        self,
        models: Sequence[Model],
        *,
        build: Callable[[str], Model | None] = _builds_none,
        prices: Mapping[str, Price] | None = None,
        known: _Known | None = None,
        spend: Spend | None = None,
    ) -> None:
        """`build`: a model by its name (`provider:model`), where its provider is configured."""
        self.models = tuple(models)
        self._known = known or _Known(models, build, prices or {})
        self._spend = spend

    @property
    def name(self) -> str:
        return self.models[0].name

    @property
    def is_demo(self) -> bool:
        return self.models[0].is_demo

    @property
    def sees_images(self) -> bool:
        return self.models[0].sees_images

    @property
    def context_tokens(self) -> int:
        """The smallest window of the chain: whichever model answers, the prompt fits."""
        return min(model.context_tokens for model in self.models)

    @property
    def known(self) -> Sequence[Model]:
        """The chain, and every other model that a persona has named."""
        return tuple(self._known.models.values())

    def with_cost(self, name: str, usage: TokenUsage) -> TokenUsage:
        """What so many tokens cost at a model, where that is known."""
        model = self._known.models.get(name)
        return with_cost(usage, model, self._known.prices) if model else usage

    def is_resting(self, name: str) -> bool:
        """It failed again and again, and is left alone for a while."""
        return self._known.breakers[name].is_resting

    def prefer(self, names: Sequence[str]) -> Chain:
        """The same chain after these, in their order; those whose provider is not configured are passed over."""
        first = [model for name in names if (model := self._known.find(name)) is not None]
        models = [*first, *(model for model in self.models if model not in first)]
        return Chain(models, known=self._known, spend=self._spend)

    def metered(self, spend: Spend) -> Chain:
        """The same chain, and each question to it is counted first."""
        return Chain(self.models, known=self._known, spend=spend)

    def is_configured(self, name: str) -> bool:
        """Whether its provider is. Whether that has such a model, it alone knows."""
        return name in self._known.models or self._known.build(name) is not None

    def lacking(self, names: Sequence[str]) -> Sequence[str]:
        """Those of them whose provider is not configured here."""
        return [name for name in names if self._known.find(name) is None]

    def select(self, name: str) -> Chain:
        """The same chain with one of its models (`provider:model`) first."""
        if name not in {model.name for model in self.models}:
            raise NotFound("There is no model of that name here.", code="model_not_found")
        return self.prefer([name])

    async def stream(
        self,
        messages: Sequence[ChatMessage],
        tools: Sequence[ToolSpec],
        settings: CallSettings,
        *,
        attempts: list[Attempt],
    ) -> AsyncGenerator[ModelEvent]:
        """The events of the first model that answers; each try is appended to the caller's `attempts` as it ends."""
        if self._spend is not None:
            await self._spend()
        last = failed(Failure.NOT_CONFIGURED)
        tried_before = len(attempts)
        for model in self._worth_trying():
            attempt = _Try(model.name)
            breaker = self._known.breakers[model.name]
            breaker.begin()
            events = model.stream(messages, tools, settings)
            try:
                async for event in events:
                    if type(event) is Done and event.usage:
                        event = replace(event, usage=with_cost(event.usage, model, self._known.prices))
                    attempt.saw(event)
                    yield event
                if not attempt.is_answered:
                    raise failed(Failure.CUT_OFF, upstream="no last event")
            except ModelFailed as error:
                attempts.append(attempt.ended("failed", error.failure))
                breaker.failed(error)
                log.warning("model_failed", model=model.name, failure=error.failure, upstream=error.upstream)
                if attempt.first_event_ms is not None:
                    raise
                last = error
            except BaseException:  # border: cancelled, closed by the caller, or a fault of ours; it goes on upwards
                if not attempt.is_answered:
                    attempts.append(attempt.ended("cancelled"))
                raise
            else:
                return
            finally:
                if attempt.is_answered:
                    attempts.append(attempt.ended("answered"))
                    breaker.succeeded()
                if isinstance(events, AsyncGenerator):
                    await events.aclose()
        raise _none_answered(last, tried=len(attempts) - tried_before)

    def _worth_trying(self) -> Sequence[Model]:
        awake = [model for model in self.models if not self._known.breakers[model.name].is_resting]
        return awake or self.models[-1:]

    async def aclose(self) -> None:
        """Close the connections behind the models."""
        for model in self.known:
            if (aclose := getattr(model, "aclose", None)) is not None:
                await aclose()


def _none_answered(last: ModelFailed, *, tried: int) -> ModelFailed:
    if tried < 2:
        return last
    sentence = f"None of {tried} models answered. The last one: {last.message}"
    return ModelFailed(last.failure, sentence, retry_after_seconds=last.retry_after_seconds, upstream=last.upstream)
