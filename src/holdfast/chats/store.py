"""Every SQL statement on chats, messages, sessions, feedback and attachments."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from itertools import pairwise
from typing import NamedTuple
from uuid import UUID

import orjson
from asyncpg import Record

from holdfast.chats.types import Attachment, Chat, ChatEdit, ChatShelf, EndedSession, Folder, Message, Part
from holdfast.core.db import Db, Tx, row_count
from holdfast.core.ids import BlobId, ChatId, MessageId, SessionId, TurnId, UserId

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
_HOLDS = "case when lower(parts::text) like any ({1}) then memory_plain(parts::text) like any ({0}) else false end"
"""Whether a message holds one of these pieces: most are told from others by the cheaper look."""
_IS_FORKED = "session_id is null"
"""What a person says is said in a session; what `add_fork` brings was said elsewhere."""

_MAX_COUNTED = 400
DELETED_DAYS = 90
"""For so long a page that was left open is told that its chat was deleted."""
_MESSAGE = "id, role, parts, status, parent_id, turn_id, model, created_at, tokens, session_id, ended_because"
"""In the order of `Message`."""


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


async def folders(tx: Tx, user_id: UserId) -> Sequence[Folder]:
    """Those that were made, and those in which a chat is."""
    rows = await tx.fetch(
        """
        select name, count(c.id) as chats, count(c.archived_at) as archived
          from (select name from chat_folders where user_id = $1
                union select folder from chats where user_id = $1 and folder is not null) f
          left join chats c on c.user_id = $1 and c.folder = f.name
         group by name order by lower(name), name
        """,
        user_id,
    )  # fmt: skip
    return [Folder(**row) for row in rows]


async def make_folder(tx: Tx, user_id: UserId, name: str, *, at_most: int) -> bool:
    """False: there are so many already. One that is there is there."""
    made = await tx.fetchval(
        """
        with made as (
          insert into chat_folders (user_id, name)
          select $1, $2 where (select count(*) from chat_folders where user_id = $1) < $3
          on conflict do nothing returning name)
        select exists (select from made) or exists (select from chat_folders where user_id = $1 and name = $2)
        """,
        user_id, name, at_most,
    )  # fmt: skip
    return bool(made)


async def rename_folder(tx: Tx, user_id: UserId, name: str, new_name: str | None) -> bool:
    """Its chats go along; where there is no new name, into none. False: there is no such folder."""
    moved = await tx.execute(
        """
        with held as (select id from chats where user_id = $1 and folder = $2 order by id for update)
        update chats set folder = $3 where user_id = $1 and id in (select id from held)
        """,
        user_id, name, new_name,
    )  # fmt: skip
    gone = await tx.execute("delete from chat_folders where user_id = $1 and name = $2", user_id, name)
    return row_count(moved) + row_count(gone) > 0


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


async def add_fork(tx: Tx, user_id: UserId, fork: Chat, messages: Sequence[Message]) -> None:
    """A chat with what another holds, in one line. None of it belongs to a session: it was fed to the memory, or was
    not, where it was said."""
    await tx.execute(
        """
        insert into chats (id, user_id, persona_id, title, titled_by, visibility, head_id, memory)
        values ($1, $2, $3, $4, 'person', 'private', $5, $6)
        """,
        fork.id, user_id, fork.persona_id, fork.title, fork.head_id, fork.memory,
    )  # fmt: skip
    await add_messages(tx, user_id, fork.id, [replace(one, session_id=None) for one in messages])


async def add_messages(tx: Tx, user_id: UserId, chat_id: ChatId, messages: Sequence[Message]) -> None:
    """That were said elsewhere, in this order."""
    await tx.executemany(
        """
        insert into messages
          (chat_id, id, user_id, parent_id, session_id, turn_id, role, parts, status, model, tokens, created_at,
           ended_because)
        values ($1, $2, $3, $4, $5, $6, $7, $8::jsonb, $9, $10, $11, $12, $13)
        """,
        [
            (
                chat_id, one.id, user_id, one.parent_id, one.session_id, one.turn_id, one.role,
                orjson.dumps(one.parts).decode(), one.status, one.model, one.tokens, one.created_at, one.ended_because,
            )
            for one in messages
        ],
    )  # fmt: skip


async def note_brought(tx: Tx, user_id: UserId, chat_id: ChatId, messages: int) -> int:
    """How many of its messages were brought before, and from now on count as brought. Whoever brings the same at the
    same time waits here."""
    await tx.execute(
        "insert into brought_chats (user_id, chat_id) values ($1, $2) on conflict do nothing", user_id, chat_id
    )
    before: int = await tx.fetchval(
        "select messages from brought_chats where user_id = $1 and chat_id = $2 for update", user_id, chat_id
    )
    await tx.execute(
        "update brought_chats set messages = greatest(messages, $3) where user_id = $1 and chat_id = $2",
        user_id, chat_id, messages,
    )  # fmt: skip
    return before


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


async def add_ended_session(tx: Tx, user_id: UserId, chat_id: ChatId, persona_id: str, session: EndedSession) -> None:
    """Owed to the memory, also where more came to one that was there."""
    await tx.execute(
        """
        insert into sessions
          (id, user_id, chat_id, persona_id, started_at, last_user_message_at, closes_at, closed_at, is_owed)
        values ($1, $2, $3, $4, $5, $6, $6, $6, true)
        on conflict (id) do update set last_user_message_at = $6, closed_at = $6, is_owed = true
          where sessions.user_id = $2
        """,
        session.id, user_id, chat_id, persona_id, session.started_at, session.ended_at,
    )  # fmt: skip


async def has_message(tx: Tx, user_id: UserId, chat_id: ChatId, message_id: MessageId) -> bool:
    found: bool = await tx.fetchval(
        "select exists (select from messages where user_id = $1 and chat_id = $2 and id = $3)",
        user_id, chat_id, message_id,
    )  # fmt: skip
    return found


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


async def delete_chat(tx: Tx, user_id: UserId, chat_id: ChatId) -> bool:
    """Its id stays known as deleted for a while; on the way, those whose time is over go."""
    gone = await _delete_chats(tx, user_id, "c.id = $2", chat_id)
    await tx.execute(
        "delete from deleted_chats where user_id = $1 and deleted_at < now() - make_interval(days => $2)",
        user_id, DELETED_DAYS,
    )  # fmt: skip
    return gone == 1


async def files_sent_in(tx: Tx, user_id: UserId, chat_id: ChatId) -> Sequence[BlobId]:
    rows = await tx.fetch(
        """
        select distinct (part ->> 'blobId')::uuid as id
          from messages m cross join lateral jsonb_array_elements(m.parts) part
         where m.chat_id = $1 and m.user_id = $2 and part ->> 'blobId' is not null
        """,
        chat_id, user_id,
    )  # fmt: skip
    return [row["id"] for row in rows]


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


async def leaf_under(tx: Tx, user_id: UserId, chat_id: ChatId, message_id: MessageId) -> MessageId | None:
    """The newest leaf below a message: choosing an older version brings back what followed it."""
    leaf: MessageId | None = await tx.fetchval(
        """
        with recursive down as (
          select id, 0 as depth from messages where chat_id = $1 and user_id = $2 and id = $3
          union all
          select next.id, depth + 1
            from down cross join lateral (
              select id from messages
               where chat_id = $1 and user_id = $2 and parent_id = down.id order by seq desc limit 1) next
           where depth < 10000
        )
        select id from down order by depth desc limit 1
        """,
        chat_id, user_id, message_id,
    )  # fmt: skip
    return leaf


async def branch(
    tx: Tx, user_id: UserId, chat_id: ChatId, leaf_id: MessageId, *, limit: int, session_id: SessionId | None = None
) -> Sequence[Message]:
    """The messages that lead to `leaf`, it included, oldest first; with a session, only that session's.

    What was said to another persona in between is passed over; before the session's first message nothing is looked at.
    """
    rows = await _line(tx, user_id, chat_id, leaf_id, limit, session_id)
    if rows is None:
        rows = await _climb(tx, user_id, chat_id, leaf_id, limit, session_id)
    return [_message(row) for row in rows]


async def _line(
    tx: Tx, user_id: UserId, chat_id: ChatId, leaf_id: MessageId, limit: int, session_id: SessionId | None
) -> Sequence[Record] | None:
    """A chat is mostly one line, in which each message follows the one stored before it: then its last messages are
    the branch. None: it is not, or they do not reach far enough."""
    rows = await tx.fetch(
        f"""
        select {_MESSAGE} from messages
         where chat_id = $1 and user_id = $2
           and seq <= (select seq from messages where chat_id = $1 and user_id = $2 and id = $3)
           and seq >= coalesce((select min(seq) from messages
                                 where chat_id = $1 and user_id = $2 and session_id = $5), 0)
         order by seq desc limit $4
        """,  # noqa: S608
        chat_id, user_id, leaf_id, limit, session_id,
    )  # fmt: skip
    if any(later["parent_id"] != earlier["id"] for later, earlier in pairwise(rows)):
        return None
    mine = [row for row in rows if session_id is None or row["session_id"] == session_id]
    return mine[::-1] if len(mine) == limit or len(rows) < limit else None


async def _climb(
    tx: Tx, user_id: UserId, chat_id: ChatId, leaf_id: MessageId, limit: int, session_id: SessionId | None
) -> Sequence[Record]:
    """From parent to parent, where messages were edited or answered again."""
    rows: Sequence[Record] = await tx.fetch(
        f"""
        with recursive first as (
          select min(seq) as seq from messages where chat_id = $1 and user_id = $2 and session_id = $5
        ), up as (
          select m.*, 1 as depth, ($5::uuid is null or coalesce(m.session_id = $5, false))::int as kept
            from messages m where chat_id = $1 and user_id = $2 and id = $3
          union all
          select before.*, up.depth + 1,
                 up.kept + ($5::uuid is null or coalesce(before.session_id = $5, false))::int
            from up cross join lateral (
              select m.* from messages m where m.chat_id = $1 and m.user_id = $2 and m.id = up.parent_id limit 1) before
           where up.kept < $4 and ($5::uuid is null or before.seq >= (select seq from first))
        )
        select {_MESSAGE} from up where $5::uuid is null or session_id = $5 order by depth desc
        """,  # noqa: S608
        chat_id, user_id, leaf_id, limit, session_id,
    )  # fmt: skip
    return rows


async def said_in_session(
    tx: Tx, user_id: UserId, chat_id: ChatId, leaf_id: MessageId, session_id: SessionId
) -> tuple[int, Sequence[Part] | None]:
    """How often the person spoke in a session on the branch that leads to `leaf`, and what came first. Of a very long
    session, only the last part is counted: a turn must not cost more with every turn before it."""
    row = await tx.fetchrow(
        f"""
        with last as (
          select id, parent_id, role, session_id, seq from messages
           where chat_id = $1 and user_id = $2
             and seq <= (select seq from messages where chat_id = $1 and user_id = $2 and id = $3)
             and seq >= (select min(seq) from messages where chat_id = $1 and user_id = $2 and session_id = $4)
           order by seq desc limit {_MAX_COUNTED}
        ), line as (
          select *, lead(id) over (order by seq desc) as before from last
        ), said as (
          select count(*) as times, (array_agg(id order by seq))[1] as first_id
            from last where role = 'user' and session_id = $4
        )
        select said.times, (select parts from messages where chat_id = $1 and user_id = $2 and id = first_id) as parts,
               not exists (select from line where before is not null and parent_id is distinct from before) as is_line
          from said
        """,  # noqa: S608
        chat_id, user_id, leaf_id, session_id,
    )  # fmt: skip
    if row is None or not row["is_line"]:
        row = await _climb_and_count(tx, user_id, chat_id, leaf_id, session_id)
    return (row["times"], orjson.loads(row["parts"])) if row and row["times"] else (0, None)


async def _climb_and_count(
    tx: Tx, user_id: UserId, chat_id: ChatId, leaf_id: MessageId, session_id: SessionId
) -> Record | None:
    return await tx.fetchrow(
        f"""
        with recursive first as (
          select min(seq) as seq from messages where chat_id = $1 and user_id = $2 and session_id = $4
        ), up as (
          select m.id, m.parent_id, m.role, m.session_id, m.seq, 1 as depth from messages m
           where m.chat_id = $1 and m.user_id = $2 and m.id = $3 and m.seq >= (select seq from first)
          union all
          select before.*, up.depth + 1 from up cross join lateral (
              select m.id, m.parent_id, m.role, m.session_id, m.seq from messages m
               where m.chat_id = $1 and m.user_id = $2 and m.id = up.parent_id limit 1) before
           where before.seq >= (select seq from first) and up.depth < {_MAX_COUNTED}
        ), said as (
          select id, count(*) over () as times from up where role = 'user' and session_id = $4 order by seq limit 1
        )
        select said.times, m.parts from said join messages m on m.chat_id = $1 and m.user_id = $2 and m.id = said.id
        """,  # noqa: S608
        chat_id, user_id, leaf_id, session_id,
    )  # fmt: skip


async def what_is_known(tx: Tx, user_id: UserId, chat_id: ChatId, messages: Sequence[Message]) -> Sequence[Message]:
    """The same messages with their versions, their ratings, what they cost, and whether they are marked."""
    rows = await tx.fetch(
        """
        select m.id, f.rating,
               (select sum(t.cost_usd) from turns t
                 where t.chat_id = $1 and t.user_id = $2 and t.answer_id = m.id) as cost_usd,
               m.bookmarked_at is not null as is_bookmarked,
               array(select s.id from messages s where s.chat_id = $1 and s.user_id = $2
                        and s.parent_id is not distinct from m.parent_id and s.role = m.role order by s.seq) as siblings
          from messages m
          left join feedback f on f.chat_id = m.chat_id and f.message_id = m.id and f.user_id = $2
         where m.chat_id = $1 and m.user_id = $2 and m.id = any ($3)
        """,
        chat_id, user_id, [message.id for message in messages],
    )  # fmt: skip
    known = {row["id"]: row for row in rows}
    return [
        replace(
            message,
            siblings=row["siblings"],
            feedback=row["rating"],
            cost_usd=row["cost_usd"],
            is_bookmarked=row["is_bookmarked"],
        )
        if (row := known.get(message.id))
        else replace(message, siblings=(message.id,))
        for message in messages
    ]


async def rate(
    tx: Tx, user_id: UserId, chat_id: ChatId, message_id: MessageId, rating: str | None, comment: str | None
) -> bool:
    """False: there is no such answer. It is held first: whoever goes for good takes the messages before the account,
    and the rating refers to both."""
    found = await tx.fetchval(
        "select 1 from messages where chat_id = $1 and user_id = $2 and id = $3 and role = 'assistant' for key share",
        chat_id, user_id, message_id,
    )  # fmt: skip
    if not found:
        return False
    if rating is None:
        await tx.execute(
            "delete from feedback where chat_id = $1 and message_id = $2 and user_id = $3", chat_id, message_id, user_id
        )
    else:
        await tx.execute(
            """
            insert into feedback (chat_id, message_id, user_id, rating, comment) values ($1, $2, $3, $4, $5)
            on conflict (chat_id, message_id, user_id) do update set rating = $4, comment = $5
            """,
            chat_id, message_id, user_id, rating, comment,
        )  # fmt: skip
    return True


async def bookmark(tx: Tx, user_id: UserId, chat_id: ChatId, message_id: MessageId, *, is_bookmarked: bool) -> bool:
    """False: there is no such message."""
    done = await tx.execute(
        """
        update messages set bookmarked_at = case when $4 then coalesce(bookmarked_at, now()) end
         where chat_id = $1 and user_id = $2 and id = $3
        """,
        chat_id, user_id, message_id, is_bookmarked,
    )  # fmt: skip
    return row_count(done) > 0


async def bookmarks(
    tx: Tx, user_id: UserId, characters: int, *, before: tuple[datetime, UUID] | None, limit: int
) -> Sequence[Record]:
    """The newest mark first, each with its chat and the beginning of its text."""
    when, message_id = before or (None, None)
    rows: Sequence[Record] = await tx.fetch(
        """
        select m.chat_id, c.title as chat_title, c.persona_id, m.id as message_id, m.role, m.created_at as said_at,
               m.bookmarked_at, left(message_text(m.parts), $2) as text
          from messages m
          join chats c on c.id = m.chat_id and c.user_id = $1
         where m.user_id = $1 and m.bookmarked_at is not null
           and ($3::timestamptz is null or (m.bookmarked_at, m.id) < ($3, $4::uuid))
         order by m.bookmarked_at desc, m.id desc
         limit $5
        """,
        user_id, characters, when, message_id, limit,
    )  # fmt: skip
    return rows


async def due_sessions(db: Db, *, most: int) -> Sequence[tuple[SessionId, UserId]]:
    rows = await db.look_up("select session_id, user_id from due_sessions($1)", most)
    return [(row["session_id"], row["user_id"]) for row in rows]


async def sessions_of_chat(tx: Tx, user_id: UserId, chat_id: ChatId) -> Sequence[SessionId]:
    rows = await tx.fetch("select id from sessions where user_id = $1 and chat_id = $2 order by id", user_id, chat_id)
    return [row["id"] for row in rows]


async def chats_of_messages(
    tx: Tx, user_id: UserId, sessions: Sequence[SessionId], messages: Sequence[MessageId]
) -> Mapping[MessageId, ChatId]:
    """Said in one of these sessions; those that are gone are not among them."""
    rows = await tx.fetch(
        "select id, chat_id from messages where user_id = $1 and session_id = any ($2) and id = any ($3)",
        user_id, list(sessions), list(messages),
    )  # fmt: skip
    return {row["id"]: row["chat_id"] for row in rows}


async def note_fed(tx: Tx, user_id: UserId, session_id: SessionId) -> None:
    await tx.execute("update sessions set is_owed = false where id = $1 and user_id = $2", session_id, user_id)


async def close_session(tx: Tx, user_id: UserId, session_id: SessionId) -> bool:
    """And owed to the memory, until it is fed there."""
    done = await tx.execute(
        """
        update sessions set closed_at = now(), is_owed = true
         where id = $1 and user_id = $2 and closed_at is null and closes_at < now()
        """,
        session_id, user_id,
    )  # fmt: skip
    return bool(done == "UPDATE 1")


async def lock_and_sum_bytes(tx: Tx, user_id: UserId) -> int:
    """What this person's files take. Whoever adds to the same total waits here for the one before."""
    await tx.execute("select from users where id = $1 for no key update", user_id)
    return await sum_bytes(tx, user_id)


