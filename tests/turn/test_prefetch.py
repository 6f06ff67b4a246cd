"""The memory is asked while the message is being stored, once, and for what will be asked."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from typing import Any

import pytest

from holdfast.core.db import Owner
from holdfast.core.errors import AppError
from holdfast.core.first_words import MAX_SERVED, FirstWords
from holdfast.core.ids import ChatId, UserId, new_id
from holdfast.core.migrate import Addresses
from holdfast.memory.client.local import LocalMemory
from holdfast.memory.profile.types import AboutAndPins
from holdfast.memory.types import Recalled, RecallQuery
from holdfast.personas.read import read_packs
from holdfast.tools.registry import ToolRegistry
from holdfast.tools.types import Tool, ToolAsker, ToolOff
from holdfast.turn.collect import collect
from holdfast.turn.context.parts import ContextParts
from holdfast.turn.prefetch import Prefetch, prefetch_recall, prefetching
from holdfast.turn.reading.read import rule
from holdfast.turn.sources.instructions import INSTRUCTIONS
from holdfast.turn.sources.standing import STANDING
from holdfast.turn.types import Allowed, Route, TurnRequest
from tests.scripted import ScriptedModel
from tests.serving import Served, chat_body, serving
from tests.turn.sources.given import OtherMemory, a_turn, given_parts
from tests.words import WordEmbedder

pytestmark = pytest.mark.anyio

NOW = datetime(2026, 10, 5, tzinfo=UTC)


class Listening:
    """A memory that answers nothing and knows what it was asked."""

    def __init__(self) -> None:
        self.asked: list[str] = []
        self.answered = 0

    async def recall(self, owner: Owner, query: RecallQuery) -> Recalled:
        self.asked.append(query.text)
        await asyncio.sleep(0)
        self.answered += 1
        return Recalled((), (), (), ms=0.0)


@pytest.mark.parametrize(
    ("persona", "text", "is_asked"),
    [
        ("assistant", "Which roses did I plant in the garden?", True),
        ("assistant", "Write a poem about the sea.", True),
        ("assistant", "Thanks!", False),
        ("sophie", "Do you remember what I told you about Ana?", True),
        ("sophie", "Good morning", False),
        ("sophie", "What is the capital of France?", False),
        ("incident", "What did I say about the fire?", False),
    ],
)
async def test_only_what_will_be_asked_for_certain_is_asked_ahead(persona: str, text: str, is_asked: bool) -> None:
    memory: Any = Listening()
    prefetch = prefetch_recall(
        memory, read_packs().get(persona), UserId(new_id()), rule(text, before=(), tracked=()), NOW
    )
    assert (prefetch is not None) is is_asked
    if prefetch:
        prefetch.start()
        assert prefetch.found
        await prefetch.found
        assert memory.asked == [prefetch.query.text]


async def test_another_question_is_asked_anew_and_the_first_is_given_up() -> None:
    memory: Any = Listening()
    prefetch = prefetch_recall(
        memory,
        read_packs().get("assistant"),
        UserId(new_id()),
        rule("Which roses did I plant?", before=(), tracked=()),
        NOW,
    )
    assert prefetch
    prefetch.start()
    assert prefetch.found
    await prefetch.recall(Owner("default", "x"), RecallQuery("yellow roses"))
    assert memory.asked == ["yellow roses"]
    assert prefetch.found.cancelled()


async def test_what_is_refused_is_not_looked_up_to_the_end() -> None:
    memory: Any = Listening()
    request = TurnRequest(UserId(new_id()), ChatId(new_id()), None)
    allowed = Allowed(request, read_packs().get("assistant"), chain=None, prompt_tokens=1)  # type: ignore[arg-type]
    user_input: Any = type("Heard", (), {"text": "Which roses did I plant?"})
    parts = ContextParts(db=None, blobs=None, memory=memory, embedder=WordEmbedder(), documents=WordEmbedder())  # type: ignore[arg-type]
    with suppress(AppError), prefetching(parts, ToolRegistry(), allowed, user_input, NOW) as prefetch:
        prefetch.ask_memory()
        assert prefetch.memory
        assert prefetch.memory.found
        looking = prefetch.memory.found
        raise AppError("refused")
    await asyncio.gather(looking, return_exceptions=True)
    assert memory.answered == 0


async def test_a_turn_asks_the_memory_once(addresses: Addresses) -> None:
    async with serving(addresses, [ScriptedModel()]) as served, served.person() as ada:
        asked = counting(served).asked
        body = chat_body("Which roses did I plant in the garden?")
        first = await ada.http.post("/api/chat", json=body)
        again = await ada.http.post("/api/chat", json=body)
        assert first.status_code == again.status_code == 200
        trace = (await ada.http.get(f"/api/turns/{first.headers['x-holdfast-turn-id']}/trace")).json()
        assert [one["query"] for one in trace["retrievals"]] == asked[:1]


async def test_what_stands_is_read_while_the_message_is_stored_and_asked_for_once() -> None:
    memory, turn = OtherMemory(stands=AboutAndPins(about="I live in Hoorn.")), a_turn()
    parts = given_parts(memory)
    prefetch = Prefetch(parts)
    prefetch.read_ahead(turn, NOW)
    await asyncio.gather(*prefetch.early.values(), return_exceptions=True)
    assert memory.asked == ["standing"]
    context = await collect(parts, turn, NOW, prefetch=prefetch, sources=[STANDING, INSTRUCTIONS])
    assert memory.asked == ["standing"]
    assert [one.kind for one in context.blocks] == ["about"]
    # There is no database here: what needs one says so, as when nothing is asked ahead.
    assert [one.source for one in context.missing] == ["instructions"]


async def test_what_is_answered_without_a_model_reads_nothing_ahead() -> None:
    memory = OtherMemory()
    prefetch = Prefetch(given_parts(memory), tools=ToolRegistry())
    prefetch.read_ahead(replace(a_turn(), route=Route("conversational", "test", answer="Noted.")), NOW)
    assert (prefetch.history, prefetch.chosen, dict(prefetch.early), memory.asked) == (None, None, {}, [])


async def test_tools_are_looked_up_once_while_the_message_is_stored(addresses: Addresses) -> None:
    async with serving(addresses, [ScriptedModel()]) as served, served.person() as ada:
        asked: list[str] = []

        class Lookup:
            async def tools_for(self, asker: ToolAsker) -> Sequence[Tool | ToolOff]:
                asked.append(asker.persona_id)
                return []

        served.parts.pipeline.tools = ToolRegistry([Lookup()])
        await ada.http.post("/api/chat", json=chat_body("Which roses did I plant in the garden?"))
        assert asked == ["assistant"]


class Expecting(WordEmbedder):
    """Notes what it is told to make ready."""

    def __init__(self) -> None:
        super().__init__()
        self.expected: list[str] = []

    def expect(self, texts: Sequence[str]) -> None:
        self.expected += texts


@pytest.mark.parametrize(
    ("persona", "text", "expected"),
    [
        ("assistant", "Which roses did I plant?", ["Which roses did I plant?"]),
        ("assistant", "Thanks!", []),
        ("sophie", "Do you remember what I told you about Ana?", ["Do you remember what I told you about Ana?"]),
        ("sophie", "Good morning", []),
    ],
)
async def test_a_message_is_made_ready_once_for_all_who_will_compare_it(
    persona: str, text: str, expected: list[str]
) -> None:
    memory: Any = Listening()
    embedder, request = Expecting(), TurnRequest(UserId(new_id()), ChatId(new_id()), None)
    allowed = Allowed(request, read_packs().get(persona), chain=None, prompt_tokens=1)  # type: ignore[arg-type]
    user_input: Any = type("Heard", (), {"text": text})
    parts = ContextParts(db=None, blobs=None, memory=memory, embedder=embedder, documents=embedder)  # type: ignore[arg-type]
    with prefetching(parts, ToolRegistry(), allowed, user_input, NOW):
        pass
    assert embedder.expected == expected


@dataclass(frozen=True, slots=True)
class Counting(LocalMemory):
    """Knows what it was asked, and how many asked at once what stands."""

    asked: list[str] = field(default_factory=list)
    at_once: list[int] = field(default_factory=lambda: [0])

    async def recall(self, owner: Owner, query: RecallQuery) -> Recalled:
        self.asked.append(query.text)
        return await LocalMemory.recall(self, owner, query)

    async def standing(self, owner: Owner, *, persona_id: str | None = None, limit: int = 50) -> AboutAndPins:
        self.at_once.append(self.at_once[-1] + 1)
        try:
            return await LocalMemory.standing(self, owner, persona_id=persona_id, limit=limit)
        finally:
            self.at_once.append(self.at_once[-1] - 1)


def counting(served: Served) -> Counting:
    memory, pipeline = Counting(served.parts.memory), served.parts.pipeline
    pipeline.parts = replace(pipeline.parts, memory=memory)
    return memory


async def test_of_many_who_ask_at_once_a_few_are_served_at_a_time_and_all_are_answered(addresses: Addresses) -> None:
    async with serving(addresses, [ScriptedModel()]) as served, served.person() as ada:
        # A busy machine is no reason to let more in here.
        served.parts.pipeline.first_words = FirstWords(served_seconds=60.0, door_seconds=60.0)
        memory = counting(served)
        bodies = [chat_body("Which roses did I plant in the garden?") for _ in range(12)]
        answers = await asyncio.gather(*(ada.http.post("/api/chat", json=body) for body in bodies))
        assert served.parts.pipeline.first_words.waiting == 0
    assert ["Hello." in answer.text for answer in answers] == [True] * 12
    assert 0 < max(memory.at_once) <= MAX_SERVED
