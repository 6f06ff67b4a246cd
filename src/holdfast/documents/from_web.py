"""A web page, or all pages that a sitemap lists: by the guarded way out, one after another, within limits.

A page that says when it changed is fetched again when it has; one that does not, once a day. A sitemap speaks for its
own host alone.
"""

from __future__ import annotations

from collections.abc import Sequence
from urllib.parse import urlsplit

from holdfast.core.clock import utc_now
from holdfast.core.http import FetchLimits, Outside
from holdfast.documents.extract import EntryOfFeed, Extractor, UnreadableFile
from holdfast.documents.fetching import FetchedItem, FetchFailed

MAX_PAGES = 200
_LIMITS = FetchLimits(max_bytes=5_000_000, seconds=30.0)
_MAX_KEY_CHARACTERS = 2_000


class PageOrigin:
    is_whole = True

    def __init__(self, outside: Outside, address: str) -> None:
        self._outside = outside
        self._address = address

    async def list(self) -> Sequence[FetchedItem]:
        # One page is fetched each time: that costs as much as to ask whether it has changed.
        return [page_item(self._address, utc_now().isoformat())]

    async def read(self, item: FetchedItem) -> bytes:
        return await fetch(self._outside, item.key)


class SitemapOrigin:
    is_whole = True

    def __init__(self, outside: Outside, extractor: Extractor, address: str) -> None:
        self._outside = outside
        self._extractor = extractor
        self._address = address

    async def list(self) -> Sequence[FetchedItem]:
        try:
            entries = await self._extractor.read_feed(await fetch(self._outside, self._address))
        except UnreadableFile:
            raise FetchFailed("What is there is no sitemap.", code="no_sitemap") from None
        own = [entry for entry in entries if self._is_own(entry)]
        if len(own) > MAX_PAGES:
            raise FetchFailed(
                f"The sitemap lists more than {MAX_PAGES} pages; choose one of a part of the site.",
                code="too_many_items",
            )
        return [page_item(entry.link, entry.text or utc_now().date().isoformat()) for entry in own]

    async def read(self, item: FetchedItem) -> bytes:
        return await fetch(self._outside, item.key)

    def _is_own(self, entry: EntryOfFeed) -> bool:
        try:
            page, sitemap = urlsplit(entry.link), urlsplit(self._address)
        except ValueError:
            return False
        return (page.scheme, page.netloc) == (sitemap.scheme, sitemap.netloc) and len(entry.link) <= _MAX_KEY_CHARACTERS


def page_item(address: str, mark: str) -> FetchedItem:
    place = urlsplit(address)
    last = place.path.rstrip("/").rpartition("/")[2]
    name = "".join(letter if letter.isalnum() or letter in "-_." else "-" for letter in last)[:80]
    title = f"{place.hostname}{place.path.rstrip('/')}"[:300]
    return FetchedItem(address, mark, title, name if "." in name else f"{name or 'index'}.html")


async def fetch(outside: Outside, address: str) -> bytes:
    answer = await outside.fetch(address, limits=_LIMITS)
    if answer.status != 200:
        raise FetchFailed(f"The address answered with {answer.status}.", code="not_fetched")
    return answer.body
