"""What a question to one document is answered from: all of it where it is short enough, else what lies nearest.

Of a document that is kept here, what lies nearest is found by words and by meaning. A file that was only sent along is
read in the sandbox and kept nowhere, so nothing of it has a vector: of a long one, words alone tell.
"""

from __future__ import annotations

import io
import math
import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from holdfast.accounts.types import Caller
from holdfast.core.errors import Conflict, Invalid, NotFound, Unsupported
from holdfast.core.ids import DocumentId
from holdfast.documents.documents import get_document, get_space, read_text
from holdfast.documents.extract import Extractor, UnreadableFile
from holdfast.documents.kinds import READABLE, FileKind, recognise
from holdfast.documents.parts import DocumentParts
from holdfast.knowledge.chunk import chunk
from holdfast.knowledge.search import Search, search
from holdfast.knowledge.terms import spaced
from holdfast.knowledge.types import PageText, TextChunk, Where
from holdfast.models.tokens import count_tokens

_NEAREST = 60
_MAX_LOOKED_AT = 20
"""Pages of a file without letters of their own, whose pictures are read while somebody waits."""
_FRAME_TOKENS = 20
"""What a passage takes besides its words: its number, its headings, its page."""
_WORD = re.compile(r"\w{2,}")


@dataclass(frozen=True, slots=True)
class ChosenPassages:
    title: str
    chunks: Sequence[TextChunk]
    """As they follow each other."""
    is_whole: bool
    """Nothing of the document was left out."""


async def passages_of_document(
    parts: DocumentParts, caller: Caller, document_id: DocumentId, question: str, most_tokens: int
) -> ChosenPassages:
    document = await get_document(parts, caller, document_id)
    try:
        _, pages = await read_text(parts, caller, document_id, None)
    except NotFound:
        if document.fault is not None:
            raise _unreadable("document", document.fault.code, document.fault.message) from None
        told = "The document is still being read; ask again in a moment."
        raise Conflict(told, code="document_not_read", retry_after_seconds=5) from None
    chunks = chunk(pages, overlap=0)
    if len(fitting := _fitting(chunks, most_tokens)) == len(chunks):
        return ChosenPassages(document.title, chunks, is_whole=True)
    space = await get_space(parts, caller, document_id)
    wish = Search(question, [space], _NEAREST, where=Where([document_id]))
    found = await search(parts.db, parts.embedder, caller.user_id, wish, hosted=parts.hosted)
    near = [TextChunk(one.page, one.starts, one.text, one.headings) for one in (hit.passage for hit in found.passages)]
    return ChosenPassages(document.title, _in_order(_fitting(near, most_tokens) or fitting), is_whole=False)


async def passages_of_file(
    parts: DocumentParts, data: bytes, filename: str, question: str, most_tokens: int
) -> ChosenPassages:
    kind = recognise(io.BytesIO(data), filename)
    if kind is None or kind.is_sound:
        raise Unsupported(f"{READABLE} This file is none of them, or a recording.")
    try:
        pages, is_cut = await _read(parts.extractor, kind, data)
    except UnreadableFile as unreadable:
        raise _unreadable("file", unreadable.fault.code, unreadable.fault.message) from None
    chunks = chunk(pages, overlap=0)
    if len(_fitting(chunks, most_tokens)) == len(chunks):
        return ChosenPassages(filename, chunks, is_whole=not is_cut)
    near = _fitting(by_words(chunks, question), most_tokens)
    return ChosenPassages(filename, _in_order(near), is_whole=False)


async def _read(extractor: Extractor, kind: FileKind, data: bytes) -> tuple[Sequence[PageText], bool]:
    """The pages, and whether some of it is missing."""
    extracted = await extractor.extract(kind, data)
    numbers = extracted.pictures[:_MAX_LOOKED_AT]
    seen = (await extractor.look_at(kind, data, numbers)).pages if numbers else ()
    pages = {page.number or 0: page for page in [*extracted.pages, *(one for one in seen if one.text.strip())]}
    kept = [pages[number] for number in sorted(pages) if pages[number].text.strip()]
    if not kept:
        raise UnreadableFile("empty")
    return kept, extracted.is_cut or len(numbers) < len(extracted.pictures)


def by_words(chunks: Sequence[TextChunk], question: str) -> Sequence[TextChunk]:
    """Those first that have most of the question's rare words; where none has any, as they stand. Pure."""
    words = [_words(" ".join([*one.headings, one.text])) for one in chunks]
    spread = Counter(word for one in words for word in one)
    asked = _words(question)
    weights = {word: math.log(1 + len(chunks) / spread[word]) for word in asked if word in spread}
    scores = [sum(weights.get(word, 0.0) for word in one & asked) for one in words]
    return [chunks[at] for at in sorted(range(len(chunks)), key=lambda at: -scores[at])]


def _words(text: str) -> set[str]:
    return set(_WORD.findall(spaced(text).lower()))


def _fitting(chunks: Iterable[TextChunk], most_tokens: int) -> Sequence[TextChunk]:
    """As many of the first as there is room for."""
    taken: list[TextChunk] = []
    for one in chunks:
        most_tokens -= count_tokens(one.text) + _FRAME_TOKENS
        if most_tokens < 0:
            break
        taken.append(one)
    return taken


def _in_order(chunks: Sequence[TextChunk]) -> Sequence[TextChunk]:
    return sorted(chunks, key=lambda one: (one.page or 0, one.starts))


def _unreadable(param: str, reason: str, told: str) -> Invalid:
    return Invalid(told, code="unreadable_document", details={"param": param, "reason": reason})
