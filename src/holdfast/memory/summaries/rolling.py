"""The rolling summary: turns that left the window are folded into what was told before.

With a model the summary is written anew each time. Without one, or when it stays down, the safe rules serve: a line for
each thing the person said, the assistant's shorter, the oldest lines given up first. What a model once wrote stands
before these lines and is kept as it is.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path
from string import Template

from holdfast.core.log import get_logger
from holdfast.memory.parts import MemoryParts
from holdfast.memory.types import Episode, LearnedFrom
from holdfast.models.ask import ask_text
from holdfast.models.failures import failed
from holdfast.models.types import Failure, ModelFailed

MAX_SUMMARY_CHARACTERS = 2_400
"""Characters of a rolling summary."""
_MAX_PROSE_CHARACTERS = 1_600
_MAX_LINE_CHARACTERS = {"user": 180, "assistant": 100}
_MIN_CHARACTERS = 12
"""Characters; "ok" and "thank you" tell nobody anything later."""
_WORDS = 300
_INSTRUCTIONS = Template((Path(__file__).parent / "prompts" / "fold.md").read_text(encoding="utf-8"))
_LEFT_OUT = re.compile(r"^\((\d+) earlier messages? left out\)$")

log = get_logger()


async def fold_into(
    memory: MemoryParts, old_summary: str, turns: Sequence[Episode], *, may_wait: bool = False
) -> tuple[str, LearnedFrom]:
    """The new summary, and what made it. `may_wait`: rather raise `ModelFailed` than fall back on the rules."""
    if memory.chain is None:
        return fold_by_rules(old_summary, turns), "rules"
    told = "\n".join(f"[{turn.said_at:%Y-%m-%d}] {_who(turn)}: {turn.text}" for turn in turns)
    text = f"Summary so far:\n{old_summary or '(nothing yet)'}\n\nThe messages that come next:\n{told}"
    try:
        said = await ask_text(memory.chain, _INSTRUCTIONS.substitute(words=_WORDS), text, max_output_tokens=700)
        if not said:
            raise failed(Failure.EMPTY)
    except ModelFailed as error:
        if may_wait and error.failure is not Failure.SPENT:
            raise
        log.info("folded_by_rules", failure=error.failure.value)
        return fold_by_rules(old_summary, turns), "rules"
    return _cut(said, MAX_SUMMARY_CHARACTERS), "model"


def fold_by_rules(old_summary: str, turns: Sequence[Episode]) -> str:
    prose, lines, left_out = _taken_apart(old_summary)
    lines += [line for line in map(_line, turns) if line]
    while lines and len(_put_together(prose, lines, left_out)) > MAX_SUMMARY_CHARACTERS:
        lines.pop(0)
        left_out += 1
    return _put_together(prose, lines, left_out)


def _taken_apart(summary: str) -> tuple[str, list[str], int]:
    prose: list[str] = []
    lines: list[str] = []
    left_out = 0
    for line in summary.splitlines():
        if counted := _LEFT_OUT.match(line):
            left_out += int(counted[1])
        else:
            (lines if line.startswith("- ") else prose).append(line)
    return _cut("\n".join(prose).strip(), _MAX_PROSE_CHARACTERS), lines, left_out


def _put_together(prose: str, lines: Sequence[str], left_out: int) -> str:
    gap = [f"({left_out} earlier message{'s' * (left_out > 1)} left out)"] if left_out else []
    return "\n".join([*([prose] if prose else []), *gap, *lines])


def _line(turn: Episode) -> str | None:
    text = " ".join(turn.text.split())
    if turn.role not in _MAX_LINE_CHARACTERS or len(text) < _MIN_CHARACTERS:
        return None
    return f"- {turn.said_at.day} {turn.said_at:%B}, {_who(turn)}: {_cut(text, _MAX_LINE_CHARACTERS[turn.role])}"


def _who(turn: Episode) -> str:
    return turn.name or {"user": "the person", "assistant": "the assistant"}.get(turn.role, turn.role)


def _cut(text: str, most: int) -> str:
    """Whole sentences if one of them fits, else whole words."""
    if len(text) <= most:
        return text
    head = text[: most - 1]
    sentence = max(head.rfind(mark) for mark in (". ", "! ", "? "))
    if sentence >= most // 2:
        return head[: sentence + 1]
    return (head.rsplit(None, 1)[0] if " " in head else head) + "…"
