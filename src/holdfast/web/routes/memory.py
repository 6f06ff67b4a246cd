"""Asking the memory, and correcting it: recall, facts, loops."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Annotated, Literal
from uuid import UUID

from fastapi import APIRouter, BackgroundTasks, Path, Query, Request
from pydantic import AfterValidator, AwareDatetime, Field, model_validator
from starlette.responses import Response

from holdfast.chats.search import chats_of_messages
from holdfast.core.ids import ChatId, MessageId
from holdfast.memory.learning.echoes import note_recalled
from holdfast.memory.learning.facts.facts import edit_fact, fact_history, list_facts, pin_fact, retire_fact
from holdfast.memory.learning.types import FactFilter
from holdfast.memory.loops.loops import add_loop, change_loop, list_loops, words_of_evidence
from holdfast.memory.loops.types import LoopChange, NewLoop, SaidAbout
from holdfast.memory.recall.recall import recall
from holdfast.memory.types import RecallQuery
from holdfast.web.body import StrictRoute
from holdfast.web.errors import responses
from holdfast.web.memory_door import MayAsk, MayWrite, MemoryAsker, Name, Owned, Service, owner_named
from holdfast.web.memory_shapes import (
    EntityShape,
    EpisodeShape,
    FactShape,
    LoopShape,
    SaidOfLoop,
    ScoredEpisode,
    ScoredFact,
    ToldLoop,
    entity_shape,
    episode_fields,
    fact_fields,
    loop_shape,
)
from holdfast.web.shapes import Moment, PersonaName, QueryModel, Text, WireModel
from holdfast.wiring import parts_of

router = APIRouter(prefix="/memory", tags=["memory"], route_class=StrictRoute)

RowNumber = Annotated[int, Path(ge=1, le=2**63 - 1)]


def _in_reach(moment: datetime) -> datetime:
    if not 1970 <= moment.year <= 9998:
        raise ValueError("lies outside of the years a loop can have")
    return moment


Coming = Annotated[Moment, AfterValidator(_in_reach)]


class RecallBody(Owned):
    query: Annotated[Text, Field(max_length=8000)]
    limit: Annotated[int, Field(ge=1, le=100)] = 10
    include_context: bool = False
    as_of: AwareDatetime | None = None
    now: AwareDatetime | None = None
    persona_id: PersonaName | None = None


class RecallTiming(WireModel):
    ms: float


class Answers(WireModel):
    facts: list[ScoredFact]
    episodes: list[ScoredEpisode]
    entities: list[EntityShape]
    needs_nothing: bool
    """What was asked is surely none of the person's matter: a sum, a translation, a question about the world."""
    timing: RecallTiming


class LoopQuestion(Owned):
    status: Literal["open", "completed", "dropped"] | None = None
    persona_id: PersonaName | None = None
    include_words: bool = False
    """With the turns that each rests on, in words."""


class LoopList(WireModel):
    loops: list[ToldLoop]


class LoopBody(Owned):
    kind: Literal["commitment", "thread", "friction", "habit", "win"] = "commitment"
    text: Annotated[Text, Field(min_length=1, max_length=2000)]
    due_at: Coming | None = None


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
async def post_query(request: Request, asker: MayAsk, body: RecallBody, afterwards: BackgroundTasks) -> Answers:
    memory, owner = parts_of(request).memory, owner_named(asker, body.tenant_id, body.user_id)
    found = await recall(
        memory,
        owner,
        RecallQuery(
            body.query,
            limit=body.limit,
            now=body.now,
            as_of=body.as_of,
            include_context=body.include_context,
            persona_id=body.persona_id,
        ),
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
        timing=RecallTiming(ms=round(found.ms, 2)),
    )


@router.post("/loops", response_model=LoopList, responses=responses(400, 401, 403, 413, 422, 429, 503))
async def post_loops(request: Request, asker: MayAsk, body: LoopQuestion) -> LoopList:
    owner = owner_named(asker, body.tenant_id, body.user_id)
    loops = await list_loops(parts_of(request).memory, owner, status=body.status, persona_id=body.persona_id)
    if not body.include_words:
        return LoopList(loops=[ToldLoop(**loop_shape(loop).model_dump()) for loop in loops])
    said = await words_of_evidence(parts_of(request).memory, owner, [loop.id for loop in loops])
    where = await _chats_of(request, asker, [one for told in said.values() for one in told])
    return LoopList(
        loops=[
            ToldLoop(**loop_shape(loop).model_dump(), said=[_said(one, where) for one in said.get(loop.id, ())])
            for loop in loops
        ]
    )


