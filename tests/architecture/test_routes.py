"""Every route of the real document, asked by everybody who should not get in, and then by whoever should."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any
from uuid import UUID

import asyncpg
import httpx2
import pytest
from starlette.types import ASGIApp

from holdfast.core.ids import new_id
from holdfast.core.migrate import Addresses
from holdfast.turn.settings.defaults import DEFAULTS
from holdfast.web.app import create_app
from tests.architecture.belongings import CONVERSATIONS, NARROW, NARROWER, Belongings, a_pack, live_a_little, png
from tests.architecture.catalogue import rows_of
from tests.architecture.policy import OUTSIDE_THE_DOCUMENT, POLICY, Rule
from tests.scripted import ScriptedModel, says
from tests.serving import PASSWORD, Person, Served, chat_body, serving
from tests.sounds import encoded, sentence
from tests.waiting import until
from tests.words import WordEmbedder

pytestmark = pytest.mark.anyio

Document = Mapping[str, Any]
METHODS = ("get", "put", "post", "delete", "patch")
ENVELOPE = {"code", "message", "category", "severity", "retryable", "details"}
OPENAI = {"type", "param"}
"""What OpenAI's clients look for besides."""
ALWAYS = {"421", "500", "503"}
"""What any route may answer with: a host name that is not ours, a fault of ours, a part that is away."""

SERVICE_KEY = "a service key of some length"
CRON_SECRET = "rings-at-night-and-by-day"
LINE = {"externalId": "1", "role": "user", "text": "I was here.", "timestamp": "2026-01-01T12:00:00Z"}


def whose(of: Belongings) -> dict[str, Any]:
    return {"tenantId": "default", "userId": str(of.user)}


