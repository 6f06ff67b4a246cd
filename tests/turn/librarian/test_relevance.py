"""What came back and has nothing to do with the question is dropped, and counted."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, timedelta
from zoneinfo import ZoneInfo

import pytest

from holdfast.memory.types import Recalled
from holdfast.turn.codes import Gate
from holdfast.turn.librarian.relevance import RelevanceRequest, keep_relevant
from holdfast.turn.librarian.spec import read_spec
from tests.turn.librarian.recalling import NOON, a_fact, a_turn
from tests.words import WordEmbedder

pytestmark = pytest.mark.anyio


def asked(text: str, gate: Gate = "ambient", **known: object) -> RelevanceRequest:
    return RelevanceRequest(gate, read_spec(text, now=NOON), text, text, NOON, **known)  # type: ignore[arg-type]


class Recording(WordEmbedder):
    def __init__(self) -> None:
        self.texts: list[str] = []

    async def embed(self, texts: Sequence[str]) -> list[list[float]]:
        self.texts += texts
        return await super().embed(texts)


async def test_where_nobody_asked_each_piece_must_share_a_name_or_a_topic() -> None:
    found = Recalled(
        [a_fact(1, "Marta sails."), a_fact(2, "The boiler is old.")],
        [a_turn(3, "Marta called from the harbour."), a_turn(4, "I bought bread.")],
        (),
        1.0,
    )
    kept = await keep_relevant(found, asked("I'm seeing Marta tonight."), WordEmbedder())
    assert [hit.fact.id for hit in kept.facts] == [1]
    assert [hit.episode.id for hit in kept.episodes] == [3]
    assert kept.dropped == {"not_about_it": 2}


async def test_a_piece_without_a_shared_topic_is_kept_when_its_meaning_is_near() -> None:
    near = RelevanceRequest("ambient", read_spec("Back to the boat.", now=NOON), "old ship in the harbour", "", NOON)
    found = Recalled((), [a_turn(1, "the old ship in the harbour"), a_turn(2, "bread and butter")], (), 1.0)
    kept = await keep_relevant(found, near, WordEmbedder())
    assert [hit.episode.id for hit in kept.episodes] == [1]


async def test_how_near_a_piece_is_need_not_be_found_out_where_the_memory_tells() -> None:
    turns = [replace(a_turn(1, "the old ship"), nearness=0.5), replace(a_turn(2, "bread and butter"), nearness=0.4)]
    facts = [replace(a_fact(3, "Sails on Sundays."), nearness=0.42)]
    embedder = Recording()
    kept = await keep_relevant(Recalled(facts, turns, (), 1.0), asked("Back to my boat."), embedder)
    assert [hit.episode.id for hit in kept.episodes] == [1]
    assert [hit.fact.id for hit in kept.facts] == [3]
    assert embedder.texts == []
    await keep_relevant(Recalled(facts, [*turns, a_turn(4, "rope")], (), 1.0), asked("Back to my boat."), embedder)
    assert embedder.texts == [], "only the first few are weighed"
    await keep_relevant(Recalled((), [*turns, a_turn(4, "rope")], (), 1.0), asked("Back to my boat."), embedder)
    assert embedder.texts == ["Back to my boat.", "rope"]


async def test_who_asks_about_the_past_is_given_the_best_if_any_of_it_fits() -> None:
    turns = [a_turn(1, "The old ship leaks."), a_turn(2, "It cost forty euros.", score=4), a_turn(3, "Rain.", score=1)]
    kept = await keep_relevant(
        Recalled((), turns, (), 1.0), asked("What did I pay for the ship?", "explicit"), WordEmbedder()
    )
    assert [hit.episode.id for hit in kept.episodes] == [1, 2]
    assert kept.dropped == {"low_score": 1}
    nothing = await keep_relevant(
        Recalled((), [a_turn(9, "Bread.")], (), 1.0), asked("What did I pay for the ship?", "explicit"), WordEmbedder()
    )
    assert nothing.count == 0


async def test_in_a_small_memory_scores_below_zero_do_not_hide_the_best() -> None:
    turns = [a_turn(1, "The ship leaks.", score=-0.4), a_turn(2, "A ship sank.", score=-3.0)]
    kept = await keep_relevant(Recalled((), turns, (), 1.0), asked("What about the ship?", "explicit"), WordEmbedder())
    assert [hit.episode.id for hit in kept.episodes] == [1]


async def test_what_the_prompt_holds_anyway_is_not_told_again() -> None:
    text = "Marta sails on Sundays"
    found = Recalled(
        [a_fact(1, "Marta sails.", is_pinned=True)],
        [a_turn(2, "Marta sails.", message="m-1"), a_turn(3, text), a_turn(4, "Marta sails.", message="m-2")],
        (),
        1.0,
    )
    kept = await keep_relevant(found, asked(text, message_ids=frozenset({"m-1"})), WordEmbedder())
    assert [hit.episode.id for hit in kept.episodes] == [4]
    assert kept.dropped == {"pinned": 1, "in_history": 1, "is_the_question": 1}
    pinned = await keep_relevant(found, asked(text, leaves_pinned=False), WordEmbedder())
    assert [hit.fact.id for hit in pinned.facts] == [1]


async def test_one_id_appears_once() -> None:
    found = Recalled([a_fact(1, "Marta sails."), a_fact(1, "Marta sails.")], (), (), 1.0)
    assert (await keep_relevant(found, asked("Marta is here."), WordEmbedder())).count == 1


async def test_where_only_a_time_was_asked_for_other_times_are_dropped() -> None:
    found = Recalled((), [a_turn(1, "We sailed.", days=1), a_turn(2, "We baked.", days=9)], (), 1.0)
    kept = await keep_relevant(found, asked("What did we talk about yesterday?", "explicit"), WordEmbedder())
    assert [hit.episode.id for hit in kept.episodes] == [1]
    assert kept.dropped == {"another_time": 1}


async def test_facts_told_as_bare_text_are_judged_like_others() -> None:
    found = Recalled((), (), (), 1.0, statements=["Marta sails.", "The boiler is old.", "Marta sails."])
    kept = await keep_relevant(found, asked("I'm seeing Marta."), WordEmbedder())
    assert kept.statements == ["Marta sails."]


async def test_yesterday_is_that_of_the_persons_own_clock() -> None:
    evening = NOON.replace(hour=1, minute=30).astimezone(ZoneInfo("America/Los_Angeles"))
    question = "What did we talk about yesterday?"
    about = RelevanceRequest("explicit", read_spec(question, now=evening), question, question, evening)
    this_morning, the_day_before = a_turn(1, "We sailed."), a_turn(2, "We baked.")
    said_at = {1: evening - timedelta(hours=8), 2: evening - timedelta(hours=32)}
    found = [
        replace(hit, episode=replace(hit.episode, said_at=said_at[hit.episode.id].astimezone(UTC)))
        for hit in (this_morning, the_day_before)
    ]
    kept = await keep_relevant(Recalled((), found, (), 1.0), about, WordEmbedder())
    assert [hit.episode.id for hit in kept.episodes] == [2], "by the server's clock it would be the other"


async def test_a_year_or_a_month_may_be_that_which_is_told_of() -> None:
    told = [
        a_turn(1, "In 2019 we moved to the coast."),
        a_turn(2, "In March the roof leaked."),
        a_turn(3, "They march along on Sundays."),
    ]
    for question, kept in (("What happened in 2019?", [1]), ("what happened in march", [2])):
        found = await keep_relevant(Recalled((), told, (), 1.0), asked(question, "explicit"), WordEmbedder())
        assert [hit.episode.id for hit in found.episodes] == kept, question


async def test_of_what_was_said_at_a_time_nothing_is_too_slight() -> None:
    said = [a_turn(1, "We sailed.", days=1, score=9.0), a_turn(2, "And back.", days=1, score=0.1)]
    kept = await keep_relevant(
        Recalled((), said, (), 1.0), asked("What did we talk about yesterday?", "explicit"), WordEmbedder()
    )
    assert kept.count == 2
