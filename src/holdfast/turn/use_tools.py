"""The calls of one round: those that may be run are run side by side, and told to the model in the order of the calls.

Whatever is wrong with a call is an answer too, which the model can mend. A call that its person must approve is not
run: it waits, and with it the rest of the answer. What stops the answer stops its tools.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, timedelta
from typing import Any

import orjson

from holdfast.core.ids import ApprovalId, QuestionId, new_id
from holdfast.models.types import ChatMessage, ToolCall, ToolSpec
from holdfast.stream.tool_parts import PROGRAM, PROGRESS, QUESTION, failure, output
from holdfast.tools.check_arguments import fault_in, read_arguments, storable
from holdfast.tools.question_types import AskingCall, QuestionAnswer, ToolAsks, ToolQuestion
from holdfast.tools.questions import QuestionDesk
from holdfast.tools.run import MIN_ANSWER_CHARACTERS, ToolResult, run_tool
from holdfast.tools.types import HOUSE, DecidedCall, Tool, ToolCaller, WaitingCall
from holdfast.turn.retold import result_message
from holdfast.turn.said import SaidSoFar
from holdfast.turn.types import ToldPassage, ToolUse

APPROVAL_LASTS = timedelta(hours=24)
MAX_ID_CHARACTERS = 200
MAX_CALLS = 20
"""Of one round; what is beyond is refused, and the model told."""
MAX_CHARACTERS_OF_A_TURN = 200_000
"""That all tools of one answer may tell together."""
_PROGRESS_SECONDS = 0.1
_MAX_PROGRESS = 300
_STOPPED = "The answer was stopped while this ran."


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
    most_characters: int = MAX_CHARACTERS_OF_A_TURN
    """That tools may tell before the model can read no more."""
    questions: QuestionDesk | None = None
    """Where tools ask their person something; None: nobody is there."""


@dataclass(frozen=True, slots=True)
class _Planned:
    """A call, and what is to be done with it: run it, ask about it, or say at once what is wrong with it."""

    call: ToolCall
    tool: Tool | None
    arguments: Mapping[str, Any] = field(default_factory=dict)
    fault: ToolResult | None = None
    asks: bool = False


async def use_tools(
    offered: OfferedTools, calls: Sequence[ToolCall], number: int, said: SaidSoFar
) -> Sequence[ChatMessage] | None:
    """What the model is told of it. None: something waits for its person. `number`: of the round."""
    planned = [_plan(offered, call, place) for place, call in enumerate(calls)]
    for one in planned:
        said.tells_of_tool(asked(one.call, one.tool, number))
    results = await asyncio.gather(*[_result(offered, one, said) for one in planned if not one.asks])
    if len(results) < len(planned):
        said.asks_about([_waits(offered, one, said) for one in planned if one.asks])
        return None
    return [
        result_message(said.placed[one.call.id].part, said.cites(result.sources, one.call.id))
        for one, result in zip(planned, results, strict=True)
    ]


def with_own_ids(calls: Sequence[ToolCall], said: SaidSoFar) -> list[ToolCall]:
    """Some models count their calls from 1 in each round; in a message every call has an id of its own."""
    taken, own = set(said.placed), []
    for call in calls:
        given = storable(call.id)[:MAX_ID_CHARACTERS] or "call"
        name, n = given, 1
        while name in taken:
            n += 1
            name = f"{given}-{n}"
        taken.add(name)
        own.append(replace(call, id=name))
    return own


def asked_of_program(call: ToolCall) -> dict[str, object]:
    """One that the program which asks runs itself, told as it was written."""
    try:
        given = orjson.loads(call.arguments)
    except orjson.JSONDecodeError:
        given = call.arguments
    call_of = {"toolCallId": call.id, "toolName": call.name, "input": given}
    return {"type": "tool-input-available", **call_of, "dynamic": True, "toolMetadata": {"origin": PROGRAM}}


def asked(call: ToolCall, tool: Tool | None, number: int) -> dict[str, object]:
    about: dict[str, object] = {} if tool is None else {"origin": tool.origin, "danger": tool.danger}
    return {
        "type": "tool-input-available",
        "toolCallId": call.id,
        "toolName": call.name,
        **({} if tool is None else {"title": tool.title}),
        "input": read_arguments(call.arguments),
        "dynamic": True,
        "toolMetadata": {**about, "round": number},
    }


async def settle(offered: OfferedTools, decided: Sequence[DecidedCall], said: SaidSoFar) -> None:
    """What its person decided is done: approved calls are run side by side, denied ones are told."""
    await asyncio.gather(*[_settle(offered, one, said) for one in decided])


async def _settle(offered: OfferedTools, decided: DecidedCall, said: SaidSoFar) -> None:
    name = said.placed[decided.call_id].part["toolName"]
    call = ToolCall(decided.call_id, name, orjson.dumps(decided.arguments).decode())
    tool = offered.tools.get(name)
    if not decided.is_approved:
        said.tells_of_tool({"type": "tool-output-denied", "toolCallId": call.id})
        said.tools.append(ToolUse(name, call.arguments, "denied", 0.0, tool.origin if tool else None))
        return
    fault = None
    if tool is None or tool.fingerprint != decided.fingerprint:
        fault = ToolResult("changed", "The tool is not what it was when this was asked for, so it was not run.")
    result = await _result(offered, _Planned(call, tool, decided.arguments, fault), said)
    said.cites(result.sources, call.id)


def _plan(offered: OfferedTools, call: ToolCall, place: int) -> _Planned:
    tool = offered.tools.get(call.name)
    if tool is None or offered.caller is None:
        return _Planned(call, None, fault=ToolResult("unknown", f"There is no tool named {call.name[:100]}."))
    arguments = read_arguments(call.arguments)
    if not isinstance(arguments, dict):
        return _Planned(call, tool, fault=_bad("the arguments are no JSON object"))
    if fault := fault_in(tool.spec.parameters, arguments):
        return _Planned(call, tool, fault=_bad(fault))
    if place >= MAX_CALLS:
        return _Planned(call, tool, fault=ToolResult("failed", f"At most {MAX_CALLS} calls at once; ask again."))
    return _Planned(call, tool, arguments, asks=tool.trust == "ask")


def _bad(fault: str) -> ToolResult:
    return ToolResult("bad_arguments", f"Not run: {fault}. Call it again with arguments that fit.")


async def _result(offered: OfferedTools, one: _Planned, said: SaidSoFar) -> ToolResult:
    started = time.monotonic()
    try:
        result = one.fault or await _run(offered, one, said)
    except asyncio.CancelledError:
        ms = round((time.monotonic() - started) * 1000, 2)
        _tell(one, ToolResult("stopped", _STOPPED, ms=ms), said)
        raise
    _tell(one, result, said)
    return result


async def _run(offered: OfferedTools, one: _Planned, said: SaidSoFar) -> ToolResult:
    assert one.tool is not None
    assert offered.caller is not None
    progress = _progress(one.call.id, said)
    reads_others = offered.caller.reads_others or _has_read(said)
    caller = replace(offered.caller, reads_others=reads_others, asks=_asks(offered, one, said))
    result = await run_tool(one.tool, caller, one.arguments, progress)
    left = max(offered.most_characters - said.tool_characters, MIN_ANSWER_CHARACTERS)
    result = said.gives(result).within(left)
    said.tool_characters += len(result.text)
    return result


def _has_read(said: SaidSoFar) -> bool:
    """Words of a connected server. The house's own tools note theirs."""
    return any(use.outcome == "answered" and use.origin not in (None, HOUSE) for use in said.tools)


