"""What one can name in a message with an `@`: `GET /api/mentions`."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Depends, Query, Request

from holdfast.core.errors import Invalid
from holdfast.personas.read import DEFAULT
from holdfast.turn.mentions.types import MENTION_KINDS, MentionAsker, MentionItem, MentionKind, MentionState, OfferWish
from holdfast.web.body import StrictRoute
from holdfast.web.deps import MayReadChats, never_cached
from holdfast.web.errors import responses
from holdfast.web.shapes import PersonaName, Text, WireModel
from holdfast.wiring import parts_of

router = APIRouter(
    prefix="/api/mentions", tags=["mentions"], route_class=StrictRoute, dependencies=[Depends(never_cached)]
)

MAX_OFFERED = 50


class MentionShape(WireModel):
    mention: str
    """As it is written in a message."""
    kind: MentionKind
    label: str
    hint: str
    state: MentionState
    remedy: str | None
    """What to do where it is not ready."""
    remedy_address: str | None
    """The page where that is done."""


class MentionList(WireModel):
    items: list[MentionShape]
    """The best first."""


@router.get("", responses=responses(401, 422, 429, 503))
async def list_mentions(
    request: Request,
    caller: MayReadChats,
    query: Annotated[Text, Query(max_length=200)] = "",
    kinds: Annotated[Text | None, Query(max_length=200)] = None,
    limit: Annotated[int, Query(ge=1, le=MAX_OFFERED)] = 20,
    persona_id: Annotated[PersonaName, Query(alias="personaId")] = DEFAULT,
) -> MentionList:
    """`kinds`: which, with commas between them; left out, all. `personaId`: with whom one talks."""
    asker = MentionAsker(caller.user_id, persona_id)
    found = await parts_of(request).mentions.offer(asker, OfferWish(query, _kinds(kinds), limit))
    return MentionList(items=[_shape(one) for one in found])


def _kinds(told: str | None) -> tuple[MentionKind, ...]:
    if told is None:
        return MENTION_KINDS
    named = {one.strip() for one in told.split(",") if one.strip()}
    if unknown := named - set(MENTION_KINDS):
        raise Invalid(
            f"There is no kind of mention called {min(unknown)[:50]!r}; there are {', '.join(MENTION_KINDS)}.",
            code="unknown_mention_kind",
        )
    return tuple(kind for kind in MENTION_KINDS if kind in named)


def _shape(one: MentionItem) -> MentionShape:
    return MentionShape(
        mention=one.mention,
        kind=one.kind,
        label=one.label,
        hint=one.hint,
        state=one.state,
        remedy=one.remedy,
        remedy_address=one.remedy_address,
    )
