"""Servers that hang, die, flood or lie: each costs one tool error of our own words, and the next call is as before."""

from __future__ import annotations

import asyncio
from typing import Any
from uuid import UUID

import pytest
from starlette.requests import Request
from starlette.responses import JSONResponse, RedirectResponse, Response, StreamingResponse

from holdfast.core.migrate import Addresses
from holdfast.tools.mcp.session import McpCall
from holdfast.tools.types import ToolFailed
from tests.tools.mcp.given import added, check, hand_of, served_with
from tests.tools.mcp.loopback import Handmade, on_loopback, says, tool
from tests.waiting import never, until

pytestmark = pytest.mark.anyio
MARK = "SECRET-OF-THE-SERVER"


async def flood(params: dict[str, Any]) -> Response:
    return JSONResponse({"jsonrpc": "2.0", "id": 1, "result": says("x" * 30_000_000)})


async def flood_of_events(params: dict[str, Any]) -> Response:
    async def events() -> Any:
        for _ in range(200):
            yield b": " + b"x" * 60_000 + b"\n\n"

    return StreamingResponse(events(), media_type="text/event-stream")


async def break_off(params: dict[str, Any]) -> Response:
    async def half() -> Any:
        yield b'{"jsonrpc": "2.0", "id": 1, "result": '
        raise ConnectionError

    return StreamingResponse(half(), media_type="application/json")


async def nonsense(params: dict[str, Any]) -> Response:
    return Response(MARK, media_type="text/html")


async def odd_blocks(params: dict[str, Any]) -> dict[str, Any]:
    return {"content": [{"type": "hologram", "data": MARK}]}


async def fault(params: dict[str, Any]) -> Response:
    return JSONResponse({"error": MARK}, 500)


async def forbid(params: dict[str, Any]) -> Response:
    return JSONResponse({"error": MARK}, 403)


async def error(params: dict[str, Any]) -> Response:
    return JSONResponse({"jsonrpc": "2.0", "id": 1, "error": {"code": -32050, "message": MARK}}, 400)


async def lead_away(params: dict[str, Any]) -> Response:
    return RedirectResponse("http://169.254.169.254/latest/meta-data", 307)


@pytest.mark.parametrize(
    ("trick", "words"),
    [
        (flood, "four megabytes"),
        (flood_of_events, "four megabytes"),
        (break_off, "broke off|not part of the protocol|ended"),
        (nonsense, "refused"),
        (odd_blocks, "not part of the protocol"),
        (fault, "has a fault"),
        (forbid, "does not let you"),
        (error, "refused"),
        (lead_away, "another address"),
    ],
)
async def test_a_hostile_answer_is_one_error_in_our_words(addresses: Addresses, trick: Any, words: str) -> None:
    server = Handmade()
    async with on_loopback(server.app()) as port, served_with(addresses, port) as served, served.person() as ada:
        await added(ada, port)
        hand = hand_of(served, ada)
        server.answer = trick
        with pytest.raises(ToolFailed, match=words) as failed:
            await hand.use("workshop__hammer")
        assert MARK not in failed.value.sentence
        server.answer = None

        async def works() -> bool:
            try:
                return (await hand.use("workshop__hammer")).text == "nailed"
            except ToolFailed:
                return False

        assert await until(works)


async def test_whoever_hangs_holds_up_nobody(addresses: Addresses) -> None:
    server = Handmade()

    async def hang(params: dict[str, Any]) -> dict[str, Any]:
        if params["arguments"].get("hang"):
            await never()
        return says("quick")

    server.answer = hang
    async with on_loopback(server.app()) as port, served_with(addresses, port) as served, served.person() as ada:
        await added(ada, port)
        hand = hand_of(served, ada)
        hanging = asyncio.create_task(
            served.parts.mcp.call_tool(
                ada.id,
                await _server_id(served, ada),
                McpCall("hammer", {"hang": True}, lambda text, share: None),
            )
        )
        answers = await asyncio.gather(*(hand.use("workshop__hammer") for _ in range(5)))
        assert {answer.text for answer in answers} == {"quick"}
        hanging.cancel()
        await asyncio.gather(hanging, return_exceptions=True)
        assert (await hand.use("workshop__hammer")).text == "quick"


async def _server_id(served: Any, person: Any) -> Any:
    return UUID((await person.http.get("/api/mcp/servers")).json()["servers"][0]["id"])


async def test_what_a_server_lists_is_bounded_and_the_rest_is_counted(addresses: Addresses) -> None:
    deep: dict[str, Any] = {"type": "object"}
    for _ in range(60):
        deep = {"type": "object", "properties": {"a": deep}}
    server = Handmade(
        tools=[
            tool("good"),
            tool("wordy", "x" * 9_000),
            {**tool("deep"), "inputSchema": deep},
            {**tool("large"), "inputSchema": {"type": "object", "description": "x" * 40_000}},
            tool("odd\u202ename"),
            *(tool(f"many{n}") for n in range(250)),
        ]
    )
    async with on_loopback(server.app()) as port, served_with(addresses, port) as served, served.person() as ada:
        one = await added(ada, port)
        told = (await ada.http.get(f"/api/mcp/servers/{one['id']}/tools")).json()
        assert (len(told["tools"]), told["left"]) == (200, 55)
        assert told["tools"][0]["tool"] == "good"


async def test_a_pattern_in_a_servers_schema_keeps_nobody_busy(addresses: Addresses) -> None:
    schema = {"type": "object", "properties": {"a": {"type": "string", "pattern": "^(a+)+$"}}}
    server = Handmade(tools=[{**tool("hammer"), "outputSchema": schema}])

    async def answer(params: dict[str, Any]) -> dict[str, Any]:
        return says("struck", structuredContent={"a": "a" * 60 + "!"})

    server.answer = answer
    async with on_loopback(server.app()) as port, served_with(addresses, port) as served, served.person() as ada:
        await added(ada, port)
        async with asyncio.timeout(20):
            assert (await hand_of(served, ada).use("workshop__hammer")).text == "struck"


async def test_a_server_that_is_none_is_told_so_at_the_check(addresses: Addresses) -> None:
    server = Handmade()
    async with on_loopback(server.app()) as port, served_with(addresses, port) as served, served.person() as ada:
        made = await ada.http.post("/api/mcp/servers", json={"name": "Odd", "url": f"http://127.0.0.1:{port}/mcp"})
        for answer, code in (
            (Response(MARK, media_type="text/html"), "refused"),
            (Response(status_code=500), "unreachable"),
            (RedirectResponse("https://example.org/", 302), "refused"),
            (Response(b"\x1f\x8b", headers={"content-encoding": "gzip"}), "protocol"),
        ):
            server.before = _always(answer)
            told = await check(ada, made.json())
            assert (told["state"], told["error"]["code"]) == ("failed", code)
            assert MARK not in told["error"]["message"]


def _always(answer: Response) -> Any:
    def refuse(request: Request) -> Response:
        return answer

    return refuse
