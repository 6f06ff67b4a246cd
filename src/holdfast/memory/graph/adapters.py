"""Our own models and embedder in the shape Graphiti wants, so that no second model configuration exists."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from pydantic import BaseModel, ValidationError

from holdfast.memory.graph.library import CrossEncoderClient, EmbedderClient, LLMClient, LLMConfig, Message, ModelSize
from holdfast.models.ask import ask_json
from holdfast.models.chain import Chain
from holdfast.models.failures import failed
from holdfast.models.types import Embedder, Failure

_MAX_OUTPUT_TOKENS = 8_000
_AT_ONCE = 64


class AskOurChain(LLMClient):
    """Graphiti writes the wished-for schema into the prompt; whether the answer fits it is checked here."""

    def __init__(self, chain: Chain | None) -> None:
        super().__init__(LLMConfig(model=chain.name if chain else None, temperature=0.0), cache=False)
        self._chain = chain

    async def _generate_response(
        self,
        messages: list[Message],
        response_model: type[BaseModel] | None = None,
        max_tokens: int = _MAX_OUTPUT_TOKENS,
        model_size: ModelSize = ModelSize.medium,
        *,
        model: str | None = None,
    ) -> dict[str, Any]:
        if self._chain is None:
            raise failed(Failure.NOT_CONFIGURED)
        instructions = "\n\n".join(message.content for message in messages if message.role == "system")
        text = "\n\n".join(message.content for message in messages if message.role != "system")
        most = min(max_tokens, _MAX_OUTPUT_TOKENS)
        answer = await ask_json(self._chain, instructions, text, max_output_tokens=most)
        if not isinstance(answer, dict):
            raise failed(Failure.MALFORMED, upstream="no JSON object")
        if response_model is not None:
            try:
                response_model.model_validate(answer)
            except ValidationError:  # its message quotes the answer
                raise failed(Failure.MALFORMED, upstream="other fields") from None
        return answer


class EmbedWithOurs(EmbedderClient):
    def __init__(self, embedder: Embedder) -> None:
        self._embedder = embedder

    async def create(self, input_data: str | list[str] | Iterable[int] | Iterable[Iterable[int]]) -> list[float]:
        text = input_data if isinstance(input_data, str) else " ".join(map(str, input_data))
        return list((await self._embedder.embed([text]))[0])

    async def create_batch(self, input_data_list: list[str]) -> list[list[float]]:
        vectors: list[list[float]] = []
        for start in range(0, len(input_data_list), _AT_ONCE):
            vectors += [list(one) for one in await self._embedder.embed(input_data_list[start : start + _AT_ONCE])]
        return vectors


class KeepTheOrder(CrossEncoderClient):
    """No reranking: the fused order of words and vectors stands."""

    async def rank(self, query: str, passages: list[str]) -> list[tuple[str, float]]:
        return [(passage, 1.0 / (place + 1)) for place, passage in enumerate(passages)]