async def sum_bytes(tx: Tx, user_id: UserId) -> int:
    """Attached to messages, and as documents of their own."""
    total: int = await tx.fetchval("select kept_bytes($1)", user_id)
    return total


async def add_attachment(tx: Tx, user_id: UserId, new: Attachment) -> None:
    await tx.execute(
        "insert into blobs (id, user_id, filename, media_type, bytes) values ($1, $2, $3, $4, $5)",
        new.id, user_id, new.filename, new.media_type, new.bytes,
    )  # fmt: skip


async def note_arrival(tx: Tx, user_id: UserId, attachment_id: BlobId, sha256: str) -> None:
    await tx.execute(
        "update blobs set arrived_at = now(), sha256 = $3 where id = $1 and user_id = $2",
        attachment_id,
        user_id,
        sha256,
    )


async def find_attachments(tx: Tx, user_id: UserId, ids: Sequence[BlobId]) -> Sequence[Attachment]:
    """Those whose bytes have arrived, in the order asked for. Sound has its own way out, with its own time."""
    rows = await tx.fetch(
        """
        select id, filename, media_type, bytes, sha256
          from blobs
         where user_id = $1 and id = any ($2) and arrived_at is not null and media_type not like 'audio/%'
         order by array_position($2, id)
        """,
        user_id, list(ids),
    )  # fmt: skip
    return [Attachment(**row) for row in rows]


