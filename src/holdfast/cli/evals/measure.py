"""One conversation through ingest and recall; what came back is held against the marked turns."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from holdfast.cli.evals import store
from holdfast.cli.evals.bm25 import Bm25, words_of
from holdfast.cli.evals.transcripts import EvalQuestion, EvalTranscript
from holdfast.core.db import Owner
from holdfast.memory.intake.ingest_session import ingest_session
from holdfast.memory.parts import MemoryParts
from holdfast.memory.recall.recall import recall
from holdfast.memory.recall.vectors.embed import embed_waiting
from holdfast.memory.types import RecallQuery

DEPTH = 20


@dataclass(frozen=True, slots=True)
class Ranks:
    """How one way of searching did on one question; turns by recall at three depths."""

    at_5: float
    at_10: float
    at_20: float
    reciprocal: float
    sessions_at_10: float


@dataclass(frozen=True, slots=True)
class Answered:
    conversation: str
    asked: EvalQuestion
    holdfast: Ranks
    bm25: Ranks
    is_empty: bool
    """Holdfast said that nothing answers this."""
    ms: float


async def measure(memory: MemoryParts, transcript: EvalTranscript) -> Sequence[Answered]:
    """Ingests, embeds and asks everything, as an owner of its own."""
    owner = Owner("eval", transcript.name)
    for session in dict.fromkeys(turn.session for turn in transcript.turns):
        await ingest_session(memory, owner, f"session-{session}", transcript.messages(session))
    await embed_waiting(memory, owner)
    texts = {turn.id: turn.text for turn in transcript.turns}
    said = [*texts.values(), *(asked.text for asked in transcript.questions)]
    reference = Bm25(texts, await store.stems(memory.db, (word for text in said for word in words_of(text))))
    answers = []
    for asked in transcript.questions:
        found = await recall(memory, owner, RecallQuery(asked.text, limit=DEPTH))
        ids = [hit.episode.external_id or "" for hit in found.episodes]
        theirs = reference.rank(asked.text, most=DEPTH)
        answers.append(
            Answered(transcript.name, asked, ranks(ids, asked), ranks(theirs, asked), is_empty=not ids, ms=found.ms)
        )
    return answers


def ranks(found: Sequence[str], asked: EvalQuestion) -> Ranks:
    wanted = asked.evidence
    sessions = {_session(turn) for turn in wanted}
    first = next((place for place, turn in enumerate(found, 1) if turn in wanted), None)
    at_5, at_10, at_20 = (len(wanted & set(found[:depth])) / max(len(wanted), 1) for depth in (5, 10, DEPTH))
    in_ten = sessions & {_session(turn) for turn in found[:10]}
    return Ranks(at_5, at_10, at_20, 1 / first if first else 0.0, len(in_ten) / max(len(sessions), 1))


def _session(turn: str) -> str:
    return turn.partition(":")[0]
