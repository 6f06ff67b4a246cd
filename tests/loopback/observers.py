"""Where Sentry and OpenTelemetry would send to, on loopback: keeps every body, unpacked, for searching."""

from __future__ import annotations

import gzip
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from tests.waiting import wait_until


class ObserverServer:
    """`with ObserverServer() as server: … server.sentry_dsn … server.otel_endpoint … server.bodies`"""

    def __init__(self) -> None:
        self.bodies: list[tuple[str, bytes]] = []
        owner = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers.get("content-length", 0)))
                if self.headers.get("content-encoding") == "gzip":
                    body = gzip.decompress(body)
                owner.bodies.append((self.path, body))
                self.send_response(200)
                self.send_header("content-length", "2")
                self.end_headers()
                self.wfile.write(b"{}")

            def log_message(self, *_: object) -> None:
                return

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.port = self._server.server_address[1]
        self._thread = threading.Thread(target=self._server.serve_forever, args=(0.02,), daemon=True)

    def __enter__(self) -> ObserverServer:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()

    @property
    def sentry_dsn(self) -> str:
        return f"http://public@127.0.0.1:{self.port}/1"

    @property
    def otel_endpoint(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def wait_for(self, path: str) -> bytes:
        found = wait_until(lambda: [body for at, body in self.bodies if at == path])
        return b"".join(found)
