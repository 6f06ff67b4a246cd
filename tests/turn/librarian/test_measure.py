"""The gate on labelled messages, with rules and the local embedder and no chat model."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from holdfast.cli.eval import eval_librarian
from holdfast.core.config import Settings
from holdfast.models.local import fetch_local, list_local, models_folder
from holdfast.turn.librarian.examples import examples
from holdfast.turn.librarian.measure import LEAST, Measured, as_text

pytestmark = pytest.mark.anyio


@pytest.fixture(scope="session")
def local_models() -> Path:
    """Fetched by `make test` beforehand; alone, this test does it."""
    folder = models_folder(Settings())
    if any(model.state != "ready" for model in list_local(folder)):
        fetch_local(folder)
    return folder


async def test_on_messages_it_never_saw_the_gate_is_right_nine_times_in_ten(local_models: Path) -> None:
    tune, held = await eval_librarian(Settings())
    assert held.precision >= LEAST
    assert held.recall >= LEAST
    told = as_text([tune, held])
    assert f"held: {len(examples('held'))} messages" in told
    assert "precision" in told


def test_the_labelled_messages_are_many_varied_and_none_stands_in_both_parts() -> None:
    tune, held = examples("tune"), examples("held")
    assert len(tune) + len(held) >= 240
    texts = [one.text.lower().strip(" .!?") for one in (*tune, *held)]
    assert len(set(texts)) == len(texts)
    for part in (tune, held):
        assert min(Counter(one.gate for one in part).values()) >= len(part) / 5


def test_precision_and_recall_count_asking_and_not_asking_only() -> None:
    confusion = {("explicit", "ambient"): 6, ("ambient", "none"): 2, ("none", "explicit"): 3, ("none", "none"): 9}
    measured = Measured("held", confusion, {"rules": 20})  # type: ignore[arg-type]
    assert (measured.precision, measured.recall) == (6 / 9, 6 / 8)
