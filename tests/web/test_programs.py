"""What else programs find at `/api/v1`: vectors, conversations that are kept here, and what their keys used."""

from __future__ import annotations

from typing import Any

import openai
import pytest

from holdfast.core.ids import new_id
from holdfast.core.migrate import Addresses
from tests.scripted import ScriptedModel
from tests.serving import serving
from tests.waiting import until
from tests.web.test_completions import hello, program_of

pytestmark = pytest.mark.anyio


async def test_texts_and_tokens_become_vectors(addresses: Addresses) -> None:
    async with serving(addresses, [ScriptedModel()]) as served, served.person() as ada, program_of(served, ada) as own:
        name = served.parts.memory.embedder.name
        packed = await own.embeddings.create(model=name, input=["a garden", "a boat"])  # asks for base64 by itself
        floats = await own.embeddings.create(model=name, input="a garden", encoding_format="float")
        assert packed.data[0].embedding == pytest.approx(floats.data[0].embedding, abs=1e-6)
        assert [one.index for one in packed.data] == [0, 1]
        assert packed.data[0].embedding != packed.data[1].embedding
        assert floats.usage.total_tokens == 2
        words = await own.embeddings.create(model=name, input="hello world", encoding_format="float")
        tokens = await own.embeddings.create(model=name, input=[[15339, 1917]], encoding_format="float")
        assert tokens.data[0].embedding == pytest.approx(words.data[0].embedding)
        wrongs: list[dict[str, Any]] = [{"dimensions": 7}, {"input": [2**31]}, {"input": ["words", "  "]}]
        for wrong in wrongs:
            with pytest.raises(openai.BadRequestError):
                await own.post("/embeddings", body={"model": name, "input": "words", **wrong}, cast_to=object)
        with pytest.raises(openai.NotFoundError):
            await own.embeddings.create(model="text-embedding-3-small", input="words")


async def test_a_conversation_is_made_read_renamed_and_deleted(addresses: Addresses) -> None:
    async with (
        serving(addresses, [ScriptedModel()]) as served,
        served.person() as ada,
        served.person("eve") as eve,
        program_of(served, ada) as own,
        program_of(served, eve) as others,
    ):
        made = await own.conversations.create(metadata={"a": "b"}, extra_body={"model": "sophie", "title": "Garden"})
        assert made.model_dump()["model"] == "sophie"
        for text in ("First", "Second"):
            told = await own.chat.completions.create(
                model="sophie", messages=hello(text), extra_body={"conversation": made.id}
            )
            assert told.model_dump()["conversation"] == made.id
        items = [one async for one in await own.conversations.items.list(made.id)]
        said: list[Any] = [one.model_dump() for one in items]
        assert [(one["role"], one["content"][0]["text"]) for one in said] == [
            ("user", "First"),
            ("assistant", "Hello."),
            ("user", "Second"),
            ("assistant", "Hello."),
        ]
        earlier = await own.get(
            f"/conversations/{made.id}/items?limit=2&before={said[2]['id']}", cast_to=dict[str, Any]
        )
        assert [one["id"] for one in earlier["data"]] == [said[0]["id"], said[1]["id"]]
        renamed = await own.post(f"/conversations/{made.id}", body={"title": "Beds"}, cast_to=dict[str, Any])
        assert renamed["title"] == "Beds"
        named = {"id": "support-42", "user": "bo"}
        of_bo = await own.post("/conversations", body=named, cast_to=dict[str, Any])
        assert await own.post("/conversations", body=named, cast_to=dict[str, Any]) == of_bo
        listed = await own.get("/conversations", cast_to=dict[str, Any])
        assert [one["id"] for one in listed["data"]] == [made.id]
        listed = await own.get("/conversations?user=bo", cast_to=dict[str, Any])
        assert [one["id"] for one in listed["data"]] == [of_bo["id"]]
        assert (await own.get("/conversations/support-42?user=bo", cast_to=dict[str, Any])) == of_bo
        with pytest.raises(openai.NotFoundError):
            await own.conversations.retrieve("support-42")  # of the account itself there is none of that name
        for theirs in (made.id, of_bo["id"]):
            with pytest.raises(openai.PermissionDeniedError):
                await others.conversations.retrieve(theirs)
            with pytest.raises(openai.PermissionDeniedError):
                await others.conversations.delete(theirs)
            with pytest.raises(openai.PermissionDeniedError):
                await others.post("/conversations", body={"id": theirs}, cast_to=object)
        assert (await own.conversations.delete(made.id)).deleted
        with pytest.raises(openai.NotFoundError):
            await own.conversations.retrieve(made.id)