async def _chats_of(request: Request, asker: MemoryAsker, said: Sequence[SaidAbout]) -> Mapping[MessageId, ChatId]:
    """A turn that was said in a chat here has its message's id for a name. The service key opens no chats."""
    if isinstance(asker, Service):
        return {}
    ids = {found for one in said if (found := _message_of(one))}
    return await chats_of_messages(parts_of(request).db, asker.user_id, list(ids))


def _message_of(said: SaidAbout) -> MessageId | None:
    try:
        return MessageId(UUID((said.external_id or "").partition("/")[0]))
    except ValueError:
        return None


def _said(said: SaidAbout, where: Mapping[MessageId, ChatId]) -> SaidOfLoop:
    message = _message_of(said)
    chat = where.get(message) if message else None
    return SaidOfLoop(
        what=said.what,
        episode_id=str(said.episode_id),
        role=said.role,
        text=said.text,
        timestamp=said.said_at,
        chat_id=chat,
        message_id=message if chat else None,
    )


@router.post(
    "/loops/add",
    status_code=201,
    response_model=LoopShape,
    responses=responses(400, 401, 403, 409, 413, 422, 429, 503),
)
async def post_loop(request: Request, asker: MayWrite, body: LoopBody) -> LoopShape:
    """By hand: no turn says so, the person does."""
    owner = owner_named(asker, body.tenant_id, body.user_id)
    return loop_shape(await add_loop(parts_of(request).memory, owner, NewLoop(body.kind, body.text, body.due_at)))


@router.patch(
    "/loops/{loop_id}", response_model=LoopShape, responses=responses(400, 401, 403, 404, 409, 413, 422, 429, 503)
)
async def patch_loop(request: Request, loop_id: RowNumber, asker: MayWrite, body: LoopPatch) -> LoopShape:
    owner = owner_named(asker, body.tenant_id, body.user_id)
    emptied = {
        name for name in ("due_at", "snoozed_until") if name in body.model_fields_set and not getattr(body, name)
    }
    change = LoopChange(body.status, body.text, body.due_at, body.snoozed_until, clear=frozenset(emptied))
    return loop_shape(await change_loop(parts_of(request).memory, owner, loop_id, change))


class FactsQuery(QueryModel):
    tenant_id: Name | None = None
    user_id: Name | None = None
    query: Annotated[Text | None, Field(max_length=1000)] = None
    include_retired: bool = False
    pinned: bool | None = None
    persona_id: PersonaName | None = None
    as_of: Moment | None = None
    kind: Annotated[Text | None, Field(max_length=100)] = None
    entity_id: Annotated[int | None, Field(ge=1, le=2**63 - 1)] = None
    limit: Annotated[int, Field(ge=1, le=200)] = 50
    cursor: Annotated[str | None, Field(max_length=200)] = None

    @property
    def filter(self) -> FactFilter:
        return FactFilter(
            self.query,
            self.include_retired,
            self.pinned,
            self.persona_id,
            as_of=self.as_of,
            kind=self.kind,
            entity_id=self.entity_id,
        )


@router.get("/facts", response_model=FactList, responses=responses(401, 403, 422, 429, 503))
async def get_facts(request: Request, asker: MayAsk, asked: Annotated[FactsQuery, Query()]) -> FactList:
    owner = owner_named(asker, asked.tenant_id, asked.user_id)
    page = await list_facts(parts_of(request).memory, owner, asked.filter, limit=asked.limit, cursor=asked.cursor)
    return FactList(
        facts=[FactShape.model_validate(fact_fields(fact)) for fact in page.facts], next_cursor=page.next_cursor
    )


@router.patch(
    "/facts/{fact_id}", response_model=FactShape, responses=responses(400, 401, 403, 404, 409, 413, 422, 429, 503)
)
async def patch_fact(request: Request, fact_id: RowNumber, asker: MayWrite, body: FactPatch) -> FactShape:
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
    fact_id: RowNumber,
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
    fact_id: RowNumber,
    asker: MayAsk,
    tenant_id: Annotated[Name | None, Query(alias="tenantId")] = None,
    user_id: Annotated[Name | None, Query(alias="userId")] = None,
) -> FactHistory:
    versions = await fact_history(parts_of(request).memory, owner_named(asker, tenant_id, user_id), fact_id)
    return FactHistory(versions=[FactShape.model_validate(fact_fields(fact)) for fact in versions])
