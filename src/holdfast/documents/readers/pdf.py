"""PDF: the text that it carries, page by page; a damaged file mended first; pages without text looked at as pictures.

A page is looked at where what it carries is no text: a scan has none, or a stamp beside a picture of the page, and a
font that lies about its letters gives what nobody can read. Its bookmarks are the headings; where it has none, short
lines in larger letters than most are.
"""

from __future__ import annotations

import io
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import pikepdf
import pypdfium2 as pdfium
import pypdfium2.raw as pdfium_c

from holdfast.core.sandbox.types import ReaderRefused
from holdfast.documents.readers import letters
from holdfast.documents.readers.kept import KeptText
from holdfast.documents.readers.markdown import heading

MAX_PAGES = 5_000
MAX_PICTURES = 100
"""Pages of one document that are looked at: each takes more than a second."""
_MAX_MISSING = 50
_MAX_BOOKMARKS = 2_000
_FEW_LETTERS = 25
_STAMP_LETTERS = 300
_PAGE_SHARE = 0.5
_HYPHENS = ("\x02", "\ufffe")
"""How pdfium marks a word that goes on in the next line."""
_NO_HYPHENS = dict.fromkeys(map(ord, _HYPHENS))
_POINTS_PER_INCH = 72
_SHOWN_DOTS_PER_INCH = 150
_LARGER = 1.15
_LEVELS = 4
_MAX_HEADING_CHARACTERS = 120

_MIN_JUDGED = 60
_STRANGE_SHARE = 0.05
_VOWEL_SHARE = 0.25
"""Of a hundred letters thirty-five to fifty are vowels, in whatever language is written with these."""
_VOWELS = frozenset("aeiouäöüáàâãåæéèêëíìîïóòôõøœúùûýąęěůőűıāēīōūAEIOUÄÖÜÁÀÂÃÅÆÉÈÊËÍÌÎÏÓÒÔÕØŒÚÙÛÝĄĘĚŮŐŰİĀĒĪŌŪ")


def warm() -> None:
    letters.warm()
    made = io.BytesIO()
    with pikepdf.new() as empty:
        empty.add_blank_page(page_size=(100, 100))
        empty.save(made)
    order = {"most_characters": 100}
    read(made.getvalue(), order)
    read(made.getvalue(), {**order, "look_at": [1]})
    read(made.getvalue(), {**order, "show": 1})
    read(made.getvalue(), {**order, "draw": 1})
    _open(_mended(made.getvalue()))
    "a".encode("utf_16_le").decode("utf_16_le")


def read(given: bytes, order: dict[str, Any]) -> bytes:
    """`look_at`: the numbers of pages of which a picture is made and read, and none but these. `show`: the number of
    the one whose picture is the answer; `draw`: the same in its colours."""
    try:
        pdf, is_mended = _open(given), False
    except _Damaged:
        pdf, is_mended = _open_mended(given), True
    if "look_at" in order:
        return _looked_at(pdf, order)
    if "show" in order:
        return _shown(pdf, order["show"], is_gray=True)
    if "draw" in order:
        return _shown(pdf, order["draw"], is_gray=False)
    kept, bookmarks = KeptText(order), _bookmarks(pdf)
    pages = list(_pages(pdf, order["most_characters"]))
    levels = {} if bookmarks else heading_levels(size for page in pages for size in page.sizes)
    pictures = [page.index + 1 for page in pages if page.is_picture]
    with kept.until_full():
        for page in pages:
            kept.begin(page.index + 1)
            kept.add(page.told(levels) if levels else with_headings(page.text, bookmarks.get(page.index, ())))
    if len(pdf) > MAX_PAGES or len(pictures) > MAX_PICTURES:
        kept.cut()
    return kept.answer("repaired" if is_mended else "text", pictures[:MAX_PICTURES])


class _Damaged(Exception):
    pass


def _open(given: bytes) -> pdfium.PdfDocument:
    try:
        pdf = pdfium.PdfDocument(given)
    except pdfium.PdfiumError as error:
        if error.err_code in (pdfium_c.FPDF_ERR_PASSWORD, pdfium_c.FPDF_ERR_SECURITY):
            raise ReaderRefused("encrypted") from None
        raise _Damaged from None
    if not len(pdf):
        raise _Damaged
    return pdf


