"""Web pages: headings, lists and tables as Markdown. What no browser shows is not read, nor what frames it."""

from __future__ import annotations

import re
from html import unescape
from typing import Any

from html_to_markdown import ConversionOptions, convert

from holdfast.core.sandbox.types import ReaderRefused
from holdfast.documents.readers.kept import KeptText
from holdfast.documents.readers.text import decoded

_OPTIONS = ConversionOptions(
    extract_metadata=False, skip_images=True, exclude_selectors=["nav", "footer", "aside", "form"]
)
_CHARSET = re.compile(rb"""charset\s{0,5}=\s{0,5}["']?([A-Za-z0-9_-]{2,40})""")
_HEAD_BYTES = 4_096
_TITLE = re.compile(r"<title[^>]{0,200}>([^<]{1,500})", re.IGNORECASE)
_TITLE_WITHIN = 20_000
_LINK = re.compile(r"\]\(<?(?:javascript|vbscript|data):\S{0,2000}", re.IGNORECASE)


def warm() -> None:
    page = "<title>a</title><h1>ä</h1><p>b <a href='javascript:1'>c</a><table><tr><td>1</td></tr></table>"
    for encoding in ("utf-8", "cp1252", "utf-16"):
        read(page.encode(encoding), {"most_characters": 100})


def read(given: bytes, order: dict[str, Any]) -> bytes:
    kept = KeptText(order)
    kept.begin()
    page = decoded_page(given)
    if titled := _TITLE.search(page[:_TITLE_WITHIN]):
        kept.title = unescape(titled[1])
    with kept.until_full():
        kept.add(as_markdown(page))
    return kept.answer()


def as_markdown(page: str) -> str:
    """`ReaderRefused` for one that is too deep to be taken in."""
    try:
        text = convert(page, _OPTIONS).content or ""
    except Exception:  # noqa: BLE001 — border: native code, which has a dozen words for a page that it does not take
        raise ReaderRefused("unreadable") from None
    return _LINK.sub("]", text).strip()


def decoded_page(given: bytes) -> str:
    """By what the page says of itself, where it is no UTF-8."""
    named = _CHARSET.search(given[:_HEAD_BYTES])
    return decoded(given, named[1].decode()) if named else decoded(given)
