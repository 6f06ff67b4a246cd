"""Asking the memory, and correcting it: recall, facts, loops."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Literal

from fastapi import APIRouter, BackgroundTasks, Path, Query, Request
from pydantic import AfterValidator, AwareDatetime, Field, model_validator
from starlette.responses import Response

from holdfast.memory.learning.echoes import note_recalled
from holdfast.memory.learning.facts.facts import edit_fact, fact_history, list_facts, pin_fact, retire_fact
from holdfast.memory.loops.loops import change_loop, list_loops
from holdfast.memory.loops.types import LoopChange
from holdfast.memory.recall.recall import recall
from holdfast.web.body import StrictRoute
from holdfast.web.errors import responses
from holdfast.web.memory_door import MayAsk, MayWrite, Name, Owned, owner_named
from holdfast.web.memory_shapes import (
    EntityShape,
    EpisodeShape,
    FactShape,
    LoopShape,
    ScoredEpisode,
    ScoredFact,
    entity_shape,
    episode_fields,
    fact_fields,
    loop_shape,
)
from holdfast.web.shapes import Moment, PersonaName, Text, WireModel
from holdfast.wiring import parts_of

router = APIRouter(prefix="/memory", tags=["memory"], route_class=StrictRoute)

RowId = Annotated[int, Path(ge=1, le=2**63 - 1)]


def _in_reach(moment: datetime) -> datetime:
    if not 1970 <= moment.year <= 9998:
        raise ValueError("lies outside of the years a loop can have")
    return moment


Coming = Annotated[Moment, AfterValidator(_in_reach)]


class Question(Owned):
    query: Annotated[Text, Field(max_length=8000)]
    limit: Annotated[int, Field(ge=1, le=100)] = 10
    include_context: bool = False
    as_of: AwareDatetime | None = None
    now: AwareDatetime | None = None
    persona_id: PersonaName | None = None


class Timing(WireModel):
    ms: float


class Answers(WireModel):
    facts: list[ScoredFact]
    episodes: list[ScoredEpisode]
    entities: list[EntityShape]
    needs_nothing: bool
    """What was asked is surely none of the person's matter: a sum, a translation, a question about the world."""
    timing: Timing


class LoopQuestion(Owned):
    status: Literal["open", "completed", "dropped"] | None = None
    persona_id: PersonaName | None = None


class LoopList(WireModel):
    loops: list[LoopShape]


class LoopPatch(Owned):
    status: Literal["open", "completed", "dropped"] | None = None
    text: Annotated[Text, Field(min_length=1, max_length=2000)] | None = None
    due_at: Coming | None = None
    snoozed_until: Coming | None = None


class FactList(WireModel):
    facts: list[FactShape]
    next_cursor: str | None


class FactPatch(Owned):
    text: Annotated[Text, Field(min_length=1, max_length=2000)] | None = None
    is_pinned: bool | None = None

    @model_validator(mode="after")
    def _says_something(self) -> FactPatch:
        if self.text is None and self.is_pinned is None:
            raise ValueError("text or isPinned must be given")
        return self


class FactHistory(WireModel):
    versions: list[FactShape]


@router.post("/query", response_model=Answers, responses=responses(400, 401, 403, 413, 422, 429, 503))
async def post_query(request: Request, asker: MayAsk, body: Question, afterwards: BackgroundTasks) -> Answers:
    memory, owner = parts_of(request).memory, owner_named(asker, body.tenant_id, body.user_id)
    found = await recall(
        memory,
        owner,
        body.query,
        limit=body.limit,
        now=body.now,
        as_of=body.as_of,
        include_context=body.include_context,
        persona_id=body.persona_id,
    )
    # Nobody waits for it: what was handed out must be known before it can come back as a turn, not sooner.
    afterwards.add_task(note_recalled, memory, owner, found.texts)
    return Answers(
        facts=[
            ScoredFact.model_validate(
                {**fact_fields(hit.fact), "score": round(hit.score, 4), "is_needed": hit.is_needed}
            )
            for hit in found.facts
        ],
        episodes=[
            ScoredEpisode.model_validate(
                {
                    **episode_fields(hit.episode),
                    "score": round(hit.score, 4),
                    "context": [EpisodeShape.model_validate(episode_fields(near)) for near in hit.neighbours]
                    if body.include_context
                    else None,
                }
            )
            for hit in found.episodes
        ],
        entities=[entity_shape(entity) for entity in found.entities],
        needs_nothing=found.needs_nothing,
        timing=Timing(ms=round(found.ms, 2)),
    )


