"""The promise: question, session, turn and stream are stored in one transaction, or nothing is.

The chat's row is locked first, so turns of one chat begin one after another: the same message sent twenty times at
once is one turn, and nineteen callers follow the first one's stream. No turn begins while its person's memory forgets:
it would be told what is about to go, and write it back.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime

import orjson

from holdfast.chats.access import deleted_chat, not_your_chat, unknown_chat
from holdfast.chats.jobs import SESSION_CLOSED
from holdfast.chats.types import Part
from holdfast.core.db import Db, Tx, owner_of
from holdfast.core.errors import Conflict, Invalid, NotFound
from holdfast.core.ids import MessageId, ProcessId, SessionId, StreamId, TurnId, UserId, new_id
from holdfast.core.jobs import enqueue
from holdfast.documents.desk import take_along
from holdfast.memory.locks import waiting_for_forgets
from holdfast.stream.types import LEASE_SECONDS
from holdfast.tools.approvals import spend
from holdfast.turn import answers_store, begin_store, store
from holdfast.turn.admit import check_size
from holdfast.turn.begin_store import ChatState
from holdfast.turn.context.envelope.envelopes import NewMessage, keep_message
from holdfast.turn.decided import decide_and_go_on, withdraw_waiting
from holdfast.turn.go_on import choice_to_go_on, get_unfinished, is_free
from holdfast.turn.listen import hear_again
from holdfast.turn.prefetch import Prefetch
from holdfast.turn.quota import count_turn
from holdfast.turn.store import NewTurn
from holdfast.turn.title import title_from_words
from holdfast.turn.types import AcceptedTurn, Allowed, Route, RoutedRequest, SoFar, TurnIds, TurnRequest, UserInput


@dataclass(frozen=True, slots=True)
class Abandoned:
    """The chat's running answer lost its writer; end it truthfully, then begin again."""

    stream_id: StreamId


@dataclass(frozen=True, slots=True)
class OtherPersona:
    """The request named no persona, and the chat is with another than the standard one."""

    persona_id: str


async def begin(
    db: Db, routed: RoutedRequest, process_id: ProcessId, now: datetime, prefetch: Prefetch
) -> AcceptedTurn | Abandoned | OtherPersona:
    """`prefetch`: told what may be read already while this is being stored."""
    allowed, user_input, route = routed.allowed, routed.user_input, routed.route
    request = allowed.request
    locks = (
        f"{waiting_for_forgets(owner_of(request.user_id))}; {begin_store.hold_chat(request.user_id, request.chat_id)}"
    )
    async with db.as_user(request.user_id, first=locks) as tx:
        prefetch.ask_memory()
        if user_input is None:
            placed = await _place_again(tx, allowed, route, process_id, now)
        else:
            placed = await _place_new(tx, allowed, user_input, route, process_id, now)
        if not isinstance(placed, tuple):
            return placed
        turn, new_turn = placed
        if new_turn is not None:
            prefetch.read_ahead(turn, now)
            counted = None if await is_free(tx, turn) else await count_turn(tx, allowed, route, now)
            await store.insert_turn(tx, new_turn, counted)
            await _settle_waiting(tx, turn, new_turn)
            await take_along(tx, request.user_id, request.chat_id, turn.user_input.document_ids)
            await _keep_envelope_facts(tx, turn, new_turn.at)
    return turn


async def _settle_waiting(tx: Tx, turn: AcceptedTurn, new_turn: NewTurn) -> None:
    """What was decided is this turn's to do, once. What else waits in this chat does not any more."""
    ids, goes_on = turn.ids, bool(turn.so_far and turn.so_far.decided)
    if goes_on:
        await spend(tx, ids.user_id, ids.chat_id, ids.answer_id, ids.turn_id)
    if new_turn.finds_waiting:
        await withdraw_waiting(tx, ids.user_id, ids.chat_id, ids.answer_id if goes_on else None)


Placed = tuple[AcceptedTurn, NewTurn | None] | Abandoned | OtherPersona
"""A turn and what is to be stored of it; None: it is stored already. Or what is to be done first."""


