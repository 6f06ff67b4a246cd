"""Conversations that are kept here for programs, and what was said in them.

`user` names one of the program's people, as everywhere; without it they are the account's own. An id may be a name of
the program's choosing, as in `conversation` of a completion.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal
from uuid import UUID

from fastapi import APIRouter, Query, Request
from pydantic import BaseModel, Field

from holdfast.accounts.key_options import must_reach
from holdfast.accounts.programs import person_of
from holdfast.accounts.types import Caller
from holdfast.chats.access import unknown_chat
from holdfast.chats.chats import begin_for_program, change_chat, delete_chat, list_chats
from holdfast.chats.messages import read_messages
from holdfast.chats.types import Chat, ChatEdit, Message
from holdfast.core.ids import ChatId, MessageId, UserId, new_id
from holdfast.turn.offerings import get_offering
from holdfast.web.body import StrictRoute
from holdfast.web.deps import MayChat, MayReadChats
from holdfast.web.errors import responses
from holdfast.web.shapes import Text
from holdfast.web.v1.asking import conversation_id
from holdfast.web.v1.shapes import ProgramModel, not_taken
from holdfast.wiring import parts_of

router = APIRouter(prefix="/api/v1/conversations", tags=["programs"], route_class=StrictRoute)

ProgramUser = Annotated[str | None, Query(min_length=1, max_length=500, description="One of the program's people.")]
PageSize = Annotated[int, Query(ge=1, le=100)]
ConversationTitle = Annotated[Text, Field(min_length=1, max_length=200)]


class NewConversation(ProgramModel):
    id: Annotated[Text, Field(min_length=1, max_length=500)] | None = None
    """A name of the program's own; without one, an id is made."""
    model: Annotated[Text, Field(max_length=300)] = "assistant"
    title: ConversationTitle = "Conversation"
    user: Annotated[Text, Field(min_length=1, max_length=500)] | None = None
    items: list[Any] | None = None


class ConversationEdit(ProgramModel):
    title: ConversationTitle


class ConversationHeld(BaseModel):
    id: str
    object: Literal["conversation"] = "conversation"
    created_at: int
    updated_at: int
    title: str
    model: str
    metadata: dict[str, str] = {}


class ConversationsHeld(BaseModel):
    object: Literal["list"] = "list"
    data: list[ConversationHeld]
    has_more: bool
    next_cursor: str | None
    """For `after`."""


class SaidContent(BaseModel):
    type: Literal["input_text", "output_text"]
    text: str
    annotations: list[Any] = []


class SaidItem(BaseModel):
    id: str
    type: Literal["message"] = "message"
    role: Literal["user", "assistant"]
    status: Literal["completed", "incomplete"]
    content: list[SaidContent]
    created_at: int


class SaidItems(BaseModel):
    object: Literal["list"] = "list"
    data: list[SaidItem]
    """Oldest first."""
    first_id: str | None
    last_id: str | None
    has_more: bool
    """Earlier ones are there: ask again with `before` and the first id."""


class ConversationDeleted(BaseModel):
    id: str
    object: Literal["conversation.deleted"] = "conversation.deleted"
    deleted: bool = True


@router.post("", responses=responses(400, 401, 403, 404, 409, 415, 422, 429, 503))
async def create_conversation(request: Request, caller: MayChat, body: NewConversation) -> ConversationHeld:
    if body.items:
        raise not_taken("items", "A conversation begins empty; what is said in it comes with its completions.")
    parts = parts_of(request)
    offering = get_offering(parts.personas, parts.chain, body.model)
    must_reach(caller, offering.id)
    person = await person_of(parts.db, caller.user_id, body.user)
    chat_id = conversation_id(person, body.id) if body.id else ChatId(new_id())
    return _held(await begin_for_program(parts.db, person, chat_id, offering.persona_id, body.title))


@router.get("", responses=responses(401, 403, 422, 429, 503))
async def list_conversations(
    request: Request,
    caller: MayReadChats,
    user: ProgramUser = None,
    after: Annotated[str | None, Query(max_length=200)] = None,
    limit: PageSize = 20,
) -> ConversationsHeld:
    person = await _person(request, caller, user)
    page = await list_chats(parts_of(request).db, person, cursor=after, limit=limit, shelf="programs")
    return ConversationsHeld(
        data=[_held(chat) for chat in page.chats],
        has_more=page.next_cursor is not None,
        next_cursor=page.next_cursor,
    )


@router.get("/{conversation}", responses=responses(401, 403, 404, 422, 429, 503))
async def get_conversation(
    request: Request, caller: MayReadChats, conversation: str, user: ProgramUser = None
) -> ConversationHeld:
    person = await _person(request, caller, user)
    found = await read_messages(
        parts_of(request).db, person, conversation_id(person, conversation), before=None, limit=1
    )
    _must_be_theirs(found.is_mine)
    return _held(found.chat)


@router.post("/{conversation}", responses=responses(400, 401, 403, 404, 415, 422, 429, 503))
async def change_conversation(
    request: Request, caller: MayChat, conversation: str, body: ConversationEdit, user: ProgramUser = None
) -> ConversationHeld:
    person = await _person(request, caller, user)
    edit = ChatEdit(title=body.title)
    return _held(await change_chat(parts_of(request).db, person, conversation_id(person, conversation), edit))


@router.delete("/{conversation}", responses=responses(401, 403, 404, 422, 429, 503))
async def delete_conversation(
    request: Request, caller: MayChat, conversation: str, user: ProgramUser = None
) -> ConversationDeleted:
    """What was learned from it stays; `POST /memory/forget` takes that."""
    person = await _person(request, caller, user)
    chat_id = conversation_id(person, conversation)
    await delete_chat(parts_of(request).db, person, chat_id)
    return ConversationDeleted(id=str(chat_id))


@router.get("/{conversation}/items", responses=responses(401, 403, 404, 422, 429, 503))
async def list_items(
    request: Request,
    caller: MayReadChats,
    conversation: str,
    user: ProgramUser = None,
    before: UUID | None = None,
    limit: PageSize = 20,
) -> SaidItems:
    person = await _person(request, caller, user)
    found = await read_messages(
        parts_of(request).db,
        person,
        conversation_id(person, conversation),
        before=MessageId(before) if before else None,
        limit=limit,
    )
    _must_be_theirs(found.is_mine)
    items = [_item(message) for message in found.messages]
    return SaidItems(
        data=items,
        first_id=items[0].id if items else None,
        last_id=items[-1].id if items else None,
        has_more=found.has_more,
    )


async def _person(request: Request, caller: Caller, user: str | None) -> UserId:
    return await person_of(parts_of(request).db, caller.user_id, user)


def _must_be_theirs(is_mine: bool) -> None:
    """What somebody else shares is read on its page."""
    if not is_mine:
        raise unknown_chat()


def _held(chat: Chat) -> ConversationHeld:
    return ConversationHeld(
        id=str(chat.id),
        created_at=int(chat.created_at.timestamp()),
        updated_at=int(chat.updated_at.timestamp()),
        title=chat.title,
        model=chat.persona_id,
    )


def _item(message: Message) -> SaidItem:
    return SaidItem(
        id=str(message.id),
        role=message.role,
        status="completed" if message.status == "complete" else "incomplete",
        content=[SaidContent(type="input_text" if message.role == "user" else "output_text", text=message.text)],
        created_at=int(message.created_at.timestamp()),
    )
