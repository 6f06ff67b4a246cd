from __future__ import annotations

import asyncio
from contextlib import AsyncExitStack

import pytest

from holdfast.core.migrate import Addresses
from holdfast.tools.mcp.mentionables import get_prompt, list_mentionables, read_resource
from holdfast.tools.types import ToolFailed
from tests.tools.mcp.given import add, added, check, hand_of, served_with
from tests.tools.mcp.loopback import Handmade, Workshop, on_loopback
from tests.waiting import until

pytestmark = pytest.mark.anyio


async def test_a_server_that_somebody_adds_lends_its_tools_to_their_turns(addresses: Addresses) -> None:
    workshop = Workshop()
    async with on_loopback(workshop.app()) as port, served_with(addresses, port) as served, served.person() as ada:
        server = await add(ada, port)
        assert (server["state"], server["tools"], server["slug"]) == ("new", 0, "workshop")
        server = await check(ada, server)
        assert server["state"] == "ready"
        assert server["server"] == {"name": "The workshop", "version": "1.2", "protocol": "2026-07-28"}
        assert (server["tools"], server["resources"], server["prompts"]) == (7, 1, 1)
        hand = hand_of(served, ada)
        echo = await hand.tool("workshop__echo")
        assert (echo.title, echo.spec.description, echo.trust) == ("Say it back", "Says what it is given.", "ask")
        assert echo.spec.parameters["properties"]["text"]["type"] == "string"
        assert (await hand.use("workshop__echo", text="Good morning")).text == "Good morning"


async def test_how_far_a_tool_has_come_is_told_while_it_works(addresses: Addresses) -> None:
    async with on_loopback(Workshop().app()) as port, served_with(addresses, port) as served, served.person() as ada:
        await added(ada, port)
        heard: list[tuple[str, float | None]] = []
        answer = await hand_of(served, ada).use(
            "workshop__saw", lambda text, share: heard.append((text, share)), planks=4
        )
        assert answer.text == "4 planks"
        assert heard[-1] == ("plank 4", 1.0)
        assert [text for text, _ in heard] == [f"plank {n}" for n in (1, 2, 3, 4)]


async def test_a_call_that_is_given_up_is_given_up_at_the_server_too_and_the_connection_serves_on(
    addresses: Addresses,
) -> None:
    workshop = Workshop()
    async with on_loopback(workshop.app()) as port, served_with(addresses, port) as served, served.person() as ada:
        await added(ada, port)
        hand = hand_of(served, ada)
        sleeping = asyncio.create_task(hand.use("workshop__sleep"))
        await until(lambda: workshop.calls["sleep"])
        sleeping.cancel()
        await asyncio.gather(sleeping, return_exceptions=True)
        await until(workshop.cancelled.is_set)
        assert (await hand.use("workshop__echo", text="still here")).text == "still here"


async def test_what_a_tool_reports_as_its_error_is_an_answer(addresses: Addresses) -> None:
    async with on_loopback(Workshop().app()) as port, served_with(addresses, port) as served, served.person() as ada:
        await added(ada, port)
        answer = await hand_of(served, ada).use("workshop__break_it")
        assert answer.is_error
        assert "secret" not in answer.text


async def test_structured_answers_are_told_as_text(addresses: Addresses) -> None:
    async with on_loopback(Workshop().app()) as port, served_with(addresses, port) as served, served.person() as ada:
        await added(ada, port)
        assert '"length": 5' in (await hand_of(served, ada).use("workshop__measure", text="plank")).text


async def test_many_turns_share_one_connection_and_none_waits_for_another(addresses: Addresses) -> None:
    workshop = Workshop()
    async with on_loopback(workshop.app()) as port, served_with(addresses, port) as served, served.person() as ada:
        await added(ada, port)
        hand = hand_of(served, ada)
        sleeping = [asyncio.create_task(hand.use("workshop__sleep")) for _ in range(10)]
        await until(lambda: workshop.calls["sleep"] == 10)
        answers = await asyncio.gather(*(hand.use("workshop__echo", text=str(n)) for n in range(40)))
        assert [answer.text for answer in answers] == [str(n) for n in range(40)]
        assert len(served.parts.mcp.parts.pool) == 1
        for one in sleeping:
            one.cancel()
        await asyncio.gather(*sleeping, return_exceptions=True)


async def test_a_server_that_was_restarted_is_used_as_if_nothing_had_been(addresses: Addresses) -> None:
    handmade = Handmade()
    async with on_loopback(handmade.app()) as port, served_with(addresses, port) as served, served.person() as ada:
        await added(ada, port)
        hand = hand_of(served, ada)
        assert (await hand.use("workshop__hammer")).text == "nailed"
        handmade.restart()
        assert (await hand.use("workshop__hammer")).text == "nailed"


async def test_a_server_that_comes_back_is_found_again(addresses: Addresses) -> None:
    async with AsyncExitStack() as first:
        port = await first.enter_async_context(on_loopback(Workshop().app()))
        async with served_with(addresses, port) as served, served.person() as ada:
            await added(ada, port)
            hand = hand_of(served, ada)
            assert (await hand.use("workshop__echo", text="one")).text == "one"
            await first.aclose()
            with pytest.raises(ToolFailed, match="cannot be reached"):
                await hand.use("workshop__echo", text="two")

            async def answers() -> bool:
                try:
                    return (await hand.use("workshop__echo", text="three")).text == "three"
                except ToolFailed:
                    return False

            async with on_loopback(Workshop().app(), port):
                assert await until(answers)


async def test_a_tool_that_a_server_begins_to_offer_is_known_without_another_check(addresses: Addresses) -> None:
    async with on_loopback(Workshop().app()) as port, served_with(addresses, port) as served, served.person() as ada:
        await added(ada, port)
        hand = hand_of(served, ada)
        await hand.use("workshop__rename")

        async def is_known() -> bool:
            return "workshop__plane" in await hand.known()

        await until(is_known)
        assert (await hand.use("workshop__plane")).text == "new"


async def test_resources_and_prompts_are_listed_from_what_is_kept_and_read_from_the_server(
    addresses: Addresses,
) -> None:
    async with on_loopback(Workshop().app()) as port, served_with(addresses, port) as served, served.person() as ada:
        server = await added(ada, port)
        mcp = served.parts.mcp
        found = {one.name: one for one in await list_mentionables(mcp, ada.id)}
        assert set(found) == {"workshop:table", "workshop:order"}
        table = found["workshop:table"]
        assert await read_resource(mcp, ada.id, table.server.id, "plan://table") == "Four legs and a top."
        words = await get_prompt(mcp, ada.id, table.server.id, "order", {"wood": "oak"})
        assert words == "Build me a table of oak."
        told = (await ada.http.get(f"/api/mcp/servers/{server['id']}/mentionables")).json()
        assert told["resources"][0]["uri"] == "plan://table"
        assert told["resources"][0]["mention"] == '@resource:"workshop:table"'
        assert told["prompts"][0]["arguments"][0]["name"] == "wood"
