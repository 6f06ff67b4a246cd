"""What a tool asks its person in the middle of a call: a form, which lives on the server until it is answered.

The call waits, and its time stands still; the person answers in any tab and at any process. What is asked is a row, and
what they answered stands in it for a moment, until the call has it: then the row is gone, and nothing of it is kept in
the message, the trace or a log. Whoever waits says so every second, so that a question nobody waits for any more is
none. It expires; nobody there, too many, or too late is `cancel`.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from datetime import timedelta
from typing import Any

from holdfast.core.clock import Clock
from holdfast.core.db import RETRYABLE, Db
from holdfast.core.errors import Conflict, NotFound
from holdfast.core.ids import ChatId, QuestionId, UserId, new_id
from holdfast.core.pausable import PausableTimeout
from holdfast.tools import question_store as store
from holdfast.tools.check_answer import checked_answer
from holdfast.tools.question_types import (
    AskingCall,
    OpenQuestion,
    QuestionAction,
    QuestionAnswer,
    ToolAsks,
    ToolQuestion,
)

QUESTION_LASTS = timedelta(minutes=5)
MAX_OPEN = 10
"""Of one person at once."""
LOOK_SECONDS = 1.0
_CANCELLED = QuestionAnswer("cancel")


class QuestionDesk:
    def __init__(self, db: Db, clock: Clock) -> None:
        self._db = db
        self._clock = clock
        self._waiting: dict[QuestionId, asyncio.Event] = {}

    async def ask(
        self, call: AskingCall, question: ToolQuestion, tell: Callable[[QuestionId, bool], None]
    ) -> QuestionAnswer:
        """Until it is answered or expires. `tell`: its reader is to hear that it is open, or not any more."""
        question_id, expires_at = QuestionId(new_id()), self._clock() + QUESTION_LASTS
        async with self._db.as_user(call.user_id) as tx:
            if not await store.add_question(tx, question_id, call, question, expires_at, most=MAX_OPEN):
                return _CANCELLED
        self._waiting[question_id] = asyncio.Event()
        tell(question_id, True)
        try:
            return await self._answered(call.user_id, question_id)
        finally:
            del self._waiting[question_id]
            tell(question_id, False)
            await asyncio.shield(self._drop(call.user_id, question_id))

    async def _answered(self, user_id: UserId, question_id: QuestionId) -> QuestionAnswer:
        answered = self._waiting[question_id]
        while True:
            with suppress(TimeoutError):
                async with asyncio.timeout(LOOK_SECONDS):
                    await answered.wait()
            answered.clear()
            try:
                async with self._db.as_user(user_id) as tx:
                    found = await store.look(tx, user_id, question_id, self._clock())
            except RETRYABLE:
                continue
            if found is None:
                return _CANCELLED
            if found.action != "pending":
                return QuestionAnswer(found.action, found.content)

    async def _drop(self, user_id: UserId, question_id: QuestionId) -> None:
        with suppress(*RETRYABLE):
            async with self._db.as_user(user_id) as tx:
                await store.drop_question(tx, user_id, question_id)

    async def list_open(self, user_id: UserId, chat_id: ChatId | None) -> Sequence[OpenQuestion]:
        """That somebody waits for, the oldest first."""
        async with self._db.as_user(user_id) as tx:
            return await store.open_questions(tx, user_id, chat_id, self._clock(), limit=MAX_OPEN)

    async def answer(
        self, user_id: UserId, question_id: QuestionId, action: QuestionAction, given: Mapping[str, Any]
    ) -> None:
        async with self._db.as_user(user_id) as tx:
            found = await store.find_open(tx, user_id, question_id, self._clock())
            if found is None:
                raise NotFound("Nobody waits for an answer to this any more.", code="unknown_question")
            content = checked_answer(found.question, given) if action == "accept" else {}
            if not await store.answer(tx, user_id, question_id, action, content):
                raise Conflict("This was answered already.", code="question_spent")
        if waiting := self._waiting.get(question_id):
            waiting.set()


def off_the_clock(timer: PausableTimeout, asks: ToolAsks | None) -> ToolAsks | None:
    """While a person thinks, the time of the call stands still."""
    if asks is None:
        return None
    ask = asks

    async def wait(question: ToolQuestion) -> QuestionAnswer:
        with timer.paused():
            return await ask(question)

    return wait
