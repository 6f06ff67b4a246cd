"""The OpenAPI document: what routes say of themselves, and what is true of all of them.

A route declares its own refusals. Those that come before it (the guards, the reader of bodies, the doormen) are the
same everywhere, so they are written down here, once, from what the route declares: its ways in, its body, its fields.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from fastapi import FastAPI
from fastapi.routing import APIRoute

from holdfast.web.errors import REFUSAL_CONTENT, ErrorEnvelope, responses


def install_document(app: FastAPI) -> None:
    write = app.openapi

    def openapi() -> dict[str, Any]:
        if app.openapi_schema is None:
            _name_operations(app)
            written = write()
            written["components"]["schemas"] |= _refusal_schemas()
            for item in written["paths"].values():
                for method, operation in item.items():
                    _complete(operation, set(_before_the_route(method, operation)))
        assert app.openapi_schema is not None  # FastAPI keeps what it wrote
        return app.openapi_schema

    app.openapi = openapi  # type: ignore[method-assign]


def _name_operations(app: FastAPI) -> None:
    """As their functions are called: generators write clients whose calls are named so."""
    for route in app.routes:
        if isinstance(route, APIRoute):
            route.operation_id = route.name


def _before_the_route(method: str, operation: Mapping[str, Any]) -> Iterator[int]:
    yield from (421, 500, 503)
    if operation.get("security"):
        yield from (401, 403, 429)
    if method not in ("get", "head", "options"):
        yield 403  # another site made a browser send it
    if "requestBody" in operation:
        yield from (400, 408, 413, 429)
    if "parameters" in operation:
        yield 422


def _refusal_schemas() -> dict[str, Any]:
    envelope = ErrorEnvelope.model_json_schema(ref_template="#/components/schemas/{model}", mode="serialization")
    return {**envelope.pop("$defs"), ErrorEnvelope.__name__: envelope}


def _complete(operation: dict[str, Any], statuses: set[int]) -> None:
    told = operation["responses"]
    for status, refusal in responses(*statuses).items():
        told.setdefault(str(status), refusal)
    for status, documented in told.items():
        # FastAPI files a refusal under the kind of content that the route answers with when all is well.
        if int(status) >= 400 and _is_refusal(documented):
            documented["content"] = REFUSAL_CONTENT
    for documented in told.values():
        if "application/json" in documented.get("content", {}):
            # Generators take the first kind that they know.
            documented["content"] = {"application/json": {}, **documented["content"]}
    operation["responses"] = dict(sorted(told.items()))


def _is_refusal(documented: Mapping[str, Any]) -> bool:
    """Ours, or the one FastAPI writes down for itself. A route's own shape stays, as that of a server not ready yet."""
    named = [content.get("schema", {}).get("$ref", "") for content in documented.get("content", {}).values()]
    return any(ref.endswith((f"/{ErrorEnvelope.__name__}", "/HTTPValidationError")) for ref in named)
