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
    admin_overview,
    admin_prompts,
    admin_usage,
    api_keys,
    approvals,
    audio,
    auth,
    brief,
    chat,
    chats,
    chats_in_order,
    connected_programs,
    cron,
    documents,
    documents_brought,
    documents_connectors,
    documents_pages,
    documents_search,
    documents_usage,
    email,
    files,
    forget,
    health,
    identities,
    imports,
    info,
    ingest,
    internal,
    invites,
    keys,
    knowledge,
    known,
    loops_calendar,
    mcp,
    mcp_servers,
    mcp_sign_in,
    memory,
    mentions,
    oauth,
    oidc,
    organization_keys,
    organizations,
    page_errors,
    passkeys,
    passwords,
    personas,
    questions,
    second_factor,
    tools,
    turns,
    usage,
    voice,
)
from holdfast.web.static import client_folder, install_client
from holdfast.web.v1 import analyze, completions, conversations, embeddings, models, responses
from holdfast.web.v1 import usage as key_usage
from holdfast.web.v1.door import ProgramDoor
from holdfast.wiring import Parts

CHATS = (
    *(
        chat,
        chats_in_order,
        chats,
        turns,
        auth,
        passwords,
        email,
        oidc,
        identities,
        second_factor,
        passkeys,
        keys,
        api_keys,
        connected_programs,
    ),
    *(files, audio, voice, info, organizations, organization_keys, invites, usage, page_errors, loops_calendar),
    *(documents_connectors, documents_brought, documents_search, documents_usage, documents_pages, documents),
    *(knowledge, personas, mentions, imports, tools, approvals, questions, mcp_sign_in, mcp_servers),
)
PROGRAMS = (completions, responses, models, embeddings, analyze, conversations, key_usage, mcp, oauth)
ADMINS = (
    *(admin, admin_organizations, admin_usage, admin_jobs, admin_dead_letters, admin_health, admin_mails, admin_events),
    *(admin_invites, admin_overview, admin_prompts),
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
    for room in (*MEMORY, cron, health) if is_memory_only else (*CHATS, *PROGRAMS, *ADMINS, *MEMORY, cron, health):
        app.router.routes.extend(room.router.routes)
    if not is_memory_only:
        install_client(app, client or client_folder())
    settings = parts.settings
    bounded = FairShare(RequestGate(BodyLimit(app, settings), settings.limits), settings)
    return MeasureRequests(Guards(ProgramDoor(bounded, parts.db, settings), settings))
