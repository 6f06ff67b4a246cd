"""Chats, their messages and what people thought of the answers."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Any, Literal
from uuid import UUID

from fastapi import APIRouter, Query, Request
from pydantic import Field
from starlette.responses import JSONResponse, Response

from holdfast.accounts.memory_pause import is_memory_paused, pause_memory
from holdfast.chats.chats import change_chat, delete_chat, list_chats
from holdfast.chats.messages import rate_answer, read_messages
from holdfast.chats.search import Found, find_said, search_messages
from holdfast.chats.types import FOLDER_CHARACTERS, Chat, ChatEdit, ChatShelf, Message
from holdfast.core.db import owner_of
from holdfast.core.errors import Invalid
from holdfast.core.ids import ChatId, MessageId
from holdfast.turn.cost import cost_of_chat
from holdfast.turn.memory_feed.forget_chat import forget_chat
from holdfast.web.body import StrictRoute
from holdfast.web.deps import MayChat, MayReadChats, must_have_scope
from holdfast.web.errors import responses
from holdfast.web.places import places_of
from holdfast.web.routes.forget import ReceiptShape, receipt_shape
from holdfast.web.shapes import Text, WireModel
from holdfast.wiring import parts_of

FolderName = Annotated[Text, Field(max_length=FOLDER_CHARACTERS)]

router = APIRouter(prefix="/api/chats", tags=["chats"], route_class=StrictRoute)


class ChatShape(WireModel):
    id: UUID
    title: str
    persona_id: str
    visibility: Literal["private", "snapshot", "public"]
    """Who reads it besides its owner: nobody; anyone here with the link, as it was at `sharedAt`; or as it is now."""
    shared_at: datetime | None
    memory: Literal["on", "paused", "temporary"]
    """`paused`: nothing said from now on is remembered. `temporary`: nothing ever is, and nothing known is told."""
    created_at: datetime
    updated_at: datetime
    is_pinned: bool
    is_archived: bool
    folder: str | None


class ChatList(WireModel):
    chats: list[ChatShape]
    next_cursor: str | None


class MessageShape(WireModel):
    id: UUID
    role: Literal["user", "assistant"]
    parts: list[dict[str, Any]]
    status: Literal["complete", "partial", "error"]
    ended_because: Literal["stopped", "failed", "lost"] | None
    """Of an answer that is not whole: its person stopped it, its model failed, or its server went down."""
    created_at: datetime
    turn_id: UUID
    model: str | None
    cost_usd: float | None
    """What this answer cost, its owner's alone to know; null where nobody told."""
    feedback: Literal["up", "down"] | None
    is_bookmarked: bool
    siblings: list[UUID]


class MessageList(WireModel):
    chat: ChatShape
    messages: list[MessageShape]
    has_more: bool
    has_later: bool
    """It was asked for what stands around a message, and there is more after it."""
    is_mine: bool
    author: str | None
    """Of somebody else's chat, the name of whoever shares it."""


class PassagePiece(WireModel):
    text: str
    is_hit: bool


class FoundShape(WireModel):
    chat_id: UUID
    chat_title: str
    persona_id: str
    message_id: UUID
    role: Literal["user", "assistant"]
    created_at: datetime
    passage: list[PassagePiece]
    """Plain text in pieces; those that were searched for are hits."""


class FoundList(WireModel):
    messages: list[FoundShape]
    chats: list[ChatShape]
    """Those whose title holds the words; with the first page alone."""
    next_cursor: str | None


class SaidShape(WireModel):
    chat_id: UUID
    chat_title: str
    persona_id: str
    message_id: UUID
    role: Literal["user", "assistant"]
    created_at: datetime
    text: str


class ChatChange(WireModel):
    title: Annotated[Text, Field(min_length=1, max_length=200)] | None = None
    visibility: Literal["private", "snapshot", "public"] | None = None
    """`snapshot`: others read what is shown of it now, and nothing that comes later; sent again, it is taken anew."""
    memory: Literal["on", "paused"] | None = None
    head_message_id: MessageId | None = None
    """The message whose branch is to be shown."""
    is_pinned: bool | None = None
    is_archived: bool | None = None
    folder: FolderName | None = None
    """Null or empty: out of the one it is in. Left out: as it is."""

    @property
    def edit(self) -> ChatEdit:
        return ChatEdit(
            title=" ".join(self.title.split()) or None if self.title else None,
            visibility=self.visibility,
            head_id=self.head_message_id,
            is_pinned=self.is_pinned,
            is_archived=self.is_archived,
            folder=wished_folder(self.folder) if "folder" in self.model_fields_set else None,
            memory=self.memory,
        )


