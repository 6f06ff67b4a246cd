"""What a pattern caught, cut down to the thing itself; None where it is no thing ("it", "that idea", "to say")."""

from __future__ import annotations

import re
from datetime import UTC, datetime

from holdfast.core.language.calendars import calendar_of
from holdfast.core.language.numbers import numbers

MAX_WORDS = 8
_MONTHS, _NAMES = calendar_of("en").months, calendar_of("en").month_names
_MONTH, _WEEKDAY = calendar_of("en").pattern("month_names"), calendar_of("en").pattern("weekday_names")

_CUT = re.compile(
    r"\s*(?:[,(;:]|\s-\s|\s(?:because|since|when|where|while|but|although|though|which|who|that|so|if|until|"
    r"unless|as|after|before|"
    r"during|even|except|and (?:i|my|we|our|it|he|she|they|am|have|work|live|then|also)|with my|with the kids|"
    r"for (?:the (?:last|past)|"
    r"about|over|almost|nearly|\d|an? (?:few|while|long|year|month|decade|living)|years|months|ages|now|work)|"
    r"right now|at the moment|these days|nowadays|now|currently|lately|recently|anymore|a lot|very much|"
    r"so much|too|as well|together|again|still|already|last (?:week|month|year|night|summer|winter|spring|fall|autumn)|"
    r"this (?:week|month|year|morning|evening|summer|winter|spring|fall|autumn)|in (?:19|20)\d\d|in (?:"
    rf"{_MONTH})|yesterday|today|tomorrow|ago|haha|lol|btw|more than anything|the most|"
    rf"{numbers('en').pattern} (?:days?|weeks?|months?|years?) ago|on (?:{_WEEKDAY})s?|"
    r"to be honest|tbh|by the way|from scratch|on weekends|at weekends|every (?:day|week|morning|evening|night|"
    r"weekend))\b)",
    re.IGNORECASE,
)
_ARTICLE = re.compile(r"(?:a|an|the|my|our|some|new|brand new|another)\s+", re.IGNORECASE)
_NOTHING = re.compile(
    r"(?:it|this|that|these|those|them|him|her|you|your|yours|us|me|mine|everything|something|anything|nothing|"
    r"someone|somebody|everyone|"
    r"what|whatever|how|when|where|why|whether|if|one|ones|both|all|myself|things?|stuff|there|here|to (?:think|"
    r"say|know|see|ask|hear|"
    r"add|point|mention|believe|be|do (?:it|that|this)|go|imagine)|(?:the|a) (?:idea|option|plan|sound|way|look|"
    r"first|second|third|last|one|answer|"
    r"suggestion|thought|fact|bit|lot|little|same|other|new (?:design|version|one)|result|response|joke|question|"
    r"part|rest)|doing (?:it|that|this)|"
    r"being (?:able|honest)|asking|saying|talking to|not|so|too|very|really|like|just|his|their|its|and|or|for)\b",
    re.IGNORECASE,
)
_SINCE = re.compile(rf"\bsince (?:(?P<month>{_MONTH}) )?(?P<year>(?:19|20)\d\d)\b", re.IGNORECASE)
_IN_YEAR = re.compile(rf"\bin (?:(?P<month>{_MONTH}) )?(?P<year>(?:19|20)\d\d)\b", re.IGNORECASE)
_DAY = re.compile(
    r"(?:the )?(?:(?P<d1>\d{1,2})(?:st|nd|rd|th)?(?: of)? (?P<m1>[a-z]{3,9})|(?P<m2>[a-z]{3,9})\.? (?:the "
    r")?(?P<d2>\d{1,2})(?:st|nd|rd|th)?)"
    r"(?:,? (?P<year>(?:19|20)\d\d))?",
    re.IGNORECASE,
)


def thing(caught: str, *, article: bool = True) -> str | None:
    """A noun phrase of at most eight words. `article=False` takes "a new" off the front."""
    # Each run of blanks as one: what looks for an end would try each of them as its beginning.
    caught = _CUT.split(" " + " ".join(caught.split()), maxsplit=1)[0].strip(" .!,'\"-")
    if _NOTHING.match(caught):
        return None
    if not article:
        for _ in range(3):
            caught = _ARTICLE.sub("", caught, count=1) if _ARTICLE.match(caught) else caught
        if _NOTHING.match(caught):
            return None
    words = caught.split()
    if not words or len(words) > MAX_WORDS or len(caught) < 2 or not any(letter.isalpha() for letter in caught):
        return None
    return caught


def place(caught: str) -> str | None:
    """A place or an organization: what people write small gets its capital."""
    found = thing(caught)
    if found is None or len(found.split()) > 5:
        return None
    found = re.sub(r"^(?:the city of|downtown|sunny|beautiful|rainy)\s+", "", found, flags=re.IGNORECASE)
    return found.title() if found.islower() and not found.startswith(("a ", "an ", "the ")) else found


def day(caught: str) -> str | None:
    """ "May 3rd", "the 3rd of May 1990" → "3 May 1990"."""
    for found in _DAY.finditer(caught[:80]):
        month = _MONTHS.get((found.group("m1") or found.group("m2")).lower())
        if month is None:
            continue
        number = int(found.group("d1") or found.group("d2"))
        if 1 <= number <= 31:
            return f"{number} {_NAMES[month - 1].capitalize()}" + (
                f" {found.group('year')}" if found.group("year") else ""
            )
    return None


def valid_since(clause: str, *, is_event: bool) -> datetime | None:
    """ "since March 2019"; and where something happened ("I moved … in 2020"), its year."""
    found = _SINCE.search(clause) or (_IN_YEAR.search(clause) if is_event else None)
    if not found:
        return None
    month = _MONTHS[found.group("month").lower()] if found.group("month") else 1
    return datetime(int(found.group("year")), month, 1, tzinfo=UTC)
