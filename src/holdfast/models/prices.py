"""What models cost, as far as it is known: the provider's own figure first, then the price an operator stated.

What runs on this machine costs nothing. Where nobody knows a price, a cost is unknown, and never nothing.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from holdfast.core.errors import Setup
from holdfast.models.types import Model, TokenUsage

_STATED = re.compile(r"(?P<name>[^=\s]+:[^=\s]+)=(?P<input>\d+(?:\.\d+)?)/(?P<output>\d+(?:\.\d+)?)")
_MILLION = 1_000_000


@dataclass(frozen=True, slots=True)
class Price:
    """In US dollars for a million tokens."""

    input_usd: float
    output_usd: float


FREE = Price(0.0, 0.0)


def read_prices(stated: Sequence[str]) -> Mapping[str, Price]:
    """`provider:model=1.25/10`: what goes in, what comes out."""
    found: dict[str, Price] = {}
    for one in stated:
        match = _STATED.fullmatch(one.strip())
        if match is None:
            raise Setup(
                f"HOLDFAST_MODEL_PRICES says {one.strip()!r}; write provider:model=in/out in US dollars for a million "
                "tokens, as in openai:gpt-5.4-mini=0.25/2, with commas between models."
            )
        found[match["name"]] = Price(float(match["input"]), float(match["output"]))
    return found


def with_cost(usage: TokenUsage, model: Model, prices: Mapping[str, Price]) -> TokenUsage:
    price = FREE if model.is_demo else prices.get(model.name)
    if usage.cost_usd is not None or price is None:
        return usage
    cost = (usage.input_tokens * price.input_usd + usage.output_tokens * price.output_usd) / _MILLION
    return replace(usage, cost_usd=cost)
