"""Resolvers asked side by side; one that fails or takes too long is missing, and the others answer."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass

from holdfast.core.ask_within import Missing, ask_within
from holdfast.core.db import Db, owner_of
from holdfast.turn.mentions.order import MentionCounts, choose_offered
from holdfast.turn.mentions.parse import MAX_MENTIONS, parse_mentions
from holdfast.turn.mentions.store import read_counts
from holdfast.turn.mentions.types import (
    MentionAsker,
    Mentioned,
    MentionedThing,
    MentionItem,
    MentionResolver,
    OfferWish,
    WrittenMention,
)

SECONDS = 2.0


@dataclass(frozen=True, slots=True)
class Mentions:
    resolvers: Sequence[MentionResolver] = ()
    """Asked for a name without a kind in this order: the first that knows it has it."""
    db: Db | None = None
    """Where it is kept what people named; without it, nothing was."""

    async def offer(self, asker: MentionAsker, wish: OfferWish) -> Sequence[MentionItem]:
        asked = [one for one in self.resolvers if one.kind in wish.kinds]
        query = " ".join(wish.query.split())
        counts, answers = await asyncio.gather(
            ask_within("mentions", self._counts(asker), SECONDS),
            asyncio.gather(*(ask_within("mentions", one.offer(asker, query, wish.limit), SECONDS) for one in asked)),
        )
        found = [item for items in answers if not isinstance(items, Missing) for item in items]
        return choose_offered(found, query, wish.limit, {} if isinstance(counts, Missing) else counts)

    async def _counts(self, asker: MentionAsker) -> MentionCounts:
        if self.db is None:
            return {}
        async with self.db.reading(owner_of(asker.user_id)) as tx:
            return await read_counts(tx, asker.user_id)

    async def resolve(
        self, asker: MentionAsker, text: str, implied: Sequence[WrittenMention] = (), *, patience: float = 1.0
    ) -> Mentioned:
        """What a message means, each mention as its asker. `implied`: what it calls by name without an @."""
        written = [*parse_mentions(text), *implied][:MAX_MENTIONS]
        found = await asyncio.gather(*(self._find(asker, one, patience) for one in written))
        things: dict[str, MentionedThing] = {}
        for one in found:
            if isinstance(one, MentionedThing):
                things.setdefault(one.reference, one)
        return Mentioned(
            tuple(things.values()),
            tuple(one for one, thing in zip(written, found, strict=True) if thing is None and self._is_said(one)),
            tuple(one for one in found if isinstance(one, Missing))[:1],
        )

    async def _find(
        self, asker: MentionAsker, written: WrittenMention, patience: float
    ) -> MentionedThing | Missing | None:
        return await ask_within("mentions", self._first(asker, written), SECONDS * patience)

    async def _first(self, asker: MentionAsker, written: WrittenMention) -> MentionedThing | None:
        for resolver in self.resolvers:
            if written.kind in (None, resolver.kind) and (found := await resolver.find(asker, written)):
                return found
        return None

    def _is_said(self, written: WrittenMention) -> bool:
        """That nothing is called so. Of what was not named outright nothing is said."""
        return not written.is_implied and any(one.kind == written.kind for one in self.resolvers)
