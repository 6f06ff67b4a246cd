"""Messages of a session, labelled utterances, and embedders with which something is the matter."""

from __future__ import annotations

import csv
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Literal

import orjson

from holdfast.chats.types import Message
from holdfast.core.ids import MessageId, TurnId, new_id
from holdfast.turn.reading.rules import read_by_rules
from holdfast.turn.types import Reading
from tests.waiting import never
from tests.words import WordEmbedder

_NOON = datetime(2026, 3, 2, 12, tzinfo=UTC)


def said(text: str, role: Literal["user", "assistant"] = "user") -> Message:
    return Message(
        MessageId(new_id()), role, [{"type": "text", "text": text}], "complete", None, TurnId(new_id()), None, _NOON, 5
    )


def conversation(*texts: str) -> list[Message]:
    """The person begins, and they take turns."""
    return [said(text, "assistant" if index % 2 else "user") for index, text in enumerate(texts)]


def by_rules(text: str, *, before: Sequence[str] = (), tracked: Sequence[str] = (), last_answer: str = "") -> Reading:
    return read_by_rules(text, before_texts=before, tracked=tracked, last_answer=last_answer)


def opinion(**changed: object) -> str:
    """As a model would give it."""
    return orjson.dumps(
        {"posture": "REFLECTION", "intent": "share", "gate": "ambient", "confidence": 0.9, **changed}
    ).decode()


class CountingEmbedder(WordEmbedder):
    """Under a name of its own, so that no other test has filled its vectors."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.asked: list[str] = []

    async def embed(self, texts: Sequence[str]) -> list[list[float]]:
        self.asked += texts
        return await super().embed(texts)


class BrokenEmbedder(WordEmbedder):
    name = "test:broken"

    async def embed(self, texts: Sequence[str]) -> list[list[float]]:
        raise ConnectionError


class HangingEmbedder(WordEmbedder):
    name = "test:hanging"

    async def embed(self, texts: Sequence[str]) -> list[list[float]]:
        await never()
        return await super().embed(texts)


UTTERANCES = Path(__file__).parent / "utterances.tsv"
"""`tuned`: looked at while cues and examples were written. `held_out`: never, and a half of them overheard in
conversations that others wrote; but three that became questions about the past when the gate and the intent became one
question were looked at then. `fresh`: written before that was mended."""


def utterances(part: str) -> list[dict[str, str]]:
    with UTTERANCES.open(encoding="utf-8") as file:
        rows = csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE)
        return [row for row in rows if row["part"] == part]
