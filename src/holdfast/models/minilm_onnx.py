"""all-MiniLM-L6-v2 from its safetensors to an int8 ONNX graph, without torch.

Runs once, at set-up: a BERT of six layers is written out node by node, with mean pooling and L2 norm inside; `onnx` is
imported nowhere else. Beside the text's vector it gives one for each word piece, seen along the 64 axes in which they
differ most (`minilm-axes.npy`, made by `bench/recall/axes.py`).

It must say the same on every processor. Where there is no VNNI, two neighbouring products of uint8 and int8 are added
in 16 bits and cut off there, so `whole_numbers` leaves room for any two of them. What is multiplied is brought to the
reach of its own token first: one loud token would else make all the others coarse, and what the last bit of a float
decides would be worth more. Cosine to the original: 0.996 in the mean.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

_LAYERS, _HEADS, _WIDTH = 6, 12, 384
_HEAD_WIDTH = _WIDTH // _HEADS
_OPSET = 20
_AXES = Path(__file__).with_name("minilm-axes.npy")
"""The mean of the vectors of word pieces in a row, then a row for each axis. What is stored was seen along these."""
_EPSILON = 1e-12
_MAX_OF_TWO = 127
"""One less than there is room for: both may be rounded up."""


def convert(safetensors: Path, target: Path) -> None:
    """Write the quantized graph to `target`. Takes a few seconds and about half a gigabyte of memory."""
    import onnx
    from safetensors.numpy import load_file

    onnx.save(graph(load_file(safetensors), np.load(_AXES).astype(np.float32)), target)


def whole_numbers(weights: NDArray[np.float32]) -> tuple[NDArray[np.int8], NDArray[np.float32]]:
    """Each column as int8 and the step it counts in, so that two neighbours never add up to more than 128.

    255 · 128 is the most that 16 bits hold. Halving the range of all of them would do as well, and cost twice as much.
    """
    sizes = np.abs(weights)
    steps = ((sizes[:-1] + sizes[1:]).max(axis=0) / _MAX_OF_TWO).astype(np.float32)
    return np.rint(weights / steps).astype(np.int8), steps


@dataclass
class GraphDraft:
    """Nodes and weights as they are added; names are made here."""

    weights: dict[str, NDArray[Any]]
    nodes: list[Any] = field(default_factory=list)
    constants: dict[str, NDArray[Any]] = field(default_factory=dict)
    levels: dict[str, tuple[str, str, str, str]] = field(default_factory=dict)

    def add(self, operation: str, *inputs: str, **attributes: Any) -> str:
        from onnx import helper

        output = f"{operation}_{len(self.nodes)}"
        self.nodes.append(helper.make_node(operation, inputs, [output], **attributes))
        return output

    def constant(self, value: NDArray[Any]) -> str:
        name = f"constant_{len(self.constants)}"
        self.constants[name] = value
        return name

    def shape(self, *dimensions: int) -> str:
        return self.constant(np.array(dimensions, dtype=np.int64))

    def weight(self, name: str) -> str:
        return self.constant(self.weights[name])

    def floats(self, x: str) -> str:
        from onnx import TensorProto

        return self.add("Cast", x, to=TensorProto.FLOAT)

    def dense(self, x: str, name: str) -> str:
        """`x` times these weights, in whole numbers, and back to what it is in floats."""
        levels, step, zero, reach = self.levels_of(x)
        weights, steps = whole_numbers(self.weights[f"{name}.weight"].T)
        no_shift = self.constant(np.zeros(steps.shape, dtype=np.int8))
        product = self.add("MatMulInteger", levels, self.constant(weights), zero, no_shift)
        # In this order: the runtime knows these four as one operator.
        scale = self.add("Mul", step, self.constant(steps))
        scaled = self.add("Mul", self.floats(product), scale)
        return self.add("Add", self.add("Mul", scaled, reach), self.weight(f"{name}.bias"))

    def levels_of(self, x: str) -> tuple[str, str, str, str]:
        """As uint8: the levels, the size of one, which of them is zero; and the reach of each token."""
        from onnx import helper

        if x not in self.levels:
            reach = self.add("ReduceMax", self.add("Abs", x), self.shape(-1), keepdims=1)
            names = (f"levels_of_{x}", f"step_of_{x}", f"zero_of_{x}")
            self.nodes.append(helper.make_node("DynamicQuantizeLinear", [self.add("Div", x, reach)], names))
            self.levels[x] = (*names, reach)
        return self.levels[x]

    def norm(self, x: str, name: str) -> str:
        scale, bias = self.weight(f"{name}.weight"), self.weight(f"{name}.bias")
        return self.add("LayerNormalization", x, scale, bias, axis=-1, epsilon=_EPSILON)


def graph(weights: dict[str, NDArray[Any]], axes: NDArray[np.float32]) -> Any:
    """The model. `axes`: the mean of the vectors of word pieces, and the axes along which they are seen."""
    draft = GraphDraft(weights)
    x, vector = encoder(draft, _embeddings(draft), draft.floats("attention_mask"), _LAYERS)
    tokens = draft.add("MatMul", draft.add("Sub", x, draft.constant(axes[0])), draft.constant(axes[1:].T.copy()))
    outputs: dict[str, tuple[str, Sequence[str | int]]] = {
        "vector": (vector, [_WIDTH]),
        "tokens": (tokens, ["length", len(axes) - 1]),
    }
    return made_graph(draft, "all-minilm-l6-v2", outputs)


def encoder(draft: GraphDraft, x: str, mask: str, layers: int) -> tuple[str, str]:
    """What becomes of each token, and the vector of them all."""
    hidden = _hidden_positions(draft, mask)
    for number in range(layers):
        x = _layer(draft, x, hidden, f"encoder.layer.{number}")
    return x, _pooled(draft, x, mask)


def made_graph(
    draft: GraphDraft, name: str, outputs: Mapping[str, tuple[str, Sequence[str | int]]], *, embeds: int = 0
) -> Any:
    """`embeds`: as how many numbers each token comes; 0: it comes as the number of its word piece."""
    from onnx import TensorProto, helper, numpy_helper

    for output, (node, _) in outputs.items():
        draft.nodes.append(helper.make_node("Identity", [node], [output]))
    first = (
        helper.make_tensor_value_info("embeds", TensorProto.FLOAT, ["batch", "length", embeds])
        if embeds
        else helper.make_tensor_value_info("input_ids", TensorProto.INT64, ["batch", "length"])
    )
    made = helper.make_graph(
        draft.nodes,
        name,
        [first, helper.make_tensor_value_info("attention_mask", TensorProto.INT64, ["batch", "length"])],
        [
            helper.make_tensor_value_info(output, TensorProto.FLOAT, ["batch", *shape])
            for output, (_, shape) in outputs.items()
        ],
        [numpy_helper.from_array(value, name) for name, value in draft.constants.items()],
    )
    return helper.make_model(made, opset_imports=[helper.make_opsetid("", _OPSET)], ir_version=9)


def _embeddings(draft: GraphDraft) -> str:
    table = draft.weights["embeddings.word_embeddings.weight"]
    steps = np.maximum(np.abs(table).max(axis=1, keepdims=True) / 127, np.float32(_EPSILON))
    levels = draft.constant(np.rint(table / steps).astype(np.int8))
    rows = draft.floats(draft.add("Gather", levels, "input_ids"))
    words = draft.add("Mul", rows, draft.add("Gather", draft.constant(steps), "input_ids"))
    # Every token is of type 0 here, so that row is added to the positions once and for all.
    places = draft.weights["embeddings.position_embeddings.weight"]
    placed = draft.constant(places + draft.weights["embeddings.token_type_embeddings.weight"][0])
    length = draft.add("Shape", "input_ids", start=1, end=2)
    positions = draft.add("Slice", placed, draft.shape(0), length, draft.shape(0))
    return draft.norm(draft.add("Add", words, positions), "embeddings.LayerNorm")


def _hidden_positions(draft: GraphDraft, mask: str) -> str:
    """A large negative number where there is padding, shaped to be added to every head's scores."""
    padding = draft.add("Sub", draft.constant(np.array(1.0, dtype=np.float32)), mask)
    lowered = draft.add("Mul", padding, draft.constant(np.array(-10_000.0, dtype=np.float32)))
    return draft.add("Unsqueeze", lowered, draft.shape(1, 2))


