"""Where sentences end: behind a mark with a space after it, behind a full-width stop, and at the end of a line. Pure.

Not behind "Dr.", "z. B." or the letters of "C.A.N.", and in German not behind "3." Each end is looked at once, with a
few letters before it, so the work grows with the text and no faster.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

from holdfast.core.language.tables import Language, one_of, read_table

_END = re.compile(r"(?<=[.!?…])[\"'”’»)\]]?(?:[^\S\n]+|(?=\n))|(?<=[。！？])(?=[^\s。！？])|\n")
_END_OR_SEMICOLON = re.compile(rf"{_END.pattern}|(?<=;)[^\S\n]+")
_LOOKED_BACK = 14
_INITIALS = r"(?:\b[^\W\d_]\.){2,}$"


@dataclass(frozen=True, slots=True)
class _Stops:
    goes_on: re.Pattern[str]
    """What stands before an end that is none."""
    before_number: re.Pattern[str]
    abbreviated: re.Pattern[str]


@cache
def _stops(language: Language) -> _Stops:
    table = read_table(language, "sentences")
    words = one_of(table["abbreviations"].split())
    numbers = r"|\b\d{1,2}\.$" if table["numbers_go_on"] else ""
    return _Stops(
        goes_on=re.compile(rf"(?:^|(?<![\w.]))(?:{words})\.$|{_INITIALS}{numbers}"),
        before_number=re.compile(rf"\b(?:{one_of(table['before_numbers'].split())})\.$"),
        abbreviated=re.compile(rf"\b({words})\.(?=\s)"),
    )


def split_sentences(text: str, language: Language = "en", *, at_semicolons: bool = False) -> list[str]:
    """The sentences of a text in their order, each with its marks, without blanks around it; none is empty."""
    return [one for piece in _pieces(text, language, at_semicolons=at_semicolons) if (one := piece.strip())]


def _pieces(text: str, language: Language, *, at_semicolons: bool) -> Iterator[str]:
    stops, start = _stops(language), 0
    for end in (_END_OR_SEMICOLON if at_semicolons else _END).finditer(text):
        if text[end.start() - 1 : end.start()] == "." and _goes_on(text, end, stops):
            continue
        yield text[start : end.end()]
        start = end.end()
    yield text[start:]


def _goes_on(text: str, end: re.Match[str], stops: _Stops) -> bool:
    if end.group().startswith("\n") or text[end.end() : end.end() + 1] == "\n":
        return False
    before = text[max(0, end.start() - _LOOKED_BACK) : end.start()]
    if stops.goes_on.search(before):
        return True
    return text[end.end() : end.end() + 1].isdecimal() and stops.before_number.search(before) is not None


def without_abbreviations(text: str, language: Language = "en") -> str:
    """ "Dr. Ames" → "Dr Ames": for readers who take each full stop for an end."""
    return _stops(language).abbreviated.sub(r"\1", text)
