"""A turn over HTTP: what is validated, what is stored, what is told."""

from __future__ import annotations

import asyncio
import io
import json
from typing import Any
from uuid import UUID

import asyncpg
import pytest
from PIL import Image as PillowImage

from holdfast.chats.sessions import close_idle_sessions
from holdfast.core.ids import new_id
from holdfast.core.migrate import Addresses
from holdfast.models.failures import failed
from holdfast.models.types import Done, Failure, Image, TextDelta, TokenUsage
from tests.scripted import ScriptedModel, says
from tests.serving import Person, chat_body, read_events, serving
from tests.waiting import HANGS_SECONDS

pytestmark = pytest.mark.anyio


async def test_a_message_is_answered_streamed_and_stored(addresses: Addresses) -> None:
    model = ScriptedModel(says("Hel", "lo ", "Ada."))
    async with serving(addresses, [model]) as served, served.person() as ada:
        chat = new_id()
        answer = await ada.say("Who am I?", chat=chat)
        assert answer.status == 200
        assert answer.headers["x-vercel-ai-ui-message-stream"] == "v1"
        assert answer.text == "Hello Ada."
        assert answer.kinds[0] == "start"
        assert answer.kinds[-1] == "finish"
        assert answer.seqs == list(range(len(answer.parts)))
        assert answer.is_done
        told = await ada.messages(chat)
        assert [(one["role"], one["status"], one["parts"][0]["text"]) for one in told] == [
            ("user", "complete", "Who am I?"),
            ("assistant", "complete", "Hello Ada."),
        ]
        assert told[1]["turnId"] == answer.headers["x-holdfast-turn-id"]


async def test_every_field_of_the_contract_is_taken(addresses: Addresses) -> None:
    async with serving(addresses, [ScriptedModel()]) as served, served.person() as ada:
        answer = await ada.say(
            "Hello",
            selectedPersonaId="sophie",
            selectedProfileId=None,
            selectedModel="test:scripted",
            selectedVisibility="private",
            selectedResearchMode="off",
            composerDocumentId=None,
            trigger="submit-message",
        )
        assert answer.status == 200


@pytest.mark.parametrize(
    ("change", "status"),
    [
        ({"id": None}, 422),
        ({"id": "not-a-uuid"}, 422),
        ({"message": None}, 422),
        ({"message": {"id": str(new_id()), "role": "assistant", "parts": [{"type": "text", "text": "x"}]}}, 422),
        ({"message": {"id": str(new_id()), "role": "system", "parts": [{"type": "text", "text": "x"}]}}, 422),
        ({"message": {"id": str(new_id()), "role": "user", "parts": []}}, 422),
        (
            {
                "message": {
                    "id": str(new_id()),
                    "role": "user",
                    "parts": [{"type": "file", "url": "https://example.org/x.png"}],
                }
            },
            422,
        ),
        ({"message": {"id": str(new_id()), "role": "user", "parts": [{"type": "file", "blobId": str(new_id())}]}}, 404),
        ({"message": {"id": str(new_id()), "role": "user", "parts": [{"type": "text", "text": "   "}]}}, 422),
        ({"userId": str(new_id())}, 422),
        ({"messages": []}, 422),
        ({"selectedPersonaId": "nobody"}, 404),
        ({"selectedModel": "openai:none"}, 404),
        ({"trigger": "something-else"}, 422),
        ({"selectedResearchMode": "nexus"}, 503),
    ],
)
async def test_what_does_not_fit_the_contract_is_refused_and_stores_nothing(
    addresses: Addresses, as_owner: asyncpg.Connection, change: dict[str, object], status: int
) -> None:
    model = ScriptedModel()
    async with serving(addresses, [model]) as served, served.person() as ada:
        response = await ada.http.post("/api/chat", json={**chat_body("hello"), **change})
        assert response.status_code == status, response.text
        assert set(response.json()["error"]) == {"code", "message", "category", "severity", "retryable", "details"}
    assert model.calls == []
    assert await as_owner.fetchval("select count(*) from chats") == 0


