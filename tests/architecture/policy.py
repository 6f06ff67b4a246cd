"""Who may do what, route by route: the one table.

A route that is not here fails the suite, and so does a line here without a route. Whoever adds a route says here who
may come in, and what becomes of a stranger, of another person and of a key is then tested without another word.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from holdfast.orgs.roles import Permission

Who = Literal["anyone", "person", "chat", "memory", "service", "admin", "operator", "cron"]
"""anyone    needs no credential
person    somebody signed in, by cookie or bearer token; no API key
chat      somebody signed in, or a key with the scope `chat:read`, `chat:write` where it changes something
memory    the same with `memory:read` and `memory:write`, about themselves; the service key, about anybody
service   the service key
admin     somebody signed in who is an admin
operator  this very machine, or the operator's token
cron      the cron secret"""


@dataclass(frozen=True, slots=True)
class Rule:
    who: Who
    is_owned: bool = False
    """The request names one person's thing; nobody else may touch it, or learn more than that it is not theirs."""
    is_shared: bool = False
    """Others may read it while its owner lets them: a chat that is public."""
    writes: bool = False
    """A key that may only read is refused; elsewhere, one that may only write."""
    org: Permission | Literal["any", "owner"] | None = None
    """The request names an organization: what its members need there; to everybody else it does not exist."""


ANYONE, PERSON, CHAT, ADMIN, OPERATOR = Rule("anyone"), Rule("person"), Rule("chat"), Rule("admin"), Rule("operator")
OWN = Rule("person", is_owned=True)


def in_org(needs: Permission | Literal["any", "owner"]) -> Rule:
    return Rule("person", is_owned=True, org=needs)


SERVICE = Rule("service")
OWN_MEMORY = Rule("memory", is_owned=True)
OWN_CHAT = Rule("chat", is_owned=True)
SHARED_CHAT = Rule("chat", is_owned=True, is_shared=True)
WRITES_CHAT, WRITES_OWN_CHAT = Rule("chat", writes=True), Rule("chat", is_owned=True, writes=True)
WRITES_SHARED_CHAT = Rule("chat", is_owned=True, is_shared=True, writes=True)
WRITES_MEMORY = Rule("memory", is_owned=True, writes=True)

