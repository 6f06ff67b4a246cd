"""Sums, exactly: fractions inside, decimals outside, percent and units of time. Nothing is evaluated but this grammar,
and every step has a bound, so that no expression costs more than a few milliseconds.
"""

from __future__ import annotations

from pydantic import Field

from holdfast.tools.own.arguments import ToolArguments, ToolCard, offer
from holdfast.tools.own.formula import MAX_CHARACTERS, FormulaWrong, read_formula
from holdfast.tools.own.quantities import QuantityWrong, told
from holdfast.tools.types import Tool, ToolAnswer, ToolCaller, ToolFailed, ToolProgress

CALCULATOR = ToolCard(
    "calculator",
    "Calculator",
    "Calculates exactly. Use it for every sum that is not trivial instead of calculating yourself. Takes one "
    "expression with + - * / // % ^, parentheses, sqrt, abs, round, floor, ceil, min, max, percent as people say it "
    "(200 + 15%, 15% of 80) and units of time (1 h 30 min * 4, 90 min in h, 2 weeks in days). Decimals have a point; "
    "no thousands separators.",
)


class CalculatorArguments(ToolArguments):
    expression: str = Field(min_length=1, max_length=MAX_CHARACTERS, description="Such as (19.90 * 3) - 10%")


async def calculate(caller: ToolCaller, given: CalculatorArguments, progress: ToolProgress) -> ToolAnswer:
    try:
        result, unit = read_formula(given.expression)
        return ToolAnswer(f"{given.expression} = {told(result, unit)}")
    except (FormulaWrong, QuantityWrong) as wrong:
        raise ToolFailed(str(wrong)) from None


def calculator() -> Tool:
    return offer(CALCULATOR, CalculatorArguments, calculate, seconds=5.0)