@pytest.mark.parametrize(
    ("body", "status"),
    [
        (b"", 400),
        (b"{", 400),
        (b"[]", 422),
        (b"null", 422),
        (b'"x"', 422),
        (b'{"id": NaN}', 400),
        (b'{"id": "a", "id": "b"}', 400),
        (b'{"id": "\\ud800"}', 400),
        (b'{"id": "\\u0000"}', 400),
        (b"[" * 100_000, 400),
        (b'{"id": ' + b"9" * 100_000 + b"}", 400),
        (b"\xff\xfe", 400),
        (b'{"id": "' + b"x" * 5_000_000 + b'"}', 413),
    ],
    ids=[
        "empty",
        "cut",
        "list",
        "null",
        "string",
        "nan",
        "doubled",
        "surrogate",
        "nul",
        "deep",
        "huge number",
        "not utf-8",
        "5 MB",
    ],
)
async def test_odd_bodies_are_refused_quickly(addresses: Addresses, body: bytes, status: int) -> None:
    async with serving(addresses, [ScriptedModel()]) as served, served.person() as ada:
        async with asyncio.timeout(HANGS_SECONDS):
            response = await ada.http.post("/api/chat", content=body, headers={"content-type": "application/json"})
        assert response.status_code == status, response.text
        assert "error" in response.json()


@pytest.mark.parametrize("kind", ["application/x-www-form-urlencoded", "text/plain;charset=UTF-8", ""])
async def test_json_under_another_name_is_told_what_is_wrong_with_it(addresses: Addresses, kind: str) -> None:
    async with serving(addresses, [ScriptedModel()]) as served, served.person() as ada:
        sent = json.dumps(chat_body("hello")).encode()
        response = await ada.http.post("/api/chat", content=sent, headers={"content-type": kind})
        assert (response.status_code, response.json()["error"]["code"]) == (422, "invalid_request")
        assert "content-type: application/json" in response.json()["error"]["message"]


async def test_a_stranger_gets_401_and_nothing_happens(addresses: Addresses, as_owner: asyncpg.Connection) -> None:
    model = ScriptedModel()
    async with serving(addresses, [model]) as served, served.stranger() as nobody:
        response = await nobody.post("/api/chat", json=chat_body("hello"))
        assert response.status_code == 401
    assert model.calls == []
    assert await as_owner.fetchval("select count(*) from chats") == 0


async def test_someone_elses_chat_is_403_for_every_verb_and_stays_as_it_was(addresses: Addresses) -> None:
    model = ScriptedModel()
    async with serving(addresses, [model]) as served, served.person("ada") as ada, served.person("eve") as eve:
        chat = new_id()
        answer = await ada.say("My secret", chat=chat)
        before = await ada.messages(chat)
        calls = len(model.calls)
        turn = answer.headers["x-holdfast-turn-id"]
        tries = [
            eve.http.post("/api/chat", json=chat_body("hi", chat=chat)),
            eve.http.post("/api/chat", json={"id": str(chat), "trigger": "regenerate-message"}),
            eve.http.get("/api/chat", params={"chatId": str(chat)}),
            eve.http.get(f"/api/chat/{chat}/stream"),
            eve.http.post(f"/api/chat/{chat}/stop"),
            eve.http.get("/api/chats/messages", params={"chatId": str(chat)}),
            eve.http.patch(f"/api/chats/{chat}", json={"title": "mine"}),
            eve.http.delete(f"/api/chats/{chat}"),
            eve.http.put(f"/api/chats/{chat}/messages/{before[1]['id']}/feedback", json={"rating": "up"}),
            eve.http.get(f"/api/turns/{turn}/trace"),
        ]
        statuses = [(await one).status_code for one in tries]
        assert statuses[0] == 403
        assert set(statuses) <= {403, 404}
        assert len(model.calls) == calls
        assert await ada.messages(chat) == before


