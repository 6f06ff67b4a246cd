"""A turn by voice over HTTP: a recording in, words and a voice out, and nothing lost when ears or voice fail."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Mapping
from typing import Any
from uuid import UUID

import asyncpg
import httpx2
import pytest

from holdfast.core.ids import new_id
from holdfast.core.migrate import Addresses
from holdfast.models.failures import failed
from holdfast.models.types import Done, Failure, TextDelta, TokenUsage
from holdfast.worker.jobs_page import JOBS, SCHEDULE
from holdfast.worker.pace import WorkerPace
from holdfast.worker.run import Duties, run_worker
from tests.loopback.speech_server import SpeechServer, speech_server
from tests.scripted import ScriptedModel, says
from tests.serving import Person, Served, chat_body, serving
from tests.sounds import encoded, noise, sentence, silence, wav_that_claims
from tests.waiting import until

pytestmark = pytest.mark.anyio

SPOKEN = encoded(sentence(), "webm")


@pytest.fixture
async def provider() -> AsyncIterator[SpeechServer]:
    async with speech_server() as running:
        yield running


def elsewhere(provider: SpeechServer) -> dict[str, Any]:
    """Ears and voice at a provider."""
    voice = {"provider": "elevenlabs", "base_url": provider.base_url, "speaker": "Rachel", "api_key": "k"}
    return {"transcribe": {"base_url": provider.base_url}, "voice": voice}


async def send(
    person: Person, audio: bytes | None = SPOKEN, kind: str = "audio/webm", **fields: object
) -> httpx2.Response:
    files: Mapping[str, Any] = {name: (None, str(value)) for name, value in fields.items()}
    if audio is not None:
        files = {**files, "audio": ("a.webm", audio, kind)}
    return await person.http.post("/api/chat", files=files)


async def test_a_spoken_question_is_heard_answered_and_spoken_with_local_models(addresses: Addresses) -> None:
    model = ScriptedModel(says("Please call the **doctor** on Monday morning."))
    async with serving(addresses, [model]) as served, served.person() as ada:
        chat, message = new_id(), new_id()
        response = await send(ada, chatId=chat, messageId=message, language="en")
        told = response.json()
        assert response.status_code == 200, told
        assert {"quick", "brown", "fox"} <= set(told["transcript"].lower().split())
        assert (told["response"], told["chatId"], told["status"]) == (model_said(model), str(chat), "completed")
        assert all(told["timing"][step] > 0 for step in ("stt", "context", "llm", "tts", "total"))
        assert told["timing"]["total"] > told["timing"]["stt"] + told["timing"]["tts"]

        sound = await ada.http.get(told["audioUrl"])
        assert (sound.status_code, sound.headers["content-type"]) == (200, "audio/mpeg")
        again = await send(ada, sound.content, "audio/mpeg")
        assert {"call", "doctor", "monday", "morning"} <= set(again.json()["transcript"].lower().strip(".").split())

        question, _ = await ada.messages(chat)
        assert (question["id"], question["parts"][0]["text"]) == (str(message), told["transcript"])
        trace = (await ada.http.get(f"/api/turns/{told['turnId']}/trace")).json()
        assert {"admit", "listen", "begin", "exchange", "speak"} <= set(trace["timings"])
        assert trace["speech"]["heard"]["model"] == "local:moonshine-tiny-en"
        assert trace["speech"]["spoken"]["status"] == "spoken"
        assert trace["missing"] == []


def model_said(model: ScriptedModel) -> str:
    return "".join(getattr(line, "text", "") for line in model.scripts[0])


async def test_a_provider_hears_and_another_speaks(addresses: Addresses, provider: SpeechServer) -> None:
    async with serving(addresses, [ScriptedModel()], speech=elsewhere(provider)) as served, served.person() as ada:
        told = (await send(ada, language="de", personaId="sophie")).json()
        assert told["transcript"] == provider.words
        assert (await ada.http.get(told["audioUrl"])).content == provider.sound
        heard, spoken = provider.asked
        assert (heard["language"], spoken["text"]) == ("de", "Hello.")


@pytest.mark.parametrize(("persona", "is_spoken"), [("sophie", True), ("assistant", False)])
async def test_a_typed_question_is_spoken_to_only_by_a_persona_that_always_speaks(
    addresses: Addresses, provider: SpeechServer, persona: str, is_spoken: bool
) -> None:
    async with serving(addresses, [ScriptedModel()], speech=elsewhere(provider)) as served, served.person() as ada:
        body = chat_body("hello", selectedPersonaId=persona)
        told = (await ada.http.post("/api/chat", json=body, headers={"accept": "application/json"})).json()
        assert (told["audioUrl"] is not None, told["timing"]["tts"] is not None) == (is_spoken, is_spoken)
        assert told["timing"]["stt"] is None
        streamed = await ada.say("hello", selectedPersonaId=persona)
        assert streamed.text == "Hello."
        assert len(provider.asked) == is_spoken, "whoever reads a stream is not spoken to"


@pytest.mark.parametrize(
    ("audio", "status", "code"),
    [
        (encoded(silence(2), "m4a"), 422, "nothing_said"),
        (encoded(noise(2), "ogg"), 422, "nothing_said"),
        (b"<html>not sound</html>", 415, "unsupported_media"),
        (b"#EXTM3U\nfile:///etc/passwd", 415, "unsupported_media"),
        (b"OggS" + bytes(300), 422, "recording_unreadable"),
        (wav_that_claims(rate=4_000_000_000, body=b"ab" * 99), 422, "recording_unreadable"),
        (encoded(silence(20), "mp3"), 422, "recording_too_long"),
        (b"RIFF" + bytes(20_000_001), 413, "too_large"),
        (b"", 422, "no_recording"),
        (None, 422, "no_recording"),
    ],
    ids=["silence", "noise", "html", "playlist", "broken", "exploding", "long", "large", "empty", "absent"],
)
async def test_what_cannot_be_heard_is_refused_by_name_and_stores_nothing(
    addresses: Addresses, as_owner: asyncpg.Connection, audio: bytes | None, status: int, code: str
) -> None:
    model = ScriptedModel()
    async with serving(addresses, [model], speech={"longest_seconds": 10}) as served, served.person() as ada:
        response = await send(ada, audio, personaId="sophie")
        assert (response.status_code, response.json()["error"]["code"]) == (status, code), response.text
    assert model.calls == []
    assert await as_owner.fetchval("select count(*) from chats") == 0
    assert await as_owner.fetchval("select count(*) from blobs") == 0


async def test_the_content_type_is_nobodys_word(addresses: Addresses, provider: SpeechServer) -> None:
    async with serving(addresses, [ScriptedModel()], speech=elsewhere(provider)) as served, served.person() as ada:
        assert (await send(ada, SPOKEN, "image/png")).json()["transcript"] == provider.words
        assert (await send(ada, b"\x89PNG\r\n\x1a\n" + bytes(99), "audio/webm")).status_code == 415


@pytest.mark.parametrize(
    ("fields", "status"),
    [
        ({"personaId": "nobody"}, 404),
        ({"chatId": "not-a-uuid"}, 422),
        ({"messageId": "1"}, 422),
        ({"language": "en; drop table"}, 422),
        ({"userId": "x"}, 422),
        ({"personaId": "x" * 5000}, 400),
    ],
)
async def test_fields_beside_the_recording_are_as_strict_as_json(
    addresses: Addresses, fields: dict[str, Any], status: int
) -> None:
    model = ScriptedModel()
    async with serving(addresses, [model]) as served, served.person() as ada, served.stranger() as stranger:
        response = await send(ada, **fields)
        assert response.status_code == status, response.text
        assert (await send(Person(stranger, ada.id), **fields)).status_code == 401
    assert model.calls == []


@pytest.mark.parametrize("body", [b"", b"no form", b"--x\r\n\r\nhalf"])
async def test_a_form_that_is_none_is_malformed(addresses: Addresses, body: bytes) -> None:
    async with serving(addresses, [ScriptedModel()]) as served, served.person() as ada:
        headers = {"content-type": "multipart/form-data; boundary=x"}
        response = await ada.http.post("/api/chat", content=body, headers=headers)
        assert response.status_code in (400, 422), response.text
        no_boundary = await ada.http.post("/api/chat", content=body, headers={"content-type": "multipart/form-data"})
        assert no_boundary.status_code in (400, 422)


async def test_a_recording_that_was_not_heard_is_kept_and_heard_later_without_sending_it_again(
    addresses: Addresses, provider: SpeechServer, as_owner: asyncpg.Connection
) -> None:
    model = ScriptedModel()
    async with serving(addresses, [model], speech=elsewhere(provider)) as served, served.person() as ada:
        named: dict[str, Any] = {"chatId": new_id(), "messageId": new_id()}
        provider.status = 503
        refused = await send(ada, **named)
        error = refused.json()["error"]
        assert (refused.status_code, error["code"], error["retryable"]) == (503, "not_heard", True)
        assert error["details"] == {name: str(value) for name, value in named.items()} | {"isKept": True}
        assert "without audio" in error["message"]
        assert int(refused.headers["retry-after"]) > 0
        assert (await send(ada, None, **named)).json()["error"]["code"] == "not_heard", "still down, still kept"
        assert model.calls == []

        provider.status = 200
        told = (await send(ada, None, **named)).json()
        assert (told["transcript"], told["response"]) == (provider.words, "Hello.")
        kept = await as_owner.fetch("select media_type from blobs")
        assert [row["media_type"] for row in kept] == ["audio/mpeg"], (
            "the recording is gone, the spoken answer is there"
        )
        assert (await send(ada, None, **named)).json()["turnId"] == told["turnId"], "and the same message is one turn"
    assert len(model.calls) == 1


async def test_a_retry_may_bring_the_recording_again(addresses: Addresses, provider: SpeechServer) -> None:
    async with serving(addresses, [ScriptedModel()], speech=elsewhere(provider)) as served, served.person() as ada:
        named: dict[str, Any] = {"chatId": new_id(), "messageId": new_id()}
        provider.status = 500
        assert (await send(ada, **named)).status_code == 503
        assert (await send(ada, **named)).status_code == 503
        provider.status = 200
        assert (await send(ada, **named)).json()["transcript"] == provider.words
        assert await kept_files(served, ada) == 1


async def kept_files(served: Served, person: Person) -> int:
    async with served.parts.db.as_user(person.id) as tx:
        count: int = await tx.fetchval("select count(*) from blobs")
    return count


async def test_only_its_owner_finds_a_kept_recording(addresses: Addresses, provider: SpeechServer) -> None:
    async with (
        serving(addresses, [ScriptedModel()], speech=elsewhere(provider)) as served,
        served.person("ada") as ada,
        served.person("eve") as eve,
    ):
        named: dict[str, Any] = {"chatId": new_id(), "messageId": new_id()}
        provider.status = 500
        assert (await send(ada, **named)).status_code == 503
        provider.status = 200
        stolen = await send(eve, None, **named)
        assert (stolen.status_code, stolen.json()["error"]["code"]) == (404, "unknown_recording")


async def test_someone_elses_chat_is_refused_before_anything_is_heard(
    addresses: Addresses, provider: SpeechServer
) -> None:
    async with (
        serving(addresses, [ScriptedModel()], speech=elsewhere(provider)) as served,
        served.person("ada") as ada,
        served.person("eve") as eve,
    ):
        chat = new_id()
        await ada.say("mine", chat=chat)
        assert (await send(eve, chatId=chat)).status_code == 403
        assert provider.asked == []


async def test_the_same_recording_sent_twice_at_once_is_one_turn(addresses: Addresses, provider: SpeechServer) -> None:
    model = ScriptedModel([0.3, *says("Once.")])
    async with serving(addresses, [model], speech=elsewhere(provider)) as served, served.person() as ada:
        named: dict[str, Any] = {"chatId": new_id(), "messageId": new_id()}
        answers = await asyncio.gather(*(send(ada, **named) for _ in range(3)))
        told = [answer.json() for answer in answers]
        assert {one["turnId"] for one in told} == {told[0]["turnId"]}, told
        assert {one["audioUrl"] for one in told} == {told[0]["audioUrl"]}
        assert told[0]["audioUrl"]
        typed = chat_body("words", chat=named["chatId"], message=named["messageId"])
        assert (await ada.http.post("/api/chat", json=typed)).status_code == 409
    assert len(model.calls) == 1


@pytest.mark.parametrize("how", ["down", "an error page"])
async def test_a_voice_that_fails_leaves_the_text_and_says_so(
    addresses: Addresses, provider: SpeechServer, how: str
) -> None:
    async with serving(addresses, [ScriptedModel()], speech=elsewhere(provider)) as served, served.person() as ada:
        provider.sound = b"<html>" if how == "an error page" else provider.sound
        body = chat_body("hello", selectedPersonaId="sophie")
        if how == "down":
            provider.status = 500
        told = (await ada.http.post("/api/chat", json=body, headers={"accept": "application/json"})).json()
        assert (told["response"], told["status"], told["error"]) == ("Hello.", "completed", None)
        assert (told["audioUrl"], told["audioError"]) == (None, "The answer could not be spoken; its text is whole.")
        trace = (await ada.http.get(f"/api/turns/{told['turnId']}/trace")).json()
        assert [one["source"] for one in trace["missing"]] == ["voice"]
        assert trace["speech"]["spoken"]["status"] == "failed"


async def test_a_voice_that_went_down_with_its_server_is_not_waited_for(
    addresses: Addresses, provider: SpeechServer, as_owner: asyncpg.Connection
) -> None:
    async with serving(addresses, [ScriptedModel()], speech=elsewhere(provider)) as served, served.person() as ada:
        named: dict[str, Any] = {"chatId": new_id(), "messageId": new_id()}
        assert (await send(ada, **named)).json()["audioUrl"]
        awaited = """{"speech": {"heard": null, "spoken": {"status": "awaited"}}}"""
        await as_owner.execute("update traces set trace = trace || $1::jsonb", awaited)
        await as_owner.execute("update turns set ended_at = now() - interval '1 minute'")
        told = (await send(ada, **named)).json()
        assert (told["response"], told["audioUrl"]) == ("Hello.", None)
        assert told["audioError"]


async def test_an_answer_that_failed_is_not_spoken(addresses: Addresses, provider: SpeechServer) -> None:
    model = ScriptedModel([failed(Failure.SERVER_ERROR)])
    async with serving(addresses, [model], speech=elsewhere(provider)) as served, served.person() as ada:
        told = (await send(ada)).json()
        assert (told["status"], told["audioUrl"], told["transcript"]) == ("errored", None, provider.words)
        assert len(provider.asked) == 1


async def test_a_spoken_answer_is_its_owners_only_comes_in_pieces_and_is_no_file(
    addresses: Addresses, provider: SpeechServer
) -> None:
    async with (
        serving(addresses, [ScriptedModel()], speech=elsewhere(provider)) as served,
        served.person("ada") as ada,
        served.person("eve") as eve,
        served.stranger() as stranger,
    ):
        address = (await send(ada)).json()["audioUrl"]
        for who, status in ((eve.http, 404), (stranger, 401), (ada.http, 200)):
            assert (await who.get(address)).status_code == status
        for wanted, told in (("bytes=0-1", b"ID"), ("bytes=4-", provider.sound[4:]), ("bytes=-4", b"song")):
            piece = await ada.http.get(address, headers={"range": wanted})
            assert (piece.status_code, piece.content) == (206, told)
        for nonsense in ("bytes=9999-", "bytes=-", "lines=1-2", "bytes=5-2"):
            whole = await ada.http.get(address, headers={"range": nonsense})
            assert (whole.status_code, whole.content) == (200, provider.sound)
        file = address.rpartition("/")[2]
        assert (await ada.http.get(f"/api/files/{file}")).status_code == 404
        parts = [{"type": "file", "blobId": file}]
        body = {**chat_body("x"), "message": {"id": str(new_id()), "role": "user", "parts": parts}}
        assert (await ada.http.post("/api/chat", json=body)).status_code == 404


async def test_a_recording_nobody_came_back_for_is_gone_after_its_time(
    addresses: Addresses, provider: SpeechServer, as_owner: asyncpg.Connection
) -> None:
    async with serving(addresses, [ScriptedModel()], speech=elsewhere(provider)) as served, served.person() as ada:
        named: dict[str, Any] = {"chatId": new_id(), "messageId": new_id()}
        provider.status = 500
        assert (await send(ada, **named)).status_code == 503
        provider.status = 200
        await as_owner.execute("update blobs set created_at = now() - interval '25 hours'")
        assert (await send(ada, None, **named)).json()["error"]["code"] == "unknown_recording"
        await as_owner.execute("update jobs.pgqueuer set execute_after = now()")
        await work_off(served, as_owner)
        assert not (served.parts.settings.data_dir / "blobs" / ada.id.hex).exists()


async def test_sound_expires_and_its_bytes_follow(
    addresses: Addresses, provider: SpeechServer, as_owner: asyncpg.Connection
) -> None:
    async with serving(addresses, [ScriptedModel()], speech=elsewhere(provider)) as served, served.person() as ada:
        address = (await send(ada)).json()["audioUrl"]
        file = served.parts.settings.data_dir / "blobs" / ada.id.hex / UUID(address.rpartition("/")[2]).hex
        assert file.read_bytes() == provider.sound
        due = await as_owner.fetchval(
            "select execute_after > now() + interval '23 hours' from jobs.pgqueuer where entrypoint like 'expire_%'"
        )
        assert due, "a day, unless the operator chose otherwise"

        await as_owner.execute("update blobs set created_at = now() - interval '25 hours'")
        expired = await ada.http.get(address)
        assert (expired.status_code, expired.json()["error"]["code"]) == (404, "unknown_audio")

        await as_owner.execute("update jobs.pgqueuer set execute_after = now()")
        await work_off(served, as_owner)
        assert not file.exists()
        assert await as_owner.fetchval("select count(*) from blobs") == 0


async def work_off(served: Served, as_owner: asyncpg.Connection) -> None:
    stop, parts, pace = asyncio.Event(), served.parts, WorkerPace(poll_seconds=0.1)
    worker = asyncio.create_task(
        run_worker(parts.addresses.worker, parts.db, Duties(parts, JOBS, SCHEDULE), stop=stop, pace=pace)
    )
    names = ["erase_blob", "expire_recording"]
    done = "select not exists (select from jobs.pgqueuer where entrypoint = any ($1))"
    await until(lambda: as_owner.fetchval(done, names))
    stop.set()
    await worker


def times_heard(provider: SpeechServer) -> int:
    return len([asked for asked in provider.asked if "text" not in asked])


SPENT = "select coalesce(sum(used), 0) from usage_counters where feature = 'voice_minutes_per_month'"


async def test_a_recording_that_was_heard_and_then_refused_is_neither_heard_nor_paid_for_again(
    addresses: Addresses, as_owner: asyncpg.Connection, provider: SpeechServer
) -> None:
    gate = asyncio.Event()
    model = ScriptedModel([TextDelta("Let me"), gate, TextDelta(" think."), Done(TokenUsage(1, 1))])
    async with serving(addresses, [model], speech=elsewhere(provider)) as served, served.person() as ada:
        chat, message = new_id(), new_id()
        writing = asyncio.create_task(ada.say("Think it over.", chat=chat))
        await model.waits.wait()
        for _ in range(2):
            refused = await send(ada, chatId=chat, messageId=message)
            assert (refused.status_code, refused.json()["error"]["code"]) == (409, "turn_in_progress")
        spent = await as_owner.fetchval(SPENT)
        assert (times_heard(provider), spent > 0) == (1, True)
        gate.set()
        await writing
        told = (await send(ada, None, chatId=chat, messageId=message)).json()
        assert told["transcript"] == provider.words
        assert (times_heard(provider), await as_owner.fetchval(SPENT)) == (1, spent)
        trace = (await ada.http.get(f"/api/turns/{told['turnId']}/trace")).json()
        assert trace["speech"]["heard"]["seconds"] > 0
        assert await as_owner.fetchval("select count(*) from blobs where media_type = 'audio/x-heard'") == 0


async def test_too_many_words_are_refused_as_often_as_they_are_sent_and_heard_once(
    addresses: Addresses, as_owner: asyncpg.Connection, provider: SpeechServer
) -> None:
    provider.words = "word " * 60_000
    async with serving(addresses, [ScriptedModel()], speech=elsewhere(provider)) as served, served.person() as ada:
        chat, message = new_id(), new_id()
        for _ in range(2):
            assert (await send(ada, chatId=chat, messageId=message)).status_code == 413
        assert times_heard(provider) == 1
        assert (await send(ada, chatId=chat, messageId=new_id())).status_code == 413
        assert times_heard(provider) == 2, "another message is another recording"
        assert (await ada.http.post("/memory/forget", json={"query": "anything"})).status_code == 200
        assert await as_owner.fetchval("select count(*) from blobs") == 0, "what waits is forgotten too"
