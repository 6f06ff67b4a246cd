"""Markers are planted wherever people and providers put words; then every place where they must not be is searched."""

from __future__ import annotations

import io
import logging
import sys
import threading
from collections.abc import Iterator
from typing import Any

import asyncpg
import httpx2
import pytest
import structlog

from holdfast.core.ids import new_id
from holdfast.core.log import configure_logging
from holdfast.core.migrate import Addresses
from tests.architecture.belongings import png
from tests.architecture.catalogue import mentions_of
from tests.loopback.model_server import ModelServer
from tests.loopback.openai_wire import UPSTREAM_SECRET, Reply, answered, event, failing, text
from tests.scripted import ScriptedModel
from tests.serving import PASSWORD, Person, Served, chat_body, serving

pytestmark = pytest.mark.anyio

MARKER = "MarkerOfAda7351"
SENTENCE = f"please tell nobody about {MARKER}"
MODEL_KEY = "sk-model-key-4492"
HER_OWN = {
    *("chats", "messages", "message_words", "stream_chunks", "feedback", "blobs", "api_keys", "sign_ins", "users"),
    "traces",
}
"""Where a person's words belong; in a trace only what the memory was asked. Never in a job or a log."""


@pytest.fixture
def lines() -> Iterator[io.StringIO]:
    """Everything the whole process logs, libraries included, at the most talkative level."""
    before, root = structlog.get_config(), logging.getLogger()
    handlers, level = root.handlers, root.level
    hooks = sys.excepthook, threading.excepthook, sys.unraisablehook
    stream = io.StringIO()
    configure_logging(level="debug", format="json", stream=stream)
    yield stream
    structlog.configure(**before)
    root.handlers, root.level = handlers, level
    logging.captureWarnings(False)
    logging.getLogger("uvicorn.access").disabled = False
    sys.excepthook, threading.excepthook, sys.unraisablehook = hooks


async def plant(served: Served, ada: Person, model: ModelServer) -> list[httpx2.Response]:
    """Words in every field that takes any; turns that succeed, fail at once, and fail midway. Returns the refusals."""
    chat = new_id()
    assert (await ada.say(SENTENCE, chat=chat)).text == SENTENCE
    _, answer = await ada.messages(chat)
    path = f"/api/chats/{chat}"
    await ada.http.patch(path, json={"title": SENTENCE})
    rated = {"rating": "down", "comment": SENTENCE}
    assert (await ada.http.put(f"{path}/messages/{answer['id']}/feedback", json=rated)).status_code == 204
    await ada.http.post("/api/keys", json={"name": SENTENCE, "scopes": ["chat"]})
    await ada.http.patch("/api/auth/me", json={"name": SENTENCE})
    await ada.http.post("/api/files", files={"file": (f"{MARKER}.png", png(), "image/png")})
    agent = {"user-agent": SENTENCE}
    await ada.http.post("/api/auth/login", json={"email": "ada@example.org", "password": PASSWORD}, headers=agent)
    for reply in (
        failing(401),
        failing(429, {"retry-after": "1"}),
        failing(500),
        Reply([text("so far "), event({"error": {"message": UPSTREAM_SECRET, "code": 502}})]),
        Reply([text("so far ")], ending="drop"),
        Reply([text("so far "), f"data: {{{UPSTREAM_SECRET}\n\n".encode()]),
        Reply([f"<html>{UPSTREAM_SECRET}".encode()], status=502, headers={"x-secret": UPSTREAM_SECRET}),
    ):
        # More than one attempt may be made; each gets the same answer.
        model.script.extend([reply] * 4)
        failed = await ada.say(f"again: {SENTENCE}", chat=chat)
        assert "error" in failed.kinds, reply
        assert UPSTREAM_SECRET not in str(failed.parts)
        model.script.clear()
    odd = {"file": (f"{MARKER}.exe", b"\x00\x01" + MARKER.encode(), "image/png")}
    kind = {"content-type": f"multipart/form-data; {MARKER}"}
    return [
        await ada.http.post("/api/chat", json=chat_body(SENTENCE, chat=chat, selectedModel=SENTENCE)),
        await ada.http.post("/api/chat", json=chat_body(SENTENCE, chat=chat, selectedPersonaId=SENTENCE)),
        await ada.http.post("/api/chat", json=chat_body(SENTENCE, chat=chat, unknown=SENTENCE)),
        await ada.http.post("/api/chat", json=chat_body(SENTENCE, chat=chat, trigger=SENTENCE)),
        await ada.http.post("/api/chat", json=chat_body(SENTENCE + " word" * 40_000, chat=chat)),
        await ada.http.post("/api/chat", content=f'{{"{MARKER}": "{SENTENCE}'.encode()),
        await ada.http.get("/api/chats", params={"cursor": SENTENCE, "limit": SENTENCE}),
        await ada.http.get(f"/api/files/{MARKER}"),
        await ada.http.get(f"/api/{MARKER}", params={MARKER: SENTENCE}),
        await ada.http.patch(path, json={"title": {"deep": [SENTENCE]}}),
        await ada.http.put(f"{path}/messages/{MARKER}/feedback", json={"rating": SENTENCE}),
        await ada.http.post("/api/files", files=odd),
        await ada.http.post("/api/files", content=MARKER.encode(), headers=kind),
        await ada.http.get("/api/chats", headers={"authorization": f"Bearer {MARKER}.{MARKER}.{MARKER}"}),
        await ada.http.get("/api/chats", headers={"x-api-key": f"hf_{MARKER}"}),
        await ada.http.get("/api/chats", headers={"host": f"{MARKER}.example.org"}),
        await ada.http.post("/api/auth/logout", headers={"origin": f"https://{MARKER}.example.org"}),
    ]


