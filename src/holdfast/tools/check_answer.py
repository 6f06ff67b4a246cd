"""Whether what a person entered fits the form that a tool asked for. Pure.

What they left out is filled in from the form's own defaults; what the form has no field for is refused.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Mapping
from datetime import date, datetime
from typing import Any
from urllib.parse import urlsplit

from holdfast.core.errors import Invalid
from holdfast.tools.check_arguments import storable
from holdfast.tools.question_types import QuestionField, ToolQuestion

MAX_TEXT_CHARACTERS = 4_000
_MAX_NUMBER = 1e15
_MAIL = re.compile(r"[^@\s]{1,64}@[^@\s]{1,255}")


def checked_answer(question: ToolQuestion, given: Mapping[str, Any]) -> Mapping[str, Any]:
    known = {field.name for field in question.fields}
    if more := [name for name in given if name not in known]:
        raise _bad(f"The form has no field {more[0][:100]!r}.")
    answer = {}
    for field in question.fields:
        value = given.get(field.name)
        if value is None or value == "":
            value = field.default
        if value is None:
            if field.is_required:
                raise _bad(f"{field.title}: this is needed.")
            continue
        answer[field.name] = _checked(field, value)
    return answer


def _checked(field: QuestionField, value: Any) -> Any:
    match field.kind:
        case "text":
            return _text(field, value)
        case "number" | "integer":
            return _number(field, value)
        case "yes_no":
            if not isinstance(value, bool):
                raise _bad(f"{field.title}: yes or no.")
            return value
        case "choice":
            return _choice(field, value)
        case "choices":
            return _choices(field, value)


def _text(field: QuestionField, value: Any) -> str:
    if not isinstance(value, str) or len(value) > MAX_TEXT_CHARACTERS or storable(value) != value:
        raise _bad(f"{field.title}: a text of at most {MAX_TEXT_CHARACTERS} characters.")
    _within(field, len(value), "characters")
    is_of = _FORMATS.get(field.format or "")
    if is_of is not None and not is_of(value):
        raise _bad(f"{field.title}: this is no {field.format}.")
    return value


def _number(field: QuestionField, value: Any) -> float | int:
    is_number = isinstance(value, (int, float)) and not isinstance(value, bool)
    if not is_number or not math.isfinite(value) or abs(value) > _MAX_NUMBER:
        raise _bad(f"{field.title}: a number.")
    if field.kind == "integer":
        if value != int(value):
            raise _bad(f"{field.title}: a whole number.")
        value = int(value)
    _within(field, value, "")
    return value  # type: ignore[no-any-return]


def _choice(field: QuestionField, value: Any) -> str:
    if value not in [option.value for option in field.options]:
        raise _bad(f"{field.title}: one of its options.")
    return str(value)


def _choices(field: QuestionField, value: Any) -> list[str]:
    if not isinstance(value, list) or len(value) != len({str(one) for one in value}):
        raise _bad(f"{field.title}: some of its options, each once.")
    _within(field, len(value), "options")
    return [_choice(field, one) for one in value]


def _within(field: QuestionField, size: float, of: str) -> None:
    if field.least is not None and size < field.least:
        raise _bad(f"{field.title}: at least {field.least:g} {of}".rstrip() + ".")
    if field.most is not None and size > field.most:
        raise _bad(f"{field.title}: at most {field.most:g} {of}".rstrip() + ".")


def _bad(sentence: str) -> Invalid:
    return Invalid(sentence, code="bad_answer")


def _is_address(text: str) -> bool:
    try:
        return bool(urlsplit(text).scheme)
    except ValueError:
        return False


def _reads(read: Callable[[str], object]) -> Callable[[str], bool]:
    def is_read(text: str) -> bool:
        try:
            read(text)
        except ValueError:
            return False
        return True

    return is_read


_FORMATS: Mapping[str, Callable[[str], bool]] = {
    "email": lambda text: bool(_MAIL.fullmatch(text)),
    "uri": _is_address,
    "date": _reads(date.fromisoformat),
    "date-time": _reads(datetime.fromisoformat),
}
