"""How much a fact binds whoever helps: a standing constraint more than a remark in passing. Pure.

Among facts of the kind that a request needs, those that say "never", "only" or "any more" are the ones it goes wrong
without; and of what was kept in the person's own words, a sentence of five words seldom says how things are.
"""

from __future__ import annotations

import re

from holdfast.memory.kinds.of_statement import STATES

_BINDING = frozenset(
    {"diet", "allergic_to", "does_not_eat", "does_not_drink", "has_condition", "can_not", "never", "afraid_of", "takes"}
)
_BINDS = re.compile(
    r"\b(?:ca|do|does|wo|have|has|is|are|must)n'?t\b|\b(?:cannot|never|no|not|nothing|only|always|must|have to|has to"
    r"|every|since|any ?more|no longer|without|allerg\w*|afraid|scared|hate|allowed|needs?|until|instead)\b",
    re.IGNORECASE,
)
_MANY_WORDS = 20
_OF_RULES = 0.6
"""Facts that rules or a model made are short and say one thing: neither more nor less than the usual statement."""


def binds(predicate: str, text: str) -> bool:
    return predicate in _BINDING or bool(_BINDS.search(text.replace("’", "'")))


def substance(predicate: str, text: str) -> float:
    """From 0 to 1."""
    return min(len(text.split()) / _MANY_WORDS, 1.0) if predicate == STATES else _OF_RULES
