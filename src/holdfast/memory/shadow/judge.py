"""What the window says: the model's word, read with suspicion; the rules where there is no model or it failed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any, get_args

import orjson
import structlog

from holdfast.memory.learning.extract import WORTH_WAITING
from holdfast.memory.learning.guards import LONGEST_OBJECT, LONGEST_TEXT
from holdfast.memory.learning.predicates import PERSON
from holdfast.memory.learning.rules.read import read_turn
from holdfast.memory.learning.types import Turn
from holdfast.memory.loops.promises import LONGEST_LOOP, PersonTurn, promises
from holdfast.memory.parts import MemoryParts
from holdfast.memory.shadow.types import Judged, JudgedLoop, Limits, Memory, MemoryType
from holdfast.models.ask import ask_json
from holdfast.models.types import ModelFailed

_LONGEST_SHOWN = 1_500
_MOST_ROWS = 20
_CONFIDENCE = 0.7

log = structlog.get_logger()


async def judge(
    memory: MemoryParts, window: Sequence[Turn], limits: Limits = Limits(), *, may_wait: bool = False
) -> Judged:
    """Only new turns bear evidence. `may_wait`: rather raise `ModelFailed` than fall back on the rules."""
    if memory.chain is None:
        return by_rules(window)
    shown = dict(enumerate(window, 1))
    question = [
        {"turn": number, "new": turn.is_new, "text": turn.text[:_LONGEST_SHOWN]} for number, turn in shown.items()
    ]
    try:
        answer = await ask_json(
            memory.chain, _instructions(), orjson.dumps({"turns": question}).decode(),
            max_output_tokens=limits.output_tokens, timeout_seconds=limits.judge_seconds, temperature=0.0,
        )  # fmt: skip
    except ModelFailed as error:
        if may_wait and error.failure in WORTH_WAITING:
            raise
        log.info("judged_by_rules", failure=error.failure)
        return by_rules(window)
    return read_answer(answer, {number: turn for number, turn in shown.items() if turn.is_new})


def read_answer(answer: Any, turns: Mapping[int, Turn]) -> Judged:
    memories = [_memory(row, turns) for row in _rows(answer, "memories")]
    loops = [_loop(row, turns) for row in _rows(answer, "loops")]
    return Judged("model", [one for one in memories if one], [one for one in loops if one])


def by_rules(window: Sequence[Turn]) -> Judged:
    memories: list[Memory] = []
    loops: list[JudgedLoop] = []
    for turn in (turn for turn in window if turn.is_new):
        facts, _ = read_turn(turn, PERSON)
        for fact in facts:
            type_: MemoryType = "PEOPLE" if fact.subject != PERSON else "FACT"
            key = f"{fact.subject}.{fact.predicate}"
            memories.append(Memory(type_, key, fact.object, fact.text, fact.confidence, [turn]))
        opened = [one for one in promises(PersonTurn(turn.episode, turn.text, turn.said_at)) if one.action == "create"]
        loops += [JudgedLoop(one.kind, one.text, [turn]) for one in opened]
    return Judged("rules", memories, loops)


def _memory(row: Mapping[str, Any], turns: Mapping[int, Turn]) -> Memory | None:
    text, value, key = _text(row, "text", LONGEST_TEXT), _text(row, "value", LONGEST_OBJECT), _text(row, "key", 120)
    type_, said = row.get("type"), _turns(row, turns)
    if not text or not said:
        return None
    known: MemoryType = next((one for one in get_args(MemoryType) if one == type_), "FACT")
    return Memory(known, key or "", value or text, text, _CONFIDENCE, said)


def _loop(row: Mapping[str, Any], turns: Mapping[int, Turn]) -> JudgedLoop | None:
    text, kind, said = _text(row, "text", LONGEST_LOOP), row.get("kind"), _turns(row, turns)
    return JudgedLoop(kind if isinstance(kind, str) else "", text, said) if text and said else None


def _turns(row: Mapping[str, Any], turns: Mapping[int, Turn]) -> Sequence[Turn]:
    """The turns it names; where it names none, there is only one it can mean: the current message."""
    named = row.get("turns")
    if not isinstance(named, list):
        return [turns[max(turns)]] if turns else []
    numbers = dict.fromkeys(number for number in named[:_MOST_ROWS] if type(number) is int)
    return [turns[number] for number in numbers if number in turns]


def _rows(answer: Any, name: str) -> Sequence[Mapping[str, Any]]:
    rows = answer.get(name) if isinstance(answer, dict) else None
    return [row for row in (rows if isinstance(rows, list) else [])[:_MOST_ROWS] if isinstance(row, dict)]


def _text(row: Mapping[str, Any], name: str, longest: int) -> str | None:
    value = row.get(name)
    if not isinstance(value, str):
        return None
    value = " ".join(value.replace("\0", "").encode("utf-8", "ignore").decode().split())
    return value if 0 < len(value) <= longest else None


@cache
def _instructions() -> str:
    return (Path(__file__).parent / "prompts" / "judge.md").read_text(encoding="utf-8")
