"""Three search engines, each by its own wire, to the same hits. What they send is read with suspicion: a hit without an
http address is none."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from html import unescape
from typing import Any, Literal, Protocol
from urllib.parse import urlsplit

from holdfast.core.config import WebSettings
from holdfast.core.http import operator_client
from holdfast.tools.own.answers import ServiceQuestion, ask

Freshness = Literal["day", "week", "month", "year"]
MAX_HITS = 10
_MAX_ADDRESS = 2_000
_MAX_TITLE = 200
_MAX_EXCERPT = 600
_TAG = re.compile(r"<[^<>]{0,200}>")


@dataclass(frozen=True, slots=True)
class WebQuery:
    text: str
    count: int
    freshness: Freshness | None = None
    language: str | None = None


@dataclass(frozen=True, slots=True)
class WebHit:
    url: str
    title: str
    excerpt: str
    published: str | None = None


class SearchEngine(Protocol):
    @property
    def name(self) -> str: ...

    async def search(self, query: WebQuery) -> Sequence[WebHit]: ...

    async def aclose(self) -> None: ...


class SearXNG:
    name = "SearXNG"

    def __init__(self, url: str) -> None:
        self._client = operator_client(base_url=url.rstrip("/"))

    async def search(self, query: WebQuery) -> Sequence[WebHit]:
        asks = {"q": query.text, "format": "json", "pageno": "1", "safesearch": "1"}
        if query.language:
            asks["language"] = query.language
        if query.freshness:  # it knows no week
            asks["time_range"] = "month" if query.freshness == "week" else query.freshness
        found = await ask(self._client, self.name, ServiceQuestion("/search", asks))
        return hits(found.get("results"), query.count, "content", ("publishedDate", "pubdate"))

    async def aclose(self) -> None:
        await self._client.aclose()


class Brave:
    name = "Brave Search"

    def __init__(self, url: str, key: str) -> None:
        self._client = operator_client(base_url=url.rstrip("/"), headers={"x-subscription-token": key})

    async def search(self, query: WebQuery) -> Sequence[WebHit]:
        asks = {"q": query.text[:400], "count": str(query.count)}
        if query.language:
            asks["search_lang"] = query.language
        if query.freshness:
            asks["freshness"] = f"p{query.freshness[0]}"
        found = await ask(self._client, self.name, ServiceQuestion("/res/v1/web/search", asks))
        web = found.get("web")
        return hits(web.get("results") if isinstance(web, dict) else None, query.count, "description", ("page_age",))

    async def aclose(self) -> None:
        await self._client.aclose()


class Tavily:
    name = "Tavily"

    def __init__(self, url: str, key: str) -> None:
        self._client = operator_client(base_url=url.rstrip("/"), headers={"authorization": f"Bearer {key}"})

    async def search(self, query: WebQuery) -> Sequence[WebHit]:
        says: dict[str, Any] = {"query": query.text[:400], "search_depth": "basic", "max_results": query.count}
        if query.freshness:
            says["time_range"] = query.freshness
        found = await ask(self._client, self.name, ServiceQuestion("/search", says=says))
        return hits(found.get("results"), query.count, "content", ("published_date",))

    async def aclose(self) -> None:
        await self._client.aclose()


def open_engine(settings: WebSettings) -> SearchEngine | None:
    """The operator's own before one that is paid for."""
    if not settings.enabled:
        return None
    if settings.searxng_url:
        return SearXNG(settings.searxng_url)
    if settings.brave_api_key:
        return Brave(settings.brave_url, settings.brave_api_key.get_secret_value())
    if settings.tavily_api_key:
        return Tavily(settings.tavily_url, settings.tavily_api_key.get_secret_value())
    return None


def hits(rows: object, count: int, excerpt: str, dates: Sequence[str]) -> Sequence[WebHit]:
    found: dict[str, WebHit] = {}
    for row in rows if isinstance(rows, list) else ():
        if isinstance(row, dict) and (hit := _hit(row, excerpt, dates)) and hit.url not in found:
            found[hit.url] = hit
        if len(found) == min(count, MAX_HITS):
            break
    return list(found.values())


def _hit(row: Mapping[str, Any], excerpt: str, dates: Sequence[str]) -> WebHit | None:
    url = row.get("url")
    if not isinstance(url, str) or len(url) > _MAX_ADDRESS or not url.isprintable() or " " in url:
        return None
    try:
        split = urlsplit(url)
    except ValueError:
        return None
    if split.scheme not in ("http", "https") or not split.hostname or split.username:
        return None
    published = next((row[name] for name in dates if isinstance(row.get(name), str)), None)
    title = _plain(row.get("title"), _MAX_TITLE) or split.hostname
    return WebHit(url, title, _plain(row.get(excerpt), _MAX_EXCERPT), published[:10] if published else None)


def _plain(text: object, longest: int) -> str:
    """On one line, without markup."""
    if not isinstance(text, str):
        return ""
    line = " ".join(unescape(_TAG.sub("", text[: longest * 4])).split())
    return line if len(line) <= longest else f"{line[: longest - 1]}…"