# What has to be sent along, where the address does not say it all.
BODIES: Mapping[str, Callable[[Belongings], dict[str, Any]]] = {
    "POST /api/questions/{question_id}": lambda of: {"json": {"action": "cancel"}},
    "POST /api/approvals/{approval_id}": lambda of: {"json": {"decision": "deny"}},
    "POST /api/turns/{turn_id}/replay": lambda of: {"json": {"memory": "now"}},
    "POST /api/auth/register": lambda of: {"json": {"email": f"{new_id()}@example.org", "password": PASSWORD}},
    "POST /api/auth/login/step": lambda of: {"json": {"code": "123456"}},
    "POST /api/auth/confirm": lambda of: {"json": {"password": PASSWORD}},
    "POST /api/auth/oidc/{provider}/link": lambda of: {"json": {}},
    "POST /api/auth/second-factor/passkeys": lambda of: {"json": {"credential": {}}},
    "POST /api/auth/second-factor/app/confirm": lambda of: {"json": {"code": "123456"}},
    "POST /api/auth/login": lambda of: {"json": {"email": "eve@example.org", "password": PASSWORD}},
    "PATCH /api/auth/me": lambda of: {"json": {"name": "Somebody else"}},
    "DELETE /api/auth/me": lambda of: {"json": {"password": PASSWORD}},
    "POST /api/auth/password": lambda of: {"json": {"currentPassword": PASSWORD, "newPassword": PASSWORD}},
    "POST /api/auth/password/forgot": lambda of: {"json": {"email": "eve@example.org"}},
    "POST /api/auth/password/reset": lambda of: {"json": {"token": "x" * 43, "newPassword": PASSWORD}},
    "POST /api/auth/email/verify": lambda of: {"json": {"token": "x" * 43}},
    "POST /api/auth/email/change": lambda of: {"json": {"email": "another@example.org"}},
    "POST /api/auth/email/change/finish": lambda of: {"json": {"token": "x" * 43}},
    "POST /api/auth/email/undo/look": lambda of: {"json": {"token": "x" * 43}},
    "POST /api/auth/email/undo": lambda of: {"json": {"token": "x" * 43, "newPassword": PASSWORD}},
    "POST /api/keys": lambda of: {"json": {"name": "another", "scopes": ["chat"]}},
    "POST /api/api-keys": lambda of: {"json": {"name": "another", "scopes": ["chat"]}},
    "PATCH /api/api-keys/{key_id}": lambda of: {"json": {"dayLimit": 1_000_000}},
    "POST /api/api-keys/{key_id}/rotate": lambda of: {"json": {"validForSeconds": 60}},
    "POST /api/programs/look": lambda of: {"json": of.asks},
    "POST /api/programs/answer": lambda of: {"json": {**of.asks, "isAllowed": True, "scopes": ["memory:read"]}},
    "POST /api/v1/chat/completions": lambda of: {
        "json": {"model": "assistant", "messages": [{"role": "user", "content": f"Hello {new_id()}"}]}
    },
    "POST /api/v1/responses": lambda of: {"json": {"model": "assistant", "input": f"Hello {new_id()}"}},
    "POST /api/v1/embeddings": lambda of: {"json": {"model": WordEmbedder.name, "input": "a word"}},
    "POST /api/v1/documents/analyze": lambda of: {"json": {"document": str(of.document), "question": "What is it?"}},
    "POST /api/v1/conversations": lambda of: {"json": {"title": "Held by a program"}},
    "POST /api/v1/conversations/{conversation}": lambda of: {"json": {"title": "Renamed by a program"}},
    "POST /api/chat": lambda of: {"json": chat_body("And what else?", chat=of.chat)},
    "GET /api/chat": lambda of: {"params": {"chatId": str(of.chat)}},
    "GET /api/chats/messages": lambda of: {"params": {"chatId": str(of.chat)}},
    "PATCH /api/chats/{chat_id}": lambda of: {"json": {"title": "Mine now", "visibility": "public"}},
    "GET /api/chats/search": lambda of: {"params": {"query": "hello"}},
    "POST /api/chats/bulk": lambda of: {"json": {"chatIds": [str(new_id())], "isPinned": True}},
    "POST /api/chats/folders": lambda of: {"json": {"name": "Another"}},
    "PATCH /api/chats/folders": lambda of: {"json": {"name": of.folder, "newName": of.folder}},
    "DELETE /api/chats/folders": lambda of: {"params": {"name": of.folder}},
    "POST /api/chats/bulk-delete": lambda of: {"json": {"chatIds": [str(new_id())]}},
    "POST /api/chats/{chat_id}/fork": lambda of: {"json": {}},
    "PUT /api/chats/{chat_id}/messages/{message_id}/feedback": lambda of: {"json": {"rating": "down"}},
    "PUT /api/chats/{chat_id}/messages/{message_id}/bookmark": lambda of: {"json": {"isBookmarked": True}},
    "PUT /api/usage/time-zone": lambda of: {"json": {"timeZone": "Europe/Vienna"}},
    "POST /api/page-errors": lambda of: {"json": {"error": "TypeError", "frames": []}},
    "POST /api/personas": lambda of: {
        "json": {"name": "Another", "description": "A second one.", "kernel": "You are another."}
    },
    "POST /api/personas/draft": lambda of: {"json": {"description": "A gardener of few words."}},
    "POST /api/personas/import": lambda of: {"files": {"file": ("pack.zip", a_pack(), "application/zip")}},
    "PATCH /api/personas/{persona_id}": lambda of: {"json": {"name": "Mine now"}},
    "POST /api/personas/{persona_id}/duplicate": lambda of: {"json": {}},
    "POST /api/personas/{persona_id}/versions/restore": lambda of: {"json": {"version": 1}},
    "PUT /api/personas/{persona_id}/overlay": lambda of: {"json": {"instructions": "Be long."}},
    "POST /api/organizations": lambda of: {"json": {"name": "Another"}},
    "PATCH /api/organizations/{org_id}": lambda of: {"json": {"name": "Renamed"}},
    "PATCH /api/organizations/{org_id}/members/{user_id}": lambda of: {"json": {"role": "owner"}},
    "PUT /api/organizations/{org_id}/second-factor": lambda of: {"json": {"isRequired": True}},
    "POST /api/organizations/{org_id}/leave": lambda of: {"json": {}},
    "POST /api/organizations/{org_id}/invites": lambda of: {"json": {"maxUses": 3}},
    "POST /api/organizations/{org_id}/keys": lambda of: {"json": {"name": "another", "scopes": ["chat"]}},
    "POST /api/invites/look": lambda of: {"json": {"code": of.invite_code}},
    "POST /api/invites/accept": lambda of: {"json": {"code": of.invite_code}},
    "POST /ingest": lambda of: {"json": {**whose(of), "sessionId": "walk", "role": "user", "text": "I am here."}},
    "POST /session/ingest": lambda of: {"json": {**whose(of), "sessionId": "walk", "messages": [LINE]}},
    **{
        f"POST {path}": lambda of: {"json": whose(of)}
        for path in ("/brief", "/session/startbrief", "/session/brief", "/user/model", "/analysis/daily")
    },
    "GET /memory/identity": lambda of: {"params": whose(of)},
    "PUT /memory/about": lambda of: {"json": {**whose(of), "about": "Somebody else."}},
    "POST /memory/query": lambda of: {"json": {**whose(of), "query": "Where does she live?"}},
    "POST /memory/loops": lambda of: {"json": whose(of)},
    "POST /memory/loops/add": lambda of: {"json": {**whose(of), "text": f"Water the fern {new_id().hex}"}},
    "PATCH /memory/loops/{loop_id}": lambda of: {"json": {**whose(of), "status": "dropped"}},
    "GET /memory/facts": lambda of: {"params": whose(of)},
    "PATCH /memory/facts/{fact_id}": lambda of: {"json": {**whose(of), "isPinned": True}},
    "DELETE /memory/facts/{fact_id}": lambda of: {"params": whose(of)},
    "GET /memory/facts/{fact_id}/history": lambda of: {"params": whose(of)},
    "PUT /api/chats/memory": lambda of: {"json": {"isPaused": False}},
    "GET /memory/learned": lambda of: {"params": {**whose(of), "externalId": "m-1"}},
    "GET /memory/kinds": lambda of: {"params": whose(of)},
    "GET /memory/episodes": lambda of: {"params": {**whose(of), "ids": "1,2"}},
    "GET /memory/entities": lambda of: {"params": whose(of)},
    "GET /memory/graph": lambda of: {"params": whose(of)},
    "POST /memory/forget": lambda of: {"json": {**whose(of), "query": "herring in aspic"}},
    "POST /memory/forget/count": lambda of: {"json": {**whose(of), "query": "herring in aspic"}},
    "GET /memory/receipts": lambda of: {"params": whose(of)},
    "GET /memory/receipts/{receipt_id}/verify": lambda of: {"params": whose(of)},
    "GET /memory/receipts/{receipt_id}/marks": lambda of: {"params": whose(of)},
    "GET /memory/export": lambda of: {"params": whose(of)},
    "POST /memory/import": lambda of: {"params": whose(of), "content": b"{}"},
    "GET /memory/quality": lambda of: {"params": whose(of)},
    "POST /api/admin/invites": lambda of: {"json": {"maxUses": 2}},
    "PUT /api/admin/users/{user_id}/plan": lambda of: {"json": {"plan": "pro", "limits": {}}},
    "PUT /api/admin/organizations/{org_id}/plan": lambda of: {"json": {"plan": "pro", "limits": {}, "seatCount": 9}},
    "PUT /api/admin/organizations/{org_id}/owner": lambda of: {"json": {"userId": str(of.user)}},
    "PUT /api/admin/prompt-settings": lambda of: {
        "json": {"version": 0, "settings": DEFAULTS.model_dump(mode="json", by_alias=True)}
    },
    "POST /api/admin/prompt-settings/restore": lambda of: {"json": {"version": 0}},
    "POST /api/admin/prompt-settings/try": lambda of: {"json": {"text": "Dispatch Engine 4."}},
    "POST /session/close": lambda of: {"json": {**whose(of), "sessionId": "walk"}},
    "POST /api/voice/transcribe": lambda of: {"files": {"audio": ("a.wav", encoded(sentence("Hello."), "wav"))}},
    "POST /api/voice/speak": lambda of: {"json": {"text": "Hello."}},
    "POST /api/files": lambda of: {"files": {"file": ("dot.png", png(), "image/png")}},
    "POST /api/imports": lambda of: {"files": {"file": ("conversations.json", CONVERSATIONS)}},
    "POST /api/documents/upload": lambda of: {"files": {"file": ("note.md", new_id().bytes.hex().encode())}},
    "POST /api/documents/bulk-upload": lambda of: {"files": {"files": ("note.md", new_id().bytes.hex().encode())}},
    "POST /api/documents/from-address": lambda of: {"json": {"url": "ftp://example.org/a.pdf"}},
    "GET /api/documents/{document_id}/versions/{number}/changes": lambda of: {"params": {"since": 1}},
    "POST /api/documents/check-duplicate": lambda of: {"json": {"sha256": "0" * 64}},
    "POST /api/documents/search": lambda of: {"json": {"query": "Where is it?"}},
    "POST /api/documents/connectors": lambda of: {
        "json": {"kind": "feed", "address": f"http://127.0.0.1:9/{new_id()}"}
    },
    "POST /api/mcp/servers": lambda of: {"json": {"name": "Another", "url": "https://127.0.0.1/mcp"}},
    "POST /api/mcp/servers/import": lambda of: {"json": {"mcpServers": {"pasted": {"url": "https://127.0.0.1/mcp"}}}},
    "PATCH /api/mcp/servers/{server_id}": lambda of: {"json": {"name": "Mine now"}},
    "POST /api/mcp/servers/{server_id}/connect": lambda of: {"json": {}},
    "GET /api/mcp/servers/{server_id}/resource": lambda of: {"params": {"uri": "plan://table"}},
    "POST /api/mcp/servers/{server_id}/prompt": lambda of: {"json": {"name": "order", "arguments": {}}},
    "PUT /api/mcp/servers/{server_id}/tools/{tool}/trust": lambda of: {"json": {"trust": "always"}},
    "PATCH /api/documents/connectors/{connector_id}": lambda of: {"json": {"name": "Mine now"}},
    "POST /api/documents/{document_id}/copy": lambda of: {"json": {"target": "user"}},
    "PATCH /api/documents/{document_id}": lambda of: {"json": {"title": "Mine now"}},
}
NOT_FOR_ALL = {
    "POST /api/auth/oidc/{provider}/link": [404],
    "POST /api/auth/second-factor/app/confirm": [422],
    "POST /api/auth/second-factor/passkeys/options": [409],
    "POST /api/auth/second-factor/passkeys": [404],
    "DELETE /api/auth/second-factor/passkeys/{passkey_id}": [404],
    "POST /api/auth/confirm/passkey": [404],
    "DELETE /api/auth/second-factor/app": [404],
    "DELETE /api/auth/identities/{identity_id}": [404],
    "POST /api/auth/second-factor/recovery-codes": [404],
    "POST /api/auth/email/verify": [404],
    "POST /api/auth/email/verify/send": [409],
    "POST /api/auth/email/change": [409],
    "POST /api/auth/email/change/finish": [404],
    "DELETE /api/auth/email/change": [404],
    "POST /api/documents/from-address": [422],
    "POST /api/imports": [202],
    "POST /api/personas/draft": [503],
    "GET /api/documents/{document_id}/pages/{page}/picture": [404],
    "POST /api/questions/{question_id}": [404],
    "POST /api/mcp/servers/{server_id}/connect": [404],
    "PUT /api/mcp/servers/{server_id}/tools/{tool}/trust": [404],
    "GET /api/mcp/servers/{server_id}/resource": [404],
    "POST /api/mcp/servers/{server_id}/prompt": [404],
    "POST /memory/forget": [200],
    "POST /memory/import": [409],
    "POST /api/organizations": [201],
    "PUT /api/organizations/{org_id}/second-factor": [404],
    "POST /api/organizations/{org_id}/leave": [404],
    "DELETE /api/organizations/{org_id}/members/{user_id}": [404],
    "DELETE /api/organizations/{org_id}/keys/{key_id}": [404],
    "DELETE /api/api-keys/{key_id}": [404],
    "DELETE /api/v1/conversations/{conversation}": [404],
}
"""What changes too much to be asked twice; what is refused to whoever has memories; what is asked of an organization
after its owner deleted it, which `test_org_routes.py` asks before; what another address has ended by then; what of a
second factor wants another before; what takes a mail; what would fetch from the world outside; and the picture of a
text."""
NOTHING = "019a0000-0000-7000-8000-000000000404"
"""Nobody here signs in at a provider or by a name; `tests/accounts/test_links.py` and `second_factor/` do."""
NO_LETTER = "job-404"
"""Dead letters are nobody's; none lies here."""
ENDS_THE_SIGN_IN = ("POST /api/auth/logout-everywhere", "POST /api/auth/password", "DELETE /api/auth/me")


