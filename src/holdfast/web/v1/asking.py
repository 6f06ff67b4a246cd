"""Who is meant, in which conversation, charged to whom; then the turn, as everywhere.

Without `user`, a program asks as the account that its key acts as, with that account's memory. With one it asks as a
person of its own, who hangs on the account and is kept apart like anybody else (`accounts/programs.py`).

With `conversation` the conversation is kept here, and what the program tells of it counts for nothing. Without one the
program keeps it: what it tells is what was said, and by how that begins the same conversation is known again, so that
one that goes on stays one chat, with one session, which is fed to the memory once.
"""

from __future__ import annotations

import uuid
from collections.abc import AsyncGenerator, Mapping, Sequence
from contextlib import aclosing
from dataclasses import dataclass, replace

from starlette.requests import Request

from holdfast.accounts.key_options import must_reach
from holdfast.accounts.programs import person_of
from holdfast.accounts.types import Caller
from holdfast.chats.attachments import attach
from holdfast.chats.chats import delete_chat
from holdfast.chats.types import Part
from holdfast.core.clock import utc_now
from holdfast.core.errors import AppError, Conflict, NotFound
from holdfast.core.ids import ChatId, KeyId, MessageId, UserId, new_id
from holdfast.entitlements.types import AccessContext
from holdfast.turn.charge import Charge, charge
from holdfast.turn.offerings import Offering, get_offering
from holdfast.turn.recovery.recover import follow_turn
from holdfast.turn.types import AcceptedTurn, ToldByProgram, TurnRequest, UserMessage
from holdfast.web.readers import while_welcome
from holdfast.web.v1.heard import AnswerFailed, Heard, HeardEnd, hear
from holdfast.web.v1.messages import AskedByProgram
from holdfast.web.v1.used import note_used
from holdfast.wiring import Parts, parts_of


@dataclass(frozen=True, slots=True)
class ProgramAsks:
    model: str
    asked: AskedByProgram
    told: ToldByProgram
    user: str | None = None
    conversation: str | None = None
    is_stored: bool = True


@dataclass(frozen=True, slots=True)
class ProgramTurn:
    """A turn that a program asked for."""

    turn: AcceptedTurn
    offering: Offering
    charge: Charge
    asks: ProgramAsks
    is_kept: bool
    """False: its chat goes as soon as it was answered."""

    @property
    def headers(self) -> Mapping[str, str]:
        """By which a program finds again what it asked."""
        ids = self.turn.ids
        return {"x-holdfast-turn-id": str(ids.turn_id), "x-holdfast-conversation": str(ids.chat_id)}


async def ask(request: Request, caller: Caller, access: AccessContext, asks: ProgramAsks) -> ProgramTurn:
    parts = parts_of(request)
    offering = get_offering(parts.personas, parts.chain, asks.model)
    must_reach(caller, offering.id)
    note_used(request, model=offering.id)
    person = await person_of(parts.db, caller.user_id, asks.user)
    charged = await charge(parts.db, access, person, utc_now())
    try:
        turn = await _begin(parts, _Asker(person, access, caller.key_id), offering, asks)
    except AppError:
        await charged.give_back(parts.db)
        raise
    return ProgramTurn(turn, offering, charged, asks, is_kept=asks.is_stored or asks.conversation is not None)


async def answer(request: Request, asked: ProgramTurn) -> AsyncGenerator[Heard, None]:
    """What is heard of it, to its end; then what was not to be kept goes."""
    parts, ids = parts_of(request), asked.turn.ids
    frames = while_welcome(
        request, ids.chat_id, follow_turn(parts.db, parts.streams, asked.turn), as_person=ids.user_id
    )
    try:
        async with aclosing(hear(frames, {tool.name for tool in asked.asks.told.tools})) as heard:
            async for one in heard:
                if isinstance(one, HeardEnd):
                    note_used(request, usage=one)
                yield one
    except AnswerFailed as failed:
        if failed.facts.get("endedBecause") != "stopped":
            await asked.charge.give_back(parts.db)
        raise
    finally:
        if not asked.is_kept:
            await delete_chat(parts.db, ids.user_id, ids.chat_id)


@dataclass(frozen=True, slots=True)
class _Asker:
    person: UserId
    access: AccessContext
    key_id: KeyId | None


async def _begin(parts: Parts, asker: _Asker, offering: Offering, asks: ProgramAsks) -> AcceptedTurn:
    person, access = asker.person, asker.access
    request = TurnRequest(
        user_id=person,
        chat_id=chat_of(person, asks, offering),
        message=None,
        persona_id=offering.persona_id,
        profile_id=offering.profile_id,
        model_name=offering.model_name,
        chat_memory="on" if asks.is_stored or asks.conversation else "paused",
        is_remembered=asks.is_stored,
        key_id=asker.key_id,
        told=asks.told,
        access=access if person == access.user_id else None,
        kept_zone=access.calendar.zone,
    )
    if asks.asked.since:
        try:
            # The question stands there already, and is answered with what the tools have told since.
            return await parts.pipeline.accept(replace(request, trigger="regenerate-message"))
        except NotFound:
            pass  # the program did not ask here before
    sent = await _parts(parts, replace(access, user_id=person), asks.asked)
    request = replace(request, message=UserMessage(MessageId(new_id()), sent))
    try:
        return await parts.pipeline.accept(request)
    except (Conflict, NotFound) as busy:
        if asks.conversation is not None or busy.code not in ("turn_in_progress", "chat_deleted"):
            raise
        return await parts.pipeline.accept(replace(request, chat_id=ChatId(new_id())))


def chat_of(person: UserId, asks: ProgramAsks, offering: Offering) -> ChatId:
    if asks.conversation is not None:
        return conversation_id(person, asks.conversation)
    if not asks.is_stored:
        return ChatId(new_id())
    return ChatId(uuid.uuid5(person, f"program\0{offering.id}\0{asks.asked.opening}"))


def conversation_id(person: UserId, name: str) -> ChatId:
    """The id of one that is here, or whatever the program calls its own."""
    try:
        return ChatId(uuid.UUID(name.removeprefix("conv_")))
    except ValueError:
        return ChatId(uuid.uuid5(person, f"conversation\0{name}"))


async def _parts(parts: Parts, access: AccessContext, asked: AskedByProgram) -> Sequence[Part]:
    words: list[Part] = [{"type": "text", "text": asked.question}] if asked.question.strip() else []
    files = [await attach(parts.db, parts.blobs, access, image, "image") for image in asked.images]
    return [
        *words,
        *(
            {"type": "file", "blobId": str(one.id), "mediaType": one.media_type, "filename": one.filename}
            for one in files
        ),
    ]
