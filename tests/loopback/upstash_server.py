"""Upstash Vector on loopback, as far as documents need it: its REST wire, its scores, its refusals.

`with UpstashServer() as index: … index.url … index.namespaces["ns"]["7"]`
"""

from __future__ import annotations

import json
import math
import re
import threading
from collections.abc import Sequence
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import unquote, urlsplit

TOKEN = "test-upstash-token"
_CONDITION = re.compile(r"(\w+) IN \(([^)]*)\)")
_VALUE = re.compile(r"'((?:[^'\\]|\\.)*)'")


class UpstashServer:
    def __init__(self) -> None:
        self.namespaces: dict[str, dict[str, dict[str, Any]]] = {}
        self.is_broken = False
        self.says_instead: list[dict[str, Any]] | None = None
        """What it answers to every query, if it is to lie."""
        owner = self

        class Handler(_Handler):
            index = owner

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self._server.server_address[1]}"
        self._thread = threading.Thread(target=self._server.serve_forever, args=(0.02,), daemon=True)

    def __enter__(self) -> UpstashServer:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()

    @property
    def count(self) -> int:
        return sum(len(vectors) for vectors in self.namespaces.values())


class _Handler(BaseHTTPRequestHandler):
    index: UpstashServer
    protocol_version = "HTTP/1.1"

    def do_POST(self) -> None:
        body = json.loads(self.rfile.read(int(self.headers.get("content-length", 0))) or b"null")
        _, verb, *rest = unquote(urlsplit(self.path).path).split("/", 2)
        if self.headers.get("authorization") != f"Bearer {TOKEN}":
            return self._answer(401, {"error": "Unauthorized: Invalid auth token", "status": 401})
        if self.index.is_broken:
            return self._answer(500, {"error": "Something about host-7.internal", "status": 500})
        return self._answer(200, {"result": self._do(verb, rest[0] if rest else "", body)})

    def _do(self, verb: str, namespace: str, body: Any) -> Any:
        held = self.index.namespaces
        match verb:
            case "upsert":
                held.setdefault(namespace, {}).update({one["id"]: one for one in body})
                return "Success"
            case "query":
                return self.index.says_instead or self._query(held.get(namespace, {}), body)
            case "delete":
                gone = [held.get(namespace, {}).pop(one, None) for one in body["ids"]]
                return {"deleted": sum(one is not None for one in gone)}
            case "info":
                return {"vectorCount": self.index.count, "pendingVectorCount": 0, "similarityFunction": "COSINE"}
            case _:
                raise NotImplementedError(verb)

    def _query(self, vectors: dict[str, dict[str, Any]], body: dict[str, Any]) -> list[dict[str, Any]]:
        wanted = {name: _VALUE.findall(values) for name, values in _CONDITION.findall(body.get("filter", ""))}
        found: list[dict[str, Any]] = [
            {"id": key, "score": (1 + _cosine(one["vector"], body["vector"])) / 2}
            for key, one in vectors.items()
            if all(one["metadata"].get(name) in values for name, values in wanted.items())
        ]
        found.sort(key=lambda one: one["score"], reverse=True)
        return found[: body["topK"]]

    def _answer(self, status: int, told: Any) -> None:
        body = json.dumps(told).encode()
        self.send_response(status)
        self.send_header("content-type", "application/json")
        self.send_header("content-length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_: object) -> None:
        return


def _cosine(one: Sequence[float], other: Sequence[float]) -> float:
    return sum(a * b for a, b in zip(one, other, strict=True)) / (math.hypot(*one) * math.hypot(*other) or 1.0)
