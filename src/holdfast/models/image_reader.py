"""Pictures made smaller, in the sandbox: a PNG, JPEG, GIF or WebP in, a JPEG out.

Pillow decodes what strangers send here and nowhere else.
"""

from __future__ import annotations

import io
from typing import Any

from PIL import Image, ImageOps

from holdfast.core.media import MAX_PIXELS
from holdfast.core.sandbox.types import ReaderRefused

UNREADABLE = "unreadable"

_FORMATS = ("PNG", "JPEG", "GIF", "WEBP")
_QUALITY = 88
_WHITE = (255, 255, 255)


def warm() -> None:
    """By use, one of each kind: Pillow loads its formats only then."""
    Image.MAX_IMAGE_PIXELS = MAX_PIXELS
    for name in _FORMATS:
        made = io.BytesIO()
        Image.new("RGBA" if name == "PNG" else "RGB", (4, 4)).save(made, name)
        read(made.getvalue(), {"longest_side": 2})


def read(given: bytes, order: dict[str, Any]) -> bytes:
    """`order`: the longest side, in pixels. Of what moves, the first picture."""
    try:
        with Image.open(io.BytesIO(given), formats=_FORMATS) as picture:
            if picture.width * picture.height > MAX_PIXELS:
                raise ReaderRefused(UNREADABLE)
            return _smaller(picture, order["longest_side"])
    except (OSError, ValueError, SyntaxError, EOFError, Image.DecompressionBombError):
        raise ReaderRefused(UNREADABLE) from None


def _smaller(picture: Image.Image, longest_side: int) -> bytes:
    picture.draft("RGB", (longest_side, longest_side))  # a JPEG is decoded no larger than it must be
    upright = ImageOps.exif_transpose(picture)
    upright.thumbnail((longest_side, longest_side))
    made = io.BytesIO()
    _on_white(upright).save(made, "JPEG", quality=_QUALITY)
    return made.getvalue()


def _on_white(picture: Image.Image) -> Image.Image:
    """What one could see through, as on a page."""
    if not picture.has_transparency_data:
        return picture.convert("RGB")
    seen = picture.convert("RGBA")
    page = Image.new("RGB", seen.size, _WHITE)
    page.paste(seen, mask=seen.getchannel("A"))
    return page
