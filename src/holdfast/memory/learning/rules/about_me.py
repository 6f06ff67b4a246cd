"""ABOUT_ME: what people say of themselves ("I live in …"). Others are read by it too, put in the first person."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from holdfast.core.language.calendars import calendar_of
from holdfast.memory.learning.rules import nouns
from holdfast.memory.learning.rules.objects import day, place, thing
from holdfast.memory.learning.rules.shapes import NAME, Shape, age, job, language, named, one_of, owned, simple, zone

_MUCH = (
    r"(?:(?:really|absolutely|also|just|truly|still|always|usually|mostly|currently|now|do|quite|especially|"
    r"actually|secretly|totally|generally) )*"
)
_REST = r"(?P<o>.{2,150})"


@dataclass(frozen=True, slots=True)
class FactRule:
    pattern: re.Pattern[str]
    predicate: str
    shape: Shape
    confidence: float = 0.75
    is_event: bool = False
    """It happened: a year named beside it is when it began."""


def rule(pattern: str, predicate: str, shape: Shape, confidence: float = 0.75, *, is_event: bool = False) -> FactRule:
    return FactRule(re.compile(pattern, re.IGNORECASE), predicate, shape, confidence, is_event)


ABOUT_ME: Sequence[FactRule] = (
    rule(rf"my (?:full |first |real )?name is (?!not ){_REST}", "name", named, 0.9),
    rule(rf"I am called (?P<o>{NAME})", "name", named, 0.9),
    rule(
        rf"I am (?P<o>{NAME})(?:$|,| and| from)",
        "name",
        lambda caught: (
            None
            if re.fullmatch(
                rf"(?:{nouns.NATIONALITIES}|{nouns.DIETS}|{nouns.JOBS}|{nouns.STATUSES}).*", caught, re.IGNORECASE
            )
            else named(caught)
        ),
        0.8,
    ),
    rule(
        r"(?:do not call me [\w'-]{1,40}(?: anymore)?,? (?:but |just |rather |please )*)?"
        r"(?:you can |just |everyone |everybody |people |my friends |friends |you may )*(?:usually )?(?:call|"
        rf"calls) me (?P<o>{NAME})",
        "preferred_name",
        named,
        0.9,
    ),
    rule(
        rf"I (?:go by|prefer to be called|like to be called|prefer) (?P<o>{NAME})(?:$| instead| rather| over)",
        "preferred_name",
        named,
        0.85,
    ),
    rule(rf"I (?:go by|prefer to be called|like to be called) {_REST}", "preferred_name", named, 0.85),
    rule(
        r"I (?:am|turned|just turned|have turned|have just turned) (?P<o>(?:\d{1,3}|[a-z]{4,7}ty(?:-[a-z]{3,5})?|"
        r"[a-z]{3,6}teen|three|four|five|six|seven|eight|nine|ten|eleven|twelve)\b.{0,60})",
        "age",
        age,
        0.8,
    ),
    rule(rf"my birthday (?:is|falls) (?:on )?{_REST}", "birthday", day, 0.9),
    rule(rf"I was born on {_REST}", "birthday", day, 0.9),
    rule(
        rf"I was born (?:and raised )?in (?!\d)(?!(?:the|{calendar_of('en').pattern('month_names')})\b){_REST}",
        "born_in",
        place,
    ),
    rule(
        r"I (?:(?:still|now|currently|also|both|actually) )*(?:live|am living|reside|am based|am located) (?:in|"
        rf"at|on|near) (?!a (?:lot|world|bubble)|fear|the (?:moment|past|present)){_REST}",
        "lives_in",
        place,
    ),
    rule(
        r"I (?:have )?(?:just |recently |finally )?(?:moved|relocated) (?:back |over |out )?(?:from .{2,40} "
        rf")?to (?!a (?:new|different|bigger|smaller)\b|the next|another|my |our |our|using){_REST}",
        "lives_in",
        place,
        is_event=True,
    ),
    rule(rf"I (?:am|come) (?:originally )?from {_REST}", "from", place),
    rule(rf"I (?:grew up|was raised) in (?!a |an |the (?:country|city|suburbs|90|80|70)){_REST}", "from", place),
    rule(
        rf"I {_MUCH}(?:work|am working|am employed) (?:full[- ]time |part[- ]time |remotely |as an? .{{2,40}} "
        r")?(?:at|for) (?!home|the moment|night|nothing|free|a living|least|my(?:self)?\b|it\b|this\b|that\b|an? |"
        rf"hours|the same|different){_REST}",
        "works_at",
        place,
    ),
    rule(
        r"I (?:have )?(?:just |recently )?(?:started|got|accepted|took|landed) (?:working |a (?:new )?(?:job|"
        rf"position|role|offer) |my new job |work )(?:at|with|for|from) {_REST}",
        "works_at",
        place,
        is_event=True,
    ),
    rule(rf"I (?:have )?(?:just |recently )?joined (?P<o>{NAME}.{{0,60}})", "works_at", place, 0.6, is_event=True),
    rule(rf"my (?:current )?employer is {_REST}", "works_at", place),
    rule(
        rf"I {_MUCH}(?:work|am working|am employed) as {_REST}",
        "occupation",
        lambda caught: job(caught) or simple(re.split(r" (?:at|for|in) ", caught, maxsplit=1)[0]),
    ),
    rule(rf"I {_MUCH}(?:work|am working|am employed) (?:at|for) .{{2,50}}? as (?P<o>an? .{{2,80}})", "occupation", job),
    rule(r"I (?:am|became|have become|am now|am also|am currently) (?P<o>(?:an? |the ).{2,100})", "occupation", job),
    rule(r"I am (?P<o>(?:retired|unemployed|self-employed|between jobs))\b", "occupation", thing),
    rule(rf"my (?:job|profession|occupation|job title) is {_REST}", "occupation", lambda caught: job(caught)),
    rule(
        rf"I {_MUCH}(?:study|am studying) (?!for |at |in |hard|the |this |that |how |with ){_REST}",
        "studies",
        lambda caught: simple(re.split(r" (?:at|in|with) ", caught, maxsplit=1)[0]),
    ),
    rule(
        rf"I {_MUCH}(?:study|am studying)(?: [\w ]{{2,40}})? at (?!home|night|the (?:moment|library)){_REST}",
        "studies_at",
        place,
    ),
    rule(rf"I am an? [\w ]{{0,20}}student at {_REST}", "studies_at", place),
    rule(
        rf"I {_MUCH}(?:dislike|hate|can not stand|do not (?:really )?like|detest|despise|do not enjoy|loathe) (?!to )"
        rf"{_REST}",
        "dislikes",
        thing,
    ),
    rule(rf"I am not (?:really |exactly )?(?:a (?:big |huge )?fan of|into|fond of|keen on) {_REST}", "dislikes", thing),
    rule(rf"I {_MUCH}(?:like|love|enjoy|adore) {_REST}", "likes", thing),
    rule(
        r"I am (?:really |also |quite |very |totally )?(?:a (?:big |huge |massive )?fan of|into|fond of|keen on|"
        rf"obsessed with|passionate about|crazy about) {_REST}",
        "likes",
        thing,
    ),
    rule(rf"I {_MUCH}prefer (?!to be called|if|not|the (?:first|second|former|latter)){_REST}", "prefers", thing),
    rule(
        rf"I (?:have an? )?(?:am )?(?:severely |very |deathly |also |mildly |badly )*allergic to {_REST}",
        "allergic_to",
        thing,
        0.9,
    ),
    rule(r"I have an? (?:severe |bad |mild |serious )?(?P<o>[\w -]{3,30}?) allergy", "allergic_to", thing, 0.9),
    rule(
        r"I (?:also )?(?:have|suffer from|live with|was diagnosed with|have been diagnosed with|got diagnosed "
        rf"with) (?P<o>(?:{nouns.CONDITIONS})\b)",
        "has_condition",
        thing,
        0.8,
    ),
    rule(
        r"(?:I (?:am|have been|have become|became|went|have gone|am now|am also|eat|follow|am on) |as "
        rf")(?:strictly |fully |mostly |an? (?:strict )?)?{_REST}",
        "diet",
        one_of(nouns.DIETS),
        0.85,
    ),
    rule(
        r"I (?:do not|never|can not) (?:eat|have) (?!there|here|out|much|enough|at|before|after|in|well|"
        r"breakfast|lunch|dinner|any(?:thing|more)|a (?:lot|clue|car)|time|to\b|kids|children|money|the |an? |any "
        rf"){_REST}",
        "does_not_eat",
        simple,
        0.75,
    ),
    rule(
        r"I (?:do not|never|can not) drink (?!there|here|out|much|enough|at|before|after|in|anymore|any more|"
        r"any(?:thing)?|"
        rf"the |an? |that|this|it\b|to\b){_REST}",
        "does_not_drink",
        simple,
        0.75,
    ),
    rule(rf"I (?:can )?{_MUCH}speak {_REST}", "speaks", language, 0.85),
    rule(rf"my (?:native language|mother tongue|first language) is {_REST}", "native_language", language, 0.9),
    rule(
        r"I (?:am|have been|have started|started) (?:also )?(?:learning|taking lessons in|taking) (?!about|how|"
        rf"that|to |a lot|more|the |an? |it|this|from|some ){_REST}",
        "learning",
        lambda caught: language(caught) or (None if len(caught.split()) > 4 else simple(caught)),
        0.7,
    ),
    rule(
        rf"I (?:also |sometimes |often |regularly |{_MUCH})?play (?P<o>(?:{nouns.GAMES})\b)",
        "plays",
        thing,
        0.8,
    ),
    rule(rf"my (?:main |favou?rite |biggest )?hobb(?:y is|ies are|ies include) {_REST}", "hobby", thing, 0.8),
    rule(rf"I {_MUCH}collect {_REST}", "collects", thing, 0.7),
    rule(rf"I am (?:also |currently )?training for {_REST}", "training_for", thing, 0.75),
    rule(rf"my time ?zone is {_REST}", "time_zone", zone, 0.9),
    rule(rf"I am (?:in|on) {_REST}(?: time)", "time_zone", zone, 0.7),
    rule(
        rf"I am (?:originally |half |also )?{_REST}",
        "nationality",
        lambda caught: (
            (one_of(nouns.NATIONALITIES)(caught) or "").title() or None if len(caught.split()) <= 4 else None
        ),
        0.75,
    ),
    rule(
        rf"I (?:am|got|have been|am now|just got|recently got) (?:happily |recently |newly |still )?{_REST}",
        "relationship_status",
        one_of(nouns.STATUSES),
        0.85,
    ),
    rule(rf"I (?:am|got|just got) (?:happily )?(?:married|engaged) to (?P<o>{NAME})", "partner", named, 0.85),
    rule(rf"I am (?:dating|seeing|in a relationship with|going out with) (?P<o>{NAME})", "partner", named, 0.8),
    rule(rf"I (?:also )?(?:have|have got|drive|ride) {_REST}", "owns", owned, 0.7),
    rule(rf"I (?:also )?own {_REST}", "owns", thing, 0.7),
    rule(
        rf"I (?:have )?(?:just |recently |finally )?(?:bought|purchased|got|inherited) {_REST}",
        "owns",
        owned,
        0.7,
        is_event=True,
    ),
    rule(
        r"I (?:also )?have (?P<o>(?:an?|one|two|three|four|five|six|no) (?:[\w-]{2,12} )?(?:kids?|children|child|"
        r"sons?|daughters?|boys?|girls?|babies|baby|twins|toddlers?|teenagers?|grandkids|grandchildren))\b",
        "has_children",
        thing,
        0.85,
    ),
    rule(
        r"I (?:also )?have (?P<o>(?:an?|one|two|three|four|five|six|no) (?:[\w-]{2,12} )?(?:brothers?|sisters?|"
        r"siblings?|twins?))\b(?! (?:named|called|who is))",
        "has_siblings",
        thing,
        0.85,
    ),
    rule(
        r"my (?:e-?mail|email)(?: address)? is (?P<o>[\w.+-]{1,64}@[\w-]{1,63}\.[\w.-]{2,63})", "email", str.strip, 0.85
    ),
)
