"""The words that show a signal. Patterns run on lower case, and none can run away."""

from __future__ import annotations

import re

from holdfast.turn.understand.weigh import pattern

SPEAKS = re.compile(r"\w")

PUTS_OFF = pattern(
    r"""
    \b(?:(?:i(?:'ll| will| can|'d rather| might| should probably)|let me|let's|can we|we can)
    \ (?!talk|see|call you|catch|tell you|text|speak|be back|chat|say)(?:[\w']+ ){1,6}
    (?:later\b(?! today)|another (?:time|day)|some other (?:time|day)|some ?day|eventually|at some point|
    one of these days|when i feel like it)|
    i(?:'ll| will) (?:just |probably |maybe )?(?:do|deal with|handle|think about|get to|start|face|look at|finish)
    \ (?:it|that|this|them|all that) (?:maybe )?(?:tomorrow|next week|next month|after the|on monday)|
    not now|not today|not right now|maybe tomorrow|maybe later|some other time|it can wait|that can wait|
    i(?:'ve|'m| am| have)? (?:still |just |always |even )?(?:(?:keep on|keep|kept|been|am) )?
    (?:putting (?:it|that|this|them|things) off|putting off|avoiding|procrastinating|postponing|dodging|
    pushing (?:it|that|this) (?:back|off|away)))\b
    """
)
TURNS_AWAY = pattern(
    r"""
    \b(?:i (?:really )?(?:don't|do not|dont) (?:really |even )?(?:want|wanna|feel like|care) (?:to )?
    (?:talk|talking|think|thinking|deal|dealing|discuss|discussing|go there|get into|go into|hear|face)|
    (?:i'd|i would) rather not|let's not (?:talk|go there|discuss|get into|open)|
    can we (?:please )?(?:not|drop|skip|leave|change the subject|talk about (?:something|anything) else)|
    change the subject|(?:talk about|discuss) (?:something|anything) else|drop (?:it|the subject)|leave it at that|
    none of your business)\b
    """
)
EXCUSES = pattern(
    r"""
    \b(?:i (?:just |really |still |simply )?(?:didn't|haven't|couldn't|did not|have not|could not)
    \ (?:really |even |quite )?(?:get|got|find|found|have|had|managed?|gotten) (?:the |any |enough |round |around )?
    (?:time|to it|energy|chance|a chance|to that|to doing)|
    i know i (?:should|ought|need|have|was supposed)[^.!?\n]{0,60}\bbut|i (?:should|ought to) have[^.!?\n]{0,60}\bbut|
    i was supposed to[^.!?\n]{0,60}\bbut|
    i(?:'m| was|'ve been| am)? (?:just |simply |way )?(?:too|so) (?:busy|tired|stressed|swamped) (?:to|for)|
    (?:isn't|not|never) (?:really )?the right (?:time|moment)|something (?:always )?came up)\b
    """
)
LEAVES_IT = re.compile(
    r"^(?:so |well |ok |okay |but )?(?:any ?ways?|whatever|never ?mind|moving on|by the way|btw|forget it|"
    r"on another note|different topic)\b"
)
NOT_ANY_MORE = re.compile(
    r"\b(?:stopped|stop|won't|will not|done|no longer|not|never|instead of|without|quit|tired of|sick of) "
    r"(?:keep )?(?:putting|avoiding|procrastinating|postponing|dodging|pushing)\b"
)