def operations(document: Document) -> Mapping[str, Mapping[str, Any]]:
    return {
        f"{method.upper()} {path}": item[method]
        for path, item in document["paths"].items()
        for method in METHODS
        if method in item
    }


@dataclass(frozen=True, slots=True)
class Walk:
    """Asks, and notes every answer that the policy or the document did not foresee."""

    document: Document
    faults: list[str] = field(default_factory=list)

    async def ask(self, client: httpx2.AsyncClient, route: str, of: Belongings, **more: Any) -> httpx2.Response:
        method, template = route.split(" ")
        named = {"chat_id": of.chat, "message_id": of.answer, "turn_id": of.turn, "file_id": of.file}
        named |= {"document_id": of.document, "number": 1, "page": 1, "persona_id": of.persona}
        named |= {"approval_id": of.approval, "trust_id": of.trust, "question_id": NOTHING}
        named |= {"connector_id": of.connector, "import_id": of.brought, "server_id": of.server, "tool": "hammer"}
        named |= {"audio_id": of.audio, "identity_id": NOTHING, "passkey_id": NOTHING}
        named |= {"key_id": of.key, "sign_in_id": of.sign_in, "user_id": of.user, "provider": "nowhere"}
        named |= {"file": "x" * 43 + ".ics", "program_id": of.program}
        named |= {"fact_id": of.fact, "loop_id": of.loop, "receipt_id": of.receipt}
        named |= {"response_id": f"resp_{UUID(of.turn).hex}{of.user.hex}"}
        named |= {"model_id": "sophie", "conversation": of.chat}
        named |= {"org_id": of.org, "invite_id": of.invite, "letter_id": NO_LETTER, "job": "drain-outbox"}
        sent = BODIES[route](of) if route in BODIES else {}
        response = await client.request(method, template.format(**named), **sent, **more)
        self._compare_with_document(route, response)
        return response

    async def expect(
        self, who: str, client: httpx2.AsyncClient, route: str, of: Belongings, allowed: Sequence[int], **more: Any
    ) -> None:
        response = await self.ask(client, route, of, **more)
        if response.status_code not in allowed:
            self.faults.append(f"{who}: {route}: {response.status_code}, not {list(allowed)}: {response.text[:200]}")

    def _compare_with_document(self, route: str, response: httpx2.Response) -> None:
        documented = operations(self.document)[route]["responses"].get(str(response.status_code))
        kind = response.headers.get("content-type", "").partition(";")[0]
        if documented is None:
            self.faults.append(f"{route}: {response.status_code} is not documented")
        elif response.content and not {kind, "*/*"} & set(documented.get("content", ())):
            self.faults.append(f"{route}: {response.status_code} with {kind} is not documented")
        if response.status_code >= 400 and route != "GET /readyz" and not _is_envelope(response):
            self.faults.append(f"{route}: {response.status_code} is not our error shape: {response.text[:200]}")


