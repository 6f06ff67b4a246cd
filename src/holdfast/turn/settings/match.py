"""Which way a text goes, by the settings. Pure.

Sentence by sentence: one that matches a conversational rule asks for nothing, whatever else stands in it; of the rest,
one that matches an actionable rule or gives a command with an action entity makes the turn actionable. So "What is a
dispatch log? Dispatch Engine 4." is a question and an action.
"""

from __future__ import annotations

from functools import lru_cache

import re2

from holdfast.core.language.sentences import split_sentences
from holdfast.turn.settings.patterns import compile_pattern, escape, which
from holdfast.turn.settings.types import Matched, PromptSettings

_FIRST, _LAST = 8_000, 2_000
"""Characters looked at: nobody hides a command in the middle of a novel, and the work stays small."""
_FIRST_SENTENCES, _LAST_SENTENCES = 60, 40
"""Of these; an order often stands below a long log."""

COMMAND = (
    r"(?:^\W*|\b)(?:(?:please|ok|okay|now|then|and|also|next|just|kindly|let'?s|go ahead and"
    r"|(?:can|could|would|will) (?:you|we|someone|somebody)"
    r"|(?:i|we) (?:need|want|would like|'d like) (?:you|someone) to"
    r"|(?:make sure|be sure) (?:to|you|we)|(?:have|get|ask|tell) (?:him|her|them|someone|somebody|\w+ \d+) to)\W+)+"
)
"""What stands before a verb that is meant as a command; the beginning of a sentence needs nothing."""


def match(text: str, settings: PromptSettings) -> Matched:
    can_rule: str | None = None
    kept_back: dict[str, None] = {}
    rules: dict[str, None] = {}
    entities: dict[str, None] = {}
    for sentence in sentences(text):
        asks = which(settings.actionable, sentence)
        commands = _commands(settings.action_entities, sentence)
        reports = which(settings.can_requests, sentence)
        if not (asks or commands or reports):
            continue
        if conversational := which(settings.conversational, sentence):
            kept_back |= dict.fromkeys(conversational)
            continue
        rules |= dict.fromkeys(asks)
        entities |= dict.fromkeys(commands)
        can_rule = can_rule or next(iter(reports), None)
    if rules or entities:
        return Matched("actionable", tuple(rules), tuple(entities), can_rule)
    return Matched("conversational", tuple(kept_back), (), can_rule)


def sentences(text: str) -> list[str]:
    seen = text if len(text) <= _FIRST + _LAST else f"{text[:_FIRST]}\n{text[-_LAST:]}"
    found = split_sentences(seen.replace("’", "'"), at_semicolons=True)
    is_short = len(found) <= _FIRST_SENTENCES + _LAST_SENTENCES
    return found if is_short else [*found[:_FIRST_SENTENCES], *found[-_LAST_SENTENCES:]]


def _commands(entities: tuple[str, ...], sentence: str) -> list[str]:
    if not entities:
        return []
    return [
        found.group("entity").lower()
        for found in _as_commands(entities).finditer(sentence)
        if found.group("entity") is not None
    ]


@lru_cache(maxsize=64)
def _as_commands(entities: tuple[str, ...]) -> re2._Regexp:
    words = "|".join(escape(word) for word in sorted(entities, key=len, reverse=True))
    return compile_pattern(rf"(?:^\W*|{COMMAND})(?P<entity>{words})\b")
