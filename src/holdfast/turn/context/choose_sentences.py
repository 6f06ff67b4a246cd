"""Which sentences of too many passages matter to a question, by the model, under a deadline.

The model chooses and does not write: it is shown the sentences under numbers and answers with numbers, so whatever it
says, what is told afterwards stands in the documents word for word.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from string import Template

from holdfast.core.log import get_logger
from holdfast.knowledge.tell import NumberedPassage
from holdfast.models.ask import ask_text
from holdfast.models.chain import Chain
from holdfast.turn.context.extract import SHORT_SHARE, Kept, sentences_of

DEADLINE_SECONDS = 1.5
MAX_SENTENCES = 200
"""That it is shown; of more, those of the passages that were found last are left out."""
_NUMBER = re.compile(r"\d{1,4}")
log = get_logger()


async def choose_sentences(
    chain: Chain | None,
    question: str,
    numbered: Sequence[NumberedPassage],
    *,
    deadline_seconds: float = DEADLINE_SECONDS,
) -> Kept | None:
    """None: no model is there to choose, or it chose nothing of use in time."""
    if chain is None or chain.is_demo:
        return None
    shown = [
        (part.id, place, sentence)
        for one in numbered
        for part in one.parts
        for place, sentence in enumerate(sentences_of(part))
    ][:MAX_SENTENCES]
    most = max(1, int(len(shown) * SHORT_SHARE))
    listed = "\n".join(f"{at}. {sentence}" for at, (_, _, sentence) in enumerate(shown, start=1))
    try:
        said = await ask_text(
            chain, _instructions().substitute(most=most), f"{listed}\n\nThe question:\n{question}",
            max_output_tokens=8 * most, timeout_seconds=deadline_seconds,
        )  # fmt: skip
    except Exception as error:  # noqa: BLE001 — border: a helper's call may fail in any way; words choose then
        log.info("sentences_not_chosen", error=type(error).__name__)
        return None
    chosen = sorted({int(number) for number in _NUMBER.findall(said)} & set(range(1, len(shown) + 1)))[:most]
    kept: dict[int, list[int]] = {}
    for number in chosen:
        passage_id, place, _ = shown[number - 1]
        kept.setdefault(passage_id, []).append(place)
    return kept or None


@cache
def _instructions() -> Template:
    return Template((Path(__file__).parent / "prompts" / "choose_sentences.md").read_text(encoding="utf-8"))
