"""No threshold of a turn on a likeness or a classifier's share stands on a knife's edge: one table, with room on both
sides. The memory has its own."""

from __future__ import annotations

import numpy as np
import pytest

from holdfast.core.config import Settings
from holdfast.models.embed import LocalEmbedder
from holdfast.models.local import fetch_local, find_local, models_folder
from holdfast.models.local_kinds import EMBEDDING_MODEL
from holdfast.turn.codes import Posture
from holdfast.turn.reading.drift import DRIFT_BELOW, nearness_to_session, session_is_about
from holdfast.turn.reading.examples import gated
from holdfast.turn.reading.index import load_index
from holdfast.turn.reading.is_close_to_handover import REINJECT_FROM, is_close_to_handover
from holdfast.turn.reading.meaning import LEAVES_DEFAULT_FROM, posture_by_meaning
from holdfast.turn.reading.read import Asker, read_message, rule
from holdfast.turn.reading.rules import POSTURES, Ruled
from holdfast.turn.reading.vectors import UnitVector, unit, vector_of
from holdfast.turn.reading.weigh import SURE_FROM, decide
from tests.margins import Margin, as_table
from tests.turn.reading.pairs import DRIFT_PAIRS, DRIFT_SESSIONS, HANDOVER_PAIRS, HANDOVER_UNSEEN
from tests.turn.reading.speaking import utterances

pytestmark = [pytest.mark.anyio, pytest.mark.timeout(300)]

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
        await posture(embedder, "tuned", wanted=0.85),
        await posture(embedder, "held_out", wanted=0.7),
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
    await load_index(embedder)
    asker = Asker(embedder, None, deadline_seconds=10.0)
    scored = []
    for text, wanted_gate in gated("held"):
        said = (await read_message(text, before=(), tracked=(), asker=asker)).gate
        share = said.confidence if said.by == "meaning" else 1.0
        scored.append((share if said.asks else 1.0 - share, wanted_gate != "none"))
    return Margin("librarian", 0.5, scored, wanted)


async def posture(embedder: LocalEmbedder, part: str, *, wanted: float) -> Margin:
    """Where meaning is asked and finds another posture than plain company: whether it is to be believed."""
    scored = []
    for row, ruled, vector in await unsure(embedder, part):
        found = posture_by_meaning(ruled.posture, vector, await load_index(embedder))
        label = decide(found.scores, POSTURES).label
        if label != "COMPANIONSHIP" and row["posture"] in (label, "COMPANIONSHIP"):
            scored.append((found.confidence, row["posture"] == label))
    return Margin(f"posture {part[:4]}", LEAVES_DEFAULT_FROM, scored, wanted)


async def test_a_posture_is_read_alike_on_another_processor(embedder: LocalEmbedder) -> None:
    """Vectors of one text on two machines are 0.99 apart at worst; here each is turned that far, several ways."""
    tables = await load_index(embedder)
    random = np.random.default_rng(7)
    for part, least in (("tuned", 0.7), ("held_out", 0.5)):
        read = await unsure(embedder, part)
        here = [posture_by_meaning(ruled.posture, vector, tables).label for _, ruled, vector in read]
        assert right(read, here) >= least
        for _ in range(5):
            there = [posture_by_meaning(one.posture, turned(vector, random), tables).label for _, one, vector in read]
            assert sum(a == b for a, b in zip(here, there, strict=True)) >= 0.9 * len(read), part
            assert right(read, there) >= right(read, here) - 0.05, part


async def unsure(embedder: LocalEmbedder, part: str) -> list[tuple[dict[str, str], Ruled, UnitVector]]:
    """Utterances whose posture the rules leave to meaning."""
    ruled = [(row, rule(row["text"], before=(), tracked=())) for row in utterances(part)]
    return [
        (row, one, await vector_of(one.seen.text, embedder))
        for row, one in ruled
        if one.posture.confidence < SURE_FROM and one.seen.words and not one.signals.is_low_signal
    ]


def right(read: list[tuple[dict[str, str], Ruled, UnitVector]], labels: list[Posture]) -> float:
    return sum(row["posture"] == label for (row, _, _), label in zip(read, labels, strict=True)) / len(read)


def turned(vector: UnitVector, random: np.random.Generator) -> UnitVector:
    aside = random.standard_normal(len(vector)).astype(np.float32)
    aside = unit(aside - (aside @ vector) * vector)
    return unit(0.99 * vector + (1 - 0.99**2) ** 0.5 * aside)
