"""Text of any encoding, Markdown, CSV and JSON."""

from __future__ import annotations

import codecs
import csv
import io
import json
from collections.abc import Iterator
from typing import Any

from holdfast.core.sandbox.types import ReaderRefused
from holdfast.documents.readers.kept import KeptText
from holdfast.documents.readers.markdown import table_lines

_MARKS = ((codecs.BOM_UTF8, "utf-8-sig"), (codecs.BOM_UTF16_LE, "utf-16"), (codecs.BOM_UTF16_BE, "utf-16"))
_OLD_WINDOWS = "cp1252"
"""What is neither was mostly written by one."""
_ENCODINGS = (
    *(f"cp{number}" for number in (437, 850, 852, 866, 874, 932, 949, 950, *range(1250, 1259))),
    *(f"iso8859-{number}" for number in (*range(1, 12), *range(13, 17))),
    "koi8-r", "koi8-u", "mac-roman", "mac-cyrillic", "gb2312", "gbk", "gb18030", "hz", "big5", "big5hkscs", "shift_jis",
    "euc_jp", "euc_kr", "iso2022_jp", "iso2022_kr",
)  # fmt: skip
"""That pages and letters name, besides UTF-8. One that is not loaded before the sandbox closes is read as the above."""
_IN_SEVEN_BITS = ("iso-2022-", "hz")
"""How their names begin, in lower case. What is written in one is valid UTF-8, and means something else."""
_DELIMITERS = ",;\t|"
_SNIFFED = 20_000
_FIELD_CHARACTERS = 1_000_000


def warm() -> None:
    """By use: what is loaded late cannot be loaded any more."""
    csv.field_size_limit(_FIELD_CHARACTERS)
    for kind, given in (("csv", b"a;b\n1;2\n"), ("json", b'{"a": [1]}'), ("text", "ä".encode("utf-16"))):
        read(given, {"kind": kind, "most_characters": 100})
    decoded("ä".encode("utf-8-sig"))
    for encoding in (_OLD_WINDOWS, *_ENCODINGS):
        decoded("ä".encode(_OLD_WINDOWS), encoding)


def read(given: bytes, order: dict[str, Any]) -> bytes:
    """`order`: the kind, and how many characters are kept."""
    kept = KeptText(order)
    kept.begin()
    text = decoded(given).replace("\r\n", "\n").replace("\r", "\n")
    with kept.until_full():
        if order["kind"] == "csv":
            for line in _table(text):
                kept.add(line, "\n")
        else:
            kept.add(_indented(text) if order["kind"] == "json" else text)
    return kept.answer()


def decoded(given: bytes, otherwise: str = _OLD_WINDOWS) -> str:
    for mark, encoding in _MARKS:
        if given.startswith(mark):
            return given.decode(encoding, "replace")
    try:
        if not otherwise.lower().startswith(_IN_SEVEN_BITS):
            return given.decode("utf-8")
    except UnicodeDecodeError:
        pass
    try:
        return given.decode(otherwise, "replace")
    except LookupError:
        return given.decode(_OLD_WINDOWS, "replace")


def _table(text: str) -> Iterator[str]:
    """As Markdown, so that each passage can repeat the head."""
    try:
        dialect: Any = csv.Sniffer().sniff(text[:_SNIFFED], _DELIMITERS)
    except csv.Error:
        dialect = csv.excel
    try:
        yield from table_lines(csv.reader(io.StringIO(text, newline=""), dialect))
    except csv.Error:
        raise ReaderRefused("unreadable") from None


def _indented(text: str) -> str:
    """A key or value a line, where it is JSON at all; as it stands where it is not (one object a line)."""
    try:
        return json.dumps(json.loads(text), ensure_ascii=False, indent=1)
    except (ValueError, RecursionError):
        return text
