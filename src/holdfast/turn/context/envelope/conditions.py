"""How it stands, in plain sentences: since when, how large, how it goes, and what is dangerous."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime

import re2

from holdfast.core.clock import zone_in_words
from holdfast.turn.context.envelope.people import NUMBER
from holdfast.turn.context.envelope.types import FoundFact

_STARTED = re2.compile(
    r"(?i)\b(?:started|began|begun|broke out|was reported|reported|called in|came in|occurred|happened|since|hit us)\s+"
    r"((?:(?:at|around|about|just after|shortly after|approximately|roughly|just|only)\s+)*"
    r"(?:\d{1,2}[:.h]\d{2}(?:\s*(?:am|pm|hours|hrs|h|utc))?|\d{1,2}\s*(?:am|pm)|\d{4}\s*(?:hours|hrs|h)\b|noon|midnight"
    r"|(?:\d{1,3}|an?|half an|two|three|four|five|six|ten|fifteen|twenty|thirty)\s+(?:minutes?|mins?|hours?"
    r"|hrs?|days?)\s+ago"
    r"|this (?:morning|afternoon|evening)|last night|yesterday(?: \w+)?|tonight))"
)
_RELATIVE = re2.compile(r"(?i)\b(?:ago|this|last|yesterday|tonight)\b")
_SIZE = re2.compile(
    rf"(?i)\b((?:{NUMBER}|\d[\d,.]*)[\s-]*(?:acres?|hectares?|square (?:feet|met(?:er|re)s|miles|kilomet(?:er"
    rf"|re)s)|sq ?ft|sq ?m"
    r"|km2|stor(?:y|ies|eys?)|floors?|houses|homes|buildings|vehicles|cars|trucks|lit(?:er|re)s?|gallons?|tons?|tonnes?"
    r"|met(?:er|re)s? (?:high|deep|wide)|feet (?:high|deep|wide)|rooms|apartments|servers|users"
    r"|customers)(?:\s+building)?"
    r"|(?:first|second|third|fourth|fifth|\d)[- ]alarm|fully (?:involved|engulfed)|well involved|heavy (?:smoke"
    r"|fire|flames|damage)"
    r"|light smoke|thick (?:black )?smoke|(?:level|category|sev|severity|priority|p) ?[0-5]|magnitude \d(?:\.\d)?)\b"
)
_PROGRESS = re2.compile(
    r"(?i)\b((?:(?:not|still|now|yet|almost|nearly|fully|partly|partially)\s+)*(?:under control|contained"
    r"|out of control"
    r"|knocked down|extinguished|stabili[sz]ed|escalating|worsening|getting worse|improving|growing|ongoing"
    r"|resolved|mitigated"
    r"|spreading(?:\s+(?:to|into|toward|towards|north|south|east|west|up|down|fast|quickly)\b[^,.;!?]{0,40})?"
    r"|\d{1,3} ?(?:%|percent) contained|(?:fire|flames?) (?:is|are) (?:now |finally )?out))"
)
_WEATHER = re2.compile(
    r"(?i)\b(winds?\s+(?:is|are|from|out of|at|of|gusting|blowing|speed|picking)\b[^,.;!?]{1,50}"
    r"|(?:strong|high|light|no) winds?\b(?:\s+(?:from|out of)\s+[^,.;!?]{1,30})?"
    r"|(?:heavy |light )?(?:raining|snowing|rain|snow|fog)\b|(?:minus )?-?\d{1,3} ?(?:°[CF]?|degrees)(?: \w+)?)"
)
_HAZARD = re2.compile(
    r"(?i)\b((?:(?:large|leaking|burning|damaged|exposed|ruptured|two|three|several|\d+) )?(?:propane|gas|fuel"
    r"|acetylene|oxygen|lpg|hydrogen|diesel|oil) (?:tanks?|cylinders?|bottles?|lines?|drums?|leak)"
    r"|(?:downed|live|fallen) (?:power ?|electrical )?(?:lines?|wires?|cables?)|power lines? (?:is |are )?down"
    r"|asbestos|(?:toxic|chemical|poisonous|ammonia|chlorine) (?:gas|fumes|smoke|vapou?rs?|leak|plume|cloud)"
    r"|(?:risk|danger|threat) of (?:collapse|explosion|flooding|fire|electrocution|re-?ignition)"
    r"|collapse (?:risk|hazard|zone|danger)"
    r"|unstable (?:structure|roof|wall|building|floor|ground)|(?:roof|wall|floor|building"
    r"|structure) (?:is )?(?:unstable|sagging|weak)"
    r"|explosion (?:risk|hazard)|flashover|backdraft|radiation|radioactive \w+|icy roads?|black ice"
    r"|lithium(?:-ion)? batter(?:y|ies)"
    r"|solar panels|hazardous materials?|explosives|ammunition|rising water|strong current|secondary device"
    r"|armed (?:man|suspect|person))\b"
)
_HAZARDS_ARE = re2.compile(
    r"(?i)\b(?:hazards? (?:is|are|include[sd]?|being)|beware of|watch (?:out )?for|be aware of)\s+([^.;!?\n]{3,120})"
)
_NO_HAZARD = re2.compile(r"(?i)\bno (?:known |other |visible |immediate )?hazards?\b")


def find_conditions(sentence: str, now: datetime) -> Iterator[FoundFact]:
    """Since when, how large, how it goes, the weather, and what is dangerous."""
    if started := _STARTED.search(sentence):
        said = started.group(1)
        moment = f" (said at {now:%H:%M} {zone_in_words(now)} on {now.day} {now:%B})" if _RELATIVE.search(said) else ""
        yield "started", f"{said}{moment}", "sets"
    if sizes := [found.group(1) for found in _SIZE.finditer(sentence)][:3]:
        yield "size", ", ".join(dict.fromkeys(sizes)), "sets"
    if progress := _PROGRESS.search(sentence):
        yield "progress", progress.group(1), "sets"
    if weather := _WEATHER.search(sentence):
        yield "weather", weather.group(1), "sets"
    yield from find_hazards(sentence)


def find_hazards(sentence: str) -> Iterator[FoundFact]:
    if _NO_HAZARD.search(sentence):
        yield "hazard", "none", "sets"
        return
    if said := _HAZARDS_ARE.search(sentence):
        yield "hazard", said.group(1), "sets"
        return
    for found in _HAZARD.finditer(sentence):
        yield "hazard", found.group(1), "sets"
