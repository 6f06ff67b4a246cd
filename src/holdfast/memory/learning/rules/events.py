"""EVENTS: what people did and have before them ("I've booked …", "we went to …"). Tried where the table about them read
nothing, because most of its rules say more."""

from __future__ import annotations

import re
from collections.abc import Sequence

from holdfast.core.language.calendars import calendar_of
from holdfast.memory.learning.rules import nouns
from holdfast.memory.learning.rules.about_me import FactRule, rule
from holdfast.memory.learning.rules.objects import thing
from holdfast.memory.learning.rules.shapes import NAME, Shape

_DID = r"I (?:have |had )?(?:(?:just|finally|already|also|recently|even|now|actually|gone and|been and) )*"
_AM = r"I am (?:(?:just|finally|already|also|now|actually|still|currently|probably) )*"
_O = r"(?P<o>.{2,120})"
_ONE = r"(?P<o>(?:an?|the|my|our|her|his|two|three|four|five|six|seven|eight|nine|ten|twelve|some|\d{1,4}) .{2,120})"
_NAMED = rf"(?P<o>(?:(?:the|a|an|my|our) )?(?:[a-z]{{2,12}} ){{0,2}}?{NAME}.{{0,60}})"
_SMALL = re.compile(
    r"(?:(?:an?|the|my|our|some|two|three|four|more|few|bit of|bottle of|cup of) )*(?:lunch|dinner|breakfast|coffee|"
    r"tea|"
    r"milk|bread|beer|pint|drink|sandwich|ticket|laugh|look|word|call|message|text|email|letter|lift|taxi|bus|train|"
    r"feeling|point|idea|chance|minute|moment|second|hand|hint|grip|hold|rise|fright|shock|surprise|impression)s?\b",
    re.IGNORECASE,
)
_IDLE_ING = (
    r"(?!(?:think|feel|cry|wonder|laugh|talk|worry|look|say|hop|com|go|gett|hav|be|do|mak|shak|smil|shout|notic|tell|"
    r"ask|see|hear|call|giv|tak|put|us|runn?|turn|try|want|wait|sound|happen|believ|realis|realiz|regrett?|sweat)ing\b)"
)
_BODY = (
    "ankle|wrist|arm|leg|knee|hip|shoulder|back|neck|foot|toe|finger|thumb|hand|elbow|collarbone|rib|ribs|nose|jaw|"
    "tooth|hamstring|achilles|calf|kneecap|meniscus|tendon|ligament"
)


def _matters(caught: str) -> str | None:
    return None if _SMALL.match(caught) else thing(caught)


def _whole(caught: str) -> str | None:
    """With its day, which a thing alone would lose."""
    cut = re.split(r"[,;:(]| (?:and|but|because|so|which|who|that|if|while|when) ", caught, maxsplit=1)[0].strip(" .!")
    return cut if 1 < len(cut.split()) <= 12 and thing(cut) else None


def _spoken(caught: str) -> str | None:
    return None if len(caught.split()) > 7 else thing(caught)


def _act(caught: str) -> str | None:
    cut = re.split(r"[,;:(]| (?:and|but|because|so|which) ", caught, maxsplit=1)[0].strip(" .!")
    return cut if len(cut.split()) <= 9 else None


def _event(pattern: str, predicate: str, shape: Shape = _matters, confidence: float = 0.7) -> FactRule:
    return rule(pattern, predicate, shape, confidence, is_event=True)


_MONTH, _WEEKDAY = calendar_of("en").pattern("month_names"), calendar_of("en").pattern("weekday_names")
_WHEN = (
    r"(?:on (?:the )?(?:\d|mon|tues|wednes|thurs|fri|satur|sun)|next |tomorrow|this (?:week|after|even|mon|tues|wed|"
    r"thu|"
    r"fri|sat|sun)|in (?:"
    rf"{_MONTH}|two|three|"
    r"a )|at (?:\d|half|noon)|with |for the )"
)
_DATES = (
    r"(?:appointment|interview|exam|scan|operation|meeting|viewing|audition|hearing|surgery|flight|gig|concert|wedding|"
    r"lesson|check-?up|test|driving test|trial|x-ray|inspection|recital|reunion|conference|deadline|first day|"
    r"rehearsal|"
    r"session|assessment|consultation|opening|exhibition|survey|class|course|presentation|date)"
)

