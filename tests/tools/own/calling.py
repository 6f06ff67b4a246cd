"""A tool called as a turn calls it: with arguments that came as JSON, for somebody, in a chat."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

import orjson

from holdfast.core.ids import ChatId, TurnId, UserId, new_id
from holdfast.tools.types import Tool, ToolAnswer, ToolCaller, ToolFailed

BERLIN = ZoneInfo("Europe/Berlin")
NOON = datetime(2026, 3, 14, 12, 0, tzinfo=BERLIN)


def a_caller(
    user_id: UserId | None = None,
    chat_id: ChatId | None = None,
    *,
    turn_id: TurnId | None = None,
    now: datetime = NOON,
    zone: ZoneInfo | None = BERLIN,
    **more: Any,
) -> ToolCaller:
    knows = {"persona_id": "assistant", "knows_person": True, "is_remembered": True, **more}
    return ToolCaller(
        user_id=user_id or UserId(new_id()),
        chat_id=chat_id or ChatId(new_id()),
        turn_id=turn_id or TurnId(new_id()),
        now=now,
        zone=zone,
        **knows,
    )


async def call(tool: Tool, caller: ToolCaller | None = None, **arguments: Any) -> ToolAnswer:
    """`ToolFailed` where it refuses."""
    told: list[str] = []
    given = orjson.loads(orjson.dumps(arguments))
    return await tool.run(caller or a_caller(), given, lambda words, share: told.append(words))


async def refusal(tool: Tool, caller: ToolCaller | None = None, **arguments: Any) -> str:
    try:
        answer = await call(tool, caller, **arguments)
    except ToolFailed as failed:
        return failed.sentence
    raise AssertionError(f"it was not refused: {answer.text}")


def named(tools: Sequence[object], name: str) -> Tool:
    (found,) = [one for one in tools if isinstance(one, Tool) and one.spec.name == name]
    return found