async def delete_attachment(tx: Tx, user_id: UserId, attachment_id: BlobId) -> bool:
    done = await tx.execute("delete from blobs where id = $1 and user_id = $2", attachment_id, user_id)
    return bool(done == "DELETE 1")


async def find_recording(
    tx: Tx, user_id: UserId, *, name: str | None = None, recording_id: BlobId | None = None, young_seconds: float
) -> Attachment | None:
    """The newest of this name or id that is still young enough."""
    row = await tx.fetchrow(
        """
        select id, filename, media_type, bytes, sha256
          from blobs
         where user_id = $1 and (filename = $2 or id = $3) and media_type like 'audio/%'
           and arrived_at is not null and created_at > now() - make_interval(secs => $4)
         order by created_at desc limit 1
        """,
        user_id, name, recording_id, young_seconds,
    )  # fmt: skip
    return Attachment(**row) if row else None


async def delete_recordings(tx: Tx, user_id: UserId, names: Sequence[str]) -> None:
    await tx.execute(
        "delete from blobs where user_id = $1 and filename = any ($2) and media_type like 'audio/%'",
        user_id,
        list(names),
    )


async def delete_recordings_of_kind(tx: Tx, user_id: UserId, media_type: str) -> None:
    await tx.execute("delete from blobs where user_id = $1 and media_type = $2", user_id, media_type)