async def test_an_unknown_chat_is_404(addresses: Addresses) -> None:
    async with serving(addresses, [ScriptedModel()]) as served, served.person() as ada:
        chat = new_id()
        assert (await ada.http.get("/api/chat", params={"chatId": str(chat)})).status_code == 404
        assert (await ada.http.get(f"/api/chat/{chat}/stream")).status_code == 404
        assert (await ada.http.post(f"/api/chat/{chat}/stop")).status_code == 404
        assert (await ada.http.get("/api/chats/messages", params={"chatId": str(chat)})).status_code == 404
        again = await ada.http.post("/api/chat", json={"id": str(chat), "trigger": "regenerate-message"})
        assert again.status_code == 404


async def test_a_public_chat_can_be_read_by_any_signed_in_person_and_changed_by_none(addresses: Addresses) -> None:
    async with (
        serving(addresses, [ScriptedModel()]) as served,
        served.person("ada") as ada,
        served.person("bob") as bob,
    ):
        chat = new_id()
        await ada.say("Look at this", chat=chat, selectedVisibility="public")
        assert len(await bob.messages(chat)) == 2
        assert (await bob.http.get("/api/chat", params={"chatId": str(chat)})).status_code == 204
        assert (await bob.http.post("/api/chat", json=chat_body("hi", chat=chat))).status_code == 403
        assert (await bob.http.patch(f"/api/chats/{chat}", json={"visibility": "private"})).status_code == 403
        async with served.stranger() as nobody:
            assert (await nobody.get("/api/chats/messages", params={"chatId": str(chat)})).status_code == 401
        await ada.http.patch(f"/api/chats/{chat}", json={"visibility": "private"})
        assert (await bob.http.get("/api/chats/messages", params={"chatId": str(chat)})).status_code == 403


async def test_a_new_chat_is_named_after_its_first_words_and_then_by_the_model(addresses: Addresses) -> None:
    async with serving(addresses, [ScriptedModel()]) as served, served.person() as ada:
        await ada.say("How do I   prune an old apple tree in winter without hurting it, and when should I stop?")
        chats = (await ada.http.get("/api/chats")).json()["chats"]
        assert chats[0]["title"] == "How do I prune an old apple tree in winter without hurting…"


async def test_the_model_sees_the_last_fifty_messages_in_order(addresses: Addresses) -> None:
    model = ScriptedModel(says("ok"))
    async with serving(addresses, [model]) as served, served.person() as ada:
        chat = new_id()
        for number in range(28):
            assert (await ada.say(f"message {number}", chat=chat)).status == 200
        messages, _, _ = model.calls[-1]
        history = [str(one.content) for one in messages[1:-1]]
        assert len(history) == 50
        assert history[0] == "message 2"
        assert history[-2] == "message 26"


async def test_a_message_larger_than_the_prompt_is_413_with_the_limit(addresses: Addresses) -> None:
    model = ScriptedModel()
    async with serving(addresses, [model]) as served, served.person() as ada:
        response = await ada.http.post("/api/chat", json=chat_body("word " * 30_000))
        assert response.status_code == 413
        assert response.json()["error"]["details"]["limit"] > 10_000
    assert model.calls == []


async def test_the_same_message_twenty_times_at_once_is_one_turn_and_one_model_call(
    addresses: Addresses, as_owner: asyncpg.Connection
) -> None:
    model = ScriptedModel([TextDelta("Only "), 0.2, TextDelta("once."), Done(TokenUsage(1, 2))])
    async with serving(addresses, [model]) as served, served.person() as ada:
        body = chat_body("Say it once")
        responses = await asyncio.gather(*(ada.http.post("/api/chat", json=body) for _ in range(20)))
        answers = [read_events(one.content, one.status_code, one.headers) for one in responses]
        assert {answer.status for answer in answers} == {200}
        assert {answer.text for answer in answers} == {"Only once."}
        assert len({answer.headers["x-holdfast-turn-id"] for answer in answers}) == 1
        late = await ada.http.post("/api/chat", json=body)
        assert read_events(late.content).text == "Only once."
        await as_owner.execute("delete from stream_chunks")
        much_later = await ada.http.post("/api/chat", json=body)
        assert read_events(much_later.content).text == "Only once."
        other = {**body, "message": {**body["message"], "parts": [{"type": "text", "text": "something else"}]}}
        assert (await ada.http.post("/api/chat", json=other)).status_code == 409
    assert len(model.calls) == 1
    assert await as_owner.fetchval("select count(*) from turns") == 1
    assert await as_owner.fetchval("select count(*) from messages") == 2


