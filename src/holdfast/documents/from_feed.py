"""An RSS or Atom feed: each entry is a document. A feed lists its newest entries, so one that is no longer listed is
not gone.

The address is reached by the guarded way out; what it answers is read in the sandbox.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence

from holdfast.core.http import FetchLimits, Outside
from holdfast.documents.extract import EntryOfFeed, Extractor, UnreadableFile
from holdfast.documents.fetching import FetchedItem, FetchFailed

_LIMITS = FetchLimits(max_bytes=5_000_000, seconds=30.0)
_ACCEPT = {"accept": "application/atom+xml, application/rss+xml, application/xml;q=0.9, text/xml;q=0.8"}
_MAX_KEY_CHARACTERS = 2_000


class FeedOrigin:
    is_whole = False

    def __init__(self, outside: Outside, extractor: Extractor, address: str) -> None:
        self._outside = outside
        self._extractor = extractor
        self._address = address
        self._texts: dict[str, str] = {}

    async def list(self) -> Sequence[FetchedItem]:
        answer = await self._outside.fetch(self._address, headers=_ACCEPT, limits=_LIMITS)
        if answer.status != 200:
            raise FetchFailed(f"The address answered with {answer.status} and no feed.", code="no_feed")
        try:
            entries = await self._extractor.read_feed(answer.body)
        except UnreadableFile:
            raise FetchFailed("What is there is no RSS or Atom feed.", code="no_feed") from None
        return [self._item(entry) for entry in entries]

    async def read(self, item: FetchedItem) -> bytes:
        return self._texts[item.key].encode()

    def _item(self, entry: EntryOfFeed) -> FetchedItem:
        text = f"# {entry.title}\n\n{entry.text}\n\n{entry.link}\n"
        mark = hashlib.sha256(text.encode()).hexdigest()
        key = (entry.id or entry.link or mark)[:_MAX_KEY_CHARACTERS]
        self._texts[key] = text
        name = "".join(letter if letter.isalnum() else "-" for letter in entry.title.lower())[:80].strip("-")
        return FetchedItem(key, mark, entry.title, f"{name or 'entry'}.md")