def _is_envelope(response: httpx2.Response) -> bool:
    body = response.json() if response.headers.get("content-type") == "application/json" else None
    theirs = OPENAI if response.request.url.path.startswith("/api/v1/") else set()
    return isinstance(body, dict) and set(body) == {"error"} and set(body["error"]) == ENVELOPE | theirs


def of_kind(*kinds: str, is_owned: bool | None = None) -> Iterator[tuple[str, Rule]]:
    for route, rule in POLICY.items():
        if rule.who in kinds and is_owned in (None, rule.is_owned):
            yield route, rule


def scope_of(rule: Rule) -> str:
    return f"{rule.who}:{'write' if rule.writes else 'read'}"


async def document_of(served: Served) -> Document:
    async with served.stranger() as client:
        found: Document = (await client.get("/openapi.json")).json()
    return found


async def test_every_route_has_a_declared_policy_and_every_policy_a_route(addresses: Addresses) -> None:
    async with serving(addresses, [ScriptedModel()]) as served:
        assert set(operations(await document_of(served))) == set(POLICY)
        assert _addresses_outside_the_document(create_app(served.parts)) <= OUTSIDE_THE_DOCUMENT


def _addresses_outside_the_document(app: ASGIApp) -> set[str]:
    while hasattr(app, "_app"):
        app = app._app
    routes: Sequence[Any] = app.routes  # type: ignore[attr-defined]
    ways = {
        (str(one.path).replace(":path}", "}"), method)
        for one in routes
        for method in getattr(one, "methods", None) or {"GET"}
    }
    return {path for path, method in ways if method != "HEAD" and f"{method} {path}" not in POLICY}


