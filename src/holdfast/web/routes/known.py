"""What is known of somebody, laid out: kinds, people and things, and the words that something was learned from."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated

from fastapi import APIRouter, Query, Request
from pydantic import Field

from holdfast.memory.known.entities import list_entities, picture
from holdfast.memory.known.kinds import count_kinds
from holdfast.memory.known.learned import learned_from
from holdfast.memory.known.turns import MAX_TURNS, read_turns
from holdfast.memory.known.types import KnownEntity
from holdfast.turn.memory_feed.where_said import where_said
from holdfast.web.body import StrictRoute
from holdfast.web.errors import responses
from holdfast.web.memory_door import MayAsk, Name, OfTenant, OfUser, Service, owner_named
from holdfast.web.memory_shapes import (
    EntityShape,
    FactShape,
    PlacedEpisode,
    entity_shape,
    fact_fields,
    placed_episode,
)
from holdfast.web.shapes import Moment, QueryModel, Text, WireModel
from holdfast.wiring import parts_of

router = APIRouter(prefix="/memory", tags=["memory"], route_class=StrictRoute)

AsOf = Annotated[Moment | None, Query(alias="asOf")]


class KindShape(WireModel):
    kind: str
    """What the facts are most of (`food`, `health` …); `other` where nobody can tell."""
    facts: int


class KindList(WireModel):
    kinds: list[KindShape]
    first_at: datetime | None
    """When the first fact was learned that is still kept, believed or not."""


class EpisodeList(WireModel):
    episodes: list[PlacedEpisode]


class KnownEntityShape(EntityShape):
    facts: int
    """What is believed that names it, or joins it to another."""
    is_self: bool


class EntityList(WireModel):
    entities: list[KnownEntityShape]
    next_cursor: str | None


class EdgeShape(WireModel):
    from_id: str
    to_id: str
    relation: str
    fact_id: str
    text: str


class PictureShape(WireModel):
    entities: list[KnownEntityShape]
    edges: list[EdgeShape]
    is_whole: bool
    """False: there are more; the ones mentioned most are here."""


class LearnedLoop(WireModel):
    id: str
    text: str


class LearnedShape(WireModel):
    is_done: bool
    """The message has come, and was learned from. While it is not, ask again in a moment."""
    facts: list[FactShape]
    loops: list[LearnedLoop]


@router.get("/learned", response_model=LearnedShape, responses=responses(401, 403, 422, 429, 503))
async def get_learned(
    request: Request,
    asker: MayAsk,
    external_id: Annotated[Name, Query(alias="externalId")],
    tenant_id: OfTenant = None,
    user_id: OfUser = None,
) -> LearnedShape:
    """What rests on one message alone; a job learns it, a few seconds after the answer. Of a chat, `externalId` is the
    message's id. `POST /memory/forget` with `messageIds` takes it back."""
    found = await learned_from(parts_of(request).memory, owner_named(asker, tenant_id, user_id), [external_id])
    return LearnedShape(
        is_done=found.is_done,
        facts=[FactShape.model_validate(fact_fields(fact)) for fact in found.facts],
        loops=[LearnedLoop(id=str(number), text=text) for number, text in found.loops],
    )


@router.get("/kinds", response_model=KindList, responses=responses(401, 403, 422, 429, 503))
async def get_kinds(
    request: Request, asker: MayAsk, tenant_id: OfTenant = None, user_id: OfUser = None, as_of: AsOf = None
) -> KindList:
    """How many facts there are of each kind, each counted once."""
    found = await count_kinds(parts_of(request).memory, owner_named(asker, tenant_id, user_id), as_of=as_of)
    return KindList(kinds=[KindShape(kind=one.kind, facts=one.facts) for one in found.kinds], first_at=found.first_at)


@router.get("/episodes", response_model=EpisodeList, responses=responses(401, 403, 422, 429, 503))
async def get_episodes(
    request: Request,
    asker: MayAsk,
    ids: Annotated[str, Query(pattern=r"^[1-9][0-9]{0,17}(,[1-9][0-9]{0,17})*$", max_length=19 * MAX_TURNS)],
    tenant_id: OfTenant = None,
    user_id: OfUser = None,
) -> EpisodeList:
    """The words that facts and loops name as their evidence. `ids`: `episodeId`s, with commas in between."""
    owner, parts = owner_named(asker, tenant_id, user_id), parts_of(request)
    found = await read_turns(parts.memory, owner, [int(one) for one in ids.split(",")])
    places = {} if isinstance(asker, Service) else await where_said(parts.db, asker.user_id, found)
    nowhere = (None, None)
    return EpisodeList(
        episodes=[placed_episode(one, *places.get(one.id, nowhere)) for one in found],
    )


class EntitiesQuery(QueryModel):
    tenant_id: Name | None = None
    user_id: Name | None = None
    query: Annotated[Text, Field(max_length=1000)] = ""
    as_of: Moment | None = None
    limit: Annotated[int, Field(ge=1, le=200)] = 50
    cursor: Annotated[str | None, Field(max_length=200)] = None


@router.get("/entities", response_model=EntityList, responses=responses(401, 403, 422, 429, 503))
async def get_entities(request: Request, asker: MayAsk, asked: Annotated[EntitiesQuery, Query()]) -> EntityList:
    """People and things, those mentioned last first. `GET /memory/facts?entityId=` tells what is known of one."""
    owner, memory = owner_named(asker, asked.tenant_id, asked.user_id), parts_of(request).memory
    page = await list_entities(
        memory, owner, query=asked.query, as_of=asked.as_of, cursor=asked.cursor, limit=asked.limit
    )
    return EntityList(entities=[_entity(one) for one in page.entities], next_cursor=page.next_cursor)


@router.get("/graph", response_model=PictureShape, responses=responses(401, 403, 422, 429, 503))
async def get_graph(
    request: Request, asker: MayAsk, tenant_id: OfTenant = None, user_id: OfUser = None, as_of: AsOf = None
) -> PictureShape:
    """People and things, and the facts that join them."""
    found = await picture(parts_of(request).memory, owner_named(asker, tenant_id, user_id), as_of=as_of)
    return PictureShape(
        entities=[_entity(one) for one in found.entities],
        edges=[
            EdgeShape(
                from_id=str(edge.begin),
                to_id=str(edge.end),
                relation=edge.relation,
                fact_id=str(edge.fact_id),
                text=edge.text,
            )
            for edge in found.edges
        ],
        is_whole=found.is_whole,
    )


def _entity(known: KnownEntity) -> KnownEntityShape:
    shape = entity_shape(known.entity).model_dump()
    return KnownEntityShape(**shape, facts=known.facts, is_self=known.is_self)
