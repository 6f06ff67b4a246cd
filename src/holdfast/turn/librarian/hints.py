"""Words that show that a memory would help though nobody asks for it: the ambient side of the gate. Pure."""

from __future__ import annotations

import re

from holdfast.core.language.kin import kin_of
from holdfast.turn.librarian.words import MATTERS, RELATIONS


def _any(*patterns: str, before: str = r"\b", after: str = r"\b") -> re.Pattern[str]:
    return re.compile(f"{before}(?:{'|'.join(patterns)}){after}")


REFERS_BACK = _any(
    "again", "once more", "as usual", "the usual", "after all", "in the end", "finally",
    "still (?:haven't|won't|don't|isn't|not|open)",
    "just like before", "like (?:before|last|on)", "like i said", "as i said",
    r"same \w+ (?:as|like)",
    "same (?:problem|alert|dream|issue|story|place|characters|error|host|thing|person)",
    "(?:that|this|the) (?:thing|stuff|problem|issue|situation|call|talk|fight|mess|business|story)"
    " (?:with|about|at|between)",
    "thing with", "back to", r"about the \w+:", "pick up (?:where|the)", "left off",
    "let's continue", "continue (?:with|the|our)",
    "you know (?:who|what|the|how|me)",
    r"for the (?:second|third|\w+th) (?:time|month|week|day|night)",
    "after everything", "another (?:fight|argument|sleepless|bad|attack|panic)",
    "(?:update|news|progress) on", "keep (?:putting|thinking|forgetting|having|coming)", "it's back",
    "last (?:time|night|week)", "didn't hold", "yesterday",
    "you (?:suggested|gave|told|said|recommended|advised)", "i told you",
    "let's (?:work|go|get|talk|look) (?:back )?(?:on|to|at|about) (?:the|my|our|that)",
    "the (?:guy|man|woman|girl|boy|lady|person|people|one) (?:from|at|who|with|i|we)",
    "guess who", "you won't believe", "the (?:exercise|advice|tip|plan) you",
)  # fmt: skip

SOMEBODY_NEAR = _any(
    rf"(?:my|our|his|her|their) (?:\w+ ){{0,2}}(?:{RELATIONS})",
    *kin_of("en").called,
)  # fmt: skip
THE_SOMEBODY = _any(rf"the (?:{RELATIONS}|kids)")
OWN_MATTER = _any(rf"(?:my|our) (?:\w+ ){{0,2}}(?:{MATTERS})")
THE_MATTER = _any(rf"(?:the|that) (?:\w+ )?(?:{MATTERS}|letter|call|test|appointment|document|big day)")
HE_OR_SHE = _any("he", "she", "him", "her", "he's", "she's")
"""Nobody in the message itself: whoever is meant was named before."""
SOMEBODY_DID = _any("he", "she", "they", "it", "he's", "she's", "they're", before="^", after=r"\b(?!'s)")

SELF = _any(
    "i", "i'm", "i've", "i'd", "i'll", "me", "my", "mine", "myself",
    "we", "we're", "we've", "we'd", "we'll", "us", "our", "ours",
)  # fmt: skip
MINE = _any("my", "our")
FOR_ME = _any(
    "(?:should|shall) (?:i|we)",
    "(?:recommend|suggest|plan|find|pick)\\b[^.?!]{0,40}\\b(?:me|us|i|i'd|my|our)",
    "for me", "someone like me", "i would", "i'd (?:like|enjoy|love)", "the way i like",
    "help (?:me|us) (?:to )?(?:prepare|plan|get|decide|choose|write|with)",
    "plan (?:my|our)",
)  # fmt: skip
ADDRESSED = _any("(?:e-?mail|message|reply|letter|note|text|card|toast|speech|answer|update|invitation) (?:to|for)")
TELLS_OF_SELF = _any(
    "i", "we", "i'm", "i've", "we're", "we've", "i'll", "we'll", "i'd",
    before="^", after=r"\b(?! (?:see|agree|like|love|don't understand|wonder)\b)",
)  # fmt: skip
TELLS_NEWS = _any(
    r"(?:i|we) (?:finally |just |really |almost )?(?:\w+ed|got|did|had|went|saw|met|told|ran|broke|lost|won|found|quit"
    r"|made|sent|took|left|bought|sold|spoke|felt|slept|couldn't|didn't|haven't|still)",
    before="^",
)
THINKS_OF = _any(
    "thinking (?:about|of)", "(?:worried|nervous|excited|not sure) about", "(?:afraid|scared|proud) of", "going to",
    "planning", "applying for", "meeting", "seeing", "visiting", "flying to", "moving",
)  # fmt: skip
THE_SUBJECT = _any(r"(?:the|this|that|these|those) [\w-]+ \w+", before="^")
"""A sentence about something as if it were known."""
NAMES_A_DAY = _any("tomorrow", "tonight", "today", "in an hour", r"on \w+day")
