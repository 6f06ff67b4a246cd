"""Chats pinned, archived, put in folders, forked and taken away: over HTTP, as people and as strangers to them."""

from __future__ import annotations

from typing import Any
from uuid import UUID

import asyncpg
import pytest

from holdfast.chats.folders import MAX_FOLDERS
from holdfast.core.ids import new_id
from holdfast.core.migrate import Addresses
from holdfast.web.routes.chats_in_order import FORKS
from tests.architecture.belongings import upload
from tests.architecture.catalogue import mentions_of
from tests.scripted import ScriptedModel, says
from tests.serving import Person, chat_body, serving
from tests.working import work_off

pytestmark = pytest.mark.anyio


def answering() -> ScriptedModel:
    return ScriptedModel(says("So it is."))


async def begin(person: Person, *texts: str) -> UUID:
    chat = new_id()
    for text in texts:
        await person.say(text, chat=chat)
    return chat


async def listed(person: Person, **which: str) -> list[str]:
    answer = await person.http.get("/api/chats", params=which)
    assert answer.status_code == 200, answer.text
    return [chat["id"] for chat in answer.json()["chats"]]


async def patch(person: Person, chat: UUID, **change: Any) -> dict[str, Any]:
    answer = await person.http.patch(f"/api/chats/{chat}", json=change)
    assert answer.status_code == 200, answer.text
    changed: dict[str, Any] = answer.json()
    return changed


async def test_a_chat_is_pinned_archived_and_put_in_a_folder_and_each_list_shows_its_own(addresses: Addresses) -> None:
    async with serving(addresses, [answering()]) as served, served.person("ada") as ada:
        garden, taxes, letters = [await begin(ada, text) for text in ("The garden", "The taxes", "The letters")]
        assert (await patch(ada, garden, isPinned=True))["isPinned"]
        assert (await patch(ada, taxes, isArchived=True, folder="  Money \n matters "))["folder"] == "Money matters"
        await patch(ada, letters, folder="Home")

        assert await listed(ada) == [str(letters), str(garden)]
        assert await listed(ada, shelf="pinned") == [str(garden)]
        assert await listed(ada, shelf="archived") == [str(taxes)]
        assert await listed(ada, folder="Home") == [str(letters)]
        assert await listed(ada, shelf="archived", folder="Home") == []
        assert (await ada.http.get("/api/chats/folders")).json()["folders"] == [
            {"name": "Home", "chats": 1, "archived": 0},
            {"name": "Money matters", "chats": 1, "archived": 1},
        ]

        renamed = await patch(ada, letters, title="All letters")
        assert (renamed["folder"], renamed["isPinned"]) == ("Home", False), "what is not named stays as it is"
        assert (await patch(ada, letters, folder=None))["folder"] is None
        back = await patch(ada, taxes, isArchived=False)
        assert (back["isArchived"], back["folder"]) == (False, "Money matters")
        assert len(await listed(ada)) == 3


async def test_a_list_of_pinned_chats_goes_on_page_by_page(addresses: Addresses) -> None:
    async with serving(addresses, [answering()]) as served, served.person("ada") as ada:
        chats = [await begin(ada, f"Number {n}") for n in range(5)]
        for chat in chats[:3]:
            await patch(ada, chat, isPinned=True)
        first = (await ada.http.get("/api/chats", params={"shelf": "pinned", "limit": 2})).json()
        rest = (await ada.http.get("/api/chats", params={"shelf": "pinned", "cursor": first["nextCursor"]})).json()
        found = [chat["id"] for chat in first["chats"] + rest["chats"]]
        assert found == [str(chat) for chat in reversed(chats[:3])]
        assert rest["nextCursor"] is None


async def test_several_are_put_in_order_at_once_and_nobody_elses_is_touched(addresses: Addresses) -> None:
    async with serving(addresses, [answering()]) as served, served.person("ada") as ada, served.person("eve") as eve:
        hers = [await begin(ada, f"Number {n}") for n in range(3)]
        ids = [str(chat) for chat in (*hers, new_id())]
        done = await eve.http.post("/api/chats/bulk", json={"chatIds": ids, "isArchived": True})
        assert done.json() == {"changed": 0}
        done = await ada.http.post("/api/chats/bulk", json={"chatIds": ids, "folder": "Old", "isArchived": True})
        assert done.json() == {"changed": 3}
        assert len(await listed(ada, shelf="archived", folder="Old")) == 3
        assert (await eve.http.post("/api/chats/bulk-delete", json={"chatIds": ids})).json()["deleted"] == 0
        assert len(await listed(ada, shelf="archived")) == 3


