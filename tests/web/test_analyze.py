"""`POST /api/v1/documents/analyze`: a question to one document, answered from it, with citations."""

from __future__ import annotations

import base64
from typing import Any

import orjson
import pytest

from holdfast.core.migrate import Addresses
from holdfast.models.failures import failed
from holdfast.models.types import Failure
from tests.architecture.belongings import make_key
from tests.scripted import ScriptedModel, says
from tests.serving import Person, Served, serving
from tests.waiting import until
from tests.working import work_off

pytestmark = pytest.mark.anyio

ROUTE = "/api/v1/documents/analyze"
LEASE = b"# Rent\n\nThe rent is 900 euros a month.\n\n# Notice\n\nEither side gives notice three months ahead.\n"
SHAPE = {
    "type": "object",
    "properties": {"rent": {"type": "integer", "description": "Rent a month, in euros"}},
    "required": ["rent"],
    "additionalProperties": False,
}


def sent(data: bytes = LEASE, filename: str = "lease.md") -> dict[str, str]:
    return {"filename": filename, "file_data": f"data:text/markdown;base64,{base64.b64encode(data).decode()}"}


async def analyzes(person: Person, status: int = 200, **body: Any) -> dict[str, Any]:
    response = await person.http.post(ROUTE, json=body)
    assert response.status_code == status, response.text
    told: dict[str, Any] = response.json()
    return told


async def kept(served: Served, person: Person, data: bytes = LEASE) -> str:
    made = await person.http.post("/api/documents/upload", files={"file": ("lease.md", data)})
    await work_off(served.parts)
    return str(made.json()["document"]["id"])


async def test_a_file_is_asked_about_and_kept_nowhere(addresses: Addresses, as_owner: Any) -> None:
    model = ScriptedModel(says("It is 900 euros [1], ", "and parking is extra [7]."))
    async with serving(addresses, [model]) as served, served.person() as ada:
        told = await analyzes(ada, file=sent(), question="What is the rent?")
        assert told["answer"] == "It is 900 euros [1], and parking is extra ."
        [cited] = told["citations"]
        assert (cited["number"], cited["headings"]) == (1, ["Rent"])
        assert "900 euros" in cited["text"]
        assert (told["is_whole"], told["title"], told["document"]) == (True, "lease.md", None)
        assert told["usage"] == {"input_tokens": 10, "output_tokens": 2, "total_tokens": 12}
        asked, tools, _ = model.calls[-1]
        assert "[2] lease.md › Notice\n" in str(asked[1].content)
        assert list(tools) == []
        for table in ("documents", "blobs", "chats", "turns"):
            assert await as_owner.fetchval(f"select count(*) from {table}") == 0


async def test_a_document_that_is_kept_fills_a_shape(addresses: Addresses) -> None:
    wrong = orjson.dumps({"value": {"rent": "much"}, "passages": [1]}).decode()
    right = orjson.dumps({"value": {"rent": 900}, "passages": [1, 9]}).decode()
    model = ScriptedModel(says(wrong), says(f"```json\n{right}\n```"), says("No idea."))
    async with serving(addresses, [model]) as served, served.person() as ada:
        document = await kept(served, ada)
        told = await analyzes(ada, document=document, schema=SHAPE)
        assert (told["data"], told["answer"], told["document"]) == ({"rent": 900}, None, document)
        assert [one["number"] for one in told["citations"]] == [1]
        assert told["usage"]["total_tokens"] == 22, "it was asked twice, for the first did not fit"
        assert "rent must be integer" in str(model.calls[1][0][-1].content)
        refused = await analyzes(ada, 503, document=document, schema=SHAPE)
        assert refused["error"]["code"] == "answer_failed"


async def test_of_a_long_document_the_passages_are_told_that_lie_nearest(addresses: Addresses) -> None:
    filler = "".join(f"\n\n# Part {number}\n\n" + f"Words about nothing much, {number}. " * 30 for number in range(300))
    long = filler.encode() + b"\n\n# Keys\n\nThe spare key lies under the geranium.\n"
    model = ScriptedModel(says("Under the geranium [1]."))
    async with serving(addresses, [model]) as served, served.person() as ada:
        for which in ({"file": sent(long)}, {"document": await kept(served, ada, long)}):
            told = await analyzes(ada, question="Where does the spare key lie?", **which)
            assert told["is_whole"] is False
            assert "under the geranium" in str(model.calls[-1][0][1].content)


async def test_what_cannot_be_answered_is_refused_by_name(addresses: Addresses) -> None:
    async with serving(addresses, [ScriptedModel()]) as served, served.person() as ada, served.person("eve") as eve:
        document = await kept(served, ada)
        for wrong, param in (
            ({"question": "What?"}, "document"),
            ({"question": "What?", "document": document, "file": sent()}, "document"),
            ({"file": sent()}, "question"),
            ({"file": {"filename": "a.md", "file_data": "data:text/plain;base64,?"}, "question": "What?"}, "file"),
            ({"file": {"filename": "a.md", "file_data": "data:text/plain;base64,ünï"}, "question": "What?"}, "file"),
        ):
            refused = await analyzes(ada, 400, **wrong)
            assert (refused["error"]["code"], refused["error"]["param"]) == ("unsupported_parameter", param)
        broken = await analyzes(ada, 422, file=sent(b"%PDF-1.7 broken", "a.pdf"), question="What?")
        assert (broken["error"]["code"], broken["error"]["param"]) == ("unreadable_document", "file")
        await analyzes(ada, 415, file=sent(b"\x00\x01\x02\x03" * 50, "a.bin"), question="What?")
        await analyzes(eve, 404, document=document, question="What?")
        await analyzes(ada, 404, document=document, question="What?", model="nobody")


async def test_it_is_counted_and_what_failed_is_given_back(addresses: Addresses, as_owner: Any) -> None:
    model = ScriptedModel([failed(Failure.SERVER_ERROR)], says("Yes."))
    async with serving(addresses, [model], default_plan="free") as served, served.person() as ada:
        used = "select coalesce(sum(used), 0) from usage_counters where feature = 'chats_per_day'"
        await analyzes(ada, 503, file=sent(), question="What?")
        assert await as_owner.fetchval(used) == 0
        key = (await make_key(ada.http, "documents"))["key"]
        headers = {"authorization": f"Bearer {key}"}
        async with served.stranger() as program:
            body = {"file": sent(), "question": "What?"}
            assert (await program.post(ROUTE, json=body, headers=headers)).status_code == 200
            assert (await program.get("/api/documents", headers=headers)).status_code == 403
        assert await as_owner.fetchval(used) == 1
        line = "select requests, model, output_tokens from key_usage where status = 200"
        found = await until(lambda: as_owner.fetchrow(line))
        assert tuple(found) == (1, "assistant", 1)
