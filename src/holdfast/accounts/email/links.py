"""One-time links: addresses that do one thing once.

The token stands behind the `#`, where no server and no log sees it, and is kept as a hash. What is dead for whatever
reason (used, run out, of another account, never ours) is refused with the same words.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import timedelta
from typing import Literal

from holdfast.accounts.email import store
from holdfast.accounts.parts import Accounts
from holdfast.core.crypto import hash_token, new_token
from holdfast.core.db import Db
from holdfast.core.errors import Conflict, NotFound

Purpose = Literal["reset", "verify", "change", "undo"]
LIVES: dict[Purpose, timedelta] = {
    "reset": timedelta(hours=1),
    "verify": timedelta(days=3),
    "change": timedelta(days=1),
    "undo": timedelta(days=7),
}
TOKEN_LENGTH = 43
_SWEPT_AT_ONCE = 1000


class DeadLink(NotFound):
    code = "dead_link"

    def __init__(self) -> None:
        super().__init__("This link was used already or has run out; ask for a new one.")


class NoMail(Conflict):
    code = "no_mail"

    def __init__(self) -> None:
        super().__init__("This installation sends no mail; ask the person who runs it for a link.")


@dataclass(frozen=True, slots=True)
class Link:
    """Told once."""

    address: str = field(repr=False)
    token_hash: bytes = field(repr=False)


def new_link(site: str, purpose: Purpose) -> Link:
    """`site`: the address people reach this installation by."""
    token = new_token()
    return Link(f"{site}/{purpose}#{token}", hash_token(token))


def life_seconds(purpose: Purpose) -> int:
    return int(LIVES[purpose].total_seconds())


def hash_of(token: str) -> bytes:
    """What is not as long as a token of ours is looked for like one, and not found."""
    return hash_token(token if len(token) == TOKEN_LENGTH else "")


def require_mail(accounts: Accounts) -> None:
    if not accounts.sends_mail:
        raise NoMail()


async def drop_old_links(db: Db) -> None:
    while await store.drop_old_links(db, at_most=_SWEPT_AT_ONCE) == _SWEPT_AT_ONCE:
        pass
