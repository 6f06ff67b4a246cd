"""The one classifier: rules, then nearness in meaning, then the model, each only where the one before is unsure."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, replace

import structlog

from holdfast.chats.types import Message
from holdfast.models.chain import Chain
from holdfast.models.types import Embedder, ModelFailed
from holdfast.personas.types import Persona
from holdfast.turn.types import Reading
from holdfast.turn.understand.drift import DRIFT_BELOW, may_drift, nearness_to_session, session_is_about
from holdfast.turn.understand.glance import glance
from holdfast.turn.understand.read_by_meaning import fitting, intent_by_meaning, load_prototypes, posture_by_meaning
from holdfast.turn.understand.read_by_model import Unreadable, agreed, ask_model
from holdfast.turn.understand.read_by_rules import Ruled, apply_rules, as_reading, score_card
from holdfast.turn.understand.signals import read_signals
from holdfast.turn.understand.vectors import LONGEST, vector_of
from holdfast.turn.understand.weigh import ASK_MODEL_BELOW, SURE_FROM

_LEAST_SECONDS = 0.1
"""With less time left no model is asked."""
log = structlog.get_logger()


@dataclass(frozen=True, slots=True)
class _Session:
    earlier: Sequence[str]
    """What the person said in it, oldest first."""
    last_answer: str
    handover: str | None


async def understand(
    text: str,
    *,
    before: Sequence[Message],
    tracked: Sequence[str],
    handover: str | None,
    embedder: Embedder,
    chain: Chain | None,
    ruled: Ruled | None = None,
    deadline_seconds: float = 1.5,
) -> Reading:
    """`chain`: None, or a demo model's, and no model is asked. `ruled`: what the rules found, where they were asked.
    Never raises: what fails is named in `reasons`."""
    until = asyncio.get_running_loop().time() + deadline_seconds
    session = _session(before, handover)
    ruled = ruled or rule(text, before=before, tracked=tracked)
    reading = as_reading(ruled)
    if ruled.signals.is_low_signal or not ruled.seen.words:
        return reading
    try:
        async with asyncio.timeout_at(until):
            reading = await _by_meaning(reading, ruled, session, embedder)
    except Exception as error:  # noqa: BLE001 — border: an embedder may fail or be slow, the turn goes on by the rules
        reading = _noting(reading, "meaning_failed", type(error).__name__)
    if chain is None or chain.is_demo or reading.confidence >= ASK_MODEL_BELOW:
        return reading
    left = until - asyncio.get_running_loop().time()
    if left < _LEAST_SECONDS:
        return _noting(reading, "model_not_asked", "no_time")
    try:
        return agreed(reading, await ask_model(text, before, chain, timeout_seconds=left))
    except (ModelFailed, Unreadable) as error:
        return _noting(reading, "model_failed", error.failure if isinstance(error, ModelFailed) else "unreadable")
    except Exception as error:  # noqa: BLE001 — border: a provider's fault that is no ModelFailed must not end the turn
        return _noting(reading, "model_failed", type(error).__name__)


def rule(text: str, *, before: Sequence[Message], tracked: Sequence[str]) -> Ruled:
    """What the rules alone find. Of the signals, who is named and whether anything is said at all stay as they are."""
    session = _session(before, None)
    return apply_rules(glance(text), earlier=session.earlier, tracked=tracked, last_answer=session.last_answer)


def says_little(text: str) -> bool:
    """Taken by itself. After a question, a single word may say all."""
    return read_signals(glance(text), earlier=(), last_answer="", tracked=()).is_low_signal


def needs_reading(persona: Persona) -> bool:
    """Whether anything this persona is told depends on how a message is taken; for others the rules will do."""
    uses = persona.uses
    return uses("posture") or uses("overlay") or persona.settings.memory.recall == "librarian"


def compared_text(text: str) -> str | None:
    """What of a message will most likely be embedded to understand it; None: most likely the rules will do."""
    ruled = apply_rules(glance(text), earlier=(), tracked=(), last_answer="")
    is_sure = ruled.signals.is_low_signal or min(ruled.posture.confidence, ruled.intent.confidence) >= SURE_FROM
    return None if is_sure or not ruled.seen.words else ruled.seen.text[:LONGEST]


async def _by_meaning(reading: Reading, ruled: Ruled, session: _Session, embedder: Embedder) -> Reading:
    seen, posture, intent = ruled.seen, ruled.posture, ruled.intent
    if min(posture.confidence, intent.confidence) < SURE_FROM:
        tables = await load_prototypes(embedder)
        vector = await vector_of(seen.text, embedder)
        posture = posture_by_meaning(posture, vector, tables) if posture.confidence < SURE_FROM else posture
        intent = intent_by_meaning(intent, vector, tables) if intent.confidence < SURE_FROM else intent
        intent = fitting(intent, posture.label)
        confidence = min(posture.confidence, intent.confidence)
        scores = score_card(posture, intent)
        reading = replace(
            reading, posture=posture.label, intent=intent.label, by="meaning", confidence=confidence, scores=scores
        )
    about = session_is_about(session.earlier, session.last_answer, session.handover)
    if may_drift(seen, reading.intent, reading.signals, about):
        near = await nearness_to_session(seen.text, about, embedder)
        signals = replace(reading.signals, drift=near < DRIFT_BELOW)
        reading = replace(reading, signals=signals, scores={**reading.scores, "session": round(near, 3)})
    return reading


def _session(before: Sequence[Message], handover: str | None) -> _Session:
    answers = [message.text for message in before[-2:] if message.role == "assistant"]
    earlier = [message.text for message in before if message.role == "user"]
    return _Session(earlier, answers[-1] if answers else "", handover)


def _noting(reading: Reading, what: str, why: str) -> Reading:
    log.info(what, reason=why)
    return replace(reading, reasons=[*reading.reasons, f"{what}:{why}"])
