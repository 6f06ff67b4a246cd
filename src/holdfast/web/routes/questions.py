"""What tools ask their people in the middle of a call, as forms, and what is answered (`/api/questions`)."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Any, Self

from fastapi import APIRouter, Depends, Query, Request
from pydantic import Field, model_validator

from holdfast.core.ids import ChatId, QuestionId
from holdfast.tools.question_types import OpenQuestion, QuestionAction, QuestionField, QuestionKind
from holdfast.web.body import StrictRoute
from holdfast.web.deps import SignedIn, never_cached
from holdfast.web.errors import responses
from holdfast.web.shapes import WireModel
from holdfast.wiring import parts_of

router = APIRouter(
    prefix="/api/questions", tags=["approvals"], route_class=StrictRoute, dependencies=[Depends(never_cached)]
)


class OptionShape(WireModel):
    value: str
    title: str


class FieldShape(WireModel):
    name: str
    kind: QuestionKind
    title: str
    description: str
    is_required: bool
    options: list[OptionShape]
    default: str | bool | float | list[str] | None
    """Counts where nothing is entered."""
    least: float | None
    """Of a number its value, of a text its characters, of choices how many."""
    most: float | None
    format: str | None
    """`email`, `uri`, `date`, `date-time`."""


class QuestionShape(WireModel):
    id: QuestionId
    chat_id: ChatId
    tool_call_id: str
    title: str
    """Of the tool that asks."""
    source: str
    """`holdfast`, or `mcp:` and the server's id."""
    message: str
    """The tool's own words, as are those of the fields."""
    fields: list[FieldShape]
    asked_at: datetime
    expires_at: datetime


class QuestionList(WireModel):
    questions: list[QuestionShape]
    """That somebody waits for, the oldest first."""


class FormAnswerBody(WireModel):
    action: QuestionAction
    content: dict[str, Any] = Field(default_factory=dict)
    """Only with `accept`: values by the fields' names. What is left out takes the field's default."""

    @model_validator(mode="after")
    def _fits_together(self) -> Self:
        if self.action != "accept" and self.content:
            raise ValueError("content goes with accept only")
        return self


@router.get("", responses=responses(401, 403, 422, 429, 503))
async def list_questions(
    request: Request, caller: SignedIn, chat_id: Annotated[ChatId | None, Query(alias="chatId")] = None
) -> QuestionList:
    """Of one chat, or of all of one's chats."""
    found = await parts_of(request).pipeline.questions.list_open(caller.user_id, chat_id)
    return QuestionList(questions=[_shape(one) for one in found])


@router.post("/{question_id}", status_code=204, responses=responses(400, 401, 403, 404, 409, 413, 422, 429, 503))
async def answer_question(request: Request, caller: SignedIn, question_id: QuestionId, body: FormAnswerBody) -> None:
    """The call that asked goes on; what was entered goes to the tool, and is kept nowhere."""
    await parts_of(request).pipeline.questions.answer(caller.user_id, question_id, body.action, body.content)


def _shape(one: OpenQuestion) -> QuestionShape:
    return QuestionShape(
        id=one.id,
        chat_id=one.chat_id,
        tool_call_id=one.call_id,
        title=one.title,
        source=one.origin,
        message=one.question.message,
        fields=[_field(field) for field in one.question.fields],
        asked_at=one.asked_at,
        expires_at=one.expires_at,
    )


def _field(field: QuestionField) -> FieldShape:
    return FieldShape(
        name=field.name,
        kind=field.kind,
        title=field.title,
        description=field.description,
        is_required=field.is_required,
        options=[OptionShape(value=one.value, title=one.title) for one in field.options],
        default=field.default,
        least=field.least,
        most=field.most,
        format=field.format,
    )
