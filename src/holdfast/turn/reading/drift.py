"""Whether the session has wandered: the message is far in meaning from everything the person said in it before.

Three turns in a row that say nothing are a drift as well; `signals` sees to those. Whoever asks for something has not
wandered, they have come to something; and a message that shares a word with what was said need not be embedded.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice

from holdfast.models.types import Embedder
from holdfast.turn.codes import Intent
from holdfast.turn.reading.is_close_to_handover import handover_sentences
from holdfast.turn.reading.utterance import Utterance, content_of
from holdfast.turn.reading.vectors import vector_of, vectors_of
from holdfast.turn.types import Signals

DRIFT_BELOW = 0.17
"""Measured on the pairs of the tests, with the local embedder."""
TURNS_BEFORE = 2
"""With fewer turns of substance a session is not about anything yet."""
CONTENT_WORDS = 3
_LOOKS_BACK = 4
_ANSWER_CHARACTERS = 300
"""The end of an answer: there it asks."""
_STEM = 5


def may_drift(seen: Utterance, intent: Intent, signals: Signals, about: Sequence[str]) -> bool:
    """Cheap reasons why there is no drift, before anything is embedded. `about`: see `session_is_about`."""
    asks = signals.direct_request or intent in ("recall", "output_task", "momentum")
    if asks or signals.is_low_signal or signals.drift or len(seen.content) < CONTENT_WORDS:
        return False
    if len(about) < TURNS_BEFORE:
        return False
    before = {word[:_STEM] for text in about for word in content_of(text)}
    return before.isdisjoint(word[:_STEM] for word in seen.content)


def session_is_about(earlier: Sequence[str], last_answer: str, handover: str | None) -> Sequence[str]:
    """The person's last turns of substance; and with them, the last answer and where things stood."""
    of_substance = (text for text in reversed(earlier) if len(content_of(text)) >= CONTENT_WORDS)
    turns = [*islice(of_substance, _LOOKS_BACK)][::-1]
    if len(turns) < TURNS_BEFORE:
        return ()
    asked = last_answer[-_ANSWER_CHARACTERS:].strip()
    return [*turns, *([asked] if asked else ()), *handover_sentences(handover or "")]


async def nearness_to_session(text: str, about: Sequence[str], embedder: Embedder) -> float:
    """To whatever of it is nearest."""
    vector = await vector_of(text, embedder)
    return max(float(vector @ other) for other in await vectors_of(about, embedder))
