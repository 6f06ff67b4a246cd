"""Documents: brought, read, found, listed, changed and deleted, over HTTP and with a real worker."""

from __future__ import annotations

import hashlib
from typing import Any

import pytest

from holdfast.core.ids import new_id
from holdfast.core.migrate import Addresses
from tests.scripted import ScriptedModel, says
from tests.serving import Person, serving
from tests.working import work_off

pytestmark = pytest.mark.anyio

HANDBOOK = b"""# Handbook

## Holidays

Everybody has twenty-eight days of holiday a year. Days that are left over expire at the end of March.

## Laptops

A laptop is replaced after four years. Whoever loses theirs tells the workshop on the same day.
"""


async def bring(person: Person, content: bytes = HANDBOOK, name: str = "handbook.md", **fields: str) -> dict[str, Any]:
    answer = await person.http.post("/api/documents/upload", files={"file": (name, content)}, data=fields)
    assert answer.status_code in (200, 201), answer.text
    found: dict[str, Any] = answer.json()
    return found


async def look_for(person: Person, query: str, **more: Any) -> list[dict[str, Any]]:
    answer = await person.http.post("/api/documents/search", json={"query": query, **more})
    assert answer.status_code == 200, answer.text
    found: list[dict[str, Any]] = answer.json()["passages"]
    return found


async def test_a_document_is_read_and_its_passage_found_with_its_place(addresses: Addresses) -> None:
    async with serving(addresses, [ScriptedModel(says("-"))]) as served, served.person() as ada:
        made = (await bring(ada, title="The handbook"))["document"]
        assert (made["status"], made["target"], made["mediaType"]) == ("pending", "user", "text/markdown")
        assert made["sha256"] == hashlib.sha256(HANDBOOK).hexdigest()
        await work_off(served.parts)
        ready = (await ada.http.get(f"/api/documents/{made['id']}")).json()
        assert (ready["status"], ready["progress"], ready["error"]) == ("ready", 1, None)
        assert ready["passages"] == 3
        found = await look_for(ada, "How many days of holiday do I have a year?")
        assert found[0]["headings"] == ["Handbook", "Holidays"]
        assert "twenty-eight" in found[0]["text"]
        assert (found[0]["documentId"], found[0]["title"], found[0]["page"]) == (made["id"], "The handbook", None)
        assert found[0]["version"] == 1
        assert HANDBOOK.decode()[found[0]["starts"] :].startswith(found[0]["text"])


async def test_nothing_is_found_where_nothing_answers(addresses: Addresses) -> None:
    async with serving(addresses, [ScriptedModel(says("-"))]) as served, served.person() as ada:
        await bring(ada)
        await work_off(served.parts)
        assert await look_for(ada, "Which volcano erupted in Iceland?") == []


async def test_the_same_bytes_are_a_new_version_of_what_is_there(addresses: Addresses) -> None:
    async with serving(addresses, [ScriptedModel(says("-"))]) as served, served.person() as ada:
        first = await bring(ada)
        await work_off(served.parts)
        again = await ada.http.post("/api/documents/upload", files={"file": ("copy.md", HANDBOOK)})
        assert again.status_code == 200
        assert again.json()["duplicateOf"] == first["document"]["id"]
        assert again.json()["document"]["version"] == 2
        told = {"sha256": hashlib.sha256(HANDBOOK).hexdigest()}
        same = (await ada.http.post("/api/documents/check-duplicate", json=told)).json()
        assert same["document"]["id"] == first["document"]["id"]
        assert len(await look_for(ada, "days of holiday a year")) >= 1, "the former version is found until then"
        await work_off(served.parts)
        assert len((await ada.http.get("/api/documents")).json()["documents"]) == 1


