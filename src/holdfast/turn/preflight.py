"""Before the answer: which model of the chain, how long, and which tool first. For personas that ask for it.

One short question to a model, with a deadline, beside the collecting of sources, so that nobody waits for it longer. It
is not asked when there is nothing to choose: one model (or one the person named) and no tools. What comes back is
somebody else's words: a model that is not in the chain, a tool that is not offered, a number that is none are dropped
one by one, and the persona's own settings stand.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from string import Template
from typing import Any

from holdfast.core.log import get_logger
from holdfast.models.ask import ask_json
from holdfast.models.chain import Chain
from holdfast.models.types import CallSettings, Failure, ModelFailed, ToolSpec
from holdfast.turn.codes import PreflightOutcome
from holdfast.turn.exchange import call_settings
from holdfast.turn.glassbox.types import ContextNotes, PreflightTrace
from holdfast.turn.types import AcceptedTurn, ToldByProgram

DEADLINE_SECONDS = 1.5
MIN_TOKENS = 256
"""However short the answer is expected to be: one that is cut off helps nobody."""
_ANSWER_TOKENS = 120
_MAX_QUESTION_CHARACTERS = 2_000
_MAX_DESCRIPTION_CHARACTERS = 160
_INSTRUCTIONS = Template((Path(__file__).parent / "prompts" / "preflight.md").read_text(encoding="utf-8"))
log = get_logger()


@dataclass(frozen=True, slots=True)
class Preflight:
    """What was chosen; None where the persona's own settings stand."""

    model: str | None = None
    max_output_tokens: int | None = None
    first_tool: str | None = None
    outcome: PreflightOutcome = "not_asked"
    ms: float = 0.0
    refused: Sequence[str] = ()
    """Names of fields whose values were no good; never the values."""


async def preflight(
    chain: Chain, turn: AcceptedTurn, offered: Sequence[ToolSpec], deadline_seconds: float = DEADLINE_SECONDS
) -> Preflight:
    answering = turn.persona.settings.answering
    if not answering.preflight or chain.is_demo:
        return Preflight()
    models = () if turn.request.model_name is not None else [model.name for model in chain.models if not model.is_demo]
    tools = offered if answering.tool_rounds else ()
    if len(models) < 2 and not tools:
        return Preflight(outcome="nothing_to_choose")
    started = time.monotonic()
    try:
        said = await ask_json(
            chain,
            _instructions(models, tools, answering.max_output_tokens),
            turn.user_input.text[:_MAX_QUESTION_CHARACTERS],
            max_output_tokens=_ANSWER_TOKENS,
            timeout_seconds=deadline_seconds,
        )
        found = _read(said, models, [tool.name for tool in tools], answering.max_output_tokens)
    except Exception as error:  # noqa: BLE001 — border: whoever advises may fail, the turn may not
        log.info("preflight_failed", error=type(error).__name__)
        is_late = isinstance(error, ModelFailed) and error.failure is Failure.STALLED
        found = Preflight(outcome="timed_out" if is_late else "failed")
    return replace(found, ms=round((time.monotonic() - started) * 1000, 2))


def chosen_chain(chain: Chain, choice: Preflight) -> Chain:
    return chain.select(choice.model) if choice.model else chain


def chosen_settings(turn: AcceptedTurn, choice: Preflight) -> CallSettings:
    """The persona's own, where nothing else was chosen. The tool is forced in the first round only: see `exchange`."""
    settings = call_settings(turn.persona)
    return as_told(
        turn.request.told,
        replace(
            settings,
            max_output_tokens=choice.max_output_tokens or settings.max_output_tokens,
            forced_tool=choice.first_tool,
        ),
    )


def as_told(told: ToldByProgram | None, settings: CallSettings) -> CallSettings:
    """A program may ask for less than the persona would say, and for its own way of saying it."""
    if told is None:
        return settings
    most, wanted = settings.max_output_tokens, told.max_output_tokens
    return replace(
        settings,
        temperature=settings.temperature if told.temperature is None else told.temperature,
        max_output_tokens=min(most, wanted) if most and wanted else wanted or most,
        forced_tool=told.forced_tool or settings.forced_tool,
        stop=told.stop,
        answer_format=told.answer_format,
    )


def with_preflight(notes: ContextNotes, turn: AcceptedTurn, choice: Preflight) -> ContextNotes:
    """For the trace: what was chosen, and which of the pack's models are not here."""
    chosen = PreflightTrace(
        choice.outcome, choice.model, choice.max_output_tokens, choice.first_tool, tuple(choice.refused), choice.ms
    )
    lacking = turn.chain.lacking(turn.persona.settings.answering.models)
    return replace(notes, preflight=chosen, unknown_models=tuple(lacking))


def _instructions(models: Sequence[str], tools: Sequence[ToolSpec], most: int) -> str:
    return _INSTRUCTIONS.substitute(
        models="\n".join(f"- {name}" for name in models) or "(no choice)",
        tools="\n".join(f"- {tool.name}: {_one_line(tool.description)}" for tool in tools) or "(none)",
        most=most,
    )


def _one_line(text: str) -> str:
    return " ".join(text.split())[:_MAX_DESCRIPTION_CHARACTERS]


def _read(said: Any, models: Sequence[str], tools: Sequence[str], most: int) -> Preflight:
    if not isinstance(said, dict):
        return Preflight(outcome="failed")
    kept = {
        "model": _one_of(said.get("model"), models),
        "max_output_tokens": _length(said.get("max_output_tokens"), most),
        "first_tool": _one_of(said.get("first_tool"), tools),
    }
    refused = tuple(name for name, value in kept.items() if value is None and said.get(name) is not None)
    return Preflight(**kept, outcome="chosen", refused=refused)


def _one_of(value: Any, names: Sequence[str]) -> Any:
    return value if value in names else None


def _length(value: Any, most: int) -> Any:
    is_length = isinstance(value, int) and not isinstance(value, bool) and value > 0
    return min(max(value, MIN_TOKENS), most) if is_length else None
