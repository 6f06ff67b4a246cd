"""What the window says: the model's word, read with suspicion; the rules where there is no model or it failed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any, get_args

import orjson

from holdfast.core.log import get_logger
from holdfast.memory.learning.extract import WORTH_WAITING
from holdfast.memory.learning.guards import MAX_OBJECT_CHARACTERS, MAX_TEXT_CHARACTERS
from holdfast.memory.learning.predicates import PERSON
from holdfast.memory.learning.rules.read import read_turn
from holdfast.memory.learning.types import WindowTurn
from holdfast.memory.loops.promises import MAX_LOOP_CHARACTERS, PersonTurn, promises
from holdfast.memory.parts import MemoryParts
from holdfast.memory.shadow.types import JudgedLoop, Judgement, Memory, MemoryType, ShadowLimits
from holdfast.models.ask import ask_json
from holdfast.models.types import ModelFailed

_MAX_SHOWN_CHARACTERS = 1_500
_MAX_ROWS = 20
_CONFIDENCE = 0.7

log = get_logger()


async def judge(
    memory: MemoryParts, window: Sequence[WindowTurn], limits: ShadowLimits = ShadowLimits(), *, may_wait: bool = False
) -> Judgement:
    """Only new turns bear evidence. `may_wait`: rather raise `ModelFailed` than fall back on the rules."""
    if memory.chain is None:
        return by_rules(window)
    shown = dict(enumerate(window, 1))
    question = [
        {"turn": number, "new": turn.is_new, "text": turn.text[:_MAX_SHOWN_CHARACTERS]}
        for number, turn in shown.items()
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


def read_answer(answer: Any, turns: Mapping[int, WindowTurn]) -> Judgement:
    memories = [_memory(row, turns) for row in _rows(answer, "memories")]
    loops = [_loop(row, turns) for row in _rows(answer, "loops")]
    return Judgement("model", [one for one in memories if one], [one for one in loops if one])


def by_rules(window: Sequence[WindowTurn]) -> Judgement:
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
    return Judgement("rules", memories, loops)


def _memory(row: Mapping[str, Any], turns: Mapping[int, WindowTurn]) -> Memory | None:
    text, value, key = (
        _text(row, "text", MAX_TEXT_CHARACTERS),
        _text(row, "value", MAX_OBJECT_CHARACTERS),
        _text(row, "key", 120),
    )
    type_, said = row.get("type"), _turns(row, turns)
    if not text or not said:
        return None
    known: MemoryType = next((one for one in get_args(MemoryType) if one == type_), "FACT")
    return Memory(known, key or "", value or text, text, _CONFIDENCE, said)


def _loop(row: Mapping[str, Any], turns: Mapping[int, WindowTurn]) -> JudgedLoop | None:
    text, kind, said = _text(row, "text", MAX_LOOP_CHARACTERS), row.get("kind"), _turns(row, turns)
    return JudgedLoop(kind if isinstance(kind, str) else "", text, said) if text and said else None


def _turns(row: Mapping[str, Any], turns: Mapping[int, WindowTurn]) -> Sequence[WindowTurn]:
    """The turns it names; where it names none, there is only one it can mean: the current message."""
    named = row.get("turns")
    if not isinstance(named, list):
        return [turns[max(turns)]] if turns else []
    numbers = dict.fromkeys(number for number in named[:_MAX_ROWS] if type(number) is int)
    return [turns[number] for number in numbers if number in turns]


def _rows(answer: Any, name: str) -> Sequence[Mapping[str, Any]]:
    rows = answer.get(name) if isinstance(answer, dict) else None
    return [row for row in (rows if isinstance(rows, list) else [])[:_MAX_ROWS] if isinstance(row, dict)]


def _text(row: Mapping[str, Any], name: str, longest: int) -> str | None:
    value = row.get(name)
    if not isinstance(value, str):
        return None
    value = " ".join(value.replace("\0", "").encode("utf-8", "ignore").decode().split())
    return value if 0 < len(value) <= longest else None


@cache
def _instructions() -> str:
    return (Path(__file__).parent / "prompts" / "judge.md").read_text(encoding="utf-8")
