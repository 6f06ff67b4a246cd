"""Every statement on what tools ask their people."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from datetime import datetime
from typing import Any, Literal

import orjson
from asyncpg import Record

from holdfast.core.db import Tx
from holdfast.core.ids import ChatId, QuestionId, UserId
from holdfast.tools.question_types import (
    AskingCall,
    OpenQuestion,
    QuestionAction,
    QuestionField,
    QuestionOption,
    ToolQuestion,
)

_SILENT_SECONDS = 15.0
"""Whoever waited and has not said so for longer does not wait any more."""
_ASKED = "id, chat_id, call_id, title, origin, question, asked_at, expires_at"
_IS_OPEN = f"action = 'pending' and heard_at > now() - interval '{_SILENT_SECONDS} seconds'"


@dataclass(frozen=True, slots=True)
class QuestionReply:
    action: QuestionAction | Literal["pending"]
    content: Mapping[str, Any]


async def add_question(
    tx: Tx, question_id: QuestionId, call: AskingCall, question: ToolQuestion, expires_at: datetime, *, most: int
) -> bool:
    """False: they are asked enough as it is. What nobody waits for any more goes."""
    await tx.execute(
        f"delete from tool_questions where user_id = $1 and heard_at < now() - interval '{_SILENT_SECONDS} seconds'",  # noqa: S608
        call.user_id,
    )
    done = await tx.execute(
        """
        insert into tool_questions (id, user_id, chat_id, turn_id, call_id, title, origin, question, expires_at)
        select $1, $2, $3, $4, $5, $6, $7, $8::jsonb, $9
         where (select count(*) from tool_questions where user_id = $2) < $10
        """,
        question_id, call.user_id, call.chat_id, call.turn_id, call.call_id, call.title, call.origin,
        orjson.dumps(asdict(question)).decode(), expires_at, most,
    )  # fmt: skip
    return bool(done == "INSERT 0 1")


async def look(tx: Tx, user_id: UserId, question_id: QuestionId, now: datetime) -> QuestionReply | None:
    """And say that it is waited for. None: it is gone, or has waited for too long."""
    row = await tx.fetchrow(
        """
        update tool_questions set heard_at = now()
         where id = $1 and user_id = $2 and (expires_at > $3 or action <> 'pending') returning action, answer
        """,
        question_id, user_id, now,
    )  # fmt: skip
    return QuestionReply(row["action"], orjson.loads(row["answer"] or "{}")) if row else None


async def open_questions(
    tx: Tx, user_id: UserId, chat_id: ChatId | None, now: datetime, *, limit: int
) -> Sequence[OpenQuestion]:
    rows = await tx.fetch(
        f"""
        select {_ASKED} from tool_questions
         where user_id = $1 and ($2::uuid is null or chat_id = $2) and expires_at > $3 and {_IS_OPEN}
         order by asked_at, id limit $4
        """,  # noqa: S608
        user_id, chat_id, now, limit,
    )  # fmt: skip
    return [_open(row) for row in rows]


async def find_open(tx: Tx, user_id: UserId, question_id: QuestionId, now: datetime) -> OpenQuestion | None:
    row = await tx.fetchrow(
        f"select {_ASKED} from tool_questions where user_id = $1 and id = $2 and expires_at > $3 and {_IS_OPEN}",  # noqa: S608
        user_id, question_id, now,
    )  # fmt: skip
    return _open(row) if row else None


async def answer(
    tx: Tx, user_id: UserId, question_id: QuestionId, action: QuestionAction, content: Mapping[str, Any]
) -> bool:
    done = await tx.execute(
        """
        update tool_questions set action = $3, answer = $4::jsonb
         where id = $1 and user_id = $2 and action = 'pending'
        """,
        question_id, user_id, action, orjson.dumps(content).decode(),
    )  # fmt: skip
    return bool(done == "UPDATE 1")


async def drop_question(tx: Tx, user_id: UserId, question_id: QuestionId) -> None:
    await tx.execute("delete from tool_questions where id = $1 and user_id = $2", question_id, user_id)


def _open(row: Record) -> OpenQuestion:
    told = orjson.loads(row["question"])
    fields = [
        QuestionField(**{**one, "options": [QuestionOption(**option) for option in one["options"]]})
        for one in told["fields"]
    ]
    return OpenQuestion(**{**row, "question": ToolQuestion(told["message"], fields)})