POLICY: Mapping[str, Rule] = {
    "POST /api/auth/register": ANYONE,
    "POST /api/auth/login": ANYONE,
    "POST /api/auth/logout": ANYONE,
    "POST /api/auth/logout-everywhere": PERSON,
    "GET /api/auth/me": PERSON,
    "PATCH /api/auth/me": PERSON,
    "DELETE /api/auth/me": PERSON,
    "POST /api/auth/password": PERSON,
    "POST /api/auth/password/forgot": ANYONE,
    "POST /api/auth/password/reset": ANYONE,
    "POST /api/auth/email/verify": PERSON,
    "POST /api/auth/email/verify/send": PERSON,
    "GET /api/auth/email/change": PERSON,
    "POST /api/auth/email/change": PERSON,
    "DELETE /api/auth/email/change": PERSON,
    "POST /api/auth/email/change/finish": PERSON,
    "POST /api/auth/email/undo/look": ANYONE,
    "POST /api/auth/email/undo": ANYONE,
    "GET /api/auth/sign-ins": PERSON,
    "DELETE /api/auth/sign-ins/{sign_in_id}": OWN,
    "GET /api/auth/providers": ANYONE,
    "GET /api/auth/guest": ANYONE,
    "GET /api/auth/oidc/{provider}/start": ANYONE,
    "GET /api/auth/oidc/{provider}/callback": ANYONE,
    "POST /api/auth/oidc/{provider}/link": PERSON,
    "GET /api/auth/identities": PERSON,
    "DELETE /api/auth/identities/{identity_id}": OWN,
    "GET /api/auth/login/step": ANYONE,
    "POST /api/auth/login/step": ANYONE,
    "GET /api/auth/confirm": PERSON,
    "POST /api/auth/confirm": PERSON,
    "POST /api/auth/confirm/passkey": PERSON,
    "GET /api/auth/second-factor": PERSON,
    "POST /api/auth/second-factor/app": PERSON,
    "POST /api/auth/second-factor/app/confirm": PERSON,
    "DELETE /api/auth/second-factor/app": PERSON,
    "POST /api/auth/second-factor/recovery-codes": PERSON,
    "POST /api/auth/second-factor/passkeys/options": PERSON,
    "POST /api/auth/second-factor/passkeys": PERSON,
    "DELETE /api/auth/second-factor/passkeys/{passkey_id}": OWN,
    "POST /api/page-errors": PERSON,
    "GET /api/keys": PERSON,
    "POST /api/keys": PERSON,
    "DELETE /api/keys/{key_id}": OWN,
    "POST /api/chat": WRITES_OWN_CHAT,
    "GET /api/api-keys": PERSON,
    "POST /api/api-keys": PERSON,
    "PATCH /api/api-keys/{key_id}": OWN,
    "DELETE /api/api-keys/{key_id}": OWN,
    "POST /api/api-keys/{key_id}/rotate": OWN,
    "GET /api/api-keys/{key_id}/events": OWN,
    "GET /api/check-api-key": ANYONE,
    "POST /api/v1/chat/completions": WRITES_CHAT,
    "POST /api/v1/responses": WRITES_CHAT,
    "GET /api/v1/responses/{response_id}": OWN_CHAT,
    "POST /api/v1/responses/{response_id}/cancel": WRITES_OWN_CHAT,
    "POST /api/v1/embeddings": WRITES_CHAT,
    "GET /api/v1/conversations": CHAT,
    "POST /api/v1/conversations": WRITES_CHAT,
    "GET /api/v1/conversations/{conversation}": OWN_CHAT,
    "POST /api/v1/conversations/{conversation}": WRITES_OWN_CHAT,
    "DELETE /api/v1/conversations/{conversation}": WRITES_OWN_CHAT,
    "GET /api/v1/conversations/{conversation}/items": OWN_CHAT,
    "GET /api/v1/usage": CHAT,
    "GET /api/v1/models": CHAT,
    "GET /api/v1/models/{model_id}": CHAT,
    "GET /api/chat": SHARED_CHAT,
    "GET /api/chat/{chat_id}/stream": SHARED_CHAT,
    "POST /api/chat/{chat_id}/stop": WRITES_OWN_CHAT,
    "GET /api/chats": CHAT,
    "GET /api/chats/search": CHAT,
    "GET /api/chats/memory": CHAT,
    "PUT /api/chats/memory": WRITES_CHAT,
    "GET /api/chats/messages": SHARED_CHAT,
    "GET /api/chats/messages/{message_id}": OWN_CHAT,
    "GET /api/chats/companions": CHAT,
    "GET /api/chats/bookmarks": CHAT,
    "GET /api/chats/folders": CHAT,
    "POST /api/chats/folders": WRITES_CHAT,
    "PATCH /api/chats/folders": WRITES_OWN_CHAT,
    "DELETE /api/chats/folders": WRITES_OWN_CHAT,
    "POST /api/chats/bulk": WRITES_CHAT,
    "POST /api/chats/bulk-delete": WRITES_CHAT,
    "POST /api/chats/{chat_id}/fork": WRITES_SHARED_CHAT,
    "GET /api/chats/{chat_id}/export": SHARED_CHAT,
    "GET /api/chats/{chat_id}/cost": OWN_CHAT,
    "PATCH /api/chats/{chat_id}": WRITES_OWN_CHAT,
    "DELETE /api/chats/{chat_id}": WRITES_OWN_CHAT,
    "PUT /api/chats/{chat_id}/messages/{message_id}/feedback": WRITES_OWN_CHAT,
    "PUT /api/chats/{chat_id}/messages/{message_id}/bookmark": WRITES_OWN_CHAT,
    "GET /api/loops/calendar": PERSON,
    "POST /api/loops/calendar": PERSON,
    "DELETE /api/loops/calendar": PERSON,
    "GET /api/loops/calendar/{file}": ANYONE,
    "GET /api/turns/{turn_id}/trace": OWN_CHAT,
    "GET /api/turns/{turn_id}/told": OWN_CHAT,
    "POST /api/turns/{turn_id}/replay": WRITES_OWN_CHAT,
    "POST /api/files": WRITES_CHAT,
    "GET /api/files/{file_id}": OWN_CHAT,
    "DELETE /api/files/{file_id}": WRITES_OWN_CHAT,
    "GET /api/audio/{audio_id}": OWN_CHAT,
    "POST /api/imports": WRITES_CHAT,
    "GET /api/imports": CHAT,
    "GET /api/imports/{import_id}": OWN_CHAT,
    "POST /api/imports/{import_id}/stop": WRITES_OWN_CHAT,
    "GET /api/knowledge/health": ADMIN,
    "POST /api/documents/upload": WRITES_CHAT,
    "POST /api/documents/bulk-upload": WRITES_CHAT,
    "POST /api/documents/from-address": WRITES_CHAT,
    "POST /api/documents/check-duplicate": CHAT,
    "POST /api/documents/search": CHAT,
    "GET /api/documents": CHAT,
    "GET /api/documents/analytics": CHAT,
    "GET /api/documents/connectors": CHAT,
    "POST /api/documents/connectors": WRITES_CHAT,
    "GET /api/documents/connectors/{connector_id}": OWN_CHAT,
    "PATCH /api/documents/connectors/{connector_id}": WRITES_OWN_CHAT,
    "DELETE /api/documents/connectors/{connector_id}": WRITES_OWN_CHAT,
    "POST /api/documents/connectors/{connector_id}/sync": WRITES_OWN_CHAT,
    "GET /api/documents/{document_id}": OWN_CHAT,
    "GET /api/documents/{document_id}/usage": OWN_CHAT,
    "PATCH /api/documents/{document_id}": WRITES_OWN_CHAT,
    "DELETE /api/documents/{document_id}": WRITES_OWN_CHAT,
    "GET /api/documents/folders": CHAT,
    "POST /api/documents/{document_id}/copy": WRITES_OWN_CHAT,
    "POST /api/documents/{document_id}/reindex": WRITES_OWN_CHAT,
    "POST /api/documents/{document_id}/cancel": WRITES_OWN_CHAT,
    "GET /api/documents/{document_id}/text": OWN_CHAT,
    "GET /api/documents/{document_id}/pages/{page}/picture": OWN_CHAT,
    "GET /api/documents/{document_id}/content": OWN_CHAT,
    "GET /api/documents/{document_id}/versions": OWN_CHAT,
    "GET /api/documents/{document_id}/versions/{number}/changes": OWN_CHAT,
    "POST /api/documents/{document_id}/versions/{number}/restore": WRITES_OWN_CHAT,
    "POST /api/voice/transcribe": WRITES_CHAT,
    "POST /api/voice/speak": WRITES_CHAT,
    "GET /api/info": CHAT,
    "GET /api/plans": CHAT,
    "GET /api/usage": CHAT,
    "PUT /api/usage/time-zone": PERSON,
    "GET /api/tools": CHAT,
    "GET /api/tools/trusts": PERSON,
    "DELETE /api/tools/trusts/{trust_id}": OWN,
    "GET /api/approvals": PERSON,
    "POST /api/approvals/{approval_id}": OWN,
    "GET /api/mentions": CHAT,
    "GET /api/personas": CHAT,
    "POST /api/personas": PERSON,
    "POST /api/personas/import": PERSON,
    "GET /api/personas/{persona_id}": OWN_CHAT,
    "PATCH /api/personas/{persona_id}": OWN,
    "DELETE /api/personas/{persona_id}": OWN,
    "POST /api/personas/{persona_id}/duplicate": OWN,
    "POST /api/personas/{persona_id}/archive": OWN,
    "POST /api/personas/{persona_id}/restore": OWN,
    "GET /api/personas/{persona_id}/versions": OWN,
    "POST /api/personas/{persona_id}/versions/restore": OWN,
    "GET /api/personas/{persona_id}/export": OWN,
    "GET /api/personas/{persona_id}/overlay": OWN,
    "PUT /api/personas/{persona_id}/overlay": OWN,
    "POST /api/organizations": PERSON,
    "GET /api/organizations/mine": PERSON,
    "PATCH /api/organizations/{org_id}": in_org("org.edit"),
    "PUT /api/organizations/{org_id}/second-factor": in_org("owner"),
    "GET /api/organizations/{org_id}/members": in_org("members.view"),
    "PATCH /api/organizations/{org_id}/members/{user_id}": in_org("members.edit_role"),
    "DELETE /api/organizations/{org_id}/members/{user_id}": in_org("members.remove"),
    "POST /api/organizations/{org_id}/leave": in_org("any"),
    "GET /api/organizations/{org_id}/invites": in_org("members.invite"),
    "POST /api/organizations/{org_id}/invites": in_org("members.invite"),
    "DELETE /api/organizations/{org_id}/invites/{invite_id}": in_org("members.invite"),
    "GET /api/organizations/{org_id}/keys": in_org("org.view"),
    "POST /api/organizations/{org_id}/keys": in_org("resources.create"),
    "DELETE /api/organizations/{org_id}/keys/{key_id}": in_org("resources.delete"),
    "GET /api/organizations/{org_id}/audit": in_org("owner"),
    "DELETE /api/organizations/{org_id}": in_org("org.delete"),
    "POST /api/invites/look": PERSON,
    "POST /api/invites/accept": PERSON,
    "GET /api/admin/users": ADMIN,
    "PUT /api/admin/users/{user_id}/plan": ADMIN,
    "GET /api/admin/organizations": ADMIN,
    "PUT /api/admin/organizations/{org_id}/plan": ADMIN,
    "PUT /api/admin/organizations/{org_id}/owner": ADMIN,
    "GET /api/admin/overview": ADMIN,
    "GET /api/admin/usage": ADMIN,
    "GET /api/admin/jobs": ADMIN,
    "GET /api/admin/dead-letters": ADMIN,
    "POST /api/admin/dead-letters/{letter_id}/retry": ADMIN,
    "DELETE /api/admin/dead-letters/{letter_id}": ADMIN,
    "GET /api/admin/health": ADMIN,
    "GET /api/admin/mails": ADMIN,
    "GET /api/admin/events": ADMIN,
    "GET /api/admin/invites": ADMIN,
    "POST /api/admin/invites": ADMIN,
    "DELETE /api/admin/invites/{invite_id}": ADMIN,
    "POST /api/admin/users/{user_id}/suspend": ADMIN,
    "POST /api/admin/users/{user_id}/unsuspend": ADMIN,
    "POST /api/admin/users/{user_id}/remove-second-factor": ADMIN,
    "POST /api/admin/users/{user_id}/appoint": ADMIN,
    "POST /api/admin/users/{user_id}/dismiss": ADMIN,
    "POST /api/admin/users/{user_id}/reset-link": ADMIN,
    "GET /api/admin/prompt-settings": ADMIN,
    "PUT /api/admin/prompt-settings": ADMIN,
    "GET /api/admin/prompt-settings/versions": ADMIN,
    "POST /api/admin/prompt-settings/restore": ADMIN,
    "POST /api/admin/prompt-settings/try": ADMIN,
    "POST /ingest": WRITES_MEMORY,
    "POST /session/ingest": WRITES_MEMORY,
    "POST /session/close": WRITES_MEMORY,
    "POST /brief": OWN_MEMORY,
    "POST /session/startbrief": OWN_MEMORY,
    "POST /session/brief": OWN_MEMORY,
    "POST /user/model": OWN_MEMORY,
    "POST /analysis/daily": OWN_MEMORY,
    "GET /memory/identity": OWN_MEMORY,
    "PUT /memory/about": WRITES_MEMORY,
    "POST /memory/query": OWN_MEMORY,
    "POST /memory/loops": OWN_MEMORY,
    "POST /memory/loops/add": WRITES_MEMORY,
    "PATCH /memory/loops/{loop_id}": WRITES_MEMORY,
    "GET /memory/facts": OWN_MEMORY,
    "PATCH /memory/facts/{fact_id}": WRITES_MEMORY,
    "DELETE /memory/facts/{fact_id}": WRITES_MEMORY,
    "GET /memory/facts/{fact_id}/history": OWN_MEMORY,
    "GET /memory/learned": OWN_MEMORY,
    "GET /memory/kinds": OWN_MEMORY,
    "GET /memory/episodes": OWN_MEMORY,
    "GET /memory/entities": OWN_MEMORY,
    "GET /memory/graph": OWN_MEMORY,
    "POST /memory/forget": WRITES_MEMORY,
    "POST /memory/forget/count": OWN_MEMORY,
    "GET /memory/receipts": OWN_MEMORY,
    "GET /memory/receipts/{receipt_id}/verify": OWN_MEMORY,
    "GET /memory/receipts/{receipt_id}/marks": OWN_MEMORY,
    "GET /memory/export": OWN_MEMORY,
    "POST /memory/import": WRITES_MEMORY,
    "GET /memory/quality": OWN_MEMORY,
    "POST /internal/drain": SERVICE,
    "GET /internal/outbox": SERVICE,
    "POST /api/cron/{job}": Rule("cron"),
    "GET /ping": ANYONE,
    "GET /healthz": ANYONE,
    "GET /readyz": ANYONE,
    "GET /metrics": OPERATOR,
}

OUTSIDE_THE_DOCUMENT = frozenset(
    {
        "/openapi.json",
        # The web client: one page under several addresses, and its files. Nothing in it is anybody's.
        *("/", "/login", "/register", "/forgot", "/join", "/chat/{chat_id}"),
        *("/memory", "/loops", "/bookmarks", "/archive", "/shared", "/documents", "/documents/{document_id}"),
        *("/personas", "/personas/{part}"),
        *("/settings", "/settings/{part}", "/admin", "/admin/{part}"),
        *("/reset", "/verify", "/change", "/undo"),
        *("/assets", "/favicon.svg", "/favicon.ico", "/robots.txt", "/manifest.webmanifest", "/theme.js"),
        *("/sw.js", "/icon-192.png", "/icon-512.png", "/icon-maskable.png", "/icon-apple.png"),
    }
)
"""Addresses that are served without standing in the OpenAPI document."""
