"""People and things that are remembered, and people of one's organization: what is known of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from holdfast.core.db import Db, owner_of
from holdfast.core.ids import UserId
from holdfast.memory.client.types import MemoryClient
from holdfast.memory.known.entities import list_entities
from holdfast.memory.parts import MemoryParts
from holdfast.memory.types import RecallQuery
from holdfast.orgs.members import list_colleagues
from holdfast.orgs.types import Member
from holdfast.turn.mentions.naming import write_mention
from holdfast.turn.mentions.types import (
    MentionAsker,
    MentionedThing,
    MentionItem,
    MentionKind,
    QuotedThing,
    WrittenMention,
)

MAX_FACTS = 12
MAX_MEMBERS = 1_000
_KNOWN = "somebody or something they have spoken of; what is remembered stands among the quotations"
_NOTHING = "somebody or something they have spoken of; nothing more is remembered"
_NOT_HERE = "somebody or something they have spoken of; in this chat nothing remembered may be told"


@dataclass(frozen=True, slots=True)
class MemoryMentions:
    memory: MemoryParts
    asked: MemoryClient
    kind: MentionKind = "memory"

    async def offer(self, asker: MentionAsker, query: str, limit: int) -> Sequence[MentionItem]:
        page = await list_entities(self.memory, owner_of(asker.user_id), query=query, limit=limit)
        return [
            MentionItem(
                write_mention("memory", one.entity.name),
                "memory", one.entity.name, one.entity.relation or one.entity.kind or "",
                used_at=one.entity.last_at, id=str(one.entity.id),
            )
            for one in page.entities
        ]  # fmt: skip

    async def find(self, asker: MentionAsker, written: WrittenMention) -> MentionedThing | None:
        page = await list_entities(self.memory, owner_of(asker.user_id), query=written.name, limit=20)
        names = {one.entity.name.casefold(): one.entity for one in page.entities}
        entity = names.get(written.name.casefold())
        if entity is None:
            return None
        quoted = await known_of(self.asked, asker, entity.name)
        told = _NOT_HERE if not asker.knows_person else _KNOWN if quoted else _NOTHING
        return MentionedThing("memory", str(entity.id), written, told, quoted=quoted)


async def known_of(memory: MemoryClient, asker: MentionAsker, name: str) -> QuotedThing | None:
    """The facts that name them; nothing where the turn may be told nothing of its person."""
    if not asker.knows_person:
        return None
    found = await memory.recall(owner_of(asker.user_id), RecallQuery(name, limit=3 * MAX_FACTS))
    facts = [one.fact for one in found.facts if name.casefold() in f"{one.fact.subject} {one.fact.text}".casefold()]
    if not facts:
        return None
    told = facts[:MAX_FACTS]
    texts = [fact.text for fact in told]
    return QuotedThing(name, texts, [("fact", str(fact.id)) for fact in told], recalled=texts)


@dataclass(frozen=True, slots=True)
class PersonMentions:
    db: Db
    memory: MemoryClient
    kind: MentionKind = "person"

    async def offer(self, asker: MentionAsker, query: str, limit: int) -> Sequence[MentionItem]:
        words = query.casefold().split()
        found = await self._members(asker.user_id)
        return [
            MentionItem(
                write_mention("person", one.name, one.user_id, is_only=_is_only(one, found)),
                "person", one.name, one.role, near="shared", id=str(one.user_id),
            )
            for one in found
            if one.user_id != asker.user_id and all(word in one.name.casefold() for word in words)
        ][:limit]  # fmt: skip

    async def find(self, asker: MentionAsker, written: WrittenMention) -> MentionedThing | None:
        found = next((one for one in await self._members(asker.user_id) if _is_called(one, written)), None)
        if found is None:
            return None
        told = f"a person of their organization, whose role there is {found.role}"
        quoted = await known_of(self.memory, asker, found.name)
        return MentionedThing("person", str(found.user_id), written, told, quoted=quoted)

    async def _members(self, user_id: UserId) -> Sequence[Member]:
        """Those that have a name."""
        found = await list_colleagues(self.db, user_id, limit=MAX_MEMBERS)
        return [one for one in found if one.name.strip()]


def _is_called(member: Member, written: WrittenMention) -> bool:
    if written.tail is not None:
        return str(member.user_id).endswith(written.tail)
    return member.name.strip().casefold() == written.name.casefold()


def _is_only(member: Member, members: Sequence[Member]) -> bool:
    return sum(one.name.casefold() == member.name.casefold() for one in members) == 1
