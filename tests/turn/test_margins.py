"""No threshold on a likeness or a classifier's share stands on a knife's edge: one table, with room on both sides."""

from __future__ import annotations

import numpy as np
import pytest

from holdfast.core.config import Settings
from holdfast.memory.kinds.meaning import Vector, learn_meaning
from holdfast.memory.kinds.needs import NOTHING_FROM, nothing_share
from holdfast.memory.kinds.of_statement import STANDS_FROM, stands
from holdfast.memory.kinds.tables import tables
from holdfast.models.embed import LocalEmbedder
from holdfast.models.local import fetch_local, find_local, models_folder
from holdfast.models.local_kinds import EMBEDDING_MODEL
from holdfast.turn.librarian.examples import examples
from holdfast.turn.librarian.gate import gate
from holdfast.turn.librarian.meaning import learn_examples
from holdfast.turn.types import Reading, Signals
from holdfast.turn.understand.drift import DRIFT_BELOW, nearness_to_session, session_is_about
from holdfast.turn.understand.is_close_to_handover import REINJECT_FROM, is_close_to_handover
from tests.margins import Margin, as_table
from tests.turn.understand.pairs import DRIFT_PAIRS, DRIFT_SESSIONS, HANDOVER_PAIRS, HANDOVER_UNSEEN

pytestmark = [pytest.mark.anyio, pytest.mark.timeout(300)]

UNREAD = Reading("COMPANIONSHIP", "casual", Signals(), "rules", 0.0)
ASKS_FOR_IT = ("write a reply", "what did I tell", "thanks", "let's go")
"""Pairs that are no drift whatever they are near to."""


@pytest.fixture(scope="module")
def embedder() -> LocalEmbedder:
    folder = models_folder(Settings())
    if find_local(folder, EMBEDDING_MODEL).state != "ready":
        fetch_local(folder, [EMBEDDING_MODEL])
    return LocalEmbedder(find_local(folder, EMBEDDING_MODEL).folder)


async def test_every_threshold_leaves_room_for_another_processor(
    embedder: LocalEmbedder, capsys: pytest.CaptureFixture[str]
) -> None:
    margins = [
        await handover(embedder, "handover", HANDOVER_PAIRS, wanted=0.85),
        await handover(embedder, "  unseen", HANDOVER_UNSEEN, wanted=0.75),
        await drift(embedder, wanted=0.9),
        await librarian(embedder, wanted=0.9),
        needs_nothing(await learn_meaning(embedder, "requests"), wanted=0.9),
        standing(await learn_meaning(embedder, "statements"), wanted=0.85),
    ]
    with capsys.disabled():
        print(f"\n{as_table(margins)}")
    assert all(one.least >= one.wanted for one in margins), as_table(margins)


async def handover(embedder: LocalEmbedder, name: str, pairs: list[tuple[str, str, bool]], *, wanted: float) -> Margin:
    scored = [(await is_close_to_handover(text, told, embedder), goes_back) for told, text, goes_back in pairs]
    return Margin(name, REINJECT_FROM, scored, wanted)


async def drift(embedder: LocalEmbedder, *, wanted: float) -> Margin:
    scored = []
    for session, text, drifts in DRIFT_PAIRS:
        said = DRIFT_SESSIONS[session]
        if not text.startswith(ASKS_FOR_IT):
            about = session_is_about(said[::2], said[-1], None)
            scored.append((await nearness_to_session(text, about, embedder), not drifts))
    return Margin("drift", DRIFT_BELOW, scored, wanted)


async def librarian(embedder: LocalEmbedder, *, wanted: float) -> Margin:
    """On the messages it never saw: the share of the votes for asking, against the half."""
    await learn_examples(embedder)
    scored = []
    for one in examples("held"):
        said = await gate(one.text, reading=UNREAD, before=(), embedder=embedder, chain=None, deadline_seconds=10.0)
        share = said.confidence if said.by == "meaning" else 1.0
        scored.append((share if said.asks else 1.0 - share, one.gate != "none"))
    return Margin("librarian", 0.5, scored, wanted)


def needs_nothing(known: Vector, *, wanted: float) -> Margin:
    """Each written request, read by all the others."""
    scored = [
        (nothing_share(known[place], _without(known, place)), not one.kinds)
        for place, one in enumerate(tables().requests)
    ]
    return Margin("needs none", NOTHING_FROM, scored, wanted)


def standing(known: Vector, *, wanted: float) -> Margin:
    """Each written sentence, read by all the others."""
    count = len(tables().stands)
    scored = [(stands(known[place], _without(known, place)), place < count) for place in range(len(known))]
    return Margin("stands", STANDS_FROM, scored, wanted)


def _without(known: Vector, place: int) -> Vector:
    others = known.copy()
    others[place] = -known[place]
    return np.asarray(others, dtype=np.float32)
