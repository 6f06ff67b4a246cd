"""How many requests are under way: of everybody, and of each person once they are known.

A request counts from its head to the last byte of its answer, so that streams count as long as they are followed. What
asks after our health is not counted: it must be answered most of all when there is much to do.
"""

from __future__ import annotations

from collections import Counter

from starlette.types import ASGIApp, Receive, Scope, Send

from holdfast.core.config import LimitSettings
from holdfast.core.errors import Unavailable
from holdfast.core.ids import UserId
from holdfast.core.shares import too_many
from holdfast.web.errors import error_response

_PLACE = "holdfast.place"
UNCOUNTED = frozenset({"/ping", "/healthz", "/readyz", "/metrics"})


class RequestGate:
    def __init__(self, app: ASGIApp, limits: LimitSettings) -> None:
        self._app = app
        self._limits = limits
        self._under_way = 0
        self._of: Counter[UserId] = Counter()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or scope["path"] in UNCOUNTED:
            await self._app(scope, receive, send)
            return
        if self._under_way >= self._limits.requests_at_once:
            await error_response(_full())(scope, receive, send)
            return
        self._under_way += 1
        place = scope[_PLACE] = RequestPlace(self._of, self._limits.requests_of_a_person)
        try:
            await self._app(scope, receive, send)
        finally:
            self._under_way -= 1
            place.leave()


class RequestPlace:
    """One request's; it becomes a person's when they are known."""

    def __init__(self, of: Counter[UserId], most: int) -> None:
        self._of, self._most = of, most
        self._user_id: UserId | None = None

    def is_of(self, user_id: UserId) -> None:
        if self._user_id == user_id:
            return
        if self._of[user_id] >= self._most:
            raise too_many()
        self.leave()
        self._of[user_id] += 1
        self._user_id = user_id

    def leave(self) -> None:
        if self._user_id is not None:
            self._of[self._user_id] -= 1
            if not self._of[self._user_id]:
                del self._of[self._user_id]
            self._user_id = None


def note_person(scope: Scope, user_id: UserId) -> None:
    """Whose request this is; refused where that person has too many under way."""
    place: RequestPlace | None = scope.get(_PLACE)
    if place is not None:
        place.is_of(user_id)


def _full() -> Unavailable:
    return Unavailable(
        "The server has as much to do as it can bear; try again in a moment.", code="busy", retry_after_seconds=2
    )
