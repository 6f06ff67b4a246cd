"""The figures behind `/readyz`, and what they say in one word each. Nothing here is needed for an answer to anybody."""

from __future__ import annotations

import asyncio
import shutil
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from holdfast.accounts.admins import as_admin
from holdfast.admin import store
from holdfast.admin.types import Figures
from holdfast.core.db import Db
from holdfast.core.ids import UserId

_SILENT_SECONDS = 60.0
"""Something of the schedule is due every ten seconds."""
_MAIL_LATE_SECONDS = 900.0
_DISK_LOW_BYTES = 1_000_000_000
_DISK_LOW_SHARE = 0.05


@dataclass(frozen=True, slots=True)
class Disk:
    free_bytes: int
    total_bytes: int

    @property
    def word(self) -> Literal["ok", "low"]:
        is_low = self.free_bytes < _DISK_LOW_BYTES or self.free_bytes < self.total_bytes * _DISK_LOW_SHARE
        return "low" if is_low else "ok"


async def read_figures(db: Db, admin_id: UserId) -> Figures:
    async with as_admin(db, admin_id) as tx:
        return await store.read_figures(tx)


async def read_disk(folder: Path) -> Disk | None:
    """Of the disk that holds the data folder; None where there is no such folder (yet)."""
    return await asyncio.to_thread(_disk, folder)


def _disk(folder: Path) -> Disk | None:
    try:
        found = shutil.disk_usage(folder.expanduser())
    except OSError:
        return None
    return Disk(found.free, found.total)


def worker_word(figures: Figures) -> Literal["ok", "silent"]:
    heard = figures.worker_heard_at
    is_heard = heard is not None and (figures.asked_at - heard).total_seconds() < _SILENT_SECONDS
    return "ok" if is_heard else "silent"


def mail_word(figures: Figures, *, can_send: bool) -> Literal["ok", "late", "off"]:
    """Off: mails are kept, for an admin to hand them on."""
    if not can_send:
        return "off"
    return "late" if figures.mails_oldest_seconds > _MAIL_LATE_SECONDS else "ok"
