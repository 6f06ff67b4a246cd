"""What the memory answered, read with suspicion. Pure; whatever comes in, something usable comes out.

Items that are no list become one, rows without words are dropped, fields that are missing or of the wrong kind are
None. A memory that answers nonsense costs a session its handover, never its answer.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any, get_args

from holdfast.memory.types import Loop
from holdfast.turn.codes import Depth, Section
from holdfast.turn.reading.tables import GIVEN_NAMES, TABLES
from holdfast.turn.types import Evidenced, SessionStart

MAX_ITEMS = 50
MAX_TEXT_CHARACTERS = 4_000
MAX_LINE_CHARACTERS = 500


def is_packet(raw: object) -> bool:
    """Whether a start brief can be read out of it at all."""
    return isinstance(raw, Mapping) and any(name in raw for name in ("handover", "bridge", "resume", "items", "ops"))


def normalize_brief(raw: object) -> SessionStart:
    packet = _mapping(raw)
    handover, resume = packet.get("handover"), _mapping(packet.get("resume"))
    depth = _mapping(handover).get("depth")
    return SessionStart(
        handover=_text(handover),
        depth=depth if depth in get_args(Depth) else None,
        bridge=_text(packet.get("bridge")),
        use_bridge=resume.get("use_bridge") is True,
        gap_minutes=_minutes(resume.get("gap_minutes")),
        ops=_text(packet.get("ops")),
        items=_rows(packet.get("items")),
    )


def normalize_profile(raw: object) -> dict[Section, Sequence[Evidenced]]:
    sections = _mapping(_mapping(raw).get("sections"))
    found: dict[Section, Sequence[Evidenced]] = {name: _rows(sections.get(name)) for name in get_args(Section)}
    return {name: rows for name, rows in found.items() if rows}


def normalize_day(raw: object) -> tuple[str | None, str | None]:
    """(steering, confidence). What is not held with high confidence steers nobody."""
    day = _mapping(raw)
    confidence = day.get("confidence")
    steering = _text(day.get("steering")) if confidence == "high" else None
    return steering, confidence if isinstance(confidence, str) else None


def lines_of(loops: Sequence[Loop], now: datetime) -> Sequence[Evidenced]:
    """`now` is on the clock of the person, whose days are told."""
    return tuple(Evidenced(_with_day(loop, now), loop.kind, (str(loop.id),)) for loop in loops)


def _with_day(loop: Loop, now: datetime) -> str:
    text = _folded(loop.text, MAX_LINE_CHARACTERS)
    if loop.due_at is None:
        return text
    day = loop.due_at.astimezone(now.tzinfo)
    year = f" {day.year}" if day.year != now.year else ""
    return f"{text} (due {day:%A}, {day.day} {day:%B}{year})"


def _rows(raw: object) -> Sequence[Evidenced]:
    rows = raw if isinstance(raw, list) else [raw] if isinstance(raw, Mapping | str) else []
    found = [_row(row) for row in rows[:MAX_ITEMS]]
    return tuple(row for row in found if row is not None)


def _row(raw: object) -> Evidenced | None:
    text = _text(raw)
    if text is None:
        return None
    given = _mapping(raw)
    kind = given.get("kind")
    return Evidenced(_folded(text, MAX_LINE_CHARACTERS), kind if isinstance(kind, str) else "", _evidence(given))


def _evidence(row: Mapping[str, Any]) -> Sequence[str]:
    named = row.get("evidence")
    ids = [_mapping(one).get("episodeId") for one in named] if isinstance(named, list) else []
    return tuple(str(one) for one in ids if isinstance(one, str | int) and not isinstance(one, bool))


def _mapping(raw: object) -> Mapping[str, Any]:
    return raw if isinstance(raw, Mapping) else {}


def _text(raw: object) -> str | None:
    """Words may stand alone or under `text`."""
    words = raw.get("text") if isinstance(raw, Mapping) else raw
    return (words.strip()[:MAX_TEXT_CHARACTERS] or None) if isinstance(words, str) else None


def _minutes(raw: object) -> int | None:
    is_number = isinstance(raw, int | float) and not isinstance(raw, bool) and 0 <= raw < 10**9
    return int(raw) if is_number else None  # type: ignore[call-overload]


def _folded(text: str, most: int) -> str:
    """On one line: nothing a memory holds may look like a heading of ours."""
    return " ".join(text.split())[:most]


_NAME = re.compile(r"\b[^\W\d_a-z][\w'’-]{1,30}")
_WORDS = TABLES["en"].words
_NO_NAMES = (
    _WORDS.pronouns | _WORDS.ghosts | _WORDS.light | _WORDS.common_verbs | _WORDS.no_names | _WORDS.related
)  # fmt: skip
_DOES = re.compile(r"\w+(?:ed|ing|ly)")


def tracked_people(start: SessionStart) -> Sequence[str]:
    """Names that stand in what is known of this person's relationships."""
    lines = [row.text for row in start.profile.get("relationships", ())]
    found = {match.group() for line in lines for match in _NAME.finditer(line) if _is_name(match, line)}
    return sorted({re.sub(r"['’]s?$", "", name) for name in found})


def _is_name(match: re.Match[str], line: str) -> bool:
    """Every line begins with a capital: what does not look like a name there is none."""
    word = re.sub(r"['’]s?$", "", match.group()).lower()
    begins = not re.search(r"\w", line[: match.start()])
    return word not in _NO_NAMES and not (begins and _DOES.fullmatch(word) and word not in GIVEN_NAMES)
