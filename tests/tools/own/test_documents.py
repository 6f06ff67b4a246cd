"""Documents by the assistant's own asking: what its person may read, under numbers that can be cited."""

from __future__ import annotations

from uuid import UUID

import pytest

from holdfast.core.ids import TurnId, new_id
from holdfast.core.migrate import Addresses
from holdfast.tools.own.read_page import NOT_GIVEN
from tests.loopback.web_server import Given, WebServer
from tests.tools.own.calling import call, named, refusal
from tests.tools.own.installed import installed
from tests.web.test_documents import HANDBOOK, bring
from tests.working import work_off

pytestmark = pytest.mark.anyio

LONG = "\n\n".join(
    f"Drawer {number} holds {number} lanterns, and nobody has opened it since the {number}th of May." * 8
    for number in range(40)
).encode()


async def test_passages_are_found_with_the_id_of_their_document(addresses: Addresses) -> None:
    async with installed(addresses) as here:
        made = (await bring(here.ada, title="The handbook"))["document"]
        await work_off(here.served.parts)
        search = named(await here.offered(), "search_documents")
        answer = await call(search, here.caller(), query="How many days of holiday?", limit=2)
        assert answer.text == f"Found in:\nThe handbook ({made['id']})"
        assert "twenty-eight days" in answer.passages[0][0].text
        folder = await call(search, here.caller(), query="holiday", folder="elsewhere")
        assert folder.text == "No document says anything about it."
        later = await call(search, here.caller(), query="holiday", since="2090-01-01")
        assert not later.passages


async def test_nobody_finds_or_opens_what_is_another_persons(addresses: Addresses) -> None:
    async with installed(addresses) as here, here.served.person("eve") as eve:
        made = (await bring(here.ada))["document"]
        await work_off(here.served.parts)
        tools = await here.offered()
        for name, asked in (
            ("search_documents", {"query": "holiday"}),
            ("search_documents", {"query": "holiday", "document_ids": [made["id"]]}),
            ("getInformation", {"question": "How many days of holiday?"}),
        ):
            answer = await call(named(tools, name), here.caller(eve), **asked)
            assert (answer.passages, "There are no documents" in answer.text) == ((), True)
        told = await refusal(named(tools, "open_document"), here.caller(eve), document_id=made["id"])
        assert told == "There is no such document."


async def test_a_document_is_read_on_from_where_one_stopped(addresses: Addresses) -> None:
    async with installed(addresses) as here:
        made = (await bring(here.ada, LONG, "drawers.md"))["document"]
        await work_off(here.served.parts)
        open_document = named(await here.offered(), "open_document")
        first = await call(open_document, here.caller(), document_id=made["id"])
        assert first.text.startswith("drawers.md: passages 1 to 10 of ")
        assert first.text.endswith("Go on with start 11.")
        assert [place[0].ordinal for place in first.passages] == list(range(10))
        second = await call(open_document, here.caller(), document_id=made["id"], start=11)
        assert second.passages[0][0].ordinal == 10
        told = await refusal(open_document, here.caller(), document_id=made["id"], start=1_000)
        assert told == "There is no such place in the document."
        assert await refusal(open_document, here.caller(), document_id=str(new_id())) == "There is no such document."


async def test_a_document_that_was_not_read_yet_says_so(addresses: Addresses) -> None:
    async with installed(addresses) as here:
        made = (await bring(here.ada))["document"]
        told = await refusal(named(await here.offered(), "open_document"), here.caller(), document_id=made["id"])
        assert told == "The document was not read yet, or cannot be."


async def test_what_is_added_is_a_document_of_their_library_and_found(addresses: Addresses) -> None:
    async with installed(addresses) as here:
        tools = await here.offered()
        add = named(tools, "addResource")
        assert add.danger == "changes"
        told = await call(add, here.caller(), title="Pruning", content="Roses are pruned in March.")
        listed = (await here.ada.http.get("/api/documents")).json()["documents"]
        assert [(one["title"], one["target"], one["mediaType"]) for one in listed] == [
            ("Pruning", "user", "text/markdown")
        ]
        assert told.text == f"Added to their library as Pruning ({UUID(listed[0]['id'])}); it is being read."
        await work_off(here.served.parts)
        found = await call(named(tools, "getInformation"), here.caller(), question="When are roses pruned?")
        assert found.passages[0][0].text == "Roses are pruned in March."
        again = await call(add, here.caller(), title="Twice", content="Roses are pruned in March.")
        assert again.text == "The very same text was there already, as Pruning."


async def test_a_link_in_a_passage_may_be_read_and_nothing_made_up_beside_it(addresses: Addresses) -> None:
    with WebServer() as web:
        web.pages["/holidays"] = Given("<p>In Portugal.</p>")
        async with installed(addresses, allow_outbound=(web.host,)) as here:
            await here.say("Hello")
            await bring(here.ada, HANDBOOK + f"\nMore: {web.url}/holidays?x=1\n".encode())
            await work_off(here.served.parts)
            tools, turn = await here.offered(), TurnId(new_id())
            read = named(tools, "read_page")
            assert await refusal(read, here.caller(turn_id=turn), url=f"{web.url}/holidays?x=1") == NOT_GIVEN
            await call(named(tools, "search_documents"), here.caller(turn_id=turn), query="laptop replaced workshop")
            assert await refusal(read, here.caller(turn_id=turn), url=f"{web.url}/holidays?x=2") == NOT_GIVEN
            told = await call(read, here.caller(turn_id=turn), url=f"{web.url}/holidays?x=1")
            assert "In Portugal." in told.text
