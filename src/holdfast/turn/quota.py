"""Is there a turn left for today, and is it counted.

A look comes first, before anything is heard or routed. What counts is the reservation in the transaction that begins
the turn: the same message sent twice is one turn, and what is refused there is not counted. An answer that needs no
model is not counted either.

`turns.counted_in` is the only note of it: the period a turn counts in, or null. A turn that was not answered, by our
fault or a model's, is given back, whatever was said of it by then. Whoever ends an answer themselves (stops it, deletes
its chat, has it forgotten) has had it: otherwise stopping near the end would be a free way round the quota.
"""

from __future__ import annotations

from datetime import datetime

from holdfast.core.db import Db, Tx
from holdfast.core.ids import TurnId, UserId
from holdfast.entitlements.plans import Feature
from holdfast.entitlements.usage import give_back, refuse_if_used_up, reserve
from holdfast.turn import begin_store, store
from holdfast.turn.codes import Outcome
from holdfast.turn.store import Counted
from holdfast.turn.types import Allowed, Route

TURNS: Feature = "chats_per_day"


async def check_quota(db: Db, allowed: Allowed, now: datetime) -> None:
    request, access = allowed.request, allowed.request.access
    if access is None or not access.is_used_up(TURNS):
        return
    if request.trigger == "continue-message":
        return  # it may go on with one that counts already
    if allowed.persona.settings.routing.can_reports:
        return  # it may need no model, which only its way will tell
    if request.message:
        async with db.as_user(request.user_id) as tx:
            if await begin_store.was_asked(tx, request.user_id, request.chat_id, request.message.id):
                return  # sent again: it was counted then
    refuse_if_used_up(access, TURNS, now)


async def count_turn(tx: Tx, allowed: Allowed, route: Route, now: datetime) -> Counted | None:
    """Where it is counted; None where it is not. Without a limit nothing can be refused, and the turn counts itself."""
    access = allowed.request.access
    if access is None or route.answer is not None:
        return None
    if access.features.limit(TURNS) is None:
        return Counted(access.period(TURNS, now).name, adds_to=TURNS)
    return Counted(await reserve(tx, access, TURNS, now))


def is_given_back(outcome: Outcome) -> bool:
    """Nobody got the answer, and not because they stopped it."""
    return outcome in ("failed", "shutdown")


async def give_back_turn(tx: Tx, user_id: UserId, turn_id: TurnId) -> None:
    """Once, however often it is called."""
    counted_in = await store.uncount_turn(tx, user_id, turn_id)
    if counted_in:
        await give_back(tx, user_id, TURNS, counted_in)
