"""The promise: question, session, turn and stream are stored in one transaction, or nothing is.

The chat's row is locked first, so turns of one chat begin one after another: the same message sent twenty times at
once is one turn, and nineteen callers follow the first one's stream. No turn begins while its person's memory forgets:
it would be told what is about to go, and write it back.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from datetime import datetime
from uuid import UUID

import orjson

from holdfast.chats.access import deleted_chat, not_your_chat, unknown_chat
from holdfast.chats.jobs import SESSION_CLOSED
from holdfast.chats.types import Part
from holdfast.core.db import Db, Tx, owner_of
from holdfast.core.errors import Conflict, Invalid, NotFound
from holdfast.core.ids import new_id
from holdfast.core.jobs import enqueue
from holdfast.memory.locks import waiting_for_forgets
from holdfast.stream.types import LEASE_SECONDS
from holdfast.turn import store
from holdfast.turn.admit import check_size
from holdfast.turn.context.envelope.envelopes import keep_message
from holdfast.turn.listen import hear_again
from holdfast.turn.prefetch import Prefetch
from holdfast.turn.quota import count_turn
from holdfast.turn.speak import will_speak
from holdfast.turn.store import ChatState, NewTurn
from holdfast.turn.title import title_from_words
from holdfast.turn.types import AcceptedTurn, Allowed, Route, TurnRequest, UserInput


class Abandoned(Exception):
    """The chat's running answer lost its writer; end it truthfully, then begin again."""

    def __init__(self, stream_id: UUID) -> None:
        super().__init__()
        self.stream_id = stream_id


class OtherPersona(Exception):
    """The request named no persona, and the chat is with another than the standard one."""

    def __init__(self, persona_id: str) -> None:
        super().__init__()
        self.persona_id = persona_id


async def begin(
    db: Db,
    allowed: Allowed,
    user_input: UserInput | None,
    route: Route,
    process_id: UUID,
    now: datetime,
    prefetch: Prefetch,
) -> AcceptedTurn:
    """`prefetch`: told what may be read already while this is being stored."""
    request = allowed.request
    locks = f"{waiting_for_forgets(owner_of(request.user_id))}; {store.hold_chat(request.user_id, request.chat_id)}"
    async with db.as_user(request.user_id, first=locks) as tx:
        prefetch.ask_memory()
        if user_input is None:
            turn, new_turn = await _place_again(tx, allowed, route, process_id, now)
        else:
            turn, new_turn = await _place_new(tx, allowed, user_input, route, process_id, now)
        if new_turn is not None:
            prefetch.read_history(turn)
            await store.insert_turn(tx, new_turn, await count_turn(tx, allowed, route, now))
            await _keep_envelope_facts(tx, allowed, new_turn, turn.user_input)
    return turn


Placed = tuple[AcceptedTurn, NewTurn | None]
"""A turn and what is to be stored of it; None: it is stored already."""


async def _place_new(
    tx: Tx, allowed: Allowed, user_input: UserInput, route: Route, process_id: UUID, now: datetime
) -> Placed:
    request = allowed.request
    assert request.message is not None
    facts, is_new_chat = await _chat(tx, allowed, request.message.id, user_input, now)
    _check_persona(allowed, facts)
    asked = _fingerprint(request, user_input.parts)
    if facts.turn_id:
        return _repeated(allowed, user_input, route, facts, asked), None
    if facts.is_id_taken:
        raise _id_reused()
    _check_free(facts)
    parent = facts.head_id
    if request.about_message_id:
        parent = await _place_of_edit(tx, request, request.about_message_id)
    session_id = await _session(tx, request.user_id, facts, now)
    new_turn = _new_turn(
        allowed, process_id, session_id, request.message.id, parent, asked, user_input.parts, user_input.tokens, now
    )
    return _begun(allowed, user_input, route, new_turn, is_new_chat=is_new_chat), new_turn


