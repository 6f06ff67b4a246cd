"""What is said of something that a plan gives a number to: how much of it is left, and that it ran out. The words are
these wherever one meets them, in a refusal, on the page of what was used and above the box one writes in. Pure."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from holdfast.entitlements.periods import UsageCalendar
from holdfast.entitlements.plans import Feature, Plan


@dataclass(frozen=True, slots=True)
class _Noun:
    one: str
    many: str
    span: str = ""
    """Of which time: "for today"."""
    rate: str = ""
    """Within which time: "a day"."""


_NOUNS: Mapping[Feature, _Noun] = {
    "chats_per_day": _Noun("message", "messages", " for today", " a day"),
    "storage_bytes": _Noun("byte of file storage", "bytes of file storage"),
    "personas": _Noun("persona", "personas"),
    "research_runs_per_month": _Noun("research run", "research runs", " for this month", " a month"),
    "research_concurrent": _Noun("research run at the same time", "research runs at the same time"),
    "voice_minutes_per_month": _Noun("voice minute", "voice minutes", " for this month", " a month"),
    "api_requests_per_minute": _Noun("API request a minute", "API requests a minute"),
    "seats": _Noun("seat", "seats"),
    "memory_characters_per_day": _Noun("character for the memory", "characters for the memory", " today", " a day"),
    "background_calls_per_day": _Noun(
        "question to a model in the background", "questions to a model in the background", " for today", " a day"
    ),
}


def say_exhausted(
    feature: Feature, used: int, limit: int, resets_at: datetime | None, calendar: UsageCalendar, helps: Plan | None
) -> str:
    """What ran out, when it comes back, and which plan has more of it."""
    more = f". The plan {helps} has more of them." if helps else "."
    noun = _NOUNS[feature]
    if feature == "storage_bytes":
        full = f"Your files fill {in_bytes(used)} of {in_bytes(limit)}, and this one does not fit beside them"
        return f"{full}; delete some first{more}"
    if feature == "research_concurrent":
        running = f"You have {used} research runs under way, and {limit} can run at the same time"
        return f"{running}; wait for one to end{more}"
    if feature == "api_requests_per_minute":
        return f"Your API keys have used all {limit} requests of this minute{more}"
    if limit == 0:
        return f"You have no {noun.many}{noun.rate}{more}"
    if limit == 1:
        return f"You have used your one {noun.one}{noun.span}{_back(resets_at, calendar)}{more}"
    how_many = "all" if used >= limit else f"{used:,} of"
    return f"You have used {how_many} your {limit:,} {noun.many}{noun.span}{_back(resets_at, calendar)}{more}"


def say_left(feature: Feature, used: int, limit: int, resets_at: datetime | None, calendar: UsageCalendar) -> str:
    """How much is left of what has not run out."""
    if feature == "storage_bytes":
        return f"Your files fill {in_bytes(used)} of {in_bytes(limit)}."
    noun, left = _NOUNS[feature], limit - used
    is_one = "is" if left == 1 else "are"
    return f"{left:,} of your {limit:,} {noun.many}{noun.span} {is_one} left{_back(resets_at, calendar)}."


def _back(resets_at: datetime | None, calendar: UsageCalendar) -> str:
    """By the clock of whoever is told."""
    if resets_at is None:
        return ""
    local = resets_at.astimezone(calendar.zone)
    return f"; they come back on {local.day} {local:%B at %H:%M} ({calendar.zone.key})"


def in_bytes(count: int) -> str:
    for unit, size in (("TB", 10**12), ("GB", 10**9), ("MB", 10**6), ("KB", 10**3)):
        if count >= size:
            return f"{float(f'{count / size:.3g}'):,g} {unit}"  # 999.9 MB is 1,000 MB, and not 1e+03
    return f"{count} {'byte' if count == 1 else 'bytes'}"
