"""The brief in two tiers: Postgres at once; recall and sinks only for a question, and never for longer than allowed."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime, timedelta

import pytest

from holdfast.core.db import Owner
from holdfast.memory.brief.brief import SINK_SECONDS, brief
from holdfast.memory.learning.learn import learn
from holdfast.memory.outbox.drain import drain
from holdfast.memory.parts import MemoryParts
from holdfast.memory.profile.identity import set_about
from holdfast.memory.profile.refresh import refresh
from holdfast.memory.profile.types import Identity
from holdfast.memory.types import Delivery, SinkUnavailable
from tests.memory.conftest import ADA, BOB
from tests.memory.talking import KITCHEN, MONDAY, talk
from tests.waiting import takes

pytestmark = pytest.mark.anyio

TUESDAY = MONDAY + timedelta(days=1)


class ASink:
    """A second place that answers as the test says."""

    name = "a_graph"

    def __init__(self, *texts: str, pause_seconds: float = 0.0, error: Exception | None = None) -> None:
        self.texts, self.pause_seconds, self.error = texts, pause_seconds, error
        self.asked: list[tuple[Owner, str, datetime]] = []

    async def ping(self) -> None:
        """Always there."""

    async def deliver(self, owner: Owner, delivery: Delivery) -> None:
        raise SinkUnavailable

    async def search(self, owner: Owner, query: str, *, limit: int, now: datetime) -> Sequence[str]:
        self.asked.append((owner, query, now))
        await takes(self.pause_seconds)
        if self.error:
            raise self.error
        return self.texts[:limit]

    async def forget(self, owner: Owner, names: Sequence[str] | None) -> int:
        return 0


async def test_an_empty_memory_gives_an_empty_brief(memory: MemoryParts) -> None:
    found = await brief(memory, ADA, session_id="s1", query="What did I say?")
    assert found.identity == Identity()
    assert (found.working_memory, found.rolling_summary, found.episode_bridge) == ([], "", None)
    assert (list(found.active_loops), list(found.nudge_candidates), list(found.facts)) == ([], [], [])
    assert list(found.missing) == []


async def test_tier_one_holds_the_window_the_summaries_and_what_is_open(memory: MemoryParts) -> None:
    first = await talk(memory, ADA, "s1", KITCHEN)
    await learn(memory, ADA, first)
    await drain(memory)
    said = [("user", f"Tile number {n} is blue and costs 4 euros.") for n in range(15)]
    await talk(memory, ADA, "s2", said, at=TUESDAY, is_closed=False)
    await drain(memory)
    found = await brief(memory, ADA, session_id="s2", now=TUESDAY + timedelta(hours=1))
    assert [turn.text for turn in found.working_memory] == [text for _, text in said[3:]]
    assert "Tile number 0 is blue" in found.rolling_summary
    assert [loop.text for loop in found.active_loops] == ["Call the plumber"]
    assert found.episode_bridge
    assert found.episode_bridge.startswith("On Monday, 11 May 2026")
    assert list(found.facts) == []


async def test_without_a_session_it_is_the_newest(memory: MemoryParts) -> None:
    await talk(memory, ADA, "s1", KITCHEN)
    await talk(memory, ADA, "s2", [("user", "Hello again.")], at=TUESDAY, is_closed=False)
    found = await brief(memory, ADA, now=TUESDAY)
    assert [turn.text for turn in found.working_memory] == ["Hello again."]


async def test_identity_has_the_name_the_zone_the_facts_and_the_persons_own_words(memory: MemoryParts) -> None:
    session = await talk(memory, ADA, "s1", [("user", "My name is Ada. I live in Berlin and I am a nurse.")])
    await learn(memory, ADA, session)
    await refresh(memory, ADA)
    await set_about(memory, ADA, "I like trains.")
    identity = (await brief(memory, ADA)).identity
    assert (identity.preferred_name, identity.time_zone, identity.about) == ("Ada", "Europe/Berlin", "I like trains.")
    assert all(item.evidence for item in identity.facts)


async def test_only_a_question_brings_facts_and_entities(memory: MemoryParts) -> None:
    session = await talk(
        memory, ADA, "s1", [("user", "My sister Nadia lives in Oslo."), ("user", "I work at Siemens.")]
    )
    await learn(memory, ADA, session)
    sink = ASink("Nadia moved to Oslo in 2024.", "nadia LIVES in Oslo")
    memory = replace(memory, sinks=[sink])
    silent = await brief(memory, ADA, now=TUESDAY)
    assert (list(silent.facts), list(silent.entities), sink.asked) == ([], [], [])
    asked = await brief(memory, ADA, query="Where does Nadia live?", now=TUESDAY)
    texts = [(fact.text, fact.source) for fact in asked.facts]
    assert ("Nadia lives in Oslo", "memory") in texts
    assert texts[-1] == ("Nadia moved to Oslo in 2024.", "a_graph")
    assert [entity.name for entity in asked.entities] == ["Nadia"]
    assert sink.asked == [(ADA, "Where does Nadia live?", TUESDAY)]
    assert list(asked.missing) == []


@pytest.mark.parametrize(
    "sink", [ASink(pause_seconds=90.0), ASink(error=SinkUnavailable()), ASink(error=ValueError("x"))]
)
async def test_a_sink_that_is_slow_or_down_is_named_and_not_waited_for(memory: MemoryParts, sink: ASink) -> None:
    session = await talk(memory, ADA, "s1", [("user", "My sister Nadia lives in Oslo.")])
    await learn(memory, ADA, session)
    began = time.monotonic()
    found = await brief(replace(memory, sinks=[sink]), ADA, query="Where does Nadia live?", now=TUESDAY)
    assert time.monotonic() - began < SINK_SECONDS + 30
    assert list(found.missing) == ["a_graph"]
    assert "Nadia lives in Oslo" in [fact.text for fact in found.facts]


async def test_a_persona_sees_its_own_and_what_belongs_to_none(memory: MemoryParts) -> None:
    await talk(memory, ADA, "s1", [("user", "The vase of my cat broke.")], persona_id="sophie", is_closed=False)
    assert (await brief(memory, ADA, persona_id="sophie")).working_memory
    assert not (await brief(memory, ADA, persona_id="incident")).working_memory
    assert (await brief(memory, ADA)).working_memory


async def test_owners_are_apart(memory: MemoryParts) -> None:
    session = await talk(memory, ADA, "s1", [("user", "My sister Nadia lives in Oslo. Remind me to call her.")])
    await learn(memory, ADA, session)
    await refresh(memory, ADA)
    await drain(memory)
    found = await brief(memory, BOB, session_id="s1", query="Nadia Oslo", now=TUESDAY)
    assert "Nadia" not in str(found)
    assert "Oslo" not in str(found)
