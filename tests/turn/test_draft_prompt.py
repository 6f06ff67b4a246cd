from __future__ import annotations

from datetime import UTC, datetime
from typing import Any
from uuid import UUID

from hypothesis import given, settings
from hypothesis import strategies as st

from holdfast.chats.types import Message
from holdfast.core.ids import new_id
from holdfast.models.chain import Chain
from holdfast.models.tokens import count_tokens
from holdfast.personas.read import read_packs
from holdfast.turn.draft_prompt import draft_prompt
from holdfast.turn.types import Begun, Block, Context, Heard, Order, Way
from tests.scripted import ScriptedModel

ASSISTANT = read_packs().get("assistant")
KERNEL = count_tokens(ASSISTANT.kernel)


def message(role: str, text: str, tokens: int | None = None) -> Message:
    now = datetime(2026, 5, 4, tzinfo=UTC)
    counted = count_tokens(text) if tokens is None else tokens
    parts = [{"type": "text", "text": text}]
    return Message(new_id(), role, parts, "complete", None, new_id(), None, now, counted)  # type: ignore[arg-type]


def talk(*texts: str) -> list[Message]:
    return [message("assistant" if index % 2 else "user", text) for index, text in enumerate(texts)]


def begun(text: str, budget: int) -> Begun:
    nobody = UUID(int=0)
    heard = Heard(text, [{"type": "text", "text": text}], [], count_tokens(text))
    way = Way("conversational", "test")
    chain = Chain([ScriptedModel()])
    ids: dict[str, Any] = dict.fromkeys(
        ["turn_id", "stream_id", "user_id", "chat_id", "session_id", "question_id", "answer_id"], nobody
    )
    return Begun(
        **ids, history_leaf=None, is_new_chat=True, is_repeat=False, heard=heard, persona=ASSISTANT, chain=chain,
        prompt_tokens=budget, way=way,
    )  # fmt: skip


def context(history: list[Message], *blocks: Block) -> Context:
    return Context(blocks, history, (), "[It is Monday, 4 May 2026, 09:00 UTC.]")


def test_oldest_history_is_dropped_first_and_the_question_never() -> None:
    history = talk("one " * 100, "two " * 100, "three " * 100, "four " * 100)
    prompt = draft_prompt(context(history), begun("What now?", KERNEL + 300))
    statuses = [block.status for block in prompt.blocks if block.order is Order.HISTORY]
    assert statuses == ["dropped", "dropped", "kept", "kept"]
    assert str(prompt.messages[-1].content).endswith("What now?")


def test_an_answer_never_stands_without_its_question() -> None:
    history = talk("question " * 200, "answer", "and then?", "this")
    prompt = draft_prompt(context(history), begun("Go on", KERNEL + 150))
    kept = [message.role for message in prompt.messages[1:-1]]
    assert kept == ["user", "assistant"]


def test_blocks_stand_in_their_fixed_order_whatever_order_they_come_in() -> None:
    given_blocks = [Block(order, order.name, 5) for order in (Order.SUPPLEMENTAL_CONTEXT, Order.OVERLAY, Order.BRIDGE)]
    prompt = draft_prompt(context([], *given_blocks), begun("Hi", 4000))
    orders = [block.order for block in prompt.blocks]
    assert orders == sorted(orders)
    assert str(prompt.messages[0].content).index("OVERLAY") < str(prompt.messages[0].content).index("BRIDGE")


def test_a_block_that_does_not_fit_is_shortened_before_it_is_dropped() -> None:
    long = Block(Order.KNOWLEDGE, "long " * 900, 900, short="short")
    hopeless = Block(Order.SUPPLEMENTAL_CONTEXT, "more " * 900, 900)
    prompt = draft_prompt(context([], long, hopeless), begun("Hi", KERNEL + 200))
    found = {block.order: block for block in prompt.blocks}
    assert found[Order.KNOWLEDGE].status == "compressed"
    assert found[Order.SUPPLEMENTAL_CONTEXT].status == "dropped"
    assert "were left" in found[Order.SUPPLEMENTAL_CONTEXT].reason


def test_the_beginning_of_the_prompt_is_the_same_from_turn_to_turn() -> None:
    history = talk("hello", "hi")
    first = draft_prompt(context(history), begun("a", 4000))
    second = draft_prompt(context([*history, *talk("a", "b")]), begun("c", 4000))
    assert second.messages[: len(first.messages) - 1] == first.messages[:-1]


@settings(max_examples=60, deadline=None)
@given(
    texts=st.lists(st.text(alphabet="ab cé☃", min_size=1, max_size=400), max_size=12),
    question=st.text(alphabet="xyz ü", min_size=1, max_size=200),
    room=st.integers(min_value=0, max_value=600),
)
def test_every_prompt_fits_its_budget_and_keeps_persona_and_question_whole(
    texts: list[str], question: str, room: int
) -> None:
    budget = KERNEL + count_tokens(question) + 60 + room
    prompt = draft_prompt(context(talk(*texts)), begun(question, budget))
    assert prompt.tokens <= budget
    assert str(prompt.messages[0].content).startswith(ASSISTANT.kernel)
    assert str(prompt.messages[-1].content).endswith(question)
    orders = [block.order for block in prompt.blocks]
    assert orders == sorted(orders)