PRICED = _event(
    rf"{_DID}(?:bought|purchased|got|sold) (?P<o>(?:an?|the|my|our|two|three|some) [^,;]{{2,60}}? for (?:about |"
    rf"only |just |under )?"
    r"(?:[£$€] ?\d[\d,.]*k?|\d[\d,.]*k? ?(?:euros?|pounds?|quid|dollars?|bucks|[£$€])|(?:[a-z]{3,8}[ "
    r"-]){1,5}(?:euros?|pounds?|"
    r"quid|dollars?|bucks)))",
    "bought",
    lambda caught: caught if len(caught.split()) <= 14 else None,
)
"""Beside whatever else is read: what it cost."""

EVENTS: Sequence[FactRule] = (
    _event(rf"{_DID}(?:bought|purchased|ordered) (?:myself |ourselves |him |her |them )?{_ONE}", "bought"),
    _event(rf"{_DID}(?:booked|reserved) (?!it\b|him|her|them|in\b|off){_O}", "booked"),
    _event(
        rf"{_DID}(?:entered|signed up (?:for|to|with)|registered (?:for|with)|enrolled (?:in|on|at)|put my name "
        rf"down for|"
        rf"got (?:my )?tickets (?:for|to)) {_O}",
        "signed_up_for",
    ),
    _event(rf"{_DID}applied (?:for|to) {_ONE}", "applied_for"),
    _event(
        rf"{_DID}(?:started|begun|began) (?P<o>{_IDLE_ING}[a-z]{{2,12}}ing\b(?! to\b).{{0,50}}|(?:an? |the |my |new "
        rf"|piano |"
        r"swimming |driving |dance |language )*(?:lessons?|course|class|classes|therapy|counselling|counseling|"
        r"training|"
        r"physio|degree|job|business|diet|band|choir|book|blog|garden|medication|treatment|school|university|college)\b"
        r".{0,50})",
        "started",
        _spoken,
    ),
    _event(rf"{_DID}(?:taken up|took up) {_O}", "started", _spoken),
    _event(
        rf"{_DID}(?:given up|gave up|stopped|quit) (?P<o>(?:(?:the|my|on) )?(?:[a-z]{{3,12}}ing|gym|sugar|alcohol|meat|"
        r"coffee|caffeine|cigarettes|drink|drinking|dairy|social media|course|lessons|choir|band|allotment|"
        r"job)\b.{0,30})",
        "gave_up",
        _spoken,
    ),
    _event(
        rf"{_DID}(?:went|been|flew|travell?ed|cycled|hiked|took (?:him|her|them|the \w+) |drove) (?:(?:over|up|down|"
        rf"back|out|all the way) )?to {_NAMED}",
        "went_to",
        _matters,
    ),
    _event(rf"{_DID}(?:visited|spent .{{3,25}} in) {_NAMED}", "went_to"),
    _event(
        rf"{_AM}(?:going|flying|travell?ing|driving|heading|off|taking the train|moving) (?:(?:over|up|down|back|"
        rf"out|away|"
        rf"home) )*to {_NAMED}",
        "going_to",
        _whole,
    ),
    _event(
        rf"I (?:have|have got|got) (?:also )?(?P<o>(?:an? |my |the |our |another |two )(?:[\w'-]{{2,15}} "
        rf"){{0,3}}?{_DATES} "
        rf"{_WHEN}.{{1,50}})",
        "has_date",
        _whole,
    ),
    _event(
        rf"(?:my|our) (?P<o>(?:[\w'-]{{2,15}} ){{0,3}}?{_DATES} is (?:booked |set |scheduled |now |moved )?(?:for |"
        rf"to )?"
        r"(?:on (?:the )?(?:\d|mon|tues|wednes|thurs|fri|satur|sun)|\d|the \d|"
        rf"{_WEEKDAY}|tomorrow|next |in (?:{_MONTH})).{{0,40}})",
        "date",
        _whole,
    ),
    _event(rf"I will be in (?P<o>{NAME} (?:next|on|for|in|from|until|this|tomorrow) .{{2,40}})", "going_to", _whole),
    _event(r"I am getting (?P<o>(?:married|divorced|a dog|a cat|a puppy|a kitten)\b.{0,40})", "getting", _act),
    _event(r"I (?:have )?(?:just |finally )?got (?P<o>promoted\b.{0,40})", "got", _act),
    _event(
        r"I was born (?P<o>(?:last|this|yesterday|today|on (?:mon|tues|wednes|thurs|fri|satur|sun)).{0,30})",
        "was_born",
        _act,
    ),
    _event(r"I (?P<o>(?:died|passed away)(?: .{2,40})?)$", "has_died", _act, 0.8),
    _event(rf"{_DID}(?:got|been|was) (?:offered|promised|given) (?P<o>(?:the|an?|my) .{{2,80}})", "was_offered"),
    _event(r"they (?:have )?(?:just |finally )?offered (?:me|us) (?P<o>(?:the|an?) .{2,80})", "was_offered"),
    _event(
        rf"{_DID}(?:got|won|received|landed|been awarded) (?P<o>(?:the|an?|my|our) (?:[\w'-]{{2,15}} "
        rf"){{0,2}}?(?:job|place|"
        r"grant|promotion|prize|scholarship|visa|mortgage|loan|raise|diploma|degree|licen[cs]e|contract|commission|"
        r"award|"
        r"medal|keys|commission|stall|residency|part)\b.{0,40})",
        "got",
    ),
    _event(
        rf"{_DID}(?:broke|broken|sprained|fractured|twisted|torn|tore|cracked|injured|hurt|pulled|dislocated|burnt|"
        rf"burned|"
        rf"done in) my (?P<o>(?:left |right |big |little |lower |upper )?(?:{_BODY}))\b.{{0,50}}",
        "injured",
        lambda caught: caught,
    ),
    _event(
        rf"{_DID}(?:had|having|have) (?P<o>(?:an? |my |the )?(?:[\w-]{{2,15}} ){{0,2}}?(?:surgery|operation|hip "
        rf"replacement|"
        r"knee replacement|biopsy|mri|ct scan|root canal|miscarriage|stroke|heart attack)\b.{0,30})",
        "had_treatment",
    ),
    _event(
        rf"{_DID}(?:signed|exchanged) (?P<o>(?:the|a|an|my|our) (?:[\w-]{{2,15}} )?(?:lease|contract|papers|"
        rf"mortgage|deal|"
        r"contracts)\b.{0,40})",
        "signed",
    ),
    _event(
        rf"{_DID}(?:opened|launched|founded|set up|started) (?P<o>(?:the|an?|my|our) (?:[\w'-]{{2,15}} ){{0,2}}?"
        rf"(?:{nouns.OWNABLE}|stall|gallery|café|cafe|account|charity|group|club|company|practice)\b.{{0,40}})",
        "opened",
    ),
    _event(rf"{_DID}graduated (?:from|in|with) {_O}", "graduated_from"),
    _event(
        rf"{_DID}(?:finished|completed|published|recorded|released|submitted|handed in) (?P<o>(?:the|my|our|an?) "
        r"(?:[\w'-]{2,15} ){0,3}?(?:book|novel|course|degree|thesis|dissertation|album|record|song|marathon|half|race|"
        r"training|album|paper|portfolio|renovation|roof|kitchen|bathroom|quilt|jumper|bowl|vase|mug|essay|report|"
        r"book)\b"
        r".{0,40})",
        "finished",
    ),
    *(
        _event(
            rf"{_DID}(?:{verbs}) (?P<o>(?:the|my first|an?|all) (?!bath|shower|bus|stairs|streets?|dog\b).{{2,60}}|"
            rf"(?:\d+|"
            r"[a-z]{3,9}) (?:miles?|k|km|kilometres?|kilometers?|lengths|metres)\b.{0,40})",
            predicate,
        )
        for predicate, verbs in (
            ("ran", "ran|run"),
            ("swam", "swam|swum"),
            ("cycled", "cycled"),
            ("climbed", "climbed"),
        )
    ),
    *(
        _event(
            rf"{_DID}{verb} (?P<o>(?:the|my|her|his) (?:[\w'-]{{2,15}} ){{0,2}}?(?:test|exam|theory|driving test|exams|"
            r"assessment|audition|interview|inspection|grade \w+|viva)\b.{0,30})",
            verb,
        )
        for verb in ("passed", "failed")
    ),
    *(
        _event(
            rf"{_DID}(?:{verbs}) (?P<o>(?:an?|my first|my own|our|two|three|four|five|six|seven|eight|ten|twelve|\d+) "
            r"(?!mistake|mess|joke|fool|deal|start|decision|list|point|fuss|noise|face|note|call|promise|lot|few|"
            r"bit|scene|"
            r"plan|difference|pot of|cup|copy|speech|pact|rule|habit|bet|wish|living|case|move|hash|pig|show|big|great|"
            r"terrible|total|complete|sort|kind|wee|whole|arse|ass|idiot|exception|effort|attempt|enemy|discovery|"
            r"friend|new).{2,60})",
            predicate,
            _spoken,
        )
        for predicate, verbs in (
            ("planted", "planted"),
            ("built", "built"),
            ("made", "made"),
            ("painted", "painted"),
            ("knitted", "knitted"),
            ("baked", "baked"),
            ("carved", "carved"),
            ("wrote", "written|wrote"),
            ("restored", "restored"),
            ("hired", "hired"),
            ("adopted", "adopted|fostered|rescued"),
        )
    ),
)
