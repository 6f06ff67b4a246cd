"""Dead letters of both kinds, jobs and deliveries of the memory: list, try again, drop.

They are named `job-12` and `memory-7`. They tell what failed and how often it was tried; what it was about is not
shown, for it may quote somebody.
"""

from __future__ import annotations

import re
from dataclasses import replace

from holdfast.accounts.admins import as_admin
from holdfast.admin import store
from holdfast.admin.types import AlreadyQueued, DeadLetter, DeadLetters, DeadLetterSource, UnknownDeadLetter
from holdfast.core.db import Db
from holdfast.core.ids import UserId

_NAME = re.compile(r"(job|memory)-([1-9][0-9]{0,17})")
_FAILURE = re.compile(r"[\w.:]{1,100}( at [\w.:]{1,200})?", re.ASCII)
"""`ValueError at holdfast.memory.fold:42`, or a class alone. Whoever writes failures holds words back already; whatever
slips through there is not shown here."""


def name_of(letter: DeadLetter) -> str:
    return f"{letter.source}-{letter.id}"


async def list_dead_letters(db: Db, admin_id: UserId, *, limit: int) -> DeadLetters:
    async with as_admin(db, admin_id) as tx:
        found = await store.list_dead_letters(tx, limit)
    letters = [one if _FAILURE.fullmatch(one.failure) else replace(one, failure="unknown") for one in found.letters]
    return replace(found, letters=letters)


async def retry_dead_letter(db: Db, admin_id: UserId, name: str) -> None:
    """Back to where it was, with all its tries before it."""
    source, letter_id = _read(name)
    async with as_admin(db, admin_id) as tx:
        outcome = await store.retry_dead_letter(tx, source, letter_id)
    if outcome == "already_queued":
        raise AlreadyQueued()
    if outcome != "done":
        raise UnknownDeadLetter()


async def drop_dead_letter(db: Db, admin_id: UserId, name: str) -> None:
    """Given up. Of a delivery the turns themselves stay, and so does what was folded."""
    source, letter_id = _read(name)
    async with as_admin(db, admin_id) as tx:
        if not await store.drop_dead_letter(tx, source, letter_id):
            raise UnknownDeadLetter()


def _read(name: str) -> tuple[DeadLetterSource, int]:
    found = _NAME.fullmatch(name)
    if found is None:
        raise UnknownDeadLetter()
    return ("job" if found[1] == "job" else "memory"), int(found[2])
