"""The connections of this process: one a server, or one a person where the person's own credentials are used.

Bounded in number: whoever needs one more takes the place of the one that has rested longest. A connection belongs to
one revision of its server and to one sign-in, so that a changed address or another account never meets an old one.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import TypeVar

from holdfast.core.ids import McpServerId, UserId
from holdfast.tools.mcp.link import IDLE_SECONDS, McpLink, Open
from holdfast.tools.mcp.session import McpSession
from holdfast.tools.mcp.types import McpFailed, McpFault, McpKind

MAX_LINKS = 200
MAX_OF_A_PERSON = 10
MAX_COMMANDS = 20

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class McpKey:
    server_id: McpServerId
    user_id: UserId | None
    """Whose credentials it is opened with; None: the installation's, for everybody."""
    kind: McpKind
    revision: int
    account_version: int


class McpPool:
    def __init__(self, *, idle_seconds: float = IDLE_SECONDS) -> None:
        self._idle_seconds = idle_seconds
        self._links: dict[McpKey, McpLink] = {}
        self._closing: set[asyncio.Task[None]] = set()

    async def use(
        self, key: McpKey, open_it: Open, on_change: Callable[[], None], work: Callable[[McpSession], Awaitable[T]]
    ) -> T:
        """What a server has surely not heard is told it once more, by a new connection."""
        link = self._link(key, open_it, on_change)
        try:
            return await link.use(work)
        except McpFailed as failed:
            if failed.fault.was_heard:
                raise
            return await link.use(work)

    def forget_failure(self, key: McpKey) -> None:
        if (link := self._links.get(key)) is not None:
            link.forget_failure()

    def __len__(self) -> int:
        return sum(link.is_open for link in self._links.values())

    def _link(self, key: McpKey, open_it: Open, on_change: Callable[[], None]) -> McpLink:
        if (link := self._links.get(key)) is not None:
            return link
        for other in [one for one in self._links if (one.server_id, one.user_id) == (key.server_id, key.user_id)]:
            self._drop(other)  # of an address or a sign-in that is no more
        self._make_room(lambda one: True, MAX_LINKS)
        self._make_room(lambda one: key.user_id is not None and one.user_id == key.user_id, MAX_OF_A_PERSON)
        self._make_room(lambda one: key.kind == one.kind == "command", MAX_COMMANDS)
        link = self._links[key] = McpLink(open_it, on_change, idle_seconds=self._idle_seconds)
        return link

    def _make_room(self, is_of_these: Callable[[McpKey], bool], most: int) -> None:
        these = {key: link for key, link in self._links.items() if is_of_these(key)}
        resting = [(link.used_at, key) for key, link in these.items() if not link.is_in_use]
        if len(these) < most:
            return
        if not resting:
            raise McpFailed(McpFault("unreachable", "Too many servers are in use at once; try again in a moment."))
        self._drop(min(resting, key=lambda one: one[0])[1])

    def _drop(self, key: McpKey) -> None:
        closing = asyncio.create_task(self._links.pop(key).aclose())
        self._closing.add(closing)
        closing.add_done_callback(self._closing.discard)

    async def close(self, server_id: McpServerId, user_id: UserId | None = None) -> None:
        """Of a server all that is open here, or one person's."""
        for key in [one for one in self._links if one.server_id == server_id and user_id in (None, one.user_id)]:
            self._drop(key)
        await asyncio.gather(*self._closing, return_exceptions=True)

    async def aclose(self) -> None:
        for key in list(self._links):
            self._drop(key)
        await asyncio.gather(*self._closing, return_exceptions=True)
