"""Short versions of long blocks, made by a model beforehand, for the case that the long ones do not fit.

Only what may be told in other words is shortened: a handover is told word for word or not at all, and what was recalled
or reported has short versions of its own. A model is asked only when the prompt will surely be too full, for the few
largest blocks, all at once and under a deadline; whoever fails leaves its block without. Whether a short version is
used, `draft_prompt` decides.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path
from string import Template

from holdfast.core.log import get_logger
from holdfast.models.ask import ask_text
from holdfast.models.chain import Chain
from holdfast.models.tokens import count_tokens
from holdfast.turn.context.escape_headings import escape_headings
from holdfast.turn.types import Block

DEADLINE_SECONDS = 1.5
LONG_FROM = 300
"""Tokens from which a block is worth shortening."""
MAX_SHORTENED = 2
_IN_OTHER_WORDS = ("about", "conversation_summary")
"""Passages of documents are cited, so they come in fewer of their own words (`choose_sentences`)."""
_SHARE = 4
"""A short version has a quarter of the words."""
_MAX_READ_CHARACTERS = 20_000
log = get_logger()


async def shorten(
    blocks: Sequence[Block], chain: Chain | None, room: int, *, deadline_seconds: float = DEADLINE_SECONDS
) -> Sequence[Block]:
    """`room`: tokens that all of them together may take, if nothing else wanted any."""
    if chain is None or chain.is_demo or sum(block.tokens for block in blocks) <= room:
        return blocks
    long = sorted((block for block in blocks if _may_be_shorter(block)), key=lambda block: -block.tokens)
    chosen = long[:MAX_SHORTENED]
    made = await asyncio.gather(*(_short(block, chain, deadline_seconds) for block in chosen))
    shorts = {id(block): short for block, short in zip(chosen, made, strict=True) if short}
    return [replace(block, short=shorts[id(block)]) if id(block) in shorts else block for block in blocks]


def _may_be_shorter(block: Block) -> bool:
    return block.kind in _IN_OTHER_WORDS and block.short is None and block.tokens >= LONG_FROM


async def _short(block: Block, chain: Chain, deadline_seconds: float) -> str | None:
    """Under the block's own heading; None: nothing usable came in time."""
    heading, _, text = block.text.partition("\n")
    most = min(block.tokens // _SHARE, LONG_FROM)
    try:
        said = await ask_text(
            chain, _instructions().substitute(words=most // 2), text[:_MAX_READ_CHARACTERS],
            max_output_tokens=most, timeout_seconds=deadline_seconds,
        )  # fmt: skip
    except Exception as error:  # noqa: BLE001 — border: a helper's call may fail in any way, the long version stays
        log.info("not_shortened", source=block.kind, error=type(error).__name__)
        return None
    short = f"{heading}\n{escape_headings(said)}"
    return short if said and count_tokens(short) < block.tokens // 2 else None


@cache
def _instructions() -> Template:
    return Template((Path(__file__).parent / "prompts" / "shorten.md").read_text(encoding="utf-8"))
