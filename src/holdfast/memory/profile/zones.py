"""Where somebody lives, as a time zone. The tables of the machine name a city for most zones."""

from __future__ import annotations

import re
from functools import lru_cache
from zoneinfo import available_timezones

from holdfast.core.clock import find_zone

_ABBREVIATED = {
    "utc": "UTC", "gmt": "Etc/GMT", "bst": "Europe/London", "wet": "Europe/Lisbon", "cet": "Europe/Berlin",
    "cest": "Europe/Berlin", "eet": "Europe/Helsinki", "est": "America/New_York", "edt": "America/New_York",
    "eastern": "America/New_York", "cst": "America/Chicago", "cdt": "America/Chicago", "central": "America/Chicago",
    "mst": "America/Denver", "mdt": "America/Denver", "mountain": "America/Denver", "pst": "America/Los_Angeles",
    "pdt": "America/Los_Angeles", "pacific": "America/Los_Angeles", "ist": "Asia/Kolkata", "jst": "Asia/Tokyo",
    "aest": "Australia/Sydney", "aedt": "Australia/Sydney",
}  # fmt: skip
"""As people mean them: whoever says EST in July lives where it is EDT then."""
_PLACES = {
    "America/New_York": "boston, miami, atlanta, philadelphia, washington, washington dc, brooklyn, pittsburgh, nyc",
    "America/Chicago": "dallas, houston, austin, minneapolis, milwaukee, san antonio, new orleans, nashville, texas",
    "America/Los_Angeles": "seattle, portland, oakland, san francisco, san diego, san jose, las vegas, california",
    "America/Toronto": "montreal, ottawa, quebec",
    "America/Sao_Paulo": "rio, rio de janeiro, brasilia, são paulo",
    "Europe/London": "manchester, birmingham, edinburgh, glasgow, bristol, leeds, liverpool, cardiff, oxford, "
    "brighton, cambridge, england, scotland, wales, uk, united kingdom",
    "Europe/Berlin": "munich, hamburg, cologne, frankfurt, stuttgart, leipzig, dresden, münchen, köln, germany",
    "Europe/Paris": "lyon, marseille, toulouse, nice, bordeaux, lille, nantes, strasbourg, france",
    "Europe/Madrid": "barcelona, valencia, seville, sevilla, bilbao, málaga, spain",
    "Europe/Rome": "milan, turin, naples, florence, bologna, venice, milano, italy",
    "Europe/Lisbon": "porto, portugal",
    "Europe/Zurich": "geneva, basel, bern, lausanne, zürich, switzerland",
    "Europe/Amsterdam": "rotterdam, utrecht, netherlands, the netherlands, the hague",
    "Europe/Vienna": "graz, salzburg, linz, austria",
    "Europe/Warsaw": "krakow, gdansk, wroclaw, poland",
    "Europe/Brussels": "antwerp, ghent, belgium",
    "Europe/Dublin": "cork, galway, ireland",
    "Europe/Stockholm": "gothenburg, malmö, sweden",
    "Europe/Copenhagen": "aarhus, denmark",
    "Europe/Oslo": "bergen, trondheim, norway",
    "Europe/Athens": "thessaloniki, greece",
    "Asia/Kolkata": "mumbai, delhi, new delhi, bangalore, bengaluru, chennai, hyderabad, pune, india",
    "Asia/Shanghai": "beijing, shenzhen, guangzhou, china",
    "Asia/Tokyo": "osaka, kyoto, japan",
    "Asia/Seoul": "busan, korea, south korea",
    "Africa/Johannesburg": "durban, cape town, south africa",
    "Pacific/Auckland": "wellington, christchurch, new zealand",
}
_OFFSET = re.compile(r"(?:utc|gmt)\s*([+-])\s*(\d{1,2})(?::?00)?", re.IGNORECASE)
_NO_CITIES = ("Etc", "SystemV", "US", "posix", "right", "Brazil", "Canada", "Chile", "Mexico")


def zone_named(said: str) -> str | None:
    """`Europe/Berlin`, `CET`, `UTC+2`, `Pacific`: the IANA name, if it is one."""
    said = said.strip()
    if "/" in said and find_zone(said):
        return said
    if found := _OFFSET.fullmatch(said):
        hours = int(found.group(2))
        name = f"Etc/GMT{'-' if found.group(1) == '+' else '+'}{hours}" if hours else "UTC"  # the sign is turned there
        return name if find_zone(name) else None
    meant = _ABBREVIATED.get(said.lower().removesuffix(" time").split(" ")[0])
    return meant if meant and find_zone(meant) else None


def zone_of_place(place: str) -> str | None:
    """The zone of a city or a country with one zone; None where it is not known, or too wide to say."""
    places = _places()
    words = place.casefold().replace("’", "'").strip(" .")
    for part in (words, *(piece.strip() for piece in re.split(r",| in ", words))):
        if part in places:
            return places[part]
    return None


@lru_cache(maxsize=1)
def _places() -> dict[str, str]:
    known: dict[str, str] = {}
    for zone in sorted(available_timezones(), key=lambda name: (name.count("/"), name)):
        area, _, city = zone.partition("/")
        if city and area not in _NO_CITIES:
            known[city.rpartition("/")[2].replace("_", " ").casefold()] = zone
    for zone, names in _PLACES.items():
        known.update(dict.fromkeys(names.split(", "), zone))
    return known
