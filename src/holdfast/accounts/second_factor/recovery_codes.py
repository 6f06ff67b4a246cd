"""Recovery codes, for the day the phone is gone: ten, each good once, shown once.

Fifteen letters of thirty make 73 bits, so that a plain hash is enough to keep them by: nobody tries them all, and they
outlive a change of the installation's key, after which somebody may need one most.
"""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Sequence

from holdfast.accounts.codes import ALPHABET, in_groups
from holdfast.accounts.second_factor import store
from holdfast.core.db import Tx
from holdfast.core.ids import UserId

COUNT = 10
_LENGTH = 15
_MAX_TYPED_CHARACTERS = 60


async def replace_recovery_codes(tx: Tx, user_id: UserId) -> Sequence[str]:
    """New ones, as they are shown and written down; the old ones are worth nothing from here on."""
    codes = ["".join(secrets.choice(ALPHABET) for _ in range(_LENGTH)) for _ in range(COUNT)]
    await store.replace_recovery_codes(tx, user_id, [_hash(user_id, code) for code in codes])
    return [in_groups(code) for code in codes]


async def spend_recovery_code(tx: Tx, user_id: UserId, typed: str) -> bool:
    code = as_typed(typed)
    return code is not None and await store.spend_recovery_code(tx, user_id, _hash(user_id, code))


def as_typed(text: str) -> str | None:
    """In small letters, with blanks or hyphens; None for what cannot be one."""
    if len(text) > _MAX_TYPED_CHARACTERS or not text.isascii():
        return None
    code = "".join(text.replace("-", " ").split()).upper()
    return code if len(code) == _LENGTH and set(code) <= set(ALPHABET) else None


def _hash(user_id: UserId, code: str) -> bytes:
    return hashlib.sha256(b"recovery code " + user_id.bytes + code.encode()).digest()
