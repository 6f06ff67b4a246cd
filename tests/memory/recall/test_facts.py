from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from holdfast.core.db import Owner
from holdfast.memory.kinds.needs import UNREAD, Needs
from holdfast.memory.parts import MemoryParts
from holdfast.memory.recall.facts import rank_facts, score_fact, similarity
from holdfast.memory.recall.recall import recall
from holdfast.memory.recall.vectors.embed import embed_waiting
from holdfast.memory.types import Fact, RecallQuery
from tests.memory.conftest import ADA, BOB
from tests.memory.recall.conversations import MAY, SMALL_TALK, tell

pytestmark = pytest.mark.anyio


async def _learn(memory: MemoryParts, text: str, owner: Owner = ADA, **fields: Any) -> int:
    row = {
        "tenant_id": owner.tenant_id, "user_id": owner.user_id, "subject": "Maya", "predicate": "is", "object": text,
        "text": text, "confidence": 0.8, "source": "rules", "learned_at": MAY, **fields,
    }  # fmt: skip
    names, places = ", ".join(row), ", ".join(f"${number}" for number in range(1, len(row) + 1))
    async with memory.db.as_owner(owner) as tx:
        fact: int = await tx.fetchval(f"insert into facts ({names}) values ({places}) returning id", *row.values())
    await embed_waiting(memory, owner)
    return fact


async def _texts(memory: MemoryParts, query: str, owner: Owner = ADA, **how: Any) -> list[str]:
    return [hit.fact.text for hit in (await recall(memory, owner, RecallQuery(query, **how))).facts]


async def test_facts_that_are_meant_are_found_and_others_are_not(memory: MemoryParts) -> None:
    await _learn(memory, "Maya plays the cello in an orchestra")
    await _learn(memory, "Jonas is allergic to peanuts")
    assert await _texts(memory, "Who plays the cello in an orchestra?") == ["Maya plays the cello in an orchestra"]
    assert await _texts(memory, "zonkwit flurbish") == []


async def test_a_pinned_fact_always_comes_and_a_retired_one_only_as_of_its_time(memory: MemoryParts) -> None:
    await _learn(memory, "Maya is blind in one eye", is_pinned=True)
    retired: dict[str, Any] = {"retired_at": MAY + timedelta(days=10), "retired_because": "superseded"}
    await _learn(memory, "Maya lives in Bergen", **retired)
    await _learn(memory, "Maya lives in Oslo", learned_at=MAY + timedelta(days=10))
    assert await _texts(memory, "zonkwit flurbish") == ["Maya is blind in one eye"]
    now = await _texts(memory, "Maya lives where, in Oslo or Bergen?")
    assert "Maya lives in Oslo" in now
    assert "Maya lives in Bergen" not in now
    then = await _texts(memory, "Maya lives where, in Oslo or Bergen?", as_of=MAY + timedelta(days=3))
    assert "Maya lives in Bergen" in then
    assert "Maya lives in Oslo" not in then


async def test_a_fact_comes_with_its_evidence_and_through_it(memory: MemoryParts) -> None:
    await tell(memory, [*SMALL_TALK, ("Maya", "My greyhound Pip won the race at Whitby.")])
    fact = await _learn(memory, "Pip is a sighthound")
    async with memory.db.as_owner(ADA) as tx:
        await tx.execute(
            "insert into fact_evidence select 'acme', 'ada', $1, id from episodes where external_id = 'one/6'", fact
        )
    answer = await recall(memory, ADA, RecallQuery("Pip sighthound greyhound race Whitby"))
    assert [one.external_id for one in answer.facts[0].fact.evidence] == ["one/6"]


