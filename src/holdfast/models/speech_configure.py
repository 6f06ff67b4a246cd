"""From settings to ears and a voice. Nothing is loaded here: the local models wait for the first sound."""

from __future__ import annotations

from pydantic import SecretStr

from holdfast.core.config import Settings, VoiceEndpoint
from holdfast.core.errors import Setup
from holdfast.models.local import models_folder
from holdfast.models.local_kinds import GATE_MODEL, HEARING_MODEL, VOICE_MODEL
from holdfast.models.speech import Hearing, Speech, Voice
from holdfast.models.speech_decode import Decoder
from holdfast.models.speech_espeak import LocalVoice
from holdfast.models.speech_moonshine import LocalHearing
from holdfast.models.speech_remote import ElevenLabsVoice, OpenAIVoice, RemoteHearing
from holdfast.models.speech_segments import SileroDetector

_OPENAI = "https://api.openai.com/v1"
_ELEVENLABS = "https://api.elevenlabs.io/v1"


def build_speech(settings: Settings) -> Speech:
    return Speech(
        decoder=Decoder(settings.speech.longest_seconds),
        gate=SileroDetector(models_folder(settings) / GATE_MODEL),
        hearing=_hearing(settings),
        voice=_voice(settings),
        keep_seconds=settings.speech.keep_hours * 3600,
    )


def _hearing(settings: Settings) -> Hearing:
    chosen = settings.speech.transcribe
    if chosen.base_url is None:
        return LocalHearing(models_folder(settings) / HEARING_MODEL)
    return RemoteHearing(chosen.base_url, _key(chosen.api_key), chosen.name)


def _voice(settings: Settings) -> Voice:
    chosen = settings.speech.voice
    match chosen.provider:
        case "elevenlabs":
            voice = _named(chosen)
            name = chosen.name or "eleven_multilingual_v2"
            return ElevenLabsVoice(chosen.base_url or _ELEVENLABS, _key(chosen.api_key), name, voice)
        case "openai":
            voice = _named(chosen)
            return OpenAIVoice(chosen.base_url or _OPENAI, _key(chosen.api_key), chosen.name or "tts-1", voice)
        case _:
            return LocalVoice(models_folder(settings) / VOICE_MODEL, voice=chosen.speaker)


def _named(chosen: VoiceEndpoint) -> str:
    if not chosen.speaker:
        raise Setup(
            f"HOLDFAST_SPEECH_VOICE_PROVIDER is {chosen.provider}; HOLDFAST_SPEECH_VOICE_SPEAKER must say which of its "
            "voices speaks."
        )
    return chosen.speaker


def _key(value: SecretStr | None) -> str | None:
    return None if value is None else value.get_secret_value()
