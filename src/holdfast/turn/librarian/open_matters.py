"""Questions for what is still to be done: what is open answers them, not what was said. Pure."""

from __future__ import annotations

import re

from holdfast.turn.librarian.plain import plain

_DO = r"(?:do|finish|get done|take care of|deal with|see to)"
_LIST = r"to[- ]?dos?(?: list)?|(?:open |unfinished )?(?:tasks|loops|commitments|promises|errands|loose ends)"
_ASKS = re.compile(
    "|".join(
        (
            rf"\bwhat(?:'s| is| all| else| things?)*(?: do| did| am| are| have)? (?:i|we)(?: still| yet| really)*"
            rf"(?: have| need| want| ought| supposed| got| left| meant| promised?| plan(?:ned)?)*(?: left)? to {_DO}\b",
            r"\bwhat(?: else)?(?:'s| is| are)(?: still)? (?:left|open|due|pending|outstanding|overdue|unfinished)\b",
            r"\b(?:is|are) (?:there )?(?:anything|any(?: of my)? \w+)(?: still| left)? (?:due|open|overdue|pending)\b",
            r"\banything (?:(?:else |still )*(?:i|we) (?:still )?(?:have|need|ought) to|due|left to do)\b",
            rf"\b(?:what|show|list|tell|give|remind|go through|read)\b[^.?!]{{0,40}}\b(?:my|our) (?:{_LIST})\b",
            r"\bwhat(?:'s| is) (?:still )?on my (?:plate|list|agenda|mind to do)\b",
            r"\bwhat (?:did|have) (?:i|we) (?:promise|commit)(?:d|ed)?\b",
            r"\bwhat am i (?:forgetting|behind on|late with)\b",
        )
    )
)


def asks_what_is_open(text: str) -> bool:
    return _ASKS.search(plain(text)) is not None
