"""Strict JSON, bounded before it is made.

JSON that two readers could understand differently is refused: names that occur twice, NaN, numbers and nesting
without end. Text that Postgres cannot store (NUL, lone surrogates) is refused here too, once for every route. How many
values there are is counted in the text itself: a few megabytes of `1,1,1` would be a hundred megabytes of objects, and
a shape that knows none of ten thousand names would make an error for each.
"""

from __future__ import annotations

import json
from typing import Any

from starlette.exceptions import HTTPException

MAX_VALUES = 60_000
"""Commas, colons and opening brackets; a transcript of 2,000 messages with every field has about half as many."""
MAX_LISTS = 20_000
MAX_NAMES = 200
_MAX_DEPTH = 60
_OPENING = "{["
_JOINING = ",:"
TOO_MUCH = (
    f"The body has more than {MAX_VALUES} values, more than {MAX_LISTS} objects and lists, or an object with more "
    f"than {MAX_NAMES} names; send it in parts."
)


class _TooMuch(ValueError):
    pass


def parse_json(body: bytes) -> Any:
    try:
        text = body.decode("utf-8")
        _check_count(text)
        if "\\u" in text.lower() or "\x00" in text:
            _check_text(text)
        value = json.loads(text, object_pairs_hook=_without_doubles, parse_constant=_no_constant, parse_int=_small_int)
        _check_depth(value, 0)
        return value
    except _TooMuch:
        raise HTTPException(400, TOO_MUCH) from None
    except (ValueError, RecursionError):
        raise HTTPException(400) from None


def _check_count(text: str) -> None:
    """Brackets and commas that people wrote, as code has them, are text; they are looked at more closely."""
    lists = sum(map(text.count, _OPENING))
    if lists <= MAX_LISTS and lists + sum(map(text.count, _JOINING)) <= MAX_VALUES:
        return
    plain = text.replace("\\\\", "").replace('\\"', "")
    if plain.count('"') > 2 * MAX_VALUES:
        raise _TooMuch
    outside = "".join(plain.split('"')[::2])
    lists = sum(map(outside.count, _OPENING))
    if lists > MAX_LISTS or lists + sum(map(outside.count, _JOINING)) > MAX_VALUES:
        raise _TooMuch


def _check_text(text: str) -> None:
    decoded = json.loads(text)
    raw = json.dumps(decoded, ensure_ascii=False)
    raw.encode("utf-8")  # a lone surrogate cannot be encoded
    if "\\u0000" in raw.replace("\\\\", ""):  # a backslash that people wrote is no escape
        raise ValueError("NUL")


def _without_doubles(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    if len(pairs) > MAX_NAMES:
        raise _TooMuch
    made = dict(pairs)
    if len(made) != len(pairs):
        raise ValueError("a name occurs twice")
    return made


def _no_constant(name: str) -> Any:
    raise ValueError(name)


def _small_int(digits: str) -> int:
    if len(digits) > 30:
        raise ValueError("a number without end")
    return int(digits)


def _check_depth(value: Any, depth: int) -> None:
    if depth > _MAX_DEPTH:
        raise ValueError("too deep")
    if isinstance(value, dict):
        for inner in value.values():
            _check_depth(inner, depth + 1)
    elif isinstance(value, list):
        for inner in value:
            _check_depth(inner, depth + 1)
