"""Receipts: signed when something was forgotten, listed, and verified later.

A receipt tells how many of what went and when, and a keyed hash over each kind: whoever has the words can be shown, by
us alone, that they are what went; nobody can find the words from the hash, not even by trying. The marks beside it are
numbers of rows, so that anybody may ask later whether any of them came back.
"""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID

import orjson

from holdfast.core.crypto import Signer
from holdfast.core.cursor import read_cursor, write_cursor
from holdfast.core.db import Owner, Tx
from holdfast.core.errors import Conflict, NotFound, Setup, Unavailable
from holdfast.core.ids import ReceiptId
from holdfast.memory.forget import store
from holdfast.memory.forget.pending import REMOTE, is_kept_remotely
from holdfast.memory.forget.probes import MIN_CHARACTERS, MIN_WORDS
from holdfast.memory.forget.types import Deletion, ForgetRecord, Receipt, Verification, camel
from holdfast.memory.parts import MemoryParts

VERSION = 1
_PAGE = 2_000


@dataclass(frozen=True, slots=True)
class ReceiptPage:
    receipts: Sequence[Receipt]
    next_cursor: str | None


def signer_of(memory: MemoryParts) -> Signer:
    if memory.signer is None:
        raise Setup("Receipts cannot be signed: this service was started without the installation's key.")
    return memory.signer


async def keep_receipt(
    memory: MemoryParts, tx: Tx, owner: Owner, receipt_id: ReceiptId, record: ForgetRecord
) -> Receipt:
    """In the forget's own transaction: there is no forgetting without a receipt, and no receipt without forgetting."""
    signer, made_at, gone, remote = signer_of(memory), memory.clock(), record.gone, record.remote
    unsigned = Receipt(receipt_id, made_at, {}, b"")
    if not await store.add_receipt(tx, owner, unsigned):
        raise Conflict("That number belongs to another receipt.", code="receipt_taken")
    await store.add_marks(tx, owner, receipt_id, _numbers(gone))
    await store.mark_messages(tx, owner, receipt_id, record.messages)
    await store.mark_digests(tx, owner, receipt_id, "x", record.digests)
    await store.mark_digests(tx, owner, receipt_id, "w", await _words(tx, signer, owner, _texts(gone)))
    body = {
        "version": VERSION,
        "id": str(receipt_id),
        "tenantId": owner.tenant_id,
        "userId": owner.user_id,
        "kind": gone.kind,
        "madeAt": made_at.isoformat(),
        "counts": dict(record.counts),
        "hashes": _hashes(signer, owner, receipt_id, gone),
        "marks": _digest(await store.marks(tx, owner, receipt_id)),
        "found": dict(record.found),
        "verified": not any(record.found.values()),
        "sinks": [sink.name for sink in memory.sinks],
        "publicKey": signer.public_key,
        **({} if remote is None else {"elsewhere": {name: remote[name] for name in ("body", "signature")}}),
    }
    receipt = Receipt(receipt_id, made_at, body, signer.sign(_bytes(body)))
    await store.sign_receipt(tx, owner, receipt)
    return receipt


async def list_receipts(
    memory: MemoryParts, owner: Owner, *, limit: int = 50, cursor: str | None = None
) -> ReceiptPage:
    """The newest first."""
    async with memory.db.as_owner(owner) as tx:
        found = await store.receipts(tx, owner, before=read_cursor(cursor, UUID) if cursor else None, limit=limit + 1)
    page = found[:limit]
    last = page[-1] if len(found) > limit else None
    return ReceiptPage(page, write_cursor(last.made_at, last.id) if last else None)


async def verify_receipt(memory: MemoryParts, owner: Owner, receipt_id: ReceiptId) -> Verification:
    """Whether it is ours and unaltered, and whether what it speaks of is still gone.

    By the numbers of the rows that went. Whoever brings the same words back under new numbers, by an import or by
    saying them again, does so by their own will: it is told (`same_words`), and is no fault.
    """
    signer = signer_of(memory)
    async with memory.db.as_owner(owner) as tx:
        receipt = await store.find_receipt(tx, owner, receipt_id)
        if receipt is None:
            raise NotFound("There is no such receipt.", code="unknown_receipt")
        marks = await store.marks(tx, owner, receipt_id)
        found = await store.find_marked(tx, owner, receipt_id)
        waiting = await store.sinks_waiting(tx, owner, receipt_id)
        hashes = {mark for kind, mark in marks if kind == "w" and isinstance(mark, bytes)}
        same_words = await _count_same(tx, signer, owner, hashes) if hashes else None
    is_ours = signer.is_signed(_bytes(receipt.body), receipt.signature) and _is_about(receipt, owner)
    # An imported receipt speaks of rows of another database: its marks did not come along.
    is_valid = is_ours and (receipt.is_imported or receipt.body.get("marks") == _digest(marks))
    checked = [camel(name) for name in found]
    if same_words is not None:
        checked.append("sameWords")
    remote, is_reached = await _ask_remote(memory, receipt, owner)
    if is_reached:
        checked.append(REMOTE)
    elif is_reached is not None and REMOTE not in waiting:
        waiting = [*waiting, REMOTE]
    all_found = {**{camel(name): count for name, count in found.items()}, **remote}
    return Verification(
        is_valid,
        not any(all_found.values()),
        {name: count for name, count in all_found.items() if count},
        waiting,
        checked,
        same_words,
    )


