"""Speech beside the turn: a recording into words that can be mended, and words into sound."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import asyncpg
import httpx2
import pytest

from holdfast.core.migrate import Addresses
from holdfast.entitlements.assign import assign
from holdfast.models.speech import Recording, Sound
from holdfast.models.speech_espeak import LocalVoice
from holdfast.models.speech_moonshine import LocalHearing
from holdfast.turn.say import MAX_CHARACTERS
from tests.architecture.belongings import make_key
from tests.loopback.speech_server import SpeechServer, speech_server
from tests.scripted import ScriptedModel
from tests.serving import Person, serving
from tests.sounds import encoded, noise, sentence, silence, wav_that_claims
from tests.waiting import until
from tests.web.test_recordings import SPENT, elsewhere

pytestmark = pytest.mark.anyio

SPOKEN = encoded(sentence(), "webm")


@pytest.fixture
async def provider() -> AsyncIterator[SpeechServer]:
    async with speech_server() as running:
        yield running


async def transcribe(person: Person, audio: bytes | None = SPOKEN, **fields: str) -> httpx2.Response:
    files: dict[str, Any] = {name: (None, value) for name, value in fields.items()}
    if audio is not None:
        files["audio"] = ("a.webm", audio, "audio/webm")
    return await person.http.post("/api/voice/transcribe", files=files or {"language": (None, "en")})


async def spoken(person: Person, text: str, **fields: object) -> httpx2.Response:
    return await person.http.post("/api/voice/speak", json={"text": text, **fields})


def code_of(answer: httpx2.Response) -> tuple[int, str]:
    return answer.status_code, answer.json()["error"]["code"]


async def test_what_is_spoken_here_is_heard_here_and_nothing_of_it_is_kept(
    addresses: Addresses, as_owner: asyncpg.Connection
) -> None:
    model = ScriptedModel()
    async with serving(addresses, [model]) as served, served.person() as ada:
        said = await spoken(ada, "Please call the doctor on Monday morning.", language="en")
        assert (said.status_code, said.headers["content-type"]) == (200, "audio/mpeg")
        heard = await transcribe(ada, said.content, language="en")
        assert heard.status_code == 200, heard.text
        assert {"call", "doctor", "monday", "morning"} <= set(heard.json()["text"].lower().strip(".").split())
        assert 1 < heard.json()["seconds"] < 5
    assert model.calls == []
    assert await as_owner.fetchval("select count(*) from blobs") == 0
    assert await as_owner.fetchval("select count(*) from chats") == 0


@pytest.mark.parametrize(
    ("audio", "expected"),
    [
        (encoded(silence(2), "m4a"), (422, "nothing_said")),
        (encoded(noise(2), "ogg"), (422, "nothing_said")),
        (b"<html>not sound</html>", (415, "unsupported_media")),
        (b"OggS" + bytes(300), (422, "recording_unreadable")),
        (wav_that_claims(rate=4_000_000_000, body=b"ab" * 99), (422, "recording_unreadable")),
        (encoded(silence(20), "mp3"), (422, "recording_too_long")),
        (b"RIFF" + bytes(20_000_001), (413, "too_large")),
        (b"", (422, "no_recording")),
        (None, (422, "no_recording")),
    ],
    ids=["silence", "noise", "html", "broken", "exploding", "long", "large", "empty", "absent"],
)
async def test_what_cannot_be_heard_is_refused_by_name_and_costs_nothing(
    addresses: Addresses, as_owner: asyncpg.Connection, audio: bytes | None, expected: tuple[int, str]
) -> None:
    async with serving(addresses, [ScriptedModel()], speech={"longest_seconds": 10}) as served, served.person() as ada:
        assert code_of(await transcribe(ada, audio)) == expected
    assert await as_owner.fetchval(SPENT) == 0


@pytest.mark.parametrize(("fields", "status"), [({"language": "en; drop table"}, 422), ({"chatId": "x"}, 422)])
async def test_fields_beside_the_recording_are_strict(
    addresses: Addresses, provider: SpeechServer, fields: dict[str, str], status: int
) -> None:
    async with serving(addresses, [ScriptedModel()], speech=elsewhere(provider)) as served, served.person() as ada:
        assert (await transcribe(ada, SPOKEN, **fields)).status_code == status
        twice = [("audio", ("a", SPOKEN, "audio/webm")), ("audio", ("b", SPOKEN, "audio/webm"))]
        assert (await ada.http.post("/api/voice/transcribe", files=twice)).status_code == 400
        assert (await ada.http.post("/api/voice/transcribe", json={})).status_code in (400, 415, 422)
    assert provider.asked == []


async def test_the_language_is_passed_on_and_local_ears_say_that_they_know_english_only(
    addresses: Addresses, provider: SpeechServer
) -> None:
    async with serving(addresses, [ScriptedModel()], speech=elsewhere(provider)) as served, served.person() as ada:
        assert (await transcribe(ada, language="de")).json()["text"] == provider.words
        assert provider.asked[0]["language"] == "de"
        told = (await ada.http.get("/api/info")).json()["speech"]
        assert told == {"heardLanguages": None, "longestSeconds": 300.0, "hasVoice": True}
    async with serving(addresses, [ScriptedModel()]) as served, served.person("bob") as bob:
        assert code_of(await transcribe(bob, language="de")) == (422, "language_not_heard")
        told = (await bob.http.get("/api/info")).json()["speech"]
        assert told == {"heardLanguages": ["en"], "longestSeconds": 300.0, "hasVoice": True}


async def test_a_failed_hearing_costs_nothing_and_the_same_recording_is_heard_later(
    addresses: Addresses, as_owner: asyncpg.Connection, provider: SpeechServer
) -> None:
    async with serving(addresses, [ScriptedModel()], speech=elsewhere(provider)) as served, served.person() as ada:
        provider.status = 503
        refused = await transcribe(ada)
        assert (*code_of(refused), refused.json()["error"]["retryable"]) == (503, "not_heard", True)
        assert int(refused.headers["retry-after"]) > 0
        assert await as_owner.fetchval(SPENT) == 0
        provider.status = 200
        assert (await transcribe(ada)).json()["text"] == provider.words
        assert await as_owner.fetchval(SPENT) > 0


async def test_voice_minutes_that_are_used_up_are_said_with_what_helps(
    addresses: Addresses, provider: SpeechServer
) -> None:
    async with serving(addresses, [ScriptedModel()], speech=elsewhere(provider)) as served, served.person() as ada:
        await assign(served.parts.entitlements, None, ada.id, None, {"features": {"voice_minutes_per_month": 0}})
        refused = await transcribe(ada)
        assert code_of(refused) == (429, "quota_exhausted")
        assert "voice minutes" in refused.json()["error"]["message"]
    assert provider.asked == []


class Waiting:
    """Ears that hear for as long as somebody waits."""

    name, languages = "test:waiting", None

    def __init__(self) -> None:
        self.begun, self.ended = asyncio.Event(), asyncio.Event()

    async def hear(self, recording: Recording, segments: object, language: str | None) -> str:
        self.begun.set()
        try:
            await asyncio.Event().wait()
        finally:
            self.ended.set()
        return ""

    async def aclose(self) -> None: ...


async def test_whoever_hangs_up_ends_the_hearing_and_pays_nothing(
    addresses: Addresses, as_owner: asyncpg.Connection
) -> None:
    ears = Waiting()
    async with serving(addresses, [ScriptedModel()]) as served, served.person() as ada:
        object.__setattr__(served.parts.pipeline.speech, "hearing", ears)
        asking = asyncio.create_task(transcribe(ada))
        await ears.begun.wait()
        assert await as_owner.fetchval(SPENT) > 0
        asking.cancel()
        await ears.ended.wait()

        async def is_given_back() -> bool:
            return bool(await as_owner.fetchval(SPENT) == 0)

        await until(is_given_back)


async def test_a_piece_is_spoken_in_its_own_language_at_the_wished_speed(addresses: Addresses) -> None:
    async with serving(addresses, [ScriptedModel()]) as served, served.person() as ada:
        sentences = "The meeting with the doctor was moved to the next week."
        usual = await spoken(ada, sentences)
        quick = await spoken(ada, sentences, speed=2)
        assert len(quick.content) < 0.7 * len(usual.content)
        told = await spoken(ada, "Ich habe gestern mit meiner Schwester über das Wetter gesprochen.")
        asked = await spoken(ada, "Ich habe gestern mit meiner Schwester über das Wetter gesprochen.", language="de")
        english = await spoken(ada, "Ich habe gestern mit meiner Schwester über das Wetter gesprochen.", language="en")
        assert told.content == asked.content != english.content


async def test_a_persona_speaks_in_its_own_voice_and_a_provider_is_told_the_speed(
    addresses: Addresses, provider: SpeechServer, tmp_path: Path
) -> None:
    pack = tmp_path / "alto"
    pack.mkdir()
    (pack / "persona.toml").write_text('name = "Alto"\ndescription = "Low."\n[voice]\nname = "Low"\n')
    (pack / "kernel.md").write_text("Be low.")
    given: dict[str, Any] = {"speech": elsewhere(provider), "personas_dir": tmp_path}
    async with serving(addresses, [ScriptedModel()], **given) as served, served.person() as ada:
        said = await spoken(ada, "Hello.", personaId="alto", speed=2)
        assert (said.content, provider.asked[-1]["path"]) == (provider.sound, "/v1/text-to-speech/Low")
        assert provider.asked[-1]["voice_settings"] == {"speed": 1.2}, "no faster than it goes there"
        await spoken(ada, "Hello.")
        assert provider.asked[-1]["path"] == "/v1/text-to-speech/Rachel"
        assert "voice_settings" not in provider.asked[-1]
        assert code_of(await spoken(ada, "Hello.", personaId="nobody")) == (404, "unknown_persona")


@pytest.mark.parametrize(
    ("text", "fields", "status", "code"),
    [
        ("", {}, 422, "invalid_request"),
        ("...", {}, 422, "nothing_to_say"),
        ("a" * (MAX_CHARACTERS + 1), {}, 422, "invalid_request"),
        ("Hello.", {"speed": 9}, 422, "invalid_request"),
        ("Hello.", {"speed": "fast"}, 422, "invalid_request"),
        ("Hello.", {"language": "../../etc"}, 422, "invalid_request"),
        ("Hello.", {"voice": "x"}, 422, "invalid_request"),
    ],
)
async def test_what_cannot_be_spoken_is_refused_by_name(
    addresses: Addresses, provider: SpeechServer, text: str, fields: dict[str, object], status: int, code: str
) -> None:
    async with serving(addresses, [ScriptedModel()], speech=elsewhere(provider)) as served, served.person() as ada:
        assert code_of(await spoken(ada, text, **fields)) == (status, code)
    assert provider.asked == []


async def test_a_voice_that_is_away_says_so_and_one_that_was_never_fetched_says_what_to_do(
    addresses: Addresses, provider: SpeechServer, tmp_path: Path
) -> None:
    async with serving(addresses, [ScriptedModel()], speech=elsewhere(provider)) as served, served.person() as ada:
        provider.status = 500
        assert code_of(await spoken(ada, "Hello.")) == (503, "not_spoken")
        speech = served.parts.pipeline.speech
        object.__setattr__(speech, "voice", LocalVoice(tmp_path))
        object.__setattr__(speech, "hearing", LocalHearing(tmp_path))
        refused = await spoken(ada, "Hello.")
        assert (*code_of(refused), refused.json()["error"]["retryable"]) == (503, "no_voice", False)
        assert code_of(await transcribe(ada)) == (503, "no_hearing")
        assert (await ada.http.get("/api/info")).json()["speech"] == {
            "heardLanguages": [],
            "longestSeconds": 300.0,
            "hasVoice": False,
        }


async def test_one_person_is_spoken_to_twice_at_once_and_the_rest_wait_in_line(addresses: Addresses) -> None:
    voice = Slow()
    async with serving(addresses, [ScriptedModel()]) as served, served.person() as ada:
        object.__setattr__(served.parts.pipeline.speech, "voice", voice)
        asking = [asyncio.create_task(spoken(ada, f"Piece {number}.")) for number in range(9)]
        await until(lambda: sum(task.done() for task in asking) == 3)
        assert {code_of(task.result()) for task in asking if task.done()} == {(429, "too_many_at_once")}
        assert voice.most == 2
        voice.gate.set()
        assert [answer.status_code for answer in await asyncio.gather(*asking)].count(200) == 6
        assert voice.most == 2


class Slow:
    """A voice that speaks when it is let, and knows how many it was to speak to at once."""

    name, is_here = "test:slow", True

    def __init__(self) -> None:
        self.gate, self.now, self.most = asyncio.Event(), 0, 0

    async def say(self, text: str, language: str | None, voice: str | None, speed: float = 1.0) -> Sound:
        self.now += 1
        self.most = max(self.most, self.now)
        await self.gate.wait()
        self.now -= 1
        return Sound("audio/mpeg", b"ID3")

    async def aclose(self) -> None: ...


async def test_a_key_that_may_only_read_is_not_spoken_to(addresses: Addresses, provider: SpeechServer) -> None:
    async with (
        serving(addresses, [ScriptedModel()], speech=elsewhere(provider)) as served,
        served.person() as ada,
        served.stranger() as program,
    ):
        for scope, status in (("chat:read", 403), ("chat:write", 200)):
            program.headers["x-api-key"] = (await make_key(ada.http, scope))["key"]
            assert (await spoken(Person(program, ada.id), "Hello.")).status_code == status
            assert (await transcribe(Person(program, ada.id))).status_code == status