class Rating(WireModel):
    rating: Literal["up", "down"] | None
    comment: Annotated[Text, Field(max_length=4000)] | None = None


@router.get("", response_model=ChatList, responses=responses(401, 422, 429, 503))
async def get_chats(
    request: Request,
    caller: MayReadChats,
    limit: Annotated[int, Query(ge=1, le=100)] = 30,
    cursor: Annotated[str | None, Query(max_length=200)] = None,
    shelf: Annotated[ChatShelf, Query()] = "active",
    folder: Annotated[str | None, Query(min_length=1, max_length=FOLDER_CHARACTERS)] = None,
) -> ChatList:
    """Newest first. `shelf`: those not archived; of these the pinned ones; the archived; those that others may read."""
    page = await list_chats(
        parts_of(request).db, caller.user_id, cursor=cursor, limit=limit, shelf=shelf, folder=folder
    )
    return ChatList(chats=[chat_shape(chat) for chat in page.chats], next_cursor=page.next_cursor)


class PauseShape(WireModel):
    is_paused: bool
    """Nothing that is said from now on is remembered, in whichever chat. What is known stays, and is used."""


@router.get("/memory", response_model=PauseShape, responses=responses(401, 403, 422, 429, 503))
async def get_memory(request: Request, caller: MayReadChats) -> PauseShape:
    return PauseShape(is_paused=await is_memory_paused(parts_of(request).db, caller.user_id))


@router.put("/memory", response_model=PauseShape, responses=responses(400, 401, 403, 413, 422, 429, 503))
async def put_memory(request: Request, caller: MayChat, body: PauseShape) -> PauseShape:
    """Of all chats together; what a program brings by `/ingest` is that program's matter."""
    await pause_memory(parts_of(request).db, caller.user_id, is_paused=body.is_paused)
    return body


@router.get("/messages", response_model=MessageList, responses=responses(401, 403, 404, 422, 429, 503))
async def get_messages(
    request: Request,
    caller: MayReadChats,
    chat_id: Annotated[ChatId, Query(alias="chatId")],
    limit: Annotated[int, Query(ge=1, le=200)] = 100,
    before: Annotated[MessageId | None, Query()] = None,
    around: Annotated[MessageId | None, Query()] = None,
) -> MessageList:
    """The branch in view, oldest first: its newest messages, those `before` one, or those `around` one.

    `message_not_in_view` (404) says that the message belongs to another version: `PATCH` the chat with it as
    `headMessageId`, and its branch is the one in view.
    """
    if before and around:
        raise Invalid("Ask for what stands before a message or around one, not for both.")
    found = await read_messages(
        parts_of(request).db, caller.user_id, chat_id, before=before, around=around, limit=limit
    )
    return MessageList(
        chat=chat_shape(found.chat),
        messages=[_message(message) for message in found.messages],
        has_more=found.has_more,
        has_later=found.has_later,
        is_mine=found.is_mine,
        author=found.author,
    )


@router.get("/search", response_model=FoundList, responses=responses(401, 422, 429, 503))
async def search_chats(
    request: Request,
    caller: MayReadChats,
    query: Annotated[Text, Query(min_length=1, max_length=200)],
    limit: Annotated[int, Query(ge=1, le=50)] = 20,
    cursor: Annotated[str | None, Query(max_length=200)] = None,
) -> FoundList:
    """One's own messages that hold all of these words, newest first, each with the passage that shows them.

    A word is found by its beginning, without regard to case and accents. All versions of a message are looked through.
    """
    page = await search_messages(parts_of(request).db, caller.user_id, query, cursor=cursor, limit=limit)
    return FoundList(
        messages=[_found(one) for one in page.messages],
        chats=[chat_shape(chat) for chat in page.chats],
        next_cursor=page.next_cursor,
    )


@router.get("/messages/{message_id}", response_model=SaidShape, responses=responses(401, 404, 422, 429, 503))
async def get_message(request: Request, message_id: MessageId, caller: MayReadChats) -> SaidShape:
    """One of one's own messages, wherever it stands: what a fact or a loop names as its evidence (`externalId`)."""
    said = await find_said(parts_of(request).db, caller.user_id, message_id)
    return SaidShape(
        chat_id=said.chat_id,
        chat_title=said.chat_title,
        persona_id=said.persona_id,
        message_id=said.message_id,
        role=said.role,
        created_at=said.said_at,
        text=said.text,
    )