async def _chat(
    tx: Tx, allowed: Allowed, message_id: UUID, user_input: UserInput, now: datetime
) -> tuple[ChatState, bool]:
    """What is known of it, and whether it is new. Whoever waited for another to make it looks again."""
    request = allowed.request
    facts = await _chat_state(tx, allowed, message_id, now)
    if facts.chat_persona_id is not None:
        return facts, False
    if facts.is_deleted:
        raise deleted_chat()
    is_new = await store.make_chat(
        tx,
        request.user_id,
        request.chat_id,
        persona_id=allowed.persona.id,
        title=title_from_words(user_input.text),
        visibility=request.visibility,
    )
    if is_new is None:
        raise not_your_chat()
    return (facts, True) if is_new else (await _chat_state(tx, allowed, message_id, now), False)


async def _place_again(tx: Tx, allowed: Allowed, route: Route, process_id: UUID, now: datetime) -> Placed:
    """Another answer to a question already asked, beside the first."""
    request = allowed.request
    facts = await _chat_state(tx, allowed, None, now)
    if facts.chat_persona_id is None:
        raise deleted_chat() if facts.is_deleted else unknown_chat()
    _check_persona(allowed, facts)
    answer = request.about_message_id or facts.head_id
    place = await store.find_message_place(tx, request.user_id, request.chat_id, answer) if answer else None
    if place is None or answer is None:
        raise NotFound("There is no such message in this chat.", code="unknown_message")
    role, parent_id = place
    question_id = answer if role == "user" else parent_id
    if question_id is None:
        raise NotFound("This answer has no question to answer again.", code="unknown_message")
    if request.question_id not in (None, question_id):
        raise Invalid("The message sent along is not the one that would be answered again.", code="other_message")
    _check_free(facts)
    parts, before = await store.get_question(tx, request.user_id, request.chat_id, question_id)
    user_input = hear_again(parts)
    check_size(allowed, user_input, route)
    # What is answered again belongs where it was asked, however long ago: there is its history.
    asked_in = await store.find_session_of(tx, request.user_id, request.chat_id, question_id, allowed.persona.id)
    session_id = asked_in or await _session(tx, request.user_id, facts, now)
    asked = _fingerprint(request, parts)
    new_turn = _new_turn(allowed, process_id, session_id, question_id, before, asked, None, user_input.tokens, now)
    return _begun(allowed, user_input, route, new_turn, is_new_chat=False), new_turn


async def _chat_state(tx: Tx, allowed: Allowed, message_id: UUID | None, now: datetime) -> ChatState:
    request = allowed.request
    return await store.find_chat_state(tx, request.user_id, request.chat_id, message_id, allowed.persona.id, at=now)


async def _keep_envelope_facts(tx: Tx, allowed: Allowed, new_turn: NewTurn, user_input: UserInput) -> None:
    if allowed.persona.uses("envelope"):
        await keep_message(
            tx,
            new_turn.user_id,
            new_turn.chat_id,
            new_turn.question_id,
            new_turn.parent_id,
            user_input.text,
            new_turn.at,
        )


def _check_persona(allowed: Allowed, facts: ChatState) -> None:
    mine = facts.chat_persona_id
    if allowed.request.persona_id is None and mine is not None and mine != allowed.persona.id:
        raise OtherPersona(mine)


def _check_free(facts: ChatState) -> None:
    if facts.active_stream_id and facts.is_abandoned:
        raise Abandoned(facts.active_stream_id)
    if facts.active_stream_id:
        raise Conflict(
            "The last answer in this chat is still being written; wait for it, or stop it first.",
            code="turn_in_progress",
            retry_after_seconds=LEASE_SECONDS / 5,
        )


def _repeated(allowed: Allowed, user_input: UserInput, route: Route, facts: ChatState, asked: bytes) -> AcceptedTurn:
    if facts.asked_sha256 != asked:
        raise _id_reused()
    request = allowed.request
    assert request.message is not None
    assert facts.turn_id is not None
    assert facts.stream_id is not None
    assert facts.answer_id is not None
    return AcceptedTurn(
        turn_id=facts.turn_id,
        stream_id=facts.stream_id,
        user_id=request.user_id,
        chat_id=request.chat_id,
        session_id=facts.turn_session_id,
        question_id=request.message.id,
        answer_id=facts.answer_id,
        history_leaf=None,
        is_new_chat=False,
        is_repeat=True,
        user_input=user_input,
        persona=allowed.persona,
        chain=allowed.chain,
        prompt_tokens=allowed.prompt_tokens,
        route=route,
        language=request.language,
        speaks=will_speak(request, allowed.persona),
    )