async def test_two_people_may_choose_the_same_message_id(addresses: Addresses) -> None:
    async with (
        serving(addresses, [ScriptedModel()]) as served,
        served.person("ada") as ada,
        served.person("bob") as bob,
    ):
        message = new_id()
        first = await ada.say("from ada", message=message)
        second = await bob.say("from bob", message=message)
        assert first.headers["x-holdfast-turn-id"] != second.headers["x-holdfast-turn-id"]


async def test_a_second_question_while_one_is_being_answered_is_told_to_wait(addresses: Addresses) -> None:
    gate = asyncio.Event()
    model = ScriptedModel([TextDelta("slow"), gate, Done(TokenUsage(1, 1))])
    async with serving(addresses, [model]) as served, served.person() as ada:
        chat = new_id()
        first = asyncio.create_task(ada.say("one", chat=chat))
        await model.waits.wait()
        response = await ada.http.post("/api/chat", json=chat_body("two", chat=chat))
        assert response.status_code == 409
        assert response.json()["error"]["code"] == "turn_in_progress"
        assert "retry-after" in response.headers
        gate.set()
        assert (await first).text == "slow"


async def test_a_failure_before_the_first_word_is_told_and_leaves_the_chat_usable(
    addresses: Addresses, as_owner: asyncpg.Connection
) -> None:
    model = ScriptedModel([failed(Failure.SERVER_ERROR)], says("Better now."))
    async with serving(addresses, [model]) as served, served.person() as ada:
        chat = new_id()
        answer = await ada.say("hello", chat=chat)
        assert "error" in answer.kinds
        assert answer.is_done
        assert [one["role"] for one in await ada.messages(chat)] == ["user"]
        retried = {"id": str(chat), "trigger": "regenerate-message", "messageId": answer.parts[0]["messageId"]}
        response = await ada.http.post("/api/chat", json=retried)
        assert read_events(response.content).text == "Better now."
    rows = await as_owner.fetch("select status, counted_in is not null from turns order by created_at")
    assert [tuple(row) for row in rows] == [("errored", False), ("completed", True)]


async def test_a_failure_midway_keeps_the_partial_answer_and_does_not_count_it(
    addresses: Addresses, as_owner: asyncpg.Connection
) -> None:
    model = ScriptedModel([TextDelta("So far so "), failed(Failure.CUT_OFF)])
    async with serving(addresses, [model]) as served, served.person() as ada:
        chat = new_id()
        answer = await ada.say("tell me", chat=chat)
        assert answer.text == "So far so "
        assert answer.kinds[-1] == "error"
        told = await ada.messages(chat)
        assert (told[1]["status"], told[1]["parts"][0]["text"]) == ("partial", "So far so ")
    row = await as_owner.fetchrow(
        "select t.status, counted_in, s.status, s.message_id from turns t join streams s on s.turn_id = t.id"
    )
    assert row is not None
    assert tuple(row) == ("errored", None, "errored", None)


async def test_the_fallback_answers_when_the_first_model_fails_and_the_trace_names_both(addresses: Addresses) -> None:
    broken = ScriptedModel([failed(Failure.RATE_LIMITED)], name="test:broken")
    spare = ScriptedModel(says("I am the spare."), name="test:spare")
    async with serving(addresses, [broken, spare]) as served, served.person() as ada:
        answer = await ada.say("hello")
        assert answer.text == "I am the spare."
        trace = await ada.trace(answer)
        assert [(one["name"], one["outcome"]) for one in trace["models"]] == [
            ("test:broken", "failed"),
            ("test:spare", "answered"),
        ]