_LED_UP = r"(?:(?:please|pls|ok|okay|so|now|and|hey|hi|then|also|just|alright|right|but),? ){0,3}"
ASKS_FIRST = pattern(
    _LED_UP,
    r"""
    (?:(?:write|rewrite|draft|compose|summari[sz]e|translate|generate|create|outline|edit|proofread|correct|calculate|
    compute|prepare|explain|describe|suggest|recommend|remind|rephrase|reword|analy[sz]e|review|compare|convert|
    brainstorm|schedule|list|fix|define) (?!of\b|is\b|was\b)|
    (?:tell|give|show|help|send|teach|ask|find|get|read|bring|walk|guide|push|keep|hold|let|make) me\b|
    help (?:us|with)\b|help$|put together|come up with|look up|search for|break (?:this|that|it|the)|
    turn (?:this|that|these|those) |make (?:a|an|this|that|it|the|sure)\b|
    add (?:a|an|the|this|that|it|another)\b|set (?:a|an|up)\b|plan (?:my|our|the|a)\b|
    check (?:the|my|this|that|if|whether)\b|stop (?:\w+ing|it|that)\b|
    don't (?:\w+ )?(?:ask|tell|use|say|call|forget|let)\b|do (?:it|that|this) (?:for|again)\b)|(?:please|pls) \w
    """,
)
ASKS = pattern(
    r"""
    \b(?:(?:can|could|would|will) you (?:please |just |maybe |quickly |at least )?
    (?!believe|imagine|see\b|look at that|ever|say that|like|rather|mind|be\b(?! more| less| a)|still|remember|
    recall)\w|
    would you mind\b|i (?:really |just )?(?:need|want|would like|expect) you to\b|i'd like you to\b|
    i (?:really |just )?need (?:your |some )?(?:help|advice)\b|
    let's (?:write|draft|plan|map|outline|list|make|figure|work out|look at|go through|brainstorm)\b|
    what (?:should|shall|do|can|must) (?:i|we) (?:do|say|try|start|tackle|focus)\b|
    what(?:'s| is) (?:my|the|our) (?:next|first) (?:step|move)\b|what's next\b|
    what (?:would|do) you (?:suggest|recommend|advise|do\b))
    """
)
_MANNER = (
    r"(?:formal|robotic|cold|harsh|preachy|chatty|wordy|stiff|corporate|cheerful|patroni[sz]ing|condescending|verbose|"
    r"blunt|dry|polite|clinical|casual|bossy|pushy)"
)
TONE_FIRST = pattern(
    r"""
    (?:(?:please|just|and|but|so|ok|okay|(?:can|could|would|will) you(?: please)?),? ){0,3}
    (?:(?:be|sound|talk|speak)(?: to me)? (?:(?:a bit|a little|much|way|slightly|far|somewhat) )?(?:more|less|too) \w|
    rephrase (?:that|it)|(?:say|put|word|phrase) (?:that|it|this) (?:differently|another way|more|less|simply|simpler|
    in (?:other|simpler|plain))|(?:no|fewer) (?:emojis?|exclamation|bullet))
    """
)
TONE = pattern(
    r"""
    \b(?:your (?:tone|style|wording|phrasing|choice of words|manner|way of (?:talking|speaking|writing|putting))\b|
    (?:the way|how) you (?:talk|write|phrase|speak|word|say|put|answer|reply|express)\b|
    your (?:answers?|replies|responses?|messages|sentences|texts) (?:are|is|feel|sound|could|should|tend)\b|
    you(?:'re| are|'re being| sound| seem| come across| write| talk| always sound) (?:[\w']+ ){0,4}
    """,
    _MANNER,
    r"""
    \b|(?:blunter|warmer|gentler|kinder|friendlier|softer|clearer) with me\b|
    (?:talk|speak|write) to me (?:like|as|more|less|in|with|so)\b|
    (?:shorter|longer|briefer|simpler|more concise) (?:answers?|replies|responses?|messages|sentences)\b|
    (?:answer|reply|respond) (?:me )?(?:more|less|in (?:fewer|short|plain|simple|one|two))\b|
    (?:don't|do not|stop|quit|no more|fewer|less|drop|skip|lose|without|enough with)
    \ (?:(?:using|with|the|so many|all|all the|those|these) ){0,2}(?:emojis?|exclamation (?:marks|points)|bullet points|
    jargon|buzzwords|sugar-?coat\w*|lectur\w+|flatter\w*|small talk|pep talks?|calling me|platitudes)\b|
    why (?:so|are you so|do you (?:always )?(?:sound|talk|write|use|say))\b)
    """,
)
