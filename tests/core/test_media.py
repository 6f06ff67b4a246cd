"""What a file is, by its own bytes. The images are made by pillow, the lies by hand."""

from __future__ import annotations

import io
import struct
import tracemalloc
import zipfile

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from holdfast.core.media import DOCX, sniff


def _image(kind: str, **options: object) -> bytes:
    out = io.BytesIO()
    Image.new("RGB", (37, 23), "red").save(out, kind, **options)
    return out.getvalue()


def _archive(*names: str) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        for name in names:
            archive.writestr(name, "x")
    return out.getvalue()


@pytest.mark.parametrize(
    ("data", "expected"),
    [
        (_image("PNG"), "image/png"),
        (_image("JPEG"), "image/jpeg"),
        (_image("JPEG", progressive=True, comment=b"x" * 40_000), "image/jpeg"),
        (_image("GIF"), "image/gif"),
        (_image("WEBP"), "image/webp"),
        (_image("WEBP", lossless=True), "image/webp"),
        (_image("WEBP", exif=b"Exif\0\0" + b"x" * 20), "image/webp"),
    ],
)
def test_an_image_is_known_with_its_size(data: bytes, expected: str) -> None:
    media = sniff(io.BytesIO(data))
    assert media is not None
    assert (media.type, media.width, media.height) == (expected, 37, 23)
    assert not media.is_too_big_to_draw


@pytest.mark.parametrize(
    ("data", "expected"),
    [
        (b"%PDF-1.7\n...", "application/pdf"),
        (_archive("[Content_Types].xml", "word/document.xml"), DOCX),
        ("# Überschrift\n\nwith <b>some</b> markup".encode(), "text/plain"),
        (b"\xef\xbb\xbfwith a mark", "text/plain"),
    ],
)
def test_a_document_is_known(data: bytes, expected: str) -> None:
    media = sniff(io.BytesIO(data))
    assert media is not None
    assert media.type == expected


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"<svg xmlns='http://www.w3.org/2000/svg' onload='alert(1)'/>",
        b"  \n<!DOCTYPE html><script>alert(1)</script>",
        b"\xef\xbb\xbf<html>",
        b"<?xml version='1.0'?><svg/>",
        b"MZ\x90\x00",
        b"\x7fELF\x02\x01",
        b"text with a \x00 in it",
        "ümläute in an old encoding".encode("latin-1"),
        _archive("evil.exe"),
        b"PK\x03\x04 and then nothing of the kind",
        _image("BMP"),
        _image("TIFF"),
        _image("PNG")[:20],
        _image("JPEG")[:15],
        _image("WEBP")[:20],
        b"\xff\xd8\xff" + b"\xff" * 5000,
    ],
)
def test_what_is_not_one_of_ours_is_not_taken(data: bytes) -> None:
    assert sniff(io.BytesIO(data)) is None


@pytest.mark.parametrize("size", [(0, 10), (20_000, 10), (10_000, 10_000), (0xFFFFFFFF, 0xFFFFFFFF)])
def test_an_image_that_announces_too_many_pixels_is_too_big_to_draw(size: tuple[int, int]) -> None:
    png = bytearray(_image("PNG"))
    png[16:24] = struct.pack(">II", *size)
    media = sniff(io.BytesIO(bytes(png)))
    assert media is not None
    assert media.is_too_big_to_draw


def test_an_archive_that_announces_too_much_costs_little() -> None:
    entry = b"PK\x01\x02" + b"\0" * 42
    bomb = b"PK\x03\x04" + entry * 200_000 + b"PK\x05\x06" + b"\0" * 4
    bomb += struct.pack("<HHIIH", 0xFFFF, 0xFFFF, len(entry) * 200_000, 4, 0)
    tracemalloc.start()
    assert sniff(io.BytesIO(bomb)) is None
    assert tracemalloc.get_traced_memory()[1] < 2_000_000
    tracemalloc.stop()


_HEADS = (b"\x89PNG\r\n\x1a\n", b"GIF89a", b"\xff\xd8\xff", b"RIFF\0\0\0\0WEBPVP8 ", b"PK\x03\x04", b"%PDF-", b"")


@given(head=st.sampled_from(_HEADS), rest=st.binary(max_size=300))
def test_no_bytes_break_it(head: bytes, rest: bytes) -> None:
    sniff(io.BytesIO(head + rest))
