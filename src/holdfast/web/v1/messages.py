"""A list of messages → what is asked, and what the program tells beside it.

The last message of the user is the question. What stands before it is what was said, as the program keeps it; behind it
may stand only the program's own tools: which were asked for, and what they answered.
"""

from __future__ import annotations

import base64
import io
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Annotated, Any, Literal

import orjson
from pydantic import Field

from holdfast.chats.types import Message
from holdfast.core.clock import utc_now
from holdfast.core.ids import MessageId, TurnId, new_id
from holdfast.models.tokens import count_tokens
from holdfast.models.types import ChatMessage, ToolCall
from holdfast.web.shapes import Text
from holdfast.web.v1.shapes import ProgramModel, not_taken

MAX_MESSAGES = 2_000
_DATA_URL = re.compile(r"data:image/[a-z.+-]{1,30};base64,", re.IGNORECASE)
_INSTRUCTING = ("system", "developer")


class ImageAddress(ProgramModel):
    url: Text


class ContentPart(ProgramModel):
    type: str
    text: Text | None = None
    image_url: ImageAddress | None = None


class CalledFunction(ProgramModel):
    name: Annotated[Text, Field(max_length=200)]
    arguments: Text = "{}"


class SentCall(ProgramModel):
    id: Annotated[Text, Field(max_length=200)]
    function: CalledFunction


class SentByProgram(ProgramModel):
    role: Literal["system", "developer", "user", "assistant", "tool"]
    content: Text | list[ContentPart] | None = None
    tool_calls: Annotated[list[SentCall], Field(max_length=128)] | None = None
    tool_call_id: Annotated[Text, Field(max_length=200)] | None = None

    @property
    def text(self) -> str:
        if self.content is None or isinstance(self.content, str):
            return self.content or ""
        return "\n\n".join(part.text for part in self.content if part.text is not None)


@dataclass(frozen=True, slots=True)
class AskedByProgram:
    """What a list of messages says."""

    instructions: str
    before: Sequence[Message]
    question: str
    images: Sequence[io.BytesIO] = field(repr=False)
    since: Sequence[ChatMessage]
    opening: str
    """What the conversation begins with: by it the same one is known again."""


def read_messages(messages: Sequence[SentByProgram]) -> AskedByProgram:
    said = [one for one in messages if one.role not in _INSTRUCTING]
    place = max((at for at, one in enumerate(said) if one.role == "user"), default=None)
    if place is None:
        raise not_taken("messages", "There is no message of a user in `messages`, so nothing is asked.")
    since = said[place + 1 :]
    if since and since[-1].role != "tool":
        raise not_taken("messages", "The last message must be the user's, or what a tool answered.")
    images = list(_images(said[place]))
    if not said[place].text.strip() and not images:
        raise not_taken("messages", "The user's last message says nothing.")
    instructions = "\n\n".join(one.text for one in messages if one.role in _INSTRUCTING and one.text.strip())
    first = next(one.text for one in said if one.role == "user")
    return AskedByProgram(
        instructions, list(_said(said[:place])), said[place].text, images, [_as_told(one) for one in since],
        opening=f"{instructions}\0{first}",
    )  # fmt: skip


def _said(messages: Sequence[SentByProgram]) -> Iterator[Message]:
    """A tool's answer is told as what was known then; the words are all that history has."""
    for one in messages:
        text = one.text if one.role != "tool" else f"(A tool answered: {one.text})"
        if text.strip():
            yield Message(
                id=MessageId(new_id()),
                role="user" if one.role == "user" else "assistant",
                parts=[{"type": "text", "text": text}],
                status="complete",
                parent_id=None,
                turn_id=TurnId(new_id()),
                model=None,
                created_at=utc_now(),
                tokens=count_tokens(text),
            )


def _as_told(one: SentByProgram) -> ChatMessage:
    if one.role == "tool":
        return ChatMessage("tool", one.text, tool_call_id=one.tool_call_id or "")
    calls = [ToolCall(call.id, call.function.name, call.function.arguments) for call in one.tool_calls or ()]
    return ChatMessage("assistant", one.text, tool_calls=calls)


def tokens_of(value: Any) -> int:
    """About what it takes, however a provider writes it."""
    return count_tokens(orjson.dumps(value).decode()) if value else 0


def _images(message: SentByProgram) -> Iterator[io.BytesIO]:
    for part in message.content if isinstance(message.content, list) else ():
        if part.type == "text":
            continue
        if part.type != "image_url" or part.image_url is None:
            raise not_taken("messages", "A message may hold text and images; nothing else is taken here.")
        url = part.image_url.url
        head = _DATA_URL.match(url)
        if head is None:
            raise not_taken(
                "messages", "An image comes within the request, as `data:image/…;base64,…`: no address is fetched."
            )
        try:
            yield io.BytesIO(base64.b64decode(url[head.end() :], validate=True))
        except ValueError:  # of the letters, or of the padding
            raise not_taken("messages", "An image is not the base64 it says it is.") from None
