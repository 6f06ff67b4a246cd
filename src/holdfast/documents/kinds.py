"""What a file is, by its own bytes and never by the word of whoever sent it.

Only the beginning is looked at, and the names in an archive: nothing is decoded or unpacked, so nothing can explode.
The name chooses among kinds of text alone, which no bytes tell apart.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import IO

from holdfast.core.errors import AppError, Invalid, Unsupported
from holdfast.core.media import names_in_archive, sniff_image
from holdfast.models import speech_decode

_HEAD_BYTES = 4_096
_BINARY = bytes(set(range(32)) - {9, 10, 12, 13, 27})
_PDF_WITHIN = 1_024
_HEARD = ""


@dataclass(frozen=True, slots=True)
class FileKind:
    name: str
    """By which a reader is told what it is given."""
    media_type: str
    reader: str = _HEARD
    """The module that reads it, in the sandbox; none for recordings, which are heard."""

    @property
    def is_sound(self) -> bool:
        return self.reader == _HEARD


def _read_by(reader: str) -> str:
    return f"holdfast.documents.readers.{reader}"


_OFFICE = "application/vnd.openxmlformats-officedocument"
TEXT = FileKind("text", "text/plain", _read_by("text"))
MARKDOWN = FileKind("markdown", "text/markdown", _read_by("text"))
TABLE = FileKind("csv", "text/csv", _read_by("text"))
JSON = FileKind("json", "application/json", _read_by("text"))
HTML = FileKind("html", "text/html", _read_by("html"))
MAIL = FileKind("mail", "message/rfc822", _read_by("mail"))
PDF = FileKind("pdf", "application/pdf", _read_by("pdf"))
WORD = FileKind("word", f"{_OFFICE}.wordprocessingml.document", _read_by("word"))
SLIDES = FileKind("slides", f"{_OFFICE}.presentationml.presentation", _read_by("slides"))
SHEETS = FileKind("sheets", f"{_OFFICE}.spreadsheetml.sheet", _read_by("sheets"))
BOOK = FileKind("book", "application/epub+zip", _read_by("book"))
PICTURES = tuple(FileKind("picture", f"image/{name}", _read_by("picture")) for name in ("png", "jpeg", "gif", "webp"))
SOUNDS: Mapping[str, FileKind] = {
    "mov": FileKind("sound", "audio/mp4"),
    "matroska": FileKind("sound", "audio/webm"),
    "ogg": FileKind("sound", "audio/ogg"),
    "wav": FileKind("sound", "audio/wav"),
    "mp3": FileKind("sound", "audio/mpeg"),
}
"""By FFmpeg's names, as recordings have them."""

KINDS = (TEXT, MARKDOWN, TABLE, JSON, HTML, MAIL, PDF, WORD, SLIDES, SHEETS, BOOK, *PICTURES, *SOUNDS.values())
READERS = tuple(dict.fromkeys(kind.reader for kind in KINDS if not kind.is_sound))
READABLE = (
    "Text, Markdown, HTML, CSV, JSON, PDF, Word (docx), PowerPoint (pptx), Excel (xlsx), epub, letters (eml), pictures "
    "(PNG, JPEG, GIF, WebP) and recordings (m4a, webm, ogg, mp3, wav) can be read."
)
LOCKED = "The file is locked with a password; upload it without one."

_OF_TEXT = {
    "md": MARKDOWN, "markdown": MARKDOWN, "csv": TABLE, "tsv": TABLE, "json": JSON,
    "html": HTML, "htm": HTML, "xhtml": HTML, "eml": MAIL,
}  # fmt: skip
_OF_ARCHIVES = (
    (b"ppt/presentation.xml", SLIDES),
    (b"xl/workbook.xml", SHEETS),
    (b"META-INF/container.xml", BOOK),
)
_BY_MEDIA_TYPE = {kind.media_type: kind for kind in KINDS}

_OLD_OFFICE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
_LOCKED_OFFICE = "EncryptedPackage".encode("utf-16-le")
_PICTURE_CONTAINERS = (b"avif", b"avis", b"heic", b"heix", b"heif", b"mif1", b"msf1")
_UTF16 = (b"\xff\xfe", b"\xfe\xff")
_BEGINS_PAGE = re.compile(rb"(?:\xef\xbb\xbf)?\s{0,200}(?:<!doctype\s{1,20}html|<html[\s>])", re.IGNORECASE)
_BEGINS_LETTER = re.compile(
    rb"(?:Return-Path|Received|Delivered-To|Message-ID|MIME-Version|From|Date): ", re.IGNORECASE
)
_IN_A_LETTER = re.compile(rb"^(?:Message-ID|MIME-Version):", re.IGNORECASE | re.MULTILINE)


def recognise(file: IO[bytes], filename: str) -> FileKind | None:
    """None: nothing that is read here. `Invalid` or `Unsupported` for what would be, but for what is wrong with it."""
    file.seek(0)
    head = file.read(_HEAD_BYTES)
    is_text = _is_text(head)
    if head.startswith(b"%PDF-") or (b"%PDF-" in head[:_PDF_WITHIN] and not is_text):
        return PDF
    if head.startswith(b"PK\x03\x04"):
        return _of_archive(file)
    if head.startswith(_OLD_OFFICE):
        raise _old_office(file)
    if head.startswith(_UTF16):
        return _of_name(filename)
    if image := sniff_image(file):
        if image.is_too_big_to_draw:
            raise Unsupported("The image has too many pixels.", code="image_too_large")
        return _BY_MEDIA_TYPE[image.type]
    if not (head[4:8] == b"ftyp" and head[8:12] in _PICTURE_CONTAINERS) and (sound := speech_decode.recognise(head)):
        return SOUNDS[sound]
    return _of_text(head, filename) if is_text else None


def kind_of(media_type: str) -> FileKind:
    """Of what was recognised before."""
    return _BY_MEDIA_TYPE[media_type]


def _of_archive(file: IO[bytes]) -> FileKind | None:
    names = names_in_archive(file)
    if names is None:
        raise Unsupported("The archive holds more files than a document does.", code="too_many_parts")
    if any(name.startswith(b"word/document") for name in names):  # some programs number it
        return WORD
    return next((kind for name, kind in _OF_ARCHIVES if name in names), None)


def _old_office(file: IO[bytes]) -> AppError:
    """What Office locks it puts into a file of the kind that it wrote before; those themselves nobody reads here."""
    file.seek(0)
    before = b""
    while piece := file.read(1 << 20):
        if _LOCKED_OFFICE in before + piece:
            return Invalid(LOCKED, code="encrypted")
        before = piece[-len(_LOCKED_OFFICE) :]
    return Unsupported("This is a file of an old Office; save it as docx, pptx or xlsx, and upload that.")


def _of_text(head: bytes, filename: str) -> FileKind:
    if _BEGINS_PAGE.match(head):
        return HTML
    if _BEGINS_LETTER.match(head) and _IN_A_LETTER.search(head):
        return MAIL
    return _of_name(filename)


def _of_name(filename: str) -> FileKind:
    return _OF_TEXT.get(filename.rpartition(".")[2].lower(), TEXT)


def _is_text(head: bytes) -> bool:
    return bool(head) and head.translate(None, _BINARY) == head