async def test_words_stay_where_they_belong(
    addresses: Addresses, as_owner: asyncpg.Connection, lines: io.StringIO, capfd: pytest.CaptureFixture[str]
) -> None:
    async with ModelServer() as model:
        settings: dict[str, Any] = {"base_url": model.base_url, "name": "echo", "api_key": MODEL_KEY}
        model.script.append(Reply(answered([SENTENCE[:9], SENTENCE[9:]])))
        async with (
            serving(addresses, None, model=settings) as served,
            served.person("root") as root,
            served.person("ada") as ada,
            served.person("eve") as eve,
        ):
            refusals = await plant(served, ada, model)
            assert all(400 <= response.status_code < 500 for response in refusals)
            for response in refusals:
                assert MARKER.lower() not in (response.text + str(response.headers)).lower(), response.url
            seen = [await person.http.get(path) for person in (eve, root) for path in OTHERS_SEE]
            assert {response.status_code for response in seen} == {200}
            assert MARKER not in "\n".join(response.text + str(response.headers) for response in seen)
            # An admin sees that an account exists, by the name its owner chose; nothing else of theirs.
            assert (await root.http.get("/api/admin/users")).text.count(MARKER) == 1
            hers = (await ada.http.get("/api/chats")).text
    printed = capfd.readouterr()
    logged = lines.getvalue() + printed.out + printed.err
    assert "token_refused" in logged  # it did log
    for secret in (MARKER, UPSTREAM_SECRET, MODEL_KEY, PASSWORD, "ada@example.org"):
        assert secret not in logged
    assert MARKER in hers
    assert {name.removeprefix("public.") for name in await mentions_of(as_owner, MARKER)} <= HER_OWN
    for secret in (UPSTREAM_SECRET, MODEL_KEY, PASSWORD):
        assert await mentions_of(as_owner, secret) == []


OTHERS_SEE = (
    *("/api/chats", "/api/auth/me", "/api/auth/sign-ins", "/api/keys", "/api/info", "/api/personas"),
    *("/metrics", "/readyz", "/healthz", "/ping", "/openapi.json", "/api/auth/providers"),
)


class Careless(ScriptedModel):
    """A library that quotes the prompt in its exceptions, as many do."""

    async def stream(self, messages: Any, tools: Any, settings: Any) -> Any:
        self.calls.append((list(messages), list(tools), settings))
        if False:
            yield
        try:
            raise KeyError(messages[-1].content)
        except KeyError as error:
            raise ValueError(f"cannot send {messages[-1].content}") from error


async def test_a_fault_of_our_own_tells_where_it_happened_and_not_what_was_said(
    addresses: Addresses, as_owner: asyncpg.Connection, lines: io.StringIO
) -> None:
    async with serving(addresses, [Careless()]) as served, served.person() as ada:
        chat = new_id()
        answer = await ada.say(SENTENCE, chat=chat)
        assert answer.kinds[-1] == "error"
        assert MARKER not in str(answer.parts)
        assert (await ada.messages(chat))[0]["parts"][0]["text"] == SENTENCE
    assert "turn_broke" in lines.getvalue()
    assert "ValueError" in lines.getvalue()
    assert MARKER not in lines.getvalue()
    assert {name.removeprefix("public.") for name in await mentions_of(as_owner, MARKER)} <= HER_OWN


async def test_a_refusal_does_not_send_back_what_was_sent(addresses: Addresses) -> None:
    async with serving(addresses, [ScriptedModel()]) as served, served.person() as ada:
        for status, body in (
            (422, {**chat_body("hello"), "x" * 1_000_000: 1}),
            (400, {**chat_body("hello"), **{f"{'x' * 1000}{number}": 1 for number in range(1000)}}),
            (422, {**chat_body("hello"), "selectedModel": ["x" * 1_000_000]}),
            (422, {**chat_body("hello"), "trigger": "x" * 1_000_000}),
        ):
            response = await ada.http.post("/api/chat", json=body)
            assert response.status_code == status
            assert len(response.content) < 5_000
