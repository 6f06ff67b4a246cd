"""Every SQL statement that writes chats and what is known of deleted ones, and those that read them.

What hangs on a chat has a store of its own beside this one: `messages_store`, `sessions_store`, `folders_store`,
`brought_store`, `attachments_store`; `branch_store` and `pieces_store` read messages only.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import NamedTuple
from uuid import UUID

from holdfast.chats.pieces_store import piece_patterns
from holdfast.chats.types import Chat, ChatEdit, ChatShelf, Message
from holdfast.core.db import Db, Tx, row_count
from holdfast.core.ids import ChatId, MessageId, UserId

_IS_SNAPSHOT = "visibility = 'private' and snapshot_head_id is not null"
CHAT = f"""id, title, persona_id, case when {_IS_SNAPSHOT} then 'snapshot' else visibility end as visibility, head_id,
           created_at, updated_at, pinned_at is not null as is_pinned, archived_at is not null as is_archived, folder,
           memory, shared_at, snapshot_head_id, snapshot_title"""
_SHELVES: Mapping[ChatShelf, str] = {
    "active": "archived_at is null and not is_of_program",
    "pinned": "pinned_at is not null and archived_at is null",
    "programs": "is_of_program",
    "archived": "archived_at is not null",
    "shared": "(visibility = 'public' or snapshot_head_id is not null)",
}
_EDITED = """title = coalesce($3::text, title), titled_by = case when $3::text is null then titled_by else 'person' end,
           head_id = coalesce($5::uuid, head_id),
           visibility = case when $4::text is null then visibility when $4 = 'public' then 'public' else 'private' end,
           snapshot_head_id = case when $4 is null then snapshot_head_id
                                   when $4 = 'snapshot' then coalesce($5, head_id) end,
           snapshot_title = case when $4 is null then snapshot_title when $4 = 'snapshot' then coalesce($3, title) end,
           shared_at = case when $4 is null then shared_at when $4 <> 'private' then now() end,
           pinned_at = case when $6::boolean is null then pinned_at when $6 then coalesce(pinned_at, now()) end,
           archived_at = case when $7::boolean is null then archived_at when $7 then coalesce(archived_at, now()) end,
           folder = nullif(coalesce($8::text, folder), ''),
           memory = case when memory = 'temporary' then memory else coalesce($9::text, memory) end"""
DELETED_DAYS = 90
"""For so long a page that was left open is told that its chat was deleted."""


class ChatOwner(NamedTuple):
    user_id: UserId
    is_public: bool
    is_snapshot: bool


async def find_chat_owner(db: Db, chat_id: ChatId) -> ChatOwner | None:
    rows = await db.look_up("select user_id, is_public, is_snapshot from chat_owner($1)", chat_id)
    return ChatOwner(*rows[0]) if rows else None


async def find_chat(tx: Tx, user_id: UserId, chat_id: ChatId) -> Chat | None:
    row = await tx.fetchrow(f"select {CHAT} from chats where id = $1 and user_id = $2", chat_id, user_id)  # noqa: S608
    return Chat(**row) if row else None


async def newest_chats(
    tx: Tx,
    user_id: UserId,
    *,
    before: tuple[datetime, UUID] | None,
    limit: int,
    shelf: ChatShelf = "active",
    folder: str | None = None,
) -> Sequence[Chat]:
    when, chat_id = before or (None, None)
    rows = await tx.fetch(
        f"""
        select {CHAT}
          from chats
         where user_id = $1 and ($2::timestamptz is null or (updated_at, id) < ($2, $3))
           and {_SHELVES[shelf]} and ($5::text is null or folder = $5)
         order by updated_at desc, id desc
         limit $4
        """,  # noqa: S608
        user_id, when, chat_id, limit, folder,
    )  # fmt: skip
    return [Chat(**row) for row in rows]


async def change_chat(tx: Tx, user_id: UserId, chat_id: ChatId, edit: ChatEdit) -> Chat | None:
    row = await tx.fetchrow(
        f"update chats set {_EDITED} where id = $1 and user_id = $2 returning {CHAT}",  # noqa: S608
        chat_id, user_id, *_values(edit),
    )  # fmt: skip
    return Chat(**row) if row else None


async def change_chats(tx: Tx, user_id: UserId, chat_ids: Sequence[ChatId], edit: ChatEdit) -> int:
    """How many of them are this person's. Held by id, as whoever needs several chats holds them."""
    done = await tx.execute(
        f"""
        with held as (select id from chats where id = any ($1) and user_id = $2 order by id for update)
        update chats set {_EDITED} where user_id = $2 and id in (select id from held)
        """,  # noqa: S608
        list(chat_ids), user_id, *_values(edit),
    )  # fmt: skip
    return row_count(done)


