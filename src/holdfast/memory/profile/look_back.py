"""What a day was about, and what follows for the next conversation. Model first, rules without.

How sure it is (`weigh`) is decided by written thresholds, not by a model's mood:
`insufficient_data`  fewer than 4 messages or 40 words of the person
`high`               8 messages and 120 words, a steering that rests on two of their turns, and sureness of 0.7
`needs_review`       everything between: kept, shown to people, not used to steer
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from string import Template
from typing import Any

from holdfast.core.log import get_logger
from holdfast.memory.parts import MemoryParts
from holdfast.memory.profile.types import Confidence, DailyAnalysis, DayRead, KnownItem
from holdfast.memory.summaries.extract import extract
from holdfast.memory.summaries.transcript import clean
from holdfast.memory.summaries.types import MadeBy
from holdfast.memory.types import Episode, Evidence
from holdfast.models.ask import ask_json
from holdfast.models.chain import Chain
from holdfast.models.failures import failed
from holdfast.models.types import Failure, ModelFailed

MIN_MESSAGES, MIN_WORDS = 4, 40
HIGH_MESSAGES, HIGH_WORDS, HIGH_EVIDENCE, HIGH_SURENESS = 8, 120, 2, 0.7
MAX_THEMES = 5
MAX_STEERING_CHARACTERS = 400
_INSTRUCTIONS = Template((Path(__file__).parent / "prompts" / "day.md").read_text(encoding="utf-8"))
log = get_logger()


async def look_back(memory: MemoryParts, day: DayRead) -> DailyAnalysis:
    fallback = by_rules(day)
    if memory.chain is None or fallback.confidence == "insufficient_data":
        return fallback
    try:
        return await _by_model(memory.chain, day)
    except ModelFailed as error:
        log.info("day_by_rules", failure=error.failure.value)
        return fallback


def weigh(turns: Sequence[Episode], *, evidence: int, has_steering: bool, sureness: float) -> Confidence:
    said = [turn for turn in turns if turn.role == "user"]
    words = sum(len(turn.text.split()) for turn in said)
    if len(said) < MIN_MESSAGES or words < MIN_WORDS:
        return "insufficient_data"
    is_much = len(said) >= HIGH_MESSAGES and words >= HIGH_WORDS
    is_sure = has_steering and evidence >= HIGH_EVIDENCE and sureness >= HIGH_SURENESS
    return "high" if is_much and is_sure else "needs_review"


def by_rules(day: DayRead) -> DailyAnalysis:
    themes = extract(day.turns).topics[:MAX_THEMES]
    shown = [loop for loop in day.loops if loop.evidence]
    steering = _steering(shown)
    evidence = _turns_behind(shown, day.turns, themes)
    sureness = round(sum(loop.confidence for loop in shown) / len(shown), 3) if shown else 0.0
    return _analysis(day, steering, themes, evidence, sureness, "rules")


async def _by_model(chain: Chain, day: DayRead) -> DailyAnalysis:
    lines = [f"{n}. {turn.name or turn.role}: {clean(turn.text, 600)}" for n, turn in enumerate(day.turns, 1)]
    loops = [f"- {loop.kind} ({loop.subject}): {loop.text}" for loop in day.loops]
    text = "\n".join([*lines, "", "What is open or was closed on that day:", *(loops or ["- nothing"])])
    answer = await ask_json(chain, _INSTRUCTIONS.substitute(most=MAX_THEMES), text)
    if not isinstance(answer, dict) or not isinstance(answer.get("themes"), list):
        raise failed(Failure.MALFORMED, upstream="no analysis")
    themes: list[str] = []
    evidence: list[Evidence] = []
    for entry in answer["themes"][:MAX_THEMES]:
        theme = clean(entry.get("text"), 80) if isinstance(entry, dict) else ""
        behind = _named_turns(entry.get("from"), day.turns) if theme else []
        if behind:
            themes.append(theme)
            evidence += behind
    sure = answer.get("confidence")
    sureness = float(sure) if isinstance(sure, int | float) and not isinstance(sure, bool) else 0.0
    steering = clean(answer.get("steering"), MAX_STEERING_CHARACTERS) or None
    return _analysis(day, steering, themes, evidence, sureness, "model")


def _analysis(
    day: DayRead,
    steering: str | None,
    themes: Sequence[str],
    evidence: Sequence[Evidence],
    sureness: float,
    source: MadeBy,
) -> DailyAnalysis:
    behind = list(dict.fromkeys(evidence))
    confidence = weigh(day.turns, evidence=len(behind), has_steering=bool(steering), sureness=sureness)
    if confidence == "insufficient_data":
        steering = None
    return DailyAnalysis(day.date, confidence, steering, list(themes), behind[:20], source)


def _steering(loops: Sequence[KnownItem]) -> str | None:
    def of(kind: str, *states: str) -> list[str]:
        return [loop.text for loop in loops if loop.kind == kind and loop.subject in states][:3]

    parts = []
    if promised := of("commitment", "open"):
        parts.append(f"Ask how it went with: {'; '.join(promised)}.")
    if hard := of("friction", "open"):
        parts.append(f"They had a hard time with: {'; '.join(hard)}.")
    if done := of("commitment", "completed") + of("win", "open", "completed"):
        parts.append(f"Worth a word of recognition: {'; '.join(done)}.")
    return clean(" ".join(parts), MAX_STEERING_CHARACTERS) or None


def _turns_behind(loops: Sequence[KnownItem], turns: Sequence[Episode], themes: Sequence[str]) -> list[Evidence]:
    behind = [one for loop in loops for one in loop.evidence]
    for theme in themes:
        about = [turn for turn in turns if turn.role == "user" and theme.casefold() in turn.text.casefold()]
        behind += [Evidence(turn.id, turn.external_id) for turn in about[:2]]
    return behind


def _named_turns(numbers: Any, turns: Sequence[Episode]) -> list[Evidence]:
    """Only the person's own turns count, and only lines that were given."""
    named = [n for n in numbers if isinstance(n, int) and 0 < n <= len(turns)] if isinstance(numbers, list) else []
    return [Evidence(turns[n - 1].id, turns[n - 1].external_id) for n in named if turns[n - 1].role == "user"]
