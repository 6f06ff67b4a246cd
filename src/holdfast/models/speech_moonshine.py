"""English speech to text on this machine: Moonshine (tiny) on the ONNX runtime that the embeddings use too.

Only the weights and the vocabulary are taken from the package that carries them; its own engine would bring a second
runtime along and needs a newer C library than we ask for.

`python -m holdfast.models.speech_moonshine <folder>` listens to a second of nothing and fails if it cannot.
"""

from __future__ import annotations

import asyncio
import sys
import threading
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

from holdfast.core.errors import Invalid
from holdfast.models.failures import failed
from holdfast.models.local_kinds import HEARING_MODEL
from holdfast.models.speech import SAMPLE_RATE, Recording, SpeechSegment
from holdfast.models.types import Failure

_HEADS, _HEAD_SIZE = 8, 36
_BEGIN, _END = 1, 2
_TOKENS_A_SECOND = 6.5
"""Nobody speaks faster; a model that does has begun to repeat itself."""
_MAX_WAITING = 6
_FILES = ("encoder_model.ort", "decoder_model_merged.ort", "tokenizer.bin")


class Moonshine:
    """The model itself, for one thread at a time; loads in half a second, hears ten seconds in a quarter of one."""

    def __init__(self, folder: Path) -> None:
        import onnxruntime

        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = options.inter_op_num_threads = 1
        options.log_severity_level = 4
        encoder, decoder, vocabulary = (folder / name for name in _FILES)
        self._encoder, self._decoder = (
            onnxruntime.InferenceSession(str(file), options, providers=["CPUExecutionProvider"])
            for file in (encoder, decoder)
        )
        self._remembered = [one.name for one in self._decoder.get_inputs() if one.name.startswith("past_key_values")]
        self._vocabulary = _read_vocabulary(vocabulary.read_bytes())

    def hear(self, samples: Any) -> str:
        import numpy as np

        sound = samples[None]
        mask = np.ones(sound.shape, np.int64)
        heard = self._encoder.run(None, {"input_values": sound, "attention_mask": mask})[0]
        past = {name: np.zeros(self._shape(name, heard), np.float32) for name in self._remembered}
        tokens, token = [], _BEGIN
        for step in range(int(len(samples) / SAMPLE_RATE * _TOKENS_A_SECOND) + 8):
            inputs = {
                "encoder_attention_mask": mask,
                "encoder_hidden_states": heard,
                "input_ids": np.array([[token]], np.int64),
                "use_cache_branch": np.array([step > 0]),
                **past,
            }
            scores, *present = self._decoder.run(None, inputs)
            token = int(scores[0, -1].argmax())
            if token == _END:
                break
            tokens.append(token)
            named = dict(zip(self._remembered, present, strict=True))
            # What it made of the sound is worked out once; what it has said grows.
            past |= named if step == 0 else {name: named[name] for name in self._remembered if ".decoder." in name}
        return b"".join(self._vocabulary[one] for one in tokens).decode("utf-8", "replace").replace("▁", " ").strip()

    @staticmethod
    def _shape(name: str, heard: Any) -> tuple[int, int, int, int]:
        return (1, _HEADS, 0 if ".decoder." in name else heard.shape[1], _HEAD_SIZE)


def _read_vocabulary(data: bytes) -> list[bytes]:
    """One byte of length, then the token; over and over."""
    words, at = [], 0
    while at < len(data):
        end = at + 1 + data[at]
        words.append(data[at + 1 : end])
        at = end
    return words


class LocalHearing:
    """One at a time in a thread of its own; more than a few waiting are told to come back."""

    name = f"local:{HEARING_MODEL}"

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._pool = ThreadPoolExecutor(1, thread_name_prefix="hear")
        self._model: Moonshine | None = None
        self._waiting = 0

    @property
    def languages(self) -> Sequence[str]:
        return ["en"] if self._is_here else []

    @property
    def _is_here(self) -> bool:
        return all((self._folder / name).is_file() for name in _FILES)

    async def hear(self, recording: Recording, segments: Sequence[SpeechSegment], language: str | None) -> str:
        if language and language.partition("-")[0].lower() != "en":
            raise Invalid(
                "The local model hears English only; an administrator can name another with "
                "HOLDFAST_SPEECH_TRANSCRIBE_BASE_URL.",
                code="language_not_heard",
            )
        if self._waiting >= _MAX_WAITING:
            raise failed(Failure.RATE_LIMITED, upstream="local hearing busy", retry_after_seconds=10.0)
        given_up = threading.Event()
        self._waiting += 1
        try:
            loop = asyncio.get_running_loop()
            return await loop.run_in_executor(self._pool, self._hear, recording, segments, given_up)
        finally:
            given_up.set()
            self._waiting -= 1

    def _hear(self, recording: Recording, segments: Sequence[SpeechSegment], given_up: threading.Event) -> str:
        import numpy as np

        if self._model is None:
            if not self._is_here:
                raise failed(Failure.NOT_CONFIGURED, upstream="local model missing")
            self._model = Moonshine(self._folder)
        samples = np.frombuffer(recording.pcm, np.int16).astype(np.float32) / 32768
        said = []
        for segment in segments:
            if given_up.is_set():
                break  # nobody waits for it any more
            said.append(self._model.hear(samples[segment.start : segment.end]))
        return " ".join(words for words in said if words)

    async def aclose(self) -> None:
        self._pool.shutdown(wait=False, cancel_futures=True)


def _try_out(folder: Path) -> None:
    import numpy as np

    Moonshine(folder).hear(np.zeros(SAMPLE_RATE, np.float32))


if __name__ == "__main__":
    _try_out(Path(sys.argv[1]))