async def test_whoever_reads_again_finds_the_former_reading_until_the_new_one_is_done(addresses: Addresses) -> None:
    async with serving(addresses, [ScriptedModel(says("-"))]) as served, served.person() as ada:
        made = (await bring(ada))["document"]
        await work_off(served.parts)
        again = await ada.http.post(f"/api/documents/{made['id']}/reindex")
        assert again.json()["status"] == "pending"
        assert await look_for(ada, "days of holiday a year")
        await work_off(served.parts)
        assert len(await look_for(ada, "days of holiday a year")) == 1


async def test_a_version_of_before_is_restored_and_found_again(addresses: Addresses) -> None:
    async with serving(addresses, [ScriptedModel(says("-"))]) as served, served.person() as ada:
        made = (await bring(ada))["document"]
        await work_off(served.parts)
        versions = (await ada.http.get(f"/api/documents/{made['id']}/versions")).json()["versions"]
        assert [one["number"] for one in versions] == [1]
        await bring(ada)
        await work_off(served.parts)
        back = await ada.http.post(f"/api/documents/{made['id']}/versions/1/restore")
        assert back.json()["version"] == 3
        await work_off(served.parts)
        whole = await ada.http.get(f"/api/documents/{made['id']}/content")
        assert whole.content == HANDBOOK
        assert whole.headers["content-disposition"].startswith("attachment")


async def test_what_was_deleted_is_found_nowhere_and_its_bytes_are_erased(addresses: Addresses) -> None:
    async with serving(addresses, [ScriptedModel(says("-"))]) as served, served.person() as ada:
        made = (await bring(ada))["document"]
        await work_off(served.parts)
        assert (await ada.http.delete(f"/api/documents/{made['id']}")).status_code == 204
        await work_off(served.parts)
        assert await look_for(ada, "days of holiday a year") == []
        for address in ("", "/text", "/content", "/versions"):
            assert (await ada.http.get(f"/api/documents/{made['id']}{address}")).status_code == 404
        used = (await ada.http.get("/api/usage")).json()
        assert "handbook" not in str(used)
        folder = served.parts.settings.data_dir / "blobs" / ada.id.hex
        assert not folder.exists() or not list(folder.iterdir())


async def test_others_neither_see_nor_find_nor_change_it(addresses: Addresses) -> None:
    async with (
        serving(addresses, [ScriptedModel(says("-"))]) as served,
        served.person() as ada,
        served.person("bob") as bob,
    ):
        made = (await bring(ada))["document"]
        await work_off(served.parts)
        assert await look_for(bob, "days of holiday a year") == []
        assert await look_for(bob, "days of holiday a year", documentIds=[made["id"]]) == []
        for method, address in (
            ("GET", ""),
            ("PATCH", ""),
            ("DELETE", ""),
            ("GET", "/text"),
            ("GET", "/content"),
            ("GET", "/versions"),
            ("POST", "/reindex"),
            ("POST", "/cancel"),
            ("POST", "/versions/1/restore"),
        ):
            body = {"title": "mine"} if method == "PATCH" else None
            answer = await bob.http.request(method, f"/api/documents/{made['id']}{address}", json=body)
            assert answer.status_code == 404, (method, address, answer.text)
        assert (await ada.http.get(f"/api/documents/{made['id']}")).json()["title"] == "handbook.md"


async def test_what_the_house_knows_only_its_admins_put_there_and_everybody_finds(addresses: Addresses) -> None:
    async with (
        serving(addresses, [ScriptedModel(says("-"))]) as served,
        served.person() as ada,
        served.person("bob") as bob,
    ):
        refused = await bob.http.post(
            "/api/documents/upload", files={"file": ("h.md", HANDBOOK)}, data={"target": "company"}
        )
        assert (refused.status_code, refused.json()["error"]["code"]) == (403, "not_admin")
        made = (await bring(ada, target="company"))["document"]
        await work_off(served.parts)
        assert len(await look_for(bob, "days of holiday a year")) == 1
        assert (await bob.http.delete(f"/api/documents/{made['id']}")).status_code == 403
        assert (await ada.http.delete(f"/api/documents/{made['id']}")).status_code == 204


