"""Where somebody speaks in a recording. Silero's model says how likely speech is, 31 times a second.

Segments are cut at pauses and packed into pieces that a small transcriber can take in at once. Where the model is not
on this machine, loudness decides: it keeps silence away, though not noise.

`python -m holdfast.models.speech_segments <folder>` looks for speech in a second of nothing: if it finds any, it
fails.
"""

from __future__ import annotations

import asyncio
import sys
import threading
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from holdfast.models.speech import SAMPLE_RATE, Recording, SpeechSegment

_WINDOW = 512
_CONTEXT = 64
_BEGINS, _GOES_ON = 0.5, 0.35
_MIN_WINDOWS = 5
"""Windows of 32 ms: a "yes" has more, a click has fewer."""
_PAUSE = 20
_PADDING = 7
_MAX_WINDOWS = 20 * SAMPLE_RATE // _WINDOW
_LOUD = 0.003
"""Of full scale, root mean square: about -50 dB."""


class SileroDetector:
    """Loads in 30 ms when first needed; a minute of sound takes about 0.3 s on one core."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._session: Any = None
        self._loading = threading.Lock()

    async def find(self, recording: Recording) -> Sequence[SpeechSegment]:
        return await asyncio.to_thread(self.search, recording)

    def search(self, recording: Recording) -> Sequence[SpeechSegment]:
        import numpy as np

        samples = np.frombuffer(recording.pcm, np.int16).astype(np.float32) / 32768
        samples = np.concatenate([samples, np.zeros(-len(samples) % _WINDOW, np.float32)])
        session = self.loaded()
        likely = _loudness(samples) if session is None else _likelihoods(session, samples)
        whole = len(recording.pcm) // 2
        return [SpeechSegment(s.start, min(s.end, whole)) for s in pack(find_segments(likely))]

    def loaded(self) -> Any:
        with self._loading:
            file = self._folder / "silero_vad.onnx"
            if self._session is None and file.is_file():
                import onnxruntime

                options = onnxruntime.SessionOptions()
                options.intra_op_num_threads = options.inter_op_num_threads = 1
                options.log_severity_level = 4
                self._session = onnxruntime.InferenceSession(str(file), options, providers=["CPUExecutionProvider"])
            return self._session


def _likelihoods(session: Any, samples: Any) -> Sequence[float]:
    import numpy as np

    state, before = np.zeros((2, 1, 128), np.float32), np.zeros(_CONTEXT, np.float32)
    rate, likely = np.array(SAMPLE_RATE, np.int64), []
    for at in range(0, len(samples), _WINDOW):
        window = samples[at : at + _WINDOW]
        inputs = {"input": np.concatenate([before, window])[None], "state": state, "sr": rate}
        found, state = session.run(None, inputs)
        before = window[-_CONTEXT:]
        likely.append(float(found[0, 0]))
    return likely


def _loudness(samples: Any) -> Sequence[float]:
    import numpy as np

    windows = samples.reshape(-1, _WINDOW)
    return [1.0 if loud > _LOUD else 0.0 for loud in np.sqrt((windows**2).mean(axis=1)).tolist()]


def find_segments(likely: Sequence[float]) -> list[tuple[int, int]]:
    """Likelihoods to (first, end) windows: speech begins above one mark and ends after a pause below another."""
    found: list[tuple[int, int]] = []
    start = last = None
    for index, likelihood in enumerate(likely):
        if likelihood >= (_BEGINS if start is None else _GOES_ON):
            start = index if start is None else start
            last = index
        elif start is not None and last is not None and index - last > _PAUSE:
            found.append((start, last + 1))
            start = last = None
    if start is not None and last is not None:
        found.append((start, last + 1))
    spoken = [(first, end) for first, end in found if end - first >= _MIN_WINDOWS]
    return [piece for segment in spoken for piece in _cut(*segment, likely)]


def _cut(first: int, end: int, likely: Sequence[float]) -> list[tuple[int, int]]:
    """Somebody who never pauses is cut where speech is least likely, in the later half of what can be taken in."""
    pieces = []
    while end - first > _MAX_WINDOWS:
        at = min(range(first + _MAX_WINDOWS // 2, first + _MAX_WINDOWS), key=lambda index: likely[index])
        pieces.append((first, at))
        first = at
    return [*pieces, (first, end)]


def pack(segments: Sequence[tuple[int, int]]) -> list[SpeechSegment]:
    """Neighbours together, as long as they fit, with a little silence around: context makes for better words."""
    packed: list[tuple[int, int]] = []
    for first, end in segments:
        if packed and end - packed[-1][0] <= _MAX_WINDOWS:
            packed[-1] = (packed[-1][0], end)
        else:
            packed.append((first, end))
    return [SpeechSegment(max(0, first - _PADDING) * _WINDOW, (end + _PADDING) * _WINDOW) for first, end in packed]


def _try_out(folder: Path) -> None:
    gate = SileroDetector(folder)
    if gate.loaded() is None or gate.search(Recording(bytes(SAMPLE_RATE * 2))):
        raise SystemExit("It hears voices.")


if __name__ == "__main__":
    _try_out(Path(sys.argv[1]))
