"""Who commands, how to reach them and where to gather, in plain sentences."""

from __future__ import annotations

from collections.abc import Iterator

import re2

from holdfast.turn.context.envelope.types import FoundFact

_COMMANDS = re2.compile(
    r"\b((?i:chief|captain|capt\.?|lieutenant|lt\.?|commander|sergeant|officer"
    r"|battalion chief)?\s*[A-Z][\w.'-]+(?:\s+[A-Z][\w.'-]+){0,2})\s+"
    r"(?i:is (?:in command|the ic|the incident commander|incident commander|commanding)|has command"
    r"|has taken command|took command|assumed command"
    r"|has assumed command|takes command)"
)
_COMMANDER = re2.compile(
    r"(?i:\b(?:incident commander|ic|command) is)\s+((?i:chief|captain"
    r"|lieutenant)?\s*[A-Z][\w.'-]+(?:\s+[A-Z0-9][\w.'-]*){0,2})"
)
_I_COMMAND = re2.compile(r"(?i)\bi(?:'m| am) (?:the )?(?:ic|incident commander|in command)\b|\bi have command\b")
_PHONE = re2.compile(r"(?i)\b(?:call|phone|reach|contact|number|ring)\b[^.;!?\d+]{0,40}(\+?\d[\d ()-]{5,}\d)")
_CHANNEL = re2.compile(r"(?i)\b((?:radio )?(?:channel|tac|talk ?group)[ -]?\d{1,3})\b")
_STAGING = re2.compile(r"(?i)\bstaging(?: area)?\s+(?:is\s+)?(?:at|in|on|by|near)\s+([^,.;!?\n]{3,60})")


def find_contacts(sentence: str) -> Iterator[FoundFact]:
    if _I_COMMAND.search(sentence):
        yield "command", "the person who reports here", "sets"
    elif found := _COMMANDER.search(sentence) or _COMMANDS.search(sentence):
        yield "command", found.group(1), "sets"
    if reach := _PHONE.search(sentence) or _CHANNEL.search(sentence):
        yield "contact", reach.group(1), "sets"
    if staging := _STAGING.search(sentence):
        yield "staging", staging.group(1), "sets"