class ChatCostShape(WireModel):
    usd: float | None
    """In US dollars, of what is known; null where nothing is."""
    unknown: int
    """How many of its answers cost something that nobody told: the sum is then at least this."""


@router.get("/{chat_id}/cost", response_model=ChatCostShape, responses=responses(401, 403, 404, 422, 429, 503))
async def get_cost(request: Request, chat_id: ChatId, caller: MayReadChats) -> ChatCostShape:
    """Of all answers, with every version and every try that failed or was stopped. Prices are what the provider said,
    or what the operator stated."""
    cost = await cost_of_chat(parts_of(request).db, caller.user_id, chat_id)
    return ChatCostShape(usd=cost.usd, unknown=cost.unknown)


@router.patch("/{chat_id}", response_model=ChatShape, responses=responses(400, 401, 403, 404, 422, 429, 503))
async def patch_chat(request: Request, chat_id: ChatId, caller: MayChat, body: ChatChange) -> ChatShape:
    changed = await change_chat(parts_of(request).db, caller.user_id, chat_id, body.edit)
    return chat_shape(changed)


@router.delete(
    "/{chat_id}",
    status_code=204,
    responses={
        200: {"model": ReceiptShape, "description": "With `forget=true`: the signed receipt of what was forgotten"},
        204: {"description": "Without: the chat is deleted; what was learned from it stays in the memory"},
        **responses(401, 403, 404, 409, 422, 429, 503),
    },
)
async def remove_chat(
    request: Request, chat_id: ChatId, caller: MayChat, forget: Annotated[bool, Query()] = False
) -> Response:
    """The chat, its messages and the files that were sent in it alone.

    What was learned from it stays in the memory, word for word, unless `forget=true`: then it goes too, and a key needs
    the scope `memory:write` besides. `POST /memory/forget/count` tells beforehand how much that is.
    """
    parts = parts_of(request)
    if not forget:
        await delete_chat(parts.db, caller.user_id, chat_id)
        return Response(status_code=204)
    must_have_scope(caller, "memory:write")
    async with places_of(request).changes.of(owner_of(caller.user_id)):
        receipt = await forget_chat(parts.db, parts.memory, caller.user_id, chat_id)
    return JSONResponse(receipt_shape(receipt).model_dump(mode="json", by_alias=True))


@router.put(
    "/{chat_id}/messages/{message_id}/feedback",
    status_code=204,
    responses=responses(400, 401, 403, 404, 422, 429, 503),
)
async def put_feedback(
    request: Request, chat_id: ChatId, message_id: MessageId, caller: MayChat, body: Rating
) -> Response:
    await rate_answer(parts_of(request).db, caller.user_id, chat_id, message_id, body.rating, body.comment)
    return Response(status_code=204)


def _found(found: Found) -> FoundShape:
    return FoundShape(
        chat_id=found.chat_id,
        chat_title=found.chat_title,
        persona_id=found.persona_id,
        message_id=found.message_id,
        role=found.role,
        created_at=found.said_at,
        passage=[PassagePiece(text=piece.text, is_hit=piece.is_hit) for piece in found.passage],
    )


def wished_folder(name: str | None) -> str:
    """In one line; empty: in none."""
    return " ".join((name or "").split())


def chat_shape(chat: Chat) -> ChatShape:
    return ChatShape(
        id=chat.id,
        title=chat.title,
        persona_id=chat.persona_id,
        visibility=chat.visibility,
        shared_at=chat.shared_at,
        memory=chat.memory,
        created_at=chat.created_at,
        updated_at=chat.updated_at,
        is_pinned=chat.is_pinned,
        is_archived=chat.is_archived,
        folder=chat.folder,
    )


def _message(message: Message) -> MessageShape:
    return MessageShape(
        id=message.id,
        role=message.role,
        parts=[dict(part) for part in message.parts],
        status=message.status,
        ended_because=message.ended_because,
        created_at=message.created_at,
        turn_id=message.turn_id,
        model=message.model,
        cost_usd=message.cost_usd,
        feedback=message.feedback,
        is_bookmarked=message.is_bookmarked,
        siblings=list(message.siblings),
    )