async def test_the_document_is_complete(addresses: Addresses) -> None:
    faults = []
    async with serving(addresses, [ScriptedModel()]) as served:
        document = await document_of(served)
    for route, operation in operations(document).items():
        missing = _errors_that_can_happen(route, operation) - set(operation["responses"])
        if missing:
            faults.append(f"{route} does not document {sorted(missing)}")
        if POLICY[route].who not in ("anyone", "operator") and not operation.get("security"):
            faults.append(f"{route} names no way in")
        ways = {name for way in operation.get("security", ()) for name in way}
        if ("apiKey" in ways) != (POLICY[route].who in ("chat", "memory", "service")):
            faults.append(f"{route} says of API keys what its policy does not")
        for status, told in operation["responses"].items():
            shape = told.get("content", {}).get("application/json", {}).get("schema", {})
            if status >= "400" and route != "GET /readyz" and shape != {"$ref": "#/components/schemas/ErrorEnvelope"}:
                faults.append(f"{route} documents {status} in another shape than our own")
    names = [operation["operationId"] for operation in operations(document).values()]
    assert len(set(names)) == len(names), "generators call their functions so"
    assert set(document["components"]["securitySchemes"]) == {"cookie", "bearer", "apiKey", "cronSecret"}
    assert set(document["components"]["schemas"]["ErrorBody"]["properties"]) == ENVELOPE
    assert faults == []