def _layer(draft: GraphDraft, x: str, hidden: str, name: str) -> str:
    attended = draft.dense(_attention(draft, x, hidden, f"{name}.attention.self"), f"{name}.attention.output.dense")
    x = draft.norm(draft.add("Add", attended, x), f"{name}.attention.output.LayerNorm")
    wide = draft.add("Gelu", draft.dense(x, f"{name}.intermediate.dense"))
    return draft.norm(draft.add("Add", draft.dense(wide, f"{name}.output.dense"), x), f"{name}.output.LayerNorm")


def _attention(draft: GraphDraft, x: str, hidden: str, name: str) -> str:
    def heads(kind: str, order: list[int]) -> str:
        split = draft.add("Reshape", draft.dense(x, f"{name}.{kind}"), draft.shape(0, 0, _HEADS, _HEAD_WIDTH))
        return draft.add("Transpose", split, perm=order)

    scores = draft.add("MatMul", heads("query", [0, 2, 1, 3]), heads("key", [0, 2, 3, 1]))
    scaled = draft.add("Mul", scores, draft.constant(np.array(_HEAD_WIDTH**-0.5, dtype=np.float32)))
    shares = draft.add("Softmax", draft.add("Add", scaled, hidden), axis=-1)
    mixed = draft.add("MatMul", shares, heads("value", [0, 2, 1, 3]))
    joined = draft.add("Transpose", mixed, perm=[0, 2, 1, 3])
    return draft.add("Reshape", joined, draft.shape(0, 0, _WIDTH))


def _pooled(draft: GraphDraft, x: str, mask: str) -> str:
    """The mean over real tokens, brought to length one."""
    weights = draft.add("Unsqueeze", mask, draft.shape(2))
    total = draft.add("ReduceSum", draft.add("Mul", x, weights), draft.shape(1), keepdims=0)
    count = draft.add("ReduceSum", mask, draft.shape(1), keepdims=1)
    return draft.add("LpNormalization", draft.add("Div", total, count), axis=-1, p=2)


if __name__ == "__main__":
    convert(Path(sys.argv[1]), Path(sys.argv[2]))