def _id_reused() -> Conflict:
    return Conflict("A different message with this id is here already; give each message its own.", code="id_reused")


async def _place_of_edit(tx: Tx, request: TurnRequest, edited: UUID) -> UUID | None:
    place = await store.find_message_place(tx, request.user_id, request.chat_id, edited)
    if place is None or place[0] != "user":
        raise NotFound("The message to edit is not in this chat.", code="unknown_message")
    return place[1]


async def _session(tx: Tx, user: UUID, facts: ChatState, now: datetime) -> UUID:
    """Continue the open session, or close it when its gap has passed and open the next."""
    if facts.session_id and not facts.is_session_over:
        return facts.session_id
    if facts.session_id and await store.close_session(tx, user, facts.session_id, at=now):
        await enqueue(tx, SESSION_CLOSED, {"session": facts.session_id})
    return new_id()


def _new_turn(
    allowed: Allowed,
    process_id: UUID,
    session_id: UUID,
    question_id: UUID,
    parent_id: UUID | None,
    asked: bytes,
    parts: Sequence[Part] | None,
    tokens: int,
    now: datetime,
) -> NewTurn:
    request = allowed.request
    return NewTurn(
        turn_id=new_id(),
        stream_id=new_id(),
        chat_id=request.chat_id,
        user_id=request.user_id,
        session_id=session_id,
        process_id=process_id,
        persona_id=allowed.persona.id,
        trigger=request.trigger,
        question_id=question_id,
        parent_id=parent_id,
        answer_id=new_id(),
        asked_sha256=asked,
        gap_seconds=allowed.persona.settings.session_gap_minutes * 60,
        parts=parts,
        tokens=tokens,
        at=now,
        choices=_choices(request),
    )


def _choices(request: TurnRequest) -> dict[str, str]:
    """What the turn takes along: whoever answers it anew, or looks at it again, has no request."""
    chosen = {
        "profileId": request.profile_id,
        "modelName": request.model_name,
        "language": request.language,
        "timeZone": request.zone.key if request.zone else None,
    }
    return {name: value for name, value in chosen.items() if value is not None}


def _begun(
    allowed: Allowed, user_input: UserInput, route: Route, new_turn: NewTurn, *, is_new_chat: bool
) -> AcceptedTurn:
    return AcceptedTurn(
        turn_id=new_turn.turn_id,
        stream_id=new_turn.stream_id,
        user_id=new_turn.user_id,
        chat_id=new_turn.chat_id,
        session_id=new_turn.session_id,
        question_id=new_turn.question_id,
        answer_id=new_turn.answer_id,
        history_leaf=new_turn.parent_id,
        is_new_chat=is_new_chat,
        is_repeat=False,
        user_input=user_input,
        persona=allowed.persona,
        chain=allowed.chain,
        prompt_tokens=allowed.prompt_tokens,
        route=route,
        language=allowed.request.language,
        speaks=will_speak(allowed.request, allowed.persona),
        is_model_chosen=allowed.request.model_name is not None,
        debug_capture=allowed.request.debug_capture,
        access=allowed.request.access,
        zone=allowed.request.zone,
    )


def _fingerprint(request: TurnRequest, parts: Sequence[Part]) -> bytes:
    """What was asked, so that one id never stands for two questions.

    The same recording may be heard a little differently each time, so of what was spoken only that it was counts.
    """
    about = str(request.about_message_id) if request.about_message_id else None
    said = "spoken" if request.message and request.message.sound else list(parts)
    return hashlib.sha256(orjson.dumps([request.trigger, about, said], option=orjson.OPT_SORT_KEYS)).digest()
