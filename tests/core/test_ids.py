from __future__ import annotations

from itertools import count
from uuid import RFC_4122

from holdfast.core.ids import new_id


def test_ids_sort_by_time_also_within_a_millisecond() -> None:
    """A microsecond apart, over the end of a second."""
    clock = count(1_790_000_000_999_000_000, step=1_000)
    made = [new_id(lambda: next(clock)) for _ in range(2_000)]
    assert made == sorted(made)
    assert len(set(made)) == len(made)


def test_they_are_of_version_seven_and_of_the_same_moment_never_the_same() -> None:
    made = {new_id(lambda: 1_790_000_000_999_999_999) for _ in range(1_000)}
    assert len(made) == 1_000
    assert {(one.version, one.variant) for one in made} == {(7, RFC_4122)}
    assert {one.int >> 80 for one in made} == {1_790_000_000_999}
