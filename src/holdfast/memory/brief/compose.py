"""The sentences of a start brief. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from zoneinfo import ZoneInfo

from holdfast.memory.brief.types import BriefItem, Depth, Ops
from holdfast.memory.summaries.times import date_in_words, part_of_day
from holdfast.memory.types import Fact, Loop

MAX_OPS_CHARACTERS = 400
MAX_DUE = 3


def when_last(depth: Depth, last_at: datetime, now: datetime, zone: ZoneInfo, person: str) -> str:
    """One sentence: how long ago they last spoke, as people say it."""
    local, here = last_at.astimezone(zone), now.astimezone(zone)
    who = person[:1].upper() + person[1:]
    match depth:
        case "same_session":
            return f"{who} is in the middle of a conversation."
        case "today":
            return f"{who} last spoke earlier today, at {local:%H:%M}."
        case "yesterday":
            part = part_of_day(local)
            is_early = part == "night" and local.hour < 12
            when = "in the early hours of yesterday" if is_early else f"yesterday {part}"
            return f"{who} last spoke {when.replace('yesterday night', 'last night')}, at {local:%H:%M}."
        case "multi_day":
            days = (here.date() - local.date()).days
            ago = (
                f"{days} days ago"
                if days < 14
                else f"{days // 7} weeks ago"
                if days < 60
                else f"{days // 30} months ago"
            )
            return f"{who} last spoke {ago}, on {date_in_words(local)}."


def before_that(ended_at: datetime, zone: ZoneInfo) -> str:
    """In front of what an earlier session left behind, where the last one left nothing."""
    return f"Little was said then; before that, on {date_in_words(ended_at.astimezone(zone))}:"


def handover_text(when: str, body: str) -> str:
    return f"{when} {body}".strip()


def due_line(loops: Sequence[Loop], now: datetime, zone: ZoneInfo) -> Ops | None:
    """What is due by tomorrow, or overdue; None when nothing is. What is late never takes the place of today's."""
    here = now.astimezone(zone)
    due = {loop.id: (loop.due_at.astimezone(zone), loop) for loop in loops if loop.due_at and loop.status == "open"}
    away = [((day.date() - here.date()).days, day, loop) for day, loop in due.values()]
    soon = sorted((one for one in away if one[0] <= 1), key=lambda one: (one[0] < 0, abs(one[0]), one[1], one[2].id))
    text = ""
    for days, day, loop in soon[:MAX_DUE]:
        when = {0: "Due today", 1: "Due tomorrow"}.get(days, f"Overdue since {_day(day, here)}")
        if len(text) + len(f"{when}: {loop.text}.") < MAX_OPS_CHARACTERS:
            text = f"{text} {when}: {loop.text}.".strip()
    return Ops(text) if text else None


def items_of(loops: Sequence[Loop], pinned: Sequence[Fact]) -> list[BriefItem]:
    """What is open, the most salient first, then what the person wants never forgotten."""
    return [
        *(BriefItem(loop.kind, loop.text, loop.evidence) for loop in loops),
        *(BriefItem("fact", fact.text, fact.evidence) for fact in pinned),
    ]


def _day(local: datetime, here: datetime) -> str:
    return date_in_words(local) if local.year != here.year else f"{local:%A}, {local.day} {local:%B}"
