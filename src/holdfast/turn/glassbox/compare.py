"""Two prompts of the same turn: what stayed, what changed, what came, what went. Pure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Literal

from holdfast.turn.codes import BlockKind
from holdfast.turn.glassbox.types import BlockTrace
from holdfast.turn.glassbox.views import BlockDifference, ReplayedText

BlockPlace = tuple[BlockKind, str]
"""There is one block of a kind, but for history, where each message is its own."""


def compare(then: Sequence[BlockTrace], now: Sequence[BlockTrace]) -> tuple[BlockDifference, ...]:
    old, new = _told(then), _told(now)
    places = [*old, *(place for place in new if place not in old)]
    return tuple(_difference(place[0], old.get(place), new.get(place)) for place in places)


def _told(blocks: Sequence[BlockTrace]) -> Mapping[BlockPlace, BlockTrace]:
    """But for what is told of tools: whoever looks back is offered none."""
    return {_place(block): block for block in blocks if block.status != "dropped" and block.kind != "tools"}


def _place(block: BlockTrace) -> BlockPlace:
    return block.kind, block.sources[0].id if block.kind == "history" and block.sources else ""


def _difference(kind: BlockKind, was: BlockTrace | None, became: BlockTrace | None) -> BlockDifference:
    return BlockDifference(kind, _change(was, became), _text(was), _text(became))


def _change(was: BlockTrace | None, became: BlockTrace | None) -> Literal["same", "changed", "added", "removed"]:
    if was is None or became is None:
        return "added" if was is None else "removed"
    return "same" if was.sha256 == became.sha256 else "changed"


def _text(block: BlockTrace | None) -> ReplayedText | None:
    return ReplayedText(block.tokens, block.text) if block else None
