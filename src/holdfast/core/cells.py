"""Cells of much that has vectors: groups of near ones, so that a question reads the nearest groups only. Pure."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Matrix = NDArray[np.float32]

FROM_VECTORS = 4_000
"""Below this an exact scan is as quick as anything."""
_ROUNDS = 6
_SAMPLE_PER_CELL = 40


def cells_for(vectors: int) -> int:
    """How many cells: small ones, of which many are read. For as many vectors read, that finds more of the nearest."""
    return int(np.clip(vectors // 60, 16, 1024))


def must_cell(vectors: int, celled_at: int) -> bool:
    """At first, and whenever it has doubled since."""
    return vectors >= FROM_VECTORS and vectors >= 2 * celled_at


def centres_of(vectors: Matrix, count: int, *, seed: int = 7) -> Matrix:
    """Spherical k-means on a sample; a handful of rounds is enough for a coarse map."""
    random = np.random.default_rng(seed)
    units = _units(vectors)
    sample = units[random.permutation(len(units))[: count * _SAMPLE_PER_CELL]]
    centres = sample[:count].copy()
    for _ in range(_ROUNDS):
        nearest = nearest_cells(sample, centres)
        sums = np.zeros_like(centres)
        np.add.at(sums, nearest, sample)
        is_empty = ~sums.any(axis=1)
        sums[is_empty] = sample[random.integers(0, len(sample), int(is_empty.sum()))]
        centres = _units(sums)
    return centres


def nearest_cells(vectors: Matrix, centres: Matrix) -> NDArray[np.int64]:
    """The cell of each vector."""
    return np.concatenate(
        [np.argmax(chunk @ centres.T, axis=1) for chunk in np.array_split(vectors, max(len(vectors) // 4096, 1))]
    )


def _units(vectors: Matrix) -> Matrix:
    lengths: Matrix = np.linalg.norm(vectors, axis=1, keepdims=True)
    return (vectors / np.maximum(lengths, 1e-9)).astype(np.float32)
