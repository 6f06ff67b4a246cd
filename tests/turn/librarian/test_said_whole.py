"""By which words a memory is asked for what is near in meaning."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime

import pytest

from holdfast.turn.librarian.compile_query import said_whole
from holdfast.turn.librarian.spec import read_spec

NOW = datetime(2026, 10, 5, tzinfo=UTC)


@pytest.mark.parametrize(
    ("text", "before", "said"),
    [
        pytest.param(
            "What did Ana say about the garden?", (), "What did Ana say about the garden?", id="as it was said"
        ),
        pytest.param("  Where’s the key? ", (), "Where's the key?", id="in one spelling"),
        pytest.param("What did she say about it?", ("I met Ana at the market.",), None, id="the query names her"),
        pytest.param("What do you know about me?", (), None, id="an overview has words of its own"),
        pytest.param("The garden is dry. " * 60, (), None, id="long, and about many things"),
    ],
)
def test_meaning_is_taken_from_the_whole_message_unless_the_query_says_more(
    text: str, before: Sequence[str], said: str | None
) -> None:
    assert said_whole(text, read_spec(text, now=NOW, known=(), before=before)) == said
