"""Whether the memory is asked: rules where they are sure, meaning where they lean, a model where both are unsure."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Sequence
from dataclasses import replace

import pytest

from holdfast.models.chain import Chain
from holdfast.models.failures import failed
from holdfast.models.types import Failure
from holdfast.turn.codes import Gate
from holdfast.turn.reading.cues import SURE, rule_gate
from holdfast.turn.reading.read import Asker, MessageReader, read_message, rule
from holdfast.turn.reading.utterance import read_utterance
from holdfast.turn.types import GateDecision
from tests.scripted import Line, ScriptedModel, says
from tests.turn.librarian.recalling import said
from tests.turn.reading.speaking import HangingEmbedder, opinion
from tests.words import WordEmbedder

pytestmark = pytest.mark.anyio

UNSURE = "green velvet, somehow"


class SilentEmbedder(WordEmbedder):
    name = "test:silent"

    async def embed(self, texts: Sequence[str]) -> list[list[float]]:
        raise ConnectionError


async def decide(text: str, *, chain: Chain | None = None, embedder: WordEmbedder | None = None) -> GateDecision:
    asker = Asker(embedder or WordEmbedder(), chain, deadline_seconds=1.0)
    return (await read_message(text, before=[said("We spoke of the harbour.")], tracked=(), asker=asker)).gate


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
    found = rule_gate(read_utterance(text))
    assert (found.gate, found.name) == (wanted, cue)
    assert found.confidence >= SURE


def test_somebody_the_memory_tracks_makes_a_message_personal() -> None:
    assert rule_gate(read_utterance("zuza and i had lunch"), known=["Zuza"]).gate == "ambient"


async def test_a_low_signal_message_asks_nothing_unless_it_asks_about_the_past() -> None:
    for text, asks in ((UNSURE, False), ("where were we?", True)):
        ruled = rule(text, before=(), tracked=())
        low = replace(ruled, signals=replace(ruled.signals, is_low_signal=True))
        found = await MessageReader(low, (), Asker(WordEmbedder(), None)).read()
        assert found.gate.asks == asks


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
    model = ScriptedModel(says(opinion(gate="ambient")))
    sure = await decide("What did I say about the boat? I feel so empty and I can't cope", chain=Chain([model]))
    assert (sure.by, len(model.calls)) == ("rules", 0)
    asked = await decide(UNSURE, chain=Chain([model]), embedder=SilentEmbedder())
    assert (asked.gate, asked.by, asked.confidence) == ("ambient", "model", 0.9)
    (messages, tools, settings) = model.calls[0]
    assert settings.temperature == 0.0
    assert settings.max_output_tokens is not None
    assert settings.max_output_tokens <= 300
    assert not tools
    assert "harbour" in str(messages[1].content)


async def test_a_demo_model_is_never_asked() -> None:
    model = ScriptedModel(says(opinion(gate="ambient")), is_demo=True)
    await decide(UNSURE, chain=Chain([model]), embedder=SilentEmbedder())
    assert model.calls == []


@pytest.mark.parametrize(
    "script",
    [
        says("I would say yes."),
        says(opinion(gate="everything")),
        says('["explicit"]'),
        [failed(Failure.SERVER_ERROR)],
        [30.0],
    ],
)
async def test_a_model_that_babbles_fails_or_dawdles_leaves_it_to_the_rules(script: list[Line]) -> None:
    asker = Asker(SilentEmbedder(), Chain([ScriptedModel(script)]), deadline_seconds=0.2)
    found = (await read_message(UNSURE, before=(), tracked=(), asker=asker)).gate
    assert (found.gate, found.by) == ("none", "rules")


async def test_a_model_that_is_surer_than_certain_is_not_believed() -> None:
    model = ScriptedModel(says(opinion(gate="ambient", confidence=17)))
    found = await decide(UNSURE, chain=Chain([model]), embedder=SilentEmbedder())
    assert (found.gate, found.by) == ("none", "rules")
    assert 0 <= found.confidence <= 1


async def test_one_question_answers_posture_intent_and_gate() -> None:
    model = ScriptedModel(says(opinion(posture="REFLECTION", intent="share", gate="ambient")))
    asker = Asker(SilentEmbedder(), Chain([model]))
    found = await read_message(UNSURE, before=(), tracked=(), asker=asker)
    assert (found.posture, found.intent, found.gate.gate) == ("REFLECTION", "share", "ambient")
    assert len(model.calls) == 1


@pytest.mark.parametrize(("intent", "wanted"), [("recall", "ambient"), ("question", "explicit")])
async def test_a_model_that_says_once_that_the_past_is_asked_about_has_said_it(intent: str, wanted: str) -> None:
    model = ScriptedModel(says(opinion(intent=intent, gate=wanted)))
    found = await read_message(UNSURE, before=(), tracked=(), asker=Asker(SilentEmbedder(), Chain([model])))
    assert (found.intent, found.gate.gate) == ("recall", "explicit")


async def test_a_gate_that_the_rules_are_sure_of_is_not_changed_by_a_model_that_was_asked_about_the_posture() -> None:
    model = ScriptedModel(says(opinion(intent="recall", gate="explicit")))
    found = await read_message(
        "Same place as last time.", before=(), tracked=(), asker=Asker(SilentEmbedder(), Chain([model]))
    )
    assert (found.by, found.gate.gate, found.gate.by) == ("model", "ambient", "rules")
    assert found.intent != "recall"


async def test_the_gate_is_told_as_soon_as_it_is_settled() -> None:
    model = ScriptedModel([90.0, *says(opinion())])
    text = "Same place as last time."
    reader = MessageReader(rule(text, before=(), tracked=()), (), Asker(SilentEmbedder(), Chain([model])))
    reading = asyncio.create_task(reader.read())
    assert (await reader.gate()).gate == "ambient"
    assert not reading.done(), "the posture is still being asked about"
    reading.cancel()


async def test_whoever_gives_up_a_reading_does_not_stop_it_for_whoever_waits_for_its_gate() -> None:
    asker = Asker(HangingEmbedder(), None, deadline_seconds=0.2)
    reader = MessageReader(rule(UNSURE, before=(), tracked=()), (), asker)
    reading = asyncio.create_task(reader.read())
    await asyncio.sleep(0)
    reading.cancel()
    assert (await reader.gate()).by == "rules"


async def test_a_message_is_read_once_however_many_wait_for_it() -> None:
    model = ScriptedModel(says(opinion()))
    reader = MessageReader(rule(UNSURE, before=(), tracked=()), (), Asker(SilentEmbedder(), Chain([model])))
    gate, first, second = await asyncio.gather(reader.gate(), reader.read(), reader.read())
    assert first is second
    assert gate == first.gate
    assert len(model.calls) == 1


@pytest.mark.parametrize("unit", ["a", "when ", "did i ", "what, ", "Anna ", "( ", "my my ", "😀", "\n", "in may "])
def test_no_message_keeps_the_rules_busy(unit: str) -> None:
    began = time.process_time()
    rule_gate(read_utterance((unit * 1_000_000)[:1_000_000]))
    assert time.process_time() - began < 0.5
