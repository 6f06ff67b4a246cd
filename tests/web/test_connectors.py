"""Documents that are fetched by themselves: what is new comes, what changed is a new version, what has gone goes."""

from __future__ import annotations

import subprocess
from pathlib import Path
from typing import Any

import asyncpg
import pytest

from holdfast.core.jobs import JobContext
from holdfast.core.migrate import Addresses
from holdfast.documents.sync import bring_packs, take_due_connectors
from holdfast.knowledge.registry import COACH_GENERAL, COACH_PROFILES
from tests.loopback.fixed_answer import answering
from tests.scripted import ScriptedModel, says
from tests.serving import Person, Served, serving
from tests.web.test_documents import look_for
from tests.working import work_off

pytestmark = pytest.mark.anyio

ROSES = "# Roses\n\nRoses are cut back in March, above an eye that looks outwards.\n"


async def connect(person: Person, kind: str, address: str, **more: Any) -> dict[str, Any]:
    answer = await person.http.post("/api/documents/connectors", json={"kind": kind, "address": address, **more})
    assert answer.status_code == 201, answer.text
    made: dict[str, Any] = answer.json()
    return made


async def fetched(served: Served, person: Person, connector: str) -> dict[str, Any]:
    """As it is after it has fetched once more."""
    asked = await person.http.post(f"/api/documents/connectors/{connector}/sync")
    assert (asked.status_code, asked.json()["status"]) == (200, "waiting"), asked.text
    await work_off(served.parts)
    found: dict[str, Any] = (await person.http.get(f"/api/documents/connectors/{connector}")).json()
    return found


async def listed(person: Person, target: str = "user") -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = (await person.http.get("/api/documents", params={"target": target})).json()[
        "documents"
    ]
    return found


async def titles(person: Person, target: str = "user") -> list[str]:
    return sorted(one["title"] for one in await listed(person, target))


async def test_a_folder_is_followed_file_by_file_and_nothing_outside_of_it_is_read(
    addresses: Addresses, tmp_path: Path
) -> None:
    root, secret = tmp_path / "library", tmp_path / "secret.md"
    (root / "garden").mkdir(parents=True)
    secret.write_text("The safe opens with 1234.")
    (root / "garden" / "roses.md").write_text(ROSES)
    (root / "bees.md").write_text("Bees swarm in May.")
    (root / "empty.md").write_text("")
    (root / ".hidden.md").write_text("Hidden.")
    (root / "link.md").symlink_to(secret)
    (root / "out").symlink_to(tmp_path)
    async with (
        serving(addresses, [ScriptedModel(says("-"))], connectors={"folders": [str(root)]}) as served,
        served.person() as ada,
        served.person("bob") as bob,
    ):
        made = await connect(ada, "folder", str(root), target="company", everyMinutes=5)
        assert (made["status"], made["target"], made["everyMinutes"]) == ("waiting", "company", 5)
        await work_off(served.parts)
        found = (await ada.http.get(f"/api/documents/connectors/{made['id']}")).json()
        assert (found["status"], found["documents"], found["refused"]) == ("ok", 2, 1)
        assert [(one["key"], one["error"]["code"]) for one in found["refusedItems"]] == [("empty.md", "empty_file")]
        assert await titles(ada, "company") == ["bees.md", "roses.md"]
        assert "March" in (await look_for(bob, "When are roses cut back?"))[0]["text"]

        (root / "garden" / "roses.md").write_text(ROSES.replace("March", "April"))
        (root / "bees.md").unlink()
        assert (await fetched(served, ada, made["id"]))["documents"] == 1
        assert "April" in (await look_for(bob, "When are roses cut back?"))[0]["text"]
        (roses,) = await listed(ada, "company")
        assert (roses["version"], roses["folder"]) == (2, "garden")

        (root / "garden").rename(tmp_path / "elsewhere")
        root.rename(tmp_path / "away")
        gone = await fetched(served, ada, made["id"])
        assert (gone["status"], gone["error"]["code"], gone["documents"]) == ("failed", "no_such_folder", 1)
        assert await titles(ada, "company") == ["roses.md"], "what could not be listed is not gone"

        for refused in (
            await bob.http.post("/api/documents/connectors", json={"kind": "folder", "address": str(root)}),
            await bob.http.get(f"/api/documents/connectors/{made['id']}"),
            await bob.http.post(f"/api/documents/connectors/{made['id']}/sync"),
            await bob.http.delete(f"/api/documents/connectors/{made['id']}"),
        ):
            assert refused.status_code in (403, 404)
        assert (await bob.http.get("/api/documents/connectors")).json()["connectors"] == []
        ended = await ada.http.delete(f"/api/documents/connectors/{made['id']}", params={"withDocuments": "true"})
        assert ended.status_code == 204
        assert await titles(ada, "company") == []


