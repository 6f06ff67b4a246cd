"""Which words speak for which posture. Patterns run on lower case, and none can run away."""

from __future__ import annotations

from holdfast.core.language.calendars import calendar_of
from holdfast.core.language.kin import kin_of
from holdfast.core.language.tables import one_of
from holdfast.turn.types import Posture
from holdfast.turn.understand.weigh import Cue, pattern

_KIN = rf"(?:{kin_of('en').pattern(plurals=True)}|ex|family)"
_CALLED = rf"(?:{one_of(kin_of('en').called)})"
_NAMED_TIMES = calendar_of("en").pattern("month_names", "weekday_names")
_HURT = (
    r"(?:overwhelmed|anxious|anxiety|panic(?:king|ky)?|depressed|depression|hopeless|helpless|exhausted|lonely|"
    r"scared|terrified|frightened|afraid|crying|cried|grief|grieving|miserable|devastated|heartbroken|worthless|"
    r"useless|numb|ashamed|desperate|drained|burn(?:ed|t) out|burnout|stressed|suicidal|unbearable|suffering|"
    r"broken|despair|freaking out|breaking down|sobbing|nightmares?|insomnia|self-harm)"
)
_BETWEEN = (
    r"(?:fights?|fought|fighting|argu(?:e|ed|es|ing|ment|ments)|quarrel\w{0,4}|forgiv\w{1,4}|forgave|broke up|"
    r"break(?:ing)? up|split up|divorc\w{1,3}|separat(?:ed|ing)|cheat(?:ed|ing)|lied to|lying to|jealous|"
    r"betray\w{1,3}|in love|marriage|married|wedding|relationship|dating|first date|trust (?:him|her|them)|"
    r"apologi[sz]\w{1,3}|ignor(?:es|ed|ing) me|avoids me|shuts? (?:down|me out)|taking me for granted|"
    r"needs? space|(?:talking|spoken|speaking|talk|listen|listens|mean) to me|barely talk\w{0,3}|hates me|"
    r"loves me|love (?:him|her)|miss (?:him|her)|between us|for us\b|honest conversation|cancelled on me|"
    r"let me down|hurt (?:him|her|my feelings)|a better (?:friend|partner|parent|father|mother|son|daughter)|"
    r"met someone|makes me laugh|silent treatment|ghosted|boundar(?:y|ies))"
)


def _cue(label: Posture, name: str, weight: float, *pieces: str) -> Cue[Posture]:
    return Cue(label, name, weight, pattern(*pieces))


