"""Word (docx): headings by their style, lists, tables with their head, footnotes at the end.

What was deleted under tracked changes, moved away or hidden is not read: nobody who looks at the page sees it.
"""

from __future__ import annotations

import io
import re
import zipfile
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from holdfast.documents.readers.kept import KeptText
from holdfast.documents.readers.markdown import heading, table
from holdfast.documents.readers.parts import ZipParts
from holdfast.documents.readers.xml import Element, attribute, children, local, outermost, relations, walk, whole

_TEXT, _STYLES, _NOTES = "word/document.xml", "word/styles.xml", ("word/footnotes.xml", "word/endnotes.xml")
_UNSEEN = ("Fallback", "moveFrom", "delText", "instrText")
_HEADING = re.compile(r"heading ?([1-9])", re.IGNORECASE)
_TITLE = 0
_OFF = ("0", "false", "off")
_MAX_SPAN = 50


def warm() -> None:
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as file:
        file.writestr(_TEXT, "<document><body><p><r><t>a</t></r></p></body></document>")
    read(made.getvalue(), {"most_characters": 100})


def read(given: bytes, order: dict[str, Any]) -> bytes:
    parts, kept = ZipParts(given), KeptText(order)
    levels, is_titled = _levels(parts), False
    kept.begin()
    with kept.until_full():
        for name in (_main(parts), *(note for note in _NOTES if note in parts.names)):
            with parts.opened(name) as stream:
                for block in outermost(stream, ("p", "tbl")):
                    if local(block) == "tbl":
                        kept.add(_table(block))
                        continue
                    level = levels.get(_style(block))
                    kept.add(_paragraph(block) if level is None else heading(level + is_titled, _text(block)))
                    is_titled = is_titled or level == _TITLE
    return kept.answer()


def _main(parts: ZipParts) -> str:
    """Some programs number it."""
    pointed = relations(parts, "").values()
    return next((name for kind, name in pointed if kind == "officeDocument"), _TEXT)


def _levels(parts: ZipParts) -> Mapping[str, int]:
    """The id of a style → the level of its headings, which is one deeper where a title stands above them."""
    if _STYLES not in parts.names:
        return {}
    with parts.opened(_STYLES) as stream:
        styles = [one for one in whole(stream) if local(one) == "style"]
    found: dict[str, int] = {}
    for style in styles:
        name = next((attribute(one, "val") for one in children(style, "name")), "")
        outline = next((attribute(one, "val") for one in walk(style) if local(one) == "outlineLvl"), "")
        if named := _HEADING.fullmatch(name):
            found[attribute(style, "styleId")] = int(named[1])
        elif name.lower() == "title":
            found[attribute(style, "styleId")] = _TITLE
        elif outline.isdigit() and int(outline) < 9:
            found[attribute(style, "styleId")] = int(outline) + 1
    return found


def _style(paragraph: Element) -> str:
    styles = (one for properties in children(paragraph, "pPr") for one in children(properties, "pStyle"))
    return next((attribute(one, "val") for one in styles), "")


def _paragraph(paragraph: Element) -> str:
    text = _text(paragraph).strip()
    is_listed = any(next(children(properties, "numPr"), None) is not None for properties in children(paragraph, "pPr"))
    return f"- {text}" if text and is_listed else text


def _text(element: Element) -> str:
    return "".join(_pieces(element))


def _pieces(element: Element) -> Iterator[str]:
    for run in walk(element, (*_UNSEEN, "pPr", "rPr")):
        match local(run):
            case "t":
                if not _is_hidden(run.getparent()):
                    yield run.text or ""
            case "tab":
                yield " "
            case "br" | "cr":
                yield "\n"
            case "p":
                yield " "


def _is_hidden(run: Element) -> bool:
    return any(
        attribute(one, "val") not in _OFF
        for properties in children(run, "rPr")
        for one in children(properties, "vanish")
    )


def _table(outer: Element) -> str:
    """A table within a cell is read as the cell's words."""
    return table([_cells(row) for row in _nearest(outer, "tr")])


def _cells(row: Element) -> Sequence[str]:
    cells: list[str] = []
    for cell in _nearest(row, "tc"):
        spans = [attribute(one, "val") for one in walk(cell, ("p", "tbl")) if local(one) == "gridSpan"]
        span = int(spans[0]) if spans and spans[0].isdecimal() else 1
        cells += [_text(cell), *[""] * (min(span, _MAX_SPAN) - 1)]
    return cells


def _nearest(element: Element, name: str) -> Iterator[Element]:
    """Elements of this name beneath it that stand in no other of them."""
    waiting = list(reversed(element))
    while waiting:
        one = waiting.pop()
        if local(one) == name:
            yield one
        elif local(one):
            waiting.extend(reversed(one))
