"""Words of messages that need nothing but themselves: small talk, commands, tasks, questions about the world. Pure."""

from __future__ import annotations

import re

from holdfast.core.language.words import vocabulary_of
from holdfast.turn.librarian.asks import ASK

_POLITE = "(?:can you |could you |please |would you |now )?"

SMALL_WORDS = vocabulary_of("en").needs_nothing
"""A short message of these words alone is small talk, in whatever order they come."""

SMALL_TALK = re.compile(
    r"(?:(?:i see|i agree|i understand|i don't understand|i don't know|no idea|what a day|that makes sense|i'm bored"
    r"|i'm (?:tired|hungry|fine|good|ok|okay|back|here|happy)|it's (?:hot|cold|raining|snowing|sunny|late|getting late)"
    r"(?: \w+)?|nice weather.{0,25}|how are you.{0,15}|what's up|how's it going|are you there|can you hear me"
    r"|i (?:love|like) (?:it|that|you)|ok let's do it|let's do it|let's go|sounds good|what else|really|why)[.!?, ]*)+"
)

ABOUT_THIS_TALK = re.compile(
    "|".join(
        (
            r"\b(?:you|i) just (?:say|said|told|wrote)\b",
            rf"^{_POLITE}(?:say|repeat) (?:that|it|this)\b",
            r"can you repeat\b",
            r"what do you mean\b",
            r"\b(?:rephrase|shorten|simplify)\b",
            r"\bmake (?:it|that|this) (?:\w+ )?(?:\w+er|more|less)\b",
            r"\b(?:first|second|third|last) (?:point|part|answer|paragraph|sentence|example)\b",
            r"^(?:go on|continue|next|wait)[.!]?$",
            r"\b(?:your|this|the) (?:last )?answer\b",
        )
    )
)
"""What was said a moment ago stands in the history."""

COMMAND = re.compile(
    r"^(?:set (?:a|an|the) (?:timer|alarm)|turn (?:on|off|up|down|this)|remind me to|speak|sing"
    r"|use (?:bullet|short|simple)|answer in|please answer|reply in|be (?:more|less)|open|close|start"
    r"|stop|mute|play|pause|count|restart|run|rerun|scale|deploy|drain|cordon|check|ping|tail|kill|page the"
    r"|show me the|kubectl|sudo|git|docker)\b"
)
TASK = re.compile(
    rf"^{_POLITE}(?:write|draft|compose|generate|create|make|translate|convert|summari[sz]e|proofread|rewrite|rephrase"
    r"|fix|correct|format|list|give me|suggest|recommend|name|invent|draw|describe|explain|define|compare|calculate"
    r"|tell me (?:a|an|about|what|how|why)|outline|prepare|plan|design|find|solve|code|implement|pros and cons)\b"
)
WITH_PAYLOAD = re.compile(
    rf"^{_POLITE}(?:translate|summari[sz]e|proofread|rewrite|rephrase|fix|correct|shorten|improve|format|convert|debug"
    r"|review)\b"
)
"""Tasks that bring along what is to be worked on."""

QUESTION = re.compile(
    rf"^(?:{ASK}(?:'s)?|is|are|does|do|can|could|did|was|were|will|would|has|have|should)\b|\?\s*$|^\d"
)
GENERIC = re.compile(
    "(?:"
    + "|".join(
        (
            "what(?:'s| is| are| does| do| causes| makes)",
            "how (?:do|does|can|far|many|much|tall|old|big|long|heavy|hot|cold|fast)",
            "why (?:do|does|is|are)",
            "who (?:wrote|won|invented|painted|discovered|founded|made|is the|was the|are)",
            r"when (?:was|did) (?:the )?\w+",
            r"is (?:it|there|\w+ (?:a|an|bad|good|safe))",
            r"are (?:there|\w+)",
            r"which (?:is|are|one|\w+ is)",
            "where (?:is|are)",
            "should (?:you|one)",
            "can|could|does|define|in one|if a",
        )
    )
    + r")\b"
)
"""How questions about the world begin."""

HOW_TO = re.compile(r"\bhow (?:do|can|could|would|does) (?:i|you|we|one|people)\b(?! know)|\bdo i (?:need|have to)\b")
ABOUT_A_SUBJECT = re.compile(rf"(?:{ASK} )?(?:did|has|does|is|was)\b")
