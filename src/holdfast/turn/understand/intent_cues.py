"""Which words speak for which intent. Patterns run on lower case, and none can run away."""

from __future__ import annotations

from holdfast.turn.types import Intent
from holdfast.turn.understand.weigh import Cue, pattern

_LEAD = (
    r"(?:(?:please|pls|ok|okay|so|now|and|hey|hi|then|also|just|alright|right|kindly|quickly|go ahead and|(?:can|"
    r"could|would|will) (?:you|we)|help me(?: to)?|i (?:need|want|would like) you to|i'd like you to|let's|"
    r"let us),? ){0,4}"
)
"""How people lead up to a request."""
_MAKE = (
    r"(?:write|rewrite|draft|redraft|compose|summari[sz]e|sum up|shorten|translate|generate|create|build|outline|"
    r"edit|proofread|fix|correct|format|convert|calculate|compute|code|design|prepare|put together|come up with|"
    r"brainstorm|list|sketch|draw|rank|sort|compare|schedule|plan|map out|organi[sz]e|break|rephrase|paraphrase|"
    r"reword|refactor|condense|expand|polish|tidy up|lay out|spell-?check|reformat|transcribe|invent|implement|"
    r"extract|suggest|name|update|add|remind me (?:not )?to|turn (?:this|that|these|those|it|the|my|our)|"
    r"make (?:me |us )?(?:a|an|the|some|this|that|it|two|three|four|five)|give me (?:a|an|the|some|two|three|four|"
    r"five|six|seven|eight|nine|ten|\d+)|set (?:a|an|up)|show me (?:a|an|the|some|how)|find (?:me|a|an|the|out)|"
    r"look up|search (?:for|the|my)|check (?:the|my|this|that))\b"
)
_SAY = r"(?:say|tell|talk|mention|discuss|agree|decide|ask|promise|call|write|plan|want|go on about|put|set)"
_SAID = r"(?:said|told|talked|mentioned|discussed|agreed|decided|asked|promised)"
_DOING = (
    r"(?:doing (?:it|this|that)|starting|sending|submitting|calling|booking|heading|leaving|finishing|signing|"
    r"shipping|jumping in|diving in|getting started|getting going|moving on|on it|on my way|on a roll|off to|"
    r"about to|all set|ready to (?:go|start|begin|do|send|ship|call)|putting)"
)


def _cue(label: Intent, name: str, weight: float, *pieces: str) -> Cue[Intent]:
    return Cue(label, name, weight, pattern(*pieces))