async def test_json_callers_get_the_whole_answer_at_once(addresses: Addresses) -> None:
    async with serving(addresses, [ScriptedModel(says("All ", "of it."))]) as served, served.person() as ada:
        body = chat_body("hello")
        response = await ada.http.post("/api/chat", json=body, headers={"accept": "application/json"})
        told = response.json()
        assert told["response"] == "All of it."
        assert told["transcript"] == "hello"
        assert told["chatId"] == body["id"]
        assert set(told["timing"]) == {"stt", "context", "llm", "tts", "total"}
        assert told["status"] == "completed"
        assert UUID(told["turnId"])


@pytest.mark.parametrize("accept", ["Application/JSON", "application/json, text/plain, */*", "APPLICATION/JSON;q=0.9"])
async def test_json_is_asked_for_in_any_spelling(addresses: Addresses, accept: str) -> None:
    async with serving(addresses, [ScriptedModel(says("All."))]) as served, served.person() as ada:
        response = await ada.http.post("/api/chat", json=chat_body("hello"), headers={"accept": accept})
        assert response.json()["response"] == "All."


async def test_pasted_code_is_said_and_remembered_to_the_letter(addresses: Addresses) -> None:
    code = "if (text === '\\u0000') { return [{}]; }\n" * 700
    async with serving(addresses, [ScriptedModel(says("A lot of it."))]) as served, served.person() as ada:
        chat = new_id()
        assert (await ada.say(code, chat=chat)).text == "A lot of it."
        assert (await ada.messages(chat))[0]["parts"] == [{"type": "text", "text": code}]


async def test_an_answer_can_be_written_again_beside_the_first(addresses: Addresses) -> None:
    model = ScriptedModel(says("First."), says("Second."))
    async with serving(addresses, [model]) as served, served.person() as ada:
        chat = new_id()
        await ada.say("Tell me", chat=chat)
        told = await ada.messages(chat)
        body = {"id": str(chat), "trigger": "regenerate-message", "messageId": told[1]["id"]}
        response = await ada.http.post("/api/chat", json=body)
        assert read_events(response.content).text == "Second."
        now = await ada.messages(chat)
        assert [one["parts"][0]["text"] for one in now] == ["Tell me", "Second."]
        assert now[1]["siblings"] == [told[1]["id"], now[1]["id"]]
        sent = [str(one.content) for one in model.calls[1][0]]
        assert "First." not in sent
        back = await ada.http.patch(f"/api/chats/{chat}", json={"headMessageId": told[1]["id"]})
        assert back.status_code == 200
        assert [one["parts"][0]["text"] for one in await ada.messages(chat)] == ["Tell me", "First."]


async def test_a_program_may_send_the_question_along_when_it_wants_another_answer(addresses: Addresses) -> None:
    async with serving(addresses, [ScriptedModel(says("First."), says("Second."))]) as served, served.person() as ada:
        chat = new_id()
        await ada.say("Tell me", chat=chat)
        asked, first = await ada.messages(chat)
        question = {"id": asked["id"], "role": "user", "parts": [{"type": "text", "text": "Something else"}]}
        body = {"id": str(chat), "trigger": "regenerate-message", "messageId": first["id"], "message": question}
        other = {**body, "message": {**question, "id": str(new_id())}}
        refused = await ada.http.post("/api/chat", json=other)
        assert (refused.status_code, refused.json()["error"]["code"]) == (422, "other_message")
        response = await ada.http.post("/api/chat", json=body)
        assert read_events(response.content).text == "Second."
        told = [one["parts"][0]["text"] for one in await ada.messages(chat)]
        assert told == ["Tell me", "Second."], "the question stays as it was asked"


async def test_an_edited_message_opens_a_branch_and_the_old_one_can_be_shown_again(addresses: Addresses) -> None:
    model = ScriptedModel(says("About cats."), says("More."), says("About dogs."))
    async with serving(addresses, [model]) as served, served.person() as ada:
        chat = new_id()
        await ada.say("Cats?", chat=chat)
        await ada.say("More?", chat=chat)
        old = await ada.messages(chat)
        await ada.say("Dogs?", chat=chat, messageId=old[0]["id"])
        now = await ada.messages(chat)
        assert [one["parts"][0]["text"] for one in now] == ["Dogs?", "About dogs."]
        assert now[0]["siblings"] == [old[0]["id"], now[0]["id"]]
        await ada.http.patch(f"/api/chats/{chat}", json={"headMessageId": old[0]["id"]})
        assert [one["id"] for one in await ada.messages(chat)] == [one["id"] for one in old]


