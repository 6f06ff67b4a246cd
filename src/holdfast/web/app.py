"""The ASGI application, put together."""

from __future__ import annotations

from pathlib import Path

from fastapi import FastAPI
from starlette.types import ASGIApp

from holdfast import __version__
from holdfast.web.body import BodyLimit
from holdfast.web.document import install_document
from holdfast.web.errors import install_errors
from holdfast.web.fair_share import FairShare
from holdfast.web.gate import RequestGate
from holdfast.web.guards import Guards
from holdfast.web.measured import MeasureRequests
from holdfast.web.routes import (
    admin,
    admin_dead_letters,
    admin_events,
    admin_health,
    admin_invites,
    admin_jobs,
    admin_mails,
    admin_organizations,
    admin_prompts,
    admin_usage,
    audio,
    auth,
    brief,
    chat,
    chats,
    chats_in_order,
    cron,
    email,
    files,
    forget,
    health,
    identities,
    info,
    ingest,
    internal,
    invites,
    keys,
    known,
    loops_calendar,
    memory,
    oidc,
    organization_keys,
    organizations,
    page_errors,
    passkeys,
    passwords,
    second_factor,
    turns,
    usage,
)
from holdfast.web.static import client_folder, install_client
from holdfast.wiring import Parts

CHATS = (
    *(chat, chats, chats_in_order, turns, auth, passwords, email, oidc, identities, second_factor, passkeys, keys),
    *(files, audio, info, organizations, organization_keys, invites, usage, page_errors, loops_calendar),
)
ADMINS = (
    *(admin, admin_organizations, admin_usage, admin_jobs, admin_dead_letters, admin_health, admin_mails, admin_events),
    *(admin_invites, admin_prompts),
)
MEMORY = (ingest, brief, memory, known, forget, internal)


def create_app(parts: Parts, *, client: Path | None = None, is_memory_only: bool = False) -> ASGIApp:
    """`is_memory_only`: the memory service on its own, for `holdfast memory`; no accounts, no page."""
    app = FastAPI(
        title="Holdfast",
        version=__version__,
        description="An assistant whose memory holds. Field names are camelCase, times ISO 8601 UTC, ids strings.",
        docs_url=None,
        redoc_url=None,
        telemetry=parts.observers.telemetry(),
    )
    app.state.parts = parts
    install_errors(app)
    install_document(app)
    for room in (*MEMORY, cron, health) if is_memory_only else (*CHATS, *ADMINS, *MEMORY, cron, health):
        app.include_router(room.router)
    if not is_memory_only:
        install_client(app, client or client_folder())
    settings = parts.settings
    return MeasureRequests(
        Guards(FairShare(RequestGate(BodyLimit(app, settings), settings.limits), settings), settings)
    )
