"""STATES: how things stand with people, beyond the table about them: what they teach, rent, fear, cannot, used to "
"do."""

from __future__ import annotations

import re
from collections.abc import Sequence

from holdfast.memory.learning.rules import nouns
from holdfast.memory.learning.rules.about_me import FactRule, rule
from holdfast.memory.learning.rules.objects import thing
from holdfast.memory.learning.rules.shapes import NAME, job

_NOW = r"(?:(?:also|still|now|currently|only|just|actually|always) )*"
_AMOUNT = (
    r"(?:(?:about|around|over|nearly|almost|only) )?(?:[£$€]\s?)?\d[\d,.]*(?:k\b)?"
    r"(?: ?(?:euros?|pounds?|quid|dollars?|bucks|[£$€]))?"
)
_AMOUNT_WORDS = (
    r"(?:(?:about|around|over|nearly|almost|only) )?(?:an? |one |two |three |four |five |six |seven |eight |nine |ten |"
    r"eleven |twelve )(?:hundred|thousand|and|fifty|twenty|eighty|\s|-|\w+ty){1,6}(?:euros?|pounds?|quid|dollars?|"
    r"bucks)?"
)
_NO_JOKE = (
    r"(?!be\b|think|have (?:a|to|the|it)|say|know|call|wonder|dream|tell|believe|see|look|that|this|it|you|make fun|"
    r"laugh)"
)


def _short(caught: str) -> str | None:
    found = thing(caught)
    return found if found and len(found.split()) <= 6 else None


def _act(caught: str) -> str | None:
    cut = re.split(
        r"[,;:(]| (?:but|because|so|which|until|before|and (?:i|my|we|then|now|it|he|she|they)) ", caught, maxsplit=1
    )[0]
    return cut.strip(" .!") if 1 <= len(cut.split()) <= 9 else None


def _amount(caught: str) -> str | None:
    return caught.strip(" ,.") or None


