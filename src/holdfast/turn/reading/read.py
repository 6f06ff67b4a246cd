"""The one reader of a message: rules, then nearness in meaning, then the model, each where the one before is unsure.

What the memory is asked waits only for the gate, which is told as soon as it is settled; posture, intent and signals
may take longer. One vector is made of a message, and one question asked of a model, for all of them.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, replace

from holdfast.chats.types import Message
from holdfast.core.log import get_logger
from holdfast.models.chain import Chain
from holdfast.models.types import Embedder, ModelFailed
from holdfast.personas.types import Persona
from holdfast.turn.reading.ask_model import Unreadable, agreed, ask_model
from holdfast.turn.reading.cues import SURE
from holdfast.turn.reading.drift import DRIFT_BELOW, may_drift, nearness_to_session, session_is_about
from holdfast.turn.reading.index import load_index
from holdfast.turn.reading.meaning import fitting, gate_by_meaning, intent_by_meaning, posture_by_meaning, recalling
from holdfast.turn.reading.rules import Ruled, apply_rules, as_reading, score_card
from holdfast.turn.reading.utterance import Utterance, read_utterance
from holdfast.turn.reading.vectors import MAX_CHARACTERS, vector_of
from holdfast.turn.reading.weigh import ASK_MODEL_BELOW, SURE_FROM
from holdfast.turn.types import GateDecision, Reading

DEADLINE_SECONDS = 1.5
GATE_ASKS_BELOW = 0.6
"""Confidence of rules and meaning together under which a model is asked about the gate."""
_MIN_SECONDS = 0.1
"""With less time left no model is asked."""
log = get_logger()


@dataclass(frozen=True, slots=True)
class Asker:
    """Whom to ask where the rules are unsure. `chain`: None, or a demo model's, and no model is asked."""

    embedder: Embedder
    chain: Chain | None
    has_gate: bool = True
    """Whether anybody wants to know if the memory is asked; else nobody is asked for its sake."""
    deadline_seconds: float = DEADLINE_SECONDS


