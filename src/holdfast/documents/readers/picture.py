"""Pictures: the letters in them. Pillow decodes four kinds, and no more pixels than a page of paper has."""

from __future__ import annotations

import io
from typing import Any

from PIL import Image, ImageOps

from holdfast.core.media import MAX_PIXELS
from holdfast.core.sandbox.types import ReaderRefused
from holdfast.documents.readers import letters
from holdfast.documents.readers.kept import KeptText

_FORMATS = ("PNG", "JPEG", "GIF", "WEBP")
_SMALL_SIDE = 1_600
"""Letters on a screen are half as large as on a page that was scanned; twice as large they are read."""


def warm() -> None:
    Image.MAX_IMAGE_PIXELS = MAX_PIXELS
    letters.warm()
    for name in _FORMATS:
        made = io.BytesIO()
        Image.new("RGBA" if name == "PNG" else "RGB", (40, 40)).save(made, name)
        for order in ({}, {"look_at": [0]}, {"show": 0}, {"draw": 0}):
            read(made.getvalue(), {"most_characters": 100, **order})


def read(given: bytes, order: dict[str, Any]) -> bytes:
    """A picture is one page without a number, which is to be looked at. `show`: it is the answer itself; `draw`: in
    its colours."""
    kept = KeptText(order)
    kept.begin()
    try:
        with Image.open(io.BytesIO(given), formats=_FORMATS) as picture:
            if picture.width * picture.height > MAX_PIXELS:
                raise ReaderRefused("too_large")
            if "draw" in order:
                return letters.shown(_upright(picture, "RGB", letters.SHOWN_SIDE))
            gray = _gray(picture)
    except (OSError, ValueError, SyntaxError, EOFError, Image.DecompressionBombError):
        raise ReaderRefused("unreadable") from None
    if "show" in order:
        return letters.shown(gray)
    if "look_at" not in order:
        return kept.answer("ocr", pictures=[0])
    seen = letters.letters_in(gray.tobytes(), gray.width, gray.height, gray.width)
    with kept.until_full():
        kept.add(seen.text)
    return kept.answer("ocr", unclear=[0] if seen.is_unclear else [])


def _gray(picture: Image.Image) -> Image.Image:
    """Of a size at which letters are read."""
    side = int(letters.MAX_PIXELS**0.5)
    gray = _upright(picture, "L", side)
    if max(gray.size) < _SMALL_SIDE:
        return gray.resize((gray.width * 2, gray.height * 2), Image.Resampling.LANCZOS)
    gray.thumbnail((side, side))
    return gray


def _upright(picture: Image.Image, mode: str, side: int) -> Image.Image:
    """Dark on white. `side`: a photograph that is much larger need not be decoded whole."""
    picture.draft(mode, (side, side))
    upright = ImageOps.exif_transpose(picture)
    if upright.has_transparency_data:
        seen = upright.convert("RGBA")
        upright = Image.new("RGB", seen.size, (255, 255, 255))
        upright.paste(seen, mask=seen.getchannel("A"))
    return upright.convert(mode)
