"""What programs were promised of documents: every address, field and status by its name, as one program meets them."""

from __future__ import annotations

import hashlib
from typing import Any

import pytest

from holdfast.core.migrate import Addresses
from tests.documents import files
from tests.scripted import ScriptedModel, says
from tests.serving import serving
from tests.web.test_documents import HANDBOOK
from tests.working import work_off

pytestmark = pytest.mark.anyio

DOCUMENT = {
    "id", "title", "filename", "mediaType", "bytes", "sha256", "target", "folder", "status", "progress", "error",
    "extraction", "pages", "passages", "version", "createdAt", "updatedAt",
}  # fmt: skip
PASSAGE = {"passageId", "documentId", "title", "target", "page", "headings", "text", "score"}
TOO_MUCH = bytes(50_000_001)


async def test_a_program_meets_what_it_was_promised(addresses: Addresses) -> None:
    async with serving(addresses, [ScriptedModel(says("Twenty-eight [1]."))]) as served, served.person() as ada:

        async def ask(method: str, address: str, status: int, **sent: Any) -> Any:
            answer = await ada.http.request(method, f"/api/documents{address}", **sent)
            assert answer.status_code == status, (method, address, answer.text)
            is_json = answer.headers.get("content-type", "").startswith("application/json")
            return answer.json() if answer.content and is_json else answer.content

        sent = {"files": {"file": ("handbook.md", HANDBOOK)}, "data": {"title": "The handbook", "folder": "House"}}
        made = await ask("POST", "/upload", 201, **sent)
        assert set(made) == {"document", "duplicateOf"}
        assert made["document"].keys() >= DOCUMENT
        assert (made["document"]["target"], made["document"]["folder"], made["duplicateOf"]) == ("user", "House", None)
        again = await ask("POST", "/upload", 200, **sent)
        one = made["document"]["id"]
        assert again["duplicateOf"] == one
        many = [("files", ("a.pdf", files.pdf("A plan"))), ("files", ("b.bin", b"\x7fELF\x02\x01\x01\0"))]
        bulk = await ask("POST", "/bulk-upload", 200, files=many)
        assert set(bulk) == {"documents", "refused"}
        assert [refused["filename"] for refused in bulk["refused"]] == ["b.bin"]
        assert set(bulk["refused"][0]["error"]) >= {"code", "message"}
        same = {"sha256": hashlib.sha256(HANDBOOK).hexdigest()}
        assert (await ask("POST", "/check-duplicate", 200, json=same))["document"]["id"] == one
        assert await ask("POST", "/check-duplicate", 200, json={"sha256": "0" * 64}) == {"document": None}
        await work_off(served.parts)

        first = await ask("GET", "", 200, params={"target": "user", "limit": 1})
        assert set(first) == {"documents", "nextCursor"}
        rest = await ask("GET", "", 200, params={"limit": 1, "cursor": first["nextCursor"]})
        assert rest["nextCursor"] is None
        assert {page["documents"][0]["id"] for page in (first, rest)} == {one, bulk["documents"][0]["id"]}
        for asked, count in (({"folder": "House"}, 1), ({"status": "failed"}, 0), ({"query": "HANDB"}, 1)):
            assert len((await ask("GET", "", 200, params=asked))["documents"]) == count, asked
        ready = await ask("GET", f"/{one}", 200)
        assert (ready["status"], ready["progress"], ready["extraction"], ready["version"]) == ("ready", 1, "text", 2)
        assert (await ask("PATCH", f"/{one}", 200, json={"title": "Handbook"}))["title"] == "Handbook"
        assert await ask("GET", f"/{one}/content", 200, params={"version": 1}) == HANDBOOK
        assert (await ask("GET", f"/{bulk['documents'][0]['id']}/text", 200, params={"page": 1}))["pages"] == [
            {"page": 1, "text": "A plan"}
        ]
        assert [version["number"] for version in (await ask("GET", f"/{one}/versions", 200))["versions"]] == [2, 1]
        for address in ("/reindex", "/cancel", "/versions/1/restore"):
            assert (await ask("POST", f"/{one}{address}", 200)).keys() >= DOCUMENT
        await work_off(served.parts)

        query = {"query": "How many days of holiday do I have a year?"}
        found = await ask("POST", "/search", 200, json={**query, "limit": 1, "targets": ["user"], "documentIds": [one]})
        assert set(found) == {"passages", "missing", "timing"}
        assert found["passages"][0].keys() >= PASSAGE
        assert (found["missing"], found["timing"]["ms"] > 0) == ([], True)
        assert (await ask("POST", "/search", 200, json={"query": "Which volcano erupted?"}))["passages"] == []
        answer = await ada.say(query["query"])
        cited = next(part for part in answer.parts if part["type"] == "source-document")
        assert cited.keys() >= {"sourceId", "title", "filename", "mediaType"}
        assert cited["sourceId"] == found["passages"][0]["passageId"]
        looked = next(one for one in (await ada.trace(answer))["retrievals"] if one["source"] == "documents")
        assert looked["passages"][0]["id"] == cited["sourceId"]
        assert (looked["namespaces"], looked["passages"][0]["namespace"]) == (["user"], "user")
        assert (await ask("GET", f"/{one}/usage", 200))["items"][0]["cited"] is True
        assert (await ask("GET", "/analytics", 200))["answers"] == 1
        health = (await ada.http.get("/api/knowledge/health")).json()
        assert set(health) == {"backends"}
        assert health["backends"][0].keys() >= {"name", "state", "namespaces"}

        for content, status, code in (
            (TOO_MUCH, 413, "too_large"),
            (b"\x7fELF\x02\x01\x01\0", 415, "unsupported_media"),
            (b"", 422, "empty_file"),
        ):
            refused = await ask("POST", "/upload", status, files={"file": ("a.md", content)})
            assert refused["error"]["code"] == code
        await ask("DELETE", f"/{one}", 204)
        await ask("GET", f"/{one}", 404)
