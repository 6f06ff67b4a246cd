"""Personas that the asker may talk with. A mention brings its words into one answer; the chat stays with its own."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from holdfast.personas.own import PersonaParts, list_own
from holdfast.personas.types import Persona
from holdfast.turn.mentions.naming import write_mention
from holdfast.turn.mentions.types import (
    MentionAsker,
    MentionedThing,
    MentionItem,
    MentionKind,
    Nearness,
    WrittenMention,
)

_TOLD = "a persona whose own words stand below, after this list; answer this message in its place"
_ITSELF = "you"


@dataclass(frozen=True, slots=True)
class PersonaMentions:
    parts: PersonaParts
    kind: MentionKind = "persona"

    async def offer(self, asker: MentionAsker, query: str, limit: int) -> Sequence[MentionItem]:
        seen, words = await self._seen(asker), query.casefold().split()
        names = Counter(persona.settings.name.casefold() for persona, _ in seen)
        items = [_item(persona, near, is_only=names[persona.settings.name.casefold()] == 1) for persona, near in seen]
        return [item for item in items if _has(item, words)][:limit]

    async def find(self, asker: MentionAsker, written: WrittenMention) -> MentionedThing | None:
        seen = [persona for persona, _ in await self._seen(asker)]
        by_name = (one for one in seen if not written.tail and _is(one.settings.name, written.name))
        found = next((one for one in seen if _has_id(one, written)), None) or next(by_name, None)
        if found is None:
            return None
        if found.id == asker.persona_id:
            return MentionedThing("persona", found.id, written, _ITSELF)
        return MentionedThing("persona", found.id, written, _TOLD, persona=found)

    async def _seen(self, asker: MentionAsker) -> Sequence[tuple[Persona, Nearness]]:
        """One's own, those of one's organization, those of the house."""
        own = await list_own(self.parts, asker.user_id)
        offered = [one for one in own if one.access.can_chat and one.own.archived_at is None]
        seen: list[tuple[Persona, Nearness]] = [(one.own.persona, "own") for one in offered if one.is_mine]
        seen += [(one.own.persona, "shared") for one in offered if not one.is_mine]
        return [*seen, *((pack, "house") for pack in self.parts.packs)]


def _item(persona: Persona, near: Nearness, *, is_only: bool) -> MentionItem:
    """A pack is known by its id, which nothing else has."""
    told, is_pack = persona.settings, near == "house"
    name = persona.id if is_pack and not is_only else told.name
    mention = write_mention("persona", name, persona.id, is_only=is_only or is_pack)
    return MentionItem(mention, "persona", told.name, told.description, near=near, id=persona.id)


def _has_id(persona: Persona, written: WrittenMention) -> bool:
    return persona.id.endswith(written.tail) if written.tail else persona.id == written.name


def _is(name: str, written: str) -> bool:
    return name.strip().casefold() == written.casefold()


def _has(item: MentionItem, words: Sequence[str]) -> bool:
    named = f"{item.label} {item.hint}".casefold()
    return all(word in named for word in words)
