"""Whether what is known can be asked: `GET /api/knowledge/health`, for whoever runs the installation."""

from __future__ import annotations

from typing import Literal

from fastapi import APIRouter, Request

from holdfast.knowledge.health import check_backends
from holdfast.web.body import StrictRoute
from holdfast.web.deps import Admin
from holdfast.web.errors import responses
from holdfast.web.shapes import WireModel
from holdfast.wiring import parts_of

router = APIRouter(prefix="/api/knowledge", tags=["documents"], route_class=StrictRoute)


class NamespaceShape(WireModel):
    name: str
    pattern: str
    holder: Literal["person", "organization", "persona", "house"]
    priority: int
    """Who gives way in a prompt that is full: the highest number first."""


class BackendShape(WireModel):
    name: str
    state: Literal["ok", "away"]
    passages: int
    namespaces: list[NamespaceShape]


class KnowledgeHealth(WireModel):
    backends: list[BackendShape]


@router.get("/health", responses=responses(401, 403, 429, 503))
async def knowledge_health(request: Request, caller: Admin) -> KnowledgeHealth:
    """Each backend that keeps passages, with its state and the namespaces that are assigned to it."""
    found = await check_backends(parts_of(request).db, parts_of(request).documents.hosted)
    return KnowledgeHealth(
        backends=[
            BackendShape(
                name=one.name,
                state="ok" if one.is_up else "away",
                passages=one.passages,
                namespaces=[
                    NamespaceShape(name=rule.name, pattern=rule.pattern, holder=rule.holder, priority=rule.priority)
                    for rule in one.rules
                ],
            )
            for one in found
        ]
    )