def _values(edit: ChatEdit) -> tuple[object, ...]:
    return edit.title, edit.visibility, edit.head_id, edit.is_pinned, edit.is_archived, edit.folder, edit.memory


async def own_chats(tx: Tx, user_id: UserId, chat_ids: Sequence[ChatId]) -> Sequence[ChatId]:
    rows = await tx.fetch(
        "select id from chats where user_id = $1 and id = any ($2) order by id", user_id, list(chat_ids)
    )
    return [row["id"] for row in rows]


async def first_chats_with(tx: Tx, user_id: UserId, persona_ids: Sequence[str]) -> Sequence[Chat]:
    """The oldest with each of them that is not a temporary one."""
    rows = await tx.fetch(
        f"""
        select distinct on (persona_id) {CHAT} from chats
         where user_id = $1 and persona_id = any ($2) and memory <> 'temporary' and not is_of_program
         order by persona_id, created_at, id
        """,  # noqa: S608
        user_id, list(persona_ids),
    )  # fmt: skip
    return [Chat(**row) for row in rows]


async def add_for_program(tx: Tx, user_id: UserId, chat_id: ChatId, persona_id: str, title: str) -> None:
    """Where there is none of that id yet, anybody's."""
    await tx.execute(
        """
        insert into chats (id, user_id, persona_id, title, titled_by, is_of_program)
        values ($1, $2, $3, $4, 'person', true) on conflict do nothing
        """,
        chat_id, user_id, persona_id, title,
    )  # fmt: skip


async def add_fork(tx: Tx, user_id: UserId, fork: Chat) -> None:
    await tx.execute(
        """
        insert into chats (id, user_id, persona_id, title, titled_by, visibility, head_id, memory)
        values ($1, $2, $3, $4, 'person', 'private', $5, $6)
        """,
        fork.id, user_id, fork.persona_id, fork.title, fork.head_id, fork.memory,
    )  # fmt: skip


async def add_brought_chat(
    tx: Tx, user_id: UserId, chat_id: ChatId, persona_id: str, title: str, messages: Sequence[Message]
) -> None:
    """A chat that was had elsewhere, at its place among the others."""
    await tx.execute(
        """
        insert into chats (id, user_id, persona_id, title, titled_by, head_id, created_at, updated_at)
        values ($1, $2, $3, $4, 'person', $5, $6, $7)
        """,
        chat_id, user_id, persona_id, title, messages[-1].id, messages[0].created_at, messages[-1].created_at,
    )  # fmt: skip


async def move_head(tx: Tx, user_id: UserId, chat_id: ChatId, head_id: MessageId, at: datetime) -> None:
    await tx.execute(
        "update chats set head_id = $3, updated_at = greatest(updated_at, $4) where id = $2 and user_id = $1",
        user_id, chat_id, head_id, at,
    )  # fmt: skip


async def retitle_by_model(tx: Tx, user_id: UserId, chat_id: ChatId, title: str) -> None:
    """A title that a person gave is theirs."""
    await tx.execute(
        "update chats set title = $3, titled_by = 'model' where id = $1 and user_id = $2 and titled_by = 'words'",
        chat_id, user_id, title,
    )  # fmt: skip


async def move_to_folder(tx: Tx, user_id: UserId, folder: str, new_folder: str | None) -> int:
    """All that are in a folder. Held by id, as whoever needs several chats holds them."""
    done = await tx.execute(
        """
        with held as (select id from chats where user_id = $1 and folder = $2 order by id for update)
        update chats set folder = $3 where user_id = $1 and id in (select id from held)
        """,
        user_id, folder, new_folder,
    )  # fmt: skip
    return row_count(done)


async def leave_forgotten_folders(tx: Tx, user_id: UserId, probes: Sequence[str]) -> None:
    """Those whose names hold a piece; the chats stay."""
    patterns, _ = piece_patterns(probes)
    await tx.execute(
        "update chats set folder = null where user_id = $1 and memory_plain(folder) like any ($2)", user_id, patterns
    )


