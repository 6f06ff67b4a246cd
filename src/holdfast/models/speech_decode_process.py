"""The decoder's own process: a file on standard input, 16 kHz samples on standard output.

    python -m holdfast.models.speech_decode_process <format> <longest seconds>

Exit codes: 0 decoded, 3 nothing could be decoded, 4 longer than allowed; anything else is a crash or a limit.
"""

from __future__ import annotations

import io
import sys
from collections.abc import Iterator
from typing import Any

import av

from holdfast.models.speech_limits import limit_myself

_RATE = 16_000
_BAD_PACKETS = 50
"""A few damaged ones are a click in the sound; more, and it is not the sound that was recorded."""
_MOST_RATE = 384_000
_CPU_SECONDS = 15


def main(kind: str, longest_seconds: float) -> int:
    limit_myself(cpu_seconds=_CPU_SECONDS)
    sound = io.BytesIO(sys.stdin.buffer.read())
    most = int(longest_seconds * _RATE) * 2
    samples = bytearray()
    try:
        # Nothing but these very bytes may be opened, whatever they ask for.
        with av.open(sound, format=kind, options={"protocol_whitelist": "none"}) as container:
            for piece in _decoded(container):
                samples += piece
                if len(samples) > most:
                    return 4
    except (av.FFmpegError, MemoryError, ValueError, IndexError):
        return 3
    if not samples:
        return 3
    sys.stdout.buffer.write(samples)
    return 0


def _decoded(container: Any) -> Iterator[bytes]:
    stream = container.streams.audio[0]
    context = stream.codec_context
    context.thread_count = 1
    if not 0 < context.sample_rate <= _MOST_RATE:
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


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], float(sys.argv[2])))