class MessageReader:
    """One message, and what was said before it. The rules have spoken when it is made."""

    def __init__(self, ruled: Ruled, before: Sequence[Message], asker: Asker, handover: str | None = None) -> None:
        self.ruled = ruled
        self.before = before
        self.asker = asker
        self.handover = handover
        self._gate: asyncio.Future[GateDecision] | None = None
        self._reading: asyncio.Task[Reading] | None = None

    async def read(self) -> Reading:
        """Never raises: what fails is named in `reasons`. Done once, for everybody who waits."""
        return await asyncio.shield(self._begun()[0])

    async def gate(self) -> GateDecision:
        """As soon as it is settled."""
        return await asyncio.shield(self._begun()[1])

    def _begun(self) -> tuple[asyncio.Task[Reading], asyncio.Future[GateDecision]]:
        if self._reading is None or self._gate is None:
            self._gate = asyncio.get_running_loop().create_future()
            self._reading = asyncio.create_task(self._read_all())
        return self._reading, self._gate

    async def _read_all(self) -> Reading:
        until = asyncio.get_running_loop().time() + self.asker.deadline_seconds
        reading = as_reading(self.ruled)
        try:
            if not self.asker.has_gate or self.ruled.gate.confidence >= SURE:
                self._settle(reading.gate)
            if self.ruled.signals.is_low_signal or not self.ruled.seen.words:
                return reading
            reading = await self._by_meaning_until(until, reading)
            if not self._is_settled or reading.confidence < ASK_MODEL_BELOW:
                reading = await self._by_model_until(until, reading)
            return reading
        finally:
            self._settle(reading.gate)

    @property
    def _is_settled(self) -> bool:
        return self._gate is not None and self._gate.done()

    def _settle(self, gate: GateDecision) -> None:
        if self._gate is not None and not self._gate.done():
            self._gate.set_result(gate)

    async def _by_meaning_until(self, until: float, reading: Reading) -> Reading:
        try:
            async with asyncio.timeout_at(until):
                return await self._with_drift(await self._by_meaning(reading))
        except Exception as error:  # noqa: BLE001 — border: an embedder may fail or be slow, the turn goes on by the rules
            return _noting(reading, "meaning_failed", type(error).__name__)

    async def _by_meaning(self, reading: Reading) -> Reading:
        ruled, embedder = self.ruled, self.asker.embedder
        gate, posture, intent = reading.gate, ruled.posture, ruled.intent
        if self._is_settled and min(posture.confidence, intent.confidence) >= SURE_FROM:
            return reading
        index = await load_index(embedder)
        vector = await vector_of(ruled.seen.text, embedder)
        gate = gate if self._is_settled else gate_by_meaning(ruled, vector, index)
        if gate.confidence >= GATE_ASKS_BELOW:
            self._settle(gate)
        posture = posture_by_meaning(posture, vector, index) if posture.confidence < SURE_FROM else posture
        intent = intent_by_meaning(intent, vector, index) if intent.confidence < SURE_FROM else intent
        intent = recalling(fitting(intent, posture.label), gate)
        return replace(
            reading,
            posture=posture.label,
            intent=intent.label,
            gate=gate,
            by="meaning",
            confidence=min(posture.confidence, intent.confidence),
            scores=score_card(posture, intent),
        )

    async def _with_drift(self, reading: Reading) -> Reading:
        earlier, answer = said_before(self.before)
        about = session_is_about(earlier, answer, self.handover)
        if not may_drift(self.ruled.seen, reading.intent, reading.signals, about):
            return reading
        near = await nearness_to_session(self.ruled.seen.text, about, self.asker.embedder)
        signals = replace(reading.signals, drift=near < DRIFT_BELOW)
        return replace(reading, signals=signals, scores={**reading.scores, "session": round(near, 3)})

    async def _by_model_until(self, until: float, reading: Reading) -> Reading:
        chain, left = self.asker.chain, until - asyncio.get_running_loop().time()
        if chain is None or chain.is_demo:
            return reading
        if left < _MIN_SECONDS:
            return _noting(reading, "model_not_asked", "no_time")
        try:
            opinion = await ask_model(self.ruled.seen, self.before, chain, timeout_seconds=left)
        except (ModelFailed, Unreadable) as error:
            return _noting(reading, "model_failed", error.failure if isinstance(error, ModelFailed) else "unreadable")
        except Exception as error:  # noqa: BLE001 — border: a provider's fault that is no ModelFailed must not end the turn
            return _noting(reading, "model_failed", type(error).__name__)
        return agreed(reading, opinion, is_gate_sure=self._is_settled)


async def read_message(
    text: str, *, before: Sequence[Message], tracked: Sequence[str], asker: Asker, handover: str | None = None
) -> Reading:
    """All of it at once."""
    return await MessageReader(rule(text, before=before, tracked=tracked), before, asker, handover).read()


def rule(said: str | Utterance, *, before: Sequence[Message], tracked: Sequence[str]) -> Ruled:
    """What the rules alone find. Of the signals, who is named and whether anything is said at all stay as they are."""
    seen = said if isinstance(said, Utterance) else read_utterance(said)
    earlier, answer = said_before(before)
    return apply_rules(seen, earlier=earlier, tracked=tracked, last_answer=answer)


def said_before(before: Sequence[Message]) -> tuple[Sequence[str], str]:
    """What the person said in the session, oldest first, and the answer before this message."""
    answers = [message.text for message in before[-2:] if message.role == "assistant"]
    return [message.text for message in before if message.role == "user"], answers[-1] if answers else ""


def needs_reading(persona: Persona) -> bool:
    """Whether anything this persona is told depends on how a message is taken; for others the rules will do."""
    uses = persona.uses
    return uses("posture") or uses("overlay") or persona.settings.memory.recall == "librarian"


def compared_text(ruled: Ruled, *, has_gate: bool) -> str | None:
    """What of a message will most likely be embedded to read it; None: most likely the rules will do."""
    if ruled.signals.is_low_signal or not ruled.seen.words:
        return None
    is_gate_open = has_gate and ruled.gate.confidence < SURE
    is_sure = min(ruled.posture.confidence, ruled.intent.confidence) >= SURE_FROM
    return ruled.seen.text[:MAX_CHARACTERS] if is_gate_open or not is_sure else None


def _noting(reading: Reading, what: str, why: str) -> Reading:
    log.info(what, reason=why)
    return replace(reading, reasons=[*reading.reasons, f"{what}:{why}"])
