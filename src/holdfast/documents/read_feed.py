"""An RSS or Atom feed, or a sitemap, read in the sandbox: its entries out, each with its text and no markup."""

from __future__ import annotations

import json
from collections.abc import Iterator
from html.parser import HTMLParser
from typing import Any
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

from holdfast.core.sandbox.types import ReaderRefused

MAX_ENTRIES = 500
_MAX_TITLE_CHARACTERS = 300
_MAX_TEXT_CHARACTERS = 200_000
_TEXTS = ("encoded", "content", "description", "summary")
_ENTRIES = ("item", "entry")
_BREAKS = frozenset(("p", "br", "div", "li", "tr", "h1", "h2", "h3", "h4", "h5", "h6", "blockquote", "pre"))
_SILENT = frozenset(("script", "style", "template"))


def warm() -> None:
    """By use: what is loaded late cannot be loaded any more."""
    read(
        b"<rss><channel><item><title>a</title><description>&lt;p&gt;b&amp;amp;c</description></item></channel></rss>",
        {},
    )


def read(given: bytes, order: dict[str, Any]) -> bytes:
    """A JSON list of `id`, `title`, `link`, `text`; of a sitemap the text is when the page changed."""
    # A document that declares anything of its own is refused: no feed needs to, and entities multiply.
    if b"<!DOCTYPE" in given or b"<!ENTITY" in given:
        raise ReaderRefused("unreadable")
    try:
        root = ElementTree.fromstring(given)  # noqa: S314 — in the sandbox, and without declarations
    except (ElementTree.ParseError, ValueError, LookupError):
        raise ReaderRefused("unreadable") from None
    if _name(root) == "urlset":
        return json.dumps([_page(one) for one in root if _name(one) == "url"][:MAX_ENTRIES]).encode()
    if _name(root) not in ("rss", "feed", "RDF"):
        raise ReaderRefused("unreadable")
    entries = [_entry(one) for one in root.iter() if _name(one) in _ENTRIES]
    return json.dumps(entries[:MAX_ENTRIES]).encode()


def _entry(entry: Element) -> dict[str, str]:
    found = {_name(child): child for child in reversed(entry)}
    text = next((_text(found[name]) for name in _TEXTS if name in found and _text(found[name])), "")
    link = next(_links(entry), "")
    return {
        "id": _text(found["guid"]) if "guid" in found else _text(found["id"]) if "id" in found else link,
        "title": (_plain(_text(found["title"])) if "title" in found else "")[:_MAX_TITLE_CHARACTERS] or link or "Entry",
        "link": link,
        "text": _plain(text[:_MAX_TEXT_CHARACTERS]),
    }


def _page(entry: Element) -> dict[str, str]:
    told = {_name(child): _text(child) for child in entry}
    link = told.get("loc", "")
    return {"id": link, "title": link[:_MAX_TITLE_CHARACTERS], "link": link, "text": told.get("lastmod", "")[:100]}


def _links(entry: Element) -> Iterator[str]:
    for child in entry:
        if _name(child) == "link" and child.get("rel", "alternate") == "alternate":
            yield (child.get("href") or child.text or "").strip()


def _name(element: Element) -> str:
    tag = element.tag
    return tag.rpartition("}")[2] if isinstance(tag, str) else ""


def _text(element: Element) -> str:
    return "".join(element.itertext()).strip()


class _Plain(HTMLParser):
    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.told: list[str] = []
        self._silent = 0

    def handle_starttag(self, tag: str, attrs: object) -> None:
        self._silent += tag in _SILENT
        if tag in _BREAKS:
            self.told.append("\n\n" if tag != "br" else "\n")

    def handle_endtag(self, tag: str) -> None:
        self._silent -= tag in _SILENT and self._silent > 0

    def handle_data(self, data: str) -> None:
        if not self._silent:
            self.told.append(data)


def _plain(text: str) -> str:
    parser = _Plain()
    parser.feed(text)
    parser.close()
    paragraphs = ("".join(parser.told)).split("\n\n")
    return "\n\n".join(told for one in paragraphs if (told := " ".join(one.split())))
