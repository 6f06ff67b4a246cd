"""One person's own things of every kind, made by using the product over HTTP and in no other way."""

from __future__ import annotations

import struct
import zlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import httpx2

from holdfast.core.ids import ChatId, UserId, new_id
from holdfast.models.chain import Chain
from holdfast.models.types import Done, ToolCall
from holdfast.personas.bundle import pack
from holdfast.personas.own import PersonaDraft
from holdfast.personas.types import PersonaFile
from tests.accounts.issuer import LoopbackIssuer
from tests.scripted import Line, ScriptedModel, says
from tests.serving import PASSWORD, Person, Served, chat_body
from tests.tools.drawer import answers, put_in, tool
from tests.waiting import until
from tests.web.mcp.asking import ACCEPT, initialize
from tests.web.mcp.letting_in import as_body, registered
from tests.working import work_off

CONVERSATIONS = (
    b'[{"uuid": "1", "name": "Tides", "chat_messages": [{"sender": "human", "text": "When is low water?"}]}]'
)
"""As Claude exports them."""
NARROW = ("chat:read", "chat:write", "memory:read", "memory:write")
NARROWER: Mapping[str, Sequence[str]] = {
    "completions": ("POST /api/v1/chat/completions", "POST /api/v1/responses"),
    "embeddings": ("POST /api/v1/embeddings",),
    "documents": ("POST /api/v1/documents/analyze",),
    "models": ("GET /api/v1/models", "GET /api/v1/models/{model_id}"),
    "usage": ("GET /api/v1/usage",),
}
"""Scopes that open an address each, and which."""


@dataclass(frozen=True, slots=True)
class Belongings:
    user: UserId
    chat: ChatId
    question: str
    answer: str
    turn: str
    folder: str
    """In which nothing is."""
    file: str
    document: str
    persona: str
    connector: str
    """A feed that is fetched from."""
    brought: str
    """A file with chats from elsewhere."""
    server: str
    """That would bring tools, were it reached."""
    audio: str
    """A spoken answer's."""
    sign_in: str
    """A second browser's, so that ending it does not end the first."""
    key: str
    chat_key: str
    """An API key itself, with the scope `chat`; `memory_key` has only the other scope."""
    memory_key: str
    narrow_keys: Mapping[str, str]
    """By their one scope: `chat:read` and its like."""
    fact: str
    loop: str
    receipt: str
    """Of something forgotten."""
    program: str
    """That was let in."""
    asks: dict[str, Any]
    """What another program asks for."""
    approval: str
    """Of a call that waits."""
    trust: str
    """Of a tool that need not ask."""
    org: str
    """An organization of one's own, without anybody else."""
    invite: str
    invite_code: str


async def live_a_little(served: Served, person: Person, *, said: str = "What do I own?") -> Belongings:
    chat = ChatId(new_id())
    answer = await person.say(said, chat=chat)
    assert answer.status == 200
    question, told = await person.messages(chat)
    rated = await person.http.put(f"/api/chats/{chat}/messages/{told['id']}/feedback", json={"rating": "up"})
    assert rated.status_code == 204, rated.text
    await delete_a_chat(person)
    await person.say("What is on my @calendar?")
    org, invite = await found_organization(person.http)
    approval, trust = await be_asked(served, person)
    chat_key, memory_key = await make_key(person.http, "chat"), await make_key(person.http, "memory")
    await ask_by_program(served, person)
    await speak_mcp(served, memory_key["key"])
    program, asks = await let_program_in(served, person)
    return Belongings(
        user=person.id,
        chat=chat,
        question=question["id"],
        answer=told["id"],
        turn=answer.headers["x-holdfast-turn-id"],
        folder=await make_folder(person.http),
        file=await upload(person.http),
        document=await bring_document(served, person),
        persona=await make_persona(person.http),
        connector=await connect_feed(person),
        brought=await bring_chats(person),
        server=await add_mcp_server(person),
        audio=await be_spoken_to(person.http),
        sign_in=await _second_sign_in(served, person),
        key=chat_key["id"],
        chat_key=chat_key["key"],
        memory_key=memory_key["key"],
        narrow_keys={scope: (await make_key(person.http, scope))["key"] for scope in (*NARROW, *NARROWER)},
        fact=await be_known(served, person),
        loop=await owe_something(person),
        receipt=await have_forgotten(person),
        program=program,
        asks=asks,
        approval=approval,
        trust=trust,
        org=org,
        invite=invite["id"],
        invite_code=invite["code"],
    )


