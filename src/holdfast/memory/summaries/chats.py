"""What was said in a chat before the messages its persona still sees, summarised in the background.

Three guards keep it cheap: enough must have left the persona's window, it is not made again within minutes, and one
maker at a time holds the chat by a lease. A chat has branches: when the branch in view no longer holds the last message
the summary tells of, it starts anew.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Literal
from zoneinfo import ZoneInfo

from holdfast.chats.messages import read_branch, read_messages
from holdfast.chats.types import Message
from holdfast.core.db import Db, Tx, account_of, owner_of
from holdfast.core.errors import Forbidden, NotFound
from holdfast.core.ids import ChatId, MessageId, SessionRow, UserId
from holdfast.core.jobs import Job, JobContext, work
from holdfast.core.log import get_logger
from holdfast.memory.loops.calendars import calendar_of
from holdfast.memory.parts import HasMemory, MemoryParts
from holdfast.memory.summaries import store
from holdfast.memory.summaries.rolling import fold_into
from holdfast.memory.summaries.types import ChatSummary, EarlierSummary
from holdfast.memory.types import Episode

MIN_NEW_MESSAGES = 6
"""So many must have left the window since the last time."""
MIN_NEW_CHARACTERS = 400
STALE_AFTER = timedelta(minutes=10)
"""Younger than this it stands, unless twice the window has left since."""
LEASE = timedelta(minutes=5)
MAX_READ = 400
_WINDOW = 50
_A_TURN = 2

SummaryOutcome = Literal["made", "too_little", "fresh", "in_progress", "gone", "void"]
log = get_logger()


async def summarise_chat(
    memory: MemoryParts, user_id: UserId, chat_id: ChatId, *, window: int = _WINDOW
) -> SummaryOutcome:
    """`window`: how many of the newest messages the persona sees anyway."""
    memory, begun_at = memory.for_owner(owner_of(user_id)), memory.clock()
    async with memory.db.as_user(user_id) as tx:
        old = await store.find_chat_summary(tx, user_id, chat_id)
        zone = await calendar_of(tx, owner_of(user_id))
    left = await _left_window(memory.db, user_id, chat_id, old, window)
    if left is None:
        return "gone"
    new, is_continued = left
    if len(new) < MIN_NEW_MESSAGES or sum(len(message.text) for message in new) < MIN_NEW_CHARACTERS:
        return "too_little"
    if _is_fresh(old, len(new), window, begun_at):
        return "fresh"
    async with memory.db.as_user(user_id) as tx:
        made_at = old.made_at if old else None
        if not await store.begin_chat_summary(tx, user_id, chat_id, at=begun_at, lease=LEASE, after=made_at):
            return "in_progress"
    try:
        before = old if old and is_continued else None
        text, source = await fold_into(memory, before.text if before else "", _turns(chat_id, new, zone))
        told = (before.messages if before else 0) + len(new)
        made = ChatSummary(chat_id, text, _made_by(source), new[-1].id, told, memory.clock())
        async with memory.db.as_user(user_id) as tx:
            read = [message.id for message in new]
            is_kept = await store.keep_chat_summary(tx, user_id, made, begun_at=begun_at, read=read)
    finally:
        async with memory.db.as_user(user_id) as tx:
            await store.give_up_chat_summary(tx, user_id, chat_id, begun_at=begun_at)
    return "made" if is_kept else "void"


async def find_earlier_summary(
    tx: Tx, user_id: UserId, chat_id: ChatId, *, first_seen: MessageId, window: int
) -> EarlierSummary:
    """For the prompt. `first_seen`: of the messages in the window, the oldest."""
    found, untold = await store.find_earlier_summary(tx, user_id, chat_id, first_seen, most=2 * window)
    return EarlierSummary(found, untold)


async def find_summary_of(db: Db, user_id: UserId, chat_id: ChatId) -> str | None:
    """As far as one was made."""
    async with db.as_user(user_id) as tx:
        found = await store.find_chat_summary(tx, user_id, chat_id)
    return found.text or None if found else None


def is_due(told: EarlierSummary, window: int, at: datetime) -> bool:
    """Whether the job may have something to do once the present turn has moved the window on. A turn says this, which
    knows it as good as for nothing: the job would read hundreds of messages to find out."""
    if told.untold is None:  # another branch is in view, and it starts anew
        return True
    new = told.untold + _A_TURN
    return new >= MIN_NEW_MESSAGES and not _is_fresh(told.summary, new, window, at)


def _is_fresh(old: ChatSummary | None, new: int, window: int, at: datetime) -> bool:
    return old is not None and old.made_at is not None and at - old.made_at < STALE_AFTER and new < 2 * window


async def summarise_chat_job(job: Job, context: JobContext[HasMemory]) -> None:
    """The job SUMMARISE_CHAT. Made before it is acknowledged: a second delivery finds too little that is new."""
    if job.owner:
        window = int(job.ids.get("window", _WINDOW))
        outcome = await summarise_chat(
            context.parts.memory, account_of(job.owner), ChatId(job.uuid("chat")), window=window
        )
        log.info("chat_summarised", outcome=outcome)
    async with work(context.worker, job):
        pass


async def _left_window(
    db: Db, user_id: UserId, chat_id: ChatId, old: ChatSummary | None, window: int
) -> tuple[Sequence[Message], bool] | None:
    """What left the window and is not told yet, the oldest first; and whether the old summary leads up to it."""
    try:
        head = (await read_messages(db, user_id, chat_id, before=None, limit=1)).chat.head_id
    except (NotFound, Forbidden):
        return None
    if head is None:
        return [], False
    async with db.as_user(user_id) as tx:
        messages = await read_branch(tx, user_id, chat_id, head, limit=window + MAX_READ)
    left = messages[: max(len(messages) - window, 0)]
    told = next((place for place, message in enumerate(left) if old and message.id == old.through_id), None)
    return (left, False) if told is None else (left[told + 1 :], True)


def _turns(chat_id: ChatId, messages: Sequence[Message], zone: ZoneInfo) -> Sequence[Episode]:
    """On the clock of whoever spoke: the summary tells the days."""
    return [
        Episode(0, SessionRow(0), str(chat_id), place, message.role, message.text, message.created_at.astimezone(zone))
        for place, message in enumerate(messages)
    ]


def _made_by(source: str) -> Literal["model", "rules"]:
    return "model" if source == "model" else "rules"
