"""What was said comes in: one turn, or a whole transcript."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Request
from pydantic import AwareDatetime, Field

from holdfast.memory.intake.ingest import ingest
from holdfast.memory.intake.ingest_session import ingest_session
from holdfast.memory.intake.sessions import close_session
from holdfast.memory.types import IncomingTurn
from holdfast.web.body import StrictRoute
from holdfast.web.errors import responses
from holdfast.web.memory_door import MayWrite, Name, Owned, owner_named, payer
from holdfast.web.shapes import PersonaName, Text, WireModel
from holdfast.wiring import parts_of

MAX_TEXT_CHARACTERS = 100_000
MAX_MESSAGES = 2_000

router = APIRouter(tags=["memory"], route_class=StrictRoute)

IngestText = Annotated[Text, Field(min_length=1, max_length=MAX_TEXT_CHARACTERS)]
SpokenRole = Literal["user", "assistant", "system", "tool"]
ZoneName = Annotated[Text, Field(max_length=64)]
"""Where the speaker's clock stands, by its IANA name; one this machine does not know is passed over."""


class TurnBody(Owned):
    persona_id: PersonaName | None = None
    session_id: Name | None = None
    role: SpokenRole
    name: Name | None = None
    text: IngestText
    timestamp: AwareDatetime | None = None
    external_id: Name | None = None
    time_zone: ZoneName | None = None
    metadata: dict[str, Any] | None = None
    """Anything the caller likes; `sessionId` in it counts where none is given beside it."""


class IngestedTurn(WireModel):
    session_id: str
    buffer_size: int
    evicted: int


class Line(WireModel):
    external_id: Name | None = None
    role: SpokenRole
    name: Name | None = None
    text: IngestText
    timestamp: AwareDatetime | None = None


class TranscriptBody(Owned):
    session_id: Name
    persona_id: PersonaName | None = None
    time_zone: ZoneName | None = None
    messages: Annotated[list[Line], Field(min_length=1, max_length=MAX_MESSAGES)]


class IngestedTranscript(WireModel):
    session_id: str
    accepted: int
    embedded: int


class SessionNamed(Owned):
    session_id: Name


class Closed(WireModel):
    session_id: str
    closed: bool


@router.post("/ingest", response_model=IngestedTurn, responses=responses(400, 401, 403, 413, 422, 429, 503))
async def post_ingest(request: Request, asker: MayWrite, body: TurnBody) -> IngestedTurn:
    memory = parts_of(request).memory
    owner = owner_named(asker, body.tenant_id, body.user_id)
    said = IncomingTurn(body.role, body.text, _when(body.timestamp, memory.clock()), body.external_id, body.name)
    taken = await ingest(
        memory.paid_by(await payer(request, asker)),
        owner,
        said,
        session_id=body.session_id or _named_in(body.metadata),
        persona_id=body.persona_id,
        timezone=body.time_zone,
    )
    return IngestedTurn(session_id=taken.session_id, buffer_size=taken.buffer_size, evicted=taken.evicted)


@router.post(
    "/session/ingest", status_code=202, response_model=IngestedTranscript,
    responses=responses(400, 401, 403, 413, 422, 429, 503),
)  # fmt: skip
async def post_transcript(request: Request, asker: MayWrite, body: TranscriptBody) -> IngestedTranscript:
    memory = parts_of(request).memory
    owner = owner_named(asker, body.tenant_id, body.user_id)
    now = memory.clock()
    messages = [IncomingTurn(m.role, m.text, _when(m.timestamp, now), m.external_id, m.name) for m in body.messages]
    taken = await ingest_session(
        memory.paid_by(await payer(request, asker)),
        owner,
        body.session_id,
        messages,
        persona_id=body.persona_id,
        timezone=body.time_zone,
    )
    return IngestedTranscript(session_id=taken.session_id, accepted=taken.accepted, embedded=taken.embedded)


@router.post("/session/close", response_model=Closed, responses=responses(400, 401, 403, 413, 422, 429, 503))
async def post_close(request: Request, asker: MayWrite, body: SessionNamed) -> Closed:
    owner = owner_named(asker, body.tenant_id, body.user_id)
    is_closed = await close_session(parts_of(request).memory, owner, body.session_id)
    return Closed(session_id=body.session_id, closed=is_closed)


def _when(given: datetime | None, now: datetime) -> datetime:
    return now if given is None else given


def _named_in(metadata: dict[str, Any] | None) -> str | None:
    named = (metadata or {}).get("sessionId")
    return named if isinstance(named, str) and 0 < len(named) <= 200 else None
