"""One's own chats: what one is about, and what was said in it last."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from holdfast.chats.by_name import find_titled, list_titled, read_end
from holdfast.core.db import Db
from holdfast.memory.summaries.chats import find_summary_of
from holdfast.turn.mentions.naming import write_mention
from holdfast.turn.mentions.types import (
    MentionAsker,
    MentionedThing,
    MentionItem,
    MentionKind,
    QuotedThing,
    WrittenMention,
)

_LAST = 6
_TOLD = "another chat of theirs; what was said there stands among the quotations"
_THIS = "this chat"
_UNKNOWN = "another chat of theirs; in this one nothing of it may be told, say so"


@dataclass(frozen=True, slots=True)
class ChatMentions:
    db: Db
    kind: MentionKind = "chat"

    async def offer(self, asker: MentionAsker, query: str, limit: int) -> Sequence[MentionItem]:
        found = await list_titled(self.db, asker.user_id, query, limit=limit)
        titles = Counter(one.title.casefold() for one in found)
        return [
            MentionItem(
                write_mention("chat", one.title, one.id, is_only=bool(query) and titles[one.title.casefold()] == 1),
                "chat", one.title, used_at=one.updated_at, id=str(one.id),
            )
            for one in found
            if one.title.strip()
        ]  # fmt: skip

    async def find(self, asker: MentionAsker, written: WrittenMention) -> MentionedThing | None:
        if written.kind != "chat":
            return None  # titles are sentences; a bare name is not meant for one
        chat = await find_titled(self.db, asker.user_id, written.name, tail=written.tail)
        if chat is None:
            return None
        if chat.id == asker.chat_id:
            return MentionedThing("chat", str(chat.id), written, _THIS)
        if not asker.knows_person:
            return MentionedThing("chat", str(chat.id), written, _UNKNOWN)
        summary = await find_summary_of(self.db, asker.user_id, chat.id)
        said = await read_end(self.db, asker.user_id, chat, limit=_LAST)
        lines = [f"In short: {summary}"] if summary else []
        lines += [f"{'They' if one.role == 'user' else 'The assistant'}: {one.text}" for one in said if one.text]
        sources = [("chat_summary", str(chat.id))] if summary else []
        sources += [("message", str(one.id)) for one in said if one.text]
        quoted = QuotedThing(f'the chat "{chat.title}"', lines, sources) if lines else None
        return MentionedThing("chat", str(chat.id), written, _TOLD, quoted=quoted)
