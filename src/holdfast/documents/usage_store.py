"""Every statement on what answers were told of documents: references to passages, and no word of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from holdfast.core.db import Tx
from holdfast.core.ids import ChatId, DocumentId, MessageId, UserId
from holdfast.knowledge.types import SpaceKind


@dataclass(frozen=True, slots=True)
class UsedPassage:
    """A passage that an answer was told."""

    passage_id: int
    document_id: DocumentId
    is_cited: bool


@dataclass(frozen=True, slots=True)
class DocumentUse:
    """One answer that was told of a document."""

    chat_id: ChatId
    chat_title: str
    message_id: MessageId
    at: datetime
    cited: bool


@dataclass(frozen=True, slots=True)
class UsedDocument:
    """What of one's own answers a document had a part in."""

    id: DocumentId
    title: str
    kind: SpaceKind
    namespace: str
    answers: int
    cited: int
    last_at: datetime


@dataclass(frozen=True, slots=True)
class UnusedDocument:
    """One that none of one's own answers was told of lately."""

    id: DocumentId
    title: str
    kind: SpaceKind
    namespace: str
    created_at: datetime
    last_at: datetime | None
    """When one was told of it before that; None: never."""


@dataclass(frozen=True, slots=True)
class UsageTotals:
    documents: int
    """That were brought, that the asker sees and that are found."""
    unused: int
    """Of these, told in none of their answers."""
    answers: int
    cited: int


_BROUGHT = """
d.live_version is not null and s.kind in ('user', 'overlay', 'org', 'company', 'chat') and s.namespace not like 'desk:%'
"""
"""What personas know is their makers' matter, and what was not sent yet belongs to no chat."""


async def note_usage(tx: Tx, chat_id: ChatId, message_id: MessageId, used: Sequence[UsedPassage]) -> None:
    """Of an answer that goes on, what it cites now is cited."""
    await tx.execute(
        "select note_context_usage($1, $2, $3, $4, $5)",
        chat_id, message_id, [one.passage_id for one in used], [one.document_id for one in used],
        [one.is_cited for one in used],
    )  # fmt: skip


async def list_uses(
    tx: Tx, user_id: UserId, document_id: DocumentId, after: tuple[datetime, UUID] | None, *, most: int
) -> Sequence[DocumentUse]:
    """The latest first."""
    rows = await tx.fetch(
        """
        select u.chat_id, c.title as chat_title, u.message_id, min(u.at) as at, bool_or(u.is_cited) as cited
          from context_usage u join chats c on c.id = u.chat_id
         where u.document_id = $1 and u.user_id = $2
         group by u.chat_id, c.title, u.message_id
        having $3::timestamptz is null or (min(u.at), u.message_id) < ($3, $4::uuid)
         order by 4 desc, 3 desc limit $5
        """,
        document_id, user_id, *(after or (None, None)), most,
    )  # fmt: skip
    return [DocumentUse(**row) for row in rows]


async def most_used(tx: Tx, user_id: UserId, since: datetime, *, most: int) -> Sequence[UsedDocument]:
    """The most cited first, of those that the asker still sees."""
    rows = await tx.fetch(
        """
        with used as (
          select document_id, message_id, bool_or(is_cited) as is_cited, max(at) as at
            from context_usage where user_id = $1 and at >= $2 group by 1, 2
        )
        select d.id, d.title, s.kind, s.namespace, count(*) as answers, count(*) filter (where u.is_cited) as cited,
               max(u.at) as last_at
          from used u join documents d on d.id = u.document_id join knowledge_spaces s on s.id = d.space_id
         group by d.id, d.title, s.kind, s.namespace
         order by cited desc, answers desc, last_at desc, d.id limit $3
        """,
        user_id, since, most,
    )  # fmt: skip
    return [UsedDocument(**row) for row in rows]


async def least_used(tx: Tx, user_id: UserId, since: datetime, *, most: int) -> Sequence[UnusedDocument]:
    """First what was never told, then what was not told for longest."""
    rows = await tx.fetch(
        f"""
        select d.id, d.title, s.kind, s.namespace, d.created_at, max(u.at) as last_at
          from documents d join knowledge_spaces s on s.id = d.space_id
          left join context_usage u on u.document_id = d.id and u.user_id = $1
         where {_BROUGHT}
         group by d.id, s.id having max(u.at) is null or max(u.at) < $2
         order by last_at nulls first, d.created_at, d.id limit $3
        """,  # noqa: S608
        user_id, since, most,
    )  # fmt: skip
    return [UnusedDocument(**row) for row in rows]


async def totals(tx: Tx, user_id: UserId, since: datetime) -> UsageTotals:
    row = await tx.fetchrow(
        f"""
        with used as (
          select u.document_id, u.message_id, u.is_cited from context_usage u join documents d on d.id = u.document_id
           where u.user_id = $1 and u.at >= $2
        )
        select count(*) as documents,
               count(*) filter (where not exists (select from used where used.document_id = d.id)) as unused,
               (select count(distinct message_id) from used) as answers,
               (select count(distinct message_id) from used where is_cited) as cited
          from documents d join knowledge_spaces s on s.id = d.space_id where {_BROUGHT}
        """,  # noqa: S608
        user_id, since,
    )  # fmt: skip
    assert row is not None
    return UsageTotals(**row)
