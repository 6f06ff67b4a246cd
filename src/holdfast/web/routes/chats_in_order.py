"""Chats put in order, several at once; copied to go on from; taken away as a file."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import Annotated

from fastapi import APIRouter, Query, Request
from pydantic import Field
from starlette.responses import Response

from holdfast.chats.chats import change_chats, delete_chat, list_folders, own_chats
from holdfast.chats.export import ExportFormat, as_json, as_markdown, filename_of, read_whole
from holdfast.chats.fork import fork_chat
from holdfast.chats.types import ChatEdit
from holdfast.core.db import owner_of
from holdfast.core.errors import Invalid, NotFound
from holdfast.core.ids import ChatId, MessageId
from holdfast.core.throttle import Limit
from holdfast.turn.memory_feed.forget_chat import forget_chats
from holdfast.web.body import StrictRoute
from holdfast.web.deps import MayChat, MayReadChats, accounts_of, must_have_scope
from holdfast.web.errors import responses
from holdfast.web.places import places_of
from holdfast.web.routes.chats import ChatShape, FolderName, chat_shape, wished_folder
from holdfast.web.routes.forget import ReceiptShape, receipt_shape
from holdfast.web.shapes import WireModel
from holdfast.wiring import parts_of

router = APIRouter(prefix="/api/chats", tags=["chats"], route_class=StrictRoute)

MAX_AT_ONCE = 200
COPIES = Limit("copied-chats-by-account", 60, 86_400, is_kept=True)
"""A copy is made without a model, so no plan counts it; and it takes room like what was said."""
ChatIds = Annotated[list[ChatId], Field(min_length=1, max_length=MAX_AT_ONCE)]


class FolderShape(WireModel):
    name: str
    chats: int


class FolderList(WireModel):
    folders: list[FolderShape]


class ChatsChange(WireModel):
    chat_ids: ChatIds
    is_pinned: bool | None = None
    is_archived: bool | None = None
    folder: FolderName | None = None
    """Null or empty: out of the one each is in. Left out: as it is."""


class ChatsChanged(WireModel):
    changed: int
    """How many of them are the caller's."""


class ChatsRemoval(WireModel):
    chat_ids: ChatIds
    forget: bool = False


class ChatsRemoved(WireModel):
    deleted: int
    receipt: ReceiptShape | None
    """With `forget`: signed, over all of them."""


class Fork(WireModel):
    message_id: MessageId | None = None
    """The last message to be copied; left out, all that the chat shows."""


@router.get("/folders", response_model=FolderList, responses=responses(401, 422, 429, 503))
async def get_folders(request: Request, caller: MayReadChats) -> FolderList:
    found = await list_folders(parts_of(request).db, caller.user_id)
    return FolderList(folders=[FolderShape(name=one.name, chats=one.chats) for one in found])


@router.post("/bulk", response_model=ChatsChanged, responses=responses(400, 401, 422, 429, 503))
async def change_several(request: Request, caller: MayChat, body: ChatsChange) -> ChatsChanged:
    """Whatever is not the caller's is passed over."""
    if not body.model_fields_set - {"chat_ids"}:
        raise Invalid("Say what is to change: isPinned, isArchived or folder.", code="nothing_to_change")
    edit = ChatEdit(
        is_pinned=body.is_pinned,
        is_archived=body.is_archived,
        folder=wished_folder(body.folder) if "folder" in body.model_fields_set else None,
    )
    return ChatsChanged(changed=await change_chats(parts_of(request).db, caller.user_id, body.chat_ids, edit))


@router.post("/bulk-delete", response_model=ChatsRemoved, responses=responses(400, 401, 403, 409, 422, 429, 503))
async def remove_several(request: Request, caller: MayChat, body: ChatsRemoval) -> ChatsRemoved:
    """As `DELETE /api/chats/{chatId}` does with each. Whatever is not the caller's is passed over."""
    parts = parts_of(request)
    if body.forget:
        must_have_scope(caller, "memory:write")
        async with places_of(request).changes.of(owner_of(caller.user_id)):
            deleted, receipt = await forget_chats(parts.db, parts.memory, caller.user_id, body.chat_ids)
        return ChatsRemoved(deleted=deleted, receipt=receipt_shape(receipt) if receipt else None)
    async with parts.db.as_user(caller.user_id) as tx:
        mine = await own_chats(tx, caller.user_id, body.chat_ids)
    for chat_id in mine:
        with suppress(NotFound):  # somebody was faster
            await delete_chat(parts.db, caller.user_id, chat_id)
    return ChatsRemoved(deleted=len(mine), receipt=None)


@router.post(
    "/{chat_id}/fork", status_code=201, response_model=ChatShape, responses=responses(400, 401, 403, 404, 422, 429, 503)
)
async def fork(request: Request, chat_id: ChatId, caller: MayChat, body: Fork) -> ChatShape:
    """A chat of the caller's own with what this one shows, up to a message. Files of somebody else's stay theirs."""
    await accounts_of(request).throttle.take(COPIES, str(caller.user_id))
    return chat_shape(await fork_chat(parts_of(request).db, caller.user_id, chat_id, body.message_id))


@router.get(
    "/{chat_id}/export",
    responses={
        200: {"content": {"text/markdown": {}, "application/json": {}}, "description": "The chat as a file"},
        **responses(401, 403, 404, 422, 429, 503),
    },
)
async def export(
    request: Request, chat_id: ChatId, caller: MayReadChats, format: Annotated[ExportFormat, Query()] = "markdown"
) -> Response:
    parts = parts_of(request)
    whole = await read_whole(parts.db, caller.user_id, chat_id)
    known = whole.chat.persona_id in parts.personas
    answered_by = parts.personas.get(whole.chat.persona_id).settings.name if known else "Assistant"
    content = await asyncio.to_thread(lambda: as_json(whole) if format == "json" else as_markdown(whole, answered_by))
    headers = {
        "content-disposition": f'attachment; filename="{filename_of(whole, format)}"',
        "cache-control": "no-store",
    }
    media_type = "application/json" if format == "json" else "text/markdown"
    return Response(content, media_type=media_type, headers=headers)
