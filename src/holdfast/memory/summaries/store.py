"""Every SQL statement on summaries of sessions and chats, and on the spine."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any

from asyncpg import Record

from holdfast.core.clock import zone_or_utc
from holdfast.core.db import Owner, Tx, row_count
from holdfast.core.ids import ChatId, MessageId, SessionRow, UserId
from holdfast.memory.people import store as people_store
from holdfast.memory.restore import restore_rows
from holdfast.memory.summaries.types import (
    ChatSummary,
    MadeBy,
    SessionSummary,
    Spine,
    SpineGround,
    Stretch,
    StretchSummary,
)
from holdfast.memory.types import Episode

_SUMMARY = (
    "s.id, s.session as session_row, s.stretch, s.name, s.text, s.handover, s.source, s.from_seq, s.to_seq, s.ended_at"
)


async def find_summary(tx: Tx, owner: Owner, session_row: SessionRow, stretch: int) -> SessionSummary | None:
    row = await tx.fetchrow(
        f"""
        select {_SUMMARY} from session_summaries s
         where s.tenant_id = $1 and s.user_id = $2 and s.session = $3 and s.stretch = $4
        """,  # noqa: S608
        owner.tenant_id, owner.user_id, session_row, stretch,
    )  # fmt: skip
    return SessionSummary(**row) if row else None


async def find_stretch(tx: Tx, owner: Owner, session_row: SessionRow, number: int, *, most: int) -> Stretch | None:
    """None: there is no such stretch, or nothing is left of it. Of an earlier one the outbox knows where it began."""
    row = await tx.fetchrow(
        """
        select m.generation, coalesce(o.from_seq, m.stretch_from) as from_seq, coalesce(o.to_seq, m.next_seq) as to_seq,
               coalesce(o.attempts, 0) as attempts, p.preferred_name, memory_zone(p) as zone
          from memory_sessions m
          left join memory_outbox o on o.session = m.id and o.kind = 'session' and o.seq = $4
               and o.tenant_id = $1 and o.user_id = $2
          left join memory_people p on p.tenant_id = $1 and p.user_id = $2
         where m.id = $3 and m.tenant_id = $1 and m.user_id = $2 and (o.id is not null or m.stretch = $4)
        """,
        owner.tenant_id, owner.user_id, session_row, number,
    )  # fmt: skip
    if row is None:
        return None
    turns = await _turns(tx, owner, session_row, row["from_seq"], row["to_seq"], most)
    if not turns:
        return None
    return Stretch(
        session_row, number, row["generation"], row["from_seq"], row["to_seq"], turns, row["attempts"],
        person=row["preferred_name"] or "the person", zone=zone_or_utc(row["zone"]),
    )  # fmt: skip


async def _turns(
    tx: Tx, owner: Owner, session_row: SessionRow, from_seq: int, to_seq: int, most: int
) -> Sequence[Episode]:
    rows = await tx.fetch(
        """
        select e.id, e.session as session_row, s.session_id, e.seq, e.role, e.text, e.said_at, e.external_id, e.name,
               e.persona_id
          from episodes e join memory_sessions s on s.id = e.session
         where e.tenant_id = $1 and e.user_id = $2 and e.session = $3 and e.seq >= $4 and e.seq < $5
         order by e.seq desc
         limit $6
        """,
        owner.tenant_id, owner.user_id, session_row, from_seq, to_seq, most,
    )  # fmt: skip
    return [Episode(**row) for row in reversed(rows)]


async def add_summary(
    tx: Tx, owner: Owner, stretch: Stretch, told: StretchSummary, *, at: datetime
) -> SessionSummary | None:
    """None: something of the session was forgotten meanwhile, or somebody else was quicker."""
    row = await tx.fetchrow(
        f"""
        with standing as (
          select id from memory_sessions
           where id = $3 and tenant_id = $1 and user_id = $2 and generation = $5 for share
        ), s as (
          insert into session_summaries (tenant_id, user_id, session, stretch, name, text, handover, source,
                                         from_seq, to_seq, ended_at, made_at)
          select $1, $2, id, $4, $6, $7, $8, $9, $10, $11, $12, $13 from standing
          on conflict (session, stretch) do nothing
          returning *
        )
        select {_SUMMARY} from s
        """,  # noqa: S608
        owner.tenant_id, owner.user_id, stretch.session_row, stretch.number, stretch.generation, stretch.name,
        told.text, told.handover, told.source, stretch.from_seq, stretch.to_seq,
        max(turn.said_at for turn in stretch.turns), at,
    )  # fmt: skip
    return SessionSummary(**row) if row else None


async def find_latest_summary(
    tx: Tx, owner: Owner, *, persona_id: str | None = None, before: datetime | None = None
) -> SessionSummary | None:
    """The newest of all sessions, or of those that a persona may know."""
    row = await tx.fetchrow(
        f"""
        select {_SUMMARY}
          from session_summaries s join memory_sessions m on m.id = s.session
         where s.tenant_id = $1 and s.user_id = $2 and m.tenant_id = $1 and m.user_id = $2
           and ($3::text is null or m.persona_id is null or m.persona_id = $3)
           and ($4::timestamptz is null or s.ended_at <= $4)
         order by s.ended_at desc, s.id desc
         limit 1
        """,  # noqa: S608
        owner.tenant_id, owner.user_id, persona_id, before,
    )  # fmt: skip
    return SessionSummary(**row) if row else None


async def summaries_like(tx: Tx, owner: Owner, patterns: Sequence[str]) -> Mapping[SessionRow, int]:
    """Session → the last turn of the first stretch whose summary holds such a piece."""
    rows = await tx.fetch(
        """
        select session, min(to_seq) - 1 as seq from session_summaries
         where tenant_id = $1 and user_id = $2 and memory_plain(concat_ws(' ', text, handover)) like any ($3)
         group by session
        """,
        owner.tenant_id, owner.user_id, list(patterns),
    )  # fmt: skip
    return {row["session"]: row["seq"] for row in rows}


async def delete_summaries_after(tx: Tx, owner: Owner, first: Mapping[SessionRow, int]) -> int:
    """Of each session those of the stretch that holds this turn, and of all after it: one may lean on the one before.
    How many."""
    done = await tx.execute(
        """
        delete from session_summaries b using unnest($3::bigint[], $4::integer[]) t (session, seq)
         where b.session = t.session and b.to_seq > t.seq and b.tenant_id = $1 and b.user_id = $2
        """,
        owner.tenant_id, owner.user_id, list(first), list(first.values()),
    )  # fmt: skip
    return row_count(done)


async def restore_summaries(tx: Tx, owner: Owner, rows: Sequence[Mapping[str, Any]]) -> Sequence[int]:
    columns = """session bigint, stretch integer, name text, text text, handover text, source text, from_seq integer,
                 to_seq integer, ended_at timestamptz, in_spine integer, made_at timestamptz"""
    return await restore_rows(tx, owner, "session_summaries", columns, rows)


async def read_spine(tx: Tx, owner: Owner) -> Spine:
    row = await tx.fetchrow(
        """
        select spine, spine_version, spine_source, spine_at from memory_people where tenant_id = $1 and user_id = $2
        """,
        owner.tenant_id, owner.user_id,
    )  # fmt: skip
    return _spine(row) if row else Spine("", 0, "none", None)


async def spine_ground(tx: Tx, owner: Owner, *, most: int) -> SpineGround:
    """The row of the person is made here if there is none, so that a forget has something to raise."""
    await people_store.ensure_person(tx, owner)
    person = await tx.fetchrow(
        """
        select p.spine, p.spine_version, p.spine_source, p.spine_at, p.generation, memory_zone(p) as zone
          from memory_people p where p.tenant_id = $1 and p.user_id = $2
        """,
        owner.tenant_id, owner.user_id,
    )  # fmt: skip
    assert person is not None
    rows = await tx.fetch(
        f"""
        select {_SUMMARY} from session_summaries s
         where s.tenant_id = $1 and s.user_id = $2 and (s.in_spine is null or $3)
         order by s.ended_at desc, s.id desc
         limit $4
        """,  # noqa: S608
        owner.tenant_id, owner.user_id, not person["spine"], most,
    )  # fmt: skip
    zone = zone_or_utc(person["zone"])
    summaries = [SessionSummary(**{**row, "ended_at": row["ended_at"].astimezone(zone)}) for row in reversed(rows)]
    messages = sum(summary.to_seq - summary.from_seq for summary in summaries)
    return SpineGround(_spine(person), person["generation"], summaries, messages)


async def set_spine(
    tx: Tx, owner: Owner, ground: SpineGround, text: str, source: MadeBy, *, at: datetime
) -> Spine | None:
    """None: something was forgotten meanwhile, or somebody else wrote the next version."""
    after = (ground.generation, ground.old.version)
    version = await people_store.set_spine(tx, owner, text, source, after=after, at=at)
    if version is None:
        return None
    await tx.execute(
        """
        update session_summaries set in_spine = $4
         where tenant_id = $1 and user_id = $2 and id = any ($3) and in_spine is null
        """,
        owner.tenant_id, owner.user_id, [summary.id for summary in ground.summaries], version,
    )  # fmt: skip
    return Spine(text, version, source, at)


async def find_chat_summary(tx: Tx, user_id: UserId, chat_id: ChatId) -> ChatSummary | None:
    row = await tx.fetchrow(
        """
        select chat_id, text, source, through_id, messages, made_at from chat_summaries
         where chat_id = $1 and user_id = $2
        """,
        chat_id, user_id,
    )  # fmt: skip
    return ChatSummary(**row) if row else None


async def find_earlier_summary(
    tx: Tx, user_id: UserId, chat_id: ChatId, first_seen: MessageId, *, most: int
) -> tuple[ChatSummary | None, int | None]:
    """And how many messages lie between the last that it tells of and the first that is still seen, `most` at most;
    None: the last that it tells of does not lie before."""
    row = await tx.fetchrow(
        """
        select c.chat_id, c.text, c.source, c.through_id, c.messages, c.made_at,
               case when c.through_id is null or told.seq < seen.seq then
                 (select count(*) from (select from messages m
                                         where m.chat_id = $1 and m.user_id = $2
                                           and m.seq > coalesce(told.seq, 0) and m.seq < seen.seq limit $4) between)
               end as untold
          from messages seen
          left join chat_summaries c on c.chat_id = $1 and c.user_id = $2
          left join messages told on told.chat_id = $1 and told.user_id = $2 and told.id = c.through_id
         where seen.chat_id = $1 and seen.user_id = $2 and seen.id = $3
        """,
        chat_id, user_id, first_seen, most,
    )  # fmt: skip
    if row is None:
        return None, None
    *summary, untold = row.values()
    return ChatSummary(*summary) if row["chat_id"] else None, untold


async def begin_chat_summary(
    tx: Tx, user_id: UserId, chat_id: ChatId, *, at: datetime, lease: timedelta, after: datetime | None
) -> bool:
    """False: somebody is at it, or has made one since the one of `after` was read. A chat that is gone, or someone
    else's, cannot be begun either."""
    begun = await tx.fetchval(
        """
        insert into chat_summaries as c (chat_id, user_id, begun_at)
        select id, user_id, $3 from chats where id = $1 and user_id = $2 for key share
        on conflict (chat_id) do update set begun_at = $3
         where c.user_id = $2 and (c.begun_at is null or c.begun_at < $4) and c.made_at is not distinct from $5
        returning true
        """,
        chat_id, user_id, at, at - lease, after,
    )  # fmt: skip
    return bool(begun)