async def drop_unarrived_attachments(db: Db) -> None:
    await db.look_up("select drop_unarrived_blobs(interval '1 hour')")


def _message(row: Record) -> Message:
    identity, role, parts, *others = row
    return Message(identity, role, orjson.loads(parts), *others)


async def lock_chat(tx: Tx, user_id: UserId, chat_id: ChatId) -> None:
    await tx.execute("select from chats where id = $1 and user_id = $2 for no key update", chat_id, user_id)


async def lock_chats(tx: Tx, user_id: UserId) -> None:
    """All of this person's, in order, as turns lock one: before anything that hangs on them."""
    await tx.execute("select from chats where user_id = $1 order by id for no key update", user_id)


async def messages_to_forget(
    tx: Tx, user_id: UserId, ids: Sequence[MessageId], sessions: Sequence[SessionId], probes: Sequence[str]
) -> Sequence[Record]:
    """By id, of whole sessions, and answers and what forks brought along, where they hold one of these pieces."""
    rows: Sequence[Record] = await tx.fetch(
        f"""
        select chat_id, id, session_id, turn_id, parts from messages
         where user_id = $1 and (id = any ($2) or session_id = any ($3)
                                 or (role = 'assistant' or {_IS_FORKED}) and {_HOLDS.format("$4", "$5")})
        """,  # noqa: S608
        user_id, list(ids), list(sessions), *_patterns(probes),
    )  # fmt: skip
    return rows