@pytest.mark.parametrize(
    "body",
    [
        {"chatIds": []},
        {"chatIds": ["x"], "isPinned": True},
        {"chatIds": [str(new_id())]},
        {"chatIds": [str(new_id()) for _ in range(201)], "isPinned": True},
        {"chatIds": [str(new_id())], "folder": "x" * 61},
        {"chatIds": [str(new_id())], "folder": "a\0b"},
        {"chatIds": [str(new_id())], "title": "One for all"},
    ],
)
async def test_what_cannot_be_meant_is_refused(addresses: Addresses, body: dict[str, Any]) -> None:
    async with serving(addresses, [answering()]) as served, served.person("ada") as ada:
        assert (await ada.http.post("/api/chats/bulk", json=body)).status_code in (400, 422)


async def test_several_are_deleted_and_forgotten_with_one_receipt(
    addresses: Addresses, as_owner: asyncpg.Connection
) -> None:
    async with serving(addresses, [ScriptedModel(says("Good."), is_demo=True)]) as served, served.person("ada") as ada:
        chats = [
            await begin(ada, "I live in Quaggaharbour."),
            await begin(ada, "I work as a baker in Quaggaharbour."),
            await begin(ada, "I am allergic to peanuts."),
        ]
        await work_off(served.parts)
        assert await mentions_of(as_owner, "quaggaharbour")
        body = {"chatIds": [str(chat) for chat in chats[:2]], "forget": True}
        removed = (await ada.http.post("/api/chats/bulk-delete", json=body)).json()
        assert removed["deleted"] == 2
        receipt = removed["receipt"]
        assert (await ada.http.get(f"/memory/receipts/{receipt['id']}/verify")).json()["valid"]
        await work_off(served.parts)
        assert await mentions_of(as_owner, "quaggaharbour") == []
        assert await listed(ada) == [str(chats[2])]
        assert "peanuts" in (await ada.http.get("/memory/facts")).text


async def test_one_goes_on_from_a_message_in_a_fork_and_the_chat_it_came_from_stays(addresses: Addresses) -> None:
    model = answering()
    async with serving(addresses, [model]) as served, served.person("ada") as ada:
        chat = await begin(ada, "First.", "Second.", "Third.")
        said = await ada.messages(chat)
        answer = await ada.http.post(f"/api/chats/{chat}/fork", json={"messageId": said[3]["id"]})
        assert answer.status_code == 201, answer.text
        copy = answer.json()
        copied = await ada.messages(UUID(copy["id"]))
        assert [one["parts"] for one in copied] == [one["parts"] for one in said[:4]]
        assert {one["id"] for one in copied}.isdisjoint(one["id"] for one in said)
        assert (await ada.http.get(f"/api/turns/{copied[1]['turnId']}/trace")).status_code == 200

        await ada.say("And otherwise?", chat=UUID(copy["id"]))
        assert "Second." in str(model.calls[-1][0])
        assert "Third." not in str(model.calls[-1][0])
        assert len(await ada.messages(chat)) == 6
        assert (await ada.http.post(f"/api/chats/{chat}/fork", json={"messageId": str(new_id())})).status_code == 404


async def test_a_fork_teaches_nothing_a_second_time(addresses: Addresses, as_owner: asyncpg.Connection) -> None:
    async with serving(addresses, [ScriptedModel(says("Good."), is_demo=True)]) as served, served.person("ada") as ada:
        chat = await begin(ada, "I am allergic to peanuts.")
        await work_off(served.parts)
        told = await as_owner.fetchval("select count(*) from episodes")
        await ada.http.post(f"/api/chats/{chat}/fork", json={})
        await work_off(served.parts)
        assert await as_owner.fetchval("select count(*) from episodes") == told


