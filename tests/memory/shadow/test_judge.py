from __future__ import annotations

import json
from typing import Any

import pytest

from holdfast.memory.parts import MemoryParts
from holdfast.memory.shadow.judge import judge, read_answer
from holdfast.memory.shadow.types import ShadowLimits
from holdfast.models.failures import failed
from holdfast.models.types import Failure, ModelFailed
from tests.memory.shadow.turns import turn
from tests.memory.talking import with_model
from tests.scripted import says

pytestmark = pytest.mark.anyio

OLD, NEW = turn("I moved to Lisbon last year", 1, is_new=False), turn("I will call the dentist, my sister Ana says", 2)
ANSWER = {
    "memories": [{"type": "PEOPLE", "key": "user.sister", "value": "Ana", "text": "Ana is their sister", "turns": [2]}],
    "loops": [{"kind": "commitment", "text": "Call the dentist", "turns": [2]}],
}


async def test_the_judge_is_asked_coldly_and_briefly_about_the_window(memory: MemoryParts) -> None:
    asked, model = with_model(memory, says(json.dumps(ANSWER)))
    judged = await judge(asked, [OLD, NEW])
    ((messages, tools, settings),) = model.calls
    assert (settings.temperature, settings.max_output_tokens, tools) == (0.0, 350, [])
    assert json.loads(str(messages[-1].content)) == {
        "turns": [
            {"turn": 1, "new": False, "text": OLD.text},
            {"turn": 2, "new": True, "text": NEW.text},
        ]
    }
    assert judged.source == "model"
    assert [(one.key, one.value, one.turns) for one in judged.memories] == [("user.sister", "Ana", [NEW])]
    assert [(one.kind, one.text) for one in judged.loops] == [("commitment", "Call the dentist")]


ODD: list[Any] = [
    None,
    [],
    "words",
    {"memories": None, "loops": "x"},
    {"memories": [None, 1, [], {}], "loops": [{"kind": 7}]},
    {"memories": [{"text": 5, "turns": [2]}, {"text": "Lives in Lisbon", "turns": [1]}], "loops": []},
    {"memories": [{"text": "x" * 5_000, "turns": [2]}], "loops": [{"kind": "commitment", "text": "", "turns": [2]}]},
    {"memories": [{"text": "Lives in Lisbon", "turns": [True, "2", 99, -1]}], "loops": []},
]


@pytest.mark.parametrize("answer", ODD)
def test_odd_answers_and_old_or_unknown_turns_give_nothing(answer: Any) -> None:
    judged = read_answer(answer, {2: NEW})
    assert (judged.memories, judged.loops) == ([], [])


def test_without_a_number_the_current_message_is_meant() -> None:
    judged = read_answer({"memories": [{"text": "Ana is their sister"}]}, {2: NEW})
    assert [one.turns for one in judged.memories] == [[NEW]]


@pytest.mark.parametrize("failure", [Failure.UNREACHABLE, Failure.REJECTED, Failure.MALFORMED])
async def test_rules_judge_when_the_model_fails(memory: MemoryParts, failure: Failure) -> None:
    asked, _ = with_model(memory, [failed(failure)])
    judged = await judge(asked, [OLD, turn("I live in Porto. I need to call the dentist.", 3)])
    assert judged.source == "rules"
    assert [(one.key, one.value) for one in judged.memories] == [("user.lives_in", "Porto")]
    assert [(one.kind, one.text) for one in judged.loops] == [("commitment", "Call the dentist")]


async def test_a_failure_that_passes_is_waited_for_where_one_may(memory: MemoryParts) -> None:
    asked, _ = with_model(memory, [failed(Failure.UNREACHABLE)])
    with pytest.raises(ModelFailed):
        await judge(asked, [NEW], may_wait=True)


async def test_a_model_that_is_too_slow_is_not_waited_for(memory: MemoryParts) -> None:
    asked, _ = with_model(memory, [5.0, *says(json.dumps(ANSWER))])
    judged = await judge(asked, [turn("I live in Porto.", 3)], ShadowLimits(judge_seconds=0.05))
    assert judged.source == "rules"


async def test_without_a_model_the_rules_judge_new_turns_only(memory: MemoryParts) -> None:
    judged = await judge(memory, [turn("I live in Porto.", 1, is_new=False), turn("I like tea.", 2)])
    assert [one.key for one in judged.memories] == ["user.likes"]