@pytest.mark.parametrize(
    ("content", "name", "status", "code"),
    [
        (b"", "empty.txt", 422, "empty_file"),
        (b"\x7fELF\x02\x01\x01\x00 and more", "report.md", 415, "unsupported_media"),
        (b"PK\x03\x04 but nothing of the kind", "a.docx", 415, "unsupported_media"),
    ],
)
async def test_what_cannot_be_read_is_refused_and_leaves_nothing(
    addresses: Addresses, content: bytes, name: str, status: int, code: str
) -> None:
    async with serving(addresses, [ScriptedModel(says("-"))]) as served, served.person() as ada:
        refused = await ada.http.post("/api/documents/upload", files={"file": (name, content)})
        assert (refused.status_code, refused.json()["error"]["code"]) == (status, code)
        assert (await ada.http.get("/api/documents")).json()["documents"] == []


async def test_folders_are_those_that_documents_are_in_and_a_version_keeps_its_text(addresses: Addresses) -> None:
    async with serving(addresses, [ScriptedModel(says("-"))]) as served, served.person() as ada:
        made = (await bring(ada, folder="House"))["document"]
        await bring(ada, b"Elsewhere.", name="other.txt")
        await work_off(served.parts)
        newer = await bring(ada, b"Nothing is said here any more.", name="second.md", versionOf=made["id"])
        assert (newer["document"]["id"], newer["document"]["version"]) == (made["id"], 2)
        await work_off(served.parts)
        folders = (await ada.http.get("/api/documents/folders")).json()["folders"]
        assert folders == [{"name": "House", "documents": 1}]
        in_it = (await ada.http.get("/api/documents", params={"folder": "House"})).json()["documents"]
        assert [one["id"] for one in in_it] == [made["id"]]
        former = (await ada.http.get(f"/api/documents/{made['id']}/text", params={"version": 1})).json()
        assert former["version"] == 1
        assert "twenty-eight" in former["pages"][0]["text"]
        now = (await ada.http.get(f"/api/documents/{made['id']}/text")).json()
        assert now == {"version": 2, "pages": [{"page": None, "text": "Nothing is said here any more."}]}
        refused = await ada.http.post(
            "/api/documents/upload", files={"file": ("a.txt", b"a")}, data={"versionOf": str(new_id())}
        )
        assert refused.status_code == 404
        await ada.http.patch(f"/api/documents/{made['id']}", json={"folder": None})
        assert (await ada.http.get("/api/documents/folders")).json()["folders"] == []


async def test_a_copy_is_the_organizations_and_stays_when_the_first_goes(addresses: Addresses) -> None:
    async with (
        serving(addresses, [ScriptedModel(says("-"))]) as served,
        served.person() as ada,
        served.person("bob") as bob,
    ):
        org = (await ada.http.post("/api/organizations", json={"name": "Mill"})).json()["id"]
        made = (await bring(ada, title="The handbook"))["document"]
        copied = await ada.http.post(f"/api/documents/{made['id']}/copy", json={"target": "org"})
        assert copied.status_code == 201, copied.text
        copy = copied.json()["document"]
        assert (copy["target"], copy["title"], copy["sha256"]) == ("org", "The handbook", made["sha256"])
        assert (await bob.http.post(f"/api/documents/{made['id']}/copy", json={"target": "user"})).status_code == 404
        code = (await ada.http.post(f"/api/organizations/{org}/invites", json={"maxUses": 3})).json()["code"]
        assert (await bob.http.post("/api/invites/accept", json={"code": code})).status_code == 200
        await ada.http.delete(f"/api/documents/{made['id']}")
        await work_off(served.parts)
        assert (await bob.http.get(f"/api/documents/{copy['id']}/content")).content == HANDBOOK
        assert len(await look_for(bob, "days of holiday a year")) == 1


@pytest.mark.parametrize("target", ["", "everyone", "org:1", "system:", "system:UP", "chat:1", "persona:nobody"])
async def test_a_target_that_is_none_is_refused_by_name(addresses: Addresses, target: str) -> None:
    async with serving(addresses, [ScriptedModel(says("-"))]) as served, served.person() as ada:
        refused = await ada.http.post("/api/documents/search", json={"query": "days", "targets": [target]})
        assert refused.status_code in (404, 422), refused.text


