"""`POST /api/v1/embeddings`: the vectors that this installation's memory is found by."""

from __future__ import annotations

import base64
import struct
from collections.abc import Sequence
from typing import Annotated, Literal

from fastapi import APIRouter, Request
from pydantic import BaseModel, Field

from holdfast.accounts.key_options import must_reach
from holdfast.core.errors import NotFound
from holdfast.models.tokens import count_tokens, text_of_tokens
from holdfast.web.body import StrictRoute
from holdfast.web.deps import MayEmbed
from holdfast.web.errors import responses
from holdfast.web.shapes import Text
from holdfast.web.v1.heard import HeardEnd
from holdfast.web.v1.shapes import ProgramModel, not_taken
from holdfast.web.v1.used import note_used
from holdfast.wiring import parts_of

router = APIRouter(prefix="/api/v1/embeddings", tags=["programs"], route_class=StrictRoute)

MAX_TEXTS = 512
MAX_TOKENS = 300_000
"""Of all texts together, as OpenAI has it."""
TokenIds = Annotated[list[int], Field(max_length=8_192)]


class EmbeddingsBody(ProgramModel):
    model: Annotated[Text, Field(max_length=300)]
    input: (
        Text
        | Annotated[list[Text], Field(min_length=1, max_length=MAX_TEXTS)]
        | Annotated[TokenIds, Field(min_length=1)]
        | Annotated[list[TokenIds], Field(min_length=1, max_length=MAX_TEXTS)]
    )
    """Texts, or token ids of `cl100k_base`."""
    encoding_format: Literal["float", "base64"] = "float"
    dimensions: int | None = None


class TextVector(BaseModel):
    object: Literal["embedding"] = "embedding"
    index: int
    embedding: list[float] | str


class EmbeddingUsage(BaseModel):
    prompt_tokens: int
    total_tokens: int


class TextVectorList(BaseModel):
    object: Literal["list"] = "list"
    data: list[TextVector]
    model: str
    usage: EmbeddingUsage


@router.post("", responses=responses(400, 401, 403, 404, 413, 415, 422, 429, 503))
async def create_embeddings(request: Request, caller: MayEmbed, body: EmbeddingsBody) -> TextVectorList:
    embedder = parts_of(request).memory.embedder
    if body.model != embedder.name:
        raise NotFound(
            f"Texts are embedded by {embedder.name} here.", code="model_not_found", details={"param": "model"}
        )
    must_reach(caller, embedder.name)
    if body.dimensions not in (None, embedder.dimensions):
        raise not_taken("dimensions", f"The vectors of {embedder.name} have {embedder.dimensions} dimensions.")
    texts = _texts(body.input)
    if not all(text.strip() for text in texts):
        raise not_taken("input", "One of the texts is empty.")
    tokens = sum(map(count_tokens, texts))
    if tokens > MAX_TOKENS:
        raise not_taken("input", f"The texts have {tokens} tokens together, and {MAX_TOKENS} are taken at once.")
    vectors = await embedder.embed(texts)
    note_used(request, model=embedder.name, usage=HeardEnd("stop", embedder.name, tokens, 0, None))
    return TextVectorList(
        data=[
            TextVector(index=at, embedding=_packed(vector) if body.encoding_format == "base64" else list(vector))
            for at, vector in enumerate(vectors)
        ],
        model=embedder.name,
        usage=EmbeddingUsage(prompt_tokens=tokens, total_tokens=tokens),
    )


def _texts(given: str | Sequence[str] | Sequence[int] | Sequence[Sequence[int]]) -> list[str]:
    if isinstance(given, str):
        return [given]
    if given and isinstance(given[0], int):
        return [_decoded([token for token in given if isinstance(token, int)])]
    return [one if isinstance(one, str) else _decoded(one) for one in given if not isinstance(one, int)]


def _decoded(tokens: Sequence[int]) -> str:
    text = text_of_tokens(tokens)
    if text is None:
        raise not_taken("input", "The numbers are no tokens of `cl100k_base`; send the text itself.")
    return text


def _packed(vector: Sequence[float]) -> str:
    return base64.b64encode(struct.pack(f"<{len(vector)}f", *vector)).decode()
