"""The web client's files: hashed assets for ever, the page itself never cached.

Building leaves beside each text what it comes to when compressed (`home-abc.js.br`, `.gz`). Whoever takes one of the
two is sent those bytes as they lie there; nothing is compressed while somebody waits.
"""

from __future__ import annotations

import mimetypes
import os
from pathlib import Path

from fastapi import FastAPI
from starlette.datastructures import Headers
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import FileResponse, HTMLResponse, Response
from starlette.staticfiles import NotModifiedResponse, StaticFiles
from starlette.types import Receive, Scope, Send

PAGES = (
    *("/", "/login", "/register", "/forgot", "/join", "/chat/{chat_id}"),
    *("/memory", "/loops", "/bookmarks", "/archive", "/shared", "/documents", "/documents/{document_id}"),
    *("/personas", "/personas/{part}"),
    *("/settings", "/settings/{part}", "/admin", "/admin/{part}"),
    *("/reset", "/verify", "/change", "/undo"),  # where the links in mails lead
)
FILES = (
    *("favicon.svg", "favicon.ico", "robots.txt", "manifest.webmanifest", "theme.js"),
    *("sw.js", "icon-192.png", "icon-512.png", "icon-maskable.png", "icon-apple.png"),
)
ENCODINGS = {"br": ".br", "gzip": ".gz"}
"""The smaller first."""
_ENDLESS = "public, max-age=31536000, immutable"
_ASK_EACH_TIME = "no-cache"
_NOT_BUILT = """<!doctype html><meta charset="utf-8"><title>Holdfast</title>
<p>The web client is not built yet: run <code>make up</code>, which builds it. The API is here.</p>"""


class _ClientFiles(StaticFiles):
    """Each file in the smallest of its forms that its reader takes."""

    def __init__(self, folder: Path, cache: str) -> None:
        super().__init__(directory=folder)
        self._cache = cache

    def file_response(
        self, full_path: str | os.PathLike[str], stat_result: os.stat_result, scope: Scope, status_code: int = 200
    ) -> Response:
        if Path(full_path).suffix in ENCODINGS.values():
            raise HTTPException(404)  # a form of a file is not one by itself
        asked = Headers(scope=scope)
        headers = {"cache-control": self._cache, "vary": "Accept-Encoding"}
        found, size = Path(full_path), stat_result
        for encoding in read_accepted(asked.get("accept-encoding", "")):
            smaller = found.with_name(found.name + ENCODINGS[encoding])
            if smaller.is_file():
                found, size = smaller, smaller.stat()
                headers["content-encoding"] = encoding
                break
        response = FileResponse(found, headers=headers, media_type=_media_type(Path(full_path)), stat_result=size)
        # Each form has a tag of its own: it is made of its size and its time.
        return NotModifiedResponse(response.headers) if self.is_not_modified(response.headers, asked) else response


def _media_type(file: Path) -> str:
    if file.suffix == ".webmanifest":  # Python does not know it
        return "application/manifest+json"
    return mimetypes.guess_type(file.name)[0] or "text/plain"


def read_accepted(header: str) -> list[str]:
    """Of the forms that we have, those a reader takes, the one they like best first."""
    wanted: dict[str, float] = {}
    for part in header.lower().split(","):
        name, _, weight = part.partition(";")
        wanted[name.strip()] = _weight(weight)
    liked = {encoding: wanted.get(encoding, wanted.get("*", 0.0)) for encoding in ENCODINGS}
    return sorted((one for one in ENCODINGS if liked[one] > 0), key=lambda one: -liked[one])


def _weight(text: str) -> float:
    name, _, number = text.strip().partition("=")
    try:
        return float(number) if name.strip() == "q" else 1.0
    except ValueError:
        return 0.0


def client_folder() -> Path:
    return Path(__file__).parents[3] / "client" / "dist"


def install_client(app: FastAPI, folder: Path) -> None:
    if not (folder / "index.html").is_file():
        _install_nothing(app)
        return
    files = _ClientFiles(folder, _ASK_EACH_TIME)

    async def page(request: Request) -> Response:
        return await files.get_response("index.html", request.scope)

    async def file(request: Request) -> Response:
        return await files.get_response(request.url.path.lstrip("/"), request.scope)

    otherwise = app.router.default

    async def lost(scope: Scope, receive: Receive, send: Send) -> None:
        """A person who followed a wrong address is told so by the page, a program as ever."""
        if _is_person(scope):
            response = FileResponse(folder / "index.html", status_code=404, headers={"cache-control": "no-store"})
            await response(scope, receive, send)
        else:
            await otherwise(scope, receive, send)

    app.router.default = lost
    for path in PAGES:
        app.add_route(path, page, include_in_schema=False)
    for name in FILES:
        app.add_route(f"/{name}", file, include_in_schema=False)
    if (folder / "assets").is_dir():
        app.mount("/assets", _ClientFiles(folder / "assets", _ENDLESS), name="assets")


def _is_person(scope: Scope) -> bool:
    if scope["type"] != "http" or scope["method"] != "GET" or scope["path"].startswith("/api/"):
        return False
    return "text/html" in Headers(scope=scope).get("accept", "")


def _install_nothing(app: FastAPI) -> None:
    async def page(request: Request) -> Response:
        return HTMLResponse(_NOT_BUILT)

    for path in PAGES:
        app.add_route(path, page, include_in_schema=False)
