"""Words that ask about the past, or about what is known: the explicit side of the gate. Pure.

In the order in which they are tried. Every gap is bounded and stays inside its sentence, so that no message takes long.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from holdfast.core.language.calendars import calendar_of

ASK = r"(?:what|who|whom|whose|when|where|which|why|how)"
_MONTH, _SEASON = calendar_of("en").pattern("month_names"), calendar_of("en").pattern("seasons")
_DAY = calendar_of("en").pattern("weekday_names")
_THEN = "|".join(
    (
        "yesterday",
        rf"last (?:night|time|week|weekend|month|year|quarter|{_SEASON}|{_DAY})",
        "the other (?:day|week)",
        "a while (?:ago|back)",
        rf"back in (?:{_MONTH})",
        rf"on (?:{_DAY}|the \d{{1,2}}(?:st|nd|rd|th)?)",
        r"\w+ (?:days?|weeks?|months?|years?) ago",
        r"earlier this \w+",
        "this (?:morning|month|spring|summer)",
        "previously",
        "so far",
    )
)
_SAID = (
    r"(?:said|told|tell|say|mentioned?|noted?|promised?|suggested?|recommended?|gave|asked|decided?|agreed?|discuss(?:ed)?"
    r"|talk(?:ed)?|cho(?:se|ose)|set|plan(?:ned)?|tried|used?|applied|offer(?:ed)?|worked out|did|bought|booked|wanted"
    r"|liked|spoke|wrote|called|left off|thought|ordered|shared|explained|described|named|picked|had planned)"
)
_NOT_GENERAL = r"(?<!do )(?<!can )(?<!should )(?<!could )(?<!would )"
"""Not "how do you say": that asks how one says it, not what was said."""

Ask = tuple[str, float, re.Pattern[str]]


def _ask(name: str, confidence: float, *patterns: str) -> Ask:
    return name, confidence, re.compile("|".join(patterns))


ASKS: Sequence[Ask] = (
    _ask(
        "asks_to_remember", 0.95,
        r"\b(?:do|can|don't|would) you (?:still )?(?:remember|recall)\b",
        r"^remember (?:when|what|how|who|where|why|my|our|the)\b",
        r"\bi (?:can't|cannot|don't) (?:remember|recall)\b",
        r"\bi forgot,? (?:what|which|who|when|where|how)\b",
        r"\bi forgot,",
    ),
    _ask(
        "asks_to_be_reminded", 0.95,
        rf"\bremind me (?:again )?(?:{ASK}|of|about|if|whether)\b",
        r"\btell me again\b",
        r"\bcatch me up\b",
        r"\bbring me up to (?:date|speed)\b",
        r"\brefresh my memory\b",
    ),
    _ask(
        "asks_what_is_known", 0.92,
        r"\bwhat (?:do|else do) you (?:know|remember|have) (?:about|on|of)\b",
        r"\bdo you (?:still )?know (?:\w+ ){0,2}(?:i|my|our|me)\b",
        r"\byou've got on\b",
        r"\byou have on (?:me|my)\b",
    ),
    _ask(
        "asks_what_was_done", 0.9,
        r"\b(?:did|had) (?:i|we)\b",
        r"\bhave (?:i|we)(?! to\b)\b",
        r"\b(?:was i|were we)\b",
        r"\bdid (?:he|she|they) (?:tell|give|promise|say|ask|send)\b",
        r"\b(?:has|have|did) (?:my|our)\b",
    ),
    _ask(
        "asks_what_the_assistant_said", 0.88,
        r"\bdid you (?:say|tell|suggest|recommend|mention|give|advise|call)\b",
    ),
    _ask(
        "asks_what_was_said", 0.88,
        rf"(?:\b{ASK}\b|\bcan you\b|\blist\b|\bgive me\b|\bshow me\b|\beverything\b|\b(?:any|all)\b)[^.?!]{{0,80}}"
        rf"{_NOT_GENERAL}\b(?:i|we|you)(?: had| have|'ve| ever| already| once)?"
        rf" (?:ever |already |once |first )?{_SAID}\b",
    ),
    _ask(
        "asks_for_what_was_said", 0.85,
        rf"\b(?:i|we|you)(?: had|'ve| have)? {_SAID}\b[^?]{{0,120}}[,.;] ?"
        rf"(?:{ASK}\b|can you (?:bring|find|look|tell|show))[^.!]{{0,60}}\??$",
    ),
    _ask(
        "asks_about_now", 0.85,
        rf"\b{ASK}\b[^.?!]{{0,40}}\b(?:am i|have i|have we)\b",
        r"\bhow (?:long|often|many times) (?:have|do|did|has) (?:i|we|my)\b",
        r"\bhow was i\b",
        r"^am i (?:\w+ing|allergic)\b",
    ),
    _ask(
        "asks_about_mine", 0.85,
        rf"\b(?:{ASK}|how (?:old|long|big|much|far))(?:'s| is| are| was| were| does| do| did| has| have| will)?"
        r" (?:(?:the|all) (?:names?|address|number|date|title|birthday|status) of )?(?:my|our)\b"
        r"(?! (?:best|next|options?|chances?|ip\b))",
    ),
    _ask(
        "asks_what_i_like", 0.78,
        r"^(?:do|am|was) i (?:still |usually |really |ever )?"
        r"(?:owe|like|hate|prefer|own|take|eat|drink|have|allergic|supposed|promise)\b",
    ),
    _ask(
        "asks_who_did", 0.82,
        r"^who \w+ed\b[^.?!]{0,50}\b(?:me|us|my|our)\b",
        r"\b(?:what|which|who) (?:\w+ )?(?:was|were)"
        r" (?:decided|agreed|said|promised|discussed|planned|chosen|settled|offered|approved)\b",
    ),
    _ask(
        "asks_about_habits", 0.78,
        r"\b(?:do|did|what|where|when|how)\b[^.?!]{0,40}\b(?:i|we)"
        r" (?:usually|always|normally|typically|tend to|prefer)\b",
        r"\byou (?:have|know|got|kept) (?:that|it|this|those|them),? right\b",
    ),
    _ask(
        "asks_where_we_were", 0.9,
        r"\bwhere (?:did we|were we|are we with)\b",
        r"\bwhat(?:'s| is) left on\b",
        r"\bwhere do (?:we|things) stand\b",
        r"\b(?:what's|what is) (?:the )?(?:status|state) of (?:the thing|my|our)\b",
        r"\bstatus of the thing\b",
    ),
    _ask(
        "asks_again", 0.85,
        rf"^{ASK}\b[^.?!]{{0,60}}\bagain\b",
        rf"\b{ASK}\b[^.?!]{{0,50}}\b(?:was|were) (?:it|that|those)\b",
        r"\b(?:was|were) (?:it|that) (?:again|that|the|\w+ or \w+)",
        r"^was it\b",
    ),
    _ask(
        "asks_how_it_ended", 0.8,
        r"\bwhat happened (?:with|to)\b",
        r"\bwhat became of\b",
        r"\bhow did (?:the|it|that|his|her)\b[^.?!]{0,40}\bgo\b",
        r"\bend up\b[^.!]{0,60}\?",
        r"\bany (?:news|updates?)\b[^.?!]{0,40}\b(?:on|about|from|i)\b",
    ),
    _ask(
        "asks_if_it_was_before", 0.8,
        r"^(?:has|have|did|was|were|is|are)\b[^.?!]{0,70}\b(?:before|already|ever come|like this)\b",
    ),
    _ask("asks_about_then", 0.78, rf"\b{ASK}\b[^.?!]{{0,90}}\b(?:{_THEN})\b"),
    _ask(
        "asks_about_a_past_matter", 0.72,
        r"\b(?:who|what|which|where)\b[^.?!]{0,50}\b\w+ed\b[^.?!]{0,50}\b(?:in|during)(?: the)?"
        rf" (?:{_MONTH}|{_SEASON}|outage|incident)\b",
        r"\b(?:any|which) [^.?!]{0,40}\bstill open\b",
    ),
    _ask(
        "asks_for_what_is_open", 0.75,
        r"\banything (?:i|we)\b",
        r"\bdo (?:i|we) have (?:a|any)\b",
        r"\bwho(?:'s| is| owns)\b[^.?!]{0,50}\b(?:our|my|rock|metric|seat|action item)\b",
        r"\baction items\b",
        r"\bopen (?:items|points)\b",
    ),
)  # fmt: skip
