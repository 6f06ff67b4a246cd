"""The house's tools of a served installation, for somebody in a chat of their own."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any
from uuid import UUID

from holdfast.core.clock import utc_now
from holdfast.core.config import WebSettings
from holdfast.core.ids import ChatId, TurnId, new_id
from holdfast.core.migrate import Addresses
from holdfast.tools.own.source import OwnTools, open_own_tools
from holdfast.tools.types import Tool, ToolAsker, ToolCaller, ToolOff
from tests.scripted import ScriptedModel, says
from tests.serving import Person, Served, serving
from tests.tools.own.calling import BERLIN, a_caller


@dataclass(slots=True)
class Installed:
    served: Served
    own: OwnTools
    ada: Person
    chat: UUID = field(default_factory=new_id)

    async def offered(self, *, knows_person: bool = True) -> Sequence[Tool | ToolOff]:
        return await self.own.tools_for(ToolAsker(self.ada.id, "assistant", BERLIN, knows_person))

    def caller(self, person: Person | None = None, *, turn_id: TurnId | None = None, **more: Any) -> ToolCaller:
        whose = (person or self.ada).id
        return a_caller(whose, ChatId(self.chat), turn_id=turn_id, now=utc_now().astimezone(BERLIN), **more)

    async def say(self, text: str) -> None:
        answer = await self.ada.say(text, chat=self.chat)
        assert answer.status == 200


@asynccontextmanager
async def installed(
    addresses: Addresses, web: WebSettings | None = None, model: ScriptedModel | None = None, **settings: Any
) -> AsyncIterator[Installed]:
    model = model or ScriptedModel(says("Good."))
    async with serving(addresses, [model], **settings) as served, served.person() as ada:
        parts = served.parts
        own = open_own_tools(web or WebSettings(), parts.documents, parts.remembers, parts.accounts.throttle)
        try:
            yield Installed(served, own, ada)
        finally:
            await own.aclose()
