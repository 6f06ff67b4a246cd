from __future__ import annotations

import pytest

from holdfast.turn.mentions.naming import write_mention
from holdfast.turn.mentions.parse import MAX_MENTIONS, parse_mentions
from holdfast.turn.mentions.types import WrittenMention


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("Ask @sophie.", [("@sophie", "sophie", None, None)]),
        ("@doc:lease.pdf, please", [("@doc:lease.pdf", "lease.pdf", "document", None)]),
        ("See @doc:lease.pdf.", [("@doc:lease.pdf", "lease.pdf", "document", None)]),
        ('What is in @doc:"The lease of 2024"?', [('@doc:"The lease of 2024"', "The lease of 2024", "document", None)]),
        ('@doc:"Lease"~0a1b2c3d now', [('@doc:"Lease"~0a1b2c3d', "Lease", "document", "0a1b2c3d")]),
        ('@persona:"Eva Müller"', [('@persona:"Eva Müller"', "Eva Müller", "persona", None)]),
        ("(@sophie) and @Ümit", [("@sophie", "sophie", None, None), ("@Ümit", "Ümit", None, None)]),
        ("@sophie and @sophie", [("@sophie", "sophie", None, None)]),
        ("write to ada@example.org", []),
        ("https://social.example/@ada", []),
        ("an @ alone, @@twice, @nothing:here", []),
        ("", []),
    ],
)  # fmt: skip
def test_a_mention_is_found_where_it_stands(text: str, found: list[tuple[str, str, str, str]]) -> None:
    assert [(one.text, one.name, one.kind, one.tail) for one in parse_mentions(text)] == found


def test_of_very_many_the_first_count() -> None:
    assert len(parse_mentions(" ".join(f"@name{number}" for number in range(100)))) == MAX_MENTIONS


@pytest.mark.parametrize(
    "label", ["lease.pdf", "The lease of 2024", "ends with.", 'a "quoted" one', "two\nlines", "x" * 300]
)
def test_what_is_written_for_a_label_is_read_back_whole(label: str) -> None:
    written = write_mention("document", label, "0198c0de-0000-7000-8000-0000feedbeef")
    (read,) = parse_mentions(f"About {written}, what now?")
    assert read.text == written
    assert read.name == label or read.tail == "feedbeef"


def test_what_shares_its_name_is_told_apart_by_the_end_of_its_id() -> None:
    written = write_mention("document", "Lease", "0198c0de-0000-7000-8000-0000feedbeef", is_only=False)
    assert parse_mentions(written) == [WrittenMention(written, "Lease", "document", "feedbeef")]
