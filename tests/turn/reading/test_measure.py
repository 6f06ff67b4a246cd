"""The gate on labelled messages, with rules and the local embedder and no chat model."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from holdfast.cli.eval import eval_librarian
from holdfast.core.config import Settings
from holdfast.core.language.tables import LANGUAGES, Language
from holdfast.models.local import fetch_local, list_local, models_folder
from holdfast.turn.reading.examples import SPLITS, gated
from holdfast.turn.reading.measure import MIN_SHARE, Measured, as_text

pytestmark = pytest.mark.anyio


@pytest.fixture(scope="session")
def local_models() -> Path:
    """Fetched by `make test` beforehand; alone, this test does it."""
    folder = models_folder(Settings())
    if any(model.state != "ready" for model in list_local(folder)):
        fetch_local(folder)
    return folder


async def test_on_messages_it_never_saw_the_gate_is_right_nine_times_in_ten(local_models: Path) -> None:
    found = await eval_librarian(Settings())
    assert [(one.language, one.split) for one in found] == [(one, part) for one in LANGUAGES for part in SPLITS]
    for one in found:
        assert one.precision >= MIN_SHARE, as_text([one])
        assert one.recall >= MIN_SHARE, as_text([one])
        assert f"{one.language}, {one.split}: {len(gated(one.split, one.language))} messages" in as_text(found)
    assert "precision" in as_text(found)


@pytest.mark.parametrize(("language", "count"), [("en", 240), ("de", 100)])
def test_the_labelled_messages_are_many_varied_and_none_stands_in_both_parts(language: Language, count: int) -> None:
    tune, held = gated("tune", language), gated("held", language)
    assert len(tune) + len(held) >= count
    texts = [text.lower().strip(" .!?") for text, _ in (*tune, *held)]
    assert len(set(texts)) == len(texts)
    for part in (tune, held):
        assert min(Counter(gate for _, gate in part).values()) >= len(part) / 5


def test_precision_and_recall_count_asking_and_not_asking_only() -> None:
    confusion = {("explicit", "ambient"): 6, ("ambient", "none"): 2, ("none", "explicit"): 3, ("none", "none"): 9}
    measured = Measured("en", "held", confusion, {"rules": 20})  # type: ignore[arg-type]
    assert (measured.precision, measured.recall) == (6 / 9, 6 / 8)