async def test_feedback_is_kept_changed_and_taken_back(addresses: Addresses) -> None:
    async with serving(addresses, [ScriptedModel()]) as served, served.person() as ada:
        chat = new_id()
        await ada.say("hello", chat=chat)
        answer = (await ada.messages(chat))[1]["id"]
        path = f"/api/chats/{chat}/messages/{answer}/feedback"
        for rating in ("up", "down", None):
            assert (await ada.http.put(path, json={"rating": rating})).status_code == 204
            assert (await ada.messages(chat))[1]["feedback"] == rating
        assert (await ada.http.put(path, json={"rating": "great"})).status_code == 422


async def test_messages_are_marked_listed_by_their_mark_and_gone_with_what_they_stand_in(addresses: Addresses) -> None:
    async with (
        serving(addresses, [ScriptedModel()]) as served,
        served.person() as ada,
        served.person("eve") as eve,
    ):
        chat = new_id()
        await ada.say("hello", chat=chat)
        question, answer = [one["id"] for one in await ada.messages(chat)]

        async def mark(person: Person, message: str, is_bookmarked: bool) -> int:
            path = f"/api/chats/{chat}/messages/{message}/bookmark"
            return (await person.http.put(path, json={"isBookmarked": is_bookmarked})).status_code

        async def listed(person: Person, **asked: Any) -> Any:
            return (await person.http.get("/api/chats/bookmarks", params=asked)).json()

        assert [await mark(ada, one, True) for one in (question, answer, question)] == [204, 204, 204]
        assert [one["messageId"] for one in (await listed(ada))["bookmarks"]] == [answer, question]
        first = await listed(ada, limit=1)
        assert first["bookmarks"][0]["text"] == "Hello."
        rest = await listed(ada, limit=1, cursor=first["nextCursor"])
        assert ([one["messageId"] for one in rest["bookmarks"]], rest["nextCursor"]) == ([question], None)
        assert [one["isBookmarked"] for one in await ada.messages(chat)] == [True, True]

        assert await mark(ada, str(new_id()), True) == 404
        assert await mark(eve, answer, True) == 403
        await ada.http.patch(f"/api/chats/{chat}", json={"visibility": "public"})
        assert await mark(eve, answer, True) == 403
        assert [one["isBookmarked"] for one in await eve.messages(chat)] == [False, False]
        assert (await listed(eve))["bookmarks"] == []

        assert await mark(ada, question, False) == 204
        assert [one["messageId"] for one in (await listed(ada))["bookmarks"]] == [answer]
        await ada.http.delete(f"/api/chats/{chat}")
        assert (await listed(ada))["bookmarks"] == []


async def test_the_trace_shows_every_block_in_order_with_its_source_and_text(addresses: Addresses) -> None:
    async with serving(addresses, [ScriptedModel(says("Hi."))]) as served, served.person() as ada:
        chat = new_id()
        await ada.say("first", chat=chat)
        answer = await ada.say("second", chat=chat)
        trace = await ada.trace(answer)
        assert [block["kind"] for block in trace["blocks"]] == [
            "persona",
            "tools",
            "history",
            "history",
            "real_time",
            "user_message",
        ]
        assert [block["text"] for block in trace["blocks"]][2:4] == ["first", "Hi."]
        assert trace["blocks"][0]["text"].startswith("You are the assistant")
        assert trace["blocks"][-1]["text"] == "second"
        assert all(block["status"] == "kept" and block["tokens"] > 0 and block["sha256"] for block in trace["blocks"])
        assert trace["route"]["kind"] == "conversational"
        assert {"admit", "begin", "collect", "draft", "exchange"} <= set(trace["timings"])
        assert trace["models"][0]["outputTokens"] == 1
        assert trace["systemBlocks"] == ["persona", "tools"]


