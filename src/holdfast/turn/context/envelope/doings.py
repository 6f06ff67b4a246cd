"""What is done, who is there and what is needed, in plain sentences."""

from __future__ import annotations

from collections.abc import Iterator

import re2

from holdfast.turn.context.envelope.people import NUMBER
from holdfast.turn.context.envelope.types import FoundFact

_UNIT_KIND = (
    r"(?:engine|ladder|truck|rescue|medic|ambulance|battalion|squad|tanker|tender|brush|helicopter|heli|unit"
    r"|patrol|crew"
    r"|team|hazmat|boat|tower|chief|division|platform|pump|car|drone)"
)
_UNIT = re2.compile(rf"(?i)\b({_UNIT_KIND}\s+(?:[A-Z]?-?\d{{1,4}}[A-Z]?|alpha|bravo|charlie|delta))\b")
_UNITS = re2.compile(
    rf"(?i)\b((?:{NUMBER})\s+(?:\w+\s+)?(?:engines|ladders|trucks|ambulances|medics|crews?|units|teams"
    rf"|helicopters|patrols|squads"
    r"|tankers|tenders|boats|firefighters|officers|paramedics|engineers|responders))\b"
)
_STATUS = re2.compile(
    r"(?i)\b(on ?scene|on site|at the scene|arrived|arriving|en ?route|responding|on the way|on (?:its"
    r"|their) way|staged|staging"
    r"|operating|working|standing by|available|returning|here|assigned to [^,.;!?]{2,40})\b"
)
_NEED = re2.compile(
    r"(?i)\b(?:needs?|require|requires|requesting|requests?|could use|short of|running (?:low on|out of)"
    r"|in need of|we're out of)\s+"
    r"([^.;!?\n]{3,160})"
)
_NOT_A_NEED = re2.compile(
    r"(?i)^(?:you|(?:an?|the|your|another) (?:can\b|update|status|summary|sitrep|minute|moment|second)"
    r"|can report|to (?:know|think|talk|ask|understand)"
    r"|for|of|is|are|was|it|that|this)\b"
)
_NO_NEED = re2.compile(
    r"(?i)\b(?:no (?:further |other |more |additional |immediate |current |unmet )?needs\b|nothing (?:else "
    r"|more |further )?(?:is )?needed"
    r"|(?:don't|do not|need) (?:need )?(?:anything|nothing)(?: (?:else|more|further))?|needs?:? none)"
)
_BEFORE_A_NEED = re2.compile(r"(?i)\b(?:no|don't|do not|not|does not|doesn't)\s+$")
_DOING = (
    r"(?:evacuat|ventilat|attack|search|secur|isolat|deploy|rescu|treat|triag|extinguish|cordon|block|notif"
    r"|dispatch|assign"
    r"|stretch|pull|cool|pump|foam|lay|cut|shor|divert|transport|mov|clear|sweep|monitor|investigat|restart"
    r"|rolled back|rolling back"
    r"|fail(?:ed|ing) over|patch|disabl|establish|perform|conduct|begin|set|open|clos|shut|hos|protect|brac"
    r"|remov|contain|call(?:ed|ing) (?:\d{3}|the|an?|for|in|our|my)|phon|alert|warn|inform"
    r"|turn|switch|us(?:ed|ing)|appl|stopp|seal|rop|bandag|rang|put|gave|giving|took)"
)
_ACTION = re2.compile(
    rf"(?i)\b(?:we|i|they|he|she|crews?|units?|teams?|firefighters|officers|medics|paramedics|police|engineers"
    rf"|{_UNIT_KIND} \w+|command)"
    rf"(?:'ve|'re|'m)?\s+(?:(?:have|has|are|is|am|been|now|already|currently|just|started|begun|began|also"
    rf"|still|were|was)\s+)*"
    rf"{_DOING}(?:ed|ied|ying|ting|ning|ing|e|d|t)?\b"
)
_ACTED = re2.compile(
    rf"(?i)^\W*(?:(?:have|has|already|just|also|now)\s+)*(?:{_DOING}(?:ed|ied)|called \d{{3}}|called the|put out)\b"
)
""""Called 911": whoever is in a hurry leaves himself out."""
_DONE = re2.compile(
    r"(?i)\b(?:(?:primary|secondary|initial) (?:search|attack|sweep)|evacuation|ventilation|triage|perimeter"
    r"|cordon|water supply|decontamination"
    r"|shelter|roads?|street|highway|bridge|power|gas|electricity|water|mains?|traffic|area|building"
    r"|command post|rollback|failover)\s+"
    r"(?:(?:is|are|has|have|been|was|were|now|being|fully|partly)\s+)*"
    r"(?:complete|completed|under ?way|started|begun|established|set up|set|closed|shut off|shut down|cut|off"
    r"|secured|isolated|diverted"
    r"|blocked|evacuated|cleared|done|in place|finished|in progress|opened)\b"
)


def find_doings(sentence: str) -> Iterator[FoundFact]:
    """Needs, actions and units; one that is asked for is not yet here."""
    if _NO_NEED.search(sentence):
        yield "need", "nothing further", "sets"
        return
    need = _NEED.search(sentence)
    if need and not _NOT_A_NEED.search(need.group(1)) and not _BEFORE_A_NEED.search(sentence[: need.start()]):
        yield "need", need.group(1), "sets"
        sentence = sentence[: need.start()]
    if any(pattern.search(sentence) for pattern in (_DONE, _ACTION, _ACTED)):
        yield "action", sentence, "sets"
    status = _STATUS.search(sentence)
    for found in _UNIT.finditer(sentence):
        yield "resource", f"{found.group(1)}, {status.group(1)}" if status else found.group(1), "sets"
    if status and (units := _UNITS.search(sentence)):
        yield "resource", f"{units.group(1)}, {status.group(1)}", "sets"
