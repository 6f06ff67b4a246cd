"""Documents: one's own and those brought in one's chats, those of one's organization, those that all here may read."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from holdfast.core.db import Db
from holdfast.documents.by_name import find_named, list_named
from holdfast.knowledge.types import SpaceKind
from holdfast.turn.mentions.naming import write_mention
from holdfast.turn.mentions.types import (
    MentionAsker,
    MentionedThing,
    MentionItem,
    MentionKind,
    Nearness,
    WrittenMention,
)

_NEAR: Mapping[SpaceKind, Nearness] = {"org": "shared", "company": "house"}
_READ = "a document; what it says stands among the quotations, under its title"
_UNREAD = "a document that is still being read, or that could not be read; say so"


@dataclass(frozen=True, slots=True)
class DocumentMentions:
    db: Db
    kind: MentionKind = "document"

    async def offer(self, asker: MentionAsker, query: str, limit: int) -> Sequence[MentionItem]:
        found = await list_named(self.db, asker.user_id, query, limit=limit)
        return [
            MentionItem(
                write_mention("document", one.title, one.id, is_only=one.is_only),
                "document",
                one.title,
                one.filename if one.filename != one.title else "",
                near=_NEAR.get(one.kind, "own"),
                used_at=one.updated_at,
                id=str(one.id),
            )
            for one in found
        ]

    async def find(self, asker: MentionAsker, written: WrittenMention) -> MentionedThing | None:
        found = await find_named(self.db, asker.user_id, written.name, tail=written.tail)
        if found is None:
            return None
        told, read = (_READ, found.id) if found.is_read else (_UNREAD, None)
        return MentionedThing("document", str(found.id), written, told, document_id=read)
