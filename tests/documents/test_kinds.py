"""What a file is, is read from its bytes; a name chooses among kinds of text and nothing else."""

from __future__ import annotations

import io

import pytest

from holdfast.core.errors import AppError
from holdfast.documents.kinds import READERS, recognise
from tests.documents import files

OLD_OFFICE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
LOCKED = OLD_OFFICE + bytes(1_048_560) + "EncryptedPackage".encode("utf-16-le") + bytes(100)


@pytest.mark.parametrize(
    ("given", "name", "kind"),
    [
        (files.pdf("a"), "report.docx", "pdf"),
        (b"\r\n  \0\x01" + files.pdf("a"), "a.pdf", "pdf"),
        (b"A PDF begins with %PDF-1.7.", "how.md", "markdown"),
        (files.docx(), "a.pdf", "word"),
        (files.pptx(files.shape("a")), "a.zip", "slides"),
        (files.xlsx({"A": ""}), "a", "sheets"),
        (files.epub("<html/>"), "a.zip", "book"),
        (files.eml(), "letter.txt", "mail"),
        (b"From: the beginning\nIt was a long way.", "story.txt", "text"),
        (b"From: a@example.org\n\nhello", "a.eml", "mail"),
        (b"\xef\xbb\xbf  <!DOCTYPE html><p>a", "a.txt", "html"),
        (b"<p>a</p>", "a.html", "html"),
        (b"<p>a</p>", "a.txt", "text"),
        (files.picture(kind="WEBP"), "a.pdf", "picture"),
        (b"ID3\x04\0\0\0\0\0\0", "a.txt", "sound"),
        (b"RIFF\0\0\0\0WAVEfmt ", "a.png", "sound"),
        (b"\0\0\0\x20ftypM4A \0\0\0\0", "a.m4a", "sound"),
        ("a;b".encode("utf-16"), "a.csv", "csv"),
        (b"plain", "a.pdf", "text"),
    ],
)
def test_the_bytes_say_what_it_is(given: bytes, name: str, kind: str) -> None:
    found = recognise(io.BytesIO(given), name)
    assert found is not None
    assert found.name == kind


@pytest.mark.parametrize(
    "given",
    [
        b"\x7fELF\x02\x01\x01\0",
        b"MZ\x90\0",
        files.packed({"a.txt": "a"}),
        b"PK\x03\x04 and then nothing of the kind",
        b"\0\0\0\x20ftypavif\0\0\0\0",
        b"\x1f\x8b\x08\0\0\0\0\0",
    ],
)
def test_what_nobody_reads_is_not_taken_whatever_it_is_called(given: bytes) -> None:
    for name in ("a.pdf", "a.docx", "a.txt", "a.md"):
        assert recognise(io.BytesIO(given), name) is None


@pytest.mark.parametrize(
    ("given", "code"),
    [
        (LOCKED, "encrypted"),
        (OLD_OFFICE + bytes(500), "unsupported_media"),
        (files.many_files(100_000, "word/document.xml"), "too_many_parts"),
        (b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR" + (50_000).to_bytes(4, "big") * 2 + bytes(20), "image_too_large"),
    ],
)
def test_what_would_be_read_but_for_one_thing_is_refused_by_its_name(given: bytes, code: str) -> None:
    with pytest.raises(AppError) as refused:
        recognise(io.BytesIO(given), "a.docx")
    assert refused.value.code == code


def test_every_reader_is_there() -> None:
    assert len(READERS) == 9
