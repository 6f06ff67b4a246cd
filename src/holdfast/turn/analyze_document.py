"""A question to one document, answered from what stands in it and nothing else: no persona, no memory, no tools.

Nothing of it is kept, neither the question nor the answer. Whoever gives a shape in place of a question, or beside it,
gets a value that was held against the shape; what does not fit is asked for once more.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import orjson

from holdfast.core.errors import Unavailable
from holdfast.knowledge.types import TextChunk
from holdfast.models.ask import without_fence
from holdfast.models.chain import Chain
from holdfast.models.tokens import count_tokens
from holdfast.models.types import CallSettings, ChatMessage, Done, ModelFailed, TextDelta, TokenUsage
from holdfast.tools.check_arguments import fault_in
from holdfast.turn.context.escape_headings import escape_headings

MAX_TOLD_TOKENS = 24_000
"""Of the document; of a longer one, the passages that lie nearest."""
_MAX_OUTPUT_TOKENS = 4_000
_SECONDS = 180.0
_TRIES = 2
_PROMPT = (Path(__file__).parent / "prompts" / "analyze_document.md").read_text(encoding="utf-8").strip()
_CITE = "Put the number of a passage in brackets, like [1], behind each thing that you took from it."
_SHAPE = (
    "Answer with one JSON object and nothing else: `value` is what the schema asks for, and `passages` the numbers of "
    "the passages that it was taken from. The JSON schema of `value`:"
)
_MARK = re.compile(r"\[(\d{1,4}(?:\s*,\s*\d{1,4})*)\]")


class AnalysisFailed(Unavailable):
    code = "answer_failed"


@dataclass(frozen=True, slots=True)
class DocumentQuestion:
    question: str
    shape: Mapping[str, Any] | None = None
    """A JSON schema that the answer has to fit."""


@dataclass(frozen=True, slots=True)
class NumberedChunk:
    number: int
    chunk: TextChunk


@dataclass(frozen=True, slots=True)
class DocumentAnswer:
    text: str | None
    value: Any
    """Where a shape was given."""
    cited: Sequence[NumberedChunk]
    usage: TokenUsage


async def analyze_document(
    chain: Chain, title: str, chunks: Sequence[TextChunk], asked: DocumentQuestion
) -> DocumentAnswer:
    """`AnalysisFailed` where no model answered, or none in the shape that was asked for."""
    numbered = [NumberedChunk(number, chunk) for number, chunk in enumerate(chunks, 1)]
    messages = [ChatMessage("system", _PROMPT), ChatMessage("user", _told(title, numbered, asked))]
    used = TokenUsage(0, 0)
    try:
        async with asyncio.timeout(_SECONDS):
            for _ in range(_TRIES):
                said, usage = await _ask(chain, messages)
                used += usage
                if asked.shape is None:
                    return _in_words(said, numbered, used)
                value, cited, fault = _in_shape(said, asked.shape)
                if fault is None:
                    return DocumentAnswer(None, value, [one for one in numbered if one.number in cited], used)
                mend = f"This does not fit: {fault}. Answer again, with the JSON alone."
                messages += [ChatMessage("assistant", said), ChatMessage("user", mend)]
    except (ModelFailed, TimeoutError):
        raise AnalysisFailed("No model answered; ask again.") from None
    raise AnalysisFailed("The model's answer did not fit the schema; ask again, or ask for less at once.")


def _told(title: str, numbered: Sequence[NumberedChunk], asked: DocumentQuestion) -> str:
    passages = "\n\n".join(_passage(title, one) for one in numbered)
    how = _CITE if asked.shape is None else f"{_SHAPE}\n{orjson.dumps(asked.shape).decode()}"
    asking = ["WHAT IS ASKED", *([asked.question] if asked.question else ()), how]
    return "\n\n".join(["PASSAGES OF THE DOCUMENT", passages, *asking])


def _passage(title: str, one: NumberedChunk) -> str:
    page = [f"page {one.chunk.page}"] if one.chunk.page else []
    return f"[{one.number}] {' › '.join([title, *one.chunk.headings, *page])}\n{escape_headings(one.chunk.text)}"


async def _ask(chain: Chain, messages: Sequence[ChatMessage]) -> tuple[str, TokenUsage]:
    settings = CallSettings(temperature=0.0, max_output_tokens=_MAX_OUTPUT_TOKENS)
    said: list[str] = []
    usage: TokenUsage | None = None
    async for event in chain.stream(messages, (), settings, attempts=[]):
        if isinstance(event, TextDelta):
            said.append(event.text)
        elif isinstance(event, Done):
            usage = event.usage
    text = "".join(said).strip()
    return text, usage or TokenUsage(sum(count_tokens(str(one.content)) for one in messages), count_tokens(text))


def _in_words(said: str, numbered: Sequence[NumberedChunk], usage: TokenUsage) -> DocumentAnswer:
    """Marks that lead nowhere are taken out."""
    known = {one.number: one for one in numbered}
    cited: dict[int, NumberedChunk] = {}

    def kept(mark: re.Match[str]) -> str:
        numbers = [int(number) for number in mark[1].split(",")]
        cited.update({number: known[number] for number in numbers if number in known})
        return "".join(f"[{number}]" for number in numbers if number in known)

    text = _MARK.sub(kept, said)
    return DocumentAnswer(text, None, list(cited.values()), usage)


def _in_shape(said: str, shape: Mapping[str, Any]) -> tuple[Any, set[int], str | None]:
    """The value, what it rests on, and what is wrong with it."""
    try:
        told = orjson.loads(without_fence(said))
    except orjson.JSONDecodeError:
        return None, set(), "it is no JSON"
    if not isinstance(told, dict) or "value" not in told:
        return None, set(), "there is no `value` in it"
    numbers = told.get("passages")
    cited = {one for one in numbers if isinstance(one, int)} if isinstance(numbers, list) else set()
    return told["value"], cited, fault_in(shape, told["value"])
