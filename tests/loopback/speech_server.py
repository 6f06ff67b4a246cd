"""A provider of ears and voices on loopback: OpenAI's two audio routes and ElevenLabs' one, as they are on the wire.

It remembers what it was sent, says `words` when asked to hear and `sound` when asked to speak, and fails with `status`.
"""

from __future__ import annotations

import asyncio
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any

import uvicorn
from starlette.applications import Starlette
from starlette.datastructures import UploadFile
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from tests.quick_server import QuickServer
from tests.waiting import until


@dataclass
class SpeechServer:
    base_url: str = ""
    words: str = "What grows in my garden?"
    sound: bytes = b"ID3 not much of a song"
    status: int = 200
    asked: list[dict[str, Any]] = field(default_factory=list)

    async def hear(self, request: Request) -> Response:
        async with request.form() as form:
            file = form["file"]
            assert isinstance(file, UploadFile)
            fields = {name: value for name, value in form.items() if name != "file"}
            self.asked.append({**_heads(request), **fields, "file": await file.read()})
        return JSONResponse({"text": self.words} if self.status == 200 else {"secret": "upstream"}, self.status)

    async def speak(self, request: Request) -> Response:
        self.asked.append({**_heads(request), **request.query_params, **await request.json()})
        return Response(self.sound, self.status, media_type="audio/mpeg")


def _heads(request: Request) -> dict[str, Any]:
    named = ("authorization", "xi-api-key")
    return {"path": request.url.path} | {name: request.headers[name] for name in named if name in request.headers}


@asynccontextmanager
async def speech_server() -> AsyncIterator[SpeechServer]:
    made = SpeechServer()
    routes = [
        Route("/v1/audio/transcriptions", made.hear, methods=["POST"]),
        Route("/v1/audio/speech", made.speak, methods=["POST"]),
        Route("/v1/text-to-speech/{voice}", made.speak, methods=["POST"]),
    ]
    with socket.socket(proto=socket.IPPROTO_TCP) as listener:
        listener.bind(("127.0.0.1", 0))
        made.base_url = f"http://127.0.0.1:{listener.getsockname()[1]}/v1"
        config = uvicorn.Config(Starlette(routes=routes), log_config=None, lifespan="off", access_log=False)
        server = QuickServer(config)
        running = asyncio.create_task(server.serve(sockets=[listener]))
        await until(lambda: server.started)
        try:
            yield made
        finally:
            server.leave()
            await running