async def messages_marked(
    tx: Tx, user_id: UserId, marks: Sequence[bytes], sessions: Sequence[SessionId]
) -> Sequence[Record]:
    """By the hash of the name they have in the memory; one that is too long for it has a name for each piece."""
    rows: Sequence[Record] = await tx.fetch(
        """
        select id, role, parts from messages m
         where user_id = $1 and (session_id = any ($3) or exists (
                 select from generate_series(0, length(m.parts::text) / 100000) n
                  where memory_mark(m.session_id::text, m.id::text || case when n = 0 then '' else '/' || n + 1 end)
                        in (select unnest($2::bytea[]))))
        """,
        user_id, list(marks), list(sessions),
    )  # fmt: skip
    return rows


async def pieces_said(tx: Tx, user_id: UserId, probes: Sequence[str], without: Sequence[MessageId]) -> Sequence[str]:
    rows = await tx.fetch(
        f"""
        with staying as materialized (
          select memory_plain(parts::text) as plain from messages
           where user_id = $1 and role = 'user' and not {_IS_FORKED} and id <> all ($3)
             and lower(parts::text) like any (select '%' || replace(p, ' ', '%') || '%' from unnest($2::text[]) p)
        )
        select p from unnest($2::text[]) p where exists (select from staying where strpos(plain, p) > 0)
        """,  # noqa: S608
        user_id, list(probes), list(without),
    )  # fmt: skip
    return [row["p"] for row in rows]


