"""What one names with an @: offered while one types, told to the model, and nothing where it is somebody else's."""

from __future__ import annotations

from typing import Any

import pytest

from holdfast.core.ids import ChatId, new_id
from holdfast.core.migrate import Addresses
from tests.scripted import ScriptedModel, says
from tests.serving import Person, serving
from tests.web.test_documents import bring
from tests.web.test_personas import GARDENER, asked, found_together, make
from tests.working import work_off

pytestmark = pytest.mark.anyio

KERNEL = str(GARDENER["kernel"])
LEASE = b"# Lease\n\nThe rent of the boathouse is four hundred crowns a month.\n\nThe key hangs behind the stove.\n"


async def offered(person: Person, query: str = "", **params: Any) -> list[dict[str, Any]]:
    response = await person.http.get("/api/mentions", params={"query": query, **params})
    assert response.status_code == 200, response.text
    items: list[dict[str, Any]] = response.json()["items"]
    return items


def block(trace: dict[str, Any], kind: str) -> dict[str, Any] | None:
    return next((one for one in trace["blocks"] if one["kind"] == kind), None)


async def test_a_document_that_is_named_is_told_whatever_is_asked_and_cited(addresses: Addresses) -> None:
    model = ScriptedModel(says("Four hundred [1]."))
    async with serving(addresses, [model]) as served, served.person() as ada:
        await bring(ada, LEASE, "boathouse.md")
        await work_off(served.parts)
        (item,) = await offered(ada, "boat", kinds="document")
        assert item == {
            "mention": "@doc:boathouse.md", "kind": "document", "label": "boathouse.md", "hint": "",
            "state": "ready", "remedy": None, "remedyAddress": None,
        }  # fmt: skip
        answer = await ada.say(f"Sum up {item['mention']}")
        assert "four hundred crowns" in asked(model)
        assert "key hangs behind the stove" in asked(model), "a small document is told whole"
        assert [one["type"] for one in answer.parts if one["type"] == "source-document"] == ["source-document"]
        trace = await ada.trace(answer)
        named = block(trace, "mentions")
        assert named
        assert "@doc:boathouse.md" in named["text"]
        assert [source["type"] for source in named["sources"]] == ["mention"]


async def test_a_mentioned_persona_answers_by_its_words_and_the_chat_stays_with_its_own(addresses: Addresses) -> None:
    model = ScriptedModel(says("Roses are red."))
    async with serving(addresses, [model]) as served, served.person() as ada:
        made = await make(ada, name="Old Gardener")
        (item,) = await offered(ada, "old gard", kinds="persona")
        assert (item["mention"], item["hint"]) == ('@persona:"Old Gardener"', "Knows the beds.")
        chat = ChatId(new_id())
        answer = await ada.say(f"{item['mention']} how do I prune?", chat=chat)
        assert KERNEL in asked(model)
        trace = await ada.trace(answer)
        assert trace["persona"] == "assistant"
        words = block(trace, "mentioned_persona")
        assert words
        assert words["text"] == KERNEL, "whoever may read its words reads them here too"
        assert [one["id"] for one in words["sources"]] == [made["id"]]
        await ada.say("And then?", chat=chat)
        assert KERNEL not in asked(model), "for the one answer alone"


async def test_the_words_of_an_organizations_persona_are_withheld_from_a_member_who_asks_it_in(
    addresses: Addresses,
) -> None:
    model = ScriptedModel(says("Prune in March."))
    async with (
        serving(addresses, [model]) as served,
        served.person("root"),
        served.person("ada") as ada,
        served.person("max") as max_,
    ):
        await found_together(served, ada, max_)
        await make(ada, visibility="org")
        answer = await max_.say("@gardener when?")
        assert KERNEL in asked(model)
        words = block(await max_.trace(answer), "mentioned_persona")
        assert words
        assert words["text"] is None
        assert words["withheld"]
        assert KERNEL not in str(await max_.trace(answer))


