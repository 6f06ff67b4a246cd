"""Sums that are exact, and expressions that would cost a server its evening."""

from __future__ import annotations

import time
from contextlib import suppress
from typing import Any

import pytest

from holdfast.tools.own.calculate import calculator
from holdfast.tools.types import ToolFailed
from tests.tools.own.calling import call, refusal

pytestmark = pytest.mark.anyio

HOSTILE_SECONDS = 1.0
"""Far more than any of them takes: a few milliseconds."""


@pytest.mark.parametrize(
    ("expression", "result"),
    [
        ("0.1 + 0.2", "0.3"),
        ("1/3", "0.33333333333333333333 (rounded, exactly 1/3)"),
        ("2 ** 10", "1024"),
        ("-2^2", "-4"),
        ("2^-2", "0.25"),
        ("7 // 2", "3"),
        ("-7 // 2", "-4"),
        ("15 % 4", "3"),
        ("15 mod 4", "3"),
        ("200 + 15%", "230"),
        ("(19.90 * 3) - 10%", "53.73"),
        ("15% of 80", "12"),
        ("10% + 5%", "15 %"),
        ("sqrt(2.25)", "1.5"),
        ("sqrt(2)", "1.4142135623730950488 (rounded)"),
        ("round(2.5)", "3"),
        ("round(-2.5)", "-3"),
        ("round(3.14159, 2)", "3.14"),
        ("floor(-0.5)", "-1"),
        ("ceil(0.2)", "1"),
        ("min(3, 1 + 1, 9)", "2"),
        ("max(abs(-3), 2)", "3"),
        ("12 × 3 − 4 ÷ 2", "34"),
        ("1 h 30 min * 4", "6 h (21600 s)"),
        ("90 min in h", "1.5 h"),
        ("2 weeks in days", "14 days"),
        ("1 h / 20 min", "3"),
        ("10 h - 25%", "7 h 30 min (27000 s)"),
        ("-90 s", "-1 min 30 s (-90 s)"),
    ],
)
async def test_a_sum_is_right(expression: str, result: str) -> None:
    assert (await call(calculator(), expression=expression)).text == f"{expression} = {result}"


@pytest.mark.parametrize(
    ("expression", "sentence"),
    [
        ("1/0", "Nothing can be divided by zero."),
        ("0 ^ -1", "Nothing can be divided by zero."),
        ("1 h + 3", "A length of time and a plain number cannot be added."),
        ("1 h * 2 h", "Two lengths of time cannot be multiplied."),
        ("3 in h", "That is no length of time, so it cannot be told in h."),
        ("sqrt(-1)", "A negative number has no root."),
        ("sqrt(1, 2)", "sqrt does not take these values."),
        ("2 +", "The expression ends too early."),
        ("(1", "The expression lacks a ')'."),
        ("1 2", "The expression is not understood from '2' on."),
        ("__import__('os')", "The expression holds '_', which means nothing here."),
        ("2π", "The expression holds 'π', which means nothing here."),
        ("exit()", "'exit' is neither a number nor one of abs, ceil, floor, max, min, round, sqrt."),
        ("1 in parsecs", "A length of time is told in seconds, minutes, hours, days or weeks."),
    ],
)
async def test_what_is_no_sum_is_refused_with_why(expression: str, sentence: str) -> None:
    assert await refusal(calculator(), expression=expression) == sentence


@pytest.mark.parametrize(
    "expression",
    [
        "9**9**9",
        "9^9^9^9",
        "((2^1000)^1000)^1000",
        "(2^1024)*(2^1024)*(2^1024)*(2^1024)*(2^1024)",
        "(1/7)^1024",
        "(" * 499,
        "-" * 499 + "1",
        "2^" * 249 + "2",
        "9" * 500,
        "sqrt(" * 80 + "2" + ")" * 80,
        "1" + "+1/7" * 120,
        "1" + "/0.0000000001" * 35,
        " " * 499 + "1",
        "1 h " * 120,
        "1%" * 250,
        "min(" + "1," * 240 + "1)",
    ],
)
async def test_a_hostile_expression_costs_nothing_to_speak_of(expression: str) -> None:
    began = time.process_time()
    with suppress(ToolFailed):
        assert (await call(calculator(), expression=expression)).text
    assert time.process_time() - began < HOSTILE_SECONDS


@pytest.mark.parametrize("arguments", [{}, {"expression": ""}, {"expression": "1" * 501}, {"expression": 5, "x": 1}])
async def test_arguments_that_do_not_fit_are_refused_without_being_repeated(arguments: dict[str, Any]) -> None:
    told = await refusal(calculator(), **arguments)
    assert told.startswith("The arguments do not fit: ")
    assert "1" * 20 not in told
