"""Tools of a test's own making, and the source they come from."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

from holdfast.core.ids import ChatId, TurnId, UserId, new_id
from holdfast.models.types import ToolSpec
from holdfast.tools.registry import ToolRegistry
from holdfast.tools.types import Tool, ToolAnswer, ToolAsker, ToolCaller, ToolOff, ToolProgress
from tests.serving import Served

Run = Callable[[ToolCaller, Mapping[str, Any], ToolProgress], Awaitable[ToolAnswer | str]]
OPEN = {"type": "object"}


def tool(name: str, run: Run, parameters: dict[str, Any] = OPEN, **changes: Any) -> Tool:
    async def answer(caller: ToolCaller, arguments: Mapping[str, Any], progress: ToolProgress) -> ToolAnswer:
        said = await run(caller, arguments, progress)
        return ToolAnswer(said) if isinstance(said, str) else said

    made = Tool(ToolSpec(name, f"Does {name}.", parameters), name.title(), "holdfast", "reads", answer)
    return replace(made, **changes)


def answers(text: str) -> Run:
    async def run(caller: ToolCaller, arguments: Mapping[str, Any], progress: ToolProgress) -> str:
        return text

    return run


def caller() -> ToolCaller:
    now = datetime(2026, 11, 20, 14, 30, tzinfo=UTC)
    ids = UserId(new_id()), ChatId(new_id()), TurnId(new_id())
    return ToolCaller(*ids, "assistant", now, None, knows_person=True, is_remembered=True)


class Drawer:
    """A source with whatever a test puts in."""

    def __init__(self, *tools: Tool | ToolOff) -> None:
        self.tools: Sequence[Tool | ToolOff] = tools
        self.asked: list[ToolAsker] = []

    async def tools_for(self, asker: ToolAsker) -> Sequence[Tool | ToolOff]:
        self.asked.append(asker)
        return self.tools


def put_in(served: Served, *tools: Tool | ToolOff) -> Drawer:
    """The tools of this installation are these."""
    drawer = Drawer(*tools)
    served.parts.pipeline.tools = ToolRegistry([drawer], served.parts.db)
    return drawer