async def delete_messages(tx: Tx, user_id: UserId, ids: Sequence[MessageId]) -> None:
    """What followed a message that goes hangs on the one before it; a view that ended in it ends there too, and so does
    what others read of it: where nothing of that is left, it is shared no more."""
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
        user_id, list(ids),
    )  # fmt: skip
    await tx.execute(
        """
        with recursive up as (
          select m.chat_id, m.id, m.parent_id as ancestor from messages m
           where m.user_id = $1 and m.parent_id = any ($2) and m.id <> all ($2)
          union all
          select c.id, null, c.head_id from chats c where c.user_id = $1 and c.head_id = any ($2)
          union all
          select up.chat_id, up.id, p.parent_id
            from up join messages p on p.chat_id = up.chat_id and p.id = up.ancestor and p.user_id = $1
           where up.ancestor = any ($2)
        ), found as (
          select * from up where ancestor is null or ancestor <> all ($2)
        ), heads as (
          update chats c set head_id = coalesce(f.ancestor, (
                   select m.id from messages m where m.chat_id = c.id and m.user_id = $1 and m.id <> all ($2)
                    order by m.seq desc limit 1))
            from found f where f.id is null and c.id = f.chat_id and c.user_id = $1
        )
        update messages m set parent_id = f.ancestor
          from found f where m.chat_id = f.chat_id and m.id = f.id and m.user_id = $1
        """,
        user_id, list(ids),
    )  # fmt: skip
    await tx.execute("delete from messages where user_id = $1 and id = any ($2)", user_id, list(ids))