async def _place_new(
    tx: Tx, allowed: Allowed, user_input: UserInput, route: Route, process_id: ProcessId, now: datetime
) -> Placed:
    request = allowed.request
    assert request.message is not None
    state, is_new_chat = await _chat(tx, allowed, request.message.id, user_input, now)
    if other := _other_persona(allowed, state):
        return other
    asked = _fingerprint(request, user_input.parts)
    if state.turn_id:
        return _repeated(allowed, user_input, route, state, asked), None
    if state.is_id_taken:
        raise _id_reused()
    if abandoned := _abandoned(state):
        return abandoned
    parent = state.head_id
    if request.about_message_id:
        parent = await _place_of_edit(tx, request, request.about_message_id)
    ids = _new_ids(request, await _session(tx, request.user_id, state, now), request.message.id)
    turn = AcceptedTurn(ids, _in_chat(allowed, state), user_input, route, parent, is_new_chat=is_new_chat)
    return turn, _new_turn(turn, state, process_id, asked, user_input.parts, now)


async def _chat(
    tx: Tx, allowed: Allowed, message_id: MessageId, user_input: UserInput, now: datetime
) -> tuple[ChatState, bool]:
    """What is known of it, and whether it is new. Whoever waited for another to make it looks again."""
    request = allowed.request
    state = await _chat_state(tx, allowed, message_id, now)
    if state.chat_persona_id is not None:
        return state, False
    if state.is_deleted:
        raise deleted_chat()
    is_new = await begin_store.make_chat(
        tx,
        request.user_id,
        request.chat_id,
        persona_id=allowed.persona.id,
        title=title_from_words(user_input.text),
        request=request,
    )
    if is_new is None:
        raise not_your_chat()
    return (state, True) if is_new else (await _chat_state(tx, allowed, message_id, now), False)


async def _place_again(tx: Tx, allowed: Allowed, route: Route, process_id: ProcessId, now: datetime) -> Placed:
    """Another answer to a question already asked, beside the first."""
    request = allowed.request
    state = await _chat_state(tx, allowed, None, now)
    if state.chat_persona_id is None:
        raise deleted_chat() if state.is_deleted else unknown_chat()
    if other := _other_persona(allowed, state):
        return other
    answer = request.about_message_id or state.head_id
    place = await answers_store.find_message_place(tx, request.user_id, request.chat_id, answer) if answer else None
    if place is None or answer is None:
        raise NotFound("There is no such message in this chat.", code="unknown_message")
    role, parent_id = place
    question_id = answer if role == "user" else parent_id
    if question_id is None:
        raise NotFound("This answer has no question to answer again.", code="unknown_message")
    if request.question_id not in (None, question_id):
        raise Invalid("The message sent along is not the one that would be answered again.", code="other_message")
    if abandoned := _abandoned(state):
        return abandoned
    parts, before = await answers_store.get_question(tx, request.user_id, request.chat_id, question_id)
    user_input = hear_again(parts)
    check_size(allowed, user_input, route)
    so_far = await _so_far(tx, request, answer, now)
    # What is answered again belongs where it was asked, however long ago: there is its history.
    asked_in = await answers_store.find_session_of(
        tx, request.user_id, request.chat_id, question_id, allowed.persona.id
    )
    session_id = asked_in or await _session(tx, request.user_id, state, now)
    ids = _new_ids(request, session_id, question_id, answer if so_far else None)
    turn = AcceptedTurn(ids, _in_chat(allowed, state), user_input, route, before, so_far=so_far)
    return turn, _new_turn(turn, state, process_id, _fingerprint(request, parts), None, now)


async def _so_far(tx: Tx, request: TurnRequest, answer_id: MessageId, now: datetime) -> SoFar | None:
    if request.decision:
        return await decide_and_go_on(tx, request, request.decision, answer_id, now)
    return await get_unfinished(tx, request, answer_id) if request.trigger == "continue-message" else None


def _in_chat(allowed: Allowed, state: ChatState) -> Allowed:
    """With the memory that the chat has, whatever was asked for; a new one has what was."""
    memory = state.chat_memory or allowed.request.chat_memory
    return replace(allowed, request=replace(allowed.request, chat_memory=memory))


async def _chat_state(tx: Tx, allowed: Allowed, message_id: MessageId | None, now: datetime) -> ChatState:
    request = allowed.request
    return await begin_store.find_chat_state(
        tx, request.user_id, request.chat_id, message_id, allowed.persona.id, at=now
    )


async def _keep_envelope_facts(tx: Tx, turn: AcceptedTurn, at: datetime) -> None:
    if turn.persona.uses("envelope"):
        ids = turn.ids
        new = NewMessage(ids.question_id, turn.user_input.text, at)
        await keep_message(tx, ids.user_id, ids.chat_id, new, parent_id=turn.history_leaf)


def _other_persona(allowed: Allowed, state: ChatState) -> OtherPersona | None:
    mine = state.chat_persona_id
    is_other = allowed.request.persona_id is None and mine is not None and mine != allowed.persona.id
    return OtherPersona(mine) if is_other and mine else None


