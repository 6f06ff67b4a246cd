"""Prompt runtime settings: how incident chats are routed, and what their prompts may hold. For admins."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Literal

from fastapi import APIRouter, Depends, Query, Request
from pydantic import Field

from holdfast.core.ids import UserId
from holdfast.turn.route import try_route
from holdfast.turn.settings.change import change_settings, list_versions, newest_version, restore_settings
from holdfast.turn.settings.types import PromptSettings, Version
from holdfast.web.body import StrictRoute
from holdfast.web.deps import Admin, never_cached
from holdfast.web.errors import responses
from holdfast.web.shapes import Text, WireModel
from holdfast.wiring import parts_of

router = APIRouter(
    prefix="/api/admin/prompt-settings",
    tags=["admin"],
    route_class=StrictRoute,
    dependencies=[Depends(never_cached)],
)
VersionNumber = Annotated[int, Field(ge=0, le=2**53)]


class SettingsVersion(WireModel):
    version: int
    """0: the defaults, which nobody has changed yet."""
    settings: PromptSettings
    changed_by: UserId | None
    changed_at: datetime | None


class SettingsVersions(WireModel):
    versions: list[SettingsVersion]
    """Newest first; the last of all is version 0."""
    next_before: int | None
    """To be sent as `before` for the next page; null on the last."""


class SettingsChange(WireModel):
    version: VersionNumber
    """The one this change was made from; if a newer one is there, nothing is changed."""
    settings: PromptSettings


class Restored(WireModel):
    version: VersionNumber


class Tried(WireModel):
    text: Annotated[Text, Field(min_length=1, max_length=20_000)]


class TriedWay(WireModel):
    kind: Literal["conversational", "actionable"]
    reason: str
    rules: list[str]
    entities: list[str]
    can_rule: str | None
    """The rule by which it asks for a CAN report; null: it does not."""
    version: int


@router.get("", responses=responses(401, 403, 503))
async def get_settings(request: Request, caller: Admin) -> SettingsVersion:
    return _version(await newest_version(parts_of(request).db, caller.user_id))


@router.put("", responses=responses(400, 401, 403, 409, 413, 422, 503))
async def put_settings(request: Request, caller: Admin, body: SettingsChange) -> SettingsVersion:
    db = parts_of(request).db
    return _version(await change_settings(db, caller.user_id, body.settings, based_on=body.version))


@router.get("/versions", responses=responses(401, 403, 422, 503))
async def get_versions(
    request: Request,
    caller: Admin,
    limit: Annotated[int, Query(ge=1, le=100)] = 20,
    before: Annotated[int | None, Query(ge=0, le=2**53)] = None,
) -> SettingsVersions:
    found = await list_versions(parts_of(request).db, caller.user_id, before=before, limit=limit + 1)
    page = [_version(version) for version in found[:limit]]
    return SettingsVersions(versions=page, next_before=page[-1].version if len(found) > limit else None)


@router.post("/restore", responses=responses(400, 401, 403, 404, 409, 413, 422, 503))
async def restore(request: Request, caller: Admin, body: Restored) -> SettingsVersion:
    """An old version becomes the newest; 0 are the defaults."""
    return _version(await restore_settings(parts_of(request).db, caller.user_id, body.version))


@router.post("/try", responses=responses(400, 401, 403, 413, 422, 503))
async def try_text(request: Request, caller: Admin, body: Tried) -> TriedWay:
    """How a text would be routed now; nothing is stored."""
    matched, version = await try_route(parts_of(request).db, caller.user_id, body.text)
    return TriedWay(
        kind=matched.kind,
        reason=matched.reason,
        rules=list(matched.rules),
        entities=list(matched.entities),
        can_rule=matched.can_rule,
        version=version,
    )


def _version(version: Version) -> SettingsVersion:
    return SettingsVersion(
        version=version.version,
        settings=version.settings,
        changed_by=version.changed_by,
        changed_at=version.changed_at,
    )
