"""PowerPoint (pptx): a page for each slide that is shown; its title, what stands on it, its tables, its notes."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Iterator
from typing import Any

from holdfast.documents.readers.kept import KeptText
from holdfast.documents.readers.markdown import heading, table
from holdfast.documents.readers.parts import ZipParts
from holdfast.documents.readers.xml import Element, attribute, children, local, relations, walk, whole

_SHOW = "ppt/presentation.xml"
_TITLES = ("title", "ctrTitle")
_FURNITURE = ("dt", "ftr", "sldNum", "sldImg", "hdr")
_OFF = ("0", "false")


def warm() -> None:
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as file:
        file.writestr(_SHOW, "<presentation><sldIdLst/></presentation>")
    read(made.getvalue(), {"most_characters": 100})


def read(given: bytes, order: dict[str, Any]) -> bytes:
    parts, kept = ZipParts(given), KeptText(order)
    with parts.opened(_SHOW) as stream:
        listed = [one for one in walk(whole(stream)) if local(one) == "sldId"]
    pointed = relations(parts, _SHOW)
    with kept.until_full():
        for number, one in enumerate(listed, 1):
            for kind, part in (pointed[key] for key in one.attrib.values() if key in pointed):
                if kind == "slide" and part in parts.names:
                    _read_slide(parts, part, number, kept)
    return kept.answer()


def _read_slide(parts: ZipParts, part: str, number: int, kept: KeptText) -> None:
    with parts.opened(part) as stream:
        slide = whole(stream)
    if attribute(slide, "show") in _OFF:
        return
    kept.begin(number)
    shapes = list(_shapes(slide))
    title = next((shape for shape in shapes if _place(shape) in _TITLES), None)
    if title is not None:
        kept.add(heading(1, " ".join(_paragraphs(title))))
    for shape in shapes:
        if shape is not title:
            kept.add(_table(shape) if local(shape) == "tbl" else "\n".join(_paragraphs(shape)))
    for kind, notes in relations(parts, part).values():
        if kind == "notesSlide" and notes in parts.names:
            with parts.opened(notes) as stream:
                said = [text for shape in _shapes(whole(stream)) for text in _paragraphs(shape)]
            if said:
                kept.add(heading(2, "Notes"))
                kept.add("\n".join(said))


def _shapes(slide: Element) -> Iterator[Element]:
    """Shapes and tables that say something, groups taken apart. Dates, footers and numbers of slides say nothing."""
    for one in walk(slide, ("Fallback",)):
        if local(one) == "tbl" or (local(one) == "sp" and _place(one) not in _FURNITURE):
            yield one


def _place(shape: Element) -> str:
    """What a shape is on its slide: `title`, `body`, `ftr`; nothing for one that was drawn freely."""
    return next((attribute(one, "type", "body") for one in walk(shape, ("txBody",)) if local(one) == "ph"), "")


def _paragraphs(shape: Element) -> Iterator[str]:
    for paragraph in walk(shape):
        if local(paragraph) == "p":
            text = "".join(_pieces(paragraph)).strip()
            level = next((attribute(one, "lvl", "0") for one in children(paragraph, "pPr")), "0")
            if text:
                yield f"- {text}" if level.isdecimal() and int(level) else text


def _pieces(paragraph: Element) -> Iterator[str]:
    for one in walk(paragraph):
        match local(one):
            case "t":
                yield one.text or ""
            case "br":
                yield " "


def _table(rows: Element) -> str:
    return table([[" ".join(_paragraphs(cell)) for cell in children(row, "tc")] for row in children(rows, "tr")])
