"""Primary → fallback → emergency.

The next model is tried only while the person has seen nothing. From the first event on the answer belongs to one
model: if that one fails, the caller hears so and keeps what was said.
"""

from __future__ import annotations

import time
from collections.abc import AsyncGenerator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal

import structlog

from holdfast.core.errors import NotFound
from holdfast.models.breaker import Breaker
from holdfast.models.failures import failed
from holdfast.models.types import (
    Attempt,
    CallSettings,
    ChatMessage,
    Done,
    Event,
    Failure,
    Model,
    ModelFailed,
    ToolSpec,
    Usage,
)

log = structlog.get_logger()


@dataclass(slots=True)
class _Try:
    """One try at one model, while it lasts."""

    name: str
    began: float = field(default_factory=time.perf_counter)
    first_event_ms: float | None = None
    usage: Usage | None = None
    is_answered: bool = False

    def saw(self, event: Event) -> None:
        if self.first_event_ms is None:
            self.first_event_ms = self._ms()
        if type(event) is Done:
            self.usage = event.usage
            self.is_answered = True

    def ended(self, outcome: Literal["answered", "failed", "cancelled"], failure: Failure | None = None) -> Attempt:
        return Attempt(self.name, outcome, failure, self._ms(), self.first_event_ms, self.usage)

    def _ms(self) -> float:
        return round((time.perf_counter() - self.began) * 1000, 2)


class Chain:
    def __init__(self, models: Sequence[Model], breakers: Mapping[str, Breaker] | None = None) -> None:
        self.models = tuple(models)
        # Shared with the chains that `select` makes: a model is as ill for one person as for the next.
        self._breakers = {model.name: Breaker() for model in models} if breakers is None else breakers

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

    def is_resting(self, name: str) -> bool:
        """It failed again and again, and is left alone for a while."""
        return self._breakers[name].is_resting

    def select(self, name: str) -> Chain:
        """The same chain with the named model (`provider:model`) first."""
        chosen = [model for model in self.models if model.name == name]
        if not chosen:
            raise NotFound("There is no model of that name here.", code="model_not_found")
        return Chain([*chosen, *(model for model in self.models if model.name != name)], self._breakers)

    async def stream(
        self,
        messages: Sequence[ChatMessage],
        tools: Sequence[ToolSpec],
        settings: CallSettings,
        *,
        attempts: list[Attempt],
    ) -> AsyncGenerator[Event]:
        """The events of the first model that answers; each try is appended to the caller's `attempts` as it ends."""
        last = failed(Failure.NOT_CONFIGURED)
        tried_before = len(attempts)
        for model in self._worth_trying():
            attempt = _Try(model.name)
            breaker = self._breakers[model.name]
            breaker.begin()
            events = model.stream(messages, tools, settings)
            try:
                async for event in events:
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
        awake = [model for model in self.models if not self._breakers[model.name].is_resting]
        return awake or self.models[-1:]

    async def aclose(self) -> None:
        """Close the connections behind the models."""
        for model in self.models:
            if (aclose := getattr(model, "aclose", None)) is not None:
                await aclose()


def _none_answered(last: ModelFailed, *, tried: int) -> ModelFailed:
    if tried < 2:
        return last
    sentence = f"None of {tried} models answered. The last one: {last.message}"
    return ModelFailed(last.failure, sentence, retry_after_seconds=last.retry_after_seconds, upstream=last.upstream)
