"""What a file is, by its own bytes and never by the word of whoever sent it.

Only headers are read: nothing is decoded or unpacked, so an image or archive that explodes has nothing to explode in.
What is not recognised is not taken. Markup (HTML, SVG, XML) is not taken either: browsers run it.
"""

from __future__ import annotations

import codecs
import struct
from dataclasses import dataclass
from typing import IO

DOCX = "application/vnd.openxmlformats-officedocument.wordprocessingml.document"
MAX_PIXELS = 64_000_000
MAX_SIDE_PIXELS = 16_384
_MAX_SEGMENTS = 500
_MAX_ENTRIES = 5_000
_MARKUP = (b"<!doctype", b"<html", b"<svg", b"<?xml", b"<head", b"<body", b"<script", b"<!--")
_PNG, _GIF, _JPEG = b"\x89PNG\r\n\x1a\n", (b"GIF87a", b"GIF89a"), b"\xff\xd8\xff"
_STRANGE = bytes(set(range(32)) - {9, 10, 12, 13, 27}) + b"\x7f"


@dataclass(frozen=True, slots=True)
class Media:
    type: str
    width: int = 0
    height: int = 0

    @property
    def is_image(self) -> bool:
        return self.type.startswith("image/")

    @property
    def is_too_big_to_draw(self) -> bool:
        """A few bytes can announce more pixels than a machine has memory."""
        return self.is_image and (
            not (0 < self.width <= MAX_SIDE_PIXELS and 0 < self.height <= MAX_SIDE_PIXELS)
            or self.width * self.height > MAX_PIXELS
        )


def sniff(file: IO[bytes]) -> Media | None:
    """None: nothing we take. Reads from the start and leaves the position anywhere."""
    file.seek(0)
    head = file.read(64)
    if _begins_image(head):
        return sniff_image(file)
    try:
        if head.startswith(b"%PDF-"):
            return Media("application/pdf")
        if head.startswith(b"PK\x03\x04"):
            return Media(DOCX) if b"word/document.xml" in (names_in_archive(file) or ()) else None
        return _text(file)
    except (struct.error, IndexError):
        return None  # it began like something and was cut off


def sniff_image(file: IO[bytes]) -> Media | None:
    """The same, of images alone."""
    file.seek(0)
    head = file.read(64)
    try:
        if head.startswith(_PNG) and head[12:16] == b"IHDR":
            return Media("image/png", *struct.unpack(">II", head[16:24]))
        if head.startswith(_GIF):
            return Media("image/gif", *struct.unpack("<HH", head[6:10]))
        if head.startswith(_JPEG):
            return _jpeg(file)
        return _webp(head) if _begins_image(head) else None
    except (struct.error, IndexError):
        return None  # it began like one and was cut off


def _begins_image(head: bytes) -> bool:
    return head.startswith((_PNG, *_GIF, _JPEG)) or (head[:4] == b"RIFF" and head[8:12] == b"WEBP")


def _jpeg(file: IO[bytes]) -> Media | None:
    """Walk from marker to marker until the one that holds the size."""
    file.seek(2)
    for _ in range(_MAX_SEGMENTS):
        lead, marker = struct.unpack(">BB", file.read(2))
        if lead != 0xFF:
            return None
        if marker == 0xFF:  # filler before a marker
            file.seek(-1, 1)
            continue
        (length,) = struct.unpack(">H", file.read(2))
        if 0xC0 <= marker <= 0xCF and marker not in (0xC4, 0xC8, 0xCC):
            _, height, width = struct.unpack(">BHH", file.read(5))
            return Media("image/jpeg", width, height)
        file.seek(max(length, 2) - 2, 1)
    return None


def _webp(head: bytes) -> Media | None:
    match head[12:16]:
        case b"VP8 ":
            width, height = struct.unpack("<HH", head[26:30])
            return Media("image/webp", width & 0x3FFF, height & 0x3FFF)
        case b"VP8L":
            bits = int.from_bytes(head[21:25], "little")
            return Media("image/webp", (bits & 0x3FFF) + 1, (bits >> 14 & 0x3FFF) + 1)
        case b"VP8X":
            width, height = int.from_bytes(head[24:27], "little"), int.from_bytes(head[27:30], "little")
            return Media("image/webp", width + 1, height + 1)
    return None


def names_in_archive(file: IO[bytes]) -> set[bytes] | None:
    """From the directory at the end, which need not be unpacked. None: it is longer than a document's."""
    size = file.seek(0, 2)
    file.seek(max(0, size - 65_557))
    tail = file.read()
    end = tail.rfind(b"PK\x05\x06")
    if end < 0 or len(tail) < end + 20:
        return set()
    entries, length, offset = struct.unpack("<HII", tail[end + 10 : end + 20])
    if entries > _MAX_ENTRIES or length > 1_000_000:
        return None
    file.seek(offset)
    directory = file.read(length)
    names, at = set(), 0
    for _ in range(entries):
        if directory[at : at + 4] != b"PK\x01\x02" or len(directory) < at + 34:
            break
        name, extra, comment = struct.unpack("<HHH", directory[at + 28 : at + 34])
        names.add(directory[at + 46 : at + 46 + name])
        at += 46 + name + extra + comment
    return names


def _text(file: IO[bytes]) -> Media | None:
    """UTF-8 from end to end, without control characters, and not markup."""
    file.seek(0)
    decoder = codecs.getincrementaldecoder("utf-8")()
    is_first = True
    while chunk := file.read(1 << 20):
        if is_first and chunk.removeprefix(codecs.BOM_UTF8).lstrip()[:20].lower().startswith(_MARKUP):
            return None
        is_first = False
        if chunk.translate(None, _STRANGE) != chunk:
            return None
        try:
            decoder.decode(chunk)
        except UnicodeDecodeError:
            return None
    try:
        decoder.decode(b"", final=True)
    except UnicodeDecodeError:
        return None
    return None if is_first else Media("text/plain")
