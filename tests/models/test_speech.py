"""Sound in, sound out: what is decoded, what counts as speech, what is heard, and who speaks."""

from __future__ import annotations

import asyncio
import struct
import time
import wave
from collections.abc import AsyncIterator
from io import BytesIO
from itertools import pairwise
from pathlib import Path

import pytest

from holdfast.core.config import Settings
from holdfast.core.errors import Invalid, Setup, Unsupported
from holdfast.models.local_kinds import GATE_MODEL, HEARING_MODEL, VOICE_MODEL
from holdfast.models.speech import NothingSaid, Recording, SpeechSegment
from holdfast.models.speech_configure import build_speech
from holdfast.models.speech_decode import Decoder, recognise
from holdfast.models.speech_espeak import LocalVoice
from holdfast.models.speech_moonshine import LocalHearing
from holdfast.models.speech_remote import ElevenLabsVoice, OpenAIVoice, RemoteHearing
from holdfast.models.speech_segments import SileroDetector, find_segments, pack
from holdfast.models.types import Failure, ModelFailed
from tests.loopback.speech_server import SpeechServer, speech_server
from tests.sounds import FORMATS, encoded, noise, sentence, silence, tone, wav_that_claims
from tests.waiting import takes

pytestmark = pytest.mark.anyio

DECODER = Decoder(30)


@pytest.fixture(scope="module", autouse=True)
async def _nothing_stays_behind() -> AsyncIterator[None]:
    yield
    await DECODER.aclose()


@pytest.fixture
async def provider() -> AsyncIterator[SpeechServer]:
    async with speech_server() as running:
        yield running


@pytest.mark.parametrize("name", FORMATS)
@pytest.mark.parametrize("channels", [1, 2])
async def test_every_format_a_recorder_writes_is_decoded(name: str, channels: int) -> None:
    recording = await DECODER.decode(encoded(tone(1.5), name, channels=channels))
    assert recording.seconds == pytest.approx(1.5, abs=0.12)
    samples = struct.unpack(f"<{len(recording.pcm) // 2}h", recording.pcm)
    rises = sum(before < 0 <= after for before, after in pairwise(samples))
    assert rises / recording.seconds == pytest.approx(440, rel=0.08)


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"hello",
        b"#EXTM3U\n#EXTINF:1,\nfile:///etc/passwd\n",
        b"ffconcat version 1.0\nfile /etc/passwd\n",
        b"%PDF-1.7",
        b"\x89PNG\r\n\x1a\n",
        b"RIFF\x00\x00\x00\x00AVI ",
    ],
)
async def test_what_is_no_recording_is_refused_before_anything_reads_it(data: bytes) -> None:
    assert recognise(data) is None
    with pytest.raises(Unsupported):
        await DECODER.decode(data)


@pytest.mark.parametrize(
    "data",
    [
        b"OggS" + b"\x00" * 500,
        b"\x1a\x45\xdf\xa3" + bytes(range(256)) * 8,
        b"\x00\x00\x00\x1cftypM4A \x00\x00\x02\x00" + b"\xff" * 400,
        b"ID3\x04\x00\x00\x00\x00\x00\x00" + b"no music here" * 50,
        wav_that_claims(channels=0),
        wav_that_claims(rate=4_000_000_000, body=b"\x01\x02" * 500),
        wav_that_claims(channels=65_535, body=b"\x01\x02" * 500),
    ],
    ids=["ogg", "webm", "m4a", "mp3", "no channel", "impossible rate", "impossible channels"],
)
async def test_a_broken_file_is_told_as_one(data: bytes) -> None:
    with pytest.raises(Invalid) as refused:
        await DECODER.decode(data)
    assert refused.value.code in ("recording_unreadable", "nothing_said")


