"""Vectors of this process, so that a handover or an earlier message is not embedded on every turn.

They are kept by the hash of their text: nothing here can be read back as what somebody said.
"""

from __future__ import annotations

import hashlib
from collections import OrderedDict
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from holdfast.models.embed_lately import lately
from holdfast.models.types import Embedder

UnitVector = NDArray[np.float32]
_Key = tuple[str, int, bytes]
MAX_VECTORS = 256
MAX_CHARACTERS = 600
"""Characters embedded of a text: what it is about stands there, and a whole page would take ten times as long."""
_kept: OrderedDict[_Key, UnitVector] = OrderedDict()


async def vectors_of(texts: Sequence[str], embedder: Embedder) -> Sequence[UnitVector]:
    """Of length one, so that a product is a cosine. Only what is not here yet is embedded."""
    cut = [text[:MAX_CHARACTERS] for text in texts]
    keys = [_key(text, embedder) for text in cut]
    found = {key: _kept[key] for key in keys if key in _kept}
    new = {key: text for key, text in zip(keys, cut, strict=True) if key not in found}
    if new:
        made = await embedder.embed(list(new.values()))
        lately(embedder).keep(dict(zip(new.values(), made, strict=True)))
        found.update(zip(new, map(unit, made), strict=True))
    for key in keys:
        _kept[key] = found[key]
        _kept.move_to_end(key)
    while len(_kept) > MAX_VECTORS:
        _kept.popitem(last=False)
    return [found[key] for key in keys]


async def vector_of(text: str, embedder: Embedder) -> UnitVector:
    return (await vectors_of([text], embedder))[0]


def unit(vector: Sequence[float] | UnitVector) -> UnitVector:
    made = np.asarray(vector, dtype=np.float32)
    if not np.isfinite(made).all():
        raise ValueError("an embedder gave no numbers")
    length = float(np.linalg.norm(made))
    return made / length if length > 0 else made


def _key(text: str, embedder: Embedder) -> _Key:
    digest = hashlib.blake2b(text.encode("utf-8", "replace"), digest_size=16).digest()
    return embedder.name, embedder.dimensions, digest