async def test_chats_are_listed_newest_first_page_by_page_renamed_and_deleted(addresses: Addresses) -> None:
    async with serving(addresses, [ScriptedModel()]) as served, served.person() as ada:
        chats = [new_id() for _ in range(5)]
        for number, chat in enumerate(chats):
            await ada.say(f"chat {number}", chat=chat)
        first = (await ada.http.get("/api/chats", params={"limit": 3})).json()
        second = (await ada.http.get("/api/chats", params={"limit": 3, "cursor": first["nextCursor"]})).json()
        titles = [one["title"] for one in first["chats"] + second["chats"]]
        assert titles == ["chat 4", "chat 3", "chat 2", "chat 1", "chat 0"]
        assert second["nextCursor"] is None
        renamed = await ada.http.patch(f"/api/chats/{chats[0]}", json={"title": "  The   first "})
        assert renamed.json()["title"] == "The first"
        assert (await ada.http.delete(f"/api/chats/{chats[0]}")).status_code == 204
        assert (await ada.http.delete(f"/api/chats/{chats[0]}")).status_code == 404
        assert (await ada.http.get("/api/chats", params={"cursor": "nonsense"})).status_code == 422


PIXEL = bytes.fromhex(
    "89504e470d0a1a0a0000000d49484452000000010000000108060000001f15c489"
    "0000000d49444154789c6360606060000000050001a5f645400000000049454e44ae426082"
)


async def test_an_attached_image_reaches_a_model_that_sees_and_only_its_owner_may_attach_it(
    addresses: Addresses,
) -> None:
    model = ScriptedModel(says("A pixel."), sees_images=True)
    async with serving(addresses, [model]) as served, served.person("ada") as ada, served.person("eve") as eve:
        uploaded = await ada.http.post("/api/files", files={"file": ("p.png", PIXEL, "image/png")})
        assert uploaded.status_code == 201, uploaded.text
        blob = uploaded.json()["id"]
        body = chat_body("What is this?")
        body["message"]["parts"].append({"type": "file", "blobId": blob, "mediaType": "image/png"})
        assert (await eve.http.post("/api/chat", json={**body, "id": str(new_id())})).status_code == 404
        answer = read_events((response := await ada.http.post("/api/chat", json=body)).content, 200, response.headers)
        assert answer.text == "A pixel."
        content = model.calls[-1][0][-1].content
        assert not isinstance(content, str)
        assert [type(part).__name__ for part in content] == ["TextContent", "Image"]
        sources = (await ada.trace(answer))["blocks"][-1]["sources"]
        assert {"type": "file", "id": blob} in sources


async def test_a_message_brings_eight_images_and_twenty_megabytes_at_most(addresses: Addresses) -> None:
    model = ScriptedModel(says("Many."), sees_images=True)
    async with serving(addresses, [model]) as served, served.person() as ada:

        async def attached(data: bytes, count: int) -> dict[str, Any]:
            body = chat_body("Look.")
            for _ in range(count):
                made = await ada.http.post("/api/files", files={"file": ("p.png", data, "image/png")})
                body["message"]["parts"].append({"type": "file", "blobId": made.json()["id"]})
            return body

        many = await ada.http.post("/api/chat", json=await attached(PIXEL, 9))
        assert (many.status_code, many.json()["error"]["code"]) == (422, "too_many_images")
        assert "8 images" in many.json()["error"]["message"]
        heavy = await ada.http.post("/api/chat", json=await attached(PIXEL + bytes(7_000_000), 3))
        assert (heavy.status_code, heavy.json()["error"]["code"]) == (413, "images_too_large")
        assert "20 MB" in heavy.json()["error"]["message"]
        assert model.calls == []
        body = await attached(PIXEL, 8)
        answer = read_events((response := await ada.http.post("/api/chat", json=body)).content, 200, response.headers)
        assert answer.text == "Many."
        assert len(model.calls[-1][0][-1].content) == 9
        assert served.parts.pipeline.parts.image_room.used_bytes == 0


