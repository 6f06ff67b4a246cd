"""What an assistant should know before it answers, and who the person is."""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence
from datetime import datetime
from typing import Annotated, Literal

from fastapi import APIRouter, BackgroundTasks, Query, Request
from pydantic import AwareDatetime, Field

from holdfast.memory.brief.brief import brief
from holdfast.memory.brief.start_brief import session_brief, start_brief
from holdfast.memory.brief.types import StartBrief
from holdfast.memory.learning.echoes import note_recalled
from holdfast.memory.profile.days import daily_analysis
from holdfast.memory.profile.identity import identity, set_about
from holdfast.memory.profile.types import Identity, IdentityItem
from holdfast.memory.profile.user_model import user_model
from holdfast.memory.types import BriefQuery
from holdfast.web.body import StrictRoute
from holdfast.web.errors import responses
from holdfast.web.memory_door import MayAsk, MayWrite, Name, Owned, owner_named
from holdfast.web.memory_shapes import (
    EntityShape,
    EpisodeShape,
    EvidenceShape,
    LoopShape,
    entity_shape,
    episode_fields,
    evidence_shapes,
    loop_shape,
)
from holdfast.web.shapes import PersonaName, Text, WireModel
from holdfast.wiring import parts_of

router = APIRouter(tags=["memory"], route_class=StrictRoute)


class IdentityFact(WireModel):
    what: Literal["preferred_name", "time_zone", "fact"]
    text: str
    evidence: list[EvidenceShape]


class IdentityShape(WireModel):
    preferred_name: str | None
    time_zone: str | None
    facts: list[IdentityFact]
    about: str
    clock_zone: str | None
    """Where their clock stood when they spoke last: days are counted by it, before `timeZone`."""


class BriefFactShape(WireModel):
    id: str | None
    text: str
    source: str
    score: float | None
    confidence: float | None
    valid_from: datetime | None
    valid_to: datetime | None
    evidence: list[EvidenceShape]


class BriefQuestion(Owned):
    session_id: Name | None = None
    query: Annotated[Text, Field(max_length=8000)] | None = None
    now: AwareDatetime | None = None
    persona_id: PersonaName | None = None


class BriefShape(WireModel):
    identity: IdentityShape
    working_memory: list[EpisodeShape]
    rolling_summary: str
    active_loops: list[LoopShape]
    nudge_candidates: list[LoopShape]
    facts: list[BriefFactShape]
    entities: list[EntityShape]
    episode_bridge: str | None
    spine: str
    """The summary over all sessions."""
    session_so_far: str
    """The summary of this session that the shadow path makes every fourth message; empty while that is off."""
    missing: list[str]


class StartQuestion(Owned):
    session_id: Name | None = None
    now: AwareDatetime | None = None
    persona_id: PersonaName | None = None
    time_zone: Annotated[Text, Field(max_length=64)] | None = None
    """An IANA name; where it is left out or unknown, the person's own clock counts."""


class SessionStartQuestion(StartQuestion):
    started_at: AwareDatetime | None = None
    """When the session that asks began, if it did not just now: what was said since is not what came before it."""


class HandoverShape(WireModel):
    text: str
    depth: Literal["same_session", "today", "yesterday", "multi_day"]


class BridgeShape(WireModel):
    text: str


class ResumeShape(WireModel):
    use_bridge: Annotated[bool, Field(alias="use_bridge")]
    gap_minutes: Annotated[int | None, Field(alias="gap_minutes")]


class OpsShape(WireModel):
    text: str
    source: str


class ItemShape(WireModel):
    kind: str
    text: str
    evidence: list[EvidenceShape]


class StartBriefShape(WireModel):
    handover: HandoverShape
    bridge: BridgeShape
    resume: ResumeShape
    ops: OpsShape | None
    items: list[ItemShape]


class ModelItemShape(WireModel):
    text: str
    evidence: list[EvidenceShape]
    source: Literal["model", "rules"]


class SectionsShape(WireModel):
    """The five sections keep the names they have had from the beginning."""

    relationships: list[ModelItemShape]
    patterns: list[ModelItemShape]
    work_context: Annotated[list[ModelItemShape], Field(alias="work_context")]
    long_term_direction: Annotated[list[ModelItemShape], Field(alias="long_term_direction")]
    communication_preference: Annotated[list[ModelItemShape], Field(alias="communication_preference")]


class UserModelShape(WireModel):
    sections: SectionsShape
    updated_at: datetime | None


class DayQuestion(Owned):
    date: dt.date | None = None


class DayShape(WireModel):
    date: dt.date
    confidence: Literal["high", "needs_review", "insufficient_data"]
    steering: str | None
    themes: list[str]
    evidence: list[EvidenceShape]
    source: Literal["model", "rules"]


class AboutShape(Owned):
    about: Annotated[Text, Field(max_length=20_000)]


