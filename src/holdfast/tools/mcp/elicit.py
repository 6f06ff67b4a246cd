"""What a server asks in the middle of a call (elicitation): brought into bounds, and put to the person of that call.

A connection is shared by many calls, of many people. An older server's question comes as a request of its own: whose it
is says the answer in whose stream it came, and where it came in none, the only call there is. With several it is
nobody's, and is told so. What leads to a page elsewhere, or asks for more than a flat form, is declined: what cannot be
shown is not asked.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any

import mcp_types
import orjson

from holdfast.tools.mcp.catalogue import line_of, plain_of
from holdfast.tools.question_types import QuestionField, QuestionKind, QuestionOption, ToolAsks, ToolQuestion
from holdfast.tools.types import ToolProgress

MAX_QUESTIONS = 5
"""Of one call."""
MAX_FIELDS = 20
MAX_OPTIONS = 100
MAX_FORM_BYTES = 32_000
MAX_MESSAGE_CHARACTERS = 4_000
_FORMATS = ("email", "uri", "date", "date-time")
_KINDS: Mapping[str, QuestionKind] = {
    "string": "text",
    "number": "number",
    "integer": "integer",
    "boolean": "yes_no",
    "array": "choices",
}
_ELSEWHERE = "The server wants you to open a page elsewhere, which is not done from here; it was told no."
_NOT_SHOWN = "The server asked for something that cannot be shown as a form here; it was told no."


class CannotAsk(ValueError):
    """It is no form of the kind that the protocol speaks of, or a larger one than anybody fills in."""


class _Asking:
    """A call that something may be asked about, as long as it runs."""

    def __init__(self, asks: ToolAsks | None, on_progress: ToolProgress) -> None:
        self._asks = asks
        self._on_progress = on_progress
        self._left = MAX_QUESTIONS
        self._open: set[asyncio.Task[Any]] = set()

    async def answer(self, params: mcp_types.ElicitRequestParams) -> mcp_types.ElicitResult:
        if self._asks is None or not self._left:
            return mcp_types.ElicitResult(action="cancel")
        self._left -= 1
        if isinstance(params, mcp_types.ElicitRequestURLParams):
            self._on_progress(_ELSEWHERE, None)
            return mcp_types.ElicitResult(action="decline")
        try:
            question = question_of(params.message, params.requested_schema)
        except CannotAsk:
            self._on_progress(_NOT_SHOWN, None)
            return mcp_types.ElicitResult(action="decline")
        return await self._put(self._asks, question)

    async def _put(self, asks: ToolAsks, question: ToolQuestion) -> mcp_types.ElicitResult:
        async def ask() -> mcp_types.ElicitResult:
            answer = await asks(question)
            content = dict(answer.content) if answer.action == "accept" else None
            return mcp_types.ElicitResult(action=answer.action, content=content)

        # A task of its own, because the library waits in one that outlives the call.
        asked = asyncio.create_task(ask())
        self._open.add(asked)
        try:
            await asyncio.wait([asked])
        finally:
            self._open.discard(asked)
            asked.cancel()
        if asked.cancelled() or asked.exception() is not None:
            return mcp_types.ElicitResult(action="cancel")
        return asked.result()

    def end(self) -> None:
        self._asks = None
        for asked in self._open:
            asked.cancel()


_asking: ContextVar[_Asking | None] = ContextVar("mcp_asking", default=None)


class Elicitations:
    """Of one connection: who is asked what the server asks."""

    def __init__(self) -> None:
        self._under_way: set[_Asking] = set()

    @contextmanager
    def during(self, asks: ToolAsks | None, on_progress: ToolProgress) -> Iterator[None]:
        """This call is under way."""
        asking = _Asking(asks, on_progress)
        self._under_way.add(asking)
        token = _asking.set(asking)
        try:
            yield
        finally:
            _asking.reset(token)
            self._under_way.discard(asking)
            asking.end()

    async def answer(self, context: object, params: mcp_types.ElicitRequestParams) -> mcp_types.ElicitResult:
        asking = _asking.get()
        if asking not in self._under_way:
            asking = next(iter(self._under_way)) if len(self._under_way) == 1 else None
        return await asking.answer(params) if asking else mcp_types.ElicitResult(action="cancel")


def question_of(message: str, schema: Any) -> ToolQuestion:
    """The form, in words that can be stored and shown."""
    try:
        is_small = len(orjson.dumps(schema)) <= MAX_FORM_BYTES
    except TypeError:
        is_small = False
    properties = schema.get("properties") if isinstance(schema, Mapping) else None
    if not is_small or len(message) > MAX_MESSAGE_CHARACTERS or not isinstance(properties, Mapping):
        raise CannotAsk
    required = schema.get("required")
    needed = required if isinstance(required, list) else ()
    if len(properties) > MAX_FIELDS or any(name not in properties for name in needed):
        raise CannotAsk
    fields = [_field(name, told, is_required=name in needed) for name, told in properties.items()]
    return ToolQuestion(plain_of(message), fields)


def _field(name: str, told: Any, *, is_required: bool) -> QuestionField:
    named = told.get("type", "string") if isinstance(told, Mapping) else None
    kind = _KINDS.get(named) if isinstance(named, str) else None
    if kind is None or not 0 < len(name) <= 100 or plain_of(name) != name:
        raise CannotAsk
    options = _options(told)
    if kind == "choices" and not options:
        raise CannotAsk
    if kind == "text" and options:
        kind = "choice"
    least, most = _bounds(kind, told)
    return QuestionField(
        name,
        kind,
        line_of(str(told.get("title") or name), 200),
        line_of(str(told.get("description") or ""), 1_000),
        is_required,
        options,
        _default(kind, told.get("default"), options),
        least,
        most,
        told.get("format") if told.get("format") in _FORMATS else None,
    )


def _options(told: Mapping[str, Any]) -> Sequence[QuestionOption]:
    items = told.get("items")
    where: Mapping[str, Any] = items if isinstance(items, Mapping) else told
    found = [where[name] for name in ("enum", "oneOf", "anyOf") if isinstance(where.get(name), list)]
    if not found:
        return ()
    names = told.get("enumNames")
    titles = names if isinstance(names, list) and len(names) == len(found[0]) else found[0]
    options = [_option(one, title) for one, title in zip(found[0], titles, strict=True)]
    if len(options) > MAX_OPTIONS or len({one.value for one in options}) < len(options):
        raise CannotAsk
    return options


def _option(told: Any, title: Any) -> QuestionOption:
    if isinstance(told, Mapping):
        told, title = told.get("const"), told.get("title") or told.get("const")
    if not isinstance(told, str) or plain_of(told) != told or len(told) > 500:
        raise CannotAsk
    return QuestionOption(told, line_of(str(title), 200) or told)


def _bounds(kind: QuestionKind, told: Mapping[str, Any]) -> tuple[float | None, float | None]:
    names = {
        "text": ("minLength", "maxLength"),
        "number": ("minimum", "maximum"),
        "integer": ("minimum", "maximum"),
        "choices": ("minItems", "maxItems"),
    }.get(kind, ())
    found = [told.get(name) for name in names]
    bounds = [float(one) if isinstance(one, (int, float)) and not isinstance(one, bool) else None for one in found]
    return (bounds[0], bounds[1]) if bounds else (None, None)


def _default(kind: QuestionKind, told: Any, options: Sequence[QuestionOption]) -> Any:
    """What does not fit the field is as good as none."""
    values = [one.value for one in options]
    match kind:
        case "text":
            fits = isinstance(told, str) and plain_of(told) == told
        case "yes_no":
            fits = isinstance(told, bool)
        case "number" | "integer":
            fits = isinstance(told, (int, float)) and not isinstance(told, bool)
        case "choice":
            fits = told in values
        case "choices":
            fits = isinstance(told, list) and all(one in values for one in told)
    return told if fits else None
