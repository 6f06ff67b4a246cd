"""Two organizations with the same documents: neither meets a word of the other's, by whichever door; and whoever has
left meets nothing any more."""

from __future__ import annotations

import hashlib
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any
from uuid import UUID

import asyncpg
import pytest

from holdfast.core.ids import new_id
from holdfast.core.migrate import Addresses
from tests.architecture.catalogue import mentions_of
from tests.documents import files
from tests.journeys.test_replay import replay
from tests.scripted import ScriptedModel, says
from tests.serving import Answer, Person, Served, serving
from tests.web.test_documents import HANDBOOK, bring, look_for
from tests.working import work_off

pytestmark = pytest.mark.anyio

QUESTION = "What is the code of the gate at the weir?"
MILLS, WEIRS = "heronzanzibar", "otterzanzibar"


def gate(code: str) -> bytes:
    return f"# The gate\n\nThe code of the gate at the weir is {code}. It changes in May.\n".encode()


@dataclass(frozen=True, slots=True)
class Houses:
    """Ada's mill, of which Carol is a member, and Bob's weir."""

    served: Served
    model: ScriptedModel
    ada: Person
    bob: Person
    carol: Person
    of_mill: dict[str, str]
    """Ids of the documents, by their files' names."""
    of_weir: dict[str, str]


async def found_with(person: Person, name: str, code: str) -> dict[str, str]:
    assert (await person.http.post("/api/organizations", json={"name": name})).status_code == 201
    made = {}
    for content, filename in ((HANDBOOK, "handbook.md"), (gate(code), "gate.md"), (files.pdf("A plan"), "plan.pdf")):
        made[filename] = (await bring(person, content, filename, target="org"))["document"]["id"]
    return made


@asynccontextmanager
async def two_houses(addresses: Addresses) -> AsyncIterator[Houses]:
    model = ScriptedModel(*[says("It is in what I was given [1].") for _ in range(9)])
    async with (
        serving(addresses, [model]) as served,
        served.person() as ada,
        served.person("bob") as bob,
        served.person("carol") as carol,
    ):
        of_mill, of_weir = await found_with(ada, "Mill", MILLS), await found_with(bob, "Weir", WEIRS)
        org = (await ada.http.get("/api/organizations/mine")).json()["organization"]["id"]
        code = (await ada.http.post(f"/api/organizations/{org}/invites", json={"maxUses": 1})).json()["code"]
        assert (await carol.http.post("/api/invites/accept", json={"code": code})).status_code == 200
        await work_off(served.parts)
        yield Houses(served, model, ada, bob, carol, of_mill, of_weir)


def told_in(model: ScriptedModel) -> str:
    return "\n".join(str(message.content) for message in model.calls[-1][0])


async def everything_told_of(person: Person, answer: Answer, chat: UUID) -> str:
    """The answer as it is streamed again, stored, traced, explained, and run again."""
    turn = answer.headers["x-holdfast-turn-id"]
    again = await replay(person, answer, memory="now", asksModel=False)
    streamed = (await person.http.get("/api/chat", params={"chatId": str(chat), "fromSeq": 0})).text
    explained = (await person.http.get(f"/api/turns/{turn}/told")).text
    return f"{await person.trace(answer)}{again}{streamed}{explained}{await person.messages(chat)}"


async def test_the_same_documents_in_two_organizations_are_each_ones_own(addresses: Addresses) -> None:
    async with two_houses(addresses) as houses:
        for person, code, others, own_ids, other_ids in (
            (houses.ada, MILLS, WEIRS, houses.of_mill, houses.of_weir),
            (houses.bob, WEIRS, MILLS, houses.of_weir, houses.of_mill),
            (houses.carol, MILLS, WEIRS, houses.of_mill, houses.of_weir),
        ):
            found = await look_for(person, QUESTION)
            assert code in found[0]["text"], "asked in the same words a moment after the others"
            assert {one["documentId"] for one in found} <= set(own_ids.values())
            same = await look_for(person, "How many days of holiday a year?")
            assert [one["documentId"] for one in same] == [own_ids["handbook.md"]], "the very same text in both"
            for ask in ({"targets": ["org"]}, {"documentIds": list(other_ids.values())}):
                assert others not in str(await look_for(person, QUESTION, **ask))
            assert await look_for(person, QUESTION, documentIds=list(other_ids.values())) == []

            chat = new_id()
            answer = await person.say(QUESTION, chat=chat)
            assert code in told_in(houses.model)
            assert others not in told_in(houses.model)
            cited = [part for part in answer.parts if part["type"] == "source-document"]
            assert cited[0]["providerMetadata"]["holdfast"]["documentId"] == own_ids["gate.md"]
            whole = await everything_told_of(person, answer, chat)
            assert code in whole
            assert not [one for one in (others, *other_ids.values()) if one in whole]
            told = {"sha256": hashlib.sha256(HANDBOOK).hexdigest(), "target": "org"}
            duplicate = (await person.http.post("/api/documents/check-duplicate", json=told)).json()
            assert duplicate["document"]["id"] == own_ids["handbook.md"]
            for document in other_ids.values():
                await meets_nothing(person, document)