async def let_program_in(served: Served, person: Person) -> tuple[str, dict[str, Any]]:
    """And what another one asks for, that waits for an answer."""
    async with served.stranger() as client:
        asking = await registered(served, client)
        await asking.tokens(person)
        (program,) = (await person.http.get("/api/programs")).json()["programs"]
        return str(program["id"]), as_body(asking.asks())


async def speak_mcp(served: Served, key: str) -> None:
    async with served.stranger() as client:
        begun = await client.post("/mcp", json=initialize(), headers={"authorization": f"Bearer {key}", **ACCEPT})
        assert begun.status_code == 200, begun.text


async def delete_a_chat(person: Person) -> None:
    chat = new_id()
    await person.say("Hello", chat=chat)
    gone = await person.http.delete(f"/api/chats/{chat}")
    assert gone.status_code == 204, gone.text


async def be_asked(served: Served, person: Person) -> tuple[str, str]:
    """By a tool, twice: it is trusted in the first chat, and still waits in the second."""
    pipeline = served.parts.pipeline
    chain, tools = pipeline.chain, pipeline.tools
    call: list[Line] = [ToolCall("1", "post", "{}"), Done()]
    pipeline.chain = Chain([ScriptedModel(call, says("Posted."), call)])
    put_in(served, tool("post", answers("posted"), trust="ask"))
    try:
        await person.say("Post it.")
        decided = await _decide(person, remember="chat")
        await until(lambda: not list(served.parts.streams))
        assert decided["turnId"]
        await person.say("Post it.")
    finally:
        pipeline.chain, pipeline.tools = chain, tools
    (waiting,) = (await person.http.get("/api/approvals")).json()["approvals"]
    trusts = (await person.http.get("/api/tools/trusts")).json()["trusts"]
    (trust,) = [one for one in trusts if one["name"] == "post"]
    return str(waiting["id"]), str(trust["id"])


async def _decide(person: Person, **more: str) -> dict[str, Any]:
    (waiting,) = (await person.http.get("/api/approvals")).json()["approvals"]
    told = await person.http.post(f"/api/approvals/{waiting['id']}", json={"decision": "approve", **more})
    assert told.status_code == 200, told.text
    decided: dict[str, Any] = told.json()
    return decided


async def found_organization(client: httpx2.AsyncClient) -> tuple[str, dict[str, Any]]:
    """With somebody invited by e-mail, who has not come yet."""
    made = await client.post("/api/organizations", json={"name": "An organization"})
    assert made.status_code == 201, made.text
    org = str(made.json()["id"])
    invited = await client.post(f"/api/organizations/{org}/invites", json={"email": f"{new_id()}@example.org"})
    assert invited.status_code == 201, invited.text
    return org, invited.json()


async def be_known(served: Served, person: Person) -> str:
    """Say two things worth keeping, and have them learned."""
    for text in ("My sister's name is Ana.", "I need to call the dentist tomorrow."):
        told = await person.http.post("/ingest", json={"sessionId": "life", "role": "user", "text": text})
        assert told.status_code == 200, told.text
    await work_off(served.parts)
    facts = (await person.http.get("/memory/facts")).json()["facts"]
    return str(facts[0]["id"])


async def owe_something(person: Person) -> str:
    loops = (await person.http.post("/memory/loops", json={})).json()["loops"]
    return str(loops[0]["id"])


async def have_forgotten(person: Person) -> str:
    told = await person.http.post("/ingest", json={"sessionId": "gone", "role": "user", "text": "I like herring."})
    assert told.status_code == 200, told.text
    receipt = await person.http.post("/memory/forget", json={"sessionIds": ["gone"]})
    assert receipt.status_code == 200, receipt.text
    return str(receipt.json()["id"])


async def make_key(client: httpx2.AsyncClient, scope: str) -> dict[str, Any]:
    made = await client.post("/api/keys", json={"name": f"for {scope}", "scopes": [scope]})
    assert made.status_code == 201, made.text
    key: dict[str, Any] = made.json()
    return key