async def rename_forgotten(tx: Tx, user_id: UserId, chats: Sequence[ChatId], title: str, probes: Sequence[str]) -> int:
    """Names made from what was said in them, or that hold a piece of it. `person`: whoever is naming one this moment
    must not win afterwards. Who gave a snapshot its title is known only where the chat is still called so."""
    patterns, _ = _patterns(probes)
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


async def drop_forgotten_folders(tx: Tx, user_id: UserId, probes: Sequence[str]) -> None:
    """Those whose names hold a piece; their chats stay."""
    patterns, _ = _patterns(probes)
    await tx.execute(
        "update chats set folder = null where user_id = $1 and memory_plain(folder) like any ($2)", user_id, patterns
    )
    await tx.execute(
        "delete from chat_folders where user_id = $1 and memory_plain(name) like any ($2)", user_id, patterns
    )


async def delete_emptied_chats(tx: Tx, user_id: UserId, chats: Sequence[ChatId]) -> int:
    is_empty = "not exists (select from messages m where m.chat_id = c.id)"
    return await _delete_chats(tx, user_id, f"c.id = any ($2) and {is_empty}", list(chats))


async def delete_forgotten_files(
    tx: Tx, user_id: UserId, files: Sequence[BlobId], turns: Sequence[TurnId] = (), messages: Sequence[MessageId] = ()
) -> int:
    """Attached to nothing that stays; and the sound of these turns, spoken or not heard yet."""
    done = await tx.execute(
        """
        delete from blobs b where b.user_id = $1
           and (b.id = any ($2) and not exists (
                  select from messages m where m.user_id = $1
                     and m.parts @> jsonb_build_array(jsonb_build_object('blobId', b.id::text)))
                or b.media_type like 'audio/%' and b.filename like any ($3))
        """,
        user_id, list(files), [f"%{one}%" for one in (*turns, *messages)],
    )  # fmt: skip
    return int(done.rpartition(" ")[2])


async def delete_everything(tx: Tx, user_id: UserId) -> Sequence[Record]:
    """All chats with what hangs on them and what is known of deleted ones, and all files. The messages that went, by
    (session, id)."""
    rows: Sequence[Record] = await tx.fetch(
        "select session_id, id from messages where user_id = $1 and session_id is not null", user_id
    )
    await tx.execute("delete from chats where user_id = $1", user_id)
    await tx.execute("delete from deleted_chats where user_id = $1", user_id)
    await tx.execute("delete from brought_chats where user_id = $1", user_id)
    await tx.execute("delete from chat_folders where user_id = $1", user_id)
    await tx.execute("delete from blobs where user_id = $1", user_id)
    return rows


async def answers_with(tx: Tx, user_id: UserId, probes: Sequence[str]) -> int:
    count: int = await tx.fetchval(
        f"""
        select (select count(*) from messages where user_id = $1 and (role = 'assistant' or {_IS_FORKED})
                   and {_HOLDS.format("$2", "$3")})
             + (select count(*) from chats where user_id = $1
                   and (memory_plain(title) like any ($2) or memory_plain(snapshot_title) like any ($2)))
             + (select count(*) from chat_folders where user_id = $1 and memory_plain(name) like any ($2))
             + (select count(*) from feedback where user_id = $1 and memory_plain(comment) like any ($2))
        """,  # noqa: S608
        user_id, *_patterns(probes),
    )  # fmt: skip
    return count


def _patterns(probes: Sequence[str]) -> tuple[list[str], list[str]]:
    """Each piece, and its words in order with anything between them, which is cheaper to look for."""
    return [f"%{probe}%" for probe in probes], [f"%{probe.replace(' ', '%')}%" for probe in probes]
