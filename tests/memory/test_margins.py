"""No threshold on a likeness stands on a knife's edge here either: facts and turns that are found, what needs nothing,
what stands, and what says the same."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path

import numpy as np
import pytest

from holdfast.cli.evals.transcripts import read_transcript
from holdfast.core.config import Settings
from holdfast.core.db import Db, Owner
from holdfast.memory.intake.ingest_session import ingest_session
from holdfast.memory.kinds.meaning import FloatVector, learn_meaning, unit
from holdfast.memory.kinds.needs import NOTHING_FROM, nothing_share
from holdfast.memory.kinds.of_statement import STANDS_FROM, stands
from holdfast.memory.kinds.tables import tables
from holdfast.memory.learning.facts.reconcile import SAME_MEANING, SAME_MEANING_OTHER_PREDICATE, reconcile
from holdfast.memory.learning.types import FactCandidate, FactState
from holdfast.memory.loops import match
from holdfast.memory.loops.words import content, overlap
from holdfast.memory.parts import MemoryParts
from holdfast.memory.recall import choose, facts, store
from holdfast.memory.recall.store import QuestionVector, View, as_text
from holdfast.memory.recall.vectors.embed import embed_waiting
from holdfast.memory.recall.vectors.present import ready_embedder
from holdfast.models.embed import LocalEmbedder
from holdfast.models.local import fetch_local, find_local, models_folder
from holdfast.models.local_kinds import EMBEDDING_MODEL
from tests.margins import ANOTHER_MACHINE, Margin, as_table
from tests.memory.learning.alike import LOOPS, ONE_PREDICATE, OTHER_PREDICATES, Pair, Said
from tests.memory.recall.asked_facts import ASKED, UNRELATED

pytestmark = [pytest.mark.anyio, pytest.mark.timeout(300)]

CONVERSATIONS = Path(__file__).parents[2] / "bench" / "recall" / "conversations"
EARLIER = datetime(2026, 3, 2, tzinfo=UTC)
LATER = EARLIER + timedelta(days=20)


@pytest.fixture(scope="module")
def embedder() -> LocalEmbedder:
    folder = models_folder(Settings())
    if find_local(folder, EMBEDDING_MODEL).state != "ready":
        fetch_local(folder, [EMBEDDING_MODEL])
    return LocalEmbedder(find_local(folder, EMBEDDING_MODEL).folder)


async def test_every_threshold_of_the_memory_leaves_room_for_another_processor(
    db: Db, embedder: LocalEmbedder, capsys: pytest.CaptureFixture[str]
) -> None:
    margins = [
        needs_nothing(await learn_meaning(embedder, "requests"), wanted=0.9),
        *standing(await learn_meaning(embedder, "statements")),
        await facts_found(embedder, wanted=0.85),
        await turns_found(MemoryParts(db, embedder, chain=None), wanted=0.8),
        await same_facts(embedder, "same", SAME_MEANING, ONE_PREDICATE, wanted=0.85),
        await same_facts(embedder, "  renamed", SAME_MEANING_OTHER_PREDICATE, OTHER_PREDICATES, wanted=0.65),
        await same_loops(embedder, wanted=0.8),
    ]
    with capsys.disabled():
        print(f"\n{as_table(margins)}")
    assert all(one.least >= one.wanted for one in margins), as_table(margins)


@pytest.mark.parametrize(
    ("held", "said"),
    [
        (("started", "a course", "Started a pottery course"), ("finished", "a course", "Finished a pottery course")),
        (("teaches", "piano", "Teaches piano to children"), ("takes_lessons", "piano", "Learns piano with children")),
        (("going_to", "Rome", "Is going to Rome with Ana"), ("went_to", "Rome", "Went to Rome with Ana")),
    ],
)
def test_what_only_the_verb_tells_apart_stays_two_facts_however_alike_they_sound(held: Said, said: Said) -> None:
    assert not is_merged(held, said, 0.95)


def needs_nothing(known: FloatVector, *, wanted: float) -> Margin:
    """Each written request, read by all the others."""
    scored = [
        (nothing_share(known[place], _without(known, place)), not one.kinds)
        for place, one in enumerate(tables().requests)
    ]
    return Margin("needs none", NOTHING_FROM, scored, wanted)


def standing(known: FloatVector) -> Sequence[Margin]:
    """Each written sentence, read by all the others. Eight stand for one that passes, so each side by itself."""
    count = len(tables().stands) + len(tables().said)
    scored = [(stands(known[place], _without(known, place)), place < count) for place in range(len(known))]
    return [
        Margin("stands", STANDS_FROM, scored[:count], wanted=0.9),
        Margin("  passes", STANDS_FROM, scored[count:], wanted=0.55),
    ]


async def facts_found(embedder: LocalEmbedder, *, wanted: float) -> Margin:
    """Each question beside its own fact, and beside the nearest of the others."""
    told = await _vectors(embedder, [fact for fact, _ in ASKED])
    asked = await _vectors(embedder, [question for _, question in ASKED])
    near = asked @ told.T
    others = np.where(np.eye(len(ASKED), dtype=bool), -1.0, near).max(axis=1)
    unrelated = (await _vectors(embedder, UNRELATED) @ told.T).max(axis=1)
    scored = [
        *((facts.similarity(one, (), ()), True) for one in np.diag(near).tolist()),
        *((facts.similarity(one, (), ()), False) for one in [*others.tolist(), *unrelated.tolist()]),
    ]
    # From unrelated to the same it is 0.65 of a cosine: a cosine's room is half as much again here.
    return Margin("facts", facts.FLOOR, scored, wanted, room=1.5 * ANOTHER_MACHINE)


async def turns_found(memory: MemoryParts, *, wanted: float) -> Margin:
    """Questions that a conversation answers, beside those about what was never spoken of in it."""
    spoken = read_transcript(CONVERSATIONS / "01_friends_pottery.txt")
    owner = Owner("eval", spoken.name)
    for session in dict.fromkeys(turn.session for turn in spoken.turns):
        await ingest_session(memory, owner, f"session-{session}", spoken.messages(session))
    await embed_waiting(memory, owner)
    answered = [asked.text for asked in spoken.questions if asked.evidence]
    elsewhere = [one.text for one in tables().requests if not one.kinds][::7]
    questions = [*((text, True) for text in answered), *((text, False) for text in [*UNRELATED, *elsewhere])]
    scored = [(await _nearness(memory, owner, text), is_answered) for text, is_answered in questions]
    return Margin("turns", choose.FLOOR, scored, wanted)


async def _nearness(memory: MemoryParts, owner: Owner, text: str) -> float:
    view = View(owner)
    (vector,) = await memory.embedder.embed([text])
    async with memory.db.reading(owner) as tx:
        named = await store.by_words(tx, view, text, (), most=150, most_entities=1)
        found = ready_embedder(named.coverages, memory.embedder, ())
        assert found is not None
        near = QuestionVector(found.id, found.is_celled, as_text(vector))
        candidates, _ = await store.nearest(tx, view, named.words, near, most_near=150, most=14)
    return choose.nearness(candidates) or 0.0


async def same_facts(
    embedder: LocalEmbedder, name: str, threshold: float, pairs: Sequence[Pair], *, wanted: float
) -> Margin:
    """Pairs that the words leave open."""
    texts = [text for (_, _, held), (_, _, said), _ in pairs for text in (held, said)]
    like = match.Likeness(dict(zip(texts, (await _vectors(embedder, texts)).tolist(), strict=True)))
    is_open = [(a, b, same) for a, b, same in pairs if is_merged(a, b, 1.0) and not is_merged(a, b, 0.0)]
    return Margin(name, threshold, [(like(a[2], b[2]), same) for a, b, same in is_open], wanted)


def is_merged(held: Said, said: Said, likeness: float) -> bool:
    predicate, object_, text = held
    fact = FactState(1, "user", predicate, object_, text, 0.8, "model", EARLIER)
    candidate = FactCandidate("user", *said, 0.8, [2], LATER)
    return reconcile([candidate], [], [fact], lambda *_: likeness, "model").duplicates == 1


async def same_loops(embedder: LocalEmbedder, *, wanted: float) -> Margin:
    texts = [text for one, other, _ in LOOPS for text in (one, other)]
    like = match.Likeness(dict(zip(texts, (await _vectors(embedder, texts)).tolist(), strict=True)))
    is_open = [one for one in LOOPS if match.SOME_WORDS <= overlap(content(one[0]), content(one[1])) < match.SAME_WORDS]
    return Margin("loops", match.SAME_MEANING, [(like(a, b), same) for a, b, same in is_open], wanted)


async def _vectors(embedder: LocalEmbedder, texts: Sequence[str]) -> FloatVector:
    return unit([(await embedder.embed([text]))[0] for text in texts])


def _without(known: FloatVector, place: int) -> FloatVector:
    others = known.copy()
    others[place] = -known[place]
    return np.asarray(others, dtype=np.float32)
