"""How the last days went: turns, people, tokens, cost and waiting, by day and by model. Numbers only."""

from __future__ import annotations

from dataclasses import asdict
from datetime import date
from typing import Literal

from fastapi import APIRouter, Depends, Request

from holdfast.admin.days import SummedFigures, read_overview
from holdfast.web.body import StrictRoute
from holdfast.web.deps import Admin, entitlements_of, never_cached
from holdfast.web.errors import responses
from holdfast.web.shapes import WireModel

router = APIRouter(
    prefix="/api/admin/overview", tags=["admin"], route_class=StrictRoute, dependencies=[Depends(never_cached)]
)


class FigureShape(WireModel):
    answered: int
    failed: int
    stopped: int
    """Ended before its time, by its person or because a server went down in good order."""
    input_tokens: int
    output_tokens: int
    cost_usd: float | None
    """Of the turns whose price is known (`priced`); null: of none."""
    priced: int
    first_word_p50: float | None
    """Within how many seconds half of the first words came; null: none came."""
    first_word_p95: float | None


class OverviewDayShape(FigureShape):
    day: date
    """By UTC."""
    people: int


class ModelFiguresShape(FigureShape):
    model: str | None
    """Null: answers that no model was asked for."""


class OverviewShape(WireModel):
    days: list[OverviewDayShape]
    """Every day of the span, the earliest first."""
    models: list[ModelFiguresShape]
    total: FigureShape
    people: int
    """Who were there on any of these days, and still have an account."""


@router.get("", responses=responses(401, 403, 422))
async def overview(request: Request, caller: Admin, days: Literal["7", "30", "90"] = "30") -> OverviewShape:
    """Of turns that have ended; today counts as far as it has come."""
    entitlements = entitlements_of(request)
    found = await read_overview(entitlements.db, caller.user_id, days=int(days), now=entitlements.clock())
    return OverviewShape(
        days=[OverviewDayShape(day=day, people=people, **asdict(figures)) for day, people, figures in found.days],
        models=[ModelFiguresShape(model=model or None, **asdict(figures)) for model, figures in found.models],
        total=_shape(found.total),
        people=found.people,
    )


def _shape(figures: SummedFigures) -> FigureShape:
    return FigureShape(**asdict(figures))
