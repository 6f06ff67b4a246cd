"""What assistants can do here, and which tools need not ask one any more (`/api/tools`)."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Literal

from fastapi import APIRouter, Depends, Query, Request
from starlette.responses import Response

from holdfast.accounts.key_options import must_reach
from holdfast.core.ids import ChatId, TrustId
from holdfast.tools.trusts import list_trusts, revoke_trust
from holdfast.tools.types import Tool, ToolAsker, ToolDanger, ToolOff, ToolTrust, TrustedTool
from holdfast.web.body import StrictRoute
from holdfast.web.deps import MayReadChats, SignedIn, entitlements_of, never_cached
from holdfast.web.errors import responses
from holdfast.web.shapes import PersonaName, WireModel
from holdfast.wiring import parts_of

router = APIRouter(prefix="/api/tools", tags=["tools"], route_class=StrictRoute, dependencies=[Depends(never_cached)])


class ToolShape(WireModel):
    name: str
    title: str
    description: str
    source: str
    """`holdfast`, or `mcp:` and the server's id."""
    danger: ToolDanger
    state: Literal["offered", "off"]
    trust: ToolTrust | None
    """Whether it asks before it is run; null where it is off."""
    reason: str | None
    """Why it is off."""
    remedy: str | None
    """What to do about it."""
    remedy_address: str | None
    """The page of the client where that is done."""


class ToolList(WireModel):
    tools: list[ToolShape]


class TrustShape(WireModel):
    id: TrustId
    name: str
    title: str
    source: str
    scope: Literal["chat", "always"]
    chat_id: ChatId | None
    """Where it need not ask; null: everywhere."""
    created_at: datetime


class TrustList(WireModel):
    trusts: list[TrustShape]


@router.get("", responses=responses(401, 403, 404, 422, 429, 503))
async def list_tools(
    request: Request,
    caller: MayReadChats,
    persona_id: Annotated[PersonaName | None, Query(alias="personaId")] = None,
    chat_id: Annotated[ChatId | None, Query(alias="chatId")] = None,
) -> ToolList:
    """What a persona may use for this person now, and why not the rest. `chatId`: with what need not ask there."""
    pipeline = parts_of(request).pipeline
    persona = await pipeline.persona_of(caller.user_id, persona_id)
    must_reach(caller, persona.id)
    access = await entitlements_of(request).access(caller.user_id)
    asker = ToolAsker(caller.user_id, persona.id, access.calendar.zone, knows_person=True)
    chosen = await pipeline.tools.choose(asker, persona.settings.tools, chat_id)
    shapes = [*map(_offered, chosen.offered.values()), *map(_off, chosen.off)]
    return ToolList(tools=sorted(shapes, key=lambda one: one.name))


@router.get("/trusts", responses=responses(401, 403, 422, 429, 503))
async def list_tool_trusts(request: Request, caller: SignedIn) -> TrustList:
    """Tools that were told they need not ask any more, the newest first."""
    found = await list_trusts(parts_of(request).db, caller.user_id)
    return TrustList(trusts=[_trust(one) for one in found])


@router.delete("/trusts/{trust_id}", status_code=204, responses=responses(401, 403, 404, 422, 429, 503))
async def revoke_tool_trust(request: Request, caller: SignedIn, trust_id: TrustId) -> Response:
    """From the next answer on it asks again."""
    await revoke_trust(parts_of(request).db, caller.user_id, trust_id)
    return Response(status_code=204)


def _offered(tool: Tool) -> ToolShape:
    return ToolShape(
        name=tool.spec.name,
        title=tool.title,
        description=tool.spec.description,
        source=tool.origin,
        danger=tool.danger,
        state="offered",
        trust=tool.trust,
        reason=None,
        remedy=None,
        remedy_address=None,
    )


def _off(tool: ToolOff) -> ToolShape:
    return ToolShape(
        name=tool.name,
        title=tool.title,
        description=tool.description,
        source=tool.origin,
        danger=tool.danger,
        state="off",
        trust=None,
        reason=tool.reason,
        remedy=tool.remedy,
        remedy_address=tool.remedy_address,
    )


def _trust(one: TrustedTool) -> TrustShape:
    return TrustShape(
        id=one.id,
        name=one.name,
        title=one.title,
        source=one.origin,
        scope="always" if one.chat_id is None else "chat",
        chat_id=one.chat_id,
        created_at=one.created_at,
    )
