"""Every SQL statement on imports."""

from __future__ import annotations

from collections.abc import Sequence

from asyncpg import Record

from holdfast.chats.bring import BroughtCount
from holdfast.core.db import Tx, row_count
from holdfast.core.ids import ImportId, UserId
from holdfast.imports.types import ChatImport

_COLUMNS = """id, origin, filename, blob_id, status, error, chats, done, new_chats, new_messages, created_at,
              updated_at"""


async def add_import(tx: Tx, user_id: UserId, new: ChatImport) -> bool:
    """False: another one of theirs is not done yet."""
    done = await tx.execute(
        """
        insert into chat_imports (id, user_id, origin, filename, blob_id, chats) values ($1, $2, $3, $4, $5, $6)
        on conflict (user_id) where status in ('pending', 'running') do nothing
        """,
        new.id, user_id, new.origin, new.filename, new.blob_id, new.chats,
    )  # fmt: skip
    return bool(done == "INSERT 0 1")


async def find_import(tx: Tx, user_id: UserId, import_id: ImportId) -> ChatImport | None:
    row = await tx.fetchrow(
        f"select {_COLUMNS} from chat_imports where user_id = $1 and id = $2",  # noqa: S608
        user_id, import_id,
    )  # fmt: skip
    return _import(row) if row else None


async def newest_imports(tx: Tx, user_id: UserId, *, limit: int) -> Sequence[ChatImport]:
    rows = await tx.fetch(
        f"select {_COLUMNS} from chat_imports where user_id = $1 order by created_at desc, id desc limit $2",  # noqa: S608
        user_id, limit,
    )  # fmt: skip
    return [_import(row) for row in rows]


async def note_brought(tx: Tx, user_id: UserId, import_id: ImportId, done: int, count: BroughtCount) -> bool:
    """False: it was stopped, or is gone; what this transaction brought must not stay."""
    told = await tx.execute(
        """
        update chat_imports
           set status = 'running', done = $3, new_chats = new_chats + $4, new_messages = new_messages + $5,
               updated_at = now()
         where user_id = $1 and id = $2 and status in ('pending', 'running') and done = $3 - 1
        """,
        user_id, import_id, done, count.chats, count.messages,
    )  # fmt: skip
    return bool(told == "UPDATE 1")


async def end_import(tx: Tx, user_id: UserId, import_id: ImportId, error: str | None) -> None:
    """One that has ended stays as it did."""
    await tx.execute(
        """
        update chat_imports set status = case when $3::text is null then 'ready' else 'failed' end, error = $3,
               updated_at = now()
         where user_id = $1 and id = $2 and status in ('pending', 'running')
        """,
        user_id, import_id, error,
    )  # fmt: skip


async def lock_imports(tx: Tx, user_id: UserId) -> None:
    """All of this person's, before anything that they brought."""
    await tx.execute("select from chat_imports where user_id = $1 order by id for no key update", user_id)


async def delete_imports(tx: Tx, user_id: UserId) -> int:
    return row_count(await tx.execute("delete from chat_imports where user_id = $1", user_id))


def _import(row: Record) -> ChatImport:
    return ChatImport(**row)
