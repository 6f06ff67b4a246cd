"""The house's own tools for one who asks, and which of them are off now."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from holdfast.core.config import WebSettings
from holdfast.core.throttle import Throttle
from holdfast.documents.parts import DocumentParts
from holdfast.memory.client.types import MemoryClient
from holdfast.tools.own import read_page, search_web, weather
from holdfast.tools.own.addresses import GivenAddresses
from holdfast.tools.own.allowance import allowance
from holdfast.tools.own.arguments import ToolCard, not_offered
from holdfast.tools.own.calculate import calculator
from holdfast.tools.own.dates import date_arithmetic
from holdfast.tools.own.documents import ADD_RESOURCE, DocumentTools
from holdfast.tools.own.engines import SearchEngine, open_engine
from holdfast.tools.own.loops import ADD_LOOP, CHANGE_LOOP, LOOPS, LoopTools
from holdfast.tools.own.remember import FORGET, RECALL, REMEMBER, MemoryTools
from holdfast.tools.types import Tool, ToolAsker, ToolOff

_NOT_OUTSIDE = "On this installation assistants do not go outside."
_SWITCH_ON = "Whoever runs it sets HOLDFAST_WEB_ENABLED to true."
_NO_ENGINE = "No search engine is connected to this installation."
_CONNECT_ENGINE = (
    "Whoever runs it sets HOLDFAST_WEB_SEARXNG_URL, HOLDFAST_WEB_BRAVE_API_KEY or HOLDFAST_WEB_TAVILY_API_KEY."
)
_TEMPORARY = "This chat is temporary: nothing is remembered in it, and nothing that is known is told."
_OTHER_CHAT = "Use a chat that is not temporary."
_OF_PERSON: tuple[ToolCard, ...] = (RECALL, REMEMBER, FORGET, LOOPS, ADD_LOOP, CHANGE_LOOP, ADD_RESOURCE)


@dataclass(frozen=True, slots=True)
class OwnTools:
    """A `ToolSource`. What is offered is built once; asking costs nothing."""

    always: Sequence[Tool | ToolOff]
    of_person: Sequence[Tool]
    engine: SearchEngine | None
    weather: weather.Weather | None

    async def tools_for(self, asker: ToolAsker) -> Sequence[Tool | ToolOff]:
        if asker.knows_person:
            return [*self.always, *self.of_person]
        return [*self.always, *(not_offered(card, _TEMPORARY, _OTHER_CHAT) for card in _OF_PERSON)]

    async def aclose(self) -> None:
        if self.engine is not None:
            await self.engine.aclose()
        if self.weather is not None:
            await self.weather.client.aclose()


def open_own_tools(web: WebSettings, documents: DocumentParts, memory: MemoryClient, throttle: Throttle) -> OwnTools:
    given, engine = GivenAddresses(), open_engine(web)
    found = DocumentTools(documents, given)
    remembered, loops = MemoryTools(documents.db, memory, given), LoopTools(memory)
    rain = (
        weather.weather(web, allowance(throttle, "weather", a_minute=weather.A_MINUTE, an_hour=weather.AN_HOUR))
        if web.enabled
        else None
    )
    always: list[Tool | ToolOff] = [calculator(), date_arithmetic(), *found.tools]
    always.append(_search(web, engine, given, throttle))
    if rain is None:
        always += [not_offered(card, _NOT_OUTSIDE, _SWITCH_ON) for card in (read_page.READ_PAGE, weather.WEATHER)]
    else:
        pages = allowance(throttle, "read-page", a_minute=read_page.A_MINUTE, an_hour=web.pages_an_hour)
        reading = read_page.ReadPage(documents.db, documents.outside, documents.extractor, given, pages)
        always += [reading.tool, rain.tool]
    return OwnTools(always, [*remembered.tools, *loops.tools, found.writing], engine, rain)


def _search(web: WebSettings, engine: SearchEngine | None, given: GivenAddresses, throttle: Throttle) -> Tool | ToolOff:
    if not web.enabled:
        return not_offered(search_web.WEB_SEARCH, _NOT_OUTSIDE, _SWITCH_ON)
    if engine is None:
        return not_offered(search_web.WEB_SEARCH, _NO_ENGINE, _CONNECT_ENGINE)
    allowed = allowance(throttle, "web-search", a_minute=search_web.A_MINUTE, an_hour=web.searches_an_hour)
    return search_web.WebSearch(engine, given, allowed).tool
