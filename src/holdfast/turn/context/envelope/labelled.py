"""Facts in lines with labels: `Location: 12 Dock Road`, and lists under a label."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import re2

from holdfast.turn.context.envelope.types import MANY, FactKind

_WORDS: Mapping[FactKind, tuple[str, ...]] = {
    "incident": ("incident", "incident type", "type", "type of incident", "what happened", "nature", "event"),
    "location": ("location", "where", "address", "place", "scene", "site"),
    "started": (
        "started",
        "start",
        "start time",
        "time",
        "time started",
        "began",
        "since",
        "time of call",
        "reported at",
    ),
    "size": ("size", "extent", "severity", "scale", "sev", "alarm level"),
    "progress": ("progress", "status", "situation", "conditions", "condition", "current conditions"),
    "weather": ("weather", "wind"),
    "people": ("people", "people affected", "casualties", "victims", "patients", "occupants", "affected"),
    "injured": ("injured", "injuries", "hurt", "wounded"),
    "dead": ("dead", "deaths", "fatalities", "deceased"),
    "trapped": ("trapped", "people trapped"),
    "missing": ("missing", "unaccounted", "unaccounted for", "people missing"),
    "evacuated": ("evacuated", "evacuees", "evacuation"),
    "hazard": ("hazard", "hazards", "dangers", "risks"),
    "resource": ("resource", "resources", "units", "on scene", "resources on scene", "units on scene", "apparatus"),
    "action": ("action", "actions", "actions taken", "done", "done so far", "taken"),
    "need": ("need", "needs", "request", "requests", "needed", "we need"),
    "command": ("command", "ic", "incident commander", "commander", "in command"),
    "contact": ("contact", "contacts", "phone", "radio", "channel", "radio channel", "reach me at"),
    "staging": ("staging", "staging area"),
}
_KINDS: Mapping[str, FactKind] = {word: kind for kind, words in _WORDS.items() for word in words}
_LABELLED = re2.compile(r"^[\s>*•#-]*([A-Za-z][A-Za-z ]{1,24}?)\**\s*(?::|=|\s[–-]\s)\**\s*(.*)$")
_MAX_LINES = 400
_ITEM = re2.compile(r"^\s*(?:[*•-]|\d{1,2}[.)])\s+(.+)$")
_SEPARATORS = re2.compile(r"\s*(?:;|,\s+(?:and\s+)?|\s+and\s+)\s*")
_CLAUSES = re2.compile(r"\s*;\s*")
NONE = ("none", "no", "nil", "n/a", "nothing", "0", "zero", "none reported", "none so far", "unknown", "?", "tbd", "-")
_NOT_KNOWN = ("unknown", "?", "tbd", "-", "n/a")


def split_labelled(text: str) -> tuple[list[tuple[FactKind, str]], str]:
    """Facts of the lines that have a label we know, and the rest of the text."""
    found: list[tuple[FactKind, str]] = []
    rest: list[str] = []
    open_kind: FactKind | None = None
    for count, line in enumerate(text.splitlines()):
        if count >= _MAX_LINES or not line.strip():
            open_kind = None
            rest.append(line)
            continue
        label = _LABELLED.match(line)
        kind = _KINDS.get(" ".join(label.group(1).casefold().split())) if label else None
        item = _ITEM.match(line)
        if label and kind:
            open_kind = kind if not label.group(2).strip() else None
            found += _values(kind, label.group(2))
        elif item and open_kind:
            found.append((open_kind, item.group(1)))
        else:
            open_kind = None
            rest.append(line)
    return found, "\n".join(rest)


def _values(kind: FactKind, value: str) -> Iterator[tuple[FactKind, str]]:
    plain = value.strip().rstrip(".").casefold()
    if not plain or plain in _NOT_KNOWN:
        return
    if plain in NONE:
        yield kind, "none"
    elif kind in MANY:
        # Actions and needs are clauses with commas of their own; hazards and units are lists of names.
        separator = _SEPARATORS if kind in ("hazard", "resource") else _CLAUSES
        for one in separator.split(value):
            if one and one.strip():
                yield kind, one
    else:
        yield kind, value