@router.post("/loops", response_model=LoopList, responses=responses(400, 401, 403, 413, 422, 429, 503))
async def post_loops(request: Request, asker: MayAsk, body: LoopQuestion) -> LoopList:
    owner = owner_named(asker, body.tenant_id, body.user_id)
    loops = await list_loops(parts_of(request).memory, owner, status=body.status, persona_id=body.persona_id)
    return LoopList(loops=[loop_shape(loop) for loop in loops])


@router.patch("/loops/{loop_id}", response_model=LoopShape, responses=responses(400, 401, 403, 404, 413, 422, 429, 503))
async def patch_loop(request: Request, loop_id: RowId, asker: MayWrite, body: LoopPatch) -> LoopShape:
    owner = owner_named(asker, body.tenant_id, body.user_id)
    emptied = {
        name for name in ("due_at", "snoozed_until") if name in body.model_fields_set and not getattr(body, name)
    }
    change = LoopChange(body.status, body.text, body.due_at, body.snoozed_until, clear=frozenset(emptied))
    return loop_shape(await change_loop(parts_of(request).memory, owner, loop_id, change))


@router.get("/facts", response_model=FactList, responses=responses(401, 403, 422, 429, 503))
async def get_facts(
    request: Request,
    asker: MayAsk,
    tenant_id: Annotated[Name | None, Query(alias="tenantId")] = None,
    user_id: Annotated[Name | None, Query(alias="userId")] = None,
    query: Annotated[Text | None, Query(max_length=1000)] = None,
    include_retired: Annotated[bool, Query(alias="includeRetired")] = False,
    pinned: Annotated[bool | None, Query()] = None,
    persona_id: Annotated[PersonaName | None, Query(alias="personaId")] = None,
    limit: Annotated[int, Query(ge=1, le=200)] = 50,
    cursor: Annotated[str | None, Query(max_length=200)] = None,
) -> FactList:
    page = await list_facts(
        parts_of(request).memory,
        owner_named(asker, tenant_id, user_id),
        query=query,
        include_retired=include_retired,
        pinned=pinned,
        persona_id=persona_id,
        limit=limit,
        cursor=cursor,
    )
    return FactList(
        facts=[FactShape.model_validate(fact_fields(fact)) for fact in page.facts], next_cursor=page.next_cursor
    )


@router.patch(
    "/facts/{fact_id}", response_model=FactShape, responses=responses(400, 401, 403, 404, 409, 413, 422, 429, 503)
)
async def patch_fact(request: Request, fact_id: RowId, asker: MayWrite, body: FactPatch) -> FactShape:
    owner = owner_named(asker, body.tenant_id, body.user_id)
    memory = parts_of(request).memory
    if body.is_pinned is not None:
        changed = await pin_fact(memory, owner, fact_id, is_pinned=body.is_pinned)
    if body.text is not None:
        changed = await edit_fact(memory, owner, fact_id, body.text)
    return FactShape.model_validate(fact_fields(changed))


@router.delete("/facts/{fact_id}", status_code=204, responses=responses(401, 403, 404, 422, 429, 503))
async def delete_fact(
    request: Request,
    fact_id: RowId,
    asker: MayWrite,
    tenant_id: Annotated[Name | None, Query(alias="tenantId")] = None,
    user_id: Annotated[Name | None, Query(alias="userId")] = None,
) -> Response:
    """No longer believed; its history stays. To have it gone, forget it."""
    await retire_fact(parts_of(request).memory, owner_named(asker, tenant_id, user_id), fact_id)
    return Response(status_code=204)


@router.get("/facts/{fact_id}/history", response_model=FactHistory, responses=responses(401, 403, 404, 422, 429, 503))
async def get_history(
    request: Request,
    fact_id: RowId,
    asker: MayAsk,
    tenant_id: Annotated[Name | None, Query(alias="tenantId")] = None,
    user_id: Annotated[Name | None, Query(alias="userId")] = None,
) -> FactHistory:
    versions = await fact_history(parts_of(request).memory, owner_named(asker, tenant_id, user_id), fact_id)
    return FactHistory(versions=[FactShape.model_validate(fact_fields(fact)) for fact in versions])
