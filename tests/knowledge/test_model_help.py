"""What a model may do for a search, and that a search does without it."""

from __future__ import annotations

from uuid import UUID

import pytest

from holdfast.core.ids import DocumentId
from holdfast.knowledge.follow_up import Exchange
from holdfast.knowledge.model_help import ModelHelp
from holdfast.knowledge.registry import company_space
from holdfast.knowledge.types import FoundPassage, Passage
from holdfast.models.chain import Chain
from holdfast.models.failures import failed
from holdfast.models.types import Failure
from tests.scripted import Line, ScriptedModel, says

pytestmark = pytest.mark.anyio

BEFORE = [Exchange("How high is the rent of the office?", "3,480 pounds.")]


def passage(number: int) -> FoundPassage:
    document = DocumentId(UUID(int=number))
    told = Passage(number, document, 1, "a.md", "a.md", "text/plain", 1, number, None, (), 0, f"Passage {number}.")
    return FoundPassage(told, company_space(), 0.5)


FOUND = [passage(number) for number in (1, 2, 3)]


def helped(*lines: Line, rewrites: bool = True, reranks: bool = True) -> tuple[ModelHelp, ScriptedModel]:
    model = ScriptedModel(lines)
    return ModelHelp(Chain([model]), rewrites, reranks), model


async def test_a_question_is_said_in_full_by_the_model() -> None:
    helping, model = helped(*says("How high is the deposit of the office?"))
    assert await helping.rewrite("And the deposit?", BEFORE) == "How high is the deposit of the office?"
    assert "3,480 pounds" in str(model.calls[0][0][1].content)


@pytest.mark.parametrize("line", [failed(Failure.SERVER_ERROR), 30.0], ids=["failing", "late"])
async def test_a_model_that_fails_or_is_late_leaves_both_to_the_rules(line: Line) -> None:
    helping, _ = helped(line)
    assert await helping.rewrite("And the deposit?", BEFORE) is None
    assert await helping.rerank("And the deposit?", FOUND) == FOUND


@pytest.mark.parametrize(
    ("said", "order"),
    [
        ("[3, 1]", [3, 1, 2]),
        ("```json\n[2]\n```", [2, 1, 3]),
        ("[]", [1, 2, 3]),
        ('[9, 0, -1, "2", 2.0, true, 2, 2]', [2, 1, 3]),
        ('{"order": [3]}', [1, 2, 3]),
        ("the third", [1, 2, 3]),
    ],
)
async def test_the_model_puts_passages_in_order_and_can_neither_add_nor_drop_one(said: str, order: list[int]) -> None:
    helping, _ = helped(*says(said))
    assert [one.passage.id for one in await helping.rerank("Which?", FOUND)] == order


async def test_where_it_is_not_told_to_no_model_is_asked() -> None:
    helping, model = helped(*says("never"), rewrites=False, reranks=False)
    assert await helping.rewrite("And?", BEFORE) is None
    assert await helping.rerank("And?", FOUND) == FOUND
    assert model.calls == []
