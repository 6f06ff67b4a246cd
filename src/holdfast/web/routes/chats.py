"""Chats, their messages and what people thought of the answers."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Any, Literal
from uuid import UUID

from fastapi import APIRouter, Query, Request
from pydantic import Field
from starlette.responses import Response

from holdfast.chats.chats import change_chat, delete_chat, list_chats
from holdfast.chats.messages import rate_answer, read_messages
from holdfast.chats.types import Chat, Message
from holdfast.web.body import StrictRoute
from holdfast.web.deps import MayChat, MayReadChats
from holdfast.web.errors import responses
from holdfast.web.shapes import Text, WireModel
from holdfast.wiring import parts_of

router = APIRouter(prefix="/api/chats", tags=["chats"], route_class=StrictRoute)


class ChatShape(WireModel):
    id: UUID
    title: str
    persona_id: str
    visibility: Literal["private", "public"]
    created_at: datetime
    updated_at: datetime


class ChatList(WireModel):
    chats: list[ChatShape]
    next_cursor: str | None


class MessageShape(WireModel):
    id: UUID
    role: Literal["user", "assistant"]
    parts: list[dict[str, Any]]
    status: Literal["complete", "partial", "error"]
    created_at: datetime
    turn_id: UUID
    model: str | None
    feedback: Literal["up", "down"] | None
    siblings: list[UUID]


class MessageList(WireModel):
    chat: ChatShape
    messages: list[MessageShape]
    has_more: bool
    is_mine: bool


class ChatChange(WireModel):
    title: Annotated[Text, Field(min_length=1, max_length=200)] | None = None
    visibility: Literal["private", "public"] | None = None
    head_message_id: UUID | None = None
    """The message whose branch is to be shown."""


class Rating(WireModel):
    rating: Literal["up", "down"] | None
    comment: Annotated[Text, Field(max_length=4000)] | None = None


@router.get("", response_model=ChatList, responses=responses(401, 422, 429, 503))
async def get_chats(
    request: Request,
    caller: MayReadChats,
    limit: Annotated[int, Query(ge=1, le=100)] = 30,
    cursor: Annotated[str | None, Query(max_length=200)] = None,
) -> ChatList:
    page = await list_chats(parts_of(request).db, caller.user_id, cursor=cursor, limit=limit)
    return ChatList(chats=[_chat(chat) for chat in page.chats], next_cursor=page.next_cursor)


@router.get("/messages", response_model=MessageList, responses=responses(401, 403, 404, 422, 429, 503))
async def get_messages(
    request: Request,
    caller: MayReadChats,
    chat_id: Annotated[UUID, Query(alias="chatId")],
    limit: Annotated[int, Query(ge=1, le=200)] = 100,
    before: Annotated[UUID | None, Query()] = None,
) -> MessageList:
    found = await read_messages(parts_of(request).db, caller.user_id, chat_id, before=before, limit=limit)
    return MessageList(
        chat=_chat(found.chat),
        messages=[_message(message) for message in found.messages],
        has_more=found.has_more,
        is_mine=found.is_mine,
    )


@router.patch("/{chat_id}", response_model=ChatShape, responses=responses(400, 401, 403, 404, 422, 429, 503))
async def patch_chat(request: Request, chat_id: UUID, caller: MayChat, body: ChatChange) -> ChatShape:
    title = " ".join(body.title.split()) or None if body.title else None
    changed = await change_chat(
        parts_of(request).db,
        caller.user_id,
        chat_id,
        title=title,
        visibility=body.visibility,
        head_id=body.head_message_id,
    )
    return _chat(changed)


@router.delete("/{chat_id}", status_code=204, responses=responses(401, 403, 404, 422, 429, 503))
async def remove_chat(request: Request, chat_id: UUID, caller: MayChat) -> Response:
    await delete_chat(parts_of(request).db, caller.user_id, chat_id)
    return Response(status_code=204)


@router.put(
    "/{chat_id}/messages/{message_id}/feedback",
    status_code=204,
    responses=responses(400, 401, 403, 404, 422, 429, 503),
)
async def put_feedback(request: Request, chat_id: UUID, message_id: UUID, caller: MayChat, body: Rating) -> Response:
    await rate_answer(parts_of(request).db, caller.user_id, chat_id, message_id, body.rating, body.comment)
    return Response(status_code=204)


def _chat(chat: Chat) -> ChatShape:
    return ChatShape(
        id=chat.id,
        title=chat.title,
        persona_id=chat.persona_id,
        visibility=chat.visibility,
        created_at=chat.created_at,
        updated_at=chat.updated_at,
    )


def _message(message: Message) -> MessageShape:
    return MessageShape(
        id=message.id,
        role=message.role,
        parts=[dict(part) for part in message.parts],
        status=message.status,
        created_at=message.created_at,
        turn_id=message.turn_id,
        model=message.model,
        feedback=message.feedback,
        siblings=list(message.siblings),
    )
