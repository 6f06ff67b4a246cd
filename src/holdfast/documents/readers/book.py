"""Books (epub): their chapters in the order in which they are read."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Iterator, Sequence
from typing import Any
from urllib.parse import unquote

from holdfast.core.sandbox.types import ReaderRefused
from holdfast.documents.readers.html import as_markdown, decoded_page
from holdfast.documents.readers.kept import KeptText
from holdfast.documents.readers.parts import ZipParts, beside
from holdfast.documents.readers.xml import Element, attribute, local, walk, whole

_CONTAINER, _LOCKED = "META-INF/container.xml", "META-INF/encryption.xml"
_PAGES = ("application/xhtml+xml", "text/html")


def warm() -> None:
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as file:
        file.writestr(_CONTAINER, '<container><rootfile full-path="b.opf"/></container>')
        file.writestr("b.opf", "<package><manifest/><spine/></package>")
    read(made.getvalue(), {"most_characters": 100})


def read(given: bytes, order: dict[str, Any]) -> bytes:
    parts, kept = ZipParts(given), KeptText(order)
    kept.begin()
    locked = _locked(parts)
    package = _package(parts)
    with parts.opened(package) as stream:
        listed = list(walk(whole(stream)))
    kept.title = next((one.text or "" for one in listed if local(one) == "title"), "")
    with kept.until_full():
        for chapter in _chapters(parts, package, listed):
            if chapter in locked:
                raise ReaderRefused("encrypted")
            kept.add(as_markdown(decoded_page(parts.read(chapter))))
    return kept.answer()


def _package(parts: ZipParts) -> str:
    with parts.opened(_CONTAINER) as stream:
        return next((attribute(one, "full-path") for one in walk(whole(stream)) if local(one) == "rootfile"), "")


def _chapters(parts: ZipParts, package: str, listed: Sequence[Element]) -> Iterator[str]:
    pages = {
        attribute(one, "id"): beside(package, unquote(attribute(one, "href")))
        for one in listed
        if local(one) == "item" and attribute(one, "media-type") in _PAGES
    }
    for one in listed:
        if local(one) == "itemref" and (page := pages.get(attribute(one, "idref"))) in parts.names:
            yield page or ""


def _locked(parts: ZipParts) -> set[str]:
    """Chapters that take a key. Fonts are often made unreadable too, which hinders nobody here."""
    if _LOCKED not in parts.names:
        return set()
    with parts.opened(_LOCKED) as stream:
        return {unquote(attribute(one, "URI")) for one in walk(whole(stream)) if local(one) == "CipherReference"}