async def test_what_is_somebody_elses_is_as_if_it_did_not_exist(addresses: Addresses) -> None:
    model = ScriptedModel(says("I do not know."))
    async with (
        serving(addresses, [model]) as served,
        served.person("root"),
        served.person("ada") as ada,
        served.person("eve") as eve,
    ):
        hers = (await bring(ada, LEASE, "boathouse.md"))["document"]
        made = await make(ada)
        await work_off(served.parts)
        assert [one for one in await offered(eve) if one["kind"] == "document" or one["label"] == "Gardener"] == []
        named = [
            "@doc:boathouse.md", '@doc:"boathouse.md"', f"@doc:{hers['id']}", f'@doc:"x"~{hers["id"][-8:]}',
            "@persona:gardener", f"@persona:{made['id']}", f'@persona:"x"~{made["id"][-8:]}',
        ]  # fmt: skip
        answer = await eve.say(f"What do these say? {' '.join(named)}")
        trace = await eve.trace(answer)
        for text in (asked(model), str(trace)):
            assert "crowns" not in text
            assert KERNEL not in text
        told = block(trace, "mentions")
        assert told
        assert told["sources"] == []
        unknown = await eve.say("What does this say? @doc:nothing-at-all.md")
        alike = block(await eve.trace(unknown), "mentions")
        assert alike
        line = told["text"].splitlines()[1].replace("boathouse.md", "nothing-at-all.md")
        assert line == alike["text"].splitlines()[1], "theirs and nobody's are told alike"


async def test_one_that_was_shared_is_named_no_more_by_whoever_has_left(addresses: Addresses) -> None:
    model = ScriptedModel(says("Very well."))
    async with (
        serving(addresses, [model]) as served,
        served.person("root"),
        served.person("ada") as ada,
        served.person("max") as max_,
    ):
        org = await found_together(served, ada, max_)
        await bring(ada, LEASE, "boathouse.md", target="org")
        await work_off(served.parts)
        assert [one["label"] for one in await offered(max_, kinds="document")] == ["boathouse.md"]
        await max_.say("Sum up @doc:boathouse.md")
        assert "four hundred crowns" in asked(model)
        assert (await max_.http.post(f"/api/organizations/{org}/leave", json={})).is_success
        assert await offered(max_, kinds="document") == []
        await max_.say("Sum up @doc:boathouse.md")
        assert "four hundred crowns" not in asked(model)


async def test_two_of_one_name_are_told_apart(addresses: Addresses) -> None:
    model = ScriptedModel(says("Very well."))
    async with serving(addresses, [model]) as served, served.person() as ada:
        await bring(ada, LEASE, "a.md", title="Lease")
        await bring(ada, b"The other lease is for the mill.", "b.md", title="Lease")
        await work_off(served.parts)
        found = await offered(ada, "lease", kinds="document")
        assert len({one["mention"] for one in found}) == 2
        for one in found:
            await ada.say(f"Sum up {one['mention']}")
            told = asked(model)
            assert ("boathouse" in told) == (one["hint"] == "a.md")


async def test_an_address_with_an_at_and_an_unknown_name_are_plain_words(addresses: Addresses) -> None:
    model = ScriptedModel(says("Sent."))
    async with serving(addresses, [model]) as served, served.person() as ada:
        answer = await ada.say("Write to @nobody-at-all and ada@example.org")
        trace = await ada.trace(answer)
        assert block(trace, "mentions") is None
        assert trace["missing"] == []


async def test_a_kind_nobody_knows_is_refused_by_name(addresses: Addresses) -> None:
    async with serving(addresses, [ScriptedModel()]) as served, served.person() as ada:
        refused = await ada.http.get("/api/mentions", params={"kinds": "document,spell"})
        assert (refused.status_code, refused.json()["error"]["code"]) == (422, "unknown_mention_kind")
        assert "spell" in refused.text
        assert (await ada.http.get("/api/mentions", params={"limit": 0})).status_code == 422


