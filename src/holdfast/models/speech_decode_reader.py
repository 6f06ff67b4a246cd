"""The decoder, in the sandbox: a recording in, 16 kHz samples out.

FFmpeg is used here and in the voice's reader, and nowhere else: it is native code that reads whatever strangers send.
"""

from __future__ import annotations

import io
import wave
from collections.abc import Iterator
from typing import Any

import av

from holdfast.core.sandbox.types import ReaderRefused

TOO_LONG = "too_long"
UNREADABLE = "unreadable"

_RATE = 16_000
_BAD_PACKETS = 50
"""A few damaged ones are a click in the sound; more, and it is not the sound that was recorded."""
_MAX_RATE = 384_000


def warm() -> None:
    """By use, on a moment of silence: FFmpeg's wrapper imports much of itself only then."""
    silence = io.BytesIO()
    with wave.open(silence, "wb") as recording:
        recording.setparams((1, 2, 8_000, 0, "NONE", ""))
        recording.writeframes(bytes(1_600))
    read(silence.getvalue(), {"kind": "wav", "longest_seconds": 1})


def read(given: bytes, order: dict[str, Any]) -> bytes:
    """`order`: the format by FFmpeg's name, and the longest seconds."""
    most = int(order["longest_seconds"] * _RATE) * 2
    samples = bytearray()
    try:
        # Nothing but these very bytes may be opened, whatever they ask for.
        with av.open(io.BytesIO(given), format=order["kind"], options={"protocol_whitelist": "none"}) as container:
            for piece in _decoded(container):
                samples += piece
                if len(samples) > most:
                    raise ReaderRefused(TOO_LONG)
    except (av.FFmpegError, MemoryError, ValueError, IndexError):
        raise ReaderRefused(UNREADABLE) from None
    if not samples:
        raise ReaderRefused(UNREADABLE)
    return bytes(samples)


def _decoded(container: Any) -> Iterator[bytes]:
    stream = container.streams.audio[0]
    context = stream.codec_context
    context.thread_count = 1
    if not 0 < context.sample_rate <= _MAX_RATE:
        raise ValueError("no recorder has such a rate")
    resampler = av.AudioResampler(format="s16", layout="mono", rate=_RATE)
    bad = 0
    for packet in container.demux(stream):
        try:
            frames = packet.decode()
        except av.FFmpegError:
            bad += 1
            if bad > _BAD_PACKETS:
                raise
            continue
        for frame in frames:
            yield from map(_samples, resampler.resample(frame))
    yield from map(_samples, resampler.resample(None))


def _samples(frame: Any) -> bytes:
    return bytes(frame.planes[0])[: frame.samples * 2]
