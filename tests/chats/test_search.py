"""Anything ever said is found by its words: by its owner, while it is there, at a price that does not grow."""

from __future__ import annotations

import statistics
import time
from collections.abc import Sequence
from itertools import count
from typing import Any
from uuid import UUID

import asyncpg
import pytest

from holdfast.chats.search import search_messages
from holdfast.core.db import Db
from holdfast.core.ids import ChatId, MessageId, SessionId, UserId, new_id
from holdfast.core.migrate import Addresses
from tests.chats.test_messages import talk
from tests.scripted import ScriptedModel, says
from tests.serving import Person, Served, serving

pytestmark = pytest.mark.anyio


def answers(*texts: str) -> list[ScriptedModel]:
    return [ScriptedModel(*(says(text) for text in texts), name="test:answers")]


async def find(person: Person, query: str, **more: Any) -> dict[str, Any]:
    response = await person.http.get("/api/chats/search", params={"query": query, **more})
    assert response.status_code == 200, response.text
    found: dict[str, Any] = response.json()
    return found


async def texts(person: Person, query: str) -> list[str]:
    return ["".join(p["text"] for p in one["passage"]) for one in (await find(person, query))["messages"]]


async def test_questions_and_answers_are_found_by_the_beginnings_of_their_words(addresses: Addresses) -> None:
    async with serving(addresses, answers("Cut the crown in **late winter**.")) as served, served.person() as ada:
        chat = new_id()
        await ada.say("When do I prune my Äpfelbaum?", chat=chat)
        [hit] = (await find(ada, "apfel PRUN"))["messages"]
        assert hit["chatId"] == str(chat)
        assert hit["role"] == "user"
        assert hit["chatTitle"]
        assert [piece["text"] for piece in hit["passage"] if piece["isHit"]] == ["prun", "Äpfel"]
        assert await texts(ada, "winter late") == ["Cut the crown in **late winter**."]
        assert await texts(ada, "winter summer") == []
        assert await texts(ada, "inter") == []


async def test_what_others_said_is_not_found(addresses: Addresses) -> None:
    async with serving(addresses, answers("I see.")) as served, served.person() as ada, served.person("bob") as bob:
        await ada.say("The harpsichord is mine")
        assert await texts(bob, "harpsichord") == []
        assert await texts(ada, "harpsichord") == ["The harpsichord is mine"]


async def test_deleted_and_forgotten_words_are_gone_at_once(addresses: Addresses, as_owner: asyncpg.Connection) -> None:
    async with serving(addresses, answers("I see.", "I see.")) as served, served.person() as ada:
        deleted, forgotten = new_id(), new_id()
        await ada.say("The heron came back", chat=deleted)
        await ada.say("The bittern came back", chat=forgotten)
        assert len(await texts(ada, "came")) == 2
        await ada.http.delete(f"/api/chats/{deleted}")
        await ada.http.delete(f"/api/chats/{forgotten}", params={"forget": True})
        assert await texts(ada, "came") == []
        assert await as_owner.fetchval("select count(*) from message_words") == 0


async def test_an_edited_message_is_found_in_every_version(addresses: Addresses) -> None:
    async with serving(addresses, answers("One.", "Two.")) as served, served.person() as ada:
        chat, first = new_id(), new_id()
        await ada.say("The red door", chat=chat, message=first)
        [old] = [one for one in await ada.messages(chat) if one["role"] == "user"]
        await ada.say("The green door", chat=chat, trigger="submit-message", messageId=old["id"])
        assert sorted(await texts(ada, "door")) == ["The green door", "The red door"]


async def test_pages_follow_each_other_without_a_gap(
    addresses: Addresses, db: Db, as_owner: asyncpg.Connection
) -> None:
    user, chat = UserId(new_id()), ChatId(new_id())
    await talk(as_owner, user, chat, SessionId(new_id()), 23)
    seen: list[MessageId] = []
    cursor, pages = None, 0
    while pages == 0 or cursor:
        page = await search_messages(db, user, "message", cursor=cursor, limit=10)
        seen += [one.message_id for one in page.messages]
        cursor, pages = page.next_cursor, pages + 1
    assert (pages, len(seen), len(set(seen))) == (3, 23, 23)


