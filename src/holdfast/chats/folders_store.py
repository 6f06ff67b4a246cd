"""Every SQL statement on the folders of people's chats."""

from __future__ import annotations

from collections.abc import Sequence

from holdfast.chats.pieces_store import piece_patterns
from holdfast.chats.types import Folder
from holdfast.core.db import Tx, row_count
from holdfast.core.ids import UserId


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


async def drop_folder(tx: Tx, user_id: UserId, name: str) -> int:
    return row_count(await tx.execute("delete from chat_folders where user_id = $1 and name = $2", user_id, name))


async def drop_forgotten_folders(tx: Tx, user_id: UserId, probes: Sequence[str]) -> None:
    """Those whose names hold a piece."""
    patterns, _ = piece_patterns(probes)
    await tx.execute(
        "delete from chat_folders where user_id = $1 and memory_plain(name) like any ($2)", user_id, patterns
    )


async def delete_all_folders(tx: Tx, user_id: UserId) -> None:
    await tx.execute("delete from chat_folders where user_id = $1", user_id)
