"""Marks like [2] in an answer: those that stand for a passage or a page the model was given stay, others are taken out.

A page that a tool read gets its number when it is read, and is a source of the answer from then on, cited or not.

Words come in pieces, so that a bracket that has just been opened waits until it is closed, or is none. What stands in
code is code. Where the model was given nothing to cite, nothing is looked at.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from holdfast.documents.usage import UsedPassage
from holdfast.knowledge.tell import NumberedPassage
from holdfast.knowledge.types import Passage
from holdfast.stream.wire import SOURCE, WEB_SOURCE
from holdfast.tools.types import WebSource
from holdfast.turn.context.passages import PASSAGE, number_of, told_passage
from holdfast.turn.types import Context, Prompt, ToldPassage

_MAX_MARK = 24
_NUMBERED = re.compile(r"^\[(\d{1,4})\] ", re.MULTILINE)
_INSIDE = frozenset("0123456789, ")


class Citations:
    def __init__(self, passages: Sequence[ToldPassage] = (), before: Sequence[Mapping[str, Any]] = ()) -> None:
        """`before`: what the first half of an answer that goes on has cited; its numbers mean what they meant."""
        self._given = {passage.number: passage for passage in passages}
        self._parts = {_number(part): part for part in before}
        self._pages = {n for n, part in self._parts.items() if part["type"] == WEB_SOURCE and n not in self._given}
        """Numbers that mean a page, and nothing else besides."""
        self._is_looking = bool(passages or self._pages)
        for number, part in self._parts.items():
            if number in self._given and self._given[number].passage_id != part["sourceId"]:
                del self._given[number]
        self._last = max((0, *self._given, *self._parts))
        self._news: list[Mapping[str, Any]] = []
        self._held = ""
        """A bracket that may yet become a mark."""
        self._ticks = 0
        self._is_fenced = self._is_inline = False

    def add_page(self, source: WebSource, call_id: str) -> int:
        """Its number; one that was read before keeps the one it has."""
        self._is_looking = True
        known = next((number for number, part in self._parts.items() if part.get("url") == source.url), None)
        if known is not None:
            return known
        self._last += 1
        self._pages.add(self._last)
        self._parts[self._last] = _page(source, self._last, call_id)
        self._news.append(self._parts[self._last])
        return self._last

    def add_passages(self, places: Sequence[Sequence[Passage]]) -> Sequence[NumberedPassage]:
        """Of documents that a tool opened, each under its number; one that was told before keeps the one it has."""
        known = {told.passage_id: number for number, told in self._given.items()}
        found = []
        for place in places:
            number = known.get(str(place[0].id))
            if number is None:
                self._last += 1
                number = known[str(place[0].id)] = self._last
            found.append(NumberedPassage(number, place))
            self._given.setdefault(number, told_passage(found[-1]))
        self._is_looking = self._is_looking or bool(found)
        return found

    def pass_over(self, told: Iterable[str]) -> None:
        """Numbers that stand in what was told before this process went on with the answer mean what they meant: no
        other place gets one of them."""
        self._last = max(self._last, *(int(number) for text in told for number in _NUMBERED.findall(text)), 0)

    def take(self, delta: str) -> str:
        """What of it may be told now."""
        if not self._is_looking:
            return delta
        return "".join([self._next(letter) for letter in delta])

    def rest(self) -> str:
        held, self._held = self._held, ""
        return held

    def parts(self) -> Sequence[Mapping[str, Any]]:
        """What was cited, in the order in which it was, as the wire and the message have it."""
        return list(self._parts.values())

    def news(self) -> Sequence[Mapping[str, Any]]:
        """What was cited since this was asked last, so that a mark leads somewhere while the answer is written."""
        news, self._news = self._news, []
        return news

    def _next(self, letter: str) -> str:
        if self._held:
            return self._go_on(letter)
        self._look_for_code(letter)
        if letter == "[" and not (self._is_fenced or self._is_inline or self._ticks):
            self._held = letter
            return ""
        return letter

    def _go_on(self, letter: str) -> str:
        if letter in _INSIDE and len(self._held) < _MAX_MARK:
            self._held += letter
            return ""
        held, self._held = self._held, ""
        if letter != "]" or not any(one.isdigit() for one in held):
            return held + self._next(letter)
        return self._marked([int(one) for one in held[1:].replace(",", " ").split()])

    def _marked(self, numbers: Sequence[int]) -> str:
        told = [number for number in numbers if number in self._given or number in self._pages]
        for number in told:
            if number not in self._parts:
                self._parts[number] = _part(self._given[number])
                self._news.append(self._parts[number])
        return "".join(f"[{number}]" for number in told)

    def _look_for_code(self, letter: str) -> None:
        if letter == "`":
            self._ticks += 1
            return
        if self._ticks >= 3:
            self._is_fenced = not self._is_fenced
        elif self._ticks and not self._is_fenced:
            self._is_inline = not self._is_inline
        self._ticks = 0
        if letter == "\n":
            self._is_inline = False


def told_passages(
    prompt: Prompt | None, context: Context | None, cited: Sequence[Mapping[str, Any]]
) -> Sequence[UsedPassage]:
    """Those that found room in the prompt, each with whether the answer cites the number it was told under."""
    if prompt is None or context is None or not context.passages:
        return ()
    documents = {str(told.number): told.document_id for told in context.passages}
    numbers = {str(_number(part)) for part in cited if part["type"] == SOURCE}
    told = {
        int(source.id): number
        for block in prompt.blocks
        if block.status != "dropped"
        for source in block.sources
        if source.type == PASSAGE and (number := number_of(source)) in documents
    }
    return [UsedPassage(passage, documents[number], number in numbers) for passage, number in told.items()]


def _number(part: Mapping[str, Any]) -> int:
    number: int = part["providerMetadata"]["holdfast"]["number"]
    return number


def _page(source: WebSource, number: int, call_id: str) -> Mapping[str, Any]:
    return {
        "type": WEB_SOURCE,
        "sourceId": f"web-{number}",
        "url": source.url,
        "title": source.title,
        "providerMetadata": {"holdfast": {"number": number, "toolCallId": call_id}},
    }


def _part(told: ToldPassage) -> Mapping[str, Any]:
    place = {
        "number": told.number,
        "documentId": str(told.document_id),
        "version": told.version,
        "page": told.page,
        "starts": told.starts,
        "length": told.length,
    }
    return {
        "type": SOURCE,
        "sourceId": told.passage_id,
        "mediaType": told.media_type,
        "title": told.title,
        "filename": told.filename,
        "providerMetadata": {"holdfast": place},
    }
