"""Which way a turn goes. Refusals and answers at once are decided here, before a stream opens and anything is stored.

Personas without a routing policy always converse, with all their tools. With the policy `actionable` only a turn that
asks for an action gets tools, and one that finds none connected is refused. A CAN report is answered at once while
facts are missing. What decides stands in the prompt runtime settings (`turn/settings`).
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime

from holdfast.chats.access import may_change
from holdfast.chats.types import text_of
from holdfast.core.db import Db, Tx
from holdfast.core.errors import NotFound, NotSetUp
from holdfast.core.ids import MessageId, UserId, new_id
from holdfast.personas.types import Persona
from holdfast.tools.registry import ChosenTools, ToolRegistry, is_named
from holdfast.tools.types import CONNECTIONS_PAGE, HOUSE, ToolAsker
from holdfast.turn import answers_store, begin_store
from holdfast.turn.context.envelope.can import ask_for, missing_for_can
from holdfast.turn.context.envelope.envelopes import NewMessage, envelope_with
from holdfast.turn.glassbox.types import RouteDetails, RouteTrace
from holdfast.turn.mentions.of_tools import names_tools
from holdfast.turn.settings.match import match
from holdfast.turn.settings.read import read_settings
from holdfast.turn.settings.types import Current, Matched
from holdfast.turn.types import AcceptedTurn, Allowed, Route, ToldByProgram, TurnRequest, UserInput

_CONNECT = (
    "Connect a server whose tools can take it (Settings, Connections), or take the action yourself and report it here."
)


async def choose_route(
    db: Db, tools: ToolRegistry, allowed: Allowed, user_input: UserInput | None, now: datetime
) -> Route:
    request, routing = allowed.request, allowed.persona.settings.routing
    if request.research_mode == "nexus":
        raise NotSetUp(
            "Deep research is not set up on this installation; send it without.", code="research_unavailable"
        )
    if routing.policy == "open" and not routing.can_reports:
        return Route("conversational", f"persona {allowed.persona.id} has no routing policy")
    async with db.as_user(request.user_id) as tx:
        current = await read_settings(tx)
        asked = await _asked(tx, request, user_input)
        matched = match(asked.text, current.settings)
        if routing.can_reports and matched.can_rule:
            return await _report(tx, allowed, asked, current, matched, now)
        route = _way(allowed.persona, current, matched)
        if route.kind != "actionable" or await _was_answered(tx, request):
            return route
    chosen = await choose_tools(tools, allowed)
    # The house's own look something up or keep it: an action is taken by what is connected.
    if any(tool.origin != HOUSE for tool in chosen.offered.values()):
        return route
    await _is_theirs(db, request)
    remedy, address = _remedy(chosen, allowed.persona)
    raise NotSetUp(
        f"This asks for an action, and {allowed.persona.settings.name} has no tool that could take it on this "
        f"installation. {remedy} Questions and reports are answered.",
        code="mcp_unavailable",
        details={
            "reason": route.reason,
            "settingsVersion": current.version,
            "remedy": remedy,
            "remedyAddress": address,
        },
    )


def _remedy(chosen: ChosenTools, persona: Persona) -> tuple[str, str | None]:
    """What would give it a tool: of those that the persona names, the first of which anybody knows what it lacks. And
    the page of the client where that is done."""
    for off in chosen.off:
        if off.origin != HOUSE and off.remedy and is_named(off.name, persona.settings.tools):
            return f"{off.title}: {off.reason} {off.remedy}", off.remedy_address
    if any(name == "*" or "__" in name for name in persona.settings.tools):
        return _CONNECT, CONNECTIONS_PAGE
    return "Take the action yourself and report it here.", None


async def try_route(db: Db, user_id: UserId, text: str) -> tuple[Matched, int]:
    """How a text would be taken now, and by which version of the settings."""
    async with db.as_user(user_id) as tx:
        current = await read_settings(tx)
    return match(text, current.settings), current.version


async def choose_tools(tools: ToolRegistry, allowed: Allowed) -> ChosenTools:
    """Those that the persona may use, of what there is for this person."""
    request, names = allowed.request, allowed.persona.settings.tools
    if not names:
        return ChosenTools()
    knows_person = request.chat_memory != "temporary"
    asker = ToolAsker(request.user_id, allowed.persona.id, request.zone, knows_person)
    chosen = await tools.choose(asker, names, request.chat_id)
    return chosen if request.told is None else for_program(chosen, request.told)


def uses_tools(turn: AcceptedTurn) -> bool:
    """The demo model would not know what to do with any."""
    return (turn.route.has_tools or names_tools(turn.user_input.text)) and not turn.chain.is_demo


def for_program(chosen: ChosenTools, told: ToldByProgram) -> ChosenTools:
    """A program has nobody to ask, so what asks is not offered to it; and its own tools go before ours of that name."""
    own = {spec.name for spec in told.tools}
    kept = {name: tool for name, tool in chosen.offered.items() if name not in own and tool.trust != "ask"}
    return replace(chosen, offered=kept)


def narrow(allowed: Allowed, route: Route) -> Allowed:
    """With the prompt budget of the way, where it is the smaller one."""
    if route.prompt_tokens is None or route.prompt_tokens >= allowed.prompt_tokens:
        return allowed
    return replace(allowed, prompt_tokens=route.prompt_tokens)


@dataclass(frozen=True, slots=True)
class _Asked:
    id: MessageId
    text: str
    instead_of: MessageId | None
    """The message whose place it takes: the one it edits, or itself when it is answered again."""


async def _report(tx: Tx, allowed: Allowed, asked: _Asked, current: Current, matched: Matched, now: datetime) -> Route:
    """Ask for what is missing, or let the model write with what is known."""
    user, chat_id = allowed.request.user_id, allowed.request.chat_id
    new = NewMessage(asked.id, asked.text, now)
    missing = missing_for_can(await envelope_with(tx, user, chat_id, new, edited_id=asked.instead_of))
    reason = f"CAN report ({matched.can_rule})"
    route = replace(_way(allowed.persona, current, matched), kind="conversational", has_tools=False)
    if not missing:
        details = replace(route.details, can="complete")
        return replace(route, reason=f"{reason}: every fact it needs is known", details=details)
    names = [wanted.name for wanted in missing]
    return replace(
        route,
        kind="answer",
        reason=f"{reason}: missing {', '.join(names)}",
        answer=ask_for(missing),
        details=replace(route.details, can="incomplete", missing=tuple(names)),
    )


def _way(persona: Persona, current: Current, matched: Matched) -> Route:
    details = RouteDetails(current.version, tuple(matched.rules), tuple(matched.entities))
    if persona.settings.routing.policy == "open":
        return Route("conversational", f"persona {persona.id} has no routing policy", details=details)
    settings = current.settings
    return Route(
        matched.kind,
        f"{matched.reason}, settings version {current.version}",
        has_tools=matched.kind == "actionable",
        thin_prompt=settings.thin_prompt,
        settings_version=current.version,
        details=details,
        history_tokens=settings.history_tokens,
        prompt_tokens=settings.prompt_tokens,
    )


def go_again(persona: Persona, current: Current, gone: RouteTrace) -> Route:
    """The way that a turn went, as its trace tells, under the settings that hold now; no tools are offered."""
    route = Route(gone.kind, gone.reason, has_tools=False, details=gone.details)
    if persona.settings.routing.policy == "open":
        return route
    settings = current.settings
    return replace(
        route,
        thin_prompt=settings.thin_prompt,
        settings_version=current.version,
        history_tokens=settings.history_tokens,
        prompt_tokens=settings.prompt_tokens,
    )


async def _asked(tx: Tx, request: TurnRequest, user_input: UserInput | None) -> _Asked:
    if request.message and user_input:
        return _Asked(request.message.id, user_input.text, request.about_message_id)
    found = await answers_store.find_asked(tx, request.user_id, request.chat_id, request.about_message_id)
    # That there is nothing to answer again, begin will say, under the chat's lock.
    return _Asked(found[0], text_of(found[1]), found[0]) if found else _Asked(MessageId(new_id()), "", None)


async def _was_answered(tx: Tx, request: TurnRequest) -> bool:
    """The same message sent again gets its first answer, whatever is connected now."""
    message = request.message
    return message is not None and await begin_store.was_asked(tx, request.user_id, request.chat_id, message.id)


async def _is_theirs(db: Db, request: TurnRequest) -> None:
    """In someone else's chat that is what is refused first, as it is on every other way."""
    try:
        await may_change(db, request.user_id, request.chat_id)
    except NotFound:
        if request.message is None:
            raise
