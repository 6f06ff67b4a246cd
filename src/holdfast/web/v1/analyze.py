"""`POST /api/v1/documents/analyze`: a question to one document, or a shape to be filled from it, with citations.

The document is one that is kept here, by its id, or a file that is sent along and kept nowhere. It is counted as a
question to a persona is, and in the plan of whoever's key it is.
"""

from __future__ import annotations

import base64
import re
import time
from collections.abc import Mapping
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Request
from pydantic import BaseModel, Field

from holdfast.accounts.key_options import must_reach, note_cost_of
from holdfast.accounts.types import Caller
from holdfast.core.clock import utc_now
from holdfast.core.errors import AppError
from holdfast.core.ids import DocumentId, new_id
from holdfast.core.throttle import Limit
from holdfast.documents.for_question import ChosenPassages, passages_of_document, passages_of_file
from holdfast.turn.analyze_document import MAX_TOLD_TOKENS, DocumentQuestion, NumberedChunk, analyze_document
from holdfast.turn.charge import charge_account
from holdfast.turn.offerings import get_offering
from holdfast.web.body import StrictRoute
from holdfast.web.deps import MayAnalyze, accounts_of, entitlements_of
from holdfast.web.errors import responses
from holdfast.web.shapes import Text
from holdfast.web.v1.heard import HeardEnd
from holdfast.web.v1.shapes import ProgramModel, not_taken
from holdfast.web.v1.used import note_used
from holdfast.wiring import parts_of

router = APIRouter(prefix="/api/v1/documents", tags=["programs"], route_class=StrictRoute)

_FILES = Limit("analyzed_files", 120, 3600)
"""Reading one takes seconds of a processor."""
_DATA_URL = re.compile(r"data:[\w.+/;=-]{0,200};base64,", re.IGNORECASE)


class SentFile(ProgramModel):
    """As OpenAI's clients send one within a message."""

    filename: Annotated[Text, Field(min_length=1, max_length=300)]
    file_data: Annotated[Text, Field(min_length=1)]
    """`data:…;base64,…`, or the base64 alone."""


class AnalyzeBody(ProgramModel):
    document: DocumentId | None = None
    """One that is kept here; or else `file`."""
    file: SentFile | None = None
    question: Annotated[Text, Field(min_length=1, max_length=20_000)] | None = None
    shape: Annotated[dict[str, Any] | None, Field(alias="schema")] = None
    """A JSON schema that the answer has to fit: `data` of the answer."""
    model: Annotated[Text, Field(min_length=1, max_length=300)] = "assistant"
    """By which it is read. A persona lends its model, and nothing of what it is or remembers."""


class CitationOfDocument(BaseModel):
    number: int
    """As it stands in the answer, in brackets."""
    page: int | None
    headings: list[str]
    starts: int
    """In the text of its page."""
    text: str


class AnalysisUsage(BaseModel):
    input_tokens: int
    output_tokens: int
    total_tokens: int


class AnalysisOfDocument(BaseModel):
    id: str
    object: Literal["document.analysis"] = "document.analysis"
    created_at: int
    model: str
    document: str | None
    title: str
    answer: str | None
    """In words, where no schema was given."""
    data: Any
    """What the schema asks for."""
    citations: list[CitationOfDocument]
    is_whole: bool
    """False: the document is longer than can be read at once, and what lies nearest to the question was."""
    usage: AnalysisUsage


@router.post("/analyze", responses=responses(400, 401, 403, 404, 409, 413, 415, 422, 429, 503))
async def analyze(request: Request, caller: MayAnalyze, body: AnalyzeBody) -> AnalysisOfDocument:
    parts = parts_of(request)
    asked = _question(body)
    offering = get_offering(parts.personas, parts.chain, body.model)
    must_reach(caller, offering.id)
    note_used(request, model=offering.id)
    passages = await _passages(request, caller, body, min(MAX_TOLD_TOKENS, offering.chain.context_tokens // 2))
    charged = await charge_account(parts.db, await entitlements_of(request).access(caller.user_id), utc_now())
    try:
        told = await analyze_document(offering.chain, passages.title, passages.chunks, asked)
    except AppError:
        await charged.give_back(parts.db)
        raise
    usage = told.usage
    await note_cost_of(parts.db, caller, usage.cost_usd)
    heard = HeardEnd("stop", offering.id, usage.input_tokens, usage.output_tokens, usage.cost_usd)
    note_used(request, usage=heard)
    return AnalysisOfDocument(
        id=f"analysis_{new_id().hex}",
        created_at=int(time.time()),
        model=body.model,
        document=str(body.document) if body.document else None,
        title=passages.title,
        answer=told.text,
        data=told.value,
        citations=[_cited(one) for one in told.cited],
        is_whole=passages.is_whole,
        usage=AnalysisUsage(
            input_tokens=usage.input_tokens,
            output_tokens=usage.output_tokens,
            total_tokens=usage.input_tokens + usage.output_tokens,
        ),
    )


def _question(body: AnalyzeBody) -> DocumentQuestion:
    if (body.document is None) == (body.file is None):
        raise not_taken("document", "Name a `document` that is kept here, or send a `file` along: one of the two.")
    if not (body.question or "").strip() and body.shape is None:
        raise not_taken("question", "Ask a `question`, or give a `schema` that is to be filled.")
    return DocumentQuestion((body.question or "").strip(), body.shape)


async def _passages(request: Request, caller: Caller, body: AnalyzeBody, most_tokens: int) -> ChosenPassages:
    parts = parts_of(request).documents
    words = " ".join([body.question or "", *_words_of(body.shape or {})])[:4_000]
    if body.document is not None:
        return await passages_of_document(parts, caller, body.document, words, most_tokens)
    assert body.file is not None  # one of the two is there
    data = _bytes_of(body.file)
    await accounts_of(request).throttle.take(_FILES, str(caller.user_id))
    return await passages_of_file(parts, data, body.file.filename, words, most_tokens)


def _bytes_of(file: SentFile) -> bytes:
    head = _DATA_URL.match(file.file_data)
    try:
        data = base64.b64decode(file.file_data[head.end() if head else 0 :], validate=True)
    except ValueError:  # of the letters, or of the padding
        data = b""
    if not data:
        raise not_taken("file", "`file_data` is not the base64 of a file.")
    return data


def _words_of(shape: Mapping[str, Any], depth: int = 0) -> list[str]:
    """What a schema calls what it asks for: by that it is looked for."""
    found: list[str] = []
    for name, value in shape.items():
        if name in ("title", "description") and isinstance(value, str):
            found.append(value)
        elif isinstance(value, Mapping) and depth < 8:
            found += [*(value if name == "properties" else ()), *_words_of(value, depth + 1)]
    return found


def _cited(one: NumberedChunk) -> CitationOfDocument:
    at = one.chunk
    return CitationOfDocument(
        number=one.number, page=at.page, headings=list(at.headings), starts=at.starts, text=at.text
    )
