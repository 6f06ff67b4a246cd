"""The sentences of a start brief. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from zoneinfo import ZoneInfo

from holdfast.memory.brief.types import BriefItem, Depth, Ops
from holdfast.memory.summaries.times import date_in_words, part_of_day
from holdfast.memory.types import Fact, Loop

LONGEST_OPS = 400


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
            when = "late at night" if part == "night" and local.hour < 12 else f"yesterday {part}"
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


def handover_text(when: str, body: str) -> str:
    return f"{when} {body}".strip()


def due_line(loops: Sequence[Loop], now: datetime, zone: ZoneInfo) -> Ops | None:
    """What is due by tomorrow, or overdue; None when nothing is."""
    today = now.astimezone(zone).date()
    parts = []
    for loop in loops:
        if loop.due_at is None or loop.status != "open":
            continue
        days = (loop.due_at.astimezone(zone).date() - today).days
        if days > 1:
            continue
        when = {0: "Due today", 1: "Due tomorrow"}.get(days, f"Overdue since {_day(loop.due_at.astimezone(zone))}")
        parts.append(f"{when}: {loop.text}.")
    text = ""
    for part in parts:
        if len(text) + len(part) < LONGEST_OPS:
            text = f"{text} {part}".strip()
    return Ops(text) if text else None


def items_of(loops: Sequence[Loop], pinned: Sequence[Fact]) -> list[BriefItem]:
    """What is open, the most salient first, then what the person wants never forgotten."""
    return [
        *(BriefItem(loop.kind, loop.text, loop.evidence) for loop in loops),
        *(BriefItem("fact", fact.text, fact.evidence) for fact in pinned),
    ]


def _day(local: datetime) -> str:
    return f"{local:%A}, {local.day} {local:%B}"
