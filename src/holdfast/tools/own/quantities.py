"""Numbers that are exact, some of them lengths of time. Pure, and bounded: what grows too large is refused before it is
calculated."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from decimal import ROUND_HALF_EVEN, Decimal, localcontext
from fractions import Fraction
from math import isqrt

_MAX_BITS = 4_096
"""Of what stands above or below the line of a fraction: more than a thousand digits."""
_MAX_EXPONENT = 1_024
_DIGITS = 20
"""Of a number that has no end; those that have one are told whole, up to this many places and a few more."""
_MAX_PLACES = 60
_ROOT_DIGITS = 30

SECONDS_OF: Mapping[str, int] = {
    "s": 1, "sec": 1, "secs": 1, "second": 1, "seconds": 1,
    "min": 60, "mins": 60, "minute": 60, "minutes": 60,
    "h": 3_600, "hr": 3_600, "hrs": 3_600, "hour": 3_600, "hours": 3_600,
    "d": 86_400, "day": 86_400, "days": 86_400,
    "w": 604_800, "week": 604_800, "weeks": 604_800,
}  # fmt: skip
_IN_WORDS = (("d", 86_400), ("h", 3_600), ("min", 60))


class QuantityWrong(Exception):
    """A sum that cannot be done, in a sentence."""


@dataclass(frozen=True, slots=True)
class Quantity:
    number: Fraction
    is_time: bool = False
    """Then it counts seconds."""
    is_percent: bool = False
    """Stands as it was said: 15 % is 0.15, and added to something it is 15 % of that."""
    is_rounded: bool = False


def plus(left: Quantity, right: Quantity) -> Quantity:
    if right.is_percent and not left.is_percent:
        right = times(left, Quantity(right.number, is_rounded=right.is_rounded))
    if left.is_time != right.is_time:
        raise QuantityWrong("A length of time and a plain number cannot be added.")
    both_percent = left.is_percent and right.is_percent
    return _made(left.number + right.number, left, right, is_time=left.is_time, is_percent=both_percent)


def negative(one: Quantity) -> Quantity:
    return Quantity(-one.number, one.is_time, one.is_percent, one.is_rounded)


def times(left: Quantity, right: Quantity) -> Quantity:
    if left.is_time and right.is_time:
        raise QuantityWrong("Two lengths of time cannot be multiplied.")
    return _made(left.number * right.number, left, right, is_time=left.is_time or right.is_time)


def divided(left: Quantity, right: Quantity, *, whole: bool = False) -> Quantity:
    if not right.number:
        raise QuantityWrong("Nothing can be divided by zero.")
    if right.is_time and not left.is_time:
        raise QuantityWrong("A plain number cannot be divided by a length of time.")
    found = left.number / right.number
    return _made(
        Fraction(found.__floor__()) if whole else found, left, right, is_time=left.is_time and not right.is_time
    )


def remainder(left: Quantity, right: Quantity) -> Quantity:
    if left.is_time != right.is_time:
        raise QuantityWrong("A length of time and a plain number have no remainder.")
    if not right.number:
        raise QuantityWrong("Nothing can be divided by zero.")
    return _made(left.number % right.number, left, right, is_time=left.is_time)


def power(left: Quantity, right: Quantity) -> Quantity:
    if left.is_time or right.is_time:
        raise QuantityWrong("A length of time has no powers.")
    if right.number == Fraction(1, 2):
        return root(left)
    if right.number.denominator != 1 or abs(right.number) > _MAX_EXPONENT:
        raise QuantityWrong(f"An exponent is a whole number of at most {_MAX_EXPONENT:,}.")
    exponent = int(right.number)
    if not left.number and exponent < 0:
        raise QuantityWrong("Nothing can be divided by zero.")
    if _bits(left.number) * abs(exponent) > _MAX_BITS:
        raise _too_large()
    return _made(left.number**exponent, left, right)


def root(one: Quantity) -> Quantity:
    """Exact where it is a whole number or a fraction of such; else to thirty digits."""
    if one.is_time:
        raise QuantityWrong("A length of time has no root.")
    if one.number < 0:
        raise QuantityWrong("A negative number has no root.")
    above, below = isqrt(one.number.numerator), isqrt(one.number.denominator)
    if above * above == one.number.numerator and below * below == one.number.denominator:
        return Quantity(Fraction(above, below), is_rounded=one.is_rounded)
    with localcontext() as context:
        context.prec = _ROOT_DIGITS
        found = (Decimal(one.number.numerator) / Decimal(one.number.denominator)).sqrt()
    return Quantity(Fraction(found), is_rounded=True)


def rounded(one: Quantity, places: int) -> Quantity:
    """Half a step goes away from zero, as people round."""
    if not 0 <= places <= _MAX_PLACES:
        raise QuantityWrong(f"A number is rounded to between 0 and {_MAX_PLACES} places.")
    step = 10**places
    doubled = abs(one.number) * step * 2 + 1
    whole = doubled.__floor__() // 2
    sign = -1 if one.number < 0 else 1
    return Quantity(Fraction(sign * whole, step), one.is_time, is_rounded=one.is_rounded)


def told(value: Quantity, unit: str | None = None) -> str:
    """For people and models: a decimal where it ends, else rounded and said to be so."""
    if unit is not None:
        if not value.is_time:
            raise QuantityWrong(f"That is no length of time, so it cannot be told in {unit}.")
        return f"{_decimal(value.number / SECONDS_OF[unit], value.is_rounded)} {unit}"
    if value.is_time:
        return _as_time(value)
    if value.is_percent:
        return f"{_decimal(value.number * 100, value.is_rounded)} %"
    return _decimal(value.number, value.is_rounded)


def _as_time(value: Quantity) -> str:
    seconds = abs(value.number)
    told_parts = []
    for name, length in _IN_WORDS:
        count, seconds = divmod(seconds, length)
        if count:
            told_parts.append(f"{count} {name}")
    if seconds or not told_parts:
        told_parts.append(f"{_decimal(seconds, value.is_rounded)} s")
    sign = "-" if value.number < 0 else ""
    return f"{sign}{' '.join(told_parts)} ({_decimal(value.number, value.is_rounded)} s)"


def _decimal(number: Fraction, is_rounded: bool) -> str:
    places = None if is_rounded else _places(number.denominator)
    if number.denominator == 1 and not is_rounded:
        return str(number.numerator)
    if places is not None:
        digits = str(abs(number.numerator) * 10**places // number.denominator).rjust(places + 1, "0")
        return f"{'-' if number < 0 else ''}{digits[:-places]}.{digits[-places:]}"
    with localcontext() as context:
        context.prec, context.rounding = _DIGITS, ROUND_HALF_EVEN
        near = Decimal(number.numerator) / Decimal(number.denominator)
    exact = "" if is_rounded or number.denominator > 10_000 else f", exactly {number.numerator}/{number.denominator}"
    return f"{near.normalize() if is_rounded else near:f} (rounded{exact})"


def _places(denominator: int) -> int | None:
    """How many decimals it takes to tell it whole; None: it has no end, or too many."""
    twos = fives = 0
    while denominator % 2 == 0 and twos <= _MAX_PLACES:
        denominator, twos = denominator // 2, twos + 1
    while denominator % 5 == 0 and fives <= _MAX_PLACES:
        denominator, fives = denominator // 5, fives + 1
    most = max(twos, fives)
    return most if denominator == 1 and 0 < most <= _MAX_PLACES else None


def _made(
    number: Fraction, left: Quantity, right: Quantity, *, is_time: bool = False, is_percent: bool = False
) -> Quantity:
    if _bits(number) > _MAX_BITS:
        raise _too_large()
    return Quantity(number, is_time, is_percent, left.is_rounded or right.is_rounded)


def _bits(number: Fraction) -> int:
    return max(number.numerator.bit_length(), number.denominator.bit_length())


def _too_large() -> QuantityWrong:
    return QuantityWrong("The numbers become too large to be calculated here.")