def _open_mended(given: bytes) -> pdfium.PdfDocument:
    try:
        return _open(_mended(given))
    except _Damaged:
        raise ReaderRefused("unreadable") from None


def _mended(given: bytes) -> bytes:
    """Whatever another library finds in it, written anew."""
    made = io.BytesIO()
    try:
        with pikepdf.open(io.BytesIO(given)) as pdf:
            pdf.save(made)
    except pikepdf.PasswordError:
        raise ReaderRefused("encrypted") from None
    except (pikepdf.PdfError, ValueError, TypeError, RuntimeError, OverflowError):
        raise ReaderRefused("unreadable") from None
    return made.getvalue()


@dataclass(frozen=True, slots=True)
class _Page:
    index: int
    text: str
    is_picture: bool
    """It is to be looked at instead."""
    sizes: Sequence[tuple[int, int]] = ()
    """Of each line: how large its letters are, in half points (0: nobody knows), and how many there are."""

    def told(self, levels: Mapping[int, int]) -> str:
        """Short lines in large letters are headings; of several in a row, each."""
        lines = self.text.split("\n") if self.text else []
        return "\n".join(
            heading(levels[size], line) if size in levels and _may_be_heading(line) else line
            for line, (size, _) in zip(lines, self.sizes, strict=True)
        )


def _pages(pdf: pdfium.PdfDocument, most_characters: int) -> Iterator[_Page]:
    """Until there is more than is kept, or too many of those that are announced are not there."""
    missing = 0
    for index in range(min(len(pdf), MAX_PAGES)):
        page = _page(pdf, index)
        yield page or _Page(index, "", is_picture=False)
        missing += page is None
        most_characters -= len(page.text) if page else 0
        if missing > _MAX_MISSING or most_characters < 0:
            return


def _page(pdf: pdfium.PdfDocument, index: int) -> _Page | None:
    try:
        page = pdf[index]
    except pdfium.PdfiumError:
        return None
    try:
        letters_of = page.get_textpage()
        text, sizes = _lines(letters_of)
        letters_of.close()
        is_picture = is_broken(text) or _is_picture(page, sum(letter.isalnum() for letter in text))
        return _Page(index, text, is_picture, sizes)
    except pdfium.PdfiumError:
        return _Page(index, "", is_picture=True)
    finally:
        page.close()


def _lines(letters_of: pdfium.PdfTextPage) -> tuple[str, Sequence[tuple[int, int]]]:
    """The text, and of each of its lines how large its first letter is drawn."""
    lines: list[str] = []
    sizes: list[tuple[int, int]] = []
    at = 0
    for line in letters_of.get_text_range().split("\r\n"):
        if lines and lines[-1].endswith(_HYPHENS):
            lines[-1] = lines[-1][:-1] + " ".join(line.splitlines())
        elif line.strip():
            lines.append(" ".join(line.splitlines()))
            sizes.append((_size(letters_of, at, line[0]), len(line)))
        at += len(line) + 2
    return "\n".join(lines).translate(_NO_HYPHENS), sizes


def _size(letters_of: pdfium.PdfTextPage, at: int, letter: str) -> int:
    """In half points. Where letters are counted otherwise than they are told, nothing is known."""
    if at >= letters_of.count_chars() or pdfium_c.FPDFText_GetUnicode(letters_of, at) != ord(letter):
        return 0
    try:
        _, bottom, _, top = letters_of.get_charbox(at, loose=True)
    except pdfium.PdfiumError:
        return 0
    size: int = round((top - bottom) * 2)
    return size


def heading_levels(sizes: Iterable[tuple[int, int]]) -> Mapping[int, int]:
    """Sizes that are clearly larger than that of most letters → their level, the largest first."""
    letters_of: Counter[int] = Counter()
    for size, count in sizes:
        letters_of[size] += count
    letters_of.pop(0, None)
    if not letters_of:
        return {}
    body, _ = letters_of.most_common(1)[0]
    larger = sorted((size for size in letters_of if size >= _LARGER * body), reverse=True)
    return {size: level for level, size in enumerate(larger[:_LEVELS], 1)}


def _may_be_heading(line: str) -> bool:
    told = line.strip()
    return (
        len(told) <= _MAX_HEADING_CHARACTERS
        and any(letter.isalpha() for letter in told)
        and not told.endswith((".", ",", ";"))
    )