async def meets_nothing(person: Person, document: str) -> None:
    for rest in ("", "/text", "/content", "/versions", "/versions/1/changes?since=1", "/usage", "/pages/1/picture"):
        answer = await person.http.get(f"/api/documents/{document}{rest}")
        assert answer.status_code == 404, (rest, answer.text)
    for rest, body in (("/reindex", None), ("/cancel", None), ("/versions/1/restore", None), ("/copy", "user")):
        answer = await person.http.post(f"/api/documents/{document}{rest}", json=body and {"target": body})
        assert answer.status_code == 404, (rest, answer.text)


async def test_whoever_has_left_meets_nothing_of_what_they_were_told(addresses: Addresses) -> None:
    async with two_houses(addresses) as houses:
        carol, chat = houses.carol, new_id()
        answer = await carol.say(QUESTION, chat=chat)
        assert MILLS in await everything_told_of(carol, answer, chat)
        plan = f"/api/documents/{houses.of_mill['plan.pdf']}/pages/1/picture"
        seen = await carol.http.get(plan)
        assert seen.status_code == 200
        org = (await carol.http.get("/api/organizations/mine")).json()["organization"]["id"]
        assert (await carol.http.post(f"/api/organizations/{org}/leave", json={})).status_code == 204

        assert await look_for(carol, QUESTION) == []
        assert (
            await carol.http.post("/api/documents/search", json={"query": QUESTION, "targets": ["org"]})
        ).status_code == 404
        assert MILLS not in await everything_told_of(carol, answer, chat)
        for document in houses.of_mill.values():
            await meets_nothing(carol, document)
        # What their browser kept is asked for again, and is not theirs any more.
        assert (await carol.http.get(plan, headers={"if-none-match": seen.headers["etag"]})).status_code == 404
        assert (await carol.http.get("/api/documents/analytics")).json()["items"] == []
        await carol.say(QUESTION, chat=chat)
        assert MILLS not in told_in(houses.model)
        assert MILLS in str(await look_for(houses.ada, QUESTION)), "and who stayed goes on"


async def test_of_a_document_that_is_deleted_no_word_is_left_anywhere(
    addresses: Addresses, as_owner: asyncpg.Connection
) -> None:
    async with two_houses(addresses) as houses:
        chat = new_id()
        answer = await houses.ada.say(QUESTION, chat=chat)
        assert await mentions_of(as_owner, MILLS)
        blobs = houses.served.parts.settings.data_dir / "blobs"
        assert any(MILLS.encode() in file.read_bytes() for file in blobs.rglob("*") if file.is_file())
        gone = await houses.ada.http.delete(f"/api/documents/{houses.of_mill['gate.md']}")
        assert gone.status_code == 204
        await work_off(houses.served.parts)
        assert await mentions_of(as_owner, MILLS) == []
        assert not any(MILLS.encode() in file.read_bytes() for file in blobs.rglob("*") if file.is_file())
        assert MILLS not in await everything_told_of(houses.ada, answer, chat)
        assert MILLS not in str(await look_for(houses.ada, QUESTION))
        left: Any = await as_owner.fetchval(
            "select count(*) from passage_vectors v where not exists (select from passages p where p.id = v.passage_id)"
        )
        assert left == 0
        assert WEIRS in str(await look_for(houses.bob, QUESTION))
