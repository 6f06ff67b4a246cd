"""The conversation so far, and what its session began with: what most sources need before they can be asked."""

from __future__ import annotations

import time
from collections.abc import Awaitable, Sequence

from holdfast.core.ask_within import Missing, ask_within
from holdfast.core.db import owner_of
from holdfast.core.ids import SessionId
from holdfast.turn.context.history import History, opens_session, read_history
from holdfast.turn.context.opening.fetch import NOT_HAD, OpeningRequest
from holdfast.turn.context.opening.normalize import tracked_people
from holdfast.turn.context.opening.opening import KeptOpening, find_kept, open_session
from holdfast.turn.reading.read import Asker, MessageReader, rule
from holdfast.turn.sources.types import DEADLINE_SECONDS, ContextRequest, WithPast
from holdfast.turn.types import Opening


async def read_past(request: ContextRequest) -> WithPast:
    """The packet is kept beside the conversation. A database that hangs is waited for once: the two share one time."""
    until = time.monotonic() + DEADLINE_SECONDS * request.parts.patience
    history = await ask_within("history", _history(request), until - time.monotonic())
    known = None if isinstance(history, Missing) else history
    opening: Opening | Missing | None = None
    if opens_session(request.turn):
        opening = await ask_within("session_start", _open(request, known), max(0.0, until - time.monotonic()))
    missing = [one for one in (history, opening) if isinstance(one, Missing)]
    opened = None if isinstance(opening, Missing) else opening
    return _with_past(request, known or History(), opened, [*missing, *_unopened(opened)])


def _with_past(
    request: ContextRequest, history: History, opening: Opening | None, missing: Sequence[Missing]
) -> WithPast:
    before = history.of(request.turn.ids.session_id)
    tracked = tracked_people(opening.start) if opening else ()
    ruled = rule(request.seen or request.turn.user_input.text, before=before, tracked=tracked)
    has_gate = request.turn.persona.settings.memory.recall == "librarian"
    asker = Asker(request.parts.embedder, request.parts.thinker, has_gate)
    reader = MessageReader(ruled, before, asker, opening.start.handover if opening else None)
    return WithPast(request, history, before, opening, reader, missing)


def _history(request: ContextRequest) -> Awaitable[History]:
    """Mostly it was read while the question was stored."""
    parts = request.parts
    return request.history or read_history(parts.db, request.turn, counts_turns=parts.is_shadow_on)


async def _open(request: ContextRequest, history: History | None) -> Opening | None:
    """`history`: None where the conversation could not be read."""
    turn, parts, session = request.turn, request.parts, request.turn.ids.session_id
    if session is None:
        return None
    return await open_session(
        parts.db,
        parts.memory,
        OpeningRequest(
            turn.ids.user_id,
            turn.ids.turn_id,
            session,
            turn.persona.id,
            request.now,
            history.spoken.times + 1 if history else 1,
            parts.patience,
        ),
        history.kept if history else await _kept(request, session),
        packet=request.look_back.packet if request.look_back else "any",
    )


async def _kept(request: ContextRequest, session_id: SessionId) -> KeptOpening | None:
    user = request.turn.ids.user_id
    async with request.parts.db.reading(owner_of(user)) as tx:
        return await find_kept(tx, user, session_id)


def _unopened(opening: Opening | None) -> Sequence[Missing]:
    """What the session could not be told at its start."""
    outcomes = opening.start.outcomes if opening else {}
    return [Missing(source, outcome) for source, outcome in outcomes.items() if outcome in NOT_HAD]
