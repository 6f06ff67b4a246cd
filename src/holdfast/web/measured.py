"""Requests in numbers: by route template and class of status, to the first byte. Each has an id in the logs."""

from __future__ import annotations

import time

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from holdfast.core.ids import new_id
from holdfast.core.log import about
from holdfast.core.metrics import HTTP_REQUESTS, HTTP_SECONDS

_METHODS = frozenset({"GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS"})


class MeasureRequests:
    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        began = time.perf_counter()

        async def counted(message: Message) -> None:
            if message["type"] == "http.response.start":
                # The template, never the path: a path holds ids, and a label stays for ever.
                route = getattr(scope.get("route"), "path", None) or "other"
                method = scope["method"] if scope["method"] in _METHODS else "other"
                HTTP_REQUESTS.labels(method, route, f"{message['status'] // 100}xx").inc()
                HTTP_SECONDS.labels(route).observe(time.perf_counter() - began)
            await send(message)

        with about(request_id=new_id()):
            await self._app(scope, receive, counted)
