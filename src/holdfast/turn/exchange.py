"""The exchange with the models: bounded rounds of asking and using tools, one way out.

Events become parts on the stream as they come. A tool can be forced in the first round only; in the last round no tools
are offered, so the model can only answer.
A model that fails, a person who stops and a server that goes down all end here, with what was said until then.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

import orjson

from holdfast.core.first_words import FirstWord, FirstWords
from holdfast.models.chain import Chain
from holdfast.models.types import (
    Attempt,
    CallSettings,
    ChatMessage,
    Done,
    FinishReason,
    ModelFailed,
    ReasoningDelta,
    TextDelta,
    TokenUsage,
    ToolCall,
    ToolSpec,
)
from holdfast.personas.types import Persona
from holdfast.stream.live import StopRequested
from holdfast.stream.wire import MAX_THOUGHT_CHARACTERS, Written
from holdfast.stream.writer import Writer
from holdfast.tools.types import Tool, ToolAnswer, ToolCaller, ToolFailed
from holdfast.turn.citations import Citations
from holdfast.turn.codes import Outcome, ToolOutcome
from holdfast.turn.seam import Seam
from holdfast.turn.types import Exchanged, Prompt, ToldPassage, ToolUse


@dataclass(frozen=True, slots=True)
class OfferedTools:
    """What the model may use, how many rounds of using it has, and what it may cite."""

    tools: Mapping[str, Tool] = field(default_factory=dict)
    rounds: int = 0
    caller: ToolCaller | None = None
    """On whose behalf they run; None: there are none."""
    passages: Sequence[ToldPassage] = ()
    of_program: Sequence[ToolSpec] = ()
    """Tools that the program which asks runs itself: calling one ends the exchange."""


def call_settings(persona: Persona) -> CallSettings:
    answering = persona.settings.answering
    return CallSettings(
        temperature=answering.temperature,
        max_output_tokens=answering.max_output_tokens,
        thinking_tokens=answering.thinking_tokens,
    )


@dataclass(slots=True)
class _Said:
    """What has come so far; the only thing that grows during an exchange."""

    first_word: FirstWord
    citations: Citations
    text: list[str] = field(default_factory=list)
    thoughts: list[str] = field(default_factory=list)
    thought_characters: int = 0
    is_thinking: bool = False
    attempts: list[Attempt] = field(default_factory=list)
    tools: list[ToolUse] = field(default_factory=list)
    usage: TokenUsage | None = None
    first_event_at: float | None = None
    finish_reason: FinishReason = "stop"
    asked_of_program: Sequence[ToolCall] = ()
    so_far: Written | None = None
    """Of an answer that goes on, until it was told again."""
    seam: Seam | None = None
    """Where its halves meet."""

    def retell(self, writer: Writer) -> None:
        if self.so_far is None:
            return
        written, self.so_far = self.so_far, None
        self.text.append(written.text)
        if written.thoughts:
            self.thoughts.append(written.thoughts)
            self.thought_characters += len(written.thoughts)
        self.seam = Seam(written.text)
        writer.retell(written)

    def goes_on(self, text: str) -> str:
        return self.seam.take(text) if self.seam else text

    def says(self, text: str, writer: Writer) -> None:
        self.tells(self.citations.take(text), writer)

    def tells(self, text: str, writer: Writer) -> None:
        if text:
            self.text.append(text)
            writer.text(text)
        for part in self.citations.news():
            writer.beside(part)

    def thinks(self, text: str) -> None:
        """What was thought at another time begins a new paragraph. What is more than is stored is not held either."""
        begins = "\n\n" if self.thoughts and not self.is_thinking else ""
        self.is_thinking = True
        if kept := (begins + text)[: max(MAX_THOUGHT_CHARACTERS - self.thought_characters, 0)]:
            self.thoughts.append(kept)
            self.thought_characters += len(kept)


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
    said = _Said(first_word or FirstWord(FirstWords()), Citations(offered.passages, before))
    said.so_far = prompt.so_far
    outcome: Outcome = "answered"
    failure: ModelFailed | None = None
    try:
        async with live.stoppable():
            await _rounds(chain, list(prompt.messages), settings, writer, offered, said)
    except ModelFailed as error:
        outcome, failure = "failed", error
    except StopRequested:
        outcome = live.stop_reason or "stopped"
    finally:
        said.first_word.will_not_come()
    if said.seam:
        said.says(said.seam.rest(), writer)
    said.tells(said.citations.rest(), writer)
    writer.close_text()
    written = Written("".join(said.text), "".join(said.thoughts), writer.thought_ms, said.citations.parts())
    return Exchanged(
        written=written,
        outcome=outcome,
        attempts=said.attempts,
        tools=said.tools,
        usage=said.usage,
        failure=failure.failure if failure else None,
        sentence=failure.message if failure else None,
        finish_reason=said.finish_reason,
        asked_of_program=said.asked_of_program,
        first_event_ms=None if said.first_event_at is None else round((said.first_event_at - started) * 1000, 2),
    )


async def _rounds(
    chain: Chain,
    messages: list[ChatMessage],
    settings: CallSettings,
    writer: Writer,
    offered: OfferedTools,
    said: _Said,
) -> None:
    tools, rounds = offered.tools, offered.rounds
    of_program = {spec.name for spec in offered.of_program}
    if settings.forced_tool not in of_program and (settings.forced_tool not in tools or not rounds):
        settings = replace(settings, forced_tool=None)
    for left in range(rounds if tools else 0, -1, -1):
        specs = [*(tool.spec for tool in tools.values() if left), *offered.of_program]
        calls, words = await _ask(chain, messages, specs, settings, writer, said)
        # Forced once more, the model could never come to its answer.
        settings = replace(settings, forced_tool=None)
        if not calls:
            return
        if theirs := [call for call in calls if call.name in of_program]:
            said.asked_of_program = theirs
            for call in theirs:
                writer.part(_asked_for(call))
            return
        messages.append(ChatMessage("assistant", words, tool_calls=calls))
        for call in calls:
            result = await _use(offered, call, writer, said)
            messages.append(ChatMessage("tool", result, tool_call_id=call.id))


async def _ask(
    chain: Chain,
    messages: list[ChatMessage],
    specs: Sequence[ToolSpec],
    settings: CallSettings,
    writer: Writer,
    said: _Said,
) -> tuple[list[ToolCall], str]:
    writer.part({"type": "start-step"})
    said.retell(writer)
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
                    said.says(said.goes_on(text), writer)
                    await said.first_word.came()
                case ReasoningDelta(text):
                    said.thinks(text)
                    if said.seam is None:  # thoughts amid an answer would cut it in two; its reader finds them stored
                        writer.text(text, kind="reasoning")
                case ToolCall():
                    said.is_thinking = False
                    calls.append(event)
                case Done(usage=usage, finish_reason=reason):
                    said.finish_reason = reason
                    if usage is not None:
                        said.usage = usage if said.usage is None else said.usage + usage
    finally:
        await events.aclose()
    writer.part({"type": "finish-step"})
    return calls, "".join(said.text[before:])


async def _use(offered: OfferedTools, call: ToolCall, writer: Writer, said: _Said) -> str:
    """Run one tool. Its failure is an answer too: the model is told, and goes on."""
    started = time.monotonic()
    writer.part(_asked_for(call))
    outcome, result = await _answer_of(offered.tools.get(call.name), offered.caller, call)
    said.tools.append(ToolUse(call.name, call.arguments, outcome, round((time.monotonic() - started) * 1000, 2)))
    kind = {"output": result} if outcome == "answered" else {"errorText": result}
    writer.part(
        {
            "type": "tool-output-available" if outcome == "answered" else "tool-output-error",
            "toolCallId": call.id,
            "dynamic": True,
            **kind,
        }
    )
    return result


async def _answer_of(tool: Tool | None, caller: ToolCaller | None, call: ToolCall) -> tuple[ToolOutcome, str]:
    if tool is None or caller is None:
        return "unknown", f"There is no tool named {call.name}."
    arguments = _json_or_text(call.arguments or "{}")
    if not isinstance(arguments, dict):
        return "failed", "The arguments are no JSON object; call it again with one."
    try:
        async with asyncio.timeout(tool.seconds):
            answer: ToolAnswer = await tool.run(caller, arguments, lambda words, share: None)
    except ToolFailed as failed:
        return "failed", failed.sentence
    except Exception as error:  # noqa: BLE001 — border: a tool may fail, the turn may not
        return "failed", f"The tool failed ({type(error).__name__})."
    return ("failed" if answer.is_error else "answered"), answer.text


def _asked_for(call: ToolCall) -> dict[str, object]:
    return {
        "type": "tool-input-available",
        "toolCallId": call.id,
        "toolName": call.name,
        "input": _json_or_text(call.arguments),
        "dynamic": True,
    }


def _json_or_text(arguments: str) -> object:
    try:
        return orjson.loads(arguments)
    except orjson.JSONDecodeError:
        return arguments
