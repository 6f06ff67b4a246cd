"""What of servers can be mentioned: their resources and prompts. Listed from what is kept, and read when a turn wants
one."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Awaitable, Mapping, Sequence
from dataclasses import dataclass

from holdfast.core.ids import McpServerId, UserId
from holdfast.tools.mcp import store
from holdfast.tools.mcp.ask import McpAsker
from holdfast.tools.mcp.servers import must_find
from holdfast.tools.mcp.types import (
    FoundPrompt,
    FoundResource,
    McpFailed,
    McpServer,
    McpUnreachable,
    UnknownMcpServer,
)

_UNQUOTABLE = re.compile(r'["\s]+')
_MAX_NAME = 120


@dataclass(frozen=True, slots=True)
class McpMentionable:
    server: McpServer
    what: FoundResource | FoundPrompt

    @property
    def name(self) -> str:
        """`github:readme`: what a mention calls it."""
        name = _UNQUOTABLE.sub("-", self.what.name).strip("-")
        return f"{self.server.slug}:{name}"[:_MAX_NAME]

    @property
    def key(self) -> str:
        """What tells it apart from another of its server that is called the same."""
        said = self.what.uri if isinstance(self.what, FoundResource) else self.what.name
        kind = type(self.what).__name__
        return hashlib.sha256(f"{kind} {said}".encode("utf-8", "replace")).hexdigest()[:8]

    @property
    def mention(self) -> str:
        """As it is written in a message where nothing else of its server is called so."""
        return f'@resource:"{self.name}"'


async def list_mentionables(
    asker: McpAsker, user_id: UserId, server_id: McpServerId | None = None
) -> Sequence[McpMentionable]:
    """Of every server that is on, or of one. Templates of resources are not among them: they need to be filled in."""
    async with asker.parts.db.as_user(user_id) as tx:
        servers = await store.list_servers(tx) if server_id is None else [await must_find(tx, server_id)]
    return [McpMentionable(server, one) for server in servers if server.is_on for one in _of(server)]


def _of(server: McpServer) -> Sequence[FoundResource | FoundPrompt]:
    return [*(one for one in server.catalogue.resources if not one.is_template), *server.catalogue.prompts]


async def read_resource(asker: McpAsker, user_id: UserId, server_id: McpServerId, uri: str) -> str:
    """Only what its server has listed. `McpUnreachable` says in one sentence why there is nothing to read."""
    found = [one.what for one in await list_mentionables(asker, user_id, server_id)]
    known = {one.uri for one in found if isinstance(one, FoundResource)}
    if uri not in known:
        raise UnknownMcpServer()
    return await _told(asker.read_resource(user_id, server_id, uri))


async def get_prompt(
    asker: McpAsker, user_id: UserId, server_id: McpServerId, name: str, arguments: Mapping[str, str]
) -> str:
    """Its words, as the server fills them in; only of what it has listed."""
    found = [one.what for one in await list_mentionables(asker, user_id, server_id)]
    if name not in {one.name for one in found if isinstance(one, FoundPrompt)}:
        raise UnknownMcpServer()
    return await _told(asker.get_prompt(user_id, server_id, name, arguments))


async def _told(asking: Awaitable[str]) -> str:
    try:
        return await asking
    except McpFailed as failed:
        raise McpUnreachable(failed.fault.sentence) from None