async def _ask_remote(memory: MemoryParts, receipt: Receipt, owner: Owner) -> tuple[Mapping[str, int], bool | None]:
    """What the memory elsewhere still finds, and whether it answered; None: it has nothing to do with this receipt."""
    is_about_both = "elsewhere" in receipt.body or receipt.body.get("kind") == "everything"
    if memory.remote is None or not is_kept_remotely(memory, owner) or not is_about_both:
        return {}, None
    try:
        answer = await memory.remote.verify(owner, receipt.id)
        found = {f"elsewhere.{name}": int(count) for name, count in answer["found"].items()}
        return found if answer["valid"] else {**found, "elsewhere.invalid": 1}, True
    except (Unavailable, NotFound, KeyError, TypeError, ValueError, AttributeError):
        return {}, False


async def marks_of(memory: MemoryParts, owner: Owner, receipt_id: ReceiptId) -> Sequence[tuple[str, int | bytes]]:
    """The numbers of what went, and hashes of the names of messages: for whoever keeps copies of the same words."""
    async with memory.db.as_owner(owner) as tx:
        if await store.find_receipt(tx, owner, receipt_id) is None:
            raise NotFound("There is no such receipt.", code="unknown_receipt")
        return await store.marks(tx, owner, receipt_id)


def is_as_signed(
    memory: MemoryParts, body: Mapping[str, Any], signature: bytes, marks: Sequence[tuple[str, int | bytes]]
) -> bool:
    return signer_of(memory).is_signed(_bytes(body), signature) and body.get("marks") == _digest(marks)


def _is_about(receipt: Receipt, owner: Owner) -> bool:
    body = receipt.body
    told = (body.get("id"), body.get("madeAt"))
    whose = (body.get("tenantId"), body.get("userId"))
    return told == (str(receipt.id), receipt.made_at.isoformat()) and (
        receipt.is_imported or whose == (owner.tenant_id, owner.user_id)
    )


def _numbers(gone: Deletion) -> Sequence[tuple[str, int]]:
    return [
        *(("e", turn.id) for turn in gone.turns),
        *(("f", fact.id) for fact in gone.facts),
        *(("l", loop.id) for loop in gone.loops),
        *(("s", session) for session in gone.sessions),
        *(("u", turn) for turn in gone.unteaching),
    ]


def _hashes(signer: Signer, owner: Owner, receipt_id: ReceiptId, gone: Deletion) -> Mapping[str, str]:
    kinds: Mapping[str, Sequence[Any]] = {"turns": gone.turns, "facts": gone.facts, "loops": gone.loops}
    return {
        kind: signer.keyed_hash(
            _bytes([owner.tenant_id, owner.user_id, str(receipt_id), kind, [[item.id, item.text] for item in items]])
        ).hex()
        for kind, items in kinds.items()
        if items
    }


def _texts(gone: Deletion) -> Sequence[str]:
    return [turn.text for turn in gone.turns] + [item.text for item in (*gone.facts, *gone.loops)]


async def _words(tx: Tx, signer: Signer, owner: Owner, texts: Sequence[str]) -> Sequence[bytes]:
    """A keyed hash of each text that tells something: who says "Yes, please." again has not brought anything back."""
    plain = {
        text for text in await store.plain(tx, texts) if len(text.split()) >= MIN_WORDS and len(text) >= MIN_CHARACTERS
    }
    return sorted(signer.keyed_hash(_bytes([owner.tenant_id, owner.user_id, "words", text])) for text in plain)


async def _count_same(tx: Tx, signer: Signer, owner: Owner, hashes: Collection[bytes]) -> int:
    """Page by page: a whole memory is not read into ours at once."""
    count, after = 0, 0
    while page := await store.plain_texts(tx, owner, after=after, most=_PAGE):
        count += sum(
            not signer.keyed_hashes(_bytes([owner.tenant_id, owner.user_id, "words", text])).isdisjoint(hashes)
            for _, text in page
        )
        after = page[-1][0]
        if after == 0:  # facts and loops alone
            break
    return count


def _digest(marks: Sequence[tuple[str, int | bytes]]) -> str:
    written = [[kind, mark.hex() if isinstance(mark, bytes) else mark] for kind, mark in marks]
    return hashlib.sha256(_bytes(written)).hexdigest()


def _bytes(value: object) -> bytes:
    """The one way to write it down: keys in order, no blanks."""
    return orjson.dumps(value, option=orjson.OPT_SORT_KEYS)