async def test_a_turn_that_says_it_in_other_words_comes_with_the_fact_that_was_learned_from_it(
    memory: MemoryParts,
) -> None:
    await tell(memory, [*SMALL_TALK, ("Maya", "We finally moved to Whitby.")])
    assert not (await recall(memory, ADA, RecallQuery("residence sighthound?"))).episodes
    fact = await _learn(memory, "The residence of the sighthound is by the sea")
    async with memory.db.as_owner(ADA) as tx:
        await tx.execute(
            "insert into fact_evidence select 'acme', 'ada', $1, id from episodes where external_id = 'one/6'", fact
        )
    answer = await recall(memory, ADA, RecallQuery("residence sighthound?"))
    assert [hit.episode.text for hit in answer.episodes] == ["We finally moved to Whitby."]


async def test_entities_named_in_the_question_come_along_and_only_ones_own(memory: MemoryParts) -> None:
    async with memory.db.as_owner(ADA) as tx:
        await tx.execute(
            """
            insert into entities (tenant_id, user_id, key, name, kind, mentions, first_at, last_at)
            values ('acme', 'ada', 'lena', 'Lena', 'person', 3, $1, $1)
            """,
            MAY,
        )
    assert [entity.name for entity in (await recall(memory, ADA, RecallQuery("How is Lena's dog?"))).entities] == [
        "Lena"
    ]
    assert not (await recall(memory, BOB, RecallQuery("How is Lena's dog?"))).entities
    assert not (await recall(memory, ADA, RecallQuery("How is Lena?", as_of=MAY - timedelta(days=1)))).entities


async def test_nobody_is_told_somebody_elses_facts(memory: MemoryParts) -> None:
    await _learn(memory, "Maya plays the cello in an orchestra", is_pinned=True)
    assert await _texts(memory, "Who plays the cello in an orchestra?", BOB) == []


def _fact(number: int, **fields: Any) -> Fact:
    given = {"confidence": 0.8, "learned_at": datetime(2026, 5, 1, tzinfo=UTC), **fields}
    return Fact(number, "Maya", "is", "x", "x", source="rules", **given)


NOW = datetime(2026, 6, 1, tzinfo=UTC)


def test_similarity_counts_seven_tenths_confidence_two_and_recency_one_at_most() -> None:
    fresh = _fact(1, confidence=1.0, learned_at=NOW)
    assert score_fact(fresh, 1.0, NOW) == pytest.approx(1.0)
    assert score_fact(fresh, 0.0, NOW) == pytest.approx(0.3)
    assert score_fact(_fact(2, confidence=0.0, learned_at=NOW - timedelta(days=9000)), 1.0, NOW) == pytest.approx(0.7)
    assert score_fact(_fact(3, is_doubtful=True), 1.0, NOW) < score_fact(_fact(3), 1.0, NOW)


def test_a_fact_shares_meaning_or_words_with_the_question() -> None:
    assert similarity(0.75, [], []) == 1.0
    assert similarity(None, ["cello", "orchestra"], ["cello", "orchestra", "maya"]) == pytest.approx(0.8)
    assert similarity(0.05, ["cello"], ["peanut"]) == 0.0


def test_pinned_facts_are_never_crowded_out() -> None:
    others: list[tuple[Fact, float | None, Sequence[str]]] = [(_fact(number), 0.9, []) for number in range(1, 20)]
    ranked = rank_facts([*others, (_fact(99, is_pinned=True), 0.0, [])], [], UNREAD, now=NOW, limit=5)
    assert len(ranked) == 5
    assert ranked[-1].fact.id == 99


def test_of_facts_of_a_needed_kind_the_one_of_the_same_circumstance_comes_first() -> None:
    """Who can not bear a lift, before other facts about feelings, when a scan in a tube is the matter."""
    others: list[tuple[Fact, float | None, Sequence[str]]] = [
        (_fact(number, kinds={"feelings": 1.0, "feelings/temper": 0.6}), 0.2, []) for number in range(2, 9)
    ]
    same = _fact(1, kinds={"home": 0.9, "feelings/small_spaces": 0.6})
    meant: tuple[Fact, float | None, Sequence[str]] = (same, 0.15, [])
    needs = Needs({"feelings": 0.5, "feelings/small_spaces": 1.0})
    assert rank_facts([*others, meant], [], needs, now=NOW, limit=10)[0].fact.id == 1