async def test_somebody_elses_shared_chat_is_gone_on_with_in_ones_own_without_their_files(addresses: Addresses) -> None:
    model = ScriptedModel(says("A pixel."), sees_images=True)
    async with serving(addresses, [model]) as served, served.person("ada") as ada, served.person("eve") as eve:
        blob = await upload(ada.http)
        body = chat_body("What is this?")
        body["message"]["parts"].append({"type": "file", "blobId": str(blob), "mediaType": "image/png"})
        assert (await ada.http.post("/api/chat", json=body)).status_code == 200
        chat = UUID(body["id"])
        assert (await eve.http.post(f"/api/chats/{chat}/fork", json={})).status_code == 403
        await patch(ada, chat, visibility="public")
        copy = (await eve.http.post(f"/api/chats/{chat}/fork", json={})).json()
        assert copy["visibility"] == "private"
        copied = await eve.messages(UUID(copy["id"]))
        assert [[part["type"] for part in one["parts"]] for one in copied] == [["text"], ["text"]]
        assert str(blob) not in str(copied)
        hers = {one["turnId"] for one in await ada.messages(chat)}
        assert hers.isdisjoint(one["turnId"] for one in copied)
        await eve.say("Go on.", chat=UUID(copy["id"]))
        assert len(await ada.messages(chat)) == 2


async def test_a_chat_is_taken_away_as_markdown_and_as_json_whole(addresses: Addresses) -> None:
    async with serving(addresses, [answering()]) as served, served.person("ada") as ada, served.person("eve") as eve:
        chat = await begin(ada, *(f"Question number {n}" for n in range(3)))
        await patch(ada, chat, title='A "title" with\nlines/and ünïcode')
        text = await ada.http.get(f"/api/chats/{chat}/export")
        assert text.headers["content-type"].startswith("text/markdown")
        name = text.headers["content-disposition"]
        assert name == 'attachment; filename="a-title-with-lines-and-n-code.md"'
        assert text.text.startswith('# A "title" with lines/and ünïcode\n')
        assert text.text.count("So it is.") == 3
        whole = (await ada.http.get(f"/api/chats/{chat}/export", params={"format": "json"})).json()
        assert [one["role"] for one in whole["messages"]] == ["user", "assistant"] * 3
        assert (await eve.http.get(f"/api/chats/{chat}/export")).status_code == 403
        assert (await ada.http.get(f"/api/chats/{chat}/export", params={"format": "exe"})).status_code == 422


async def test_a_long_chat_is_taken_away_from_its_first_message_on(
    addresses: Addresses, as_owner: asyncpg.Connection
) -> None:
    async with serving(addresses, [answering()]) as served, served.person("ada") as ada:
        chat = await begin(ada, "The very first.")
        await as_owner.execute(
            """
            with recursive long as (
              select 1 as n, (select head_id from chats where id = $1) as parent, gen_random_uuid() as id
              union all
              select n + 1, id, gen_random_uuid() from long where n < 450
            ), added as (
              insert into messages (chat_id, id, user_id, parent_id, turn_id, role, parts, status, tokens)
              select $1, long.id, c.user_id, long.parent, gen_random_uuid(), 'user',
                     jsonb_build_array(jsonb_build_object('type', 'text', 'text', 'line ' || n)), 'complete', 1
                from long join chats c on c.id = $1 order by n returning id, seq
            )
            update chats set head_id = (select id from added order by seq desc limit 1) where id = $1
            """,
            chat,
        )
        text = (await ada.http.get(f"/api/chats/{chat}/export")).text
        assert text.index("The very first.") < text.index("line 1\n") < text.index("line 450")


async def fill(as_owner: asyncpg.Connection, chat: UUID, messages: int, megabytes: int) -> None:
    """So many more in one line, each so large."""
    await as_owner.execute(
        """
        with recursive long as (
          select 1 as n, (select head_id from chats where id = $1) as parent, gen_random_uuid() as id
          union all
          select n + 1, id, gen_random_uuid() from long where n < $2
        ), added as (
          insert into messages (chat_id, id, user_id, parent_id, turn_id, role, parts, status, tokens)
          select $1, long.id, c.user_id, long.parent, gen_random_uuid(), 'user',
                 jsonb_build_array(jsonb_build_object('type', 'text', 'text', repeat('x', $3 * 1000000))), 'complete', 1
            from long join chats c on c.id = $1 order by n returning id, seq
        )
        update chats set head_id = (select id from added order by seq desc limit 1) where id = $1
        """,
        chat, messages, megabytes,
    )  # fmt: skip