def _abandoned(state: ChatState) -> Abandoned | None:
    """None: nothing is being written in this chat."""
    if state.active_stream_id is None:
        return None
    if state.is_abandoned:
        return Abandoned(state.active_stream_id)
    raise still_being_written()


def still_being_written() -> Conflict:
    return Conflict(
        "The last answer in this chat is still being written; wait for it, or stop it first.",
        code="turn_in_progress",
        retry_after_seconds=LEASE_SECONDS / 5,
    )


def _repeated(allowed: Allowed, user_input: UserInput, route: Route, state: ChatState, asked: bytes) -> AcceptedTurn:
    if state.asked_sha256 != asked:
        raise _id_reused()
    request = allowed.request
    assert request.message is not None
    assert state.turn_id is not None
    assert state.stream_id is not None
    assert state.answer_id is not None
    ids = TurnIds(
        state.turn_id,
        state.stream_id,
        request.user_id,
        request.chat_id,
        state.turn_session_id,
        question_id=request.message.id,
        answer_id=state.answer_id,
    )
    return AcceptedTurn(ids, allowed, user_input, route, history_leaf=None, is_repeat=True)


def _id_reused() -> Conflict:
    return Conflict("A different message with this id is here already; give each message its own.", code="id_reused")


async def _place_of_edit(tx: Tx, request: TurnRequest, edited_id: MessageId) -> MessageId | None:
    place = await answers_store.find_message_place(tx, request.user_id, request.chat_id, edited_id)
    if place is None or place[0] != "user":
        raise NotFound("The message to edit is not in this chat.", code="unknown_message")
    return place[1]


async def _session(tx: Tx, user_id: UserId, state: ChatState, now: datetime) -> SessionId:
    """Continue the open session, or close it when its gap has passed and open the next."""
    if state.session_id and not state.is_session_over:
        return state.session_id
    if state.session_id and await begin_store.close_session(tx, user_id, state.session_id, at=now):
        await enqueue(tx, SESSION_CLOSED, {"session": state.session_id})
    return SessionId(new_id())


def _new_ids(
    request: TurnRequest, session_id: SessionId, question_id: MessageId, answer_id: MessageId | None = None
) -> TurnIds:
    """`answer_id`: of an answer that goes on, which keeps its own."""
    return TurnIds(
        TurnId(new_id()),
        StreamId(new_id()),
        request.user_id,
        request.chat_id,
        session_id,
        question_id,
        answer_id or MessageId(new_id()),
    )


def _new_turn(
    turn: AcceptedTurn,
    state: ChatState,
    process_id: ProcessId,
    asked: bytes,
    parts: Sequence[Part] | None,
    now: datetime,
) -> NewTurn:
    return NewTurn(
        ids=turn.ids,
        process_id=process_id,
        persona_id=turn.persona.id,
        # To whoever answers it anew after a crash it is one of these; that it goes on stands among its choices.
        trigger="regenerate-message" if turn.so_far else turn.request.trigger,
        parent_id=turn.history_leaf,
        asked_sha256=asked,
        gap_seconds=turn.persona.settings.session_gap_minutes * 60,
        parts=parts,
        tokens=turn.user_input.tokens,
        at=now,
        choices=_choices(turn.request) | choice_to_go_on(turn.so_far),
        head_id=turn.ids.answer_id if turn.so_far else turn.ids.question_id,
        finds_waiting=state.has_waiting,
        is_remembered=turn.request.is_remembered and turn.request.chat_memory == "on" and not state.is_memory_paused,
    )


def _choices(request: TurnRequest) -> dict[str, str]:
    """What the turn takes along: whoever answers it anew, or looks at it again, has no request."""
    chosen = {
        "profileId": request.profile_id,
        "modelName": request.model_name,
        "length": request.length,
        "memory": None if request.uses_memory else "off",
        "language": request.language,
        "chatMemory": None if request.chat_memory == "on" else request.chat_memory,
        "timeZone": request.zone.key if request.zone else None,
        "told": "by_program" if request.told else None,
    }
    return {name: value for name, value in chosen.items() if value is not None}


def _fingerprint(request: TurnRequest, parts: Sequence[Part]) -> bytes:
    """What was asked, so that one id never stands for two questions.

    The same recording may be heard a little differently each time, so of what was spoken only that it was counts.
    """
    about = str(request.about_message_id) if request.about_message_id else None
    said = "spoken" if request.message and request.message.sound else list(parts)
    return hashlib.sha256(orjson.dumps([request.trigger, about, said], option=orjson.OPT_SORT_KEYS)).digest()
