"""An envelope that is made anew: after an edit, on another branch, for a look back."""

from __future__ import annotations

import time
from datetime import UTC, datetime

from holdfast.core.ids import MessageId, new_id
from holdfast.turn.context.envelope.envelopes import made_of

NOON = datetime(2026, 5, 12, 12, tzinfo=UTC)
PAGE = "Warehouse fire at 12 Dock Road. Three injured. Engine 4 is on scene. We need water. " * 240


def test_however_long_a_talk_was_reading_it_again_takes_a_bounded_time() -> None:
    said = [(MessageId(new_id()), f"Location: Pier {number}\n{PAGE}", NOON) for number in range(1_000)]
    began = time.process_time()
    made = made_of(said, 7)
    assert time.process_time() - began < 3.0
    assert [fact.text for fact in made.of("location")] == ["Pier 999"]


def test_a_short_talk_is_read_from_its_beginning() -> None:
    said = [
        (MessageId(new_id()), "Location: Pier 7", NOON),
        *((MessageId(new_id()), "Nothing new.", NOON) for _ in range(500)),
    ]
    assert [fact.text for fact in made_of(said, 0).of("location")] == ["Pier 7"]
