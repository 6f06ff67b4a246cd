"""Asking a server, as one person: looked up with their rights each time, by a connection that is kept.

A server that was taken away, switched off, or that they have no right to is not asked, whatever is still open.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from contextlib import AbstractAsyncContextManager, suppress
from dataclasses import replace
from typing import TypeVar

from holdfast.core.crypto import CannotOpen
from holdfast.core.ids import McpServerId, UserId
from holdfast.core.log import get_logger
from holdfast.core.pausable import PausableTimeout
from holdfast.tools.mcp import sign_in_store, store
from holdfast.tools.mcp.command import CommandWay
from holdfast.tools.mcp.parts import McpParts, open_secrets
from holdfast.tools.mcp.pool import McpKey
from holdfast.tools.mcp.servers import must_find
from holdfast.tools.mcp.session import TOO_LATE, HttpWay, McpCall, McpSession, ServerWay, open_session
from holdfast.tools.mcp.tokens import StoredBearer
from holdfast.tools.mcp.types import FoundAtServer, McpFailed, McpFault, McpServer, UnknownMcpServer
from holdfast.tools.questions import off_the_clock
from holdfast.tools.types import ToolAnswer

log = get_logger()

CALL_SECONDS = 60.0
CHECK_SECONDS = 25.0
_REFRESH_PAUSE_SECONDS = 2.0
"""Between two looks at what a server offers, however often it says that this has changed."""
_GONE = McpFault("refused", "This server is not there any more.")
_OFF = McpFault("refused", "This server is switched off.")
_NO_COMMANDS = McpFault("start_failed", "The operator does not allow programs to be started here.")
_UNREADABLE = McpFault("refused", "What opens this server cannot be read any more; it has to be entered again.")

T = TypeVar("T")


class McpAsker:
    def __init__(self, parts: McpParts) -> None:
        self.parts = parts
        self._refreshing: dict[tuple[McpServerId, UserId], asyncio.Task[None]] = {}
        self._changed_again: set[tuple[McpServerId, UserId]] = set()

    async def call_tool(self, user_id: UserId, server_id: McpServerId, call: McpCall) -> ToolAnswer:
        timer = PausableTimeout(CALL_SECONDS)
        waiting = replace(call, asks=off_the_clock(timer, call.asks))
        return await self._within(timer, user_id, server_id, lambda session: session.call(waiting, CALL_SECONDS))

    async def read_resource(self, user_id: UserId, server_id: McpServerId, uri: str) -> str:
        timer = PausableTimeout(CALL_SECONDS)
        return await self._within(timer, user_id, server_id, lambda session: session.read(uri))

    async def get_prompt(self, user_id: UserId, server_id: McpServerId, name: str, arguments: Mapping[str, str]) -> str:
        timer = PausableTimeout(CALL_SECONDS)
        return await self._within(timer, user_id, server_id, lambda session: session.prompt(name, arguments))

    async def check(self, user_id: UserId, server_id: McpServerId) -> McpServer:
        """Now, and not when it would be tried next; what is found is kept. Where it fails, the server says why."""
        async with self.parts.db.as_user(user_id) as tx:
            server = await must_find(tx, server_id)
        self.parts.pool.forget_failure(_key(server, user_id))
        try:
            await self._find(user_id, server)
        except McpFailed as failed:
            async with self.parts.db.as_user(user_id) as tx:
                if server.is_signed_in:
                    await sign_in_store.note_account_fault(tx, server_id, server.account_version, failed.fault)
                else:
                    await store.note_fault(tx, server, failed.fault)
        async with self.parts.db.as_user(user_id) as tx:
            return await must_find(tx, server_id)

    async def _find(self, user_id: UserId, server: McpServer) -> None:
        found: FoundAtServer = await self._ask(
            PausableTimeout(CHECK_SECONDS), user_id, server, lambda session: session.find()
        )
        async with self.parts.db.as_user(user_id) as tx:
            if server.is_signed_in:
                await sign_in_store.note_account_found(tx, server.id, server.account_version, found)
            else:
                await store.note_found(tx, server, found)

    async def _within(
        self,
        timer: PausableTimeout,
        user_id: UserId,
        server_id: McpServerId,
        work: Callable[[McpSession], Awaitable[T]],
    ) -> T:
        async with self.parts.db.as_user(user_id) as tx:
            server = await store.find_server(tx, server_id)
        if server is None:
            raise McpFailed(_GONE)
        return await self._ask(timer, user_id, server, work)

    async def _ask(
        self, timer: PausableTimeout, user_id: UserId, server: McpServer, work: Callable[[McpSession], Awaitable[T]]
    ) -> T:
        if not server.is_on:
            raise McpFailed(_OFF)
        way = self._way(user_id, server)

        def open_it(on_end: Callable[[], None]) -> AbstractAsyncContextManager[McpSession]:
            return open_session(way, changed, on_end)

        def changed() -> None:
            self._look_again(user_id, server.id)

        try:
            async with timer:
                return await self.parts.pool.use(_key(server, user_id), open_it, changed, work)
        except TimeoutError:
            raise McpFailed(TOO_LATE) from None

    def _way(self, user_id: UserId, server: McpServer) -> ServerWay:
        parts = self.parts
        try:
            secrets = open_secrets(parts.box, server)
        except CannotOpen:
            raise McpFailed(_UNREADABLE) from None
        if server.kind == "command":
            if not (parts.may_add_commands or server.is_declared):
                raise McpFailed(_NO_COMMANDS)
            return CommandWay(server.address, server.arguments, secrets.environment)
        url = f"{server.address}?{secrets.query}" if secrets.query else server.address
        bearer = StoredBearer(parts.db, parts.box, parts.outside, server, user_id) if server.is_signed_in else None
        return HttpWay(url, secrets.headers, bearer, parts.outside)

    def _look_again(self, user_id: UserId, server_id: McpServerId) -> None:
        """The server says that it offers something else now."""
        which = (server_id, user_id)
        if which in self._refreshing:
            self._changed_again.add(which)
            return
        task = self._refreshing[which] = asyncio.create_task(self._refresh(*which))
        task.add_done_callback(lambda _: self._refreshing.pop(which, None))

    async def _refresh(self, server_id: McpServerId, user_id: UserId) -> None:
        which = (server_id, user_id)
        while True:
            self._changed_again.discard(which)
            with suppress(UnknownMcpServer, McpFailed):
                async with self.parts.db.as_user(user_id) as tx:
                    server = await must_find(tx, server_id)
                await self._find(user_id, server)
            await asyncio.sleep(_REFRESH_PAUSE_SECONDS)
            if which not in self._changed_again:
                return

    async def aclose(self) -> None:
        for task in list(self._refreshing.values()):
            task.cancel()
        await self.parts.pool.aclose()


def _key(server: McpServer, user_id: UserId) -> McpKey:
    is_personal = server.is_signed_in or server.user_id is not None
    return McpKey(server.id, user_id if is_personal else None, server.kind, server.revision, server.account_version)
