"""Who somebody is: how they like to be called, where their clock stands, what they told about themselves.

Derived from facts that are held, and kept ready in the person's row; `refresh` makes it again.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from holdfast.core.db import Owner
from holdfast.core.errors import Invalid, TooLarge
from holdfast.memory.parts import MemoryParts
from holdfast.memory.people import store as people_store
from holdfast.memory.profile import store
from holdfast.memory.profile.types import Ground, Identity, IdentityItem, KnownItem
from holdfast.memory.profile.zones import zone_named, zone_of_place
from holdfast.memory.types import Evidence

MAX_ABOUT_CHARACTERS = 4_000
MAX_FACTS = 20
_PERSON = "user"
_TELLING = (
    "name", "preferred_name", "lives_in", "from", "age", "birthday", "occupation", "works_at", "studies", "studies_at",
    "relationship_status", "married_to", "husband", "wife", "spouse", "partner", "boyfriend", "girlfriend",
    "has_children", "native_language", "nationality", "born_in", "allergic_to", "diet", "has_condition", "has_pet",
)  # fmt: skip
"""Facts that say who somebody is, in the order they are told."""


async def identity(memory: MemoryParts, owner: Owner) -> Identity:
    async with memory.db.as_owner(owner) as tx:
        return await store.read_identity(tx, owner)


async def set_about(memory: MemoryParts, owner: Owner, text: str) -> Identity:
    """The one text that people write about themselves. It is kept as it is; an empty one takes it away."""
    text = text.strip()
    if len(text) > MAX_ABOUT_CHARACTERS:
        raise TooLarge(f"The text may have at most {MAX_ABOUT_CHARACTERS:,} characters.", code="text_too_long")
    if "\0" in text or not _is_text(text):
        raise Invalid("The text holds characters that no text may hold.", code="bad_characters")
    async with memory.db.as_owner(owner) as tx:
        await people_store.set_about(tx, owner, text, at=memory.clock())
        return await store.read_identity(tx, owner)


def derive(ground: Ground) -> Identity:
    """Pure. `about` is the person's own and stays out of it."""
    name = _newest(ground.facts, "preferred_name") or _newest(ground.facts, "name")
    called, by = (name.object, name.evidence) if name else _speaker(ground)
    zone, zone_by = _zone(ground.facts)
    items = [IdentityItem("preferred_name", called, by)] if called else []
    items += [IdentityItem("time_zone", zone, zone_by)] if zone else []
    items += [IdentityItem("fact", fact.text, fact.evidence) for fact in _telling(ground.facts)]
    return Identity(called, zone, items)


def _newest(facts: Sequence[KnownItem], predicate: str) -> KnownItem | None:
    found = [fact for fact in facts if fact.subject == _PERSON and fact.predicate == predicate and fact.object]
    return max(found, key=lambda fact: fact.at, default=None)


def _zone(facts: Sequence[KnownItem]) -> tuple[str | None, Sequence[Evidence]]:
    """What they say about their clock counts before where they live, and that before where they come from."""
    for predicate, read in (("time_zone", zone_named), ("lives_in", zone_of_place)):
        fact = _newest(facts, predicate)
        zone = read(fact.object) if fact else None
        if fact and zone:
            return zone, fact.evidence
    return None, ()


def _speaker(ground: Ground) -> tuple[str | None, Sequence[Evidence]]:
    """A client that names the speaker of nearly every turn has told their name."""
    names = Counter(turn.name for turn in ground.recent if turn.name)
    if not names or len(names) > 1 or names.total() < 0.8 * len(ground.recent):
        return None, ()
    name = next(iter(names))
    first = next(turn for turn in ground.recent if turn.name == name)
    return name, [Evidence(first.id, first.external_id)]


def _telling(facts: Sequence[KnownItem]) -> list[KnownItem]:
    def place(fact: KnownItem) -> tuple[bool, int]:
        return not fact.is_pinned, _TELLING.index(fact.predicate) if fact.predicate in _TELLING else len(_TELLING)

    told = [fact for fact in facts if fact.is_pinned or (fact.subject == _PERSON and fact.predicate in _TELLING)]
    return sorted(told, key=place)[:MAX_FACTS]


def _is_text(text: str) -> bool:
    try:
        text.encode()
    except UnicodeEncodeError:  # half of a surrogate pair
        return False
    return True