async def ask_by_program(served: Served, person: Person) -> None:
    """With a key that is counted, which was made for it."""
    body = {"name": "counted", "scopes": ["models"], "dayLimit": 100}
    made = await person.http.post("/api/api-keys", json=body)
    assert made.status_code == 201, made.text
    async with served.stranger() as program:
        asked = await program.get("/api/v1/models", headers={"x-api-key": made.json()["key"]})
    assert asked.status_code == 200, asked.text


async def make_folder(client: httpx2.AsyncClient) -> str:
    made = await client.post("/api/chats/folders", json={"name": f"Letters {new_id()}"})
    assert made.status_code == 201, made.text
    return str(made.json()["name"])


async def upload(client: httpx2.AsyncClient) -> str:
    kept = await client.post("/api/files", files={"file": ("dot.png", png(), "image/png")})
    assert kept.status_code == 201, kept.text
    return str(kept.json()["id"])


async def bring_document(served: Served, person: Person) -> str:
    """And have it read."""
    sent = {"file": ("garden.md", f"# Garden of {new_id()}\n\nThe roses are cut back in March.".encode())}
    kept = await person.http.post("/api/documents/upload", files=sent)
    assert kept.status_code == 201, kept.text
    await work_off(served.parts)
    return str(kept.json()["document"]["id"])


async def make_persona(client: httpx2.AsyncClient) -> str:
    """And ask something of it besides."""
    body = {"name": f"Gardener {new_id()}", "description": "Knows the beds.", "kernel": "You are a gardener."}
    made = await client.post("/api/personas", json=body)
    assert made.status_code == 201, made.text
    told = await client.put(f"/api/personas/{made.json()['id']}/overlay", json={"instructions": "Be brief."})
    assert told.status_code == 200, told.text
    return str(made.json()["id"])


async def connect_feed(person: Person) -> str:
    """Of an inner address, so that nothing goes out."""
    wish = {"kind": "feed", "address": "http://127.0.0.1:9/feed", "everyMinutes": 600}
    made = await person.http.post("/api/documents/connectors", json=wish)
    assert made.status_code == 201, made.text
    return str(made.json()["id"])


async def add_mcp_server(person: Person) -> str:
    """Of an inner address, so that nothing goes out."""
    wish = {"name": "Workshop", "url": "https://127.0.0.1/mcp", "headers": {"X-Key": "a key"}}
    made = await person.http.post("/api/mcp/servers", json=wish)
    assert made.status_code == 201, made.text
    return str(made.json()["id"])


async def bring_chats(person: Person) -> str:
    made = await person.http.post("/api/imports", files={"file": ("conversations.json", CONVERSATIONS)})
    assert made.status_code == 202, made.text
    return str(made.json()["id"])


async def be_spoken_to(client: httpx2.AsyncClient) -> str:
    body = chat_body("Say something.", selectedPersonaId="sophie")
    answer = await client.post("/api/chat", json=body, headers={"accept": "application/json"})
    assert answer.json()["audioUrl"], answer.text
    return str(answer.json()["audioUrl"]).rpartition("/")[2]


async def link(person: Person, issuer: LoopbackIssuer, provider: str, subject: str) -> None:
    """Let a provider open this account too."""
    issuer.claims = {"sub": subject}
    out = await person.http.post(f"/api/auth/oidc/{provider}/link", json={})
    back = await person.http.get(f"/api/auth/oidc/{provider}/callback", params=issuer.consent(out.json()["location"]))
    assert (back.status_code, back.headers["location"]) == (302, "/"), back.text


async def _second_sign_in(served: Served, person: Person) -> str:
    email = (await person.http.get("/api/auth/me")).json()["email"]
    async with served.stranger() as elsewhere:
        answer = await elsewhere.post("/api/auth/login", json={"email": email, "password": PASSWORD})
        assert answer.status_code == 200, answer.text
    entries = (await person.http.get("/api/auth/sign-ins")).json()["signIns"]
    return str(next(entry["id"] for entry in entries if not entry["isCurrent"]))


def a_pack() -> bytes:
    settings = PersonaFile(name="Baker", description="Knows bread.")
    return pack(PersonaDraft(settings, "You are a baker."))[1]


def png() -> bytes:
    """The smallest picture: one white dot."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    header = struct.pack(">IIBBBBB", 1, 1, 8, 0, 0, 0, 0)
    parts = (chunk(b"IHDR", header), chunk(b"IDAT", zlib.compress(b"\x00\xff")), chunk(b"IEND", b""))
    return b"\x89PNG\r\n\x1a\n" + b"".join(parts)
