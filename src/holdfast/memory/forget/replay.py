"""After a backup was restored: what was forgotten since the backup came back with it, and is forgotten again.

Receipts lie in the same database, so an operator saves them elsewhere (`save_receipts`): numbers, hashes and
signatures, no word of anybody. `replay_receipts` takes that file to the restored database. A receipt that is there
already is passed over; one that we did not sign, or whose marks were altered, is refused.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterable, Mapping
from dataclasses import dataclass
from typing import Any
from uuid import UUID

import orjson

from holdfast.core.db import Db, Owner
from holdfast.core.errors import Invalid
from holdfast.core.ids import ReceiptId, SessionRow
from holdfast.memory.forget import store
from holdfast.memory.forget.forget import forget
from holdfast.memory.forget.receipts import is_as_signed
from holdfast.memory.forget.types import ForgetAgain, ForgetEverything, ForgetWish, Receipt
from holdfast.memory.parts import MemoryParts

_PAGE = 200


@dataclass(frozen=True, slots=True)
class ReplayResult:
    forgotten: int
    known: int
    """Receipts that the backup held already."""


async def save_receipts(keeper: Db) -> AsyncIterator[bytes]:
    """Every receipt of every owner with its marks, a line each. `keeper`: as the role that keeps the schema."""
    after: UUID | None = None
    while True:
        async with keeper.as_nobody() as tx:
            page = await store.receipts_of_all(tx, after=after, most=_PAGE)
            for owner, receipt in page:
                marks = await store.marks(tx, owner, receipt.id)
                yield _line(receipt, marks)
        if len(page) < _PAGE:
            return
        after = page[-1][1].id


async def replay_receipts(memory: MemoryParts, lines: Iterable[bytes]) -> ReplayResult:
    """All lines are checked before the first takes effect."""
    saved = [_read(memory, number, line) for number, line in enumerate(lines, 1)]
    forgotten = known = 0
    for owner, receipt_id, what in saved:
        async with memory.db.as_owner(owner) as tx:
            is_known = await store.find_receipt(tx, owner, receipt_id) is not None
        if is_known:
            known += 1
        else:
            # This database was restored, and no other: a memory elsewhere has gone on since.
            await forget(memory, owner, what, is_local_only=True)
            forgotten += 1
    return ReplayResult(forgotten, known)


def _line(receipt: Receipt, marks: Iterable[tuple[str, int | bytes]]) -> bytes:
    told = [[kind, mark.hex() if isinstance(mark, bytes) else mark] for kind, mark in marks]
    return orjson.dumps({"body": receipt.body, "signature": receipt.signature.hex(), "marks": told}) + b"\n"


def _read(memory: MemoryParts, number: int, line: bytes) -> tuple[Owner, ReceiptId, ForgetWish]:
    try:
        saved = orjson.loads(line)
        body, signature = saved["body"], bytes.fromhex(saved["signature"])
        marks = [(kind, bytes.fromhex(mark) if kind in "xw" else int(mark)) for kind, mark in saved["marks"]]
    except (ValueError, KeyError, TypeError):
        raise Invalid(f"Line {number} holds no receipt; nothing was forgotten.", code="bad_line") from None
    if not is_as_signed(memory, body, signature, marks):
        raise Invalid(f"The receipt on line {number} is not as we signed it; nothing was forgotten.", code="bad_line")
    return Owner(body["tenantId"], body["userId"]), ReceiptId(UUID(body["id"])), _what(body, marks)


def _what(body: Mapping[str, Any], marks: list[tuple[str, int | bytes]]) -> ForgetWish:
    if body["kind"] == "everything":  # whatever the backup holds of this owner is older than the wish
        return ForgetEverything()
    numbers = {wanted: [mark for kind, mark in marks if kind == wanted and isinstance(mark, int)] for wanted in "eflsu"}
    digests = [mark for kind, mark in marks if kind == "x" and isinstance(mark, bytes)]
    sessions = [SessionRow(number) for number in numbers["s"]]
    return ForgetAgain(body["kind"], numbers["e"], numbers["f"], numbers["l"], sessions, numbers["u"], digests)
