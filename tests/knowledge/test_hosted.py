"""Vectors that an operator keeps in a hosted index, over its real wire."""

from __future__ import annotations

from typing import Any

import asyncpg
import pytest

from holdfast.core.config import Settings
from holdfast.core.errors import Setup
from holdfast.core.jobs import JobContext
from holdfast.core.migrate import Addresses
from holdfast.documents.index_document import erase_hosted
from holdfast.knowledge.hosted import open_hosted
from holdfast.knowledge.registry import Assignment
from tests.loopback.upstash_server import TOKEN, UpstashServer
from tests.scripted import ScriptedModel, says
from tests.serving import Person, Served, serving
from tests.web.test_documents import bring
from tests.working import work_off

pytestmark = pytest.mark.anyio

QUESTION = "How many days of holiday do I have a year?"


def kept_at(index: UpstashServer, *namespaces: str) -> dict[str, Any]:
    place = {"url": index.url, "token": TOKEN, "general_url": index.url, "general_token": TOKEN}
    return {**place, "namespaces": namespaces}


async def ask(person: Person, **more: Any) -> dict[str, Any]:
    answer = await person.http.post("/api/documents/search", json={"query": QUESTION, **more})
    assert answer.status_code == 200, answer.text
    found: dict[str, Any] = answer.json()
    return found


async def here(as_owner: asyncpg.Connection, kind: str) -> int:
    count: int = await as_owner.fetchval(
        "select count(*) from passage_vectors v join knowledge_spaces s on s.id = v.space_id where s.kind = $1", kind
    )
    return count


async def forget_there(served: Served) -> None:
    await erase_hosted(JobContext(served.parts.db, served.parts.db, served.parts))


async def test_vectors_are_kept_asked_and_erased_where_they_are_assigned_to(
    addresses: Addresses, as_owner: asyncpg.Connection
) -> None:
    with UpstashServer() as index:
        async with (
            serving(
                addresses, [ScriptedModel(says("-"))], upstash=kept_at(index, "user", "company:postgres")
            ) as served,
            served.person() as ada,
            served.person("bob") as bob,
        ):
            mine = (await bring(ada))["document"]
            shared = (await bring(ada, target="company"))["document"]
            his = (await bring(bob))["document"]
            await work_off(served.parts)
            assert {name: len(held) for name, held in index.namespaces.items()} == {
                str(ada.id): 3,
                str(bob.id): 3,
                "": 3,
            }
            assert await here(as_owner, "user") == 0, "nobody is asked in its place, so none of them stays"
            assert await here(as_owner, "company") == 3

            found = await ask(ada, targets=["user"])
            assert (found["passages"][0]["documentId"], found["missing"]) == (mine["id"], [])
            assert (await ask(ada, documentIds=[shared["id"]]))["passages"][0]["documentId"] == shared["id"]

            theirs = [{"id": key, "score": 1.0} for key in index.namespaces[str(bob.id)]]
            index.says_instead = theirs
            told = [one["documentId"] for one in (await ask(ada))["passages"]]
            assert his["id"] not in told, "what the index says of another's passages is nothing"
            index.says_instead = None

            health = (await ada.http.get("/api/knowledge/health")).json()["backends"]
            assert [(one["name"], one["state"], [two["name"] for two in one["namespaces"]]) for one in health][1] == (
                "upstash",
                "ok",
                ["user", "company"],
            )
            index.is_broken = True
            by_words = await ask(ada, targets=["user"])
            assert (by_words["missing"], by_words["passages"][0]["documentId"]) == (["upstash"], mine["id"])
            in_its_place = await ask(ada, targets=["company"])
            assert (in_its_place["missing"], in_its_place["passages"][0]["documentId"]) == ([], shared["id"])
            assert (await ada.http.get("/api/knowledge/health")).json()["backends"][1]["state"] == "away"
            index.is_broken = False

            for document in (mine, shared):
                assert (await ada.http.delete(f"/api/documents/{document['id']}")).status_code == 204
            await forget_there(served)
            assert index.count == 3
            assert (
                await bob.http.request("DELETE", "/api/auth/me", json={"password": "correct horse battery"})
            ).is_success
            await work_off(served.parts)
            await forget_there(served)
            assert index.count == 0
            assert await as_owner.fetchval("select count(*) from hosted_vectors") == 0


async def test_a_document_whose_vectors_do_not_arrive_is_not_ready_and_tried_again(
    addresses: Addresses, as_owner: asyncpg.Connection
) -> None:
    with UpstashServer() as index:
        async with (
            serving(addresses, [ScriptedModel(says("-"))], upstash=kept_at(index, "user")) as served,
            served.person() as ada,
        ):
            index.is_broken = True
            made = (await bring(ada))["document"]
            await work_off(served.parts)
            assert (await ada.http.get(f"/api/documents/{made['id']}")).json()["status"] == "processing"
            index.is_broken = False
            await as_owner.execute("update jobs.pgqueuer set execute_after = now(), attempts = 0")
            await work_off(served.parts)
            assert (await ada.http.get(f"/api/documents/{made['id']}")).json()["status"] == "ready"
            assert index.count == 3


def given(*namespaces: str, **place: str) -> Settings:
    return Settings.model_validate({"upstash": {"namespaces": namespaces, **place}})


def test_an_assignment_names_a_kind_of_namespace_and_who_is_asked_in_its_place() -> None:
    both = {"url": "http://127.0.0.1:9", "token": "t", "general_url": "http://127.0.0.1:9", "general_token": "t"}
    opened = open_hosted(given("coach", "org:postgres", "company:none", **both))
    assert opened.assigned == {
        "coach": Assignment("upstash", "none"),
        "org": Assignment("upstash", "postgres"),
        "company": Assignment("upstash", "none"),
    }
    assert open_hosted(Settings()).indexes == {}


@pytest.mark.parametrize(
    ("namespaces", "place", "says"),
    [
        (["memory"], {}, "memory"),
        (["system"], {}, "system"),
        (["user:redis"], {}, "user:redis"),
        (["user"], {"url": "http://127.0.0.1:9"}, "HOLDFAST_UPSTASH_TOKEN"),
        (["company"], {"url": "http://127.0.0.1:9", "token": "t"}, "HOLDFAST_UPSTASH_GENERAL_URL"),
    ],
)
def test_what_cannot_be_assigned_is_refused_at_the_start(
    namespaces: list[str], place: dict[str, str], says: str
) -> None:
    with pytest.raises(Setup, match=says):
        open_hosted(given(*namespaces, **place))
