"""Which of the judge's memories are none: test phrases, the persona's own name, people nobody said anything about.

Pure. What passes here still meets the guards that everything learned must pass.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from holdfast.core.language.words import words_of
from holdfast.memory.learning.guards import is_junk_turn, is_order, is_secret
from holdfast.memory.learning.rules.nouns import PERSONAS, RELATIVES
from holdfast.memory.shadow.keys import memory_key, split_key
from holdfast.memory.shadow.types import Memory

_TESTING = re.compile(
    r"\b(?:test(?:ing)? (?:message|phrase|memory|one two|123|\d)|this is (?:just |only )?a test|just testing|"
    r"is (?:just )?testing|"
    r"mic(?:rophone)? (?:check|test)|lorem ipsum|asdf|qwerty|foo ?bar|hello world|sound check|can you hear me)\b",
    re.IGNORECASE,
)  # fmt: skip
_RELATED = re.compile(
    rf"\b(?:{RELATIVES}|parents?|kids?|children|siblings?|relatives?|family|in-laws?|ex|client|customer|classmate|"
    r"employee|dating|married to|engaged to|friends with|works? with|works? for|lives? with|met (?:at|in|through)|"
    r"related to|grew up with|studies with|went to school with|pet|dog|cat)s?\b",
    re.IGNORECASE,
)  # fmt: skip


def sanitize(memories: Sequence[Memory], *, personas: Sequence[str] = (), most: int = 5) -> Sequence[Memory]:
    """At most the first few, each key once: the last telling of a key stands in the place of the first."""
    names = frozenset(name.casefold() for name in personas) | PERSONAS
    kept: dict[str, Memory] = {}
    for memory in memories:
        if is_sound(memory, names):
            kept[_key(memory)] = memory
    return list(kept.values())[:most]


def is_sound(memory: Memory, personas: frozenset[str]) -> bool:
    whole = f"{memory.text} {memory.value}"
    if len(words_of(memory.text)) < 2 or is_junk_turn(memory.text) or _TESTING.search(whole):
        return False
    if is_order(whole) or is_secret(whole):
        return False
    is_related = has_relationship(memory)
    if memory.type == "PEOPLE" and not is_related:
        return False
    # "My sister Sophie" is a person; "talks to Sophie" is not about anybody.
    return not _names_persona(whole, personas) or (memory.type == "PEOPLE" and is_related)


def has_relationship(memory: Memory) -> bool:
    _, predicate = split_key(memory.key)
    return _RELATED.search(f"{memory.text} {predicate.replace('_', ' ')}") is not None


def _names_persona(text: str, personas: frozenset[str]) -> bool:
    said = f" {' '.join(words_of(text))} "
    return any(f" {' '.join(words_of(name))} " in said for name in personas)


def _key(memory: Memory) -> str:
    return memory_key(*split_key(memory.key), memory.value)