async def step_back(tx: Tx, user_id: UserId, gone: Sequence[MessageId]) -> None:
    """A view that ended in a message that goes ends before it, and so does what others read of the chat: where nothing
    of that is left, it is shared no more. Before the messages go."""
    await tx.execute(
        """
        with recursive up as (
          select c.id as chat_id, c.snapshot_head_id as ancestor from chats c
           where c.user_id = $1 and c.snapshot_head_id = any ($2)
          union all
          select up.chat_id, p.parent_id
            from up join messages p on p.chat_id = up.chat_id and p.id = up.ancestor and p.user_id = $1
           where up.ancestor = any ($2)
        )
        update chats c set snapshot_head_id = up.ancestor
          from up where c.id = up.chat_id and c.user_id = $1 and (up.ancestor is null or up.ancestor <> all ($2))
        """,
        user_id, list(gone),
    )  # fmt: skip
    await tx.execute(
        """
        with recursive up as (
          select c.id as chat_id, c.head_id as ancestor from chats c where c.user_id = $1 and c.head_id = any ($2)
          union all
          select up.chat_id, p.parent_id
            from up join messages p on p.chat_id = up.chat_id and p.id = up.ancestor and p.user_id = $1
           where up.ancestor = any ($2)
        )
        update chats c set head_id = coalesce(up.ancestor, (
                 select m.id from messages m where m.chat_id = c.id and m.user_id = $1 and m.id <> all ($2)
                  order by m.seq desc limit 1))
          from up where c.id = up.chat_id and c.user_id = $1 and (up.ancestor is null or up.ancestor <> all ($2))
        """,
        user_id, list(gone),
    )  # fmt: skip


async def delete_chat(tx: Tx, user_id: UserId, chat_id: ChatId) -> bool:
    """Its id stays known as deleted for a while; on the way, those whose time is over go."""
    gone = await _delete_chats(tx, user_id, "c.id = $2", chat_id)
    await tx.execute(
        "delete from deleted_chats where user_id = $1 and deleted_at < now() - make_interval(days => $2)",
        user_id, DELETED_DAYS,
    )  # fmt: skip
    return gone == 1


async def _delete_chats(tx: Tx, user_id: UserId, which: str, *values: object) -> int:
    gone: int = await tx.fetchval(
        f"""
        with gone as (
          delete from chats c where c.user_id = $1 and {which} returning c.id
        ), noted as (
          insert into deleted_chats (user_id, chat_id) select $1, id from gone
          on conflict (user_id, chat_id) do update set deleted_at = now()
        )
        select count(*) from gone
        """,  # noqa: S608
        user_id, *values,
    )  # fmt: skip
    return gone


async def was_deleted(tx: Tx, user_id: UserId, chat_id: ChatId) -> bool:
    found: bool = await tx.fetchval(
        "select exists (select from deleted_chats where user_id = $1 and chat_id = $2)", user_id, chat_id
    )
    return found


async def lock_chat(tx: Tx, user_id: UserId, chat_id: ChatId) -> None:
    await tx.execute("select from chats where id = $1 and user_id = $2 for no key update", chat_id, user_id)


async def lock_chats(tx: Tx, user_id: UserId) -> None:
    """All of this person's, in order, as turns lock one: before anything that hangs on them."""
    await tx.execute("select from chats where user_id = $1 order by id for no key update", user_id)


async def rename_forgotten(tx: Tx, user_id: UserId, chats: Sequence[ChatId], title: str, probes: Sequence[str]) -> int:
    """Names made from what was said in them, or that hold a piece of it. `person`: whoever is naming one this moment
    must not win afterwards. Who gave a snapshot its title is known only where the chat is still called so."""
    patterns, _ = piece_patterns(probes)
    await tx.execute(
        """
        update chats set snapshot_title = $3
         where user_id = $1 and snapshot_title is not null
           and (id = any ($2) and not (titled_by = 'person' and title = snapshot_title)
                or memory_plain(snapshot_title) like any ($4))
        """,
        user_id, list(chats), title, patterns,
    )  # fmt: skip
    done = await tx.execute(
        """
        update chats set title = $3, titled_by = 'person'
         where user_id = $1
           and (id = any ($2) and titled_by <> 'person' or memory_plain(title) like any ($4))
        """,
        user_id, list(chats), title, patterns,
    )  # fmt: skip
    return row_count(done)


async def delete_emptied_chats(tx: Tx, user_id: UserId, chats: Sequence[ChatId]) -> int:
    is_empty = "not exists (select from messages m where m.chat_id = c.id)"
    return await _delete_chats(tx, user_id, f"c.id = any ($2) and {is_empty}", list(chats))


async def delete_all_chats(tx: Tx, user_id: UserId) -> None:
    """With what hangs on them, and what is known of deleted ones."""
    await tx.execute("delete from chats where user_id = $1", user_id)
    await tx.execute("delete from deleted_chats where user_id = $1", user_id)
