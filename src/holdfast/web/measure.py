"""Every request, counted by route template and class of status, with an id that its log lines share.

Pure ASGI, outermost. The time is that to the first byte of the response: a stream may then last for minutes.
"""

from __future__ import annotations

import time

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from holdfast.core.ids import new_id
from holdfast.core.log import about
from holdfast.core.metrics import HTTP_REQUESTS, HTTP_SECONDS

_METHODS = frozenset({"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"})


class Measure:
    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        request_id = str(new_id())
        begun = time.perf_counter()
        status = 500  # no response at all is a fault of ours

        async def send_measured(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                HTTP_SECONDS.labels(_route(scope)).observe(time.perf_counter() - begun)
                message["headers"] = [*message["headers"], (b"x-request-id", request_id.encode())]
            await send(message)

        with about(request_id=request_id):
            try:
                await self._app(scope, receive, send_measured)
            finally:
                method = scope["method"] if scope["method"] in _METHODS else "other"
                HTTP_REQUESTS.labels(method, _route(scope), f"{status // 100}xx").inc()


def _route(scope: Scope) -> str:
    """The template, never the path: paths hold ids, and whoever probes for addresses would make a label of each."""
    return str(getattr(scope.get("route"), "path", None) or "none")