INTENT_CUES: tuple[Cue[Intent], ...] = (
    _cue(
        "recall", "asks_what_was_said", 0.9,
        r"\b(?:what|which|when|where|who|how|why)\b[^.!?\n]{0,40}\b(?:did (?:i|we|you) (?:just |ever |once |last )?",
        _SAY,
        r"|(?:i|we|you) (?:just |ever |once |last )?",
        _SAID,
        r")\b",
    ),
    _cue(
        "recall", "asks_to_remember", 0.9,
        r"""
        \b(?:(?:do|can|did|don't) you (?:still |even )?(?:remember|recall)|remember (?:when|what|who|how|that time|
        the time)|remind me (?:again )?(?:what|who|whom|when|where|which|how|why|of what|about what)|
        refresh my memory)\b
        """,
    ),
    _cue(
        "recall", "asks_what_is_known", 0.85,
        r"""
        \b(?:what (?:do|else do) you (?:still )?(?:know|remember) about (?:me|my|us|our)|have i (?:ever |always |
        already )?(?:told|talked|said|mentioned)|did i (?:ever |already )?(?:tell|mention|say)|have we (?:ever |
        already )?(?:talked|discussed|spoken))\b
        """,
    ),
    _cue(
        "recall", "points_back", 0.55,
        r"""
        \b(?:(?:you|we) (?:told|gave|suggested|recommended|said|discussed|talked about|set|agreed|decided|noticed|
        showed|wrote|made) |(?:i|we) (?:told|asked) you|that i mentioned|last time|in our (?:last|conversations?|
        earlier)|our last (?:session|chat|talk|conversation)|have you noticed)
        """,
    ),
    _cue(
        "recall", "asks_for_what_was_given", 0.8,
        r"""
        \b(?:where|what|which|who)(?:'s| is| was| were)? [^.!?\n]{0,40}\byou (?:wrote|gave|made|sent|showed|suggested|
        recommended|drafted)\b
        """,
    ),
    _cue(
        "recall", "asks_again", 0.55,
        r"\b(?:show|give|tell) me again\b|\bwhat (?:was|were) (?:that|the|those|my|our)\b",
    ),
    _cue(
        "output_task", "asks_to_make", 0.85,
        r"(?:^|[.!?\n] ?)",
        _LEAD,
        _MAKE,
    ),
    _cue(
        "output_task", "asks_for_a_service", 0.6,
        r"""
        \b(?:can|could|would|will) you (?:please |just |maybe )?(?:do|make|write|give|send|show me|find|check|put|
        prepare|help|look|read)\b
        """,
    ),
    _cue(
        "output_task", "needs_a_thing", 0.75,
        r"""
        \bi(?: need|'d like| would like|'m looking for| want) (?:a|an|some|the|two|three|five|
        ten) (?:[\w-]+ ){0,3}(?:query|script|function|e-?mail|letter|list|summary|table|draft|template|text|post|
        essay|report|poem|story|recipe|outline|haiku|limerick|song|speech|toast|plan|schedule|slogan|title|caption|
        bio|slide|slides|presentation|translation|version|code|formula|name|names|ideas?)\b
        """,
    ),
    _cue(
        "momentum", "acts_now", 0.8,
        r"\bi(?:'m| am) (?:now |already |just |finally |totally )?",
        _DOING,
        r"\b",
    ),
    _cue(
        "momentum", "lets_go", 0.85,
        r"""
        \b(?:let's (?:go\b(?! back| over| through| to)|do (?:this|it)|start|begin|get (?:going|started|moving|
        this done|it done|to it)|roll|ship|move on|crack on|keep going)|here (?:i|we) go|off (?:i|we) go|
        enough (?:thinking|talking|planning)|no (?:way|turning) back|bring it on|wish me luck|game on|ready to go|
        i'm (?:in|ready)\b(?! (?:a|the|my|this|bed|trouble|pain|love)\b)|keep me going|full steam)
        """,
    ),
    _cue(
        "momentum", "knows_the_next_step", 0.8,
        r"""
        \b(?:i (?:now |finally |already )?(?:exactly )?know (?:exactly |precisely |just )?(?:what to do|
        what i have to do|how to go on|where to start|the next step|what(?:'s| is) next|what comes next)|
        next (?:up )?i(?:'ll| will)|(?:and )?now i(?:'ll| will)|and then i(?:'ll| will)? (?:ship|send|call|finish|
        start|submit|book|write)|now on to|on to the next|moving on to|(?:down|done|finished), (?:now |next |on ?to )|
        (?:clicking|hitting|pressing) (?:send|submit|buy|publish)|done with (?:step|part|chapter|the first|the second|
        number)|step (?:one|two|three|four|\d+) (?:is )?(?:done|finished))\b
        """,
    ),
    _cue(
        "momentum", "will_do_at_once", 0.7,
        r"""
        \bi(?:'ll| will|'m going to|'m gonna| am going to|'ve decided to| want to) (?:[\w'-]+ ){1,8}?(?:right now|
        right away|straight away|at once|immediately|this (?:minute|morning|afternoon|evening)|tonight|today|now)\b
        """,
    ),
    _cue(
        "momentum", "going_to", 0.5,
        r"\bi(?:'m| am) (?:going to|gonna) (?!be\b|die\b|cry\b|lose\b|miss\b|fail\b|bed\b|sleep\b)",
    ),
    _cue(
        "momentum", "just_did", 0.6,
        r"""
        \bi?(?:'ve)? ?(?:just|finally) (?:booked|sent|submitted|signed|called|made the call|did it|done it|started|
        registered|applied|shipped|launched|paid|handed in|hit send)\b|\bi (?:signed up|hit send|handed it in|
        pulled the trigger)\b
        """,
    ),
    _cue(
        "momentum", "gets_going", 0.6,
        r"""
        \b(?:get(?:ting)? (?:going|started|moving|this done|it done)|time to (?:call|send|write|go|start|do|act|move|
        face|get|make|ship|tackle)|that's decided|it's decided|decision made|no more excuses|more (?:page|pages|
        to go)|i've (?:blocked|cleared|set aside) (?:the|my|an|two|three))\b
        """,
    ),
    _cue(
        "question", "ends_in_a_question_mark", 0.6,
        r'''\?[\s\"')]*$''',
    ),
    _cue(
        "question", "holds_a_question_mark", 0.3,
        r"\w\s?\?",
    ),
    _cue(
        "question", "begins_as_a_question", 0.6,
        r"""
        ^(?:(?:and|so|but|ok|okay|hey|well|wait|hmm|um|also),? ){0,2}(?:what|what's|whats|which|who|who's|whose|whom|
        when|where|where's|why|how|how's|is|are|am|was|were|do|does|did|should|would|could|can|will|won't|has|isn't|
        aren't|doesn't|shouldn't)\b(?! (?:a|an) \w+ (?:day|week|night|mess|relief|view|game))
        """,
    ),
    _cue(
        "question", "asks_to_explain", 0.7,
        r"""
        (?:^|[.!?\n] ?)(?:please |can you |could you |so )?(?:explain|tell me (?:about|how|why|what|which|who|when|
        where|if|whether)|define|i wonder (?:what|who|when|where|how (?:do|does|many|much)))\b
        """,
    ),
    _cue(
        "casual", "small_talk", 0.85,
        r"""
        \b(?:how are (?:you|things)|how's (?:it going|life|everything|your day)|how is it going|how
        (?:'ve| have) you been|what's (?:up|new|good)|just (?:saying|wanted to say) (?:hi|hello|hey)|just checking in|
        how do you do|nothing much|you there|talk (?:to you )?(?:tomorrow|later|soon)|see you|sweet dreams|sleep well|
        have a (?:good|nice|great))\b
        """,
    ),
    _cue(
        "casual", "laughs", 0.65,
        r"\b(?:(?:ha){2,6}h?|lol|lmao|rofl|hehe|hihi)\b",
    ),
    _cue(
        "casual", "greets", 0.5,
        r"""
        ^(?:hi|hey|hello|yo|hiya|good (?:morning|evening|night|afternoon)|morning|bye|goodbye|thanks|thank you|
        cheers)\b(?! to )
        """,
    ),
)  # fmt: skip
