"""Facts in a plain sentence. A question tells nothing, and neither does what might be.

The lists of words are long because people speak in many ways; each pattern needs time that is linear in the sentence.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime

import re2

from holdfast.turn.context.envelope.conditions import find_conditions
from holdfast.turn.context.envelope.contacts import find_contacts
from holdfast.turn.context.envelope.doings import find_doings
from holdfast.turn.context.envelope.people import find_people
from holdfast.turn.context.envelope.places import find_incident, find_place
from holdfast.turn.context.envelope.types import FoundFact

_MAYBE = re2.compile(r"(?i)^\W*(?:if|unless|suppose|what if|imagine|in case)\b")


def find_in_sentence(sentence: str, now: datetime) -> Iterator[FoundFact]:
    if sentence.rstrip().endswith("?") or _MAYBE.search(sentence):
        return
    incident = find_incident(sentence)
    if incident:
        yield incident
    yield from find_place(sentence, is_about_it=incident is not None)
    yield from find_conditions(sentence, now)
    yield from find_people(sentence)
    yield from find_doings(sentence)
    yield from find_contacts(sentence)
