"""What a memory that is another installation's has to forget, carried out: there first, then in what is kept here.

Whose is what: turns, facts, loops, summaries and vectors are the other memory's; messages, traces, prompts, streams and
files are ours. A wish is written down before anybody is asked (`pending`), with the number its receipt will have there
and here: whoever dies on the way, it is taken up again, and neither side does it twice. The other memory tells which
messages went by the hashes of their names; it never tells their words.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from holdfast.core.db import Owner
from holdfast.core.errors import Invalid, NotFound, Unavailable
from holdfast.core.ids import ReceiptId, new_id
from holdfast.memory.forget import store
from holdfast.memory.forget.local import forget_local
from holdfast.memory.forget.pending import owe_remote
from holdfast.memory.forget.types import (
    ForgetEverything,
    ForgetFacts,
    ForgetLocal,
    ForgetMessages,
    ForgetPeriod,
    ForgetQuery,
    ForgetSessions,
    ForgetWish,
    Marks,
    Pending,
    Receipt,
)
from holdfast.memory.parts import MemoryParts
from holdfast.memory.types import Remote

_PATIENCE_SECONDS = 180.0
"""Longer than one try takes; then the schedule takes the wish up."""


async def forget_remote(memory: MemoryParts, owner: Owner, what: ForgetWish, receipt_id: ReceiptId) -> Receipt:
    """Anything but everything, which is taken out here at once and owed there (`delete_everything`)."""
    async with memory.db.as_owner(owner) as tx:
        await owe_remote(memory, tx, owner, receipt_id, wish_of(what), pause_seconds=_PATIENCE_SECONDS)
    try:
        receipt = await _carry_out(memory, owner, what, receipt_id)
    except (NotFound, Invalid):
        async with memory.db.as_owner(owner) as tx:
            await store.drop_wish(tx, owner, receipt_id)
        raise
    except Unavailable:
        raise Unavailable(
            "The memory is kept elsewhere and does not answer. The wish is written down and will be carried out.",
            code="memory_unavailable",
            details={"receiptId": str(receipt_id)},
            retry_after_seconds=60,
        ) from None
    async with memory.db.as_owner(owner) as tx:
        await store.drop_wish(tx, owner, receipt_id)
    return receipt


async def count_remote(memory: MemoryParts, owner: Owner, what: ForgetWish) -> Mapping[str, int]:
    return await _remote(memory).count(owner, wish_of(what))


async def carry_out(memory: MemoryParts, owner: Owner, pending: Pending) -> None:
    """A wish that was written down. `Unavailable`: later."""
    assert pending.wish is not None
    what = what_of(pending.wish)
    if isinstance(what, ForgetEverything):
        # A second look must not be taken for a repeat of the first.
        await _remote(memory).carry_out(
            owner, wish_of(what), ReceiptId(new_id()) if pending.is_done else pending.receipt
        )
        return
    try:
        await _carry_out(memory, owner, what, pending.receipt)
    except (NotFound, Invalid):  # it is not there any more, and nobody is waiting to be told
        return


async def _carry_out(memory: MemoryParts, owner: Owner, what: ForgetWish, receipt_id: ReceiptId) -> Receipt:
    remote = _remote(memory)
    # Words that are still on their way there must not arrive after what they say was forgotten.
    for eraser in memory.erasers if isinstance(what, ForgetQuery | ForgetSessions | ForgetPeriod) else ():
        for one in await eraser.unheard(memory.db, owner):
            await remote.ingest(owner, one.said, session_id=one.session_id, persona_id=one.persona_id)
    told = await remote.carry_out(owner, wish_of(what), receipt_id)
    marks = read_marks(await remote.marks(owner, receipt_id))
    return await forget_local(memory, owner, local_wish(what, marks), receipt_id, remote=told)


def local_wish(what: ForgetWish, marks: Marks) -> ForgetWish:
    """The same wish for what is kept here, where numbers of facts mean nothing."""
    match what:
        case ForgetFacts() | ForgetMessages() | ForgetPeriod():
            return ForgetLocal(what.kind, marks)
        case ForgetSessions(session_ids):
            return ForgetLocal(what.kind, marks, session_ids=session_ids)
        case ForgetQuery(query):
            return ForgetLocal(what.kind, marks, query=query)
    return what


def wish_of(what: ForgetWish) -> Mapping[str, Any]:
    """As it is written down and sent: what `POST /memory/forget` takes."""
    match what:
        case ForgetFacts(ids):
            return {"factIds": [str(one) for one in ids]}
        case ForgetSessions(session_ids, skips_unknown):
            return {"sessionIds": list(session_ids), **({"skipUnknown": True} if skips_unknown else {})}
        case ForgetMessages(external_ids):
            return {"messageIds": list(external_ids)}
        case ForgetPeriod(begins, ends):
            return {"period": {"from": begins.isoformat(), "to": ends.isoformat()}}
        case ForgetQuery(query):
            return {"query": query}
        case ForgetEverything():
            return {"everything": True}
    raise AssertionError("nobody elsewhere is asked for this")


def what_of(wish: Mapping[str, Any]) -> ForgetWish:
    if "factIds" in wish:
        return ForgetFacts([int(one) for one in wish["factIds"]])
    if "sessionIds" in wish:
        return ForgetSessions(wish["sessionIds"], skips_unknown=bool(wish.get("skipUnknown")))
    if "messageIds" in wish:
        return ForgetMessages(wish["messageIds"])
    if "period" in wish:
        return ForgetPeriod(*(datetime.fromisoformat(wish["period"][name]) for name in ("from", "to")))
    return ForgetQuery(wish["query"]) if "query" in wish else ForgetEverything()


def read_marks(answer: Mapping[str, Any]) -> Marks:
    try:
        return Marks(
            turns=[int(one) for one in answer["turns"]],
            facts=[int(one) for one in answer["facts"]],
            loops=[int(one) for one in answer["loops"]],
            messages=[bytes.fromhex(one) for one in answer["messages"]],
        )
    except (KeyError, TypeError, ValueError):
        raise Unavailable("The memory elsewhere does not tell what it forgot.", code="memory_unavailable") from None


def _remote(memory: MemoryParts) -> Remote:
    if memory.remote is None:
        raise Unavailable("No memory elsewhere is configured any more.", code="memory_unavailable")
    return memory.remote
