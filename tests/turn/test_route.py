"""Which way a turn goes, and who gets tools."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any
from uuid import UUID

import asyncpg
import pytest

from holdfast.core.db import Db
from holdfast.core.errors import Unavailable
from holdfast.core.ids import ChatId, MessageId, UserId, new_id
from holdfast.models.chain import Chain
from holdfast.personas.types import Persona, PersonaFile
from holdfast.tools.registry import ToolRegistry
from holdfast.tools.types import Tool, ToolOff
from holdfast.turn.glassbox.types import RouteDetails
from holdfast.turn.listen import hear_again
from holdfast.turn.route import choose_route, choose_tools, narrow
from holdfast.turn.settings.change import change_settings
from holdfast.turn.settings.defaults import DEFAULTS
from holdfast.turn.types import Allowed, Route, TurnRequest, UserMessage
from tests.accounts.admitted import vouched_for
from tests.scripted import ScriptedModel
from tests.tools.drawer import Drawer, answers, tool

pytestmark = pytest.mark.anyio

CHAIN = Chain([ScriptedModel()])
NOW = datetime(2026, 11, 20, 14, 30, tzinfo=UTC)
ROUTED = {"routing": {"policy": "actionable", "can_reports": True}}
REPORTS = {"routing": {"can_reports": True}}


DISPATCH, NOTIFY = (tool(name, answers("done"), origin="mcp:7") for name in ("dispatch", "notify"))
TOOLS = (DISPATCH, NOTIFY)


def persona(**settings: Any) -> Persona:
    return Persona("incident", PersonaFile.model_validate({"name": "I", "description": "D", **settings}), "Be calm.")


async def route(
    db: Db, user: UserId, text: str, who: Persona, tools: Sequence[Tool | ToolOff] = TOOLS, *, mode: str = "off"
) -> Route:
    message = UserMessage(MessageId(new_id()), [{"type": "text", "text": text}])
    request = TurnRequest(user, new_id(), message, research_mode=mode)  # type: ignore[arg-type]
    allowed = Allowed(request, who, Chain([ScriptedModel()]), 10_000)
    return await choose_route(db, ToolRegistry([Drawer(*tools)]), allowed, hear_again(message.parts), NOW)


@pytest.fixture
async def root(db: Db) -> UUID:
    return await vouched_for(db, "root")


async def test_a_persona_without_a_policy_converses_with_its_tools(db: Db, root: UserId) -> None:
    for tools in (TOOLS, ()):
        found = await route(db, root, "Dispatch Engine 4.", persona(), tools)
        assert (found.kind, found.has_tools, found.thin_prompt) == ("conversational", True, None)


async def test_only_an_action_gets_tools_where_the_policy_says_so(db: Db, root: UserId) -> None:
    talk = await route(db, root, "How bad is it?", persona(**ROUTED))
    assert (talk.kind, talk.has_tools, talk.thin_prompt) == ("conversational", False, DEFAULTS.thin_prompt)
    act = await route(db, root, "Dispatch Engine 4.", persona(**ROUTED))
    assert (act.kind, act.has_tools) == ("actionable", True)
    assert act.reason == "action dispatch, settings version 0"
    assert act.details == RouteDetails(settings_version=0, entities=("dispatch",))
    assert (act.history_tokens, act.prompt_tokens) == (DEFAULTS.history_tokens, DEFAULTS.prompt_tokens)


@pytest.mark.parametrize("tools", [(), (NOTIFY,)])
async def test_an_action_without_a_tool_for_it_is_refused_and_says_what_to_do(
    db: Db, root: UserId, tools: Sequence[Tool]
) -> None:
    with pytest.raises(Unavailable) as refused:
        await route(db, root, "Dispatch Engine 4.", persona(**ROUTED, tools=("dispatch",)), tools)
    assert refused.value.code == "mcp_unavailable"
    assert "has no tool" in refused.value.message
    itself = "Take the action yourself and report it here."
    reason = {"reason": "action dispatch, settings version 0", "settingsVersion": 0}
    assert refused.value.details == {**reason, "remedy": itself, "remedyAddress": None}


async def test_a_persona_that_takes_what_is_connected_says_where_one_connects(db: Db, root: UserId) -> None:
    with pytest.raises(Unavailable) as refused:
        await route(db, root, "Dispatch Engine 4.", persona(**ROUTED, tools=("*__*",)), ())
    assert refused.value.details["remedy"].startswith("Connect a server whose tools can take it")
    assert refused.value.details["remedyAddress"] == "/settings/connections"


async def test_what_would_give_it_a_tool_is_said_where_anybody_knows(db: Db, root: UserId) -> None:
    said = ("Its server is not connected.", "Connect it again.", "/settings/connections?server=1")
    off = ToolOff("dispatch", "Dispatch", "", "mcp:1", "changes", *said)
    with pytest.raises(Unavailable) as refused:
        await route(db, root, "Dispatch Engine 4.", persona(**ROUTED, tools=("dispatch",)), [off])
    assert refused.value.details["remedy"] == "Dispatch: Its server is not connected. Connect it again."
    assert refused.value.details["remedyAddress"] == "/settings/connections?server=1"
    assert refused.value.details["remedy"] in refused.value.message


async def test_what_an_admin_changed_holds_with_the_next_turn(db: Db, root: UserId) -> None:
    ours = DEFAULTS.model_copy(update={"action_entities": ("frobnicate",), "prompt_tokens": 800, "thin_prompt": "Hm."})
    await change_settings(db, root, ours, based_on=0)
    assert (await route(db, root, "Dispatch Engine 4.", persona(**ROUTED))).kind == "conversational"
    act = await route(db, root, "Frobnicate it.", persona(**ROUTED))
    assert (act.kind, act.thin_prompt, act.prompt_tokens) == ("actionable", "Hm.", 800)
    assert act.details.settings_version == 1


async def test_a_report_is_answered_at_once_while_facts_are_missing(db: Db, root: UserId) -> None:
    found = await route(db, root, "House fire at 12 Dock Road. CAN report please.", persona(**ROUTED), ())
    assert found.kind == "answer"
    assert found.answer is not None
    assert "Where is it?" not in found.answer
    assert "What do you need?" in found.answer
    assert found.reason == "CAN report (can_report): missing size or progress, people, actions taken, needs"
    assert found.details.missing == ("size or progress", "people", "actions taken", "needs")


async def test_a_report_with_every_fact_goes_to_the_model_without_tools(db: Db, root: UserId) -> None:
    whole = (
        "House fire at 12 Dock Road, spreading. Nobody is hurt. We have evacuated the house. No further needs. "
        "Give me a CAN report."
    )
    for who in (persona(**ROUTED), persona(**REPORTS)):
        found = await route(db, root, whole, who, ())
        assert (found.kind, found.has_tools, found.answer) == ("conversational", False, None)
        assert found.details.can == "complete"


async def test_a_persona_that_gives_no_reports_just_talks(db: Db, root: UserId) -> None:
    found = await route(db, root, "CAN report please.", persona(routing={"policy": "actionable"}))
    assert (found.kind, found.answer) == ("conversational", None)


async def test_research_is_refused_before_anything_is_read(db: Db, root: UserId) -> None:
    with pytest.raises(Unavailable, match="Deep research"):
        await route(db, root, "Dispatch Engine 4.", persona(**ROUTED), mode="nexus")


async def test_the_reason_holds_nothing_of_what_was_said(db: Db, root: UserId) -> None:
    found = await route(db, root, "Dispatch the quokka to Zanzibar Road. CAN report.", persona(**ROUTED))
    told = f"{found.reason} {found.details} {found.answer}".casefold()
    assert "quokka" not in told
    assert "zanzibar" not in told


async def test_a_persona_that_is_not_routed_asks_the_database_for_nothing(db: Db, as_owner: asyncpg.Connection) -> None:
    await as_owner.execute("drop function prompt_settings_now()")
    assert (await route(db, UserId(new_id()), "Dispatch Engine 4.", persona())).kind == "conversational"
    with pytest.raises(asyncpg.UndefinedFunctionError):
        await route(db, UserId(new_id()), "Dispatch Engine 4.", persona(**ROUTED))


@pytest.mark.parametrize(
    ("names", "allowed"),
    [
        (("*",), {"dispatch", "notify"}),
        (("notify", "other"), {"notify"}),
        (("dis*",), {"dispatch"}),
        (("other",), set()),
        ((), set()),
    ],
)
async def test_a_persona_uses_the_tools_it_names(names: tuple[str, ...], allowed: set[str]) -> None:
    asks = Allowed(TurnRequest(UserId(new_id()), ChatId(new_id()), None), persona(tools=names), CHAIN, 10_000)
    assert set((await choose_tools(ToolRegistry([Drawer(*TOOLS)]), asks)).offered) == allowed


@pytest.mark.parametrize(("of_way", "tokens"), [(None, 10_000), (12_000, 10_000), (800, 800)])
def test_the_smaller_budget_holds(of_way: int | None, tokens: int) -> None:
    allowed = Allowed(
        TurnRequest(UserId(new_id()), ChatId(new_id()), None), persona(), Chain([ScriptedModel()]), 10_000
    )
    assert narrow(allowed, Route("actionable", "", prompt_tokens=of_way)).prompt_tokens == tokens
