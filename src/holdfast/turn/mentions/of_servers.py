"""What connected servers have besides tools: resources, told as data, and prompts, by whose words one is answered.

They are offered from what is kept of a server, with the rights of whoever asks, and to a persona that may use the
server's tools. What one says is asked of its server when a turn wants to tell it, by the connection that is kept.
"""

from __future__ import annotations

import asyncio
import re
from collections import Counter
from collections.abc import Awaitable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial

from holdfast.core.db import Db
from holdfast.personas.find import find_persona
from holdfast.personas.read import Personas
from holdfast.tools.mcp.ask import McpAsker
from holdfast.tools.mcp.mentionables import McpMentionable, get_prompt, list_mentionables, read_resource
from holdfast.tools.mcp.types import FoundPrompt, McpServer, McpUnreachable, UnknownMcpServer
from holdfast.tools.registry import is_named
from holdfast.tools.types import page_of_origin
from holdfast.turn.mentions.types import (
    FetchedText,
    MentionAsker,
    MentionedThing,
    MentionItem,
    MentionKind,
    MentionState,
    Nearness,
    NotFetched,
    WrittenMention,
)

FETCH_SECONDS = 5.0
_MAX_ARGUMENT = 2_000
_GIVEN = r'(?<![\w-])NAME\s{0,3}[=:]\s{0,3}(?:"([^"\n]{1,2000})"|([^\s"]{1,500}))'
_NOT_ITS = "This persona does not use that server; choose one that does, or add it to its tools."
_SIGN_IN = "wants you to sign in, on the page of connections."
_CHECK = "could not be used; check it on the page of connections."
_RESOURCE = "something a connected server has; what it says stands below, as data"
_PROMPT = "a prompt of a connected server; its words stand below, answer this message by them"
_LATE = "the server did not answer in time"
PromptArguments = Sequence[Mapping[str, object]]


@dataclass(frozen=True, slots=True)
class McpMentions:
    db: Db
    packs: Personas
    mcp: McpAsker
    seconds: float = FETCH_SECONDS
    kind: MentionKind = "resource"

    async def offer(self, asker: MentionAsker, query: str, limit: int) -> Sequence[MentionItem]:
        words, uses = query.casefold().split(), await self._uses(asker)
        there = await list_mentionables(self.mcp, asker.user_id)
        names = Counter(one.name.casefold() for one in there)
        items = [_item(one, uses, asker.persona_id, is_only=names[one.name.casefold()] == 1) for one in there]
        return [item for item in items if _has(item, words)][:limit]

    async def find(self, asker: MentionAsker, written: WrittenMention) -> MentionedThing | None:
        if ":" not in written.name:
            return None
        there = await list_mentionables(self.mcp, asker.user_id)
        found = next((one for one in there if _is_called(one, written)), None)
        if found is None:
            return None
        reference = f"{found.server.id}:{found.key}"
        if not is_named(_wire_name(found), await self._uses(asker)):
            return MentionedThing("resource", reference, written, f"{_NOT_ITS} Say so")
        if not isinstance(found.what, FoundPrompt):
            return MentionedThing("resource", reference, written, _RESOURCE, fetch=partial(self._read, asker, found))
        given = fill_in(found.what.arguments, asker.said.replace(written.text, " "))
        if lacking := [one for one in found.what.arguments if one["isRequired"] and one["name"] not in given]:
            return MentionedThing("resource", reference, written, _lacks(lacking))
        fetch = partial(self._prompt, asker, found, given)
        return MentionedThing("resource", reference, written, _PROMPT, fetch=fetch)

    async def _uses(self, asker: MentionAsker) -> Sequence[str]:
        persona = await find_persona(self.db, self.packs, asker.user_id, asker.persona_id)
        return persona.settings.tools

    async def _read(self, asker: MentionAsker, found: McpMentionable) -> FetchedText:
        uri = getattr(found.what, "uri", "")
        asking = read_resource(self.mcp, asker.user_id, found.server.id, uri)
        return _fetched(found, await ask_server(self.seconds, asking))

    async def _prompt(self, asker: MentionAsker, found: McpMentionable, given: Mapping[str, str]) -> FetchedText:
        asking = get_prompt(self.mcp, asker.user_id, found.server.id, found.what.name, given)
        return _fetched(found, await ask_server(self.seconds, asking), is_wording=True)


async def ask_server(seconds: float, asking: Awaitable[str]) -> str:
    """Within these seconds; `NotFetched` says in one sentence why there is nothing to tell."""
    try:
        async with asyncio.timeout(seconds):
            return await asking
    except McpUnreachable as failed:
        raise NotFetched(failed.message) from None
    except UnknownMcpServer:
        raise NotFetched("the server does not have it any more") from None
    except TimeoutError:
        raise NotFetched(_LATE) from None


def _fetched(found: McpMentionable, text: str, *, is_wording: bool = False) -> FetchedText:
    return FetchedText(found.name, text, f"{found.server.id}:{found.key}", is_wording)


def fill_in(arguments: PromptArguments, said: str) -> Mapping[str, str]:
    """What a message gives for a prompt: `wood=oak`, `wood: "old oak"`; and where there is one thing to say that is not
    named, the message is it. Pure."""
    given: dict[str, str] = {}
    for name in (str(one["name"]) for one in arguments):
        if found := re.search(_GIVEN.replace("NAME", re.escape(name[:100])), said, re.IGNORECASE):
            given[name] = found[1] or found[2]
            said = said.replace(found[0], " ")
    left = [str(one["name"]) for one in arguments if one["name"] not in given and one["isRequired"]]
    rest = " ".join(said.split())[:_MAX_ARGUMENT]
    return {**given, left[0]: rest} if len(left) == 1 and rest else given


def _lacks(arguments: PromptArguments) -> str:
    named = [f"{one['name']} ({one['description']})" if one["description"] else str(one["name"]) for one in arguments]
    told = " ".join(", ".join(named).split())[:600]
    return f"a prompt of a connected server that wants to be told more: {told}. Ask for it; it is given as name=value"


def _item(one: McpMentionable, uses: Sequence[str], persona_id: str, *, is_only: bool) -> MentionItem:
    mention = one.mention if is_only else f"{one.mention}~{one.key}"
    state, remedy = _state(one, uses)
    hint = " · ".join(filter(None, [one.server.name, one.what.description]))
    near: Nearness = "own" if one.server.user_id else "house"
    key = f"{one.server.id}:{one.key}"
    pages = {"not_allowed": f"/personas/{persona_id}", "not_connected": page_of_origin(one.server.as_origin)}
    return MentionItem(mention, "resource", one.what.title, hint, state, remedy, pages.get(state), near, id=key)


def _state(one: McpMentionable, uses: Sequence[str]) -> tuple[MentionState, str | None]:
    if not is_named(_wire_name(one), uses):
        return "not_allowed", _NOT_ITS
    if one.server.state in ("sign_in", "failed"):
        return "not_connected", f"{one.server.name} {_away(one.server)}"
    return "ready", None


def _away(server: McpServer) -> str:
    return _SIGN_IN if server.state == "sign_in" else _CHECK


def _wire_name(one: McpMentionable) -> str:
    """As if it were a tool: a persona that uses `git__*` uses what else git has."""
    return f"{one.server.slug}__{one.what.name}"


def _is_called(one: McpMentionable, written: WrittenMention) -> bool:
    is_called = one.name.casefold() == written.name.casefold()
    return is_called and written.tail in (None, one.key)


def _has(item: MentionItem, words: Sequence[str]) -> bool:
    named = f"{item.mention} {item.label} {item.hint}".casefold()
    return all(word in named for word in words)
