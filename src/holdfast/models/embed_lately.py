"""The vectors of the last texts of this process, by the hash of each: what was embedded a while ago is not embedded
again, whoever asks. Of a person's message, whoever stores the answer finds the vector here and sends it along.
"""

from __future__ import annotations

import hashlib
from array import array
from collections import OrderedDict
from collections.abc import Iterable, Mapping, Sequence
from weakref import WeakKeyDictionary

from holdfast.models.types import Embedder

_MAX_TOKENS = 500


class Lately:
    """About 3 MB, and no word of anybody; of questions also the vectors of their word pieces, packed."""

    def __init__(self, most: int = 2_000) -> None:
        self._most = most
        self._vectors: OrderedDict[bytes, array[float]] = OrderedDict()
        self._tokens: OrderedDict[bytes, bytes] = OrderedDict()

    def find(self, text: str) -> Sequence[float] | None:
        if (vector := self._vectors.get(key := digest(text))) is None:
            return None
        self._vectors.move_to_end(key)
        return vector.tolist()

    def keep(self, made: Mapping[str, Sequence[float]]) -> None:
        self.receive({digest(text): vector for text, vector in made.items()})

    def receive(self, made: Mapping[bytes, Iterable[float]]) -> None:
        """As `keep`, of texts that are known by their digests alone."""
        for key, vector in made.items():
            self._vectors[key] = array("f", vector)
        while len(self._vectors) > self._most:
            self._vectors.popitem(last=False)

    def find_tokens(self, text: str) -> bytes | None:
        return self._tokens.get(digest(text))

    def keep_tokens(self, text: str, packed: bytes) -> None:
        self.receive_tokens({digest(text): packed})

    def receive_tokens(self, made: Mapping[bytes, bytes]) -> None:
        """As `receive`."""
        self._tokens.update(made)
        while len(self._tokens) > _MAX_TOKENS:
            self._tokens.popitem(last=False)


_LATELY: WeakKeyDictionary[Embedder, Lately] = WeakKeyDictionary()


def lately(embedder: Embedder) -> Lately:
    return _LATELY.setdefault(embedder, Lately())


def digest(text: str) -> bytes:
    return hashlib.blake2b(text.encode("utf-8", "replace"), digest_size=16).digest()