POSTURE_CUES: tuple[Cue[Posture], ...] = (
    _cue(
        "SUPPORT", "is_in_danger", 0.97,
        r"""
        \b(?:kill(?:ing)? myself|end (?:my life|it all)|want to die|don't want to (?:live|be alive|exist)|
        hurt(?:ing)? myself|better off (?:dead|without me)|suicid\w{2,5})\b
        """,
    ),
    _cue(
        "SUPPORT", "hurts", 0.65,
        r"\b",
        _HURT,
        r"\b",
    ),
    _cue(
        "SUPPORT", "feels_bad", 0.7,
        r"""
        \b(?:i (?:just |really |still )?feel|feeling|i'm|i am|to feel) (?:so |really |very |completely |just |
        totally |such |this |a bit |like ){0,3}(?:bad|sad|empty|down|low|lost|alone|awful|terrible|horrible|stuck|
        sick|numb|a failure|a mess|worried|hurt|guilty|like a failure|nothing|not ok|not okay|tired of everything|
        done with everything)\b
        """,
    ),
    _cue(
        "SUPPORT", "cannot_go_on", 0.75,
        r"""
        \b(?:can't (?:cope|take (?:it|this|any)|go on|do this any ?more|stop (?:crying|shaking|thinking|worrying)|
        breathe|sleep|handle (?:it|this))|too much (?:right now|for me|to bear)|all too much|falling apart|fell apart|
        at my limit|don't know where to start|don't know what to do any ?more|haven't slept|want to (?:hide|give up|
        disappear)|good enough|heart (?:is )?(?:pounding|racing)|see the point|messed (?:it |everything )?up|
        hate myself|such a failure|hurts? so (?:much|bad)|ever feel (?:ok|okay|better|normal)|
        pretend(?:ing)? i'm (?:fine|ok|okay)|thoughts won't stop|get through (?:the night|the day|this))\b
        """,
    ),
    _cue(
        "SUPPORT", "lost_someone_or_something", 0.75,
        r"""
        \b(?:passed away|(?:has |just |had )?died|funeral|miscarriage|diagnos(?:ed|is)|biopsy|cancer|lost my (?:job|
        mum|mom|mother|dad|father|dog|cat|home|baby|wife|husband|son|daughter|best)|got (?:fired|laid off)|
        was (?:fired|laid off)|in hospital)\b
        """,
    ),
    _cue(
        "SUPPORT", "had_an_awful_time", 0.5,
        r"""
        \b(?:today|yesterday|it|this week|last night|everything|day) (?:was|is|has been) (?:so |really |
        just )?(?:awful|terrible|horrible|hell|the worst|unbearable|a nightmare|too much)\b|\bsomeone to (?:talk to|
        listen)\b
        """,
    ),
    _cue(
        "RELATIONSHIP", "names_someone_close", 0.5,
        r"\b(?:my|our) (?:[\w-]+ )?",
        _KIN,
        r"\b|\b",
        _CALLED,
        r"\b",
    ),
    _cue(
        "RELATIONSHIP", "speaks_of_what_is_between", 0.6,
        r"\b",
        _BETWEEN,
        r"\b",
    ),
    _cue(
        "RELATIONSHIP", "speaks_of_him_or_her", 0.15,
        r"\b(?:he|she|him|her|us)\b",
    ),
    _cue(
        "RELATIONSHIP", "someone_and_i", 0.5,
        r"\b[^\W\d_]+ and (?:i|me) (?:are|were|have|had|keep|finally|barely|don't|never|always|used)\b",
    ),
    _cue(
        "REFLECTION", "asks_why_one_is_so", 0.8,
        r"""
        \b(?:why (?:do|am|did|can't|don't) i (?:always|never|keep|only|even|still|so|such|act|react|feel the need)|
        how did i (?:become|end up)|what does (?:it|that|this) say about me|am i (?:the kind|the sort|someone|
        somebody|a person|just|becoming|too)|why is it so hard for me|who (?:am i|i (?:really )?am)|
        what do i (?:actually|really|truly|even) want|what kind of person)\b
        """,
    ),
    _cue(
        "REFLECTION", "notices_oneself", 0.65,
        r"""
        \b(?:i(?:'ve)? (?:just |only |slowly |have |recently |also )?(?:notice|noticed|noticing|reali[sz]e|
        reali[sz]ed|see now|understood|recogni[sz]ed?) (?:now |today |lately |recently |again )?(?:that|how|why|i|i'm|
        myself)|i see now|(?:it|that) (?:struck|dawned on|occurred to) me|i(?:'ve| have) been (?:thinking|reflecting|
        wondering)|makes me (?:wonder|think about)|i wonder (?:whether|if|why|what|who)|looking back|in hindsight)\b
        """,
    ),
    _cue(
        "REFLECTION", "speaks_of_patterns_and_values", 0.6,
        r"""
        \b(?:patterns?|my (?:own )?values|my purpose|meaning of|part of me|i used to (?:believe|think|be|feel|want)|
        what it's all for|(?:the|a) (?:kind|sort) of (?:person|man|woman|life)|want from (?:my )?life|about myself|
        in myself|with myself|i only feel|as a child|growing up|deep down|doesn't mean to me|
        what (?:really )?matters)\b
        """,
    ),
    _cue(
        "PLANNING", "speaks_of_plans", 0.65,
        r"""
        \b(?:plan|plans|planning|schedule|priorit(?:y|ies|i[sz]e|i[sz]ing)|deadlines?|milestones?|timelines?|goals?|
        roadmap|agenda|next steps|to-?do list|strategy|calendar|budget)\b
        """,
    ),
    _cue(
        "PLANNING", "asks_what_first", 0.75,
        r"""
        \b(?:what should i (?:do|tackle|start|focus|work|begin|prioriti[sz]e)\b[^.!?\n]{0,20}\b(?:first|next|today|
        tomorrow|this week|with)|where (?:do|should) i (?:start|begin)|how (?:do|should|can|could) i (?:split|
        structure|fit|organi[sz]e|schedule|balance|divide|best use|approach)|first or|before or after|in (?:which|
        what) order|is it (?:better|smarter) to|how (?:much|long|many \w+) should i)\b
        """,
    ),
    _cue(
        "PLANNING", "weighs_options", 0.6,
        r"""
        \bshould (?:i|we) [^.!?\n]{1,80} or\b|\b(?:decid(?:e|ing)|choos(?:e|ing)|torn) (?:whether|between|if)\b|
        \bfigure out (?:a|how|when|what|the)\b|\bpros and cons\b|\bdoes it make sense to\b
        """,
    ),
    _cue(
        "PLANNING", "sets_a_time", 0.35,
        r"""
        \b(?:this|next) (?:week|month|quarter|year|semester)\b|\b(?:days|weeks|months) (?:left|to go)|\b(?:so many|
        a hundred|too many|lots of) things to do\b|\b(?:by|until) (?:the|then|next|
        """,
        _NAMED_TIMES,
        r"""
        )\b|\btomorrow i (?:have|need|must)\b|\binto (?:small|smaller|manageable)? ?steps\b|
        \bset aside\b|\bput aside\b|\bstep by step\b
        """,
    ),
    _cue(
        "TASK", "asks_for_what_was_made", 0.55,
        r"\b(?:you (?:gave|wrote|made|showed|drafted|recommended) |i asked you to )",
    ),
    _cue(
        "COMPANIONSHIP", "asks_the_assistant", 0.6,
        r"""
        \b(?:your favou?rite|do you (?:ever|like|prefer|enjoy|dream|sleep|get)|are you (?:real|there|ok|bored|happy|
        tired)|did you miss me|have you ever)\b
        """,
    ),
)  # fmt: skip
