"""Whether the memory is asked: rules where they are sure, meaning where they lean, a model where both are unsure."""

from __future__ import annotations

import time
from collections.abc import Sequence

import pytest

from holdfast.models.chain import Chain
from holdfast.models.failures import failed
from holdfast.models.types import Failure
from holdfast.turn.librarian.cues import SURE, read_cues
from holdfast.turn.librarian.gate import gate
from holdfast.turn.librarian.types import Decision, Gate
from tests.scripted import Line, ScriptedModel, says
from tests.turn.librarian.recalling import read_as, said
from tests.words import WordEmbedder

pytestmark = pytest.mark.anyio

UNSURE = "green velvet, somehow"


class SilentEmbedder(WordEmbedder):
    name = "test:silent"

    async def embed(self, texts: Sequence[str]) -> list[list[float]]:
        raise ConnectionError


async def decide(text: str, *, chain: Chain | None = None, embedder: WordEmbedder | None = None) -> Decision:
    return await gate(
        text,
        reading=read_as(),
        before=[said("We spoke of the harbour.")],
        embedder=embedder or WordEmbedder(),
        chain=chain,
        deadline_seconds=1.0,
    )


@pytest.mark.parametrize(
    ("text", "wanted", "cue"),
    [
        ("thanks", "none", "small_talk"),
        ("Good morning!", "none", "small_talk"),
        ("um, okay, thanks a lot", "none", "small_talk"),
        ("", "none", "nothing_said"),
        ("…", "none", "nothing_said"),
        ("What did you just say?", "none", "about_this_very_talk"),
        ("What's the capital of France?", "none", "world_question"),
        ("How do I boil an egg?", "none", "how_to"),
        ("Write a poem about autumn.", "none", "task_without_reference"),
        ('Translate "my sister lives in Rome" to French', "none", "task_without_reference"),
        ("Restart the nginx pods.", "none", "command"),
        ("Remind me to buy milk.", "none", "command"),
        ("Do you remember my dentist's name?", "explicit", "asks_to_remember"),
        ("remind me what the lawyer said", "explicit", "asks_to_be_reminded"),
        ("wat did i say about the sofa", "explicit", "asks_what_was_done"),
        ("whens my moms bday", "explicit", "asks_about_mine"),
        ("What do you know about me?", "explicit", "asks_what_is_known"),
        ("Has this alert fired before?", "explicit", "asks_if_it_was_before"),
        ("What's Hannah studying?", "explicit", "question_about_somebody"),
        ("My sister is driving me crazy.", "ambient", "somebody_near"),
        ("Same place as last time, please.", "ambient", "refers_back"),
        ("That thing with the neighbour is getting worse.", "ambient", "refers_back"),
        ("Plan my week.", "ambient", "own_matter"),
        ("Draft a reply to the landlord.", "ambient", "task_for_somebody"),
        ("Sven wants to sell.", "ambient", "names_somebody"),
    ],
)
def test_the_rules_know_what_wants_a_memory_and_by_which_cue(text: str, wanted: Gate, cue: str) -> None:
    found = read_cues(text)
    assert (found.gate, found.name) == (wanted, cue)
    assert found.confidence >= SURE


def test_somebody_the_memory_tracks_makes_a_message_personal() -> None:
    assert read_cues("zuza and i had lunch", known=["Zuza"]).gate == "ambient"


async def test_a_low_signal_message_asks_nothing_unless_it_asks_about_the_past() -> None:
    low = read_as(is_low_signal=True)
    for text, asks in ((UNSURE, False), ("where were we?", True)):
        found = await gate(text, reading=low, before=(), embedder=WordEmbedder(), chain=None, deadline_seconds=1.0)
        assert found.asks == asks


async def test_where_the_rules_are_unsure_the_nearest_examples_decide() -> None:
    found = await decide(UNSURE)
    assert found.by == "meaning"


async def test_without_vectors_the_rules_decide_alone() -> None:
    found = await decide(UNSURE, embedder=SilentEmbedder())
    assert (found.by, found.gate) == ("rules", "none")


class BrokenEmbedder(WordEmbedder):
    name = "test:broken"

    async def embed(self, texts: Sequence[str]) -> list[list[float]]:
        return [[float("nan")] * self.dimensions for _ in texts]


async def test_vectors_that_are_no_numbers_have_no_say() -> None:
    decision = await decide(UNSURE, embedder=BrokenEmbedder())
    assert decision.by == "rules"
    assert 0 <= decision.confidence <= 1


async def test_a_model_is_asked_only_when_rules_and_meaning_are_unsure() -> None:
    model = ScriptedModel(says('{"gate": "ambient", "confidence": 0.8}'))
    sure = await decide("What did I say about the boat?", chain=Chain([model]))
    assert (sure.by, len(model.calls)) == ("rules", 0)
    asked = await decide(UNSURE, chain=Chain([model]), embedder=SilentEmbedder())
    assert (asked.gate, asked.by, asked.confidence) == ("ambient", "model", 0.8)
    (messages, tools, settings) = model.calls[0]
    assert settings.temperature == 0.0
    assert settings.max_output_tokens is not None
    assert settings.max_output_tokens <= 300
    assert not tools
    assert "harbour" in str(messages[1].content)


async def test_a_demo_model_is_never_asked() -> None:
    model = ScriptedModel(says('{"gate": "ambient"}'), is_demo=True)
    await decide(UNSURE, chain=Chain([model]), embedder=SilentEmbedder())
    assert model.calls == []


@pytest.mark.parametrize(
    "script",
    [
        says("I would say yes."),
        says('{"gate": "everything"}'),
        says('["explicit"]'),
        [failed(Failure.SERVER_ERROR)],
        [30.0],
    ],
)
async def test_a_model_that_babbles_fails_or_dawdles_leaves_it_to_the_rules(script: list[Line]) -> None:
    found = await gate(
        UNSURE, reading=read_as(), before=(), embedder=SilentEmbedder(), chain=Chain([ScriptedModel(script)]),
        deadline_seconds=0.1,
    )  # fmt: skip
    assert (found.gate, found.by) == ("none", "rules")


async def test_a_models_confidence_is_held_between_nothing_and_certainty() -> None:
    model = ScriptedModel(says('{"gate": "none", "confidence": 17}'))
    assert (await decide(UNSURE, chain=Chain([model]), embedder=SilentEmbedder())).confidence == 1.0


@pytest.mark.parametrize("unit", ["a", "when ", "did i ", "what, ", "Anna ", "( ", "my my ", "😀", "\n", "in may "])
def test_no_message_keeps_the_rules_busy(unit: str) -> None:
    began = time.process_time()
    read_cues((unit * 1_000_000)[:1_000_000])
    assert time.process_time() - began < 0.5
