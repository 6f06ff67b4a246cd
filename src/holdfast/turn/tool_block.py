"""The room that tools take in a prompt: their descriptions, and a few words about how to take what they answer. Pure.

Descriptions are sent beside the messages and are read all the same, so they are counted. Together they may take half of
the prompt; tools for which there is no room are not offered, and the trace names those that are.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache, lru_cache
from pathlib import Path

import orjson

from holdfast.models.tokens import count_tokens
from holdfast.tools.types import Tool
from holdfast.turn.types import Block, Order, Priority, Source

MAX_SHARE = 0.5
_RANK = 1
"""Behind what the person asks of the persona."""


def fit_tools(
    offered: Mapping[str, Tool], prompt_tokens: int, wanted: Sequence[str] = ()
) -> tuple[Mapping[str, Tool], Block | None]:
    """Those there is room for, and what is told of them. `wanted`: those that have room before the others, the first
    before all."""
    words = _words()
    tokens, most = count_tokens(words), int(prompt_tokens * MAX_SHARE)
    kept = dict[str, Tool]()
    places = {name: place for place, name in enumerate(dict.fromkeys(wanted))}
    for tool in sorted(offered.values(), key=lambda tool: places.get(tool.spec.name, len(places))):
        its = _tokens(orjson.dumps([tool.spec.name, tool.spec.description, tool.spec.parameters]))
        if tokens + its <= most:
            kept[tool.spec.name] = tool
            tokens += its
    if not kept:
        return {}, None
    sources = [Source("tool", name) for name in kept]
    block = Block(Order.INSTRUCTIONS, "tools", words, tokens, Priority.INSTRUCTIONS, sources, rank=_RANK)
    return kept, block


@cache
def _words() -> str:
    return (Path(__file__).parent / "prompts" / "tools.md").read_text(encoding="utf-8").strip()


@lru_cache(maxsize=4096)
def _tokens(spec: bytes) -> int:
    return count_tokens(spec.decode())
