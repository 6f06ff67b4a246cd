"""An expression as people write it, into its value. A grammar of its own and nothing else: no name means anything but
the few that stand here. Pure, in one pass, and no deeper than it may nest.

    sum      = product (("+" | "-") product)*
    product  = factor (("*" | "/" | "//" | "%" | "mod" | "of") factor)*
    factor   = ("+" | "-") factor | power
    power    = measured ("^" factor)?
    measured = atom ("%" | unit (number unit)*)?
    atom     = number | name "(" sum ("," sum)* ")" | "(" sum ")"
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction

from holdfast.tools.own.quantities import (
    SECONDS_OF,
    Quantity,
    QuantityWrong,
    divided,
    negative,
    plus,
    power,
    remainder,
    root,
    rounded,
    times,
)

MAX_CHARACTERS = 500
_MAX_DEPTH = 40
_MAX_DIGITS = 100
_TOKEN = re.compile(r"\s{0,500}(\d{1,500}(?:\.\d{1,500})?|\.\d{1,500}|[A-Za-z]{1,20}|//|\*\*|[-+*/^%(),])")
_SPELT = str.maketrans({"×": "*", "·": "*", "÷": "/", "−": "-", "–": "-"})
_BEGINS_OPERAND = re.compile(r"[\d.(A-Za-z]")


class FormulaWrong(Exception):
    """Not an expression, in a sentence that says where."""


def read_formula(text: str) -> tuple[Quantity, str | None]:
    """Its value, and the unit it is asked to be told in."""
    reader = _Reader(_tokens(text.translate(_SPELT)))
    value = reader.sum()
    unit = reader.asked_unit()
    if (left := reader.next) is not None:
        raise FormulaWrong(f"The expression is not understood from {left!r} on.")
    return value, unit


def _tokens(text: str) -> Sequence[str]:
    text, place, found = text[:MAX_CHARACTERS].strip(), 0, []
    while place < len(text):
        token = _TOKEN.match(text, place)
        if token is None:
            raise FormulaWrong(f"The expression holds {text[place:].strip()[:1]!r}, which means nothing here.")
        found.append(token[1].replace("**", "^"))
        place = token.end()
    return found


class _Reader:
    def __init__(self, tokens: Sequence[str]) -> None:
        self._tokens = tokens
        self._place = 0
        self._depth = 0

    @property
    def next(self) -> str | None:
        return self._tokens[self._place] if self._place < len(self._tokens) else None

    @property
    def _after_next(self) -> str | None:
        return self._tokens[self._place + 1] if self._place + 1 < len(self._tokens) else None

    def sum(self) -> Quantity:
        self._depth += 1
        if self._depth > _MAX_DEPTH:
            raise FormulaWrong("The expression is nested too deeply.")
        value = self._product()
        while self.next in ("+", "-"):
            is_less = self._take() == "-"
            other = self._product()
            value = plus(value, negative(other) if is_less else other)
        self._depth -= 1
        return value

    def asked_unit(self) -> str | None:
        if self.next not in ("in", "to", "as"):
            return None
        self._take()
        unit = (self.next or "").lower()
        if unit not in SECONDS_OF:
            raise FormulaWrong("A length of time is told in seconds, minutes, hours, days or weeks.")
        self._take()
        return unit

    def _product(self) -> Quantity:
        value = self._factor()
        while (sign := self.next) in _PRODUCTS:
            self._take()
            value = _PRODUCTS[str(sign)](value, self._factor())
        return value

    def _factor(self) -> Quantity:
        signs = 0
        while self.next in ("+", "-"):
            signs += self._take() == "-"
        value = self._power()
        return negative(value) if signs % 2 else value

    def _power(self) -> Quantity:
        value = self._measured()
        if self.next != "^":
            return value
        self._take()
        self._depth += 1
        if self._depth > _MAX_DEPTH:
            raise FormulaWrong("The expression is nested too deeply.")
        value = power(value, self._factor())
        self._depth -= 1
        return value

    def _measured(self) -> Quantity:
        value = self._atom()
        if self.next == "%" and not _BEGINS_OPERAND.match(self._after_next or ""):
            self._take()
            return Quantity(value.number / 100, is_percent=True)
        if self.next == "%" and (self._after_next or "").lower() == "of":
            self._take()
            return Quantity(value.number / 100, is_percent=True)
        return self._with_units(value)

    def _with_units(self, value: Quantity) -> Quantity:
        if (self.next or "").lower() not in SECONDS_OF:
            return value
        whole = times(value, Quantity(Fraction(SECONDS_OF[self._take().lower()]), is_time=True))
        while _is_number(self.next) and (self._after_next or "").lower() in SECONDS_OF:
            part = Quantity(_number(self._take()))
            whole = plus(whole, times(part, Quantity(Fraction(SECONDS_OF[self._take().lower()]), is_time=True)))
        return whole

    def _atom(self) -> Quantity:
        token = self.next
        if token is None:
            raise FormulaWrong("The expression ends too early.")
        self._take()
        if token == "(":
            value = self.sum()
            self._expect(")")
            return value
        if _is_number(token):
            return Quantity(_number(token))
        function = _FUNCTIONS.get(token.lower())
        if function is None:
            raise FormulaWrong(f"{token!r} is neither a number nor one of {', '.join(sorted(_FUNCTIONS))}.")
        return self._called(token, function)

    def _called(self, name: str, function: Callable[[Sequence[Quantity]], Quantity]) -> Quantity:
        self._expect("(")
        given = [self.sum()]
        while self.next == ",":
            self._take()
            given.append(self.sum())
        self._expect(")")
        try:
            return function(given)
        except (ValueError, TypeError):
            raise FormulaWrong(f"{name} does not take these values.") from None

    def _expect(self, token: str) -> None:
        if self.next != token:
            raise FormulaWrong(f"The expression lacks a {token!r}.")
        self._take()

    def _take(self) -> str:
        self._place += 1
        return self._tokens[self._place - 1]


def _is_number(token: str | None) -> bool:
    return token is not None and (token[0].isdigit() or token[0] == ".")


def _number(token: str) -> Fraction:
    if len(token) > _MAX_DIGITS:
        raise FormulaWrong(f"A number has at most {_MAX_DIGITS} digits.")
    return Fraction(token)


def _one(given: Sequence[Quantity]) -> Quantity:
    (only,) = given
    return only


def _round(given: Sequence[Quantity]) -> Quantity:
    value, *places = given
    if len(places) > 1 or any(place.number.denominator != 1 for place in places):
        raise ValueError
    return rounded(value, int(places[0].number) if places else 0)


def _floor(given: Sequence[Quantity]) -> Quantity:
    one = _one(given)
    return Quantity(Fraction(one.number.__floor__()), one.is_time, is_rounded=one.is_rounded)


def _extreme(choose: Callable[..., Quantity]) -> Callable[[Sequence[Quantity]], Quantity]:
    def found(given: Sequence[Quantity]) -> Quantity:
        if len({one.is_time for one in given}) > 1:
            raise QuantityWrong("A length of time and a plain number cannot be compared.")
        return choose(given, key=lambda one: one.number)

    return found


_PRODUCTS: Mapping[str, Callable[[Quantity, Quantity], Quantity]] = {
    "*": times,
    "/": divided,
    "//": lambda left, right: divided(left, right, whole=True),
    "%": remainder,
    "mod": remainder,
    "of": times,
}
_FUNCTIONS: Mapping[str, Callable[[Sequence[Quantity]], Quantity]] = {
    "sqrt": lambda given: root(_one(given)),
    "abs": lambda given: negative(_one(given)) if _one(given).number < 0 else _one(given),
    "round": _round,
    "floor": _floor,
    "ceil": lambda given: negative(_floor([negative(_one(given))])),
    "min": _extreme(min),
    "max": _extreme(max),
}
