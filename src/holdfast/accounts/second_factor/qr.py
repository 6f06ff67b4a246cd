"""A text as a QR code: its squares as the path of an SVG, which the page draws itself. Pure."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import groupby

import segno

_QUIET_SQUARES = 4
"""The empty border that readers need."""


@dataclass(frozen=True, slots=True)
class QrCode:
    size: int
    """Squares on a side, the border among them."""
    path: str


def qr_code(text: str) -> QrCode:
    rows = segno.make(text, micro=False, error="m").matrix
    runs = []
    for y, row in enumerate(rows, _QUIET_SQUARES):
        x = _QUIET_SQUARES
        for is_dark, squares in groupby(row):
            width = len(list(squares))
            if is_dark:
                runs.append(f"M{x} {y}h{width}v1h-{width}z")
            x += width
    return QrCode(len(rows) + 2 * _QUIET_SQUARES, "".join(runs))