def _tell(one: _Planned, result: ToolResult, said: SaidSoFar) -> None:
    origin = one.tool.origin if one.tool else None
    said.tools.append(
        ToolUse(one.call.name, one.call.arguments, result.outcome, result.ms, origin, is_cut=result.is_cut)
    )
    part = output(one.call.id, result.text) if result.is_answer else failure(one.call.id, result.text)
    figures = {"holdfast": {"ms": result.ms, "isCut": result.is_cut, **_documents(result)}}
    said.tells_of_tool({**part, "providerMetadata": figures})


def _documents(result: ToolResult) -> Mapping[str, Any]:
    """Whose words it holds: when one of them is deleted, so is what the message keeps of the call."""
    return {"documents": [str(one) for one in result.documents]} if result.documents else {}


def _waits(offered: OfferedTools, one: _Planned, said: SaidSoFar) -> WaitingCall:
    assert one.tool is not None
    assert offered.caller is not None
    said.tools.append(ToolUse(one.call.name, one.call.arguments, "waits", 0.0, one.tool.origin))
    expires_at = offered.caller.now.astimezone(UTC) + APPROVAL_LASTS
    return WaitingCall(ApprovalId(new_id()), one.call.id, one.tool, one.arguments, expires_at)


def _asks(offered: OfferedTools, one: _Planned, said: SaidSoFar) -> ToolAsks | None:
    """By way of whoever reads: they hear that a question is open, and fetch what it is."""
    desk, caller, tool = offered.questions, offered.caller, one.tool
    if desk is None or caller is None or tool is None:
        return None
    call = AskingCall(caller.user_id, caller.chat_id, caller.turn_id, one.call.id, storable(tool.title), tool.origin)

    def tell(question_id: QuestionId, is_open: bool) -> None:
        data = {"toolCallId": one.call.id, "questionId": str(question_id), "isOpen": is_open}
        said.writer.part({"type": QUESTION, "data": data, "transient": True})

    async def ask(question: ToolQuestion) -> QuestionAnswer:
        return await desk.ask(call, question, tell)

    return ask


def _progress(call_id: str, said: SaidSoFar) -> Callable[[str, float | None], None]:
    """To whoever reads now, and not more often than they can read."""
    told_at = float("-inf")

    def tell(words: str, share: float | None) -> None:
        nonlocal told_at
        now = time.monotonic()
        if now - told_at < _PROGRESS_SECONDS or call_id not in said.placed:
            return
        told_at = now
        done = {} if share is None else {"share": min(max(float(share), 0.0), 1.0)}
        data = {"toolCallId": call_id, "text": " ".join(words.split())[:_MAX_PROGRESS], **done}
        said.writer.part({"type": PROGRESS, "data": data, "transient": True})

    return tell
