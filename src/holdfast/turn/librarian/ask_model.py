"""A chat model's opinion of the gate: short, under a deadline, and read strictly. It may say nothing of use."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any

import orjson
import structlog

from holdfast.chats.types import Message
from holdfast.models.ask import ask_json
from holdfast.models.chain import Chain
from holdfast.turn.librarian.types import GATES, Decision

MODEL_DEADLINE_SECONDS = 1.5
_MOST_TOKENS = 60
_UNTOLD = 0.7
"""Confidence of an answer that names none."""
_LONGEST, _BEFORE, _LONGEST_BEFORE = 2_000, 3, 400
log = structlog.get_logger()


async def ask_model(chain: Chain, text: str, before: Sequence[Message], *, deadline_seconds: float) -> Decision | None:
    """None: it failed, was too slow, or did not answer in the words it was given."""
    question = {
        "before": [{"who": one.role, "text": one.text[:_LONGEST_BEFORE]} for one in before[-_BEFORE:]],
        "message": text[:_LONGEST],
    }
    try:
        answer = await ask_json(
            chain,
            _instructions(),
            orjson.dumps(question).decode(),
            max_output_tokens=_MOST_TOKENS,
            timeout_seconds=min(deadline_seconds, MODEL_DEADLINE_SECONDS),
        )
    except Exception as error:  # noqa: BLE001 — border: a helper's call may fail in any way, the rules still decide
        log.info("gate_without_model", error=type(error).__name__)
        return None
    return _read(answer)


def _read(answer: Any) -> Decision | None:
    if not isinstance(answer, dict) or answer.get("gate") not in GATES:
        return None
    said = answer.get("confidence")
    sure = min(max(float(said), 0.0), 1.0) if isinstance(said, float | int) else _UNTOLD
    return Decision(answer["gate"], "model", sure, "asked_model")


@cache
def _instructions() -> str:
    return (Path(__file__).parent / "prompts" / "gate.md").read_text(encoding="utf-8")
