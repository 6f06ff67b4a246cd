"""When the momentum guard applies: rows of what was said before, what is said now, and whether it holds."""

from __future__ import annotations

import pytest

from holdfast.turn.reading.has_momentum import has_momentum
from tests.turn.reading.speaking import by_rules, conversation

GOING = "I'm sending the application right now"


@pytest.mark.parametrize(
    ("before", "text", "expected"),
    [
        ([], "let's go, I'm starting now", True),
        ([], "thanks to Ada I know what to do next", True),
        ([], "I'm on a roll, five calls done", True),
        ([], "next I'll fix the login and then I ship it", True),
        ([GOING, "Go!"], "ok", True),
        ([GOING, "Go!"], "thanks!", True),
        ([GOING, "Go!"], "translate the last line into French", True),
        ([GOING, "Go!"], "draft the subject line", True),
        ([], "ok", False),
        ([], "I had soup for lunch", False),
        ([], "let's go, but I'll do it later when I feel like it", False),
        ([GOING, "Go!"], "I don't want to think about it", False),
        ([GOING, "Go!"], "I can't cope, it is all too much", False),
        ([GOING, "Go!"], "what should I tackle first this week?", False),
        ([GOING, "Go!"], "I had a fight with my mother", False),
        ([GOING, "Go!", "it rained all day", "Ah."], "ok", False),
        (["I'll do it tomorrow", "Fine."], "ok", False),
        ([], "I don't know what to do next", False),
    ],
)
def test_momentum(before: list[str], text: str, expected: bool) -> None:
    assert has_momentum(by_rules(text, tracked=["Ada"]), conversation(*before)) is expected
