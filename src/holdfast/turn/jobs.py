"""Work that follows a turn."""

from __future__ import annotations

from holdfast.core.jobs import JobKind, Promise
from holdfast.turn.types import AcceptedTurn, TurnIds

MAKE_TITLE = JobKind("make_title", tries=2, rests=True)

FEED_MEMORY = JobKind("feed_memory", tries=12, rests=True)
"""`turn`: both sides of it go into memory, unless its persona learns by session and the session is open."""

SHADOW_SESSION = JobKind("shadow_session", tries=3, rests=True)
"""`session`: the shadow path over what was said in it, for a persona whose words go to memory only when it has closed.
One waits per session."""


def feed_promise(ids: TurnIds) -> Promise:
    """That it comes to memory, whichever way its persona learns: an answer that ends after its session has closed must
    bring itself."""
    return Promise(FEED_MEMORY, {"turn": ids.turn_id})


def title_wanted(turn: AcceptedTurn) -> bool:
    return turn.is_new_chat and not turn.chain.is_demo and bool(turn.user_input.text.strip())
