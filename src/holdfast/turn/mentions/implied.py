"""What a message asks for without naming it: tools by the cues of `turn/reading/*/wants.toml`, documents and chats by
the names they are called by. Pure, and no model is asked.

It gives nobody a tool: of those that are offered anyway it says which are meant, so that these have room before the
others; and of what is meant and cannot be used, why, and what helps. Cues read requests alone, and what is quoted or
brought along to be worked on is none.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

from holdfast.models.tokens import count_tokens
from holdfast.tools.registry import ChosenTools, is_named
from holdfast.tools.types import Tool, ToolOff
from holdfast.turn.codes import Want
from holdfast.turn.mentions.of_tools import CALENDAR_AWAY, of_calendar
from holdfast.turn.mentions.types import WrittenMention
from holdfast.turn.reading.utterance import Utterance
from holdfast.turn.types import Block, Order, Priority, Source

IMPLIED = "implied"
MAX_NAMES = 3
"""Documents and chats that are looked up for being called by name."""
_RANK = 2
_LEAD = (
    "WHAT THIS MESSAGE SEEMS TO ASK FOR\nRead off its words alone; where it is meant otherwise, go by what is meant."
)
_ABOUT: Mapping[Want, str] = {
    "calendar": "their calendar",
    "weather": "the weather",
    "web": "a search of the web",
    "page": "what stands at an address",
    "documents": "what their documents say",
    "sum": "a sum",
    "days": "days, dates or times",
    "remember": "that something is remembered",
    "forget": "that something is forgotten",
    "loops": "what is still open",
    "reminder": "that something is noted, to be done",
    "text": "that a text is kept among their documents",
}
_SERVED_BY: Mapping[Want, Sequence[str]] = {
    "weather": ("weather",),
    "web": ("web_search",),
    "page": ("read_page",),
    "documents": ("search_documents", "open_document"),
    "sum": ("calculator",),
    "days": ("date_arithmetic",),
    "remember": ("remember",),
    "forget": ("forget",),
    "loops": ("loops",),
    "reminder": ("add_loop", "change_loop"),
    "text": ("addResource",),
}
"""A calendar is whatever tool has that in its name."""
_BESIDE_PAYLOAD: frozenset[Want] = frozenset({"page", "documents"})
"""What may be asked for in the same breath (`summarize https://…`); a text that comes along asks nothing."""
_QUOTED = re.compile(r'"[^"\n]{1,400}"')
_FILE = re.compile(
    r"(?<![\w@:/.~\"-])(\w[\w-]{0,80}(?:\.[\w-]{1,40}){0,3}"
    r"\.(?:pdf|docx?|xlsx?|pptx?|md|txt|csv|epub|eml|html?))(?![\w/@-]|\.\w)",
    re.IGNORECASE,
)


def implied_wants(seen: Utterance) -> Mapping[Want, str]:
    """What it asks for, each with the cue that says so."""
    said = _QUOTED.sub(" ", seen.low)
    found: dict[Want, str] = {}
    for table in seen.tables:
        for cue in table.wants:
            if cue.want not in found and cue.pattern.search(said):
                found[cue.want] = cue.name
    if found and seen.shows("brings_payload"):
        return {want: cue for want, cue in found.items() if want in _BESIDE_PAYLOAD}
    return found


def implied_names(seen: Utterance) -> Sequence[WrittenMention]:
    """Documents by the names of their files, documents and chats by their titles in quotes."""
    found = {written.name.casefold(): written for written in _names(seen)}
    return list(found.values())[:MAX_NAMES]


def _names(seen: Utterance) -> Iterator[WrittenMention]:
    for match in _FILE.finditer(seen.text):
        yield WrittenMention(match[1], match[1], "document", is_implied=True)
    for table in seen.tables:
        for cue in table.titles:
            for match in cue.pattern.finditer(seen.text):
                yield WrittenMention(f'"{match[1]}"', match[1].strip(), cue.kind, is_implied=True)


def implied_tools(wants: Iterable[Want], tools: Mapping[str, Tool]) -> Sequence[str]:
    """Those of the tools that are meant."""
    return [name for want in wants for name in _serving(want, tools)]


def implied_block(
    wants: Mapping[Want, str], there: ChosenTools, uses: Sequence[str], named: Collection[str] = ()
) -> Block | None:
    """`uses`: what the persona says of its tools. `named`: those that the message names itself, of which nothing more
    is told."""
    lines: list[str] = []
    sources: list[Source] = []
    for want, cue in wants.items():
        its = _serving(want, there.offered)
        if told := _of_offered(its, named) if its else _of_away(want, there, uses):
            lines.append(f"- {_ABOUT[want]}: {told}")
            sources.append(Source(IMPLIED, want, cue))
    if not lines:
        return None
    text = "\n".join([_LEAD, *lines])
    tokens = count_tokens(text)
    return Block(Order.INSTRUCTIONS, "mentions", text, tokens, Priority.INSTRUCTIONS, sources, rank=_RANK)


def _serving(want: Want, tools: Mapping[str, Tool]) -> Sequence[str]:
    if want == "calendar":
        return of_calendar(tools)
    return [name for name in _SERVED_BY[want] if name in tools]


def _of_offered(its: Sequence[str], named: Collection[str]) -> str | None:
    return None if set(its).intersection(named) else f"use {', '.join(its[:4])}"


def _of_away(want: Want, there: ChosenTools, uses: Sequence[str]) -> str | None:
    """Only where the persona would use it: of what it never uses nobody expects anything."""
    if want == "calendar":
        return f"{CALENDAR_AWAY} Say so" if any(name == "*" or "__" in name for name in uses) else None
    off = {one.name: one for one in there.off}
    lacking = [off[name] for name in _SERVED_BY[want] if name in off and is_named(name, uses)]
    return _why(lacking[0]) if lacking else None


def _why(off: ToolOff) -> str:
    return f"its tool cannot be used now: {off.reason} {off.remedy or ''}".strip() + " Say so where it matters"
