"""What happened and where, in plain sentences."""

from __future__ import annotations

from collections.abc import Iterator

import re2

from holdfast.turn.context.envelope.types import FoundFact

_INCIDENT = re2.compile(
    r"(?i)\b(?:(the|this|that|our)\s+)?((?:(?:large|small|major|minor|serious|working|active|reported|possible"
    r"|suspected"
    r"|multi-?vehicle|\w+-car|\w+-vehicle|head-on|high-?rise)\s+)*"
    r"(?:(?:structure|house|apartment|kitchen|vehicle|car|truck|brush|wildland|forest|warehouse|building|electrical"
    r"|grass|trash|dumpster|chimney|roof|basement|attic|garage|barn|factory|industrial|commercial|residential|school"
    r"|hospital|hotel|restaurant|shop|store|tunnel|train|boat|ship|high-?rise|flat)\s+fire"
    r"|wildfire|bushfire|gas (?:leak|explosion)|(?:chemical|fuel|oil|hazmat|acid|ammonia|chlorine) (?:spill"
    r"|leak|release|incident)"
    r"|(?:traffic |car |vehicle |road |train |plane |bus )?(?:collision|crash|pile-?up)|(?:traffic|car|road"
    r"|industrial|train) accident"
    r"|(?:building|trench|bridge|roof|structural|crane|tunnel|mine|wall) collapse|flash flood|flooding|flood|explosion"
    r"|earthquake|landslide|mudslide|avalanche|tornado|active shooter|shooting|stabbing|cardiac arrest"
    r"|medical emergency"
    r"|mass casualty incident|missing (?:person|child|hiker)|derailment|power outage|blackout|water main break"
    r"|bomb threat|suspicious package|drowning|(?:water|rope|ice|cave|mountain) rescue"
    r"|(?:service|server|network|database|site|payment|api|full|partial) outage|data (?:breach|leak|loss)"
    r"|ransomware(?: attack)?"
    r"|security incident|cyber ?attack|ddos(?: attack)?|phishing attack|intrusion))\b"
)
_A_FIRE = re2.compile(
    r"(?i)\b(?:there is|there's|there was|we have|we've got|we got|reports? of|reporting|got|responding to)\s+"
    r"(an?\s+)?((?:\w+\s+)?(?:fire|accident|outage|incident|leak|fall|fight))\b"
)
_BARE = re2.compile(
    r"(?i)^\W*(?:an?\s+)?((?:(?:big|bad|huge|small|massive)\s+)?"
    r"(?:fire|smoke|accident|outage|leak|power (?:cut|failure)|fight|fall))"
    r"(?:\s+(?:in|at|on|near|inside|outside|behind|by|under|from|coming)\b|\s*[,;:!.–-]|\s*$)"
)
_HAPPENED = re2.compile(
    r"(?i)\b((?:(?:an?|the|our|my|some)\s+)?(?:\w+\s+)?"
    r"(?:(?:website|site|server|database|network|internet|system|service|app|api|payments?|phones?|power)s?"
    r"\s+(?:is|are|went|has gone|have gone)\s+(?:down|out|offline)"
    r"|(?:car|truck|lorry|bus|van|bike|motorbike|cyclist|train|tram)\s+(?:has\s+)?"
    r"(?:hit|crashed|rolled over|overturned)\b(?:\s+(?:into\s+)?(?:an?|the)\s+\w+)?"
    r"|(?:tree|crane|roof|wall|scaffold(?:ing)?|ceiling)\s+(?:has\s+)?(?:fell|fallen|collapsed|came down)"
    r"|(?:somebody|someone|man|woman|child|colleague|worker|guest|customer)\s+(?:has\s+|is\s+)?(?:collapsed|unconscious|fell"
    r"|fallen|choking|drowning|not breathing|down)))\b"
)
_STREET = (
    r"(?:street|st|avenue|ave|road|rd|lane|ln|drive|dr|boulevard|blvd|way|court|ct|place|pl|square|sq|terrace"
    r"|highway|hwy"
    r"|parkway|pkwy|quay|close|crescent|alley|row|park|wharf|pier|stra(?:ß|ss)e|gasse|platz)"
)
_ADDRESS = re2.compile(
    rf"(?i)\b(\d{{1,5}}[a-z]?\s+((?:[\w'.-]+\s+){{1,4}}?){_STREET}\b(?:,?\s+(?:apartment|apt|unit|suite|floor)\s+\w+)?)"
)
_NOT_IN_A_STREET = frozenset(
    (
        *(
            "people",
            "on",
            "of",
            "at",
            "in",
            "the",
            "to",
            "from",
            "with",
            "and",
            "or",
            "is",
            "are",
            "was",
            "per",
            "cent",
        ),
        *("minutes", "hours", "units", "engines", "injured", "trapped", "missing", "dead", "workers", "more", "acres"),
        *("cars", "vehicles", "blocks", "crews", "ambulances", "floor", "floors", "percent", "miles", "km"),
    )
)
"""Between a number and the word `street`, these show that the number counts something else."""
_CORNER = re2.compile(
    r"(?i)\b((?:corner|intersection|junction) of [\w'. -]{2,60}?\s+and\s+[\w'.-]+(?:\s+[A-Z][\w'.-]*){0,2})"
)
_ROAD = re2.compile(
    r"(?i)\b((?:highway|interstate|route|motorway|autobahn|i-|us-|a|m)\s?\d{1,4}(?:\s+(?:north|south|east|west)bound)?"
    r"(?:\s+(?:at|near|by|between)\s+(?:exit|mile|mile marker|km|kilomet(?:er|re)|junction)\s*\d+)?)\b"
)
_LOCATED = re2.compile(
    r"(?i)\b(?:located (?:at|in|on|near)|location is|address is|scene is (?:at|on|in)?|we(?:'re| are) at|i(?:'m| am) at"
    r"|it(?:'s| is) (?:at|in|on) the|happening (?:at|in|on))\s+([^,.;!?\n]{3,80})"
)
_NAMED = re2.compile(
    r"(?i:\b(?:at|near|outside|inside|in front of|behind|in|on))\s+((?:(?i:the)\s+)?[A-Z][\w'’-]+"
    r"(?:\s+(?:of|the|and|[A-Z0-9][\w'’-]*)){0,5})"
)
_GPS = re2.compile(r"(-?\d{1,2}\.\d{3,}\s*,\s*-?\d{1,3}\.\d{3,})")


def find_incident(sentence: str) -> FoundFact | None:
    if found := _INCIDENT.search(sentence):
        return "incident", found.group(2), "fills" if found.group(1) else "sets"
    if found := _A_FIRE.search(sentence):
        return "incident", found.group(2), "fills"
    if found := _BARE.search(sentence) or _HAPPENED.search(sentence):
        return "incident", found.group(1), "fills"
    return None


def find_place(sentence: str, *, is_about_it: bool) -> Iterator[FoundFact]:
    address = _ADDRESS.search(sentence)
    if address and not _NOT_IN_A_STREET & set(address.group(2).casefold().split()):
        yield "location", address.group(1), "sets"
        return
    for pattern in (_LOCATED, _CORNER, _GPS):
        if found := pattern.search(sentence):
            yield "location", found.group(1), "sets"
            return
    if is_about_it:
        for pattern in (_ROAD, _NAMED):
            if found := pattern.search(sentence):
                yield "location", found.group(1), "sets"
                return
