"""Mails: the one way they leave the house.

A mail is a row, written in the transaction that makes it necessary, and a job that sends it after the commit: a restart
loses none, and one that was not noted as sent is sent again under the same Message-ID. Its words are sealed, because
they hold codes, and are gone once the mail has gone; the row stays for a month. Without a mail server nothing is sent:
the row is kept for the admin's outbox page, and the log says so by its id.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from datetime import datetime
from typing import Literal, Protocol
from uuid import UUID

import orjson

from holdfast.core.crypto import Box, CannotOpen
from holdfast.core.db import Db, Tx, account_of
from holdfast.core.ids import MailId, UserId, new_id
from holdfast.core.jobs import Hopeless, Job, JobContext, JobKind, enqueue, work
from holdfast.core.log import get_logger

log = get_logger()

SEND_MAIL = JobKind(
    "send_mail", tries=16, first_pause_seconds=5, longest_pause_seconds=3600, timeout_seconds=120, at_once=4
)
"""`mail`: its row. Tried for about six hours, then held as a dead letter."""
_KEPT_DAYS = 30
_SWEPT_AT_ONCE = 1000

MailState = Literal["waiting", "sent", "kept", "failed"]


@dataclass(frozen=True, slots=True)
class Mail:
    kind: str
    to: str = field(repr=False)
    subject: str = field(repr=False)
    text: str = field(repr=False)


class Undelivered(Exception):
    """Not now; another try may succeed. Says a code, never what a server said."""


class MailRefused(Exception):
    """The mail server will not take this mail, however often it is asked."""


class Mailer(Protocol):
    @property
    def can_send(self) -> bool:
        """False: mails are only kept, for whoever runs the installation to hand them on."""

    async def send(self, mail_id: MailId, mail: Mail) -> None: ...


class KeepingMailer:
    """For development and for installations without a mail server."""

    can_send = False

    async def send(self, mail_id: MailId, mail: Mail) -> None:
        log.info("mail_kept", mail_id=mail_id, kind=mail.kind)


@dataclass(frozen=True, slots=True)
class Outbox:
    box: Box
    mailer: Mailer


@dataclass(frozen=True, slots=True)
class MailEntry:
    """A mail on the admin's outbox page."""

    id: MailId
    user_id: UserId
    kind: str
    state: MailState
    tries: int
    created_at: datetime
    ended_at: datetime | None
    mail: Mail | None = field(repr=False)
    """Only of those that no server was there for; what is sent is between its sender and its reader."""


class HasOutbox(Protocol):
    @property
    def outbox(self) -> Outbox: ...


async def post_mail(tx: Tx, outbox: Outbox, user_id: UserId, mail: Mail) -> MailId:
    """Promise it, in the caller's transaction and in its asker's name."""
    mail_id = MailId(new_id())
    sealed = outbox.box.seal(orjson.dumps(asdict(mail)).decode(), owner=str(user_id), purpose=_purpose(mail_id))
    await tx.execute(
        "insert into mails (id, user_id, kind, sealed) values ($1, $2, $3, $4)", mail_id, user_id, mail.kind, sealed
    )
    await enqueue(tx, SEND_MAIL, {"mail": mail_id})
    return mail_id


async def send_mail(job: Job, context: JobContext[HasOutbox]) -> None:
    if job.owner is None:
        raise Hopeless("a mail has a sender")
    user_id, mail_id, outbox = account_of(job.owner), MailId(job.uuid("mail")), context.parts.outbox
    mail = await _take(context.db, outbox, user_id, mail_id)
    if mail is None:
        return
    try:
        await outbox.mailer.send(mail_id, mail)
    except MailRefused as refused:
        log.warning("mail_refused", mail_id=mail_id, reason=str(refused))
        async with work(context.worker, job) as tx:
            await _end(tx, user_id, mail_id, "failed")
        return
    except Undelivered as away:
        log.warning("mail_undelivered", mail_id=mail_id, reason=str(away), attempt=job.attempt)
        raise
    async with work(context.worker, job) as tx:
        await _end(tx, user_id, mail_id, "sent" if outbox.mailer.can_send else "kept")


async def list_mails(
    db: Db, outbox: Outbox, admin_id: UserId, *, before: UUID | None, limit: int
) -> Sequence[MailEntry]:
    """Newest first. The schema refuses everybody who is no admin (`asyncpg.InsufficientPrivilegeError`)."""
    async with db.as_user(admin_id) as tx:
        rows = await tx.fetch("select * from list_mails($1, $2)", before, limit)
    return [
        MailEntry(
            row["id"],
            row["user_id"],
            row["kind"],
            row["state"],
            row["tries"],
            row["created_at"],
            row["ended_at"],
            _opened(outbox, row["user_id"], row["id"], row["sealed"]) if row["state"] == "kept" else None,
        )
        for row in rows
    ]


async def drop_old_mails(db: Db) -> None:
    while True:
        rows = await db.look_up(
            "select drop_old_mails(make_interval(days => $1), $2) as dropped", _KEPT_DAYS, _SWEPT_AT_ONCE
        )
        if rows[0]["dropped"] < _SWEPT_AT_ONCE:
            return


async def _take(db: Db, outbox: Outbox, user_id: UserId, mail_id: MailId) -> Mail | None:
    """None: sent before, or dropped. The try is counted whatever becomes of it."""
    async with db.as_user(user_id) as tx:
        sealed = await tx.fetchval(
            """
            update mails set tries = tries + 1
             where user_id = $1 and id = $2 and state = 'waiting' returning sealed
            """,
            user_id,
            mail_id,
        )
    if sealed is None:
        return None
    mail = _opened(outbox, user_id, mail_id, sealed)
    if mail is None:
        raise Hopeless("sealed under a key that is gone")
    return mail


async def _end(tx: Tx, user_id: UserId, mail_id: MailId, state: MailState) -> None:
    await tx.execute(
        """
        update mails set state = $3, ended_at = now(), sealed = case when $3 = 'kept' then sealed end
         where user_id = $1 and id = $2
        """,
        user_id,
        mail_id,
        state,
    )


def _opened(outbox: Outbox, user_id: UserId, mail_id: MailId, sealed: str) -> Mail | None:
    try:
        return Mail(**orjson.loads(outbox.box.open(sealed, owner=str(user_id), purpose=_purpose(mail_id))))
    except CannotOpen:
        return None


def _purpose(mail_id: MailId) -> str:
    return f"mail {mail_id}"