@pytest.mark.parametrize(
    ("params", "code"),
    [
        ({}, "invalid_request"),
        ({"query": ""}, "invalid_request"),
        ({"query": "…!"}, "nothing_to_search"),
        ({"query": "a"}, "nothing_to_search"),
        ({"query": "x" * 201}, "invalid_request"),
        ({"query": "pear", "limit": 51}, "invalid_request"),
        ({"query": "pear", "cursor": "nonsense"}, "bad_cursor"),
    ],
)
async def test_what_cannot_be_searched_for_is_refused(addresses: Addresses, params: dict[str, Any], code: str) -> None:
    async with serving(addresses, answers()) as served, served.person() as ada:
        refused = await ada.http.get("/api/chats/search", params=params)
        assert (refused.status_code, refused.json()["error"]["code"]) == (422, code)


@pytest.mark.parametrize("query", ["' & | ! :*", "it's (a) pear:*", "pear <-> tree", "\\pear", 'pear"; drop table'])
async def test_signs_that_mean_something_to_the_index_are_only_signs(addresses: Addresses, query: str) -> None:
    async with serving(addresses, answers("I see.")) as served, served.person() as ada:
        await ada.say("it's a pear tree; drop the table")
        response = await ada.http.get("/api/chats/search", params={"query": query})
        assert response.status_code in (200, 422), response.text


async def test_a_message_that_nothing_could_index_is_stored_all_the_same(addresses: Addresses) -> None:
    """One word of 50,000 letters, and more words than an index entry holds."""
    async with serving(addresses, answers("I see.", "I see.")) as served, served.person() as ada:
        long = await ada.say("x" * 30_000)
        many = await ada.say(" ".join(f"ä{n}" for n in range(6_000)))
        assert (long.status, many.status) == (200, 200)
        assert len(await texts(ada, "ä17")) == 1


async def test_signs_that_become_many_do_not_make_the_words_too_many_to_keep(as_owner: asyncpg.Connection) -> None:
    """One sign may stand for six letters of three bytes; a list of words ends at a megabyte."""
    words = ["".join("\u3316\u334d"[n >> place & 1] for place in range(10)) + "\u3316" * 102 for n in range(530)]
    said = " ".join(words)
    assert len(said) < 60_000
    await as_owner.execute("select message_words_of($1, $2)", new_id(), said)
    await as_owner.execute("select message_query($1, $2)", new_id(), said)


async def test_a_chat_is_found_by_its_title_too(addresses: Addresses) -> None:
    async with serving(addresses, answers("I see.")) as served, served.person() as ada:
        chat = new_id()
        await ada.say("hello", chat=chat)
        await ada.http.patch(f"/api/chats/{chat}", json={"title": "Crème brûlée, 100%"})
        assert [one["id"] for one in (await find(ada, "brul creme"))["chats"]] == [str(chat)]


async def test_a_message_is_found_by_its_id_wherever_it_was_said(addresses: Addresses) -> None:
    async with serving(addresses, answers("I see.")) as served, served.person() as ada, served.person("bob") as bob:
        chat, message = new_id(), new_id()
        await ada.say("The harpsichord is mine", chat=chat, message=message)
        said = (await ada.http.get(f"/api/chats/messages/{message}")).json()
        assert (said["chatId"], said["text"], said["role"]) == (str(chat), "The harpsichord is mine", "user")
        assert (await bob.http.get(f"/api/chats/messages/{message}")).status_code == 404
        await ada.http.delete(f"/api/chats/{chat}")
        assert (await ada.http.get(f"/api/chats/messages/{message}")).status_code == 404


async def around(served: Served, person: Person, chat: UUID, message: str, limit: int) -> Any:
    return await person.http.get("/api/chats/messages", params={"chatId": str(chat), "around": message, "limit": limit})