def _errors_that_can_happen(route: str, operation: Mapping[str, Any]) -> set[str]:
    rule = POLICY[route]
    found = set(ALWAYS)
    if operation.get("security"):
        found |= {"401", "403", "429"}  # two credentials at once; a key without the scope; too much at once
    if not route.startswith("GET"):
        found.add("403")  # another site made a browser send it
    if "requestBody" in operation:
        found |= {"400", "408", "413", "429"}
    if any(_can_be_wrong(parameter) for parameter in operation.get("parameters", ())):
        found.add("422")
    if rule.is_owned and rule.who != "memory":
        found.add("404")
    return found


def _can_be_wrong(parameter: Mapping[str, Any]) -> bool:
    return parameter["name"] != "provider" and parameter["in"] in ("path", "query")


async def test_everybody_gets_what_the_policy_says_and_nothing_else_changes(
    addresses: Addresses, as_owner: asyncpg.Connection
) -> None:
    model = ScriptedModel(says("Nothing yet."))
    async with (
        serving(
            addresses, [model], service_key=SERVICE_KEY, cron_secret=CRON_SECRET, memory={"learn_delay_seconds": 0}
        ) as served,
        served.person("root") as root,
        served.person("ada") as ada,
        served.person("eve") as eve,
        served.stranger() as stranger,
    ):
        walk = Walk(await document_of(served))
        hers, evil = await live_a_little(served, ada), await live_a_little(served, eve)
        # Written a few seconds after the answer, beside the requests.
        await until(lambda: as_owner.fetchval("select exists (select from active_days where user_id = $1)", ada.id))
        before, calls = await rows_without_usage(as_owner, ada), len(model.calls)

        await ask_as_stranger(walk, stranger, hers)
        await ask_as_another_person(walk, eve, hers)
        await ask_for_a_run(walk, stranger, root, hers)
        await ask_with_keys(walk, stranger, hers, evil)
        await ask_with_narrower_keys(walk, stranger, hers)
        await ask_by_other_spellings(walk, stranger, hers)
        assert walk.faults == []
        assert await rows_without_usage(as_owner, ada) == before
        assert len(model.calls) == calls

        await ask_while_shared(walk, ada, eve, hers)
        await ask_as_owner(walk, served, ada, hers)
        await ask_as_admin(walk, root, replace(hers, user=eve.id, org=evil.org))
        assert walk.faults == []


async def rows_without_usage(as_owner: asyncpg.Connection, person: Person) -> Mapping[str, Any]:
    """That their own key was refused somewhere is counted."""
    return {table: rows for table, rows in (await rows_of(as_owner, person.id)).items() if table != "key_usage"}


