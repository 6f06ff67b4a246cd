"""Servers on loopback that speak the real wire: a workshop, made with the official library, and one written by hand
that does whatever a test wants, as an older or a hostile server would."""

from __future__ import annotations

import asyncio
import socket
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any

import orjson
import uvicorn
from mcp.server.mcpserver import Context, MCPServer
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route
from starlette.types import ASGIApp

from tests.quick_server import QuickServer
from tests.waiting import never, takes, until


@asynccontextmanager
async def on_loopback(app: ASGIApp, port: int = 0) -> AsyncIterator[int]:
    """The port it answers at."""
    listener = socket.socket(proto=socket.IPPROTO_TCP)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    with listener:
        listener.bind(("127.0.0.1", port))
        server = QuickServer(uvicorn.Config(app, log_config=None, lifespan="on", timeout_graceful_shutdown=1))
        serving = asyncio.create_task(server.serve(sockets=[listener]))
        await until(lambda: server.started)
        try:
            yield listener.getsockname()[1]
        finally:
            server.leave()
            await serving


@dataclass
class Workshop:
    """An honest server, and what became of the calls to it."""

    calls: Counter[str] = field(default_factory=Counter)
    cancelled: asyncio.Event = field(default_factory=asyncio.Event)
    extra_tool: str | None = None

    def app(self) -> ASGIApp:
        server = MCPServer("workshop", title="The workshop", version="1.2", log_level="CRITICAL")
        self._furnish(server)
        return server.streamable_http_app()

    def _furnish(self, server: MCPServer) -> None:
        @server.tool(title="Say it back")
        def echo(text: str) -> str:
            """Says what it is given."""
            self.calls["echo"] += 1
            return text

        @server.tool()
        async def saw(planks: int, ctx: Context) -> str:
            """Saws planks, one after another."""
            for done in range(planks):
                await ctx.report_progress(done + 1, planks, f"plank {done + 1}")
            return f"{planks} planks"

        @server.tool()
        async def sleep() -> str:
            """Takes for ever."""
            self.calls["sleep"] += 1
            try:
                await never()
            finally:
                self.cancelled.set()
            return ""

        @server.tool()
        async def wait(milliseconds: int) -> str:
            """Takes so long."""
            await takes(milliseconds / 1000)
            return "done"

        @server.tool()
        def break_it() -> str:
            """Fails."""
            raise ValueError("the blade of /etc/secret is gone")

        @server.tool()
        def measure(text: str) -> dict[str, int]:
            """How long it is."""
            return {"length": len(text)}

        @server.tool()
        async def rename(ctx: Context) -> str:
            """Offers another tool from now on."""
            server.add_tool(lambda: "new", name="plane", description="Planes a plank.")
            await ctx.notify_tools_changed()
            return "renamed"

        @server.resource("plan://table", title="Plan of a table", mime_type="text/plain")
        def table() -> str:
            """Four legs."""
            return "Four legs and a top."

        @server.prompt(title="Ask for a table")
        def order(wood: str) -> str:
            """How to order one."""
            return f"Build me a table of {wood}."


Answer = Callable[[dict[str, Any]], Awaitable[dict[str, Any] | Response]]


@dataclass
class Handmade:
    """An older server (2025-11-25), line by line: what it lists, and how it answers a call, is the test's."""

    tools: list[dict[str, Any]] = field(default_factory=lambda: [tool("hammer")])
    answer: Answer | None = None
    sessions: set[str] = field(default_factory=set)
    asked: list[tuple[str, dict[str, str]]] = field(default_factory=list)
    """Each method, with the headers it came with."""
    before: Callable[[Request], Response | None] = lambda request: None
    wants_session: bool = True

    def app(self) -> Starlette:
        methods = ["GET", "POST", "DELETE"]
        return Starlette(routes=[Route("/{path:path}", self._take, methods=methods)])

    def restart(self) -> None:
        self.sessions.clear()

    async def _take(self, request: Request) -> Response:
        refused = self.before(request)
        if refused is not None:
            self.asked.append((request.method, dict(request.headers)))
            return refused
        if request.method != "POST":
            return Response(status_code=405)
        told = orjson.loads(await request.body())
        method = told.get("method", "")
        self.asked.append((method, dict(request.headers)))
        if method == "initialize":
            name = f"s{len(self.asked)}"
            self.sessions.add(name)
            return JSONResponse(_result(told, _initialized(told)), headers={"mcp-session-id": name})
        if method == "server/discover":
            return JSONResponse(_error(told, -32601, "no such method"), 400)
        if self.wants_session and request.headers.get("mcp-session-id") not in self.sessions:
            return JSONResponse(_error(told, -32600, "Session not found"), 404)
        if "id" not in told:
            return Response(status_code=202)
        if method == "tools/list":
            return JSONResponse(_result(told, {"tools": self.tools}))
        if method == "tools/call" and self.answer is not None:
            answered = await self.answer(told["params"])
            return answered if isinstance(answered, Response) else JSONResponse(_result(told, answered))
        if method == "tools/call":
            return JSONResponse(_result(told, says("nailed")))
        return JSONResponse(_error(told, -32601, "no such method"))


def tool(name: str, description: str = "Drives nails.", **more: Any) -> dict[str, Any]:
    return {"name": name, "description": description, "inputSchema": {"type": "object"}, **more}


def says(text: str, **more: Any) -> dict[str, Any]:
    return {"content": [{"type": "text", "text": text}], **more}


def _initialized(told: dict[str, Any]) -> dict[str, Any]:
    return {
        "protocolVersion": "2025-11-25",
        "capabilities": {"tools": {"listChanged": True}},
        "serverInfo": {"name": "handmade", "version": "0"},
    }


def _result(told: dict[str, Any], result: dict[str, Any]) -> dict[str, Any]:
    return {"jsonrpc": "2.0", "id": told["id"], "result": result}


def _error(told: dict[str, Any], code: int, message: str) -> dict[str, Any]:
    return {"jsonrpc": "2.0", "id": told.get("id"), "error": {"code": code, "message": message}}
