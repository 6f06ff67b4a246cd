"""The web client's files: hashed assets for ever, the page itself never cached."""

from __future__ import annotations

from pathlib import Path

from fastapi import FastAPI
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import FileResponse, HTMLResponse, Response
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

PAGES = ("/", "/login", "/register", "/forgot", "/reset", "/settings", "/join", "/chat/{chat_id}")
_NOT_BUILT = """<!doctype html><meta charset="utf-8"><title>Holdfast</title>
<p>The web client is not built yet: run <code>make up</code>, which builds it. The API is here.</p>"""


class _Assets(StaticFiles):
    async def get_response(self, path: str, scope: Scope) -> Response:
        response = await super().get_response(path, scope)
        if response.status_code == 200:
            response.headers["cache-control"] = "public, max-age=31536000, immutable"
        return response


def client_folder() -> Path:
    return Path(__file__).parents[3] / "client" / "dist"


def install_client(app: FastAPI, folder: Path) -> None:
    index = folder / "index.html"

    async def page(request: Request) -> Response:
        if not index.exists():
            return HTMLResponse(_NOT_BUILT)
        return FileResponse(index, headers={"cache-control": "no-cache"})

    async def file(request: Request) -> Response:
        found = folder / request.url.path.lstrip("/")
        if found.parent != folder or not found.is_file():
            raise HTTPException(404)
        return FileResponse(found, headers={"cache-control": "no-cache"})

    for path in PAGES:
        app.add_route(path, page, include_in_schema=False)
    for name in ("favicon.svg", "favicon.ico", "robots.txt", "manifest.webmanifest", "theme.js"):
        app.add_route(f"/{name}", file, include_in_schema=False)
    if (folder / "assets").is_dir():
        app.mount("/assets", _Assets(directory=folder / "assets"), name="assets")
