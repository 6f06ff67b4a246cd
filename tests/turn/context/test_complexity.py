"""How much a question asks for."""

from __future__ import annotations

import pytest

from holdfast.turn.context.complexity import COMPLEX, SIMPLE, USUAL, complexity_of


@pytest.mark.parametrize(
    ("question", "level"),
    [
        ("", "simple"),
        ("Hello!", "simple"),
        ("How long is the notice period?", "simple"),
        ("How many days of holiday do I have a year?", "usual"),
        ("Wie lange ist die Kündigungsfrist in der Probezeit?", "usual"),
        ("Why was the launch moved?", "simple"),
        ("Compare the old and the new travel rules, and explain why they differ.", "complex"),
        ("Vergleiche beide Verträge und erkläre den Unterschied.", "complex"),
        ("Compara ambos contratos y explica la diferencia.", "complex"),
        ("What did we agree with Ana? When is it due? Who pays for it? And who signs?", "complex"),
        ("word " * 40, "complex"),
    ],
)
def test_what_compares_lists_or_asks_for_several_things_asks_for_more(question: str, level: str) -> None:
    assert complexity_of(question).level == level


def test_more_is_told_and_more_room_given_the_more_is_asked() -> None:
    assert SIMPLE.passages < USUAL.passages < COMPLEX.passages
    assert SIMPLE.share < USUAL.share < COMPLEX.share < 1
