"""Where pieces of what is to be forgotten still stand in chats. Nothing is written here."""

from __future__ import annotations

from collections.abc import Sequence

from asyncpg import Record

from holdfast.core.db import Tx
from holdfast.core.ids import MessageId, SessionId, UserId

_HOLDS = "case when lower(parts::text) like any ({1}) then memory_plain(parts::text) like any ({0}) else false end"
"""Whether a message holds one of these pieces: most are told from others by the cheaper look."""
_IS_FORKED = "session_id is null"
"""What a person says is said in a session; what `add_fork` brings was said elsewhere."""


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
        user_id, list(ids), list(sessions), *piece_patterns(probes),
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
        user_id, *piece_patterns(probes),
    )  # fmt: skip
    return count


def piece_patterns(probes: Sequence[str]) -> tuple[list[str], list[str]]:
    """Each piece, and its words in order with anything between them, which is cheaper to look for."""
    return [f"%{probe}%" for probe in probes], [f"%{probe.replace(' ', '%')}%" for probe in probes]
