"""The local voice, in the sandbox: text in, an MP3 out. It stands in the voice's own folder and reads nothing else.

eSpeak NG is loaded here and nowhere else: it is native code that reads whatever a model wrote.

`python -m holdfast.models.speech_espeak_reader --try <folder>` says one word.
"""

from __future__ import annotations

import ctypes
import io
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import av

from holdfast.core.sandbox.types import ReaderRefused

SILENT = "silent"

_SYNCHRONOUS = 2
_UTF8, _TO_THE_END = 1, 0x1000
_RATE = 1
_BITS_A_SECOND = 48_000
_HERE = Path()
_Callback = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.POINTER(ctypes.c_short), ctypes.c_int, ctypes.c_void_p)


def warm() -> None:
    """The library, and an encoder: once, for all that will be said."""
    _library(_HERE)
    as_mp3(bytes(4_000), 22_050)


def read(given: bytes, order: dict[str, Any]) -> bytes:
    samples, rate = speak(given.decode(), order["voices"], words_a_minute=order["words_a_minute"])
    if not samples:
        raise ReaderRefused(SILENT)
    return as_mp3(samples, rate)


def speak(text: str, voices: Sequence[str], folder: Path = _HERE, *, words_a_minute: int = 175) -> tuple[bytes, int]:
    """In the first of these voices that there is."""
    library = _library(folder)
    rate = library.espeak_Initialize(_SYNCHRONOUS, 0, bytes(folder), 0)  # which starts no thread
    if rate <= 0:
        return b"", 0
    spoken = bytearray()

    def take(samples: Any, count: int, events: object) -> int:
        if samples and count > 0:
            spoken.extend(ctypes.string_at(samples, count * 2))
        return 0

    callback = _Callback(take)  # kept by name: the library calls it later
    library.espeak_SetSynthCallback(callback)
    for voice in voices:
        if library.espeak_SetVoiceByName(voice.encode()) == 0:
            break
    library.espeak_SetParameter(_RATE, words_a_minute, 0)
    said = text.replace("\0", " ").encode()
    library.espeak_Synth(said, ctypes.c_size_t(len(said) + 1), 0, 1, 0, _UTF8 | _TO_THE_END, None, None)
    library.espeak_Synchronize()
    return bytes(spoken), rate


def _library(folder: Path) -> Any:
    """Loaded twice it is the same one. By its whole path: a bare name would be looked for in the system."""
    return ctypes.CDLL(f"{folder}/{next(folder.glob('libespeak-ng.*')).name}")


def as_mp3(samples: bytes, rate: int) -> bytes:
    out = io.BytesIO()
    with av.open(out, "w", format="mp3") as container:
        stream = container.add_stream("libmp3lame", rate=rate)
        stream.layout = "mono"
        stream.bit_rate = _BITS_A_SECOND
        frame = av.AudioFrame(format="s16", layout="mono", samples=len(samples) // 2)
        frame.planes[0].update(samples)
        frame.sample_rate = rate
        fitting = av.AudioResampler(
            format=stream.codec_context.format, layout="mono", rate=rate, frame_size=stream.codec_context.frame_size
        )
        for piece in (*fitting.resample(frame), *fitting.resample(None), None):
            container.mux(stream.encode(piece))
    return out.getvalue()


def _try_out(folder: Path) -> None:
    samples, rate = speak("Hello.", ["en-us"], folder)
    if not samples or not as_mp3(samples, rate):
        raise SystemExit("It said nothing.")


if __name__ == "__main__" and sys.argv[1:2] == ["--try"]:
    _try_out(Path(sys.argv[2]))
