"""What programs send wrongly to documents: refused in our error shape, with the status the contract names."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import pytest

from holdfast.core.migrate import Addresses
from tests.scripted import ScriptedModel, says
from tests.serving import Person, serving
from tests.web.test_documents import HANDBOOK, bring, look_for
from tests.working import work_off

pytestmark = pytest.mark.anyio

HUGE = "99999999999999999999"
ENVELOPE = {"code", "message", "category", "retryable", "severity", "details"}

ADDRESSES: Sequence[tuple[str, str]] = [
    *(("GET", f"/{{id}}/text?page={bad}") for bad in ("0", "-1", "x", "1.5", HUGE, "2147483648", "%00")),
    *(("GET", f"/{{id}}/text?version={bad}") for bad in ("0", HUGE)),
    *(("GET", f"/{{id}}/content?version={bad}") for bad in ("0", HUGE, "two")),
    *(("GET", f"/{{id}}/pages/{bad}/picture") for bad in ("0", HUGE, "x")),
    *(("GET", f"/{{id}}/versions/{bad}/changes?since=1") for bad in ("0", HUGE, "x")),
    ("GET", "/{id}/versions/1/changes"),
    ("GET", f"/{{id}}/versions/1/changes?since={HUGE}"),
    *(("POST", f"/{{id}}/versions/{bad}/restore") for bad in ("0", "-1", HUGE, "x")),
    *(("GET", f"?limit={bad}") for bad in ("0", "101", "x", HUGE)),
    *(("GET", f"?cursor={bad}") for bad in ("x", "%00", "e30", "a" * 300)),
    *(("GET", f"?{name}=a%00b") for name in ("target", "folder", "query")),
    ("GET", "?status=lost"),
    ("GET", "?target=everyone"),
    ("GET", f"?query={'a' * 201}"),
    *(("GET", f"/{{id}}/usage?{bad}") for bad in ("limit=0", f"limit={HUGE}", "cursor=x")),
    *(("GET", f"/analytics?{bad}") for bad in ("days=0", "days=367", f"days={HUGE}", "limit=0")),
    *(("GET", f"/{bad}") for bad in ("none", "%00", "0" * 36, "..%2f..%2fetc")),
]
SEARCHES: Sequence[Any] = [
    {}, {"query": ""}, {"query": None}, {"query": ["a"]}, {"query": "a\0b"}, {"query": "a" * 4_001},
    {"query": "a", "limit": 0}, {"query": "a", "limit": 51}, {"query": "a", "limit": 10**30},
    {"query": "a", "limit": 1.5}, {"query": "a", "targets": []},
    {"query": "a", "targets": "user"}, {"query": "a", "targets": ["user"] * 21}, {"query": "a", "targets": [None]},
    {"query": "a", "targets": ["chat:\0"]}, {"query": "a", "documentIds": []}, {"query": "a", "documentIds": ["x"]},
    {"query": "a", "documentIds": [f"019a0000-0000-7000-8000-{n:012}" for n in range(201)]},
    {"query": "a", "since": "yesterday"}, {"query": "a", "since": "2026-01-01T00:00:00"},
    {"query": "a", "mediaTypes": []}, {"query": "a", "folder": ""}, {"query": "a", "userId": "someone"}, [], None, "a",
]  # fmt: skip
BODIES: Sequence[tuple[str, str, Any]] = [
    *(("POST", "/search", body) for body in SEARCHES),
    *(("POST", "/check-duplicate", body) for body in ({}, {"sha256": "x"}, {"sha256": "A" * 64}, {"sha256": 1})),
    ("POST", "/check-duplicate", {"sha256": "0" * 64, "target": "nowhere"}),
    *(("POST", "/from-address", {"url": bad}) for bad in ("", "x", "file:///etc/passwd", "http://\0", 7)),
    *(("PATCH", "/{id}", body) for body in ({"title": ""}, {"title": "a" * 301}, {"target": "org"}, {"owner": "me"})),
    *(("PATCH", "/{id}", body) for body in ({"title": "a\0"}, {"folder": "a" * 101}, {"folder": 7}, {"version": 2})),
    *(("POST", "/{id}/copy", body) for body in ({}, {"target": ""}, {"target": "user\0"}, {"target": "moon"})),
]
FORMS: Sequence[tuple[Mapping[str, Any], int]] = [
    ({"data": {"target": "user"}}, 400),
    ({"files": {"file": ("a.md", HANDBOOK)}, "data": {"owner": "me"}}, 400),
    ({"files": {"file": ("a.md", HANDBOOK)}, "data": {"title": "a" * 301}}, 400),
    ({"files": {"file": ("a.md", HANDBOOK)}, "data": {"folder": "a\0b"}}, 400),
    ({"files": {"file": ("a.md", HANDBOOK)}, "data": {"target": "a\0b"}}, 422),
    ({"files": {"file": ("a.md", HANDBOOK)}, "data": {"target": "moon"}}, 422),
    ({"files": {"file": ("a.md", HANDBOOK)}, "data": {"target": "org"}}, 404),
    ({"files": {"file": ("a.md", HANDBOOK)}, "data": {"target": "persona:nobody"}}, 404),
    ({"files": {"file": ("a.md", HANDBOOK)}, "data": {"versionOf": "x"}}, 400),
    ({"files": [("file", ("a.md", HANDBOOK)), ("file", ("b.md", HANDBOOK))]}, 400),
    ({"content": b"", "headers": {"content-type": "multipart/form-data; boundary=x"}}, 400),
    ({"content": b"--x\r\nnonsense", "headers": {"content-type": "multipart/form-data; boundary=x"}}, 400),
    ({"json": {"file": "a"}}, 400),
]


async def refused(person: Person, method: str, address: str, allowed: Sequence[int], **sent: Any) -> None:
    answer = await person.http.request(method, f"/api/documents{address}", **sent)
    asked = (method, address, str(sent)[:200])
    assert answer.status_code in allowed, (*asked, answer.status_code, answer.text[:300])
    assert set(answer.json()["error"]) == ENVELOPE, asked
    assert answer.json()["error"]["message"].endswith("."), asked


async def test_nothing_wrong_that_is_sent_breaks_anything_or_changes_anything(addresses: Addresses) -> None:
    async with (
        serving(addresses, [ScriptedModel(says("-"))]) as served,
        served.person(),
        served.person("bob") as bob,
    ):
        made = (await bring(bob, title="The handbook"))["document"]
        await work_off(served.parts)
        before = (await bob.http.get(f"/api/documents/{made['id']}")).json()
        for method, address in ADDRESSES:
            await refused(bob, method, address.format(id=made["id"]), (404, 422))
        for method, address, body in BODIES:
            await refused(bob, method, address.format(id=made["id"]), (400, 404, 422), json=body)
        for address in ("/search", "/check-duplicate", "/from-address"):
            for content in (b"", b"{", b'{"query": "\\ud800"}', b'{"query": "a", "query": "b"}', b"[" * 5_000):
                headers = {"content-type": "application/json"}
                await refused(bob, "POST", address, (400, 422), content=content, headers=headers)
        for sent, status in FORMS:
            await refused(bob, "POST", "/upload", [status], **sent)
        assert (await bob.http.get(f"/api/documents/{made['id']}")).json() == before
        assert len((await bob.http.get("/api/documents")).json()["documents"]) == 1


async def test_odd_dates_and_odd_names_are_only_odd(addresses: Addresses) -> None:
    async with serving(addresses, [ScriptedModel(says("-"))]) as served, served.person() as ada:
        name = "../../etc/\u202epasswd\n;.md"
        made = (await bring(ada, name=name, title="A <b>title</b> %s {0}"))["document"]
        assert "/" not in made["filename"]
        assert made["title"] == "A <b>title</b> %s {0}"
        await work_off(served.parts)
        content = await ada.http.get(f"/api/documents/{made['id']}/content")
        assert (content.status_code, content.content) == (200, HANDBOOK)
        for since in ("0001-01-01T00:00:00+14:00", "0001-01-01T00:00:00Z", "9999-12-31T23:59:59-14:00"):
            for bound in ("since", "until"):
                body = {"query": "days of holiday", bound: since}
                answer = await ada.http.post("/api/documents/search", json=body)
                assert answer.status_code in (200, 422), (body, answer.text)
        odd = "\U0001d518 \U0001f701 \u0301" * 60
        for query in ("'; drop table passages; --", "a & | ! ( ) : * <->", "\\", "%_%", "()" * 900, odd):
            await look_for(ada, query)
