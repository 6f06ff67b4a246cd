"""What an answer costs is the provider's word, else the operator's; else it is unknown, and never nothing."""

from __future__ import annotations

import pytest

from holdfast.core.errors import Setup
from holdfast.models.chain import Chain
from holdfast.models.prices import Price, read_prices, with_cost
from holdfast.models.types import Attempt, CallSettings, Done, TokenUsage
from tests.scripted import ScriptedModel

pytestmark = pytest.mark.anyio
PRICED = {"test:scripted": Price(2.0, 10.0)}


def test_prices_are_read_as_they_are_stated() -> None:
    stated = ("openai:gpt-5.4-mini=0.25/2", " custom:org/llama-3:8b=0/0 ")
    assert read_prices(stated) == {"openai:gpt-5.4-mini": Price(0.25, 2.0), "custom:org/llama-3:8b": Price(0.0, 0.0)}


@pytest.mark.parametrize("wrong", ["gpt=1/2", "openai:gpt", "openai:gpt=1", "openai:gpt=a/b", "openai:gpt=-1/2"])
def test_a_price_nobody_can_read_is_refused_with_how_to_write_it(wrong: str) -> None:
    with pytest.raises(Setup, match="provider:model=in/out"):
        read_prices([wrong])


@pytest.mark.parametrize(
    ("usage", "prices", "cost"),
    [
        (TokenUsage(1_000_000, 100_000), PRICED, 3.0),
        (TokenUsage(1_000_000, 100_000, 0.5), PRICED, 0.5),
        (TokenUsage(1_000_000, 100_000), {}, None),
        (TokenUsage(1_000_000, 100_000, 0.5), {}, 0.5),
    ],
)
def test_what_the_provider_says_comes_first(usage: TokenUsage, prices: dict[str, Price], cost: float | None) -> None:
    assert with_cost(usage, ScriptedModel(), prices).cost_usd == cost


def test_what_runs_on_this_machine_costs_nothing() -> None:
    assert with_cost(TokenUsage(10, 10), ScriptedModel(is_demo=True), {}).cost_usd == 0.0


async def test_the_chain_tells_the_cost_with_the_end_of_an_answer() -> None:
    model = ScriptedModel([Done(TokenUsage(1_000_000, 0))])
    attempts: list[Attempt] = []
    events = [event async for event in Chain([model], prices=PRICED).stream([], (), CallSettings(), attempts=attempts)]
    assert events == [Done(TokenUsage(1_000_000, 0, 2.0))]
    assert attempts[0].usage == TokenUsage(1_000_000, 0, 2.0)
