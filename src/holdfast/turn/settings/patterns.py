"""Regexes of an admin's own, in time that is linear in the text whatever they are: RE2 has nothing that backtracks."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

import re2

from holdfast.core.errors import Invalid
from holdfast.turn.settings.types import PromptSettings, Rule

_MEMORY_BYTES = 1 << 20
"""What one compiled pattern may take; a counted repetition inside another is refused before it gets there."""


class BadPattern(ValueError):
    """A regex that cannot be taken, and why."""


def check_patterns(settings: PromptSettings) -> None:
    """Refuses what does not compile, and names every rule that does not."""
    faults = []
    for field, rules in (
        ("conversational", settings.conversational),
        ("actionable", settings.actionable),
        ("canRequests", settings.can_requests),
    ):
        for place, rule in enumerate(rules):
            try:
                compile_pattern(rule.pattern)
            except BadPattern as error:
                faults.append({"field": f"settings.{field}.{place}.pattern", "rule": rule.name, "problem": str(error)})
        if len({rule.name for rule in rules}) < len(rules):
            faults.append({"field": f"settings.{field}", "rule": "", "problem": "two rules have the same name"})
    if faults:
        first = faults[0]
        named = f"{first['field']} ({first['rule']})" if first["rule"] else first["field"]
        raise Invalid(f"{named}: {first['problem']}.", code="bad_pattern", details=faults)


@lru_cache(maxsize=512)
def compile_pattern(pattern: str) -> re2._Regexp:
    if r"\C" in pattern:
        raise BadPattern("\\C matches a piece of a letter, which no rule needs")
    try:
        return re2.compile(pattern, options=_options())
    except re2.error as error:
        raise BadPattern(_reason(error)) from None


def which(rules: Sequence[Rule], text: str) -> Sequence[str]:
    """The names of the rules that match, in their own order."""
    return [rule.name for rule in rules if compile_pattern(rule.pattern).search(text)]


def escape(word: str) -> str:
    escaped: str = re2.escape(word)
    return escaped


def _options() -> re2.Options:
    options = re2.Options()
    options.case_sensitive = False
    options.log_errors = False
    options.max_mem = _MEMORY_BYTES
    return options


def _reason(error: re2.error) -> str:
    """RE2 says why, and then quotes: `missing ): (abc`. The first part is enough next to the rule's name."""
    said = error.args[0] if error.args else ""
    text = said.decode(errors="replace") if isinstance(said, bytes) else str(said)
    return text.rsplit(": ", 1)[0] or "it cannot be read"