async def test_every_request_of_a_key_is_counted_also_a_refused_one_and_no_word_of_it(
    addresses: Addresses, as_owner: Any
) -> None:
    async with serving(addresses, [ScriptedModel()]) as served, served.person() as ada, program_of(served, ada) as own:
        secret = f"word{new_id().hex}"
        await own.chat.completions.create(model="assistant", messages=hello(secret))
        async for _ in await own.chat.completions.create(model="assistant", messages=hello(secret), stream=True):
            pass
        with pytest.raises(openai.NotFoundError):
            await own.chat.completions.create(model="nobody", messages=hello(secret))
        await ada.http.get("/api/chats", headers={"authorization": f"Bearer {own.api_key}"})
        # A request is written down when it was answered, for nobody waits for that.
        await until(lambda: _requests(as_owner, 4))
        used = await own.get("/usage", cast_to=dict[str, Any])
        lines = {(one["route"], one["model"], one["status"]): one for one in used["data"]}
        answered = lines["POST /api/v1/chat/completions", "assistant", 200]
        assert (answered["requests"], answered["input_tokens"], answered["output_tokens"]) == (2, 20, 2)
        assert ("POST /api/v1/chat/completions", "", 404) in lines
        assert ("GET /api/chats", "", 200) in lines
        assert (used["total"]["requests"], used["total"]["refused"]) == (4, 1)
        await until(lambda: _requests(as_owner, 5))
        assert (await ada.http.get("/api/v1/usage")).json()["total"]["requests"] == 5
        kept = "\n".join(str(row) for row in await as_owner.fetch("select u::text from key_usage u"))
        assert secret not in kept
        wrong = await ada.http.get("/api/v1/usage", params={"first_day": "2020-01-01"})
        assert (wrong.status_code, wrong.json()["error"]["type"]) == (422, "invalid_request_error")


async def test_pages_of_named_sites_may_call_with_a_key_and_no_others(addresses: Addresses) -> None:
    ours = "https://app.example.org"
    async with (
        serving(addresses, [ScriptedModel()], programs={"origins": (ours,)}) as served,
        served.person() as ada,
        program_of(served, ada) as own,
        served.stranger() as page,
    ):
        wanted = "authorization,x-stainless-os"
        wanted = "authorization,x-stainless-os"
        asks = {"access-control-request-method": "POST", "access-control-request-headers": wanted}
        allowed = await page.options("/api/v1/chat/completions", headers={"origin": ours, **asks})
        assert allowed.status_code == 204
        assert allowed.headers["access-control-allow-origin"] == ours
        assert allowed.headers["access-control-allow-headers"] == wanted
        assert "access-control-allow-credentials" not in allowed.headers
        for address, site in (("/api/v1/models", "https://evil.example.org"), ("/api/chats", ours)):
            refused = await page.options(address, headers={"origin": site, **asks})
            assert "access-control-allow-origin" not in refused.headers
        bearer = {"authorization": f"Bearer {own.api_key}"}
        told = await page.get("/api/v1/models", headers={"origin": ours, **bearer})
        assert told.headers["access-control-allow-origin"] == ours
        assert "x-request-id" in told.headers["access-control-expose-headers"]
        wrong = await page.get("/api/v1/models", headers={"origin": ours, "authorization": "Bearer hf_no"})
        assert (wrong.status_code, wrong.headers["access-control-allow-origin"]) == (401, ours)


async def _requests(as_owner: Any, count: int) -> bool:
    return bool(await as_owner.fetchval("select coalesce(sum(requests), 0) = $1 from key_usage", count))
