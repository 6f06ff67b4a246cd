"""multilingual-e5-small on this machine: about a hundred languages, and a question in one finds its answer in another.

`python -m holdfast.models.e5 <folder>` embeds a few texts and fails if they come out wrong.
"""

from __future__ import annotations

import functools
import json
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from holdfast.core.errors import Setup
from holdfast.models.embed import CHARACTERS_READ, LocalEmbedder
from holdfast.models.local_kinds import MULTILINGUAL_MODEL
from holdfast.models.onnx_session import open_session

if TYPE_CHECKING:
    from holdfast.models.token_vectors import Embedded

_WORD_PIECES = 512


class E5:
    """The model itself, for one thread at a time or several; loads in about half a second.

    Of the quarter of a million word pieces only the rows that a text has are read, from a file that the kernel keeps in
    memory as long as there is room: what it holds there belongs to nobody.
    """

    def __init__(self, folder: Path) -> None:
        import numpy as np
        from sentencepiece import SentencePieceProcessor

        from holdfast.models.e5_onnx import BLOCK, BLOCK_BYTES, WIDTH

        self._session = open_session(folder / "model.onnx")
        self._pieces = SentencePieceProcessor(model_file=str(folder / "pieces.model"))
        letters = json.loads((folder / "letters.json").read_text(encoding="utf-8"))
        self._letters = {int(letter): read for letter, read in letters.items()}
        self._words: Any = np.memmap(folder / "words.bin", dtype=np.uint8, mode="r").reshape(
            -1, WIDTH // BLOCK, BLOCK_BYTES
        )

    def embed(self, texts: Sequence[str]) -> list[Embedded]:
        # One by one: as MiniLM, and padding would cost a fifth.
        return [self._one(text[:CHARACTERS_READ].encode("utf-8", "replace").decode()) for text in texts]

    def inputs_of(self, text: str) -> dict[str, Any]:
        """What the graph is given."""
        import numpy as np

        from holdfast.models.e5_onnx import unpacked

        pieces = self._pieces.encode(text.translate(self._letters))[: _WORD_PIECES - 2]
        ids = [self._pieces.bos_id(), *pieces, self._pieces.eos_id()]
        return {
            "embeds": unpacked(np.asarray(self._words[ids]))[None],
            "attention_mask": np.ones((1, len(ids)), dtype=np.int64),
        }

    def _one(self, text: str) -> Embedded:
        import numpy as np

        from holdfast.models.token_vectors import Embedded, TokenVectors

        (vector,) = self._session.run(["vector"], self.inputs_of(text))
        return Embedded(vector[0].tolist(), TokenVectors(np.empty((0, 0), dtype=np.float32), (), ()))


class MultilingualEmbedder(LocalEmbedder):
    """As `LocalEmbedder`, with no vectors of word pieces."""

    name = MULTILINGUAL_MODEL
    version = "1"
    question_mark, passage_mark = "query: ", "passage: "

    def load_model(self) -> E5:
        return _load_e5(self.folder)


@functools.cache
def _load_e5(folder: Path) -> E5:
    if not (folder / "model.onnx").is_file():
        raise Setup("The local embedding model for documents is not here; run `holdfast models fetch`.")
    return E5(folder)


def _try_out(folder: Path) -> None:
    texts = ["query: Wie lange schläft die Katze?", "passage: Cats sleep up to sixteen hours.", "passage: Rates rose."]
    asked, answer, other = (one.vector for one in _load_e5(folder).embed(texts))
    likeness, unlikeness = (sum(map(float.__mul__, asked, each)) for each in (answer, other))
    if not likeness > unlikeness + 0.05:
        raise SystemExit(f"Its vectors are wrong: {likeness:.2f} and {unlikeness:.2f}.")


if __name__ == "__main__":
    _try_out(Path(sys.argv[1]))
