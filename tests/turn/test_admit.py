from __future__ import annotations

from dataclasses import replace
from typing import Any
from uuid import UUID

import pytest

from holdfast.core.errors import NotFound, TooLarge
from holdfast.core.ids import ChatId, UserId
from holdfast.models.chain import Chain
from holdfast.personas.types import Persona
from holdfast.turn.admit import admit, check_size
from holdfast.turn.types import TurnRequest, UserInput
from tests.scripted import ScriptedModel
from tests.turn.drafts import ASSISTANT

CHAIN = Chain(
    [ScriptedModel(name=f"test:{letter}") for letter in "abc"],
    build=lambda name: ScriptedModel(name=name) if name.startswith("test:") else None,
)
ASKED = TurnRequest(UserId(UUID(int=1)), ChatId(UUID(int=2)), None, persona_id="assistant")


def persona(**answering: Any) -> Persona:
    given = ASSISTANT.settings.answering.model_copy(update=answering)
    return replace(ASSISTANT, settings=ASSISTANT.settings.model_copy(update={"answering": given}))


def order(chain: Chain) -> str:
    return "".join(model.name[-1] for model in chain.models)


@pytest.mark.parametrize(
    ("models", "chosen", "expected"),
    [
        ((), None, "abc"),
        (("test:c",), None, "cab"),
        (("test:c", "test:b"), None, "cba"),
        (("nobody:x", "test:b", "nobody:y"), None, "bac"),
        (("nobody:x",), None, "abc"),
        (("test:c", "test:b"), "test:a", "acb"),
        (("test:x", "test:b", "test:y"), None, "xbyac"),
        (("test:x",), "test:x", "xabc"),
    ],
)
def test_a_packs_models_are_tried_first_and_the_one_a_person_names_before_them(
    models: tuple[str, ...], chosen: str | None, expected: str
) -> None:
    allowed = admit(persona(models=models), CHAIN, replace(ASKED, model_name=chosen))
    assert order(allowed.chain) == expected


@pytest.mark.parametrize("name", ["nobody:x", "test:x"])
def test_a_model_that_a_person_names_must_be_one_of_the_personas(name: str) -> None:
    with pytest.raises(NotFound):
        admit(persona(models=("nobody:x",)), CHAIN, replace(ASKED, model_name=name))


def test_the_window_of_a_model_holds_prompt_thoughts_and_answer() -> None:
    small = Chain([ScriptedModel(context_tokens=20_000)])
    limits = {"prompt_tokens": 100_000, "max_output_tokens": 1_000}
    assert admit(persona(**limits), small, ASKED).prompt_tokens == 19_000
    assert admit(persona(**limits, thinking_tokens=3_000), small, ASKED).prompt_tokens == 16_000
    assert admit(persona(**limits, thinking_tokens=90_000), small, ASKED).prompt_tokens == 15_000


def test_a_persona_that_leaves_a_small_model_no_room_says_so_and_not_that_the_message_is_too_long() -> None:
    small = Chain([ScriptedModel(context_tokens=400)])
    allowed = admit(persona(), small, ASKED)
    allowed = replace(allowed, persona=replace(allowed.persona, kernel="word " * 300))
    with pytest.raises(TooLarge, match="choose a model that reads more") as refused:
        check_size(allowed, UserInput("Hi", (), (), 1))
    assert refused.value.details == {"tokens": 1, "limit": 0}
