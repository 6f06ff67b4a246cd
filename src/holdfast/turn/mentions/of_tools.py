"""Tools by their names or as commands, the servers that they come from, and things that some tool is for (`@calendar`).

What is not connected is offered with what to do about it, and a message that names it makes the model say so.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from holdfast.core.db import Db
from holdfast.personas.find import find_persona
from holdfast.personas.read import Personas
from holdfast.tools.registry import ChosenTools, ToolRegistry, is_named
from holdfast.tools.types import CONNECTIONS_PAGE, Tool, ToolAsker, ToolOff
from holdfast.turn.mentions.naming import write_mention
from holdfast.turn.mentions.parse import parse_mentions
from holdfast.turn.mentions.types import (
    MentionAsker,
    MentionedThing,
    MentionItem,
    MentionKind,
    MentionState,
    WrittenMention,
)

COMMANDS: Mapping[str, str] = {"search": "web_search", "read": "read_page", "documents": "search_documents"}
"""Short words for tools that are named otherwise."""
_ALL = ("*",)
_NOT_ITS = "This persona does not use it; choose one that does, or add it to its tools."
CALENDAR_AWAY = (
    "No calendar is connected. Connect a server of tools that reads yours, one whose tools have 'calendar' in their "
    "names, and name it again."
)


@dataclass(frozen=True, slots=True)
class ToolWish:
    """What a message asks of the tools."""

    named: Sequence[str] = ()
    """Those that it names, itself or by their server."""
    first: str | None = None
    """The one it wants used before anything else: a command, or the only one it names."""


def wished_tools(text: str, chosen: ChosenTools) -> ToolWish:
    """Pure. Only what is offered can be wished for."""
    named: dict[str, None] = {}
    first: str | None = None
    for written in parse_mentions(text):
        found = list(_meant(written, chosen.offered))
        named |= dict.fromkeys(found)
        if written.kind == "tool" and len(found) == 1:
            first = first or found[0]
    return ToolWish(tuple(named), first)


def names_tools(text: str) -> bool:
    """Whether anything in it may be a tool: what else is not asked of a message that is to have none."""
    return any(written.kind in ("tool", "server", None) for written in parse_mentions(text))


def _meant(written: WrittenMention, tools: Mapping[str, Tool]) -> Iterable[str]:
    name = written.name.casefold()
    if written.kind in ("tool", None) and (tool := _called(name, tools)):
        yield tool
    if written.kind in ("server", None):
        yield from (one for one in tools if server_of(one) == name)
    if written.kind is None and name == "calendar":
        yield from of_calendar(tools)


def _called(name: str, tools: Mapping[str, Tool] | Mapping[str, ToolOff]) -> str | None:
    wanted = COMMANDS.get(name, name).casefold().replace("-", "_")
    return next((one for one in tools if one.casefold() == wanted), None)


def server_of(tool_name: str) -> str:
    slug, parted, _ = tool_name.partition("__")
    return slug.casefold() if parted else ""


def of_calendar(tools: Mapping[str, Tool]) -> Sequence[str]:
    return [name for name in tools if "calendar" in name.casefold()]


@dataclass(frozen=True, slots=True)
class _Tools:
    """All there are for somebody, with what their persona makes of them."""

    chosen: ChosenTools
    names: Sequence[str]

    def state(self, name: str) -> MentionState:
        if name not in self.chosen.offered:
            return "not_connected"
        return "ready" if is_named(name, self.names) else "not_allowed"


@dataclass(frozen=True, slots=True)
class ToolsOfAsker:
    db: Db
    packs: Personas
    registry: ToolRegistry

    async def read(self, asker: MentionAsker) -> _Tools:
        """Whatever its persona uses: that it does not is said of each."""
        persona = await find_persona(self.db, self.packs, asker.user_id, asker.persona_id)
        told = ToolAsker(asker.user_id, persona.id, None, asker.knows_person)
        return _Tools(await self.registry.choose(told, _ALL), persona.settings.tools)


@dataclass(frozen=True, slots=True)
class ToolMentions:
    tools: ToolsOfAsker
    kind: MentionKind = "tool"

    async def offer(self, asker: MentionAsker, query: str, limit: int) -> Sequence[MentionItem]:
        there = await self.tools.read(asker)
        short = {name: word for word, name in COMMANDS.items()}
        items = []
        for name, tool in there.chosen.offered.items():
            state = there.state(name)
            written = f"/{short.get(name, name)}"
            item = MentionItem(written, "tool", tool.title, tool.spec.description, state, id=name)
            items.append(item if state == "ready" else _not_its(item, asker))
        for off in there.chosen.off:
            written, told = f"/{short.get(off.name, off.name)}", f"{off.reason} {off.remedy or ''}".strip()
            item = MentionItem(written, "tool", off.title, off.description, "not_connected", told, id=off.name)
            items.append(replace(item, remedy_address=off.remedy_address))
        return [item for item in items if _has(item, query)][:limit]

    async def find(self, asker: MentionAsker, written: WrittenMention) -> MentionedThing | None:
        there = await self.tools.read(asker)
        name = written.name.casefold()
        if found := _called(name, there.chosen.offered):
            told = "a tool; use it for this message" if there.state(found) == "ready" else f"a tool. {_NOT_ITS} Say so"
            return MentionedThing("tool", found, written, told)
        off = {one.name: one for one in there.chosen.off}
        if found := _called(name, off):
            told = f"a tool that cannot be used now: {off[found].reason} {off[found].remedy or ''} Say so"
            return MentionedThing("tool", found, written, told)
        return None


@dataclass(frozen=True, slots=True)
class ServerMentions:
    tools: ToolsOfAsker
    kind: MentionKind = "server"

    async def offer(self, asker: MentionAsker, query: str, limit: int) -> Sequence[MentionItem]:
        there = await self.tools.read(asker)
        slugs = dict.fromkeys(server_of(name) for name in there.chosen.offered)
        items = []
        for slug in filter(None, slugs):
            its = [name for name in there.chosen.offered if server_of(name) == slug]
            is_ready = any(there.state(name) == "ready" for name in its)
            hint = ", ".join(there.chosen.offered[name].title for name in its[:4])
            item = MentionItem(write_mention("server", slug), "server", slug, hint, id=slug)
            items.append(item if is_ready else _not_its(item, asker))
        return [item for item in items if _has(item, query)][:limit]

    async def find(self, asker: MentionAsker, written: WrittenMention) -> MentionedThing | None:
        there, slug = await self.tools.read(asker), written.name.casefold()
        its = [name for name in there.chosen.offered if server_of(name) == slug]
        if not its:
            return None
        ready = [name for name in its if there.state(name) == "ready"]
        told = f"a server of tools; use {', '.join(ready)}" if ready else f"a server of tools. {_NOT_ITS} Say so"
        return MentionedThing("server", slug, written, told)


@dataclass(frozen=True, slots=True)
class ResourceMentions:
    """Things there is one of, whatever tool serves them."""

    tools: ToolsOfAsker
    kind: MentionKind = "resource"

    async def offer(self, asker: MentionAsker, query: str, limit: int) -> Sequence[MentionItem]:
        there = await self.tools.read(asker)
        its = of_calendar(there.chosen.offered)
        if any(there.state(name) == "ready" for name in its):
            item = MentionItem("@calendar", "resource", "calendar", ", ".join(its[:4]), near="house", id="calendar")
        elif its:
            item = _not_its(MentionItem("@calendar", "resource", "calendar", id="calendar"), asker)
        else:
            item = MentionItem("@calendar", "resource", "calendar", near="house", id="calendar")
            item = replace(item, state="not_connected", remedy=CALENDAR_AWAY, remedy_address=CONNECTIONS_PAGE)
        return [item] if _has(item, query) else []

    async def find(self, asker: MentionAsker, written: WrittenMention) -> MentionedThing | None:
        if written.name.casefold() != "calendar":
            return None
        there = await self.tools.read(asker)
        ready = [name for name in of_calendar(there.chosen.offered) if there.state(name) == "ready"]
        told = f"their calendar; use {', '.join(ready)}" if ready else f"their calendar. {CALENDAR_AWAY} Say so"
        return MentionedThing("resource", "calendar", written, told)


def _not_its(item: MentionItem, asker: MentionAsker) -> MentionItem:
    """There, and not of the persona that would answer: its page says what it uses."""
    return replace(item, state="not_allowed", remedy=_NOT_ITS, remedy_address=f"/personas/{asker.persona_id}")


def _has(item: MentionItem, query: str) -> bool:
    named = f"{item.mention} {item.label} {item.hint}".casefold()
    return all(word in named for word in query.casefold().split())
