"""all-MiniLM-L6-v2 from its safetensors to an int8 ONNX graph, without torch.

Runs once, at set-up: a BERT of six layers is written out node by node, with mean pooling and L2 norm inside, and then
quantized. `onnx` is imported nowhere else. Against the original: float32 cosine above 0.99999, int8 about 0.99.
"""

from __future__ import annotations

import sys
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

_LAYERS, _HEADS, _WIDTH = 6, 12, 384
_HEAD_WIDTH = _WIDTH // _HEADS
_OPSET = 20
_EPSILON = 1e-12


def convert(safetensors: Path, target: Path) -> None:
    """Write the quantized graph to `target`. Takes a few seconds and about half a gigabyte of memory."""
    import onnx
    from onnxruntime.quantization import QuantType, quantize_dynamic
    from safetensors.numpy import load_file

    exact = target.with_suffix(".float32.onnx")
    onnx.save(_graph(load_file(safetensors)), exact)
    try:
        quantize_dynamic(
            exact, target, weight_type=QuantType.QInt8, per_channel=True, op_types_to_quantize=["MatMul", "Gather"]
        )
    finally:
        exact.unlink()


@dataclass
class _Draft:
    """Nodes and weights as they are added; names are made here."""

    weights: dict[str, NDArray[Any]]
    nodes: list[Any] = field(default_factory=list)
    constants: dict[str, NDArray[Any]] = field(default_factory=dict)

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

    def dense(self, x: str, name: str) -> str:
        product = self.add("MatMul", x, self.constant(np.ascontiguousarray(self.weights[f"{name}.weight"].T)))
        return self.add("Add", product, self.weight(f"{name}.bias"))

    def norm(self, x: str, name: str) -> str:
        scale, bias = self.weight(f"{name}.weight"), self.weight(f"{name}.bias")
        return self.add("LayerNormalization", x, scale, bias, axis=-1, epsilon=_EPSILON)


def _graph(weights: dict[str, NDArray[Any]]) -> Any:
    from onnx import TensorProto, helper, numpy_helper

    draft = _Draft(weights)
    x = _embeddings(draft)
    mask = draft.add("Cast", "attention_mask", to=TensorProto.FLOAT)
    hidden = _hidden_positions(draft, mask)
    for number in range(_LAYERS):
        x = _layer(draft, x, hidden, f"encoder.layer.{number}")
    vector = _pooled(draft, x, mask)
    draft.nodes.append(helper.make_node("Identity", [vector], ["vector"]))
    graph = helper.make_graph(
        draft.nodes,
        "all-minilm-l6-v2",
        [
            helper.make_tensor_value_info(name, TensorProto.INT64, ["batch", "length"])
            for name in ("input_ids", "attention_mask")
        ],
        [helper.make_tensor_value_info("vector", TensorProto.FLOAT, ["batch", _WIDTH])],
        [numpy_helper.from_array(value, name) for name, value in draft.constants.items()],
    )
    return helper.make_model(graph, opset_imports=[helper.make_opsetid("", _OPSET)], ir_version=9)


def _embeddings(draft: _Draft) -> str:
    words = draft.add("Gather", draft.weight("embeddings.word_embeddings.weight"), "input_ids")
    # Every token is of type 0 here, so that row is added to the positions once and for all.
    places = draft.weights["embeddings.position_embeddings.weight"]
    table = draft.constant(places + draft.weights["embeddings.token_type_embeddings.weight"][0])
    length = draft.add("Shape", "input_ids", start=1, end=2)
    positions = draft.add("Slice", table, draft.shape(0), length, draft.shape(0))
    return draft.norm(draft.add("Add", words, positions), "embeddings.LayerNorm")


def _hidden_positions(draft: _Draft, mask: str) -> str:
    """A large negative number where there is padding, shaped to be added to every head's scores."""
    padding = draft.add("Sub", draft.constant(np.array(1.0, dtype=np.float32)), mask)
    lowered = draft.add("Mul", padding, draft.constant(np.array(-10_000.0, dtype=np.float32)))
    return draft.add("Unsqueeze", lowered, draft.shape(1, 2))


def _layer(draft: _Draft, x: str, hidden: str, name: str) -> str:
    attended = draft.dense(_attention(draft, x, hidden, f"{name}.attention.self"), f"{name}.attention.output.dense")
    x = draft.norm(draft.add("Add", attended, x), f"{name}.attention.output.LayerNorm")
    wide = draft.add("Gelu", draft.dense(x, f"{name}.intermediate.dense"))
    return draft.norm(draft.add("Add", draft.dense(wide, f"{name}.output.dense"), x), f"{name}.output.LayerNorm")


def _attention(draft: _Draft, x: str, hidden: str, name: str) -> str:
    def heads(kind: str, order: list[int]) -> str:
        split = draft.add("Reshape", draft.dense(x, f"{name}.{kind}"), draft.shape(0, 0, _HEADS, _HEAD_WIDTH))
        return draft.add("Transpose", split, perm=order)

    scores = draft.add("MatMul", heads("query", [0, 2, 1, 3]), heads("key", [0, 2, 3, 1]))
    scaled = draft.add("Mul", scores, draft.constant(np.array(_HEAD_WIDTH**-0.5, dtype=np.float32)))
    shares = draft.add("Softmax", draft.add("Add", scaled, hidden), axis=-1)
    mixed = draft.add("MatMul", shares, heads("value", [0, 2, 1, 3]))
    joined = draft.add("Transpose", mixed, perm=[0, 2, 1, 3])
    return draft.add("Reshape", joined, draft.shape(0, 0, _WIDTH))


def _pooled(draft: _Draft, x: str, mask: str) -> str:
    """The mean over real tokens, brought to length one."""
    weights = draft.add("Unsqueeze", mask, draft.shape(2))
    total = draft.add("ReduceSum", draft.add("Mul", x, weights), draft.shape(1), keepdims=0)
    count = draft.add("ReduceSum", mask, draft.shape(1), keepdims=1)
    return draft.add("LpNormalization", draft.add("Div", total, count), axis=-1, p=2)


if __name__ == "__main__":
    convert(Path(sys.argv[1]), Path(sys.argv[2]))
