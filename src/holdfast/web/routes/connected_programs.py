"""Programs that a person lets in: who asks, what they answer it, and those that are in (`/api/programs`)."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Literal, cast
from uuid import UUID

from fastapi import APIRouter, Depends, Request
from pydantic import Field

from holdfast.accounts.connected import programs
from holdfast.accounts.connected.consent import let_in, look_at, turn_away
from holdfast.accounts.connected.types import OAuthAsks
from holdfast.core.errors import Forbidden
from holdfast.core.ids import KeyId
from holdfast.web.body import StrictRoute
from holdfast.web.deps import FromWhere, SignedIn, accounts_of, never_cached, site_of
from holdfast.web.errors import responses
from holdfast.web.guards import is_from_our_page
from holdfast.web.mcp.asker import resource_of
from holdfast.web.shapes import Text, WireModel

router = APIRouter(
    prefix="/api/programs", tags=["programs"], route_class=StrictRoute, dependencies=[Depends(never_cached)]
)

ProgramScope = Literal["memory:read", "memory:write", "chat:read"]
Short = Annotated[Text, Field(max_length=500)]
Long = Annotated[Text, Field(max_length=2000)]


class AskingProgram(WireModel):
    """What stands in the address that it sent the browser here with, letter by letter."""

    client_id: Short
    redirect_uri: Short
    response_type: Short = ""
    code_challenge: Short = ""
    code_challenge_method: Short = ""
    scope: Long | None = None
    state: Long | None = None
    resource: Long | None = None

    @property
    def asks(self) -> OAuthAsks:
        return OAuthAsks(**{name: getattr(self, name) for name in AskingProgram.model_fields})


class AnswerToProgram(AskingProgram):
    is_allowed: bool
    scopes: Annotated[list[ProgramScope], Field(max_length=3)] = Field(default_factory=list)
    """Those that it is left, of what it asks for."""


class ProgramConsent(WireModel):
    name: str
    """As it calls itself: nobody vouches for it."""
    scopes: list[ProgramScope]
    goes_to: str
    """Where it gets its answer: a host, this very machine, or a program's own scheme."""


class GoOn(WireModel):
    address: str
    """Where the browser goes now."""


class ConnectedProgramShape(WireModel):
    id: UUID
    name: str
    scopes: list[str]
    created_at: datetime
    last_used_at: datetime | None
    last_place: str | None
    """The network that it was last used from."""


class ConnectedPrograms(WireModel):
    address: str
    """Where programs that speak the Model Context Protocol ask."""
    programs: list[ConnectedProgramShape]
    """The newest first."""


@router.get("", responses=responses(401, 403, 429, 503))
async def list_programs(request: Request, caller: SignedIn) -> ConnectedPrograms:
    found = await programs.list_connected(accounts_of(request).db, caller)
    names = ConnectedProgramShape.model_fields
    shown = [ConnectedProgramShape(**{name: getattr(one, name) for name in names}) for one in found]
    return ConnectedPrograms(address=resource_of(request), programs=shown)


@router.post("/look", responses=responses(400, 401, 403, 413, 415, 422, 429, 503))
async def look_at_program(request: Request, caller: SignedIn, body: AskingProgram) -> ProgramConsent:
    """Who asks, and for what. Changes nothing."""
    found = await look_at(accounts_of(request), body.asks, resource_of(request))
    scopes = cast(list[ProgramScope], list(found.scopes))
    return ProgramConsent(name=found.program.name, scopes=scopes, goes_to=found.goes_to)


@router.post("/answer", responses=responses(400, 401, 403, 409, 413, 415, 422, 429, 503))
async def answer_program(request: Request, caller: SignedIn, body: AnswerToProgram) -> GoOn:
    """Said on a page of ours alone, by whoever is signed in there."""
    if not is_from_our_page(request.scope["headers"]):
        raise Forbidden("Only the page that asks you may answer.", code="cross_site")
    site = (site_of(request), resource_of(request))
    if not body.is_allowed:
        return GoOn(address=await turn_away(accounts_of(request), body.asks, site))
    return GoOn(address=await let_in(accounts_of(request), caller, body.asks, body.scopes, site))


@router.delete("/{program_id}", status_code=204, responses=responses(401, 403, 404, 422))
async def end_program(request: Request, caller: SignedIn, program_id: KeyId, visitor: FromWhere) -> None:
    """It is out from this moment on."""
    await programs.end_connected(accounts_of(request).db, caller, program_id, place=visitor.peer)