async def test_a_message_far_back_is_read_with_what_stands_around_it(addresses: Addresses) -> None:
    async with serving(addresses, answers(*(f"Answer {n}." for n in range(12)))) as served, served.person() as ada:
        chat = new_id()
        for n in range(12):
            await ada.say(f"Question {n}", chat=chat)
        all_ids = [one["id"] for one in await ada.messages(chat)]
        found = (await around(served, ada, chat, all_ids[6], 8)).json()
        assert [one["id"] for one in found["messages"]] == all_ids[3:11]
        assert (found["hasMore"], found["hasLater"]) == (True, True)
        last = (await around(served, ada, chat, all_ids[-1], 8)).json()
        assert [one["id"] for one in last["messages"]] == all_ids[-8:]
        assert (last["hasMore"], last["hasLater"]) == (True, False)
        unknown = await around(served, ada, chat, str(new_id()), 8)
        assert (unknown.status_code, unknown.json()["error"]["code"]) == (404, "unknown_message")
        both = {"chatId": str(chat), "around": all_ids[0], "before": all_ids[0]}
        assert (await ada.http.get("/api/chats/messages", params=both)).status_code == 422


async def test_a_message_of_another_version_says_so(addresses: Addresses) -> None:
    async with serving(addresses, answers("One.", "Two.")) as served, served.person() as ada:
        chat = new_id()
        await ada.say("The red door", chat=chat)
        [old, _] = await ada.messages(chat)
        await ada.say("The green door", chat=chat, trigger="submit-message", messageId=old["id"])
        hidden = await around(served, ada, chat, old["id"], 8)
        assert (hidden.status_code, hidden.json()["error"]["code"]) == (404, "message_not_in_view")
        await ada.http.patch(f"/api/chats/{chat}", json={"headMessageId": old["id"]})
        assert (await around(served, ada, chat, old["id"], 8)).status_code == 200


async def plant(rows: asyncpg.Connection, user: UserId, messages: int, words: Sequence[str]) -> None:
    """So many messages of one person, each with these words and a number of its own."""
    chat = ChatId(new_id())
    await rows.execute("insert into users (id, name) values ($1, 'A') on conflict do nothing", user)
    await rows.execute("insert into chats (id, user_id, persona_id, title) values ($1, $2, 'sophie', 'T')", chat, user)
    await rows.execute(
        """
        insert into messages (chat_id, id, user_id, turn_id, role, parts, status, tokens, created_at)
        select $1, gen_random_uuid(), $2, gen_random_uuid(), 'user',
               jsonb_build_array(jsonb_build_object('type', 'text', 'text', $3 || ' number' || n)), 'complete', 1,
               now() - make_interval(secs => n)
          from generate_series(1, $4) n
        """,
        chat, user, " ".join(words), messages,
    )  # fmt: skip


async def test_a_search_costs_what_it_finds_and_not_what_was_ever_said(db: Db, as_owner: asyncpg.Connection) -> None:
    """Twenty times as much said, by the same person and by others: a rare word is found in about the same time."""
    users = [UserId(new_id()) for _ in range(2)]
    plain = ["the", "weather", "was", "fine", "and", "we", "went", "out"]
    for user, size in zip(users, (400, 8000), strict=True):
        await plant(as_owner, user, size, plain)
        await plant(as_owner, user, 5, [*plain, "zeppelin"])
    await as_owner.execute("analyze message_words, messages, chats")

    async def once(user: UserId) -> float:
        start = time.perf_counter()
        page = await search_messages(db, user, "zeppelin weather", cursor=None, limit=20)
        assert len(page.messages) == 5
        return time.perf_counter() - start

    took: dict[UserId, list[float]] = {user: [] for user in users}
    for turn in count():
        for user in users:
            took[user].append(await once(user))
        if turn == 30:
            break
    small, large = (statistics.median(took[user]) for user in users)
    print(f"\na rare word: {small * 1000:.1f} ms among 400 messages, {large * 1000:.1f} ms among 8000")
    assert large < 5 * small


async def test_the_index_is_what_finds(as_owner: asyncpg.Connection) -> None:
    user = UserId(new_id())
    await plant(as_owner, user, 5000, ["fine", "weather"])
    await as_owner.execute("analyze message_words")
    plan = await as_owner.fetch(
        "explain select from message_words w where w.user_id = $1 and w.words @@ message_query($1, 'number77')", user
    )
    told = "\n".join(row[0] for row in plan)
    assert "message_words_found" in told, told
