"""Headings and tables as Markdown: from these passages know where they stand and what a column means."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

_LEVELS = 6
MAX_COLUMNS = 200


def heading(level: int, text: str) -> str:
    told = " ".join(text.split())
    return f"{'#' * min(max(level, 1), _LEVELS)} {told}" if told else ""


def table(rows: Sequence[Sequence[str]]) -> str:
    return "\n".join(table_lines(iter(rows)))


def table_lines(rows: Iterator[Sequence[str]]) -> Iterator[str]:
    """The first row that holds something is the head. Rows that hold nothing are left out."""
    is_begun = False
    for cells in rows:
        if not any(cell.strip() for cell in cells):
            continue
        yield _line(cells[:MAX_COLUMNS])
        if not is_begun:
            yield _line(["---"] * len(cells[:MAX_COLUMNS]))
        is_begun = True


def _line(cells: Sequence[str]) -> str:
    return f"| {' | '.join(' '.join(cell.replace('|', '/').split()) for cell in cells)} |"
