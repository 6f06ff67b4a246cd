"""A fair share of the event loop for each: whoever takes more than that stands in line (`core/fair_line.py`).

Each is a person, where the request brings what that person was recognised by a moment ago; else the network it comes
from. So people whose neighbours behind the same router attack us are not taken for them: they have shares of their own,
from their second request on. What is remembered here decides whose share a request takes, and never what it may do.

All whom nobody knows are a group besides, which together has the share of one: an attack comes from many addresses as
easily as from one. What asks after our health does not count among them, and the operator's service key is not counted
at all: whoever holds it speaks for many.
"""

from __future__ import annotations

import asyncio
import hashlib
import hmac
from dataclasses import replace
from uuid import UUID

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from holdfast.core.config import Settings
from holdfast.core.errors import RateLimited
from holdfast.core.fair_line import FairLine, Terms
from holdfast.core.ids import UserId
from holdfast.core.loop_time import paid_by
from holdfast.core.throttle import networks
from holdfast.web.errors import error_response
from holdfast.web.gate import UNCOUNTED
from holdfast.web.peers import peer_of

_SHARE = "holdfast.fair_share"
_CREDENTIALS = frozenset({b"cookie", b"authorization", b"x-api-key"})
_SILENT_SECONDS = 0.05
"""Of a sender; who waits for a body takes nothing meanwhile."""
_MAX_KNOWN = 20_000

Who = UUID | str | tuple[str, str]
"""A person; a network; a network that asks after our health."""


class FairShare:
    def __init__(self, app: ASGIApp, settings: Settings, terms: Terms = Terms()) -> None:
        self._app = app
        self._trusted = networks(settings.trusted_proxies)
        self._service_key = settings.service_key.get_secret_value().encode() if settings.service_key else None
        self._line: FairLine[Who] = FairLine(replace(terms, share=settings.limits.share_of_a_person))
        self._known: dict[bytes, UserId] = {}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or self._is_operator(scope):
            await self._app(scope, receive, send)
            return
        brought = _brought(scope)
        scope[_SHARE] = self
        try:
            who = self._who(scope, brought)
            place = await self._line.enter(who, is_stranger=isinstance(who, str))
        except RateLimited as refusal:
            answer = error_response(refusal)
            answer.headers["connection"] = "close"  # the body was not read, and will not be
            await answer(scope, receive, send)
            return

        async def send_on(message: Message) -> None:
            place.leave()  # from here on it is the reader who is waited for
            await send(message)

        async def receive_on() -> Message:
            if_silent = asyncio.get_running_loop().call_later(_SILENT_SECONDS, place.leave)
            try:
                return await receive()
            finally:
                if_silent.cancel()

        try:
            await paid_by(place.account.taken, self._app(scope, receive_on, send_on))
        finally:
            place.leave()

    def _is_operator(self, scope: Scope) -> bool:
        if self._service_key is None:
            return False
        keys = [value.strip() for name, value in scope["headers"] if name == b"x-api-key"]
        return len(keys) == 1 and hmac.compare_digest(keys[0], self._service_key)

    def _who(self, scope: Scope, brought: bytes | None) -> Who:
        known = self._known.get(brought) if brought else None
        if known:
            return known
        peer = peer_of(scope, self._trusted)
        return (peer, "health") if scope["path"] in UNCOUNTED else peer

    def note(self, brought: bytes, user_id: UserId | None) -> None:
        if user_id is None:
            self._known.pop(brought, None)
        elif brought not in self._known:
            if len(self._known) >= _MAX_KNOWN:
                del self._known[next(iter(self._known))]
            self._known[brought] = user_id


def _brought(scope: Scope) -> bytes | None:
    """Everything that a caller could be recognised by, and what else stands in those headers: as a hash."""
    found = [value for name, value in scope["headers"] if name in _CREDENTIALS]
    return hashlib.blake2b(b"\0".join(found), digest_size=16).digest() if found else None


def note_caller(scope: Scope, user_id: UserId | None) -> None:
    """Who was recognised by what this request brought; None: nobody."""
    share: FairShare | None = scope.get(_SHARE)
    brought = _brought(scope)
    if share and brought:
        share.note(brought, user_id)