async def test_a_fork_is_so_large_and_there_are_so_many_a_day(
    addresses: Addresses, as_owner: asyncpg.Connection
) -> None:
    """Who has few messages a day could make many of them by copying, and fill the disk."""
    async with serving(addresses, [answering()]) as served, served.person("ada") as ada, served.person("eve") as eve:
        chat = await begin(ada, "The first.")
        for _ in range(FORKS.times):
            assert (await ada.http.post(f"/api/chats/{chat}/fork", json={})).status_code == 201
        refused = await ada.http.post(f"/api/chats/{chat}/fork", json={})
        assert (refused.status_code, "retry-after" in refused.headers) == (429, True)
        other = await begin(eve, "The first.")
        await fill(as_owner, other, 9, 1)
        refused = await eve.http.post(f"/api/chats/{other}/fork", json={})
        assert (refused.status_code, refused.json()["error"]["code"]) == (422, "chat_too_long")


async def test_what_is_taken_away_at_once_is_so_large(addresses: Addresses, as_owner: asyncpg.Connection) -> None:
    async with serving(addresses, [answering()]) as served, served.person("ada") as ada:
        chat = await begin(ada, "The first.")
        await fill(as_owner, chat, 9, 1)
        assert len((await ada.http.get(f"/api/chats/{chat}/export")).content) > 9_000_000
        await fill(as_owner, chat, 30, 1)
        refused = await ada.http.get(f"/api/chats/{chat}/export", params={"format": "json"})
        assert (refused.status_code, refused.json()["error"]["code"]) == (422, "chat_too_long")


async def folders_of(person: Person) -> dict[str, int]:
    found = (await person.http.get("/api/chats/folders")).json()["folders"]
    return {folder["name"]: folder["chats"] for folder in found}


async def test_a_folder_is_made_renamed_and_given_up_and_its_chats_stay(addresses: Addresses) -> None:
    async with serving(addresses, [answering()]) as served, served.person("ada") as ada, served.person("eve") as eve:
        made = await ada.http.post("/api/chats/folders", json={"name": "  Letters \n home "})
        assert (made.status_code, made.json()) == (201, {"name": "Letters home", "chats": 0, "archived": 0})
        chat = await begin(ada, "Dear Ana")
        await patch(ada, chat, folder="Letters home")
        assert await folders_of(ada) == {"Letters home": 1}
        assert await folders_of(eve) == {}

        renamed = await ada.http.patch("/api/chats/folders", json={"name": "Letters home", "newName": "Post"})
        assert renamed.json() == {"name": "Post", "chats": 1, "archived": 0}
        assert await listed(ada, folder="Post") == [str(chat)]
        await patch(ada, chat, folder=None)
        assert await folders_of(ada) == {"Post": 0}, "an empty folder stays"
        await patch(ada, chat, folder="Post")

        for change in (
            eve.http.patch("/api/chats/folders", json={"name": "Post", "newName": "Mine"}),
            eve.http.delete("/api/chats/folders", params={"name": "Post"}),
            ada.http.patch("/api/chats/folders", json={"name": "Unknown", "newName": "Known"}),
        ):
            refused = await change
            assert (refused.status_code, refused.json()["error"]["code"]) == (404, "unknown_folder")
        assert (await ada.http.delete("/api/chats/folders", params={"name": "Post"})).status_code == 204
        assert await folders_of(ada) == {}
        assert await listed(ada) == [str(chat)]


async def test_a_folder_that_takes_the_name_of_another_becomes_one_with_it(addresses: Addresses) -> None:
    async with serving(addresses, [answering()]) as served, served.person("ada") as ada:
        for name in ("Home", "House"):
            await patch(ada, await begin(ada, name), folder=name)
        merged = await ada.http.patch("/api/chats/folders", json={"name": "House", "newName": "Home"})
        assert merged.json()["chats"] == 2
        assert await folders_of(ada) == {"Home": 2}


@pytest.mark.parametrize("name", ["", "   ", "x" * 61, "a\0b", None])
async def test_a_folder_has_a_name_that_can_be_read(addresses: Addresses, name: str | None) -> None:
    async with serving(addresses, [answering()]) as served, served.person("ada") as ada:
        assert (await ada.http.post("/api/chats/folders", json={"name": name})).status_code in (400, 422)