async def test_a_document_of_a_chat_goes_with_it(addresses: Addresses) -> None:
    async with serving(addresses, [ScriptedModel(says("-"))]) as served, served.person() as ada:
        chat = new_id()
        await ada.say("hello", chat=chat)
        made = (await bring(ada, target=f"chat:{chat}"))["document"]
        await work_off(served.parts)
        assert len(await look_for(ada, "days of holiday", targets=[f"chat:{chat}"])) == 1
        assert (await ada.http.delete(f"/api/chats/{chat}")).status_code == 204
        assert (await ada.http.get(f"/api/documents/{made['id']}")).status_code == 404


async def test_what_is_cancelled_is_not_read_on_and_may_be_begun_again(addresses: Addresses) -> None:
    async with serving(addresses, [ScriptedModel(says("-"))]) as served, served.person() as ada:
        made = (await bring(ada))["document"]
        cancelled = await ada.http.post(f"/api/documents/{made['id']}/cancel")
        assert cancelled.json()["status"] == "cancelled"
        await work_off(served.parts)
        assert await look_for(ada, "days of holiday a year") == []
        again = await ada.http.post(f"/api/documents/{made['id']}/reindex")
        assert again.json()["status"] == "pending"
        await work_off(served.parts)
        assert await look_for(ada, "days of holiday a year")


async def test_to_ask_for_a_duplicate_makes_nothing_where_nothing_was_brought(addresses: Addresses) -> None:
    async with (
        serving(addresses, [ScriptedModel(says("-"))]) as served,
        served.person(),
        served.person("bob") as bob,
    ):
        for target in ("user", "company"):
            asked = {"sha256": "0" * 64, "target": target}
            answer = await bob.http.post("/api/documents/check-duplicate", json=asked)
            assert (answer.status_code, answer.json()) == (200, {"document": None}), answer.text


async def test_other_bytes_are_a_version_where_they_are_said_to_be_and_two_can_be_compared(
    addresses: Addresses,
) -> None:
    async with (
        serving(addresses, [ScriptedModel(says("-"))]) as served,
        served.person() as ada,
        served.person("bob") as bob,
    ):
        made = (await bring(ada, title="The handbook"))["document"]
        address = f"/api/documents/{made['id']}/versions/2/changes"
        await work_off(served.parts)
        changed = HANDBOOK.replace(b"twenty-eight", b"thirty")
        named = {"file": ("new.md", changed)}
        refused = await bob.http.post("/api/documents/upload", files=named, data={"versionOf": made["id"]})
        assert refused.status_code == 404
        refused = await ada.http.post(
            "/api/documents/upload", files=named, data={"versionOf": made["id"], "target": "company"}
        )
        assert refused.status_code == 400
        again = await ada.http.post("/api/documents/upload", files=named, data={"versionOf": made["id"]})
        assert (again.status_code, again.json()["document"]["version"]) == (201, 2)
        assert again.json()["document"]["title"] == "The handbook"
        unread = await ada.http.get(address, params={"since": 1})
        assert (unread.status_code, unread.json()["error"]["code"]) == (422, "version_not_read")
        await work_off(served.parts)
        told = (await ada.http.get(address, params={"since": 1})).json()
        assert (told["former"], told["later"]) == (1, 2)
        by_kind = {one["kind"]: one["text"] for one in told["changes"] if one["kind"] in ("removed", "added")}
        assert by_kind["removed"].startswith("Everybody has twenty-eight days")
        assert by_kind["added"].startswith("Everybody has thirty days")
        found = await look_for(ada, "How many days of holiday do I have a year?")
        assert "thirty" in found[0]["text"]
        assert (await bob.http.get(address, params={"since": 1})).status_code == 404
        assert (await ada.http.get(address, params={"since": 7})).status_code == 404
