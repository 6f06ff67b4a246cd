"""Accounts made without the door: for tests that need somebody, and not how they came in."""

from __future__ import annotations

from holdfast.accounts import store
from holdfast.accounts.admission import Admission
from holdfast.accounts.identities import Vouched, find_or_create
from holdfast.core.crypto import Signer
from holdfast.core.db import Db
from holdfast.core.ids import UserId

ANYBODY = Admission("open", is_reachable=False, new_plan=None, signer=Signer([b"k" * 32]))


async def admitted(db: Db, new: store.NewAccount) -> None:
    await ANYBODY.open_account(db, new, "open")


async def vouched_for(db: Db, subject: str, name: str | None = None) -> UserId:
    who = Vouched("https://issuer", subject, None, False, name or subject.title(), None)
    return (await find_or_create(db, ANYBODY, who)).user_id