async def ask_as_stranger(walk: Walk, stranger: httpx2.AsyncClient, hers: Belongings) -> None:
    for route, _ in of_kind("person", "chat", "memory", "service", "admin", "cron"):
        await walk.expect("a stranger", stranger, route, hers, [401])
        for name, value in (
            ("x-api-key", "hf_" + "x" * 43),
            ("authorization", "Bearer x.y.z"),
            ("authorization", "Basic YWRhOmFkYQ=="),
            ("cookie", "holdfast_session=" + "x" * 43),
        ):
            await walk.expect(f"a stranger with a made-up {name}", stranger, route, hers, [401], headers={name: value})
    for route, _ in of_kind("operator"):
        await walk.expect("a visitor", stranger, route, hers, [403], headers={"x-forwarded-for": "203.0.113.9"})


async def ask_as_another_person(walk: Walk, eve: Person, hers: Belongings) -> None:
    for route, _ in of_kind("person", "chat", "memory", is_owned=True):
        await walk.expect("another person", eve.http, route, hers, [403, 404])
    for route, _ in of_kind("admin", "service"):
        await walk.expect("a person who is no admin", eve.http, route, hers, [403])


async def ask_for_a_run(walk: Walk, client: httpx2.AsyncClient, root: Person, hers: Belongings) -> None:
    for route, _ in of_kind("cron"):
        await walk.expect("an admin", root.http, route, hers, [401])
        for wrong in (hers.chat_key, SERVICE_KEY, CRON_SECRET[:-1], f"{CRON_SECRET} "):
            headers = {"authorization": f"Bearer {wrong}!"}
            await walk.expect("another secret", client, route, hers, [401], headers=headers)
        right = {"authorization": f"Bearer {CRON_SECRET}"}
        # A worker was here while these lives were lived, and has left: it may have been heard within the last minute.
        await walk.expect("the operator's clock", client, route, hers, [202, 503], headers=right)


async def ask_with_keys(walk: Walk, client: httpx2.AsyncClient, hers: Belongings, evil: Belongings) -> None:
    for name in ("x-api-key", "authorization"):
        limited, chatty, foreign, prying = (
            {name: f"Bearer {key}" if name == "authorization" else key}
            for key in (hers.memory_key, hers.chat_key, evil.chat_key, evil.memory_key)
        )
        for route, _ in of_kind("person", "chat", "admin"):
            await walk.expect("a key without the scope", client, route, hers, [403], headers=limited)
        for route, _ in of_kind("memory", "service"):
            await walk.expect("a key without the scope", client, route, hers, [403], headers=chatty)
            await walk.expect("another person's key", client, route, hers, [403, 404], headers=prying)
        for route, _ in of_kind("person", "admin"):
            await walk.expect("a key where a person is needed", client, route, hers, [403], headers=chatty)
        for route, _ in of_kind("chat", is_owned=True):
            await walk.expect("another person's key", client, route, hers, [403, 404], headers=foreign)
    for route, rule in of_kind("chat", "memory"):
        for scope in {*NARROW} - {scope_of(rule)}:
            headers = {"x-api-key": hers.narrow_keys[scope]}
            await walk.expect(f"a key with {scope} alone", client, route, hers, [403], headers=headers)


async def ask_with_narrower_keys(walk: Walk, client: httpx2.AsyncClient, hers: Belongings) -> None:
    for scope, opened in NARROWER.items():
        headers = {"x-api-key": hers.narrow_keys[scope]}
        for route, _ in of_kind("person", "chat", "memory", "service", "admin"):
            if route not in opened:
                await walk.expect(f"a key with {scope} alone", client, route, hers, [403], headers=headers)


