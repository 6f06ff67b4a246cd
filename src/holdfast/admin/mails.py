"""The outbox page: which mails went, wait or failed.

Where there is no mail server, whoever runs the installation hands them on, so their words are shown. Where there is
one they never are, also those of mails from before it was there.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from uuid import UUID

import asyncpg

from holdfast.accounts.admins import NotAdmin
from holdfast.core import mail
from holdfast.core.db import Db
from holdfast.core.ids import UserId
from holdfast.core.mail import MailEntry, Outbox


async def list_mails(
    db: Db, outbox: Outbox, admin_id: UserId, *, before: UUID | None, limit: int
) -> Sequence[MailEntry]:
    """Newest first."""
    try:
        found = await mail.list_mails(db, outbox, admin_id, before=before, limit=limit)
    except asyncpg.InsufficientPrivilegeError:
        raise NotAdmin() from None
    return [replace(entry, mail=None) for entry in found] if outbox.mailer.can_send else found
