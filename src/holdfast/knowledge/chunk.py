"""A text into passages of about a thousand characters, cut where sentences end. Pure.

Texts come as markdown: a heading closes a passage and is told with those under it, lines of a table stay whole and
repeat its head, code is cut where something new begins in it, a slide or a sheet stands for itself. Neighbours share up
to two hundred characters of whole sentences, so that what stands at a cut is found in one of them. What is kept is
where a passage begins, so that a citation opens there.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from holdfast.knowledge.types import PageText, TextChunk

CHUNK_CHARACTERS = 1_000
OVERLAP_CHARACTERS = 200
_MAX_HEADING_CHARACTERS = 200
_LEVELS = 6

_HEADING = re.compile(r"(#{1,6})[ \t]+(\S.*)")
_FENCE = re.compile(r"[ \t]{0,3}(```|~~~)")
_RULE = re.compile(r"[ \t]*\|?[ \t]*:?-{3,}[-:| \t]*")
_ENDS_SENTENCE = frozenset(".!?")
_ENDS_WITHOUT_SPACE = frozenset("。！？")
_BEGINS_CODE = frozenset("_@#/$<")
_CLOSES = frozenset("\"')]»”’")

BlockShape = Literal["text", "table", "code"]
TextSpan = tuple[int, int]


@dataclass(frozen=True, slots=True)
class _Block:
    kind: BlockShape
    starts: int
    ends: int
    headings: tuple[str, ...]


def chunk(
    pages: Sequence[PageText],
    *,
    size: int = CHUNK_CHARACTERS,
    overlap: int = OVERLAP_CHARACTERS,
    stands_alone: bool = False,
) -> Sequence[TextChunk]:
    """In the order of the text. A document that goes on over a page's end keeps the headings of the page before, unless
    each of its pages stands alone."""
    found: list[TextChunk] = []
    headings: tuple[str, ...] = ()
    for page in pages:
        blocks = list(_blocks(page.text, () if stands_alone else headings))
        for block in blocks:
            found += _chunks_of(page, block, size, overlap)
            headings = block.headings
    return found


def _chunks_of(page: PageText, block: _Block, size: int, overlap: int) -> Iterator[TextChunk]:
    text = page.text
    if block.kind == "text":
        units = list(sentences_between(text, block.starts, block.ends, size))
        head = ""
    elif block.kind == "code":
        units = list(_code_between(text, block.starts, block.ends, size))
        head = ""
    else:
        units = list(_lines_between(text, block.starts, block.ends, size))
        head = _table_head(text, block)
    for starts, ends in _pack(units, max(size - len(head), size // 2), overlap if block.kind == "text" else 0):
        told = text[starts:ends].strip()
        if any(letter.isalnum() for letter in told):
            indent = len(text[starts:ends]) - len(text[starts:ends].lstrip())
            repeats = head if head and starts > block.starts else ""
            yield TextChunk(page.number, starts + indent, repeats + told, block.headings)


def _blocks(text: str, headings: tuple[str, ...]) -> Iterator[_Block]:
    """Runs of lines of one kind, under the headings that hold there."""
    stack: list[str] = list(headings)
    kind: BlockShape = "text"
    begun, is_fenced = 0, False
    for starts, ends in _lines(text):
        line = text[starts:ends]
        here: BlockShape = "code" if is_fenced else _kind_of(line)
        if _FENCE.match(line):
            is_fenced, here = not is_fenced, "code"
        heading = None if here == "code" else _HEADING.match(line)
        if heading or here != kind:
            if starts > begun:
                yield _Block(kind, begun, starts, tuple(part for part in stack if part))
            begun, kind = starts, here
        if heading:
            level = len(heading[1])
            del stack[level - 1 :]
            stack += [""] * (level - 1 - len(stack))
            stack.append(heading[2].strip().strip("#").strip()[:_MAX_HEADING_CHARACTERS])
    if len(text) > begun:
        yield _Block(kind, begun, len(text), tuple(part for part in stack if part))


def _kind_of(line: str) -> BlockShape:
    return "table" if line.lstrip().startswith("|") else "text"


def _table_head(text: str, block: _Block) -> str:
    """The first line and the rule beneath it, for the passages that begin further down."""
    lines = list(_lines(text[block.starts : block.ends]))
    if len(lines) < 3 or not _RULE.fullmatch(text[block.starts + lines[1][0] : block.starts + lines[1][1]].strip()):
        return ""
    head = text[block.starts : block.starts + lines[1][1]]
    return head if len(head) < CHUNK_CHARACTERS // 2 else ""


def _lines(text: str) -> Iterator[TextSpan]:
    """With their ends."""
    starts = 0
    while starts < len(text):
        ends = text.find("\n", starts) + 1 or len(text)
        yield starts, ends
        starts = ends


def _lines_between(text: str, starts: int, ends: int, size: int) -> Iterator[TextSpan]:
    for begins, stops in _lines(text[starts:ends]):
        yield from _cut_long(text, starts + begins, starts + stops, size)


def _code_between(text: str, starts: int, ends: int, size: int) -> Iterator[TextSpan]:
    """From one line that begins at the margin to the next, as functions do; what is longer than that by its lines."""
    begun = starts
    for begins, stops in _lines(text[starts:ends]):
        first = text[starts + begins]
        if starts + begins > begun and (first.isalnum() or first in _BEGINS_CODE):
            yield from _whole_or_lines(text, begun, starts + begins, size)
            begun = starts + begins
        if starts + stops == ends:
            yield from _whole_or_lines(text, begun, ends, size)


def _whole_or_lines(text: str, starts: int, ends: int, size: int) -> Iterator[TextSpan]:
    return iter([(starts, ends)]) if ends - starts <= size else _lines_between(text, starts, ends, size)


def sentences_between(text: str, starts: int, ends: int, size: int) -> Iterator[TextSpan]:
    """Sentences with the white space behind them; one that is longer than a passage is cut at a space."""
    begun = place = starts
    while place < ends:
        letter = text[place]
        place += 1
        if letter in _ENDS_WITHOUT_SPACE:
            is_end = True
        elif letter in _ENDS_SENTENCE:
            while place < ends and text[place] in _CLOSES:
                place += 1
            is_end = place == ends or text[place].isspace()
        else:
            is_end = letter == "\n" and place < ends and text[place] == "\n"
        if is_end:
            while place < ends and text[place].isspace():
                place += 1
            yield from _cut_long(text, begun, place, size)
            begun = place
    if begun < ends:
        yield from _cut_long(text, begun, ends, size)


def _cut_long(text: str, starts: int, ends: int, size: int) -> Iterator[TextSpan]:
    while ends - starts > size:
        cut = text.rfind(" ", starts + size // 2, starts + size)
        cut = cut + 1 if cut > 0 else starts + size
        yield starts, cut
        starts = cut
    yield starts, ends


def _pack(units: Sequence[TextSpan], size: int, overlap: int) -> Iterator[TextSpan]:
    """As many as fit, and then again from the last few of them: whole ones only, and never all of them."""
    first = 0
    while first < len(units):
        last = first
        while last + 1 < len(units) and units[last + 1][1] - units[first][0] <= size:
            last += 1
        yield units[first][0], units[last][1]
        if last + 1 == len(units):
            return
        following = last + 1
        while following - 1 > first and units[last][1] - units[following - 1][0] <= overlap:
            following -= 1
        while following <= last and units[last + 1][1] - units[following][0] > size:
            following += 1  # what is repeated must leave room for what is new
        first = following
