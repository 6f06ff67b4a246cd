"""Letters (eml): who wrote to whom, when and about what; their words; the names of what came along."""

from __future__ import annotations

from email import message_from_bytes, policy
from email.message import EmailMessage, MIMEPart
from typing import Any

from holdfast.core.sandbox.types import ReaderRefused
from holdfast.documents.readers.html import as_markdown
from holdfast.documents.readers.kept import KeptText
from holdfast.documents.readers.markdown import heading
from holdfast.documents.readers.text import decoded

_HEAD = ("From", "To", "Cc", "Date")
_MAX_ATTACHMENTS = 200
_LETTER = (
    b"From: =?utf-8?q?=C3=A4?= <a@example.org>\nTo: b@example.org\nDate: Mon, 2 Mar 2026 09:30:00 +0100\n"
    b"Subject: s\nMIME-Version: 1.0\nContent-Type: multipart/mixed; boundary=x\n\n"
    b"--x\nContent-Type: text/html; charset=iso-8859-1\nContent-Transfer-Encoding: quoted-printable\n\n=E4\n"
    b"--x\nContent-Type: text/plain\nContent-Transfer-Encoding: base64\nContent-Disposition: attachment;"
    b" filename*=utf-8''%C3%A4.txt\n\nYQ==\n--x--\n"
)


def warm() -> None:
    read(_LETTER, {"most_characters": 1_000})


def read(given: bytes, order: dict[str, Any]) -> bytes:
    kept = KeptText(order)
    kept.begin()
    try:
        letter = message_from_bytes(given, policy=policy.default)
        with kept.until_full():
            kept.title = _header(letter, "Subject")
            kept.add(heading(1, kept.title))
            told = [f"{name}: {value}" for name in _HEAD if (value := _header(letter, name))]
            kept.add("\n".join(told))
            kept.add(_words(letter))
            if names := _attached(letter):
                kept.add("Attached: " + ", ".join(names))
    except (ValueError, LookupError, RecursionError, AttributeError, TypeError, IndexError):
        # The library raises all of these over headers and parts that are not what they should be.
        raise ReaderRefused("unreadable") from None
    return kept.answer()


def _header(letter: EmailMessage, name: str) -> str:
    return " ".join(str(letter.get(name, "")).split())


def _words(letter: EmailMessage) -> str:
    body = letter.get_body(("plain", "html"))
    if body is None:
        return ""
    text = _text(body)
    return as_markdown(text) if body.get_content_subtype() == "html" else text.replace("\r\n", "\n").strip()


def _text(part: MIMEPart) -> str:
    sent = part.get_payload(decode=True)
    return decoded(sent if isinstance(sent, bytes) else b"", part.get_content_charset() or "cp1252")


def _attached(letter: EmailMessage) -> list[str]:
    names = (part.get_filename() for part in letter.walk() if not part.is_multipart())
    return [name for name in names if name][:_MAX_ATTACHMENTS]
