"""Passages as a model is told them: neighbours as one, copies once."""

from __future__ import annotations

from dataclasses import replace

from holdfast.core.ids import DocumentId, new_id
from holdfast.knowledge.fuse import ToldOnce
from holdfast.knowledge.tell import NumberedPassage, join_neighbours, tell
from holdfast.knowledge.types import Passage

TEXT = "The mill grinds from dawn. Whoever works there sleeps at noon. The miller counts the sacks."
FIRST = Passage(
    1, DocumentId(new_id()), 1, "Mills", "mills.md", "text/markdown", 1, 0, 3, ("Work",), 0, TEXT[:62]
)  # fmt: skip
SECOND = replace(FIRST, id=2, ordinal=1, starts=27, text=TEXT[27:])


def test_what_follows_on_each_other_is_told_as_one_without_what_both_say() -> None:
    far, elsewhere, later = replace(FIRST, ordinal=5), replace(SECOND, page=4), replace(SECOND, version=2)
    assert join_neighbours([SECOND, far, FIRST]) == [[FIRST, SECOND], [far]]
    for other in (elsewhere, later, replace(SECOND, document_id=DocumentId(new_id()))):
        assert join_neighbours([FIRST, other]) == [[FIRST], [other]]
    assert tell(NumberedPassage(2, [FIRST, SECOND])) == f"[2] Mills › Work › page 3\n{TEXT}"


def test_neighbours_that_share_nothing_stand_below_each_other() -> None:
    apart = replace(SECOND, starts=63, text="The miller counts the sacks.")
    assert tell(NumberedPassage(1, [FIRST, apart])).endswith("sleeps at noon.\nThe miller counts the sacks.")


def test_what_says_the_same_as_one_before_is_no_news() -> None:
    told = ToldOnce()
    lease = " ".join(f"clause {n} of the lease binds both sides" for n in range(20))
    assert told.is_new(lease)
    assert not told.is_new(lease)
    assert not told.is_new(f"{lease} today"), "another version of it"
    assert told.is_new(lease.replace("lease", "licence"))
    assert told.is_new("")
