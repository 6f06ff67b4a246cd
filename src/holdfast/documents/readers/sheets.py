"""Excel (xlsx): a page for each sheet that is shown, its rows as a table under its title, a date as a date.

Cells are read as they come, row by row, and only those that are there: a sheet with two cells in opposite corners is
two cells, whatever its size says.
"""

from __future__ import annotations

import io
import re
import zipfile
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import chain, islice
from typing import Any

from holdfast.documents.readers.kept import KeptText
from holdfast.documents.readers.markdown import MAX_COLUMNS, heading, table_lines
from holdfast.documents.readers.parts import ZipParts
from holdfast.documents.readers.xml import Element, attribute, children, local, outermost, relations, walk, whole

_BOOK, _STYLES = "xl/workbook.xml", "xl/styles.xml"
_DATES = frozenset({*range(14, 23), *range(27, 37), *range(45, 48), *range(50, 59)})
"""Numbers of formats that every Excel has, and that show a number as a day or a time."""
_SAYS_DATE = re.compile(r"[dmyhs]", re.IGNORECASE)
_NOT_FORMAT = re.compile(r'"[^"]*"|\[[^\]]*\]|\\.')
_DAY_NULL, _DAY_NULL_OF_1904 = datetime(1899, 12, 30), datetime(1904, 1, 1)
_LAST_DAY = 2_958_465
_MAX_ROWS_ABOVE = 20
_MAX_TEXTS_CHARACTERS = 20_000_000
_COLUMN = re.compile(r"([A-Z]{1,3})[0-9]")


@dataclass(frozen=True, slots=True)
class _Workbook:
    texts: Sequence[str]
    dates: Collection[int]
    """The styles that show a number as a date."""
    day_null: datetime


def warm() -> None:
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as file:
        file.writestr(_BOOK, "<workbook><sheets/></workbook>")
    read(made.getvalue(), {"most_characters": 100})
    _as_day(1.5, _DAY_NULL)


def read(given: bytes, order: dict[str, Any]) -> bytes:
    parts, kept = ZipParts(given), KeptText(order)
    with parts.opened(_BOOK) as stream:
        root = whole(stream)
    is_1904 = any(attribute(one, "date1904") in ("1", "true") for one in walk(root) if local(one) == "workbookPr")
    shown = [one for one in walk(root) if local(one) == "sheet" and attribute(one, "state", "visible") == "visible"]
    pointed = relations(parts, _BOOK)
    book = _Workbook(_texts(parts), _date_styles(parts), _DAY_NULL_OF_1904 if is_1904 else _DAY_NULL)
    with kept.until_full():
        for number, sheet in enumerate(shown, 1):
            kind, part = pointed.get(_relation(sheet), ("", ""))
            if kind == "worksheet" and part in parts.names:
                kept.begin(number)
                kept.add(heading(1, attribute(sheet, "name")))
                titles, rows = _titled(_rows(parts, part, book))
                kept.add("\n\n".join(titles))
                gap = "\n\n"
                for line in table_lines(rows):
                    kept.add(line, gap)
                    gap = "\n"
    return kept.answer()


def _relation(sheet: Element) -> str:
    """`id` with a namespace; there is a `sheetId` too, and nothing else of that name."""
    return attribute(sheet, "id")


def _titled(rows: Iterator[Sequence[str]]) -> tuple[Sequence[str], Iterator[Sequence[str]]]:
    """What stands alone in the rows above a table is said before it, so that the table's head is its own."""
    above: list[Sequence[str]] = []
    for cells in islice(rows, _MAX_ROWS_ABOVE):
        if sum(bool(cell.strip()) for cell in cells) > 1:
            return [told for row in above if (told := " ".join("".join(row).split()))], chain([cells], rows)
        above.append(cells)
    return (), chain(above, rows)


def _rows(parts: ZipParts, part: str, book: _Workbook) -> Iterator[Sequence[str]]:
    with parts.opened(part) as stream:
        for row in outermost(stream, ("row",)):
            cells: dict[int, str] = {}
            for cell in children(row, "c"):
                column = _column(attribute(cell, "r"), len(cells))
                if column < MAX_COLUMNS and (told := _cell(cell, book)):
                    cells[column] = told
            yield [cells.get(column, "") for column in range(max(cells, default=-1) + 1)]


def _column(reference: str, following: int) -> int:
    found = _COLUMN.match(reference)
    if not found:
        return following
    column = 0
    for letter in found[1]:
        column = column * 26 + ord(letter) - 64
    return column - 1


def _cell(cell: Element, book: _Workbook) -> str:
    value = next((one.text or "" for one in children(cell, "v")), "")
    match attribute(cell, "t"):
        case "s":
            return book.texts[int(value)] if value.isdecimal() and int(value) < len(book.texts) else ""
        case "inlineStr":
            return "".join(one.text or "" for one in walk(cell) if local(one) == "t")
        case "b":
            return "TRUE" if value == "1" else "FALSE"
        case "str" | "e" | "d":
            return value
    style = attribute(cell, "s", "0")
    return _number(value, is_date=style.isdecimal() and int(style) in book.dates, day_null=book.day_null)


def _number(value: str, *, is_date: bool, day_null: datetime) -> str:
    try:
        number = float(value)
    except ValueError:
        return value
    if is_date and 0 <= number <= _LAST_DAY:
        return _as_day(number, day_null)
    return f"{number:.15g}"  # 0.1 + 0.2 is kept as 0.30000000000000004


def _as_day(number: float, day_null: datetime) -> str:
    try:
        moment = day_null + timedelta(days=number) + timedelta(microseconds=500)
    except OverflowError:
        return f"{number:.15g}"
    if number < 1:
        return f"{moment:%H:%M}"
    return f"{moment:%Y-%m-%d}" if number == int(number) else f"{moment:%Y-%m-%d %H:%M}"


def _texts(parts: ZipParts) -> Sequence[str]:
    """What cells share; they name it by its number."""
    name = next((name for name in parts.names if name.lower() == "xl/sharedstrings.xml"), None)
    if name is None:
        return ()
    found: list[str] = []
    left = _MAX_TEXTS_CHARACTERS
    with parts.opened(name) as stream:
        for one in outermost(stream, ("si",)):
            text = "".join(part.text or "" for part in walk(one, ("rPh",)) if local(part) == "t")
            left -= len(text)
            found.append(text if left > 0 else "")
    return found


def _date_styles(parts: ZipParts) -> Collection[int]:
    if _STYLES not in parts.names:
        return ()
    with parts.opened(_STYLES) as stream:
        root = whole(stream)
    own = {
        attribute(one, "numFmtId"): bool(_SAYS_DATE.search(_NOT_FORMAT.sub("", attribute(one, "formatCode"))))
        for one in walk(root)
        if local(one) == "numFmt"
    }
    used = [one for formats in children(root, "cellXfs") for one in children(formats, "xf")]
    return frozenset(
        style
        for style, one in enumerate(used)
        if own.get(number := attribute(one, "numFmtId"), number.isdecimal() and int(number) in _DATES)
    )
