"""What a model may do for a search, where it is told to: say what a question is about, and put passages in order.

Both within a deadline, and without it the search goes on by its rules. A model can only choose among what was found: it
names numbers, so no word of a passage or of its own reaches the answer this way.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from holdfast.core.ask_within import Missing, ask_within
from holdfast.knowledge.follow_up import Exchange
from holdfast.knowledge.types import FoundPassage
from holdfast.models.ask import ask_json, ask_text
from holdfast.models.chain import Chain

_REWRITE_SECONDS = 1.2
_RERANK_SECONDS = 1.8
_MAX_REWRITTEN_CHARACTERS = 600
_ANSWER_CHARACTERS = 400
_PASSAGE_CHARACTERS = 700
RERANKED = 20
"""Passages that are put in order."""


@dataclass(frozen=True, slots=True)
class ModelHelp:
    chain: Chain
    rewrites: bool = False
    reranks: bool = False

    async def rewrite(self, question: str, before: Sequence[Exchange]) -> str | None:
        """None: by the rules."""
        if not self.rewrites:
            return None
        said = "\n".join(f"Q: {one.question}\nA: {one.answer[:_ANSWER_CHARACTERS]}" for one in before)
        asking = ask_text(self.chain, _prompt("rewrite"), f"{said}\n\nQuestion: {question}", max_output_tokens=200)
        made = await ask_within("question_rewriter", asking, _REWRITE_SECONDS)
        return None if isinstance(made, Missing) else made[:_MAX_REWRITTEN_CHARACTERS].strip() or None

    async def rerank(self, question: str, found: Sequence[FoundPassage]) -> Sequence[FoundPassage]:
        """Those that help first; the others behind them, as they were."""
        if not self.reranks or len(found) < 2:
            return found
        first = found[:RERANKED]
        quoted = "\n\n".join(f"[{n}] {one.passage.text[:_PASSAGE_CHARACTERS]}" for n, one in enumerate(first, start=1))
        asking = ask_json(self.chain, _prompt("rerank"), f"Question: {question}\n\n{quoted}", max_output_tokens=200)
        made = await ask_within("reranker", asking, _RERANK_SECONDS)
        if not isinstance(made, list):
            return found
        chosen = list(dict.fromkeys(n - 1 for n in made if type(n) is int and 0 < n <= len(first)))
        return [*(first[n] for n in chosen), *(one for n, one in enumerate(found) if n not in chosen)]


@cache
def _prompt(name: str) -> str:
    return (Path(__file__).parent / "prompts" / f"{name}.md").read_text(encoding="utf-8").strip()
