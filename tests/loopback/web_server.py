"""A piece of the web on loopback: pages, search engines and the weather, by their own wires.

`with WebServer() as web: web.pages["/a"] = Given("text"); … web.url … web.asked[0].path`
"""

from __future__ import annotations

import json
import threading
from collections.abc import Mapping
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import parse_qsl, urlsplit


@dataclass(frozen=True, slots=True)
class Given:
    body: str | bytes = ""
    status: int = 200
    media_type: str = "text/html; charset=utf-8"
    headers: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Asked:
    method: str
    path: str
    query: Mapping[str, str]
    headers: Mapping[str, str]
    body: Any


def as_json(content: Any, status: int = 200) -> Given:
    return Given(json.dumps(content), status, "application/json")


class WebServer:
    def __init__(self) -> None:
        self.pages: dict[str, Given] = {}
        self.asked: list[Asked] = []
        owner = self

        class Handler(_Handler):
            web = owner

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.host = f"127.0.0.1:{self._server.server_address[1]}"
        self.url = f"http://{self.host}"
        self._thread = threading.Thread(target=self._server.serve_forever, args=(0.02,), daemon=True)

    def __enter__(self) -> WebServer:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()


class _Handler(BaseHTTPRequestHandler):
    web: WebServer

    def do_GET(self) -> None:
        split = urlsplit(self.path)
        length = int(self.headers.get("content-length", 0))
        body = json.loads(self.rfile.read(length)) if length else None
        headers = {name.lower(): value for name, value in self.headers.items()}
        self.web.asked.append(Asked(self.command, split.path, dict(parse_qsl(split.query)), headers, body))
        given = self.web.pages.get(split.path, Given("There is nothing here.", 404))
        content = given.body.encode() if isinstance(given.body, str) else given.body
        self.send_response(given.status)
        for name, value in {"content-type": given.media_type, "content-length": str(len(content))}.items():
            self.send_header(name, value)
        for name, value in given.headers.items():
            self.send_header(name, value)
        self.end_headers()
        try:
            self.wfile.write(content)
        except OSError:  # whoever asked had enough
            self.close_connection = True

    do_POST = do_GET

    def log_message(self, *_: object) -> None:
        pass