@router.post("/brief", response_model=BriefShape, responses=responses(400, 401, 403, 413, 422, 429, 503))
async def post_brief(request: Request, asker: MayAsk, body: BriefQuestion, afterwards: BackgroundTasks) -> BriefShape:
    memory, owner = parts_of(request).memory, owner_named(asker, body.tenant_id, body.user_id)
    told = await brief(
        memory,
        owner,
        session_id=body.session_id,
        query=body.query,
        now=body.now,
        persona_id=body.persona_id,
    )
    afterwards.add_task(note_recalled, memory, owner, [fact.text for fact in told.facts])
    return BriefShape(
        identity=_identity(told.identity),
        working_memory=[EpisodeShape.model_validate(episode_fields(turn)) for turn in told.working_memory],
        rolling_summary=told.rolling_summary,
        active_loops=[loop_shape(loop) for loop in told.active_loops],
        nudge_candidates=[loop_shape(loop) for loop in told.nudge_candidates],
        facts=[
            BriefFactShape(
                id=None if fact.id is None else str(fact.id),
                text=fact.text,
                source=fact.source,
                score=None if fact.score is None else round(fact.score, 4),
                confidence=None if fact.confidence is None else round(fact.confidence, 4),
                valid_from=fact.valid_from,
                valid_to=fact.valid_to,
                evidence=evidence_shapes(fact.evidence),
            )
            for fact in told.facts
        ],
        entities=[entity_shape(entity) for entity in told.entities],
        episode_bridge=told.episode_bridge,
        spine=told.spine,
        session_so_far=told.so_far,
        missing=list(told.missing),
    )


@router.post(
    "/session/startbrief", response_model=StartBriefShape, responses=responses(400, 401, 403, 413, 422, 429, 503)
)
async def post_start_brief(request: Request, asker: MayAsk, body: SessionStartQuestion) -> StartBriefShape:
    owner = owner_named(asker, body.tenant_id, body.user_id)
    return _start(
        await start_brief(
            parts_of(request).memory,
            owner,
            BriefQuery(
                session_id=body.session_id,
                now=body.now,
                persona_id=body.persona_id,
                timezone=body.time_zone,
                started_at=body.started_at,
            ),
        )
    )


@router.post("/session/brief", response_model=StartBriefShape, responses=responses(400, 401, 403, 413, 422, 429, 503))
async def post_session_brief(request: Request, asker: MayAsk, body: StartQuestion) -> StartBriefShape:
    owner = owner_named(asker, body.tenant_id, body.user_id)
    return _start(
        await session_brief(
            parts_of(request).memory,
            owner,
            BriefQuery(session_id=body.session_id, now=body.now, persona_id=body.persona_id, timezone=body.time_zone),
        )
    )


@router.post("/user/model", response_model=UserModelShape, responses=responses(400, 401, 403, 413, 422, 429, 503))
async def post_user_model(request: Request, asker: MayAsk, body: Owned) -> UserModelShape:
    found = await user_model(parts_of(request).memory, owner_named(asker, body.tenant_id, body.user_id))
    sections = {
        name: [ModelItemShape(text=i.text, evidence=evidence_shapes(i.evidence), source=i.source) for i in items]
        for name, items in found.sections.items()
    }
    return UserModelShape(sections=SectionsShape.model_validate(sections), updated_at=found.updated_at)


@router.post("/analysis/daily", response_model=DayShape, responses=responses(400, 401, 403, 413, 422, 429, 503))
async def post_day(request: Request, asker: MayAsk, body: DayQuestion) -> DayShape:
    owner = owner_named(asker, body.tenant_id, body.user_id)
    day = await daily_analysis(parts_of(request).memory, owner, day=body.date)
    return DayShape(
        date=day.date,
        confidence=day.confidence,
        steering=day.steering,
        themes=list(day.themes),
        evidence=evidence_shapes(day.evidence),
        source=day.source,
    )


@router.get("/memory/identity", response_model=IdentityShape, responses=responses(401, 403, 422, 429, 503))
async def get_identity(
    request: Request,
    asker: MayAsk,
    tenant_id: Annotated[Name | None, Query(alias="tenantId")] = None,
    user_id: Annotated[Name | None, Query(alias="userId")] = None,
) -> IdentityShape:
    return _identity(await identity(parts_of(request).memory, owner_named(asker, tenant_id, user_id)))


@router.put("/memory/about", response_model=IdentityShape, responses=responses(400, 401, 403, 413, 422, 429, 503))
async def put_about(request: Request, asker: MayWrite, body: AboutShape) -> IdentityShape:
    """The one text that people write about themselves."""
    owner = owner_named(asker, body.tenant_id, body.user_id)
    return _identity(await set_about(parts_of(request).memory, owner, body.about))


def _identity(known: Identity) -> IdentityShape:
    return IdentityShape(
        preferred_name=known.preferred_name,
        time_zone=known.time_zone,
        facts=_facts(known.facts),
        about=known.about,
        clock_zone=known.clock_zone,
    )


def _facts(items: Sequence[IdentityItem]) -> list[IdentityFact]:
    return [IdentityFact(what=i.what, text=i.text, evidence=evidence_shapes(i.evidence)) for i in items]


def _start(told: StartBrief) -> StartBriefShape:
    return StartBriefShape(
        handover=HandoverShape(text=told.handover.text, depth=told.handover.depth),
        bridge=BridgeShape(text=told.bridge.text),
        resume=ResumeShape.model_validate(
            {"use_bridge": told.resume.use_bridge, "gap_minutes": told.resume.gap_minutes}
        ),
        ops=OpsShape(text=told.ops.text, source=told.ops.source) if told.ops else None,
        items=[ItemShape(kind=i.kind, text=i.text, evidence=evidence_shapes(i.evidence)) for i in told.items],
    )