@pytest.mark.parametrize(
    ("kind", "address", "code"),
    [
        ("folder", "/etc", "folder_not_allowed"),
        ("folder", "{root}/../secrets", "folder_not_allowed"),
        ("git", "{root}/none", "no_such_folder"),
        ("feed", "http://[", "bad_address"),
        ("feed", "https://ada:secret@example.org/feed", "bad_address"),
        ("page", "https://example.org/", "too_often"),
    ],
)
async def test_an_address_that_is_not_to_be_fetched_is_refused_at_once(
    addresses: Addresses, tmp_path: Path, kind: str, address: str, code: str
) -> None:
    (tmp_path / "library").mkdir()
    (tmp_path / "secrets").mkdir()
    root = str(tmp_path / "library")
    async with (
        serving(addresses, [ScriptedModel(says("-"))], connectors={"folders": [root]}) as served,
        served.person() as ada,
    ):
        every = 5 if code == "too_often" else 60
        body = {"kind": kind, "address": address.format(root=root), "everyMinutes": every}
        refused = await ada.http.post("/api/documents/connectors", json=body)
        assert refused.json()["error"]["code"] == code, refused.text
        assert (await ada.http.get("/api/documents/connectors")).json()["connectors"] == []


async def test_a_repository_is_followed_by_what_was_committed(addresses: Addresses, tmp_path: Path) -> None:
    def git(*command: str) -> None:
        quiet = ["-c", "user.name=Ada", "-c", "user.email=ada@example.org", "-C", str(tmp_path)]
        subprocess.run(["git", *quiet, *command], check=True, capture_output=True)

    git("init", "-q")
    (tmp_path / "roses.md").write_text(ROSES)
    git("add", ".")
    git("commit", "-qm", "roses")
    (tmp_path / "draft.md").write_text("Not committed.")
    async with (
        serving(addresses, [ScriptedModel(says("-"))], connectors={"folders": [str(tmp_path)]}) as served,
        served.person() as ada,
    ):
        made = await connect(ada, "git", str(tmp_path))
        await work_off(served.parts)
        assert await titles(ada) == ["roses.md"]
        git("add", ".")
        git("rm", "-q", "roses.md")
        git("commit", "-qm", "draft")
        assert (await fetched(served, ada, made["id"]))["status"] == "ok"
        assert await titles(ada) == ["draft.md"]


async def test_a_feed_brings_its_entries_keeps_the_old_ones_and_says_what_is_wrong(addresses: Addresses) -> None:
    def feed(*entries: str) -> bytes:
        items = "".join(
            f"<item><guid>{at}</guid><title>{text[:9]}</title><description>{text}</description></item>"
            for at, text in enumerate(entries)
        )
        return f"<rss><channel>{items}</channel></rss>".encode()

    body = bytearray(feed("Roses are cut back in March.", "Bees swarm in May."))
    async with answering(200, body) as news:
        place = news.removeprefix("http://")
        async with (
            serving(addresses, [ScriptedModel(says("-"))], allow_outbound=[place]) as served,
            served.person() as ada,
        ):
            made = await connect(ada, "feed", news)
            await work_off(served.parts)
            assert await titles(ada) == ["Bees swar", "Roses are"]
            body[:] = feed("Roses are cut back in April.")
            assert (await fetched(served, ada, made["id"]))["documents"] == 2
            assert "April" in (await look_for(ada, "When are roses cut back?"))[0]["text"]
            body[:] = b"Not found."
            failed = await fetched(served, ada, made["id"])
            assert (failed["status"], failed["error"]["code"], failed["documents"]) == ("failed", "no_feed", 2)

            inside = await connect(ada, "feed", "http://127.0.0.1:9/feed")
            await work_off(served.parts)
            refused = (await ada.http.get(f"/api/documents/connectors/{inside['id']}")).json()
            assert refused["error"]["code"] == "address_refused"
            assert (await ada.http.delete(f"/api/documents/connectors/{made['id']}")).status_code == 204
            assert await titles(ada) == ["Bees swar", "Roses are"], "what it brought stays"


async def test_a_sitemap_brings_the_pages_of_its_own_host_and_leaves_out_what_it_cannot_have(
    addresses: Addresses,
) -> None:
    body = bytearray(b"nothing yet")
    async with answering(200, bytearray(b"Roses are cut back in March.")) as site, answering(200, body) as other:
        host, elsewhere = site.removeprefix("http://"), other.removeprefix("http://")
        body[:] = (
            f"<urlset><url><loc>{other}/roses.txt</loc><lastmod>1</lastmod></url>"
            f"<url><loc>{site}/stolen.txt</loc></url><url><loc>http://[</loc></url></urlset>"
        ).encode()
        async with (
            serving(addresses, [ScriptedModel(says("-"))], allow_outbound=[host, elsewhere]) as served,
            served.person() as ada,
        ):
            page = await connect(ada, "page", f"{site}/roses.txt")
            pages = await connect(ada, "sitemap", f"{other}/sitemap.xml")
            await work_off(served.parts)
            assert await titles(ada) == ["127.0.0.1/roses.txt", "127.0.0.1/roses.txt"]
            assert (await fetched(served, ada, page["id"]))["documents"] == 1
            assert {one["version"] for one in await listed(ada)} == {1}, "what has not changed is no new version"
            body[:] = b"<urlset></urlset>"
            assert (await fetched(served, ada, pages["id"]))["documents"] == 0
            assert len(await titles(ada)) == 1


