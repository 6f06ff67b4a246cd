"""Facts in a message, by rules and without a model: quick enough to run while its sender waits."""

from __future__ import annotations

from datetime import datetime

from holdfast.core.ids import MessageId
from holdfast.core.language.sentences import split_sentences
from holdfast.turn.context.envelope.labelled import split_labelled
from holdfast.turn.context.envelope.sentences import find_in_sentence
from holdfast.turn.context.envelope.types import EnvelopeFact, FactKind, Manner

MAX_CHARACTERS = 20_000
"""Of a message; what a person reports stands at its beginning."""
MAX_FACT_CHARACTERS = 160
_MAX_SENTENCES = 200


def extract_facts(text: str, message_id: MessageId, now: datetime) -> tuple[EnvelopeFact, ...]:
    labelled, rest = split_labelled(text[:MAX_CHARACTERS].replace("’", "'"))
    found: dict[tuple[FactKind, str], EnvelopeFact] = {}

    def note(kind: FactKind, words: str, manner: Manner) -> None:
        told = clean(words)
        if told:
            found.setdefault((kind, told.casefold()), EnvelopeFact(kind, told, message_id, now, manner))

    for kind, words in labelled:
        note(kind, words, "sets")
    known = {kind for kind, _ in labelled}
    for sentence in split_sentences(rest, at_semicolons=True)[:_MAX_SENTENCES]:
        for kind, words, manner in find_in_sentence(sentence, now):
            # A label says it better than a guess from a sentence of the same message.
            if kind not in known:
                note(kind, words, manner)
    return tuple(found.values())


def clean(words: str) -> str:
    """One line, without marks around it, cut at a word."""
    line = " ".join("".join(letter if letter.isprintable() else " " for letter in words).split()).strip(" .,;:!*_\"'")
    if len(line) <= MAX_FACT_CHARACTERS:
        return line
    return line[: MAX_FACT_CHARACTERS - 1].rsplit(" ", 1)[0].rstrip(" ,;:") + "…"
