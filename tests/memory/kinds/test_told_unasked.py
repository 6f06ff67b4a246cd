"""Somebody says how things are with them in passing, and weeks later asks for something: what matters is told."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta
from pathlib import Path

import pytest

from holdfast.cli.evals.needs import hit_share, measure_needs, needs_as_text, told_share
from holdfast.cli.evals.transcripts import read_transcript
from holdfast.memory.client.local import LocalMemory
from holdfast.memory.kinds.meaning import learn_meaning
from holdfast.memory.parts import MemoryParts
from holdfast.memory.profile.refresh import refresh
from holdfast.memory.profile.user_model import user_model
from holdfast.memory.recall.recall import recall
from holdfast.memory.recall.vectors.embed import embed_waiting
from holdfast.memory.types import RecallQuery
from holdfast.turn.librarian.consult import consult
from holdfast.turn.librarian.types import Consulted, Inquiry
from holdfast.turn.reading.read import Asker, read_message
from holdfast.turn.types import Order
from tests.memory.conftest import ADA
from tests.memory.learning.conversation import MONDAY, facts, known, tell

pytestmark = pytest.mark.anyio

NEEDS = Path(__file__).parents[3] / "bench" / "recall" / "needs"
LATER = MONDAY + timedelta(weeks=3)
SAID = (
    "Long day. I stopped eating meat a while ago and the canteen still has nothing for me.",
    "My sister Ana is coming to stay next week.",
    "My knees won't do stairs any more, so the fourth floor is getting to be a joke.",
    "The rent is 950 euros a month.",
    "I watched a film about whales last night.",
)


async def lived(memory: MemoryParts, *said: str) -> None:
    await learn_meaning(memory.embedder, "requests")
    await tell(memory, *(said or SAID))
    await embed_waiting(memory, ADA)


async def assistant(memory: MemoryParts, text: str) -> Consulted:
    return await consult(await _inquiry(memory, text, "assistant", has_gate=False))


async def sophie(memory: MemoryParts, text: str) -> Consulted:
    return await consult(await _inquiry(memory, text, "sophie", has_gate=True))


async def _inquiry(memory: MemoryParts, text: str, persona_id: str, *, has_gate: bool) -> Inquiry:
    asker = Asker(memory.embedder, None, has_gate, deadline_seconds=60.0)
    return Inquiry(
        text=text, reading=await read_message(text, before=(), tracked=(), asker=asker), before=(),
        memory=LocalMemory(memory),
        owner=ADA, persona_id=persona_id, now=LATER, embedder=memory.embedder, has_gate=has_gate, seconds=60.0,
    )  # fmt: skip


def told(consulted: Consulted) -> str:
    return consulted.sheet.text if consulted.sheet else ""


async def test_whoever_asks_for_dinner_is_known_to_eat_no_meat_by_the_assistant_and_by_sophie(
    minded: MemoryParts,
) -> None:
    await lived(minded)
    for ask, order in ((assistant, Order.KNOWLEDGE), (sophie, Order.SUPPLEMENTAL_CONTEXT)):
        found = await ask(minded, "Suggest something for dinner")
        assert "stopped eating meat" in told(found)
        assert found.sheet is not None
        assert found.sheet.order is order
        assert {source.type for source in found.sheet.sources} >= {"fact", "episode"}
        assert found.retrieval.needs, "the trace says which kinds were needed"


@pytest.mark.parametrize("question", ["What do you know about my diet?", "Am I a vegetarian?"])
async def test_a_question_meets_a_fact_though_they_share_no_word(minded: MemoryParts, question: str) -> None:
    await lived(minded)
    found = await recall(minded, ADA, RecallQuery(question, now=LATER))
    assert any("meat" in hit.fact.text for hit in found.facts[:5])
    assert "stopped eating meat" in told(await sophie(minded, question))


@pytest.mark.parametrize(
    "said",
    ["What is 17 times 23?", "Thanks a lot!", 'Translate "my sister eats meat" into Spanish', "Who wrote Hamlet?"],
)
async def test_what_needs_nothing_is_told_no_fact(minded: MemoryParts, said: str) -> None:
    await lived(minded)
    for ask in (assistant, sophie):
        found = await ask(minded, said)
        assert not found.sheet or not [source for source in found.sheet.sources if source.type == "fact"]


async def test_the_user_model_is_made_of_facts_by_rules_each_with_its_evidence(minded: MemoryParts) -> None:
    await lived(minded)
    await refresh(minded, ADA)
    sections = (await user_model(minded, ADA)).sections
    assert any("Ana" in item.text for item in sections["relationships"])
    assert any("meat" in item.text for item in sections["patterns"])
    assert all(item.evidence for items in sections.values() for item in items)


STANDS = [
    "Haven't touched meat since March, by the way.",
    "My knees won't do stairs any more.",
    "Wool makes me itch like mad.",
    "I get carsick if I read in the back.",
    "I sing alto in a choir on Thursday evenings.",
    "We share one car and my wife needs it during the week.",
    "The doctor told me thirty pounds at most, for the rest of my life, so I can't carry that.",
]
PASSES = [
    "I had toast for breakfast.",
    "I'm on the bus right now.",
    "If I lived in Paris, I would eat croissants every day.",
    "I wish I lived by the sea with three dogs.",
    "In the story I am a pirate who is afraid of water.",
    'She said "I have never eaten meat in my life"',
    "Imagine I am a doctor who works nights.",
    "My password is hunter2 and I never change it",
    "Can I eat nuts?",
    "I like the second option.",
    "I'd like to know more.",
]


@pytest.mark.parametrize("said", STANDS)
async def test_what_stands_is_kept_in_the_persons_own_words(minded: MemoryParts, said: str) -> None:
    await tell(minded, said)
    await embed_waiting(minded, ADA)
    [fact] = await facts(minded)
    assert fact.kinds
    assert fact.evidence


@pytest.mark.parametrize("said", PASSES)
async def test_what_passes_is_wished_quoted_or_imagined_leaves_nothing(minded: MemoryParts, said: str) -> None:
    await tell(minded, said)
    assert await known(minded) == []


async def test_it_is_told_for_most_requests_that_need_it_and_for_few_that_do_not(minded: MemoryParts) -> None:
    """On people whose requests nobody tuned anything on, too; how well, `holdfast eval recall` tells."""
    for part, least in (("tune", 0.75), ("fresh", 0.75), ("later", 0.65), ("held", 0.65), ("unseen", 0.65)):
        files: Sequence[Path] = sorted((NEEDS / part).glob("*.txt"))[:2]
        found = [one for file in files for one in await measure_needs(minded, read_transcript(file))]
        assert hit_share(found) >= least, needs_as_text({part: found})
        assert told_share(found) <= 0.1, needs_as_text({part: found})


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("I stopped eating meat a while ago.", "I eat meat again."),
        ("I'm vegetarian.", "I'm eating meat again, doctor's orders."),
        ("Haven't touched meat since March.", "I've gone back to eating meat."),
        ("I don't drink coffee.", "I'm back on coffee."),
        ("I quit smoking last year.", "I've started smoking again."),
    ],
)
async def test_whoever_takes_something_up_again_is_no_longer_told_to_do_without(
    minded: MemoryParts, before: str, after: str
) -> None:
    await tell(minded, before)
    [given_up] = await facts(minded)
    await tell(minded, after)
    assert given_up.text not in await known(minded)
    assert any("gone back to" in text for text in await known(minded))


async def test_what_was_said_beside_it_still_stands(minded: MemoryParts) -> None:
    await tell(minded, "I haven't touched meat since March, and a single walnut has my throat shut and me in hospital.")
    await tell(minded, "I eat meat again.")
    assert any("walnut" in text for text in await known(minded))
