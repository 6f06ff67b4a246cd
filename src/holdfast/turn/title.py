"""A name for a new chat: its first words at once, and better ones from the model when there is one."""

from __future__ import annotations

import asyncio

from holdfast.chats.chats import retitle
from holdfast.chats.messages import read_branch
from holdfast.core.db import Db
from holdfast.core.ids import ChatId, MessageId, UserId
from holdfast.core.log import get_logger
from holdfast.models.chain import Chain
from holdfast.models.types import CallSettings, ChatMessage, ModelFailed, TextDelta

MAX_TITLE_CHARACTERS = 60
_INSTRUCTION = (
    "Name this conversation in at most six words, in the language of the message. "
    "Answer with the name alone: no quotes, no full stop."
)
log = get_logger()


def title_from_words(text: str) -> str:
    words = " ".join(text.split())
    if not words:
        return "New chat"
    if len(words) <= MAX_TITLE_CHARACTERS:
        return words
    return words[: MAX_TITLE_CHARACTERS - 1].rsplit(" ", 1)[0].rstrip(",;:.-") + "…"


async def make_title(db: Db, chain: Chain, user_id: UserId, chat_id: ChatId, question_id: MessageId) -> None:
    """Ask the model for a title. It may fail or say nothing useful; the first words then stay."""
    async with db.as_user(user_id) as tx:
        messages = await read_branch(tx, user_id, chat_id, question_id, limit=1)
    if not messages or chain.is_demo:
        return
    prompt = [ChatMessage("system", _INSTRUCTION), ChatMessage("user", messages[0].text[:4000])]
    try:
        async with asyncio.timeout(60):
            events = chain.stream(prompt, (), CallSettings(max_output_tokens=40), attempts=[])
            said = [event.text async for event in events if isinstance(event, TextDelta)]
    except (ModelFailed, TimeoutError) as error:
        log.info("title_not_made", error=type(error).__name__)
        return
    title = clean_title("".join(said))
    if title:
        await retitle(db, user_id, chat_id, title)


def clean_title(said: str) -> str:
    lines = said.strip().splitlines()
    words = " ".join(lines[0].split()) if lines else ""
    return title_from_words(words.lstrip(" \"'“”*#").rstrip(" \"'“”*.")) if words else ""
