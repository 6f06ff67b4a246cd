"""The exchange with the models: bounded rounds of asking and using tools, one way out.

Events become parts on the stream as they come. A tool can be forced in the first round only; in the last round no tools
are offered, so the model can only answer.
A model that fails, a person who stops and a server that goes down all end here, with what was said until then.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import replace

from holdfast.core.first_words import FirstWord, FirstWords
from holdfast.models.chain import Chain
from holdfast.models.types import (
    CallSettings,
    ChatMessage,
    Done,
    ModelFailed,
    ReasoningDelta,
    TextDelta,
    ToolCall,
    ToolSpec,
)
from holdfast.personas.types import Persona
from holdfast.stream.live import StopRequested
from holdfast.stream.writer import Writer
from holdfast.turn.citations import Citations
from holdfast.turn.codes import Outcome
from holdfast.turn.draft_prompt import go_on_words
from holdfast.turn.retold import retold, round_of
from holdfast.turn.said import SaidSoFar
from holdfast.turn.types import Exchanged, Prompt
from holdfast.turn.use_tools import OfferedTools, asked_of_program, settle, use_tools, with_own_ids


def call_settings(persona: Persona) -> CallSettings:
    answering = persona.settings.answering
    return CallSettings(
        temperature=answering.temperature,
        max_output_tokens=answering.max_output_tokens,
        thinking_tokens=answering.thinking_tokens,
    )


async def exchange(
    chain: Chain,
    prompt: Prompt,
    settings: CallSettings,
    writer: Writer,
    offered: OfferedTools = OfferedTools(),
    first_word: FirstWord | None = None,
) -> Exchanged:
    """`first_word`: told when the answer's own has gone out; what follows may wait for those of others."""
    live, started = writer.live, time.monotonic()
    before = prompt.so_far.sources if prompt.so_far else ()
    said = SaidSoFar(first_word or FirstWord(FirstWords()), Citations(offered.passages, before), writer)
    said.so_far = prompt.so_far
    outcome: Outcome = "answered"
    failure: ModelFailed | None = None
    try:
        async with live.stoppable():
            await _rounds(chain, prompt, settings, offered, said)
    except ModelFailed as error:
        outcome, failure = "failed", error
    except StopRequested:
        outcome = live.stop_reason or "stopped"
    finally:
        said.first_word.will_not_come()
    said.settle_text()
    writer.close_text()
    if outcome != "answered":
        said.ask_nobody()
    return Exchanged(
        written=said.written,
        outcome=outcome,
        attempts=said.attempts,
        tools=said.tools,
        usage=said.usage,
        failure=failure.failure if failure else None,
        sentence=failure.message if failure else None,
        finish_reason=said.finish_reason,
        waiting=said.waiting,
        asked_of_program=said.asked_of_program,
        first_event_ms=None if said.first_event_at is None else round((said.first_event_at - started) * 1000, 2),
    )


async def _rounds(chain: Chain, prompt: Prompt, settings: CallSettings, offered: OfferedTools, said: SaidSoFar) -> None:
    messages = [*prompt.messages, *await _gone_on(prompt, offered, said)]
    rounds, first = offered.rounds, 1 + max((round_of(one.part) for one in said.placed.values()), default=-1)
    tools = offered.tools
    of_program = {spec.name for spec in offered.of_program}
    if settings.forced_tool not in of_program and (settings.forced_tool not in tools or not rounds):
        settings = replace(settings, forced_tool=None)
    for left in range(rounds if tools else 0, -1, -1):
        specs = [*(tool.spec for tool in tools.values() if left), *offered.of_program]
        calls, words = await _ask(chain, messages, specs, settings, said)
        # Forced once more, the model could never come to its answer.
        settings = replace(settings, forced_tool=None)
        if not calls:
            return
        if theirs := [call for call in calls if call.name in of_program]:
            said.asked_of_program = theirs
            for call in theirs:
                said.writer.part(asked_of_program(call))
            return
        calls = with_own_ids(calls, said)
        results = await use_tools(offered, calls, first + rounds - left, said)
        if results is None:
            return
        messages += [ChatMessage("assistant", words, tool_calls=calls), *results]


async def _gone_on(prompt: Prompt, offered: OfferedTools, said: SaidSoFar) -> Sequence[ChatMessage]:
    """Of an answer that goes on behind calls of tools: told again, what was decided about them is done, and all of it
    is what the model hears next."""
    if said.so_far is None or not said.so_far.tools:
        return ()
    said.writer.part({"type": "start-step"})
    said.retell()
    await settle(offered, prompt.decided, said)
    said.writer.part({"type": "finish-step"})
    told = list(retold(said.written))
    return [*told, ChatMessage("user", go_on_words())] if told[-1].role == "assistant" else told


async def _ask(
    chain: Chain, messages: list[ChatMessage], specs: Sequence[ToolSpec], settings: CallSettings, said: SaidSoFar
) -> tuple[list[ToolCall], str]:
    said.writer.part({"type": "start-step"})
    said.retell()
    calls: list[ToolCall] = []
    before = len(said.text)
    events = chain.stream(messages, specs, settings, attempts=said.attempts)
    try:
        async for event in events:
            if said.first_event_at is None:
                said.first_event_at = time.monotonic()
            match event:
                case TextDelta(text):
                    said.is_thinking = False
                    said.says(said.goes_on(text))
                    await said.first_word.came()
                case ReasoningDelta(text):
                    said.thinks(text)
                    if said.seam is None:  # thoughts amid an answer would cut it in two; its reader finds them stored
                        said.writer.text(text, kind="reasoning")
                case ToolCall():
                    said.is_thinking = False
                    calls.append(event)
                case Done(usage=usage, finish_reason=reason):
                    said.finish_reason = reason
                    if usage is not None:
                        said.usage = usage if said.usage is None else said.usage + usage
    finally:
        await events.aclose()
    if calls:
        said.settle_text()
    said.writer.part({"type": "finish-step"})
    return calls, "".join(said.text[before:]).strip()
