"""What was written to whom: mails as they wait to be sent, read with the installation's own key."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

import asyncpg
import orjson

from holdfast.accounts.parts import Accounts
from holdfast.core.mail import Mail

MAIL: dict[str, Any] = {"mail": {"smtp_host": "127.0.0.1", "smtp_port": 9}}
"""A mail server is configured, and nobody works: what is written stays to be read."""


async def letters_to(accounts: Accounts, as_owner: asyncpg.Connection, address: str) -> Sequence[Mail]:
    """Oldest first."""
    rows = await as_owner.fetch("select id, user_id, sealed from mails where state = 'waiting' order by id")
    mails = [
        Mail(
            **orjson.loads(
                accounts.outbox.box.open(
                    row["sealed"], owner=str(row["user_id"] or "nobody"), purpose=f"mail {row['id']}"
                )
            )
        )
        for row in rows
    ]
    return [mail for mail in mails if mail.to == address]


def link_in(mail: Mail) -> str:
    (found,) = re.findall(r"https?://\S+#[\w-]{43}", mail.text)
    return str(found)


def token_in(mail: Mail) -> str:
    return link_in(mail).partition("#")[2]
