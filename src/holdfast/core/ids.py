"""Identifiers that sort by time (UUIDv7), made here because the embedded Postgres has no extensions for it.

And what each is the id of, so that two of them cannot change places unnoticed. To the machine a `NewType` is the value
itself."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from typing import NewType
from uuid import UUID

UserId = NewType("UserId", UUID)
"""An account: a person of this installation."""
OrgId = NewType("OrgId", UUID)
ChatId = NewType("ChatId", UUID)
SessionId = NewType("SessionId", UUID)
"""Of a chat: a part of it without a long silence."""
MessageId = NewType("MessageId", UUID)
TurnId = NewType("TurnId", UUID)
StreamId = NewType("StreamId", UUID)
ProcessId = NewType("ProcessId", UUID)
"""A server or a worker, for as long as it lives."""
DocumentId = NewType("DocumentId", UUID)
OwnPersonaId = NewType("OwnPersonaId", UUID)
"""Of a persona that people made; those of packs are names."""
BlobId = NewType("BlobId", UUID)
"""Bytes people gave us, and sound that is kept for a while."""
ConnectorId = NewType("ConnectorId", UUID)
ImportId = NewType("ImportId", UUID)
"""Of a file with conversations from elsewhere."""
ApprovalId = NewType("ApprovalId", UUID)
QuestionId = NewType("QuestionId", UUID)
"""Of what a tool asks its person while it runs."""
TrustId = NewType("TrustId", UUID)
McpServerId = NewType("McpServerId", UUID)
ReceiptId = NewType("ReceiptId", UUID)
InviteId = NewType("InviteId", UUID)
SignInId = NewType("SignInId", UUID)
KeyId = NewType("KeyId", UUID)
ProgramId = NewType("ProgramId", UUID)
"""Of a program that registered itself."""
PasskeyId = NewType("PasskeyId", UUID)
IdentityId = NewType("IdentityId", UUID)
MailId = NewType("MailId", UUID)
SlotId = NewType("SlotId", UUID)
SessionRow = NewType("SessionRow", int)
"""Of a memory session: the number of its row. What its sender calls it is `session_id`, a text."""


def new_id(nanoseconds: Callable[[], int] = time.time_ns) -> UUID:
    """Also within a millisecond: twelve bits tell its parts, so that what is added first is listed first."""
    milliseconds, rest = divmod(nanoseconds(), 1_000_000)
    part = (rest << 12) // 1_000_000
    random = int.from_bytes(os.urandom(8), "big") & (1 << 62) - 1
    return UUID(int=(milliseconds & (1 << 48) - 1) << 80 | 0x7 << 76 | part << 64 | 0b10 << 62 | random)
