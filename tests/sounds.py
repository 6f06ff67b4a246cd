"""Sounds for tests: silence, noise and tones made here, sentences spoken by the local voice, in every format."""

from __future__ import annotations

import io
import math
import random
import struct
from typing import Any

import av

from holdfast.core.config import Settings
from holdfast.models.local import models_folder
from holdfast.models.local_kinds import VOICE_MODEL
from holdfast.models.speech_espeak_reader import speak

RATE = 22_050
FORMATS = {
    "m4a": ("ipod", "aac", 44_100),
    "webm": ("webm", "libopus", 48_000),
    "ogg": ("ogg", "libopus", 48_000),
    "mp3": ("mp3", "libmp3lame", 22_050),
    "wav": ("wav", "pcm_s16le", 22_050),
}
SENTENCE = "The quick brown fox jumps over the lazy dog."


def sentence(text: str = SENTENCE) -> bytes:
    samples, rate = speak(text, ["en-us"], models_folder(Settings()) / VOICE_MODEL)
    assert rate == RATE
    return samples


def silence(seconds: float) -> bytes:
    return bytes(2 * int(seconds * RATE))


def noise(seconds: float) -> bytes:
    chance = random.Random(7)
    return b"".join(struct.pack("<h", int(chance.gauss(0, 1500))) for _ in range(int(seconds * RATE)))


def tone(seconds: float, hertz: float = 440.0) -> bytes:
    turn = 2 * math.pi * hertz / RATE
    return b"".join(struct.pack("<h", int(9000 * math.sin(turn * at))) for at in range(int(seconds * RATE)))


def encoded(samples: bytes, name: str, *, channels: int = 1) -> bytes:
    """As a recorder would have written it."""
    kind, codec, rate = FORMATS[name]
    layout = "mono" if channels == 1 else "stereo"
    out = io.BytesIO()
    with av.open(out, "w", format=kind) as container:
        stream: Any = container.add_stream(codec, rate=rate)
        stream.layout = layout
        frame = av.AudioFrame(format="s16", layout="mono", samples=len(samples) // 2)
        frame.planes[0].update(samples)
        frame.sample_rate = RATE
        context = stream.codec_context
        fitting = av.AudioResampler(format=context.format, layout=layout, rate=rate, frame_size=context.frame_size)
        for piece in (*fitting.resample(frame), *fitting.resample(None), None):
            container.mux(stream.encode(piece))
    return out.getvalue()


def wav_that_claims(
    *, data_bytes: int = 0xFFFF_FF00, rate: int = 16_000, channels: int = 1, body: bytes = b""
) -> bytes:
    """A header that promises more than there is."""
    block = min(channels * 2, 0xFFFF)
    form = struct.pack("<HHIIHH", 1, channels, rate, min(rate * block, 0xFFFF_FFFF), block, 16)
    head = b"RIFF" + struct.pack("<I", 0xFFFF_FFFF) + b"WAVEfmt " + struct.pack("<I", len(form)) + form
    return head + b"data" + struct.pack("<I", data_bytes) + body
