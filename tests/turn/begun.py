"""A turn that has begun, in a database and without a server, for tests of what comes after."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import Any

import asyncpg

from holdfast.core.db import Db
from holdfast.core.ids import ChatId, MessageId, ProcessId, UserId, new_id
from holdfast.models.chain import Chain
from holdfast.personas.read import read_packs
from holdfast.stream.live import LiveStream, LiveStreams
from holdfast.turn.admit import admit
from holdfast.turn.begin import begin
from holdfast.turn.listen import hear_again
from holdfast.turn.prefetch import Prefetch
from holdfast.turn.types import AcceptedTurn, Route, RoutedRequest, TurnRequest, UserMessage
from tests.entitlements.people import add_person
from tests.scripted import ScriptedModel
from tests.turn.sources.given import given_parts

NOON = datetime(2026, 5, 12, 12, tzinfo=UTC)
TALKING = Route("conversational", "test")


@dataclass(frozen=True, slots=True)
class Begun:
    turn: AcceptedTurn
    live: LiveStream
    process_id: ProcessId


def a_request(user: UserId, text: str, **more: Any) -> TurnRequest:
    parts = [{"type": "text", "text": text}]
    return TurnRequest(
        user, ChatId(more.pop("chat", None) or new_id()), UserMessage(MessageId(new_id()), parts), **more
    )


async def begin_turn(
    db: Db, as_owner: asyncpg.Connection, text: str = "Which roses did I plant?", *, route: Route = TALKING, **more: Any
) -> Begun:
    """`more`: what of the request is not as usual; `user` for one who is there already."""
    user = more.pop("user", None) or await add_person(as_owner)
    request, streams = a_request(user, text, **more), LiveStreams()
    assert request.message
    allowed = admit(read_packs().get(request.persona_id), Chain([ScriptedModel()]), request)
    prefetch = Prefetch(given_parts(db=db))
    routed = RoutedRequest(allowed, hear_again(request.message.parts), route)
    turn = await begin(db, routed, streams.process_id, NOON, prefetch)
    prefetch.stop()
    assert isinstance(turn, AcceptedTurn)
    return Begun(turn, streams.open(turn.ids.stream_id), streams.process_id)


def learning_by(turn: AcceptedTurn, learn: str) -> AcceptedTurn:
    settings = turn.persona.settings
    settings = settings.model_copy(update={"memory": settings.memory.model_copy(update={"learn": learn})})
    return replace(turn, allowed=replace(turn.allowed, persona=replace(turn.persona, settings=settings)))