STATES: Sequence[FactRule] = (
    rule(
        rf"I {_NOW}teach (?P<o>(?:(?:the|some|two|three) )?(?!them|him|her|you|it|me\b|people how|anyone).{{3,60}})",
        "teaches",
        _short,
    ),
    rule(rf"I {_NOW}(?:rent|am renting) (?P<o>(?:an?|the|my|our|this) .{{3,80}})", "rents", thing),
    rule(
        rf"I {_NOW}(?:run|am running|manage) (?P<o>(?:an?|the|my|our) (?:[\w'-]{{2,15}} ){{0,3}}?(?:shop|store|"
        rf"bakery|café|"
        r"cafe|company|business|department|team|club|choir|group|clinic|lab|school|studio|workshop|stall|garage|"
        r"farm|bar|"
        r"pub|restaurant|gallery|charity|nursery|library|yard|repair café|project)\b.{0,40})",
        "runs",
        thing,
    ),
    rule(
        rf"I {_NOW}(?:live|am living|share (?:a|an|the|my) (?:flat|house|apartment|place|room)) with (?P<o>(?:my|"
        rf"our|an?|two|"
        rf"three) .{{2,50}}|{NAME}.{{0,40}})",
        "lives_with",
        _short,
    ),
    rule(rf"I {_NOW}(?:sing|play) in (?P<o>(?:an?|the|my|our) .{{2,60}})", "performs_in", _short),
    rule(
        rf"I used to (?P<o>{_NO_JOKE}(?!live in|work (?:at|for)|like|love|enjoy|adore|hate).{{4,80}})", "used_to", _act
    ),
    rule(
        r"I am (?:really |a bit |absolutely |still |quite |also )?(?:afraid|scared|terrified|frightened) of "
        r"(?P<o>.{3,60})",
        "afraid_of",
        _short,
    ),
    rule(
        r"I have never (?:once )?(?P<o>(?:been to|learn(?:ed|t) to|driven|ridden|owned|flown|swum|tried) .{2,60})",
        "never",
        _act,
        0.65,
    ),
    rule(
        r"I can not (?:really |even )?(?P<o>(?:swim|drive|cook|sing|dance|whistle|read music|ride (?:a )?bike|ski|"
        r"skate)\b"
        r"(?: .{0,20})?)$",
        "can_not",
        _act,
    ),
    rule(
        r"I have been (?:happily )?(?P<o>(?:married|together|apart|separated|divorced|sober|single|friends)(?: to "
        r".{2,30})? "
        r"(?:for|since) .{3,30})",
        "has_been",
        _act,
        0.8,
    ),
    rule(
        r"I have (?P<o>(?:known|worked (?:at|for|with|in)|lived (?:in|here|next|with)|played|taught|had (?:an?|the|"
        r"my|this)) .{2,50} "
        r"(?:for (?:\w+|\d+|over \w+|nearly \w+|about \w+) (?:years?|months?|weeks?|decades?)|since .{3,20}))",
        "has_long",
        _act,
        0.75,
    ),
    rule(rf"I am (?:currently |still |now )?reading (?P<o>{NAME}.{{0,60}})", "reading", _short, 0.65),
    rule(
        r"I am (?:(?:also|now|really) )*(?P<o>pregnant|expecting(?: (?:an?|our|my)(?: (?:first|second|third|"
        r"new))?(?: (?:baby|child|boy|girl))?|"
        r" twins)?)(?:$| (?:again|in|and|with|this|next|due)\b|,)",
        "expects",
        lambda _: "a baby",
        0.85,
    ),
    rule(
        r"I am having (?P<o>twins|(?:an?|another) (?:baby|little boy|little girl|boy|girl))\b.{0,40}",
        "expects",
        thing,
        0.8,
    ),
    *(
        rule(
            rf"(?:the|my|our) {what} (?:is|was|comes to|went up to|will be|is now) (?:too high, )?"
            rf"(?P<o>(?:{_AMOUNT}|{_AMOUNT_WORDS})(?: (?:a|per|each|every) (?:month|week|year|day))?)",
            what,
            _amount,
        )
        for what in ("rent", "deposit", "mortgage", "salary", "budget", "fee")
    ),
    rule(rf"I {_NOW}(?:pay|spend) (?P<o>(?:{_AMOUNT}|{_AMOUNT_WORDS}).{{0,50}})", "pays", _act, 0.65),
    rule(rf"I (?:have )?paid (?P<o>(?:{_AMOUNT}|{_AMOUNT_WORDS}) for .{{2,50}})", "paid", _act, 0.65, is_event=True),
    rule(r"I used to (?P<o>be an? .{3,40})", "used_to", lambda caught: _act(caught) if job(caught[3:]) else None),
    rule(
        r"I (?:take|am taking|am on) (?P<o>(?:antibiotics|antidepressants|painkillers|blood thinners|insulin|statins|"
        r"beta blockers|steroids|the pill|medication|[a-z]{4,15} for (?:my|the) .{3,30})\b.{0,30})",
        "takes",
        _short,
    ),
    rule(
        r"I am (?:still |back |now )?(?P<o>in (?:hospital|rehab|prison|a wheelchair|plaster|remission|recovery|therapy|"
        r"counselling)\b.{0,30})",
        "is_in",
        _act,
    ),
    rule(
        r"I am (?:currently |still )?doing (?P<o>(?:an?|my) (?:[\w-]{2,15} )?(?:degree|phd|master's|masters|mba|"
        r"apprenticeship|"
        r"course|internship|residency)\b.{0,50})",
        "doing",
        thing,
    ),
    rule(r"I studied (?P<o>(?!the |it\b|for |hard|how |this |that ).{3,60})", "studied", _act),
    rule(rf"(?:my|our) (?:{nouns.OWNABLE}) is (?P<o>an? (?:\w+ )?{NAME}.{{0,20}})", "owns", thing),
    rule(rf"I {_NOW}earn (?P<o>(?:{_AMOUNT}|{_AMOUNT_WORDS}).{{0,30}})", "salary", _act, 0.65),
    rule(
        rf"I (?:have|have got|suffer from|was diagnosed with|have been diagnosed with) (?P<o>(?:an? (?:\w+ )?|"
        rf"(?:\w+ )?)"
        rf"(?:{nouns.AILMENTS})\b)",
        "has_condition",
        thing,
        0.75,
    ),
    rule(
        r"I am (?P<o>(?:completely |partly |nearly |half )?(?:deaf|blind|colou?r-?blind|dyslexic|left-handed|diabetic|"
        r"epileptic|asthmatic|autistic|depressed|anaemic)(?: in (?:one|my|the) .{2,20})?)\b.{0,30}",
        "has_trait",
        _act,
        0.75,
    ),
    rule(rf"I {_NOW}(?:volunteer|help out) (?:at|with|for|in) (?P<o>.{{3,60}})", "volunteers_at", _short),
    rule(
        r"I (?:have|have got) (?P<o>(?:an?|one|two|three|four|five|six|\w+teen|twenty|thirty) (?:[\w-]{2,15} "
        r"){0,2}?(?:hens|"
        r"bees|hives|sheep|alpacas|houseplants|grandchildren|nieces|nephews|cousins|stepsons?|"
        r"stepdaughters?|students|pupils|apprentices?|lodgers?|tenants?))\b(?! of)",
        "owns",
        thing,
    ),
)
