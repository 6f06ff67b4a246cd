"""What a memory that is another installation's has to forget, carried out: there first, then in what is kept here.

Whose is what: turns, facts, loops, summaries and vectors are the other memory's; messages, traces, prompts, streams and
files are ours. A wish is written down before anybody is asked (`errands`), with the number its receipt will have there
and here: whoever dies on the way, it is taken up again, and neither side does it twice. The other memory tells which
messages went by the hashes of their names; it never tells their words.
"""

from __future__ import annotations

from uuid import UUID

from holdfast.core.db import Owner
from holdfast.core.errors import Invalid, NotFound, Unavailable
from holdfast.core.ids import new_id
from holdfast.memory.forget.local import forget_here
from holdfast.memory.forget.pending import drop_wish, owe_elsewhere
from holdfast.memory.forget.types import (
    Errand,
    ForgetEverything,
    ForgetFacts,
    ForgetHere,
    ForgetQuery,
    ForgetSessions,
    Marks,
    Receipt,
    What,
)
from holdfast.memory.forget.wishes import read_marks, what_of, wish_of
from holdfast.memory.parts import MemoryParts
from holdfast.memory.types import Elsewhere

_PATIENCE_SECONDS = 180.0
"""Longer than one try takes; then the schedule takes the wish up."""


async def forget_elsewhere(memory: MemoryParts, owner: Owner, what: What, receipt_id: UUID) -> Receipt:
    """Anything but everything, which is taken out here at once and owed there (`erase_everything`)."""
    async with memory.db.as_owner(owner) as tx:
        await owe_elsewhere(memory, tx, owner, receipt_id, wish_of(what), pause_seconds=_PATIENCE_SECONDS)
    try:
        receipt = await _carry_out(memory, owner, what, receipt_id)
    except (NotFound, Invalid):
        async with memory.db.as_owner(owner) as tx:
            await drop_wish(tx, owner, receipt_id)
        raise
    except Unavailable:
        raise Unavailable(
            "The memory is kept elsewhere and does not answer. The wish is written down and will be carried out.",
            code="memory_unavailable",
            details={"receiptId": str(receipt_id)},
            retry_after_seconds=60,
        ) from None
    async with memory.db.as_owner(owner) as tx:
        await drop_wish(tx, owner, receipt_id)
    return receipt


async def carry_out(memory: MemoryParts, owner: Owner, errand: Errand) -> None:
    """A wish that was written down. `Unavailable`: later."""
    assert errand.wish is not None
    what = what_of(errand.wish)
    if isinstance(what, ForgetEverything):
        # A second look must not be taken for a repeat of the first.
        await _elsewhere(memory).carry_out(owner, wish_of(what), new_id() if errand.is_done else errand.receipt)
        return
    try:
        await _carry_out(memory, owner, what, errand.receipt)
    except (NotFound, Invalid):  # it is not there any more, and nobody is waiting to be told
        return


async def _carry_out(memory: MemoryParts, owner: Owner, what: What, receipt_id: UUID) -> Receipt:
    elsewhere = _elsewhere(memory)
    # Words that are still on their way there must not arrive after what they say was forgotten.
    for eraser in memory.erasers if isinstance(what, ForgetQuery | ForgetSessions) else ():
        for one in await eraser.unheard(memory.db, owner):
            await elsewhere.ingest(owner, one.said, session_id=one.session_id, persona_id=one.persona_id)
    there = await elsewhere.carry_out(owner, wish_of(what), receipt_id)
    here = here_too(what, read_marks(await elsewhere.marks(owner, receipt_id)))
    return await forget_here(memory, owner, here, receipt_id, there=there)


def here_too(what: What, marks: Marks) -> What:
    """The same wish for what is kept here, where numbers of facts mean nothing."""
    match what:
        case ForgetFacts():
            return ForgetHere(what.kind, marks)
        case ForgetSessions(session_ids):
            return ForgetHere(what.kind, marks, session_ids=session_ids)
        case ForgetQuery(query):
            return ForgetHere(what.kind, marks, query=query)
    return what


def _elsewhere(memory: MemoryParts) -> Elsewhere:
    if memory.elsewhere is None:
        raise Unavailable("No memory elsewhere is configured any more.", code="memory_unavailable")
    return memory.elsewhere
