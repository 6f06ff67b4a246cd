"""One person's own things of every kind, made by using the product over HTTP and in no other way."""

from __future__ import annotations

import struct
import zlib
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import httpx2

from holdfast.core.ids import ChatId, UserId, new_id
from tests.accounts.issuer import LoopbackIssuer
from tests.serving import PASSWORD, Person, Served, chat_body
from tests.working import work_off

NARROW = ("chat:read", "chat:write", "memory:read", "memory:write")


@dataclass(frozen=True, slots=True)
class Belongings:
    user: UserId
    chat: ChatId
    question: str
    answer: str
    turn: str
    file: str
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
    org, invite = await found_organization(person.http)
    chat_key, memory_key = await make_key(person.http, "chat"), await make_key(person.http, "memory")
    return Belongings(
        user=person.id,
        chat=chat,
        question=question["id"],
        answer=told["id"],
        turn=answer.headers["x-holdfast-turn-id"],
        file=await upload(person.http),
        audio=await be_spoken_to(person.http),
        sign_in=await _second_sign_in(served, person),
        key=chat_key["id"],
        chat_key=chat_key["key"],
        memory_key=memory_key["key"],
        narrow_keys={scope: (await make_key(person.http, scope))["key"] for scope in NARROW},
        fact=await be_known(served, person),
        loop=await owe_something(person),
        receipt=await have_forgotten(person),
        org=org,
        invite=invite["id"],
        invite_code=invite["code"],
    )


async def delete_a_chat(person: Person) -> None:
    chat = new_id()
    await person.say("Hello", chat=chat)
    gone = await person.http.delete(f"/api/chats/{chat}")
    assert gone.status_code == 204, gone.text


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


async def upload(client: httpx2.AsyncClient) -> str:
    kept = await client.post("/api/files", files={"file": ("dot.png", png(), "image/png")})
    assert kept.status_code == 201, kept.text
    return str(kept.json()["id"])


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


def png() -> bytes:
    """The smallest picture: one white dot."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    header = struct.pack(">IIBBBBB", 1, 1, 8, 0, 0, 0, 0)
    parts = (chunk(b"IHDR", header), chunk(b"IDAT", zlib.compress(b"\x00\xff")), chunk(b"IEND", b""))
    return b"\x89PNG\r\n\x1a\n" + b"".join(parts)
