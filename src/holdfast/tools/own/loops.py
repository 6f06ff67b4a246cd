"""What is open with a person: listed, added to, completed, put off. On their own clock, and theirs alone."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Literal

from pydantic import Field

from holdfast.core.db import owner_of
from holdfast.core.errors import AppError
from holdfast.memory.client.types import MemoryClient
from holdfast.memory.loops.types import LoopChange, NewLoop
from holdfast.memory.types import Loop, LoopKind, LoopStatus
from holdfast.tools.own.arguments import ToolArguments, ToolCard, offer
from holdfast.tools.own.dates import read_moment
from holdfast.tools.own.remember import must_know
from holdfast.tools.types import Tool, ToolAnswer, ToolCaller, ToolFailed, ToolProgress

_MAX_DATE = 40
_WHEN = "2026-03-14 or 2026-03-14T09:30, on the person's clock"

LOOPS = ToolCard(
    "loops",
    "What is open",
    "Lists what is open with the person: commitments, threads, frictions, habits, and wins, with numbers, days and "
    "whether they are put off.",
)
ADD_LOOP = ToolCard(
    "add_loop",
    "Note something open",
    "Notes something that the person wants to do, or wants to come back to, where they ask for it.",
    "changes",
)
CHANGE_LOOP = ToolCard(
    "change_loop",
    "Change something open",
    "Marks one of the person's loops as completed, dropped or open again, puts it off, or gives it another day or "
    "wording. Take its number from loops.",
    "changes",
)


class LoopsArguments(ToolArguments):
    status: Literal["open", "completed", "dropped", "all"] = "open"
    limit: int = Field(30, ge=1, le=100)


class AddLoopArguments(ToolArguments):
    text: str = Field(min_length=1, max_length=500, description="What it is, short: call the dentist")
    kind: LoopKind = "commitment"
    due: str | None = Field(None, max_length=_MAX_DATE, description=_WHEN)


class ChangeLoopArguments(ToolArguments):
    loop: int = Field(ge=1, le=2**63 - 1, description="Its number")
    status: LoopStatus | None = None
    snoozed_until: str | None = Field(None, max_length=_MAX_DATE, description=_WHEN)
    due: str | None = Field(None, max_length=_MAX_DATE, description=_WHEN)
    text: str | None = Field(None, min_length=1, max_length=500)


@dataclass(frozen=True, slots=True)
class LoopTools:
    memory: MemoryClient

    @property
    def tools(self) -> Sequence[Tool]:
        return (
            offer(LOOPS, LoopsArguments, self.list_open),
            offer(ADD_LOOP, AddLoopArguments, self.add),
            offer(CHANGE_LOOP, ChangeLoopArguments, self.change),
        )

    async def list_open(self, caller: ToolCaller, asked: LoopsArguments, progress: ToolProgress) -> ToolAnswer:
        must_know(caller)
        status = None if asked.status == "all" else asked.status
        try:
            found = await self.memory.loops(owner_of(caller.user_id), status=status, persona_id=caller.persona_id)
        except AppError as refused:
            raise ToolFailed(refused.message) from None
        lines = [told(loop, caller) for loop in found[: asked.limit]]
        if len(found) > asked.limit:
            lines.append(f"and {len(found) - asked.limit} more")
        return ToolAnswer("\n".join(lines) or "There is nothing.")

    async def add(self, caller: ToolCaller, asked: AddLoopArguments, progress: ToolProgress) -> ToolAnswer:
        must_write(caller)
        new = NewLoop(asked.kind, asked.text, _due(caller, asked.due))
        try:
            return ToolAnswer(f"Noted: {told(await self.memory.add_loop(owner_of(caller.user_id), new), caller)}")
        except AppError as refused:
            raise ToolFailed(refused.message) from None

    async def change(self, caller: ToolCaller, asked: ChangeLoopArguments, progress: ToolProgress) -> ToolAnswer:
        must_write(caller)
        until = _moment(caller, asked.snoozed_until, "snoozed_until")
        change = LoopChange(asked.status, asked.text, _due(caller, asked.due), until)
        if change == LoopChange():
            raise ToolFailed("Say what is to change: status, snoozed_until, due or text.")
        try:
            changed = await self.memory.change_loop(owner_of(caller.user_id), asked.loop, change)
        except AppError as refused:
            raise ToolFailed(refused.message) from None
        return ToolAnswer(f"Changed: {told(changed, caller)}")


def must_write(caller: ToolCaller) -> None:
    must_know(caller)
    if not caller.is_remembered:
        raise ToolFailed("Memory is paused here, so nothing is written down; the person can switch it on again.")


def told(loop: Loop, caller: ToolCaller) -> str:
    now, zone = caller.now, caller.zone or caller.now.tzinfo
    marks: list[str] = [loop.kind, loop.status]
    if loop.due_at:
        marks.append(f"due {loop.due_at.astimezone(zone):%Y-%m-%d %H:%M}")
    if loop.snoozed_until and loop.snoozed_until > now:
        marks.append(f"put off until {loop.snoozed_until.astimezone(zone):%Y-%m-%d %H:%M}")
    return f"{loop.id} ({', '.join(marks)}): {' '.join(loop.text.split())}"


def _due(caller: ToolCaller, said: str | None) -> datetime | None:
    """A day without an hour is due when it ends."""
    found = _moment(caller, said, "due")
    if found is None or said is None or len(said) > len("2026-03-14"):
        return found
    return found + timedelta(days=1) - timedelta(minutes=1)


def _moment(caller: ToolCaller, said: str | None, name: str) -> datetime | None:
    if said is None:
        return None
    found, _ = read_moment(said, caller.now, caller.zone or caller.now.tzinfo or UTC, name)
    if not found.year >= 1970:
        raise ToolFailed(f"{name} lies before 1970.")
    return found