async def test_there_are_so_many_folders(addresses: Addresses, as_owner: asyncpg.Connection) -> None:
    async with serving(addresses, [answering()]) as served, served.person("ada") as ada:
        await as_owner.execute(
            "insert into chat_folders (user_id, name) select $1, 'Folder ' || n from generate_series(1, $2) n",
            ada.id, MAX_FOLDERS,
        )  # fmt: skip
        chat = await begin(ada, "One")
        for refused in (
            await ada.http.post("/api/chats/folders", json={"name": "One more"}),
            await ada.http.patch(f"/api/chats/{chat}", json={"folder": "One more"}),
        ):
            assert (refused.status_code, refused.json()["error"]["code"]) == (409, "too_many_folders")
        assert (await patch(ada, chat, folder="Folder 7"))["folder"] == "Folder 7"


async def test_whoever_goes_on_with_an_archived_chat_has_it_back(addresses: Addresses) -> None:
    async with serving(addresses, [answering()]) as served, served.person("ada") as ada:
        chat = await begin(ada, "The garden")
        await patch(ada, chat, isArchived=True)
        assert await listed(ada) == []
        await ada.say("And the hedge?", chat=chat)
        assert await listed(ada) == [str(chat)]


async def test_with_a_companion_there_is_one_lasting_chat_the_first_that_is_still_there(addresses: Addresses) -> None:
    async def lasting() -> list[tuple[str, str | None]]:
        found = (await ada.http.get("/api/chats/companions")).json()["companions"]
        return [(one["personaId"], one["chat"] and one["chat"]["id"]) for one in found]

    async with serving(addresses, [answering()]) as served, served.person("ada") as ada, served.person("eve") as eve:
        assert await lasting() == [("sophie", None)]
        await eve.say("Hello", selectedPersonaId="sophie")
        await ada.say("In passing", selectedPersonaId="sophie", selectedMemory="temporary")
        assert await lasting() == [("sophie", None)], "somebody else's is not mine, and a temporary one does not last"
        first, second = new_id(), new_id()
        for chat in (first, second):
            await ada.say("Hello", chat=chat, selectedPersonaId="sophie")
        copy = (await ada.http.post(f"/api/chats/{first}/fork", json={})).json()["id"]
        await patch(ada, first, isArchived=True)
        assert await lasting() == [("sophie", str(first))]
        await ada.http.delete(f"/api/chats/{first}")
        assert await lasting() == [("sophie", str(second))]
        await ada.http.delete(f"/api/chats/{second}")
        assert await lasting() == [("sophie", copy)]


async def test_what_forgetting_several_would_take_is_counted_together(addresses: Addresses) -> None:
    """A fact that rests on two of them goes with both, and with neither alone."""
    async with (
        serving(addresses, [ScriptedModel(says("Good."), is_demo=True)]) as served,
        served.person("ada") as ada,
        served.person("eve") as eve,
    ):
        chats = [await begin(ada, "I am allergic to peanuts."), await begin(ada, "I am allergic to peanuts.")]
        await work_off(served.parts)

        async def facts(person: Person, **wish: Any) -> int:
            answer = await person.http.post("/memory/forget/count", json=wish)
            assert answer.status_code == 200, answer.text
            return int(answer.json()["counts"].get("facts", 0))

        ids = [str(chat) for chat in chats]
        alone = [await facts(ada, chatId=one) for one in ids]
        assert await facts(ada, chatIds=ids) > sum(alone)
        assert await facts(eve, chatIds=ids) == 0
        told = await eve.http.post("/memory/forget", json={"chatIds": ids})
        assert (told.status_code, told.json()["error"]["code"]) == (404, "unknown_chat")
        receipt = await ada.http.post("/memory/forget", json={"chatIds": ids})
        assert receipt.json()["verified"], receipt.text
        assert await listed(ada) == []


async def test_what_is_forgotten_is_gone_from_copies_too(addresses: Addresses, as_owner: asyncpg.Connection) -> None:
    async with serving(addresses, [ScriptedModel(says("Good."), is_demo=True)]) as served, served.person("ada") as ada:
        chat = await begin(ada, "I work as a baker in Quaggaharbour.", "What is the capital of Norway?")
        await work_off(served.parts)
        copy = (await ada.http.post(f"/api/chats/{chat}/fork", json={})).json()["id"]
        assert "Quaggaharbour" in str(await ada.messages(copy))
        forgotten = await ada.http.post("/memory/forget", json={"query": "Quaggaharbour"})
        assert forgotten.json()["verified"], forgotten.text
        assert [message["parts"][0]["text"] for message in await ada.messages(copy)][-2:] == [
            "What is the capital of Norway?",
            "Good.",
        ]
        await work_off(served.parts)
        assert await mentions_of(as_owner, "quaggaharbour") == []