async def test_another_chat_of_ones_own_is_told_by_what_was_said_there_last(addresses: Addresses) -> None:
    model = ScriptedModel(says("Very well."))
    async with (
        serving(addresses, [model]) as served,
        served.person("ada") as ada,
        served.person("eve") as eve,
    ):
        chat = ChatId(new_id())
        await ada.say("The heron nests behind the old mill", chat=chat)
        renamed = await ada.http.patch(f"/api/chats/{chat}", json={"title": "Herons"})
        assert renamed.is_success, renamed.text
        (item,) = await offered(ada, "heron", kinds="chat")
        assert (item["mention"], item["kind"]) == ("@chat:Herons", "chat")
        await ada.say("What did we say in @chat:Herons?", selectedPersonaId="eos-implementer", withoutMemory=False)
        assert "behind the old mill" in asked(model)
        trace = await ada.trace(await ada.say("Again, @chat:Herons?"))
        known = block(trace, "mentioned")
        assert known
        assert {source["type"] for source in known["sources"]} == {"message"}

        assert await offered(eve, "heron", kinds="chat") == []
        await eve.say(f'What was said in @chat:Herons and @chat:"x"~{str(chat)[-8:]}?')
        assert "old mill" not in asked(model)
        await ada.say("And in @chat:Herons?", selectedMemory="temporary")
        assert "old mill" not in asked(model), "a temporary chat is told nothing from elsewhere"


async def test_people_of_the_organization_are_offered_to_its_members_alone(addresses: Addresses) -> None:
    model = ScriptedModel(says("Max, a member."))
    async with (
        serving(addresses, [model]) as served,
        served.person("root"),
        served.person("ada") as ada,
        served.person("max") as max_,
        served.person("eve") as eve,
    ):
        await found_together(served, ada, max_)
        (item,) = await offered(ada, "max", kinds="person")
        assert (item["mention"], item["hint"]) == ("@person:Max", "member")
        await ada.say("Who is @person:Max?")
        assert "whose role there is member" in asked(model)
        assert await offered(eve, "max", kinds="person") == []
        await eve.say("Who is @person:Max?")
        assert "whose role" not in asked(model)
        assert "called so" in asked(model)


async def test_what_is_remembered_of_somebody_is_told_and_to_nobody_else(addresses: Addresses) -> None:
    model = ScriptedModel(says("Noted."))
    async with (
        serving(addresses, [model]) as served,
        served.person("ada") as ada,
        served.person("eve") as eve,
    ):
        await ada.say("My sister Ana plays the cello and lives in Porto.", chat=ChatId(new_id()))
        await work_off(served.parts)
        items = await offered(ada, "ana", kinds="memory")
        assert [one["mention"] for one in items] == ["@memory:Ana"]
        trace = await ada.trace(await ada.say("Tell me of @memory:Ana", selectedPersonaId="incident"))
        known = block(trace, "mentioned")
        assert known
        assert "Ana" in known["text"]
        assert {source["type"] for source in known["sources"]} == {"fact"}
        assert await offered(eve, "ana", kinds="memory") == []
        told = block(await eve.trace(await eve.say("Tell me of @memory:Ana")), "mentions")
        assert told
        assert "called so" in told["text"]


async def test_what_one_named_is_offered_first_the_next_time_and_to_nobody_else(addresses: Addresses) -> None:
    model = ScriptedModel(says("Very well."))
    async with (
        serving(addresses, [model]) as served,
        served.person("root"),
        served.person("ada") as ada,
        served.person("max") as max_,
    ):
        await found_together(served, ada, max_)
        for name in ("a.md", "b.md"):
            await bring(ada, LEASE + name.encode(), name, target="org")
        await work_off(served.parts)

        async def order(person: Person) -> list[str]:
            return [one["label"] for one in await offered(person, kinds="document")]

        before = await order(ada)
        assert await order(max_) == before
        await ada.say(f"Sum up @doc:{before[1]}")
        assert await order(ada) == before[::-1]
        assert await order(max_) == before, "what somebody else named is theirs to know"
