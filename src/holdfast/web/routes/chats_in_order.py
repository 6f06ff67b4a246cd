"""Chats put in order, several at once; messages marked; forked to go on from; taken away as a file."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from datetime import datetime
from typing import Annotated, Literal
from uuid import UUID

from fastapi import APIRouter, Query, Request
from pydantic import AfterValidator, Field
from starlette.responses import Response

from holdfast.chats.bookmarks import Bookmark, bookmark_message, list_bookmarks
from holdfast.chats.chats import change_chats, delete_chat, first_chats_with, own_chats
from holdfast.chats.export import ExportFormat, as_json, as_markdown, filename_of, read_whole
from holdfast.chats.folders import give_up_folder, list_folders, make_folder, rename_folder
from holdfast.chats.fork import fork_chat
from holdfast.chats.types import FOLDER_CHARACTERS, ChatEdit, Folder
from holdfast.core.db import owner_of
from holdfast.core.errors import Invalid, NotFound
from holdfast.core.ids import ChatId, MessageId
from holdfast.core.throttle import Limit
from holdfast.personas.find import find_name
from holdfast.personas.own import list_own
from holdfast.turn.memory_feed.forget_chat import MAX_AT_ONCE, forget_chats
from holdfast.web.body import StrictRoute
from holdfast.web.deps import MayChat, MayReadChats, accounts_of, must_have_scope
from holdfast.web.errors import responses
from holdfast.web.places import places_of
from holdfast.web.routes.chats import ChatShape, FolderName, chat_shape, wished_folder
from holdfast.web.routes.forget import ReceiptShape, receipt_shape
from holdfast.web.shapes import WireModel
from holdfast.wiring import parts_of

router = APIRouter(prefix="/api/chats", tags=["chats"], route_class=StrictRoute)

FORKS = Limit("forked-chats-by-account", 60, 86_400, is_kept=True)
"""A fork is made without a model, so no plan counts it; and it takes room like what was said."""
WishedName = Annotated[FolderName, AfterValidator(wished_folder), Field(min_length=1)]
"""In one line, and not empty then."""
ChatIds = Annotated[list[ChatId], Field(min_length=1, max_length=MAX_AT_ONCE)]


class FolderShape(WireModel):
    name: str
    chats: int
    archived: int
    """Of these."""


class FolderList(WireModel):
    folders: list[FolderShape]


class NewFolder(WireModel):
    name: WishedName


class FolderChange(WireModel):
    name: WishedName
    new_name: WishedName


class CompanionShape(WireModel):
    persona_id: str
    chat: ChatShape | None
    """The lasting one: the first that was begun with them and is still there; null before there is one."""


class CompanionList(WireModel):
    companions: list[CompanionShape]


class BookmarkShape(WireModel):
    chat_id: UUID
    chat_title: str
    persona_id: str
    message_id: UUID
    role: Literal["user", "assistant"]
    said_at: datetime
    bookmarked_at: datetime
    text: str
    """How it begins; the whole of it stands in its chat."""


class BookmarkList(WireModel):
    bookmarks: list[BookmarkShape]
    next_cursor: str | None


class BookmarkWish(WireModel):
    is_bookmarked: bool


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


@router.get("/companions", response_model=CompanionList, responses=responses(401, 429, 503))
async def get_companions(request: Request, caller: MayReadChats) -> CompanionList:
    """The personas with whom there is one chat for good, and that chat."""
    parts = parts_of(request)
    mine = [one.own for one in await list_own(parts.own_personas, caller.user_id)]
    offered = [*parts.personas, *(one.persona for one in mine if one.archived_at is None)]
    companions = [persona.id for persona in offered if persona.settings.is_perpetual]
    chats = await first_chats_with(parts.db, caller.user_id, companions)
    begun = {chat.persona_id: chat_shape(chat) for chat in chats}
    return CompanionList(companions=[CompanionShape(persona_id=one, chat=begun.get(one)) for one in companions])


@router.get("/folders", response_model=FolderList, responses=responses(401, 422, 429, 503))
async def get_folders(request: Request, caller: MayReadChats) -> FolderList:
    found = await list_folders(parts_of(request).db, caller.user_id)
    return FolderList(folders=[_folder(one) for one in found])


@router.post("/folders", status_code=201, response_model=FolderShape, responses=responses(400, 401, 409, 422, 429, 503))
async def post_folder(request: Request, caller: MayChat, body: NewFolder) -> FolderShape:
    """One of this name that is there already is the one."""
    return _folder(await make_folder(parts_of(request).db, caller.user_id, body.name))


@router.patch("/folders", response_model=FolderShape, responses=responses(400, 401, 404, 409, 422, 429, 503))
async def patch_folder(request: Request, caller: MayChat, body: FolderChange) -> FolderShape:
    """Its chats go along. Where there is one of the new name, they become one."""
    return _folder(await rename_folder(parts_of(request).db, caller.user_id, body.name, body.new_name))


@router.delete("/folders", status_code=204, responses=responses(401, 404, 422, 429, 503))
async def delete_folder(
    request: Request, caller: MayChat, name: Annotated[str, Query(min_length=1, max_length=FOLDER_CHARACTERS)]
) -> Response:
    """Its chats stay, in no folder."""
    await give_up_folder(parts_of(request).db, caller.user_id, name)
    return Response(status_code=204)


@router.get("/bookmarks", response_model=BookmarkList, responses=responses(400, 401, 422, 429, 503))
async def get_bookmarks(
    request: Request,
    caller: MayReadChats,
    cursor: Annotated[str | None, Query(max_length=200)] = None,
    limit: Annotated[int, Query(ge=1, le=100)] = 30,
) -> BookmarkList:
    """The messages that were marked, the newest mark first, from all chats."""
    found, next_cursor = await list_bookmarks(parts_of(request).db, caller.user_id, cursor=cursor, limit=limit)
    return BookmarkList(bookmarks=[_bookmark(one) for one in found], next_cursor=next_cursor)


@router.put(
    "/{chat_id}/messages/{message_id}/bookmark",
    status_code=204,
    responses=responses(400, 401, 403, 404, 422, 429, 503),
)
async def put_bookmark(
    request: Request, chat_id: ChatId, message_id: MessageId, caller: MayChat, body: BookmarkWish
) -> Response:
    await bookmark_message(parts_of(request).db, caller.user_id, chat_id, message_id, is_bookmarked=body.is_bookmarked)
    return Response(status_code=204)


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
    await accounts_of(request).throttle.take(FORKS, str(caller.user_id))
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
    answered_by = await find_name(parts.db, parts.personas, caller.user_id, whole.chat.persona_id) or "Assistant"
    content = await asyncio.to_thread(lambda: as_json(whole) if format == "json" else as_markdown(whole, answered_by))
    headers = {
        "content-disposition": f'attachment; filename="{filename_of(whole, format)}"',
        "cache-control": "no-store",
    }
    media_type = "application/json" if format == "json" else "text/markdown"
    return Response(content, media_type=media_type, headers=headers)


def _bookmark(found: Bookmark) -> BookmarkShape:
    return BookmarkShape(
        chat_id=found.chat_id,
        chat_title=found.chat_title,
        persona_id=found.persona_id,
        message_id=found.message_id,
        role=found.role,
        said_at=found.said_at,
        bookmarked_at=found.bookmarked_at,
        text=found.text,
    )


def _folder(folder: Folder) -> FolderShape:
    return FolderShape(name=folder.name, chats=folder.chats, archived=folder.archived)
