"""What recall put into a prompt is told to the memory, which will know it again: an echo is no new memory.

It is told while the model answers, once its first word is out, so nobody waits for it, and before the answer is stored,
so it is known in time.
"""

from __future__ import annotations

from holdfast.core.db import owner_of
from holdfast.core.first_words import FirstWord
from holdfast.core.log import get_logger
from holdfast.memory.client.types import MemoryClient
from holdfast.turn.types import AcceptedTurn, Context

log = get_logger()


async def note_recalled(memory: MemoryClient, turn: AcceptedTurn, context: Context, first_word: FirstWord) -> None:
    if not context.recalled:
        return
    await first_word.wait()
    try:
        await memory.note_recalled(owner_of(turn.ids.user_id), context.recalled)
    except Exception as error:  # noqa: BLE001 — border: a memory that is away may learn an echo; the answer goes on
        log.warning("echo_not_noted", error=type(error).__name__)