async def test_a_large_picture_is_made_smaller_before_the_model_is_shown_it(addresses: Addresses) -> None:
    model = ScriptedModel(says("Red."), sees_images=True)
    made = io.BytesIO()
    PillowImage.new("RGB", (4000, 3000), "red").save(made, "PNG")
    async with serving(addresses, [model]) as served, served.person() as ada:
        uploaded = await ada.http.post("/api/files", files={"file": ("p.png", made.getvalue(), "image/png")})
        body = chat_body("What is this?")
        body["message"]["parts"].append({"type": "file", "blobId": uploaded.json()["id"]})
        answer = read_events((response := await ada.http.post("/api/chat", json=body)).content, 200, response.headers)
        shown = model.calls[-1][0][-1].content[1]
        assert isinstance(shown, Image)
        with PillowImage.open(io.BytesIO(shown.data)) as seen:
            assert seen.size == (1568, 1176)
        assert (await ada.trace(answer))["blocks"][-1]["tokens"] > 1500, "it is counted with the question"


async def test_a_model_that_does_not_see_is_not_shown_the_image_and_the_trace_says_so(addresses: Addresses) -> None:
    async with serving(addresses, [ScriptedModel()]) as served, served.person() as ada:
        blob = (await ada.http.post("/api/files", files={"file": ("p.png", PIXEL, "image/png")})).json()["id"]
        body = chat_body("What is this?")
        body["message"]["parts"].append({"type": "file", "blobId": blob})
        response = await ada.http.post("/api/chat", json=body)
        trace = await ada.trace(read_events(response.content, 200, response.headers))
        assert trace["missing"][0]["source"] == "files"


async def test_a_session_goes_on_within_its_gap_and_a_new_one_begins_after_it(
    addresses: Addresses, as_owner: asyncpg.Connection
) -> None:
    model = ScriptedModel(says("Yes."))
    async with serving(addresses, [model]) as served, served.person() as ada:
        chat = new_id()
        await ada.say("one", chat=chat, selectedPersonaId="sophie")
        await ada.say("two", chat=chat, selectedPersonaId="sophie")
        assert await as_owner.fetchval("select count(*) from sessions") == 1
        assert [str(one.content) for one in model.calls[-1][0][1:-1]] == ["one", "Yes."]
        await as_owner.execute("update sessions set closes_at = now() - interval '1 second'")
        await ada.say("three", chat=chat, selectedPersonaId="sophie")
        assert await as_owner.fetchval("select count(*) from sessions where closed_at is null") == 1
        assert await as_owner.fetchval("select count(*) from sessions") == 2
        # Sophie's history is the session's: nothing is carried over.
        assert len(model.calls[-1][0]) == 2
        await ada.say("four", chat=chat, selectedPersonaId="assistant")
        assert model.calls[-1][0][1].content == "one"


async def test_sessions_nobody_came_back_to_are_closed_by_the_schedule(
    addresses: Addresses, as_owner: asyncpg.Connection
) -> None:
    async with serving(addresses, [ScriptedModel()]) as served, served.person() as ada:
        await ada.say("one")
        await ada.say("two")
        await as_owner.execute(
            """
            update sessions set closes_at = now() - interval '1 second'
             where id = (select min(id::text)::uuid from sessions)
            """
        )
        assert await close_idle_sessions(served.parts.db) == 1
        assert await close_idle_sessions(served.parts.db) == 0
        assert await as_owner.fetchval("select count(*) from sessions where closed_at is null") == 1


async def test_who_names_no_persona_goes_on_with_the_one_of_the_chat(addresses: Addresses) -> None:
    async with serving(addresses, [ScriptedModel()]) as served, served.person() as ada:
        chat = new_id()
        await ada.say("Hello there, it is me.", chat=chat, selectedPersonaId="sophie")
        again = await ada.say("Do you still know me?", chat=chat)
        assert (await ada.trace(again))["persona"] == "sophie"
        other = await ada.say("And who are you?", chat=chat, selectedPersonaId="assistant")
        assert (await ada.trace(other))["persona"] == "assistant"
        async with served.parts.db.as_user(ada.id) as tx:
            await tx.execute("update chats set persona_id = 'gone' where id = $1", chat)
        last = await ada.say("And now?", chat=chat)
        assert (await ada.trace(last))["persona"] == "assistant"