async def test_a_file_that_was_cut_off_is_heard_as_far_as_it_goes() -> None:
    whole = encoded(tone(3), "webm")
    recording = await DECODER.decode(whole[: len(whole) * 2 // 3])
    assert 1 < recording.seconds < 3


async def test_a_header_that_claims_gigabytes_costs_nothing() -> None:
    started = time.monotonic()
    recording = await DECODER.decode(wav_that_claims(body=b"\x01\x02" * 16_000))
    assert recording.seconds == pytest.approx(1, abs=0.01)
    assert time.monotonic() - started < 30


async def test_a_small_file_that_unfolds_to_hours_is_stopped_at_the_limit() -> None:
    """Opus keeps silence for next to nothing: two minutes are a few kilobytes."""
    small = encoded(silence(120), "ogg")
    assert len(small) < 100_000
    decoder = Decoder(10)
    with pytest.raises(Invalid) as refused:
        await decoder.decode(small)
    await decoder.aclose()
    assert refused.value.code == "recording_too_long"
    assert "10 seconds" in refused.value.message


@pytest.mark.parametrize("made", [silence(2), noise(2), tone(2)], ids=["silence", "noise", "tone"])
async def test_where_nobody_speaks_nothing_is_found(models_dir: Path, made: bytes) -> None:
    recording = await DECODER.decode(encoded(made, "wav"))
    assert list(await SileroDetector(models_dir / GATE_MODEL).find(recording)) == []


async def test_without_the_gates_model_silence_is_still_silence(tmp_path: Path) -> None:
    gate = SileroDetector(tmp_path)
    quiet, loud = [await DECODER.decode(encoded(made, "wav")) for made in (silence(2), tone(2))]
    assert list(await gate.find(quiet)) == []
    assert len(await gate.find(loud)) == 1


async def test_speech_between_silences_is_found_where_it_is(models_dir: Path) -> None:
    said = sentence()
    recording = await DECODER.decode(encoded(silence(3) + said + silence(2), "wav"))
    (found,) = await SileroDetector(models_dir / GATE_MODEL).find(recording)
    assert found.start / 16_000 == pytest.approx(3, abs=0.5)
    assert (found.end - found.start) / 16_000 == pytest.approx(len(said) / 2 / 22_050, abs=1)


@pytest.mark.parametrize(
    ("likely", "found"),
    [
        ([], []),
        ([0.1] * 50, []),
        ([0.9] * 3, []),
        ([0.9] * 5, [(0, 5)]),
        ([0.1] * 10 + [0.9] * 10 + [0.4] * 10 + [0.1] * 30, [(10, 30)]),
        ([0.4] * 40, []),
        ([0.9] * 10 + [0.0] * 15 + [0.9] * 10, [(0, 35)]),
        ([0.9] * 10 + [0.0] * 25 + [0.9] * 10, [(0, 10), (35, 45)]),
    ],
)
def test_utterances_begin_above_one_mark_and_end_after_a_pause(
    likely: list[float], found: list[tuple[int, int]]
) -> None:
    assert find_segments(likely) == found


def test_whoever_never_pauses_is_cut_where_speech_is_least_likely() -> None:
    likely = [0.9] * 1500
    likely[500] = 0.5
    assert find_segments(likely)[:2] == [(0, 500), (500, 500 + 312)]
    assert find_segments(likely)[-1][1] == 1500


def test_neighbours_are_heard_together_as_long_as_they_fit() -> None:
    assert pack([(10, 50), (80, 120), (700, 720)]) == [
        SpeechSegment(3 * 512, 127 * 512),
        SpeechSegment(693 * 512, 727 * 512),
    ]


async def test_a_spoken_sentence_is_heard_here(models_dir: Path) -> None:
    recording = await DECODER.decode(encoded(silence(1) + sentence() + silence(1), "webm"))
    hearing = LocalHearing(models_dir / HEARING_MODEL)
    segments = await SileroDetector(models_dir / GATE_MODEL).find(recording)
    text = (await hearing.hear(recording, segments, "en-GB")).lower()
    await hearing.aclose()
    assert {"quick", "brown", "fox", "lazy", "dog"} <= set(text.replace(".", "").split())


async def test_hearing_does_not_hold_up_the_loop(models_dir: Path) -> None:
    recording = await DECODER.decode(encoded(sentence() * 3, "wav"))
    hearing = LocalHearing(models_dir / HEARING_MODEL)
    longest, began = 0.0, time.monotonic()
    task = asyncio.create_task(hearing.hear(recording, [SpeechSegment(0, len(recording.pcm) // 2)], None))
    while not task.done():
        before = time.monotonic()
        await takes(0.005)
        longest = max(longest, time.monotonic() - before)
    whole = time.monotonic() - began
    await hearing.aclose()
    assert await task
    assert longest < whole / 2


async def test_a_language_that_the_local_ears_do_not_know_is_told(tmp_path: Path) -> None:
    with pytest.raises(Invalid, match="English only"):
        await LocalHearing(tmp_path).hear(Recording(b""), [], "de")


async def test_a_local_model_that_was_not_fetched_is_not_configured(tmp_path: Path) -> None:
    with pytest.raises(ModelFailed) as deaf:
        await LocalHearing(tmp_path).hear(Recording(b"\0\0"), [SpeechSegment(0, 1)], None)
    with pytest.raises(ModelFailed) as mute:
        await LocalVoice(tmp_path).say("Hello", None, None)
    assert {deaf.value.failure, mute.value.failure} == {Failure.NOT_CONFIGURED}


@pytest.mark.parametrize(("language", "voice"), [(None, None), ("de", None), ("tlh-x", None), ("en", "en-us+f3")])
async def test_the_local_voice_speaks_every_language_and_falls_back_to_english(
    models_dir: Path, language: str | None, voice: str | None
) -> None:
    local = LocalVoice(models_dir / VOICE_MODEL)
    sound = await local.say("Eins zwei drei. <b>[[x]] \0", language, voice)
    await local.aclose()
    assert sound.media_type == "audio/mpeg"
    assert (await DECODER.decode(sound.data)).seconds > 1


async def test_words_are_asked_of_a_provider_as_openai_does(provider: SpeechServer) -> None:
    hearing = RemoteHearing(provider.base_url, "a-key", "whisper-large")
    recording = Recording(b"\x01\x02" * 32_000)
    assert await hearing.hear(recording, [SpeechSegment(16_000, 24_000)], "de") == provider.words
    await hearing.aclose()
    (asked,) = provider.asked
    assert asked["authorization"] == "Bearer a-key"
    assert (asked["model"], asked["language"], asked["path"]) == ("whisper-large", "de", "/v1/audio/transcriptions")
    with wave.open(BytesIO(asked["file"])) as sent:
        assert (sent.getframerate(), sent.getnchannels(), sent.getnframes()) == (16_000, 1, 8_000)


async def test_a_voice_is_asked_of_openai_and_of_elevenlabs_in_their_own_ways(provider: SpeechServer) -> None:
    openai = OpenAIVoice(provider.base_url, "a-key", "tts-1", "alloy")
    eleven = ElevenLabsVoice(provider.base_url, "b-key", "eleven_multilingual_v2", "Rachel")
    assert (await openai.say("Hello.", None, None)).data == provider.sound
    assert (await eleven.say("Hello.", None, None)).data == provider.sound
    await eleven.say("Hello.", None, "other")
    await openai.aclose()
    await eleven.aclose()
    first, second, third = provider.asked
    assert (first["authorization"], first["voice"], first["input"]) == ("Bearer a-key", "alloy", "Hello.")
    assert (second["xi-api-key"], second["model_id"], second["text"]) == ("b-key", "eleven_multilingual_v2", "Hello.")
    assert third["path"] == "/v1/text-to-speech/other"


@pytest.mark.parametrize(
    ("status", "failure"),
    [(401, Failure.UNAUTHORIZED), (429, Failure.RATE_LIMITED), (500, Failure.SERVER_ERROR), (302, Failure.REJECTED)],
)
async def test_a_providers_failure_keeps_its_words_to_itself(
    provider: SpeechServer, status: int, failure: Failure
) -> None:
    provider.status = status
    hearing = RemoteHearing(provider.base_url, None, "whisper-1")
    with pytest.raises(ModelFailed) as failed:
        await hearing.hear(Recording(b"\0\0"), [SpeechSegment(0, 1)], None)
    await hearing.aclose()
    assert failed.value.failure is failure
    assert "secret" not in failed.value.message


async def test_an_error_page_is_no_sound_and_nobody_there_is_unreachable(provider: SpeechServer) -> None:
    provider.sound = b'{"detail": "out of credit"}'
    voice = OpenAIVoice(provider.base_url, None, "tts-1", "alloy")
    with pytest.raises(ModelFailed) as malformed:
        await voice.say("Hello.", None, None)
    nowhere = OpenAIVoice("http://127.0.0.1:9/v1", None, "tts-1", "alloy")
    with pytest.raises(ModelFailed) as unreachable:
        await nowhere.say("Hello.", None, None)
    await voice.aclose()
    await nowhere.aclose()
    assert malformed.value.failure is Failure.MALFORMED
    assert unreachable.value.failure is Failure.UNREACHABLE


async def test_settings_choose_who_hears_and_who_speaks() -> None:
    named = {
        "transcribe": {"base_url": "https://hear.example.org/v1", "name": "whisper-1"},
        "voice": {"provider": "elevenlabs", "speaker": "Rachel"},
    }
    here, elsewhere = build_speech(Settings()), build_speech(Settings.model_validate({"speech": named}))
    assert (here.hearing.name, here.voice.name) == ("local:moonshine-tiny-en", "local:espeak-ng")
    assert (elsewhere.hearing.name, elsewhere.voice.name) == ("remote:whisper-1", "elevenlabs:eleven_multilingual_v2")
    for speech in (here, elsewhere):
        await speech.aclose()
    with pytest.raises(Setup, match="HOLDFAST_SPEECH_VOICE_SPEAKER"):
        build_speech(Settings.model_validate({"speech": {"voice": {"provider": "openai"}}}))


async def test_a_click_is_nothing_said() -> None:
    with pytest.raises(NothingSaid):
        await DECODER.decode(encoded(tone(0.05), "wav"))