async def test_what_a_pack_brings_anew_is_a_new_version_and_what_it_lost_goes(
    addresses: Addresses, as_owner: asyncpg.Connection, tmp_path: Path
) -> None:
    def pack(folder: str, **texts: str) -> str:
        place = tmp_path / folder / "gardener"
        (place / "knowledge" / "garden").mkdir(parents=True)
        (place / "persona.toml").write_text(
            'name = "Gardener"\ndescription = "Knows."\n[knowledge]\nnamespaces = ["garden"]\n'
        )
        (place / "kernel.md").write_text("You know gardens.")
        for name, text in texts.items():
            (place / "knowledge" / "garden" / f"{name}.md").write_text(text)
        return str(tmp_path / folder)

    first = pack("first", roses=ROSES, bees="# Bees\n\nBees swarm in May.\n")
    second = pack("second", roses=ROSES.replace("March", "April"))
    async with serving(addresses, [ScriptedModel(says("-"))], personas_dir=first) as served, served.person() as ada:
        await bring_packs(context(served))
        await work_off(served.parts)
        assert await titles(ada, "system:garden") == ["Bees", "Roses"]
        session = ada.http.cookies
    await as_owner.execute("update connectors set next_at = now()")
    async with serving(addresses, [ScriptedModel(says("-"))], personas_dir=second) as served:
        await bring_packs(context(served))
        await work_off(served.parts)
        async with served.stranger() as client:
            client.cookies = session
            found = (await client.get("/api/documents", params={"target": "system:garden"})).json()["documents"]
            assert [(one["title"], one["version"]) for one in found] == [("Roses", 2)]


async def test_one_whose_time_has_come_fetches_by_itself_unless_it_is_paused(
    addresses: Addresses, as_owner: asyncpg.Connection, tmp_path: Path
) -> None:
    async def time_passes() -> None:
        await as_owner.execute("update connectors set next_at = now() - interval '1 second'")
        await take_due_connectors(context(served))
        await work_off(served.parts)

    async with (
        serving(addresses, [ScriptedModel(says("-"))], connectors={"folders": [str(tmp_path)]}) as served,
        served.person() as ada,
    ):
        made = await connect(ada, "folder", str(tmp_path))
        await work_off(served.parts)
        (tmp_path / "roses.md").write_text(ROSES)
        await take_due_connectors(context(served))
        await work_off(served.parts)
        assert await titles(ada) == [], "it is not due yet"
        await time_passes()
        assert await titles(ada) == ["roses.md"]
        change = {"isPaused": True, "everyMinutes": 1}
        paused = (await ada.http.patch(f"/api/documents/connectors/{made['id']}", json=change)).json()
        assert (paused["isPaused"], paused["everyMinutes"]) == (True, 1)
        (tmp_path / "roses.md").unlink()
        await time_passes()
        assert await titles(ada) == ["roses.md"]


def context(served: Served) -> JobContext[Any]:
    return JobContext(served.parts.db, served.parts.db, served.parts)


async def test_what_packs_know_answers_as_soon_as_somebody_is_there_and_is_brought_once(
    addresses: Addresses, as_owner: asyncpg.Connection
) -> None:
    async with serving(addresses, [ScriptedModel(says("-"))]) as served:
        await bring_packs(context(served))
        async with served.person() as ada, served.person("bob") as bob:
            await bring_packs(context(served))
            await work_off(served.parts)
            for namespace, question in (
                (COACH_GENERAL, "What belongs on the weekly scorecard?"),
                (COACH_PROFILES["quarterly-session-facilitator"], "What is on the agenda of the quarterly session?"),
                (COACH_PROFILES["focus-day-facilitator"], "What does a team leave the focus day with?"),
                (COACH_PROFILES["vision-building-day-1"], "How does a team find the values of its company?"),
                (COACH_PROFILES["vision-building-day-2"], "What is the picture of three years?"),
            ):
                found = await look_for(bob, question, targets=[f"system:{namespace}"])
                assert found, namespace
            before = await versions(ada)
            await as_owner.execute("update connectors set mark = 'before', next_at = now() - interval '1 second'")
            await as_owner.execute("update connector_items set mark = 'before'")
            await bring_packs(context(served))
            await work_off(served.parts)
            assert await versions(ada) == before, "the same bytes are no new version"
            packs = (await ada.http.get("/api/documents/connectors")).json()["connectors"]
            assert {one["kind"] for one in packs} == {"pack"}
            refused = await ada.http.delete(f"/api/documents/connectors/{packs[0]['id']}")
            assert refused.json()["error"]["code"] == "connector_of_a_pack"


async def versions(person: Person) -> dict[str, int]:
    return {one["id"]: one["version"] for one in await listed(person, f"system:{COACH_GENERAL}")}
