"""What a prompt is drafted from, for tests: talk, blocks and an accepted turn."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any
from uuid import UUID

from holdfast.chats.types import Message
from holdfast.core.ids import ChatId, MessageId, SessionId, StreamId, TurnId, UserId, new_id
from holdfast.models.chain import Chain
from holdfast.models.tokens import count_tokens
from holdfast.personas.read import read_packs
from holdfast.personas.types import Persona
from holdfast.turn.codes import BlockKind
from holdfast.turn.types import (
    AcceptedTurn,
    Allowed,
    Block,
    Context,
    Order,
    PlacedBlock,
    Priority,
    Prompt,
    Route,
    TurnIds,
    TurnRequest,
    UserInput,
    UserMessage,
)
from tests.scripted import ScriptedModel

ASSISTANT = replace(read_packs().get("assistant"), kernel="You are a plain assistant.\nSay what you know.")
KERNEL = count_tokens(ASSISTANT.kernel)
TALKING = Route("conversational", "test")
PLACES: dict[BlockKind, tuple[Order, Priority]] = {
    "conversation_posture": (Order.CONVERSATION_POSTURE, Priority.POSTURE),
    "overlay": (Order.OVERLAY, Priority.OVERLAY),
    "bridge": (Order.BRIDGE, Priority.BRIDGE),
    "handover": (Order.HANDOVER, Priority.HANDOVER),
    "ops": (Order.OPS, Priority.OPS),
    "envelope": (Order.ENVELOPE, Priority.ENVELOPE),
    "commitments": (Order.ENVELOPE, Priority.LEGACY),
    "relevant_memories": (Order.ENVELOPE, Priority.LEGACY),
    "system": (Order.KNOWLEDGE, Priority.SYSTEM),
    "memory": (Order.KNOWLEDGE, Priority.MEMORY),
    "user_documents": (Order.KNOWLEDGE, Priority.USER_DOCUMENTS),
    "company": (Order.KNOWLEDGE, Priority.COMPANY),
    "recall_sheet": (Order.SUPPLEMENTAL_CONTEXT, Priority.RECALL),
    "instructions": (Order.INSTRUCTIONS, Priority.INSTRUCTIONS),
}


def message(role: str, text: str, id: MessageId | None = None) -> Message:
    now = datetime(2026, 5, 4, tzinfo=UTC)
    parts = [{"type": "text", "text": text}] if text else [{"type": "file", "blobId": "b"}]
    return Message(id or new_id(), role, parts, "complete", None, new_id(), None, now, count_tokens(text))  # type: ignore[arg-type]


def talk(*texts: str) -> list[Message]:
    return [message("assistant" if index % 2 else "user", text) for index, text in enumerate(texts)]


def block(kind: BlockKind, text: str, **more: Any) -> Block:
    order, priority = PLACES[kind]
    return Block(order, kind, text, count_tokens(text), priority, **more)


def accepted(
    text: str, budget: int, *, route: Route = TALKING, persona: Persona = ASSISTANT, model_name: str | None = None
) -> AcceptedTurn:
    user_input = UserInput(text, [{"type": "text", "text": text}], [], count_tokens(text))
    ids = TurnIds(
        TurnId(UUID(int=0)), StreamId(UUID(int=1)), UserId(UUID(int=2)), ChatId(UUID(int=3)), SessionId(UUID(int=4)),
        MessageId(UUID(int=5)), MessageId(UUID(int=6)),
    )  # fmt: skip
    request = TurnRequest(
        ids.user_id, ids.chat_id, UserMessage(ids.question_id, user_input.parts), model_name=model_name
    )
    allowed = Allowed(request, persona, Chain([ScriptedModel()]), budget)
    return AcceptedTurn(ids, allowed, user_input, route, history_leaf=None, is_new_chat=True)


def context(history: Sequence[Message], *blocks: Block, minute: int = 0) -> Context:
    return Context(blocks, history, (), f"[It is Monday, 4 May 2026, 09:{minute:02} UTC.]")


def placed(prompt: Prompt, kind: str) -> PlacedBlock:
    (found,) = [one for one in prompt.blocks if one.kind == kind]
    return found


def system_of(prompt: Prompt) -> str:
    return str(prompt.messages[0].content)
