"""The spine: one long-term summary over all sessions, in versions, made again when enough was said since."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from string import Template

from holdfast.core.db import Owner, Tx
from holdfast.core.log import get_logger
from holdfast.memory.parts import MemoryParts
from holdfast.memory.summaries import store
from holdfast.memory.summaries.transcript import clean
from holdfast.memory.summaries.types import MadeBy, SessionSummary, Spine, SpineGround
from holdfast.models.ask import ask_text
from holdfast.models.failures import failed
from holdfast.models.types import Failure, ModelFailed

NEW_MESSAGES = 20
"""More than so many since the last version make a new one."""
MAX_SPINE_CHARACTERS = 3_000
_MAX_SESSIONS = 60
_MAX_LINE_CHARACTERS = 420
_SO_FAR = "- So far: "
"""Begins the line of a session under way; whatever is told next tells of it anew."""
_INSTRUCTIONS = Template((Path(__file__).parent / "prompts" / "spine.md").read_text(encoding="utf-8"))

log = get_logger()


async def update_spine(memory: MemoryParts, owner: Owner, *, so_far: str = "", may_wait: bool = False) -> Spine:
    """The spine as it stands afterwards. `may_wait`: rather raise `ModelFailed` than fall back on the rules. `so_far`:
    what the session under way came to; whoever tells it has found that a new version is due."""
    ground = await read_spine_ground(memory, owner)
    if not so_far and not is_due(ground):
        return ground.old
    text, source = await think_spine(memory.for_owner(owner), ground, so_far=so_far, may_wait=may_wait)
    async with memory.db.as_owner(owner) as tx:
        return await keep_spine(memory, tx, owner, ground, text, source) or await store.read_spine(tx, owner)


async def read_spine_ground(memory: MemoryParts, owner: Owner) -> SpineGround:
    async with memory.db.as_owner(owner) as tx:
        return await store.spine_ground(tx, owner, most=_MAX_SESSIONS)


def is_due(ground: SpineGround) -> bool:
    return bool(ground.summaries) and (not ground.old.text or ground.messages > NEW_MESSAGES)


async def think_spine(
    memory: MemoryParts, ground: SpineGround, *, so_far: str = "", may_wait: bool = False
) -> tuple[str, MadeBy]:
    if memory.chain is None:
        return spine_by_rules(ground.old.text, ground.summaries, so_far), "rules"
    records = "\n\n".join(
        [
            *(f"[{one.ended_at:%Y-%m-%d}] {one.text}" for one in ground.summaries),
            *([f"[under way]\n{so_far}"] if so_far else []),
        ]
    )
    text = f"Summary so far:\n{ground.old.text or '(nothing yet)'}\n\nThe sessions since then:\n{records}"
    try:
        said = clean(await ask_text(memory.chain, _INSTRUCTIONS.substitute(words=380), text), MAX_SPINE_CHARACTERS)
        if not said:
            raise failed(Failure.EMPTY)
    except ModelFailed as error:
        if may_wait and error.failure is not Failure.SPENT:
            raise
        log.info("spine_by_rules", failure=error.failure.value)
        return spine_by_rules(ground.old.text, ground.summaries, so_far), "rules"
    return said, "model"


async def keep_spine(
    memory: MemoryParts, tx: Tx, owner: Owner, ground: SpineGround, text: str, source: MadeBy
) -> Spine | None:
    """None: what it was made of no longer stands."""
    return await store.set_spine(tx, owner, ground, text, source, at=memory.clock())


def spine_by_rules(old: str, summaries: Sequence[SessionSummary], so_far: str = "") -> str:
    """A line for each session, the oldest given up first. What a model wrote before stands above them."""
    prose = [line for line in old.splitlines() if line and not line.startswith("- ")]
    lines = [line for line in old.splitlines() if line.startswith("- ") and not line.startswith(_SO_FAR)]
    lines += [f"- {clean(one.text, _MAX_LINE_CHARACTERS)}" for one in summaries]
    under_way = " ".join(line.removeprefix("- ") for line in so_far.splitlines())
    lines += [_SO_FAR + clean(under_way, _MAX_LINE_CHARACTERS)] if under_way else []
    kept_prose = clean(" ".join(prose), MAX_SPINE_CHARACTERS // 2)
    room = MAX_SPINE_CHARACTERS - len(kept_prose) - 1
    kept: list[str] = []
    for line in reversed(lines):
        room -= len(line) + 1
        if room < 0:
            break
        kept.insert(0, line)
    return "\n".join([*([kept_prose] if kept_prose else []), *kept])
