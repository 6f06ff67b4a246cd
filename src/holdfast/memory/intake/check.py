"""What may come in: times, sizes, characters. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import get_args

from holdfast.core.db import Owner
from holdfast.core.errors import Invalid, TooLarge
from holdfast.memory.moments import EARLIEST
from holdfast.memory.types import IncomingTurn, SpeakerRole

MAX_CHARACTERS = 100_000
"""Of one turn. Postgres itself splits no text of more than a megabyte into words."""
MAX_MESSAGES = 2_000
"""Of one transcript."""
MAX_ID_CHARACTERS = 200
MAX_OWNER_BYTES = 250
"""Of a tenant's or a user's name: with both, the longest word there is must still fit into one entry of an index."""
_ROLES = frozenset(get_args(SpeakerRole))
_AHEAD = timedelta(days=1)


def check_said(said: IncomingTurn, now: datetime) -> None:
    """`Invalid` or `TooLarge`, with a sentence that names the field and never quotes it."""
    if said.role not in _ROLES:
        raise Invalid("The role must be user, assistant, system or tool.", code="unknown_role")
    if not said.text.strip():
        raise Invalid("The text is empty.", code="empty_text")
    if len(said.text) > MAX_CHARACTERS:
        raise TooLarge(f"A text may have at most {MAX_CHARACTERS:,} characters.", code="text_too_long")
    _check_characters("text", said.text)
    check_id("externalId", said.external_id)
    check_id("name", said.name)
    _check_time(said.said_at, now)


def check_transcript(messages: Sequence[IncomingTurn], now: datetime) -> None:
    if len(messages) > MAX_MESSAGES:
        raise TooLarge(
            f"A transcript may have at most {MAX_MESSAGES:,} messages; send it in parts.", code="too_many_messages"
        )
    for said in messages:
        check_said(said, now)


def check_owner(owner: Owner) -> None:
    for name, value in (("tenantId", owner.tenant_id), ("userId", owner.user_id)):
        if not value:
            raise Invalid(f"The {name} is empty.", code="empty_id")
        check_id(name, value)
        if len(value.encode()) > MAX_OWNER_BYTES:
            raise Invalid(f"The {name} has more than {MAX_OWNER_BYTES} bytes.", code="id_too_long")


def check_id(name: str, value: str | None) -> None:
    if value is None:
        return
    if not value.strip():
        raise Invalid(f"The {name} is empty.", code="empty_id")
    if len(value) > MAX_ID_CHARACTERS:
        raise Invalid(f"The {name} has more than {MAX_ID_CHARACTERS} characters.", code="id_too_long")
    _check_characters(name, value)


def _check_characters(name: str, value: str) -> None:
    if "\0" in value:
        raise Invalid(f"The {name} holds a NUL character.", code="bad_characters")
    try:
        value.encode()
    except UnicodeEncodeError:  # half of a surrogate pair
        raise Invalid(f"The {name} holds characters that no text may hold.", code="bad_characters") from None


def _check_time(said_at: datetime, now: datetime) -> None:
    if said_at.tzinfo is None:
        raise Invalid("The timestamp names no time zone.", code="bad_timestamp")
    if said_at > now + _AHEAD:
        raise Invalid("The timestamp is more than a day ahead of this server's clock.", code="timestamp_ahead")
    if said_at < EARLIEST:
        raise Invalid("The timestamp is before 1970.", code="bad_timestamp")
