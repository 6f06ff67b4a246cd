"""The web is searched by the engine that the operator chose. Its hits are data, and their addresses may be read."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from pydantic import Field

from holdfast.tools.own.addresses import GivenAddresses
from holdfast.tools.own.allowance import Allowance
from holdfast.tools.own.arguments import ToolArguments, ToolCard, offer
from holdfast.tools.own.engines import MAX_HITS, Freshness, SearchEngine, WebHit, WebQuery
from holdfast.tools.types import Tool, ToolAnswer, ToolCaller, ToolProgress, WebSource

A_MINUTE = 20

WEB_SEARCH = ToolCard(
    "web_search",
    "Web search",
    "Searches the web. Use it for what is new, what changes, or what you are not sure of. Gives titles, addresses and "
    "short excerpts; read_page reads one of them whole. Ask in few words, without anything private of the person.",
)


class WebSearchArguments(ToolArguments):
    query: str = Field(min_length=1, max_length=400, description="A few words, as for a search engine")
    count: int = Field(5, ge=1, le=MAX_HITS)
    freshness: Freshness | None = Field(None, description="Only what is no older than this")
    language: str | None = Field(None, pattern=r"^[a-z]{2}$", description="Such as en or de")


@dataclass(frozen=True, slots=True)
class WebSearch:
    engine: SearchEngine
    given: GivenAddresses
    allowance: Allowance

    @property
    def tool(self) -> Tool:
        return offer(WEB_SEARCH, WebSearchArguments, self.search, seconds=30.0)

    async def search(self, caller: ToolCaller, asked: WebSearchArguments, progress: ToolProgress) -> ToolAnswer:
        progress(f"Asking {self.engine.name}", None)
        async with self.allowance.of(caller.user_id):
            query = WebQuery(asked.query, asked.count, asked.freshness, asked.language)
            found = await self.engine.search(query)
        self.given.note(caller.turn_id, [hit.url for hit in found])
        if not found:
            return ToolAnswer(f"{self.engine.name} found nothing.")
        return ToolAnswer(told(found), [WebSource(hit.url, hit.title) for hit in found])


def told(found: Sequence[WebHit]) -> str:
    return "\n\n".join(
        "\n".join([f"{hit.title}{f' ({hit.published})' if hit.published else ''}", hit.url, hit.excerpt]).strip()
        for hit in found
    )
