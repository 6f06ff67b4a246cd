"""What is still to be done, for whoever asks it of an assistant that has no overlay."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from holdfast.core.migrate import Addresses
from holdfast.memory.types import Loop, Recalled
from holdfast.turn.glassbox.types import FoundTrace
from holdfast.turn.librarian.consult import MAX_OPEN
from holdfast.turn.librarian.open_matters import asks_what_is_open
from holdfast.turn.reading.utterance import read_utterance
from holdfast.turn.types import Source
from tests.scripted import ScriptedModel
from tests.serving import serving
from tests.turn.librarian.recalling import NOON, GivenMemory, a_turn
from tests.turn.librarian.test_consult import always
from tests.working import work_off

pytestmark = pytest.mark.anyio


@pytest.mark.parametrize(
    "text",
    [
        "What do I still have to do?",
        "what do i need to do this week",
        "So, what else do I have to get done today?",
        "What's still open?",
        "What is due?",
        "Is anything overdue?",
        "Is there anything I still need to do before Friday?",
        "Show me my to-do list",
        "list my open tasks please",
        "What's on my plate?",
        "What did I promise?",
        "What am I forgetting?",
        "Remind me of my commitments.",
    ],
)
def test_it_is_asked_in_many_ways(text: str) -> None:
    assert asks_what_is_open(read_utterance(text))


@pytest.mark.parametrize(
    "text",
    [
        "What do I need to know about yeast?",
        "What should I cook?",
        "Is the shop open?",
        "I have to call the bank on Friday.",
        "What do you have to say?",
        "How do I open a tin without an opener?",
        "What did I say about the boat?",
    ],
)
def test_other_questions_are_none_of_it(text: str) -> None:
    assert not asks_what_is_open(read_utterance(text))


def a_loop(number: int, text: str, *, due_in: int | None = None, **fields: object) -> Loop:
    due = NOON + timedelta(days=due_in) if due_in is not None else None
    known = {"kind": "commitment", "status": "open", "confidence": 0.9, "salience": 0.5, "time_horizon": "later"}
    opened = {"source": "rules", "opened_at": NOON - timedelta(days=3), "due_at": due}
    return Loop(id=number, text=text, **{**known, **opened, **fields})  # type: ignore[arg-type]


async def test_what_is_open_is_told_first_the_most_urgent_first() -> None:
    loops = [
        a_loop(1, "paint the hull"),
        a_loop(2, "call the bank", due_in=2),
        a_loop(3, "sleep more", kind="habit"),
        a_loop(4, "sell the dinghy", snoozed_until=NOON + timedelta(days=9)),
    ]
    memory = GivenMemory(found=Recalled((), [a_turn(7, "What do I have to do?")], (), 1.0), open=loops)
    found = await always("What do I still have to do?", memory)
    assert found.sheet is not None
    assert found.sheet.text.splitlines()[2:4] == [
        '- "call the bank" (still open, since 9 May 2026, due 14 May 2026)',
        '- "paint the hull" (still open, since 9 May 2026)',
    ]
    assert found.sheet.sources[:2] == [Source("loop", "2"), Source("loop", "1")]
    assert found.retrieval.loops == (FoundTrace("2"), FoundTrace("1"))


async def test_of_many_only_the_first_are_told() -> None:
    memory = GivenMemory(open=[a_loop(number, f"errand {number}", due_in=number) for number in range(30)])
    found = await always("What's due?", memory)
    assert len(found.retrieval.loops) == MAX_OPEN


async def test_an_assistant_tells_what_was_promised_and_no_more_once_it_is_done(addresses: Addresses) -> None:
    monday = datetime(2026, 10, 5, 9, tzinfo=UTC)
    now = [monday]
    async with serving(addresses, [ScriptedModel()], clock=lambda: now[0]) as served, served.person() as ada:

        async def told() -> str:
            trace = await ada.trace(await ada.say("What do I still have to do?"))
            return "\n".join(block["text"] for block in trace["blocks"] if block["kind"] == "memory")

        await ada.say("I have to call the bank about the mortgage on Friday.")
        await work_off(served.parts)
        assert "call the bank about the mortgage" in (before := (await told()).lower())
        assert "due 9 oct 2026" in before
        now[0] += timedelta(days=1)
        await ada.say("I called the bank about the mortgage.")
        await work_off(served.parts)
        assert "still open" not in await told()