async def ask_by_other_spellings(walk: Walk, client: httpx2.AsyncClient, hers: Belongings) -> None:
    """A limited key finds no second door: not by another spelling of the address, nor by another method."""
    for route, _ in of_kind("person", "admin"):
        method, path = route.split(" ")
        named = {
            "key_id": hers.key,
            "sign_in_id": hers.sign_in,
            "user_id": hers.user,
            "identity_id": NOTHING,
            "passkey_id": NOTHING,
            "persona_id": hers.persona,
            "approval_id": hers.approval,
            "trust_id": hers.trust,
            "question_id": NOTHING,
            "server_id": hers.server,
            "program_id": hers.program,
            "tool": "hammer",
        }
        path = path.format(**named, provider="nowhere", org_id=hers.org, invite_id=hers.invite, letter_id=NO_LETTER)
        other = (path.replace("/api", "//api"), path.replace("api", "%61pi"), path.upper())
        for spelling in (*other, f"{path}/", f"/.{path}", f"{path};", f"{path}%00"):
            # Whole, because what begins with two slashes would be read as the name of another host.
            address = f"{str(client.base_url).rstrip('/')}{spelling}"
            response = await client.request(method, address, headers={"x-api-key": hers.chat_key})
            if response.status_code < 300 or response.status_code >= 500:
                walk.faults.append(f"a key at {spelling}: {response.status_code}")
    for path, item in walk.document["paths"].items():
        for method in {*METHODS, "head", "options", "trace"} - set(item):
            response = await client.request(method.upper(), path, headers={"x-api-key": hers.chat_key})
            # Another route may have the same shape: /api/chats/messages also reads as /api/chats/{chat_id}, and
            # /api/organizations/mine as /api/organizations/{org_id}, which no key opens.
            if response.status_code not in (400, 403, 404, 405, 422):
                walk.faults.append(f"{method.upper()} {path}: {response.status_code}")


async def ask_while_shared(walk: Walk, ada: Person, eve: Person, hers: Belongings) -> None:
    for visibility in ("public", "snapshot"):
        shared = await ada.http.patch(f"/api/chats/{hers.chat}", json={"visibility": visibility})
        assert shared.json()["visibility"] == visibility
        for route, rule in of_kind("chat", is_owned=True):
            told = [200, 201, 204] if rule.is_shared else [403, 404]
            await walk.expect(f"a reader ({visibility})", eve.http, route, hers, told)
    await ada.http.patch(f"/api/chats/{hers.chat}", json={"visibility": "private"})


async def ask_as_owner(walk: Walk, served: Served, ada: Person, hers: Belongings) -> None:
    """Last, and what takes things away last of all: here everything must succeed."""
    async with served.stranger() as by_key:
        for route, rule in of_kind("chat"):
            if not route.startswith("DELETE") and route not in NOT_FOR_ALL:
                narrower = [hers.narrow_keys[scope] for scope, opened in NARROWER.items() if route in opened]
                for key in (hers.chat_key, hers.narrow_keys[scope_of(rule)], *narrower):
                    headers = {"x-api-key": key}
                    await walk.expect(
                        "a key with the scope", by_key, route, hers, [200, 201, 202, 204], headers=headers
                    )
        for route, rule in of_kind("memory"):
            if not route.startswith("DELETE") and route not in NOT_FOR_ALL:
                for key in (hers.memory_key, hers.narrow_keys[scope_of(rule)], SERVICE_KEY):
                    headers = {"x-api-key": key}
                    await walk.expect(
                        "a key with the scope", by_key, route, hers, [200, 201, 202, 204], headers=headers
                    )
        for route, _ in of_kind("service"):
            await walk.expect("the service", by_key, route, hers, [200], headers={"x-api-key": SERVICE_KEY})
    for route, _ in sorted(of_kind("person", "chat", "memory"), key=lambda pair: pair[0].startswith("DELETE")):
        if route not in (*ENDS_THE_SIGN_IN, *NOT_FOR_ALL):
            await walk.expect("the owner", ada.http, route, hers, [200, 201, 202, 204])
    for route, told in NOT_FOR_ALL.items():
        await walk.expect("the owner", ada.http, route, hers, told)
    for route in ENDS_THE_SIGN_IN:
        async with served.stranger() as browser:
            await browser.post("/api/auth/login", json={"email": "ada@example.org", "password": PASSWORD})
            await walk.expect("the owner", browser, route, hers, [204])
    for route, _ in of_kind("anyone", "operator"):
        async with served.stranger() as anybody:
            allowed = [409] if route == "POST /api/auth/password/forgot" else [200, 201, 204, 302, 404]  # no mail here
            await walk.expect("anybody", anybody, route, hers, allowed)


async def ask_as_admin(walk: Walk, root: Person, eves: Belongings) -> None:
    for route, _ in of_kind("admin"):
        is_nothing = "{letter_id}" in route or "{invite_id}" in route  # an organization's invite is none of the house's
        is_unset = route.endswith("/remove-second-factor")  # there is none
        told = [404] if is_nothing else [409] if is_unset else [200, 201, 204]
        await walk.expect("an admin", root.http, route, eves, told)