def _is_picture(page: pdfium.PdfPage, letters_there: int) -> bool:
    if letters_there > _STAMP_LETTERS:
        return False
    whole = max(page.get_width() * page.get_height(), 1.0)
    for image in page.get_objects(filter=[pdfium_c.FPDF_PAGEOBJ_IMAGE], max_depth=3):
        left, bottom, right, top = image.get_bounds()
        share = max(right - left, 0) * max(top - bottom, 0) / whole
        if share > _PAGE_SHARE or letters_there < _FEW_LETTERS:
            return True
    return False


def is_broken(text: str) -> bool:
    """Letters that are none, or that make no words: a font without a table of what its shapes mean."""
    seen = [letter for letter in text if not letter.isspace()]
    if len(seen) < _MIN_JUDGED:
        return False
    strange = sum(letter == "\ufffd" or "\ue000" <= letter <= "\uf8ff" or not letter.isprintable() for letter in seen)
    if strange > _STRANGE_SHARE * len(seen):
        return True
    latin = [letter for letter in seen if letter.isalpha() and letter < "\u0250"]
    return len(latin) > 0.9 * len(seen) and sum(letter in _VOWELS for letter in latin) < _VOWEL_SHARE * len(latin)


def _bookmarks(pdf: pdfium.PdfDocument) -> Mapping[int, Sequence[tuple[int, str]]]:
    """Of a page, by its index: the level and the words of what begins there."""
    found: dict[int, list[tuple[int, str]]] = defaultdict(list)
    try:
        for count, bookmark in enumerate(pdf.get_toc(max_depth=6)):
            target = bookmark.get_dest()
            index = target.get_index() if target else None
            if index is not None:
                found[index].append((bookmark.level + 1, " ".join(bookmark.get_title().split())))
            if count >= _MAX_BOOKMARKS:
                break
    except pdfium.PdfiumError:
        return {}
    return found


def with_headings(text: str, bookmarks: Sequence[tuple[int, str]]) -> str:
    """The line that says the same is the heading; where there is none, it stands above the page."""
    lines = text.split("\n")
    places: dict[str, int] = {}
    for at, line in enumerate(lines):
        told = " ".join(line.split()).casefold()
        places.setdefault(told, at)
        places.setdefault(told.lstrip("0123456789. "), at)  # its number stands in the text and not in the bookmark
    above: list[str] = []
    for level, title in bookmarks:
        place = places.get(title.casefold())
        if place is None:
            above.append(heading(level, title))
        else:
            lines[place] = heading(level, lines[place])
    return "\n".join([*filter(None, above), *lines])


def _looked_at(pdf: pdfium.PdfDocument, order: Mapping[str, Any]) -> bytes:
    kept, bookmarks, unclear = KeptText(order), _bookmarks(pdf), []
    with kept.until_full():
        for number in order["look_at"]:
            kept.begin(number)
            drawn = _drawn(pdf, number - 1, letters.DOTS_PER_INCH)
            if drawn is None:
                continue
            seen = letters.letters_in(bytes(drawn.buffer), drawn.width, drawn.height, drawn.stride)
            if seen.is_unclear:
                unclear.append(number)
            if seen.text:
                kept.add(with_headings(seen.text, bookmarks.get(number - 1, ())))
    return kept.answer("ocr", unclear=unclear)


def _shown(pdf: pdfium.PdfDocument, number: int, *, is_gray: bool) -> bytes:
    drawn = _drawn(pdf, number - 1, _SHOWN_DOTS_PER_INCH, is_gray=is_gray)
    if drawn is None:
        raise ReaderRefused("unreadable")
    return letters.shown(drawn.to_pil().convert("L" if is_gray else "RGB"))


def _drawn(pdf: pdfium.PdfDocument, index: int, dots: int, *, is_gray: bool = True) -> pdfium.PdfBitmap | None:
    """No larger than a page of paper."""
    try:
        page = pdf[index]
        width, height = page.get_size()
        scale = min(dots / _POINTS_PER_INCH, (letters.MAX_PIXELS / max(width * height, 1.0)) ** 0.5)
        drawn = page.render(scale=scale, grayscale=is_gray, may_draw_forms=False)
    except pdfium.PdfiumError:
        return None
    page.close()
    return drawn