async def keep_chat_summary(
    tx: Tx, user_id: UserId, summary: ChatSummary, *, begun_at: datetime, read: Sequence[MessageId]
) -> bool:
    """False: the lease went to somebody else, or a message that was read is gone. The chat comes first, as for whoever
    deletes it or writes in it."""
    await tx.execute("select from chats where id = $1 and user_id = $2 for no key update", summary.chat_id, user_id)
    standing = await tx.fetch(
        "select id from messages where chat_id = $1 and user_id = $2 and id = any ($3) for key share",
        summary.chat_id, user_id, list(read),
    )  # fmt: skip
    if len(standing) < len(set(read)):
        return False
    done = await tx.execute(
        """
        update chat_summaries
           set text = $3, source = $4, through_id = $5, messages = $6, made_at = $7, begun_at = null
         where chat_id = $1 and user_id = $2 and begun_at = $8
        """,
        summary.chat_id, user_id, summary.text, summary.source, summary.through_id, summary.messages, summary.made_at,
        begun_at,
    )  # fmt: skip
    return bool(done == "UPDATE 1")


async def delete_chat_summaries(tx: Tx, user_id: UserId, chats: Sequence[ChatId], patterns: Sequence[str]) -> int:
    """Of these chats, and whichever hold such a piece. How many."""
    done = await tx.execute(
        "delete from chat_summaries where user_id = $1 and (chat_id = any ($2) or memory_plain(text) like any ($3))",
        user_id, list(chats), list(patterns),
    )  # fmt: skip
    return row_count(done)


async def give_up_chat_summary(tx: Tx, user_id: UserId, chat_id: ChatId, *, begun_at: datetime) -> None:
    await tx.execute(
        "update chat_summaries set begun_at = null where chat_id = $1 and user_id = $2 and begun_at = $3",
        chat_id, user_id, begun_at,
    )  # fmt: skip


def _spine(row: Record) -> Spine:
    return Spine(row["spine"], row["spine_version"], row["spine_source"], row["spine_at"])
