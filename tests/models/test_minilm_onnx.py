"""The local embedder says the same on every processor: nothing in it saturates, and its sums are those of plain numpy.

`onnx.reference` works the very graph out in numpy, with sums that are exact and floats that are rounded otherwise than
by the runtime: one more machine, and as far from this one as any.
"""

from __future__ import annotations

import csv
from collections.abc import Iterator
from pathlib import Path
from typing import Any, ClassVar

import numpy as np
import onnx
import onnxruntime
import pytest
from numpy.typing import NDArray
from onnx import numpy_helper
from onnx.reference import ReferenceEvaluator
from onnx.reference.op_run import OpRun
from tokenizers import Tokenizer

from holdfast.models.embed import MiniLM
from holdfast.models.local_kinds import EMBEDDING_MODEL
from holdfast.models.minilm_onnx import whole_numbers

pytestmark = pytest.mark.timeout(300)

UTTERANCES = Path(__file__).parents[1] / "turn" / "reading" / "utterances.tsv"
ODD = ["", "a", "42", "!!!", "😀" * 30, "東京の天気はどうですか", "Der Zug nach München fährt heute nicht.", "x" * 400]
LONG = ["She told me about the garden, the dentist and the letter of the tax office. " * 12, "1234567890 " * 60]

NAMES = ["Ana", "Kwabena", "Siobhán", "李雷", "Øystein", "Priya"]
SHAPES = [
    "{name} moved to Porto last spring and still misses the dog.",
    "¿Cuándo viene {name} a cenar?",
    "{name} hat am Freitag um acht einen Termin beim Zahnarzt 😬",
    "def greet():\n    return 'hello {name}'",
    "no",
    "Can you remind me what {name} said about the {name} account, the invoices and the two letters from the bank?",
    "SELECT * FROM people WHERE name = '{name}' -- 42 rows",
    "Grazie {name} 🙏🙏 a domani!",
    "{name} ne mange pas de viande depuis le mois de mars, et moi non plus",
    "lol {name} 😂",
]
MEAN_COSINE, LEAST_COSINE = 0.999, 0.99
"""The tolerance: how near the vectors of two machines are. A float's last bit decides a few levels otherwise."""
MAX_DIFFERENCE = 0.03
"""What that does to a cosine of two texts (0.023 was the most seen among 300); no labelled set may hang on less."""
AT_ONCE = 2**24 // (255 * 64)


class MatMulInteger(OpRun):
    """Exact, though by numpy's quick product of floats: whole numbers up to 2²⁴ are themselves there, and so many
    products add up to no more, because two weights that are neighbours add up to 128 at most (the first test below)."""

    op_domain = ""
    weights: ClassVar[dict[int, NDArray[np.float32]]] = {}

    def _run(self, a: Any, b: Any, a_zero: Any, b_zero: Any) -> tuple[NDArray[np.int32]]:
        assert not b_zero.any()
        if id(b) not in self.weights:
            self.weights[id(b)] = b.astype(np.float32)
        levels, weights = a.astype(np.float32) - np.float32(a_zero), self.weights[id(b)]
        added = [levels[..., at : at + AT_ONCE] @ weights[at : at + AT_ONCE] for at in range(0, len(weights), AT_ONCE)]
        return (np.sum([part.astype(np.int32) for part in added], axis=0, dtype=np.int32),)


@pytest.fixture(scope="module")
def folder(models_dir: Path) -> Path:
    return models_dir / EMBEDDING_MODEL


def texts() -> list[str]:
    with UTTERANCES.open(encoding="utf-8") as file:
        rows = csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE)
        return [*(row["text"] for row in rows), *ODD, *LONG]


def shaped() -> list[str]:
    """Several languages, scripts and lengths, code and emojis."""
    return list(dict.fromkeys(shape.replace("{name}", name) for shape in SHAPES for name in NAMES))


def inputs_of(folder: Path, said: list[str]) -> Iterator[dict[str, NDArray[np.int64]]]:
    tokenizer = Tokenizer.from_file(str(folder / "tokenizer.json"))
    tokenizer.enable_truncation(256)
    tokenizer.no_padding()
    for text in said:
        ids = np.array([tokenizer.encode(text).ids], dtype=np.int64)
        yield {"input_ids": ids, "attention_mask": np.ones_like(ids)}


def embedded(folder: Path, said: list[str]) -> NDArray[np.float32]:
    return np.array([one.vector for one in MiniLM(folder).embed(said)], dtype=np.float32)


def worked_out_in_numpy(folder: Path, said: list[str]) -> NDArray[np.float32]:
    graph = ReferenceEvaluator(onnx.load(folder / "model.onnx"), new_ops=[MatMulInteger])
    worked_out: list[Any] = [graph.run(None, inputs) for inputs in inputs_of(folder, said)]
    return np.array([outputs[0][0] for outputs in worked_out])


def test_no_two_products_are_cut_off_where_they_are_added_in_sixteen_bits(folder: Path) -> None:
    """Activations are uint8. Kernels add products of neighbours in int16; wider sums are in int32 everywhere."""
    graph = onnx.load(folder / "model.onnx").graph
    named = {one.name: numpy_helper.to_array(one) for one in graph.initializer}
    factors = [named[node.input[1]] for node in graph.node if node.op_type == "MatMulInteger"]
    assert len(factors) == 36
    for weights in factors:
        sizes = np.abs(weights.astype(np.int32))
        assert weights.dtype == np.int8
        assert 255 * (sizes[:-1] + sizes[1:]).max() <= np.iinfo(np.int16).max
        assert 255 * 128 * len(sizes) < np.iinfo(np.int32).max


def test_weights_of_any_size_leave_room_for_their_neighbours() -> None:
    random = np.random.default_rng(1)
    for weights in (random.normal(size=(384, 64)), random.standard_cauchy(size=(384, 64)), np.full((8, 3), -0.25)):
        levels, steps = whole_numbers(weights.astype(np.float32))
        sizes = np.abs(levels.astype(np.int32))
        assert 120 <= (sizes[:-1] + sizes[1:]).max() <= 128
        assert np.abs(levels * steps - weights).max() <= 0.51 * steps.max()


def test_this_machine_and_exact_arithmetic_agree(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    said = list(dict.fromkeys([*texts(), *shaped()]))
    here, exact = embedded(folder, said), worked_out_in_numpy(folder, said)
    cosines = (here * exact).sum(axis=1)
    difference = np.abs(here @ here.T - exact @ exact.T).max()
    with capsys.disabled():
        print(
            f" cosine {cosines.mean():.5f}, at least {cosines.min():.4f}; likeness differs by {difference:.3f} at most"
        )
    assert len(said) >= 300
    assert cosines.mean() >= MEAN_COSINE
    assert cosines.min() >= LEAST_COSINE
    assert difference <= MAX_DIFFERENCE


def test_the_number_of_threads_makes_no_other_vector(folder: Path) -> None:
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = 3
    session = onnxruntime.InferenceSession(str(folder / "model.onnx"), options, providers=["CPUExecutionProvider"])
    said = texts()[:40:2]
    by_three = [session.run(["vector"], inputs)[0][0] for inputs in inputs_of(folder, said)]
    assert (np.array(by_three) * embedded(folder, said)).sum(axis=1).min() >= LEAST_COSINE
