"""Tools that a message names: what is offered, with what to do where one is not ready, and what a turn does of it."""

from __future__ import annotations

import pytest

from holdfast.core.db import Db
from holdfast.core.ids import ChatId, new_id
from holdfast.core.migrate import Addresses
from holdfast.models.types import Done, TokenUsage, ToolCall
from holdfast.personas.read import Personas
from holdfast.personas.types import Persona, PersonaFile
from holdfast.tools.registry import ToolRegistry
from holdfast.tools.types import Tool, ToolOff
from holdfast.turn.mentions.mentions import Mentions
from holdfast.turn.mentions.of_tools import (
    ResourceMentions,
    ServerMentions,
    ToolMentions,
    ToolsOfAsker,
    ToolWish,
    wished_tools,
)
from holdfast.turn.mentions.types import MentionAsker, OfferWish
from tests.accounts.admitted import vouched_for
from tests.scripted import Line, ScriptedModel, says
from tests.serving import serving
from tests.tools.drawer import Drawer, answers, put_in, tool

pytestmark = pytest.mark.anyio

WEATHER, SEARCH = tool("weather", answers("Rain.")), tool("web_search", answers("Found."))
LOG, DIFF = tool("git__log", answers("one commit")), tool("git__diff", answers("none"))
EVENTS = tool("office__calendar_events", answers("Lunch at noon."))
AWAY = ToolOff("read_page", "Read a page", "Reads.", "holdfast", "reads", "It is switched off.", "Ask your admin.")


def mentions(db: Db, *tools: Tool | ToolOff, uses: tuple[str, ...] = ("*",)) -> Mentions:
    settings = PersonaFile.model_validate({"name": "P", "description": "D", "tools": uses})
    packs = Personas({"assistant": Persona("assistant", settings, "Be kind.")})
    there = ToolsOfAsker(db, packs, ToolRegistry([Drawer(*tools)]))
    return Mentions([ResourceMentions(there), ToolMentions(there), ServerMentions(there)])


@pytest.fixture
async def asker(db: Db) -> MentionAsker:
    return MentionAsker(await vouched_for(db, "root"), "assistant")


async def offered(found: Mentions, asker: MentionAsker, query: str = "") -> dict[str, tuple[str, str | None]]:
    items = await found.offer(asker, OfferWish(query))
    return {one.mention: (one.state, one.remedy) for one in items}


async def test_tools_are_offered_as_commands_and_what_is_off_with_why_and_what_helps(
    db: Db, asker: MentionAsker
) -> None:
    found = await offered(mentions(db, WEATHER, SEARCH, AWAY), asker)
    assert found["/weather"] == ("ready", None)
    assert found["/search"] == ("ready", None)
    assert found["/read"] == ("not_connected", "It is switched off. Ask your admin.")
    state, remedy = found["@calendar"]
    assert state == "not_connected"
    assert remedy
    assert "Connect" in remedy


async def test_a_calendar_is_ready_where_a_tool_reads_one_and_a_server_is_named_by_its_slug(
    db: Db, asker: MentionAsker
) -> None:
    found = await offered(mentions(db, EVENTS, LOG), asker)
    assert found["@calendar"] == ("ready", None)
    assert {"@server:office", "@server:git"} <= set(found)


async def test_what_the_persona_does_not_use_is_said_to_be_so(db: Db, asker: MentionAsker) -> None:
    found = await offered(mentions(db, WEATHER, LOG, uses=("weather",)), asker)
    assert found["/weather"] == ("ready", None)
    assert found["/git__log"][0] == found["@server:git"][0] == "not_allowed"


async def test_what_is_not_ready_leads_to_the_page_where_that_is_seen_to(db: Db, asker: MentionAsker) -> None:
    gone = ToolOff("wiki__", "Wiki", "", "mcp:7", "dangerous", "Sign in.", "Do.", "/settings/connections?server=7")
    items = await mentions(db, WEATHER, LOG, AWAY, gone, uses=("weather",)).offer(asker, OfferWish())
    assert {one.mention: one.remedy_address for one in items} == {
        "/weather": None,
        "/read": None,
        "/wiki__": "/settings/connections?server=7",
        "@calendar": "/settings/connections",
        "/git__log": "/personas/assistant",
        "@server:git": "/personas/assistant",
    }


async def test_a_message_that_names_what_is_away_has_the_model_say_so(db: Db, asker: MentionAsker) -> None:
    named = await mentions(db, AWAY).resolve(asker, "/read https://a.example and look into my @calendar")
    told = {one.kind: one.told for one in named.things}
    assert "It is switched off. Ask your admin. Say so" in told["tool"]
    assert "No calendar is connected" in told["resource"]
    assert "/etc" not in str((await mentions(db, AWAY).resolve(asker, "What stands in /etc")).things)


@pytest.mark.parametrize(
    ("text", "wish"),
    [
        ("/weather in Lisbon", ToolWish(("weather",), "weather")),
        ("/search herons", ToolWish(("web_search",), "web_search")),
        ("see /weather", ToolWish()),
        ("/nothing here", ToolWish()),
        ("ask @server:git what changed", ToolWish(("git__log", "git__diff"))),
        ("ask @git what changed", ToolWish(("git__log", "git__diff"))),
        ("what is in my @calendar", ToolWish(("office__calendar_events",))),
        ("plain words", ToolWish()),
    ],
)
async def test_what_a_text_wishes_of_the_tools(text: str, wish: ToolWish) -> None:
    chosen = await ToolRegistry([Drawer(WEATHER, SEARCH, LOG, DIFF, EVENTS)]).choose(None, ["*"])  # type: ignore[arg-type]
    assert wished_tools(text, chosen) == wish


async def test_a_command_forces_its_tool_in_the_first_round(addresses: Addresses) -> None:
    script: list[Line] = [ToolCall("1", "weather", "{}"), Done(TokenUsage(5, 1))]
    model = ScriptedModel(script, says("It rains."))
    async with serving(addresses, [model]) as served, served.person() as ada:
        put_in(served, WEATHER, SEARCH)
        answer = await ada.say("/weather in Lisbon")
        assert answer.text == "It rains."
        assert [settings.forced_tool for _, _, settings in model.calls] == ["weather", None]


async def test_an_actionable_persona_gets_the_tool_that_is_named_where_nothing_else_asks_for_an_action(
    addresses: Addresses,
) -> None:
    model = ScriptedModel(says("Quiet."))
    async with serving(addresses, [model]) as served, served.person() as ada:
        put_in(served, WEATHER, SEARCH)
        chat = ChatId(new_id())
        await ada.say("How are things?", chat=chat, selectedPersonaId="incident")
        assert [spec.name for spec in model.calls[-1][1]] == []
        await ada.say("How are things? @weather", chat=chat, selectedPersonaId="incident")
        assert [spec.name for spec in model.calls[-1][1]] == ["weather"]
