"""Upstash Vector, over its REST wire: the one file that speaks it.

Every call is a POST with a bearer token; a namespace stands in the address. Its score is (1 + cosine) / 2 and becomes
the cosine here, so that it can be held against what Postgres says.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any
from urllib.parse import quote

import httpx2
import orjson

from holdfast.core.errors import Unavailable
from holdfast.core.http import operator_client

_SECONDS = 10.0
_MAX_ANSWER_BYTES = 20_000_000


class UpstashAway(Unavailable):
    """It did not answer, or not in a way that can be read. What it said stays here: it may name keys and hosts."""

    code = "hosted_index_unavailable"

    def __init__(self) -> None:
        super().__init__("The hosted index is not answering; try again in a moment.")


class Upstash:
    """One index. Close it with `aclose`."""

    def __init__(self, url: str, token: str) -> None:
        headers = {"authorization": f"Bearer {token}", "content-type": "application/json"}
        self._http = operator_client(base_url=url.rstrip("/"), headers=headers, timeout=httpx2.Timeout(_SECONDS))

    async def upsert(self, namespace: str, vectors: Sequence[Mapping[str, Any]]) -> None:
        await self._ask("upsert", namespace, list(vectors))

    async def query(
        self, namespace: str, vector: Sequence[float], *, most: int, where: Mapping[str, Collection[str]]
    ) -> Mapping[str, float]:
        """Ids with their cosine. `where`: of each of these names, one of the values."""
        body = {"vector": list(vector), "topK": most, "filter": _filter(where)}
        return {str(one["id"]): 2 * float(one["score"]) - 1 for one in await self._ask("query", namespace, body)}

    async def delete(self, namespace: str, ids: Sequence[str]) -> None:
        """Gone afterwards; they need not have been there."""
        await self._ask("delete", namespace, {"ids": list(ids)})

    async def count(self) -> int:
        """Vectors in all of its namespaces."""
        return int((await self._ask("info", "", None))["vectorCount"])

    async def aclose(self) -> None:
        await self._http.aclose()

    async def _ask(self, verb: str, namespace: str, body: Any) -> Any:
        address = f"/{verb}/{quote(namespace, safe=':')}" if namespace else f"/{verb}"
        try:
            async with self._http.stream("POST", address, content=orjson.dumps(body)) as answer:
                read = bytearray()
                async for piece in answer.aiter_bytes():
                    read += piece
                    if len(read) > _MAX_ANSWER_BYTES:
                        raise UpstashAway
            if answer.status_code != 200:
                raise UpstashAway
            return orjson.loads(read)["result"]
        except (httpx2.HTTPError, orjson.JSONDecodeError, KeyError, TypeError, ValueError):
            raise UpstashAway from None


def _filter(where: Mapping[str, Collection[str]]) -> str:
    return " AND ".join(
        f"{name} IN ({', '.join(_quoted(value) for value in sorted(values))})" for name, values in where.items()
    )


def _quoted(value: str) -> str:
    return "'" + value.replace("\\", "\\\\").replace("'", "\\'") + "'"
