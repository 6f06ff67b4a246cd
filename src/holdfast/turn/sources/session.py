"""What the session and the reading of the message give a turn: posture, overlay, bridge, handover, ops."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from holdfast.core.ask_within import Missing, ask_within
from holdfast.personas.types import Persona
from holdfast.turn.context.blocks import injected_blocks, overlay_block, posture_block
from holdfast.turn.context.opening.inject import Injection, SessionPosition, inject, may_reinject
from holdfast.turn.context.opening.overlay import Overlay, compose_overlay
from holdfast.turn.glassbox.notes import note_session, trace_reading
from holdfast.turn.reading.has_momentum import has_momentum
from holdfast.turn.reading.is_close_to_handover import REINJECT_FROM, is_close_to_handover
from holdfast.turn.reading.signals import is_low_signal
from holdfast.turn.reading.utterance import read_utterance
from holdfast.turn.sources.types import DEADLINE_SECONDS, ContextSource, Contribution, WithReading
from holdfast.turn.types import AcceptedTurn, Block


async def gather_session(known: WithReading) -> Contribution:
    past, reading, turn = known.past, known.reading, known.request.turn
    moment = _moment(known)
    closeness = await _closeness(known, moment)
    missing = [closeness] if isinstance(closeness, Missing) else ()
    close = 0.0 if isinstance(closeness, Missing) else closeness
    moment = replace(moment, is_close_to_handover=close is not None and close >= REINJECT_FROM)
    given = _in_use(turn.persona, inject(past.start, moment, reading))
    is_moving = has_momentum(reading, past.before)
    uses_overlay = turn.persona.uses("overlay")
    overlay = compose_overlay(past.start, reading, has_momentum=is_moving) if uses_overlay else None
    posture = [posture_block(reading, has_momentum=is_moving)] if turn.persona.uses("posture") else []
    return Contribution(
        blocks=[*posture, *_of_the_session(turn, overlay, given)],
        notes=replace(
            note_session(turn, past.opening, given, overlay, moment.user_turns_seen, close),
            reading=trace_reading(reading, has_momentum=is_moving),
        ),
        missing=missing,
        opening=replace(past.opening, reinjects=given.is_reinjection) if past.opening else None,
    )


def _moment(known: WithReading) -> SessionPosition:
    spoken, opening = known.past.history.spoken, known.past.opening
    return SessionPosition(
        user_turns_seen=spoken.times + 1,
        # Only the second turn asks how the first one began.
        was_first_low_signal=spoken.times == 1
        and spoken.first is not None
        and is_low_signal(read_utterance(spoken.first)),
        was_reinjected=opening.was_reinjected if opening else False,
        has_recalled=known.recalled is not None,
    )


async def _closeness(known: WithReading, moment: SessionPosition) -> float | Missing | None:
    """Of the message to the handover; None: they are not compared."""
    start, parts, turn = known.past.start, known.request.parts, known.request.turn
    if not (start.handover and turn.persona.uses("handover") and may_reinject(start, moment, known.reading)):
        return None
    comparing = is_close_to_handover(turn.user_input.text, start.handover, parts.embedder)
    return await ask_within("handover", comparing, DEADLINE_SECONDS * parts.patience)


def _in_use(persona: Persona, given: Injection) -> Injection:
    return Injection(
        bridge=given.bridge if persona.uses("bridge") else None,
        handover=given.handover if persona.uses("handover") else None,
        ops=given.ops if persona.uses("ops") else None,
        ops_source=given.ops_source if persona.uses("ops") else None,
        is_reinjection=given.is_reinjection and persona.uses("handover"),
    )


def _of_the_session(turn: AcceptedTurn, overlay: Overlay | None, given: Injection) -> Sequence[Block]:
    session = turn.ids.session_id
    if session is None:
        return ()
    return [*([overlay_block(overlay, session)] if overlay else ()), *injected_blocks(session, given)]


SESSION = ContextSource(
    "session",
    WithReading,
    gather_session,
    is_remembered=True,
    seconds=DEADLINE_SECONDS + 1.0,  # the one thing it waits for has the usual time of its own
)
