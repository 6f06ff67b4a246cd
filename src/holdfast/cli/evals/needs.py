"""Facts that matter though nobody asks for them: people talk, it is learned, and weeks later they ask for something.

What is measured is what a turn would put into its prompt, by the very calls of a turn: for a persona that always looks
into its memory, and for one with a librarian. `hit`: among the first five facts told is one that rests on a turn the
request needs. `told`: any fact at all was told.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from holdfast.cli.evals import store
from holdfast.cli.evals.transcripts import EvalQuestion, EvalTranscript
from holdfast.core.db import Owner
from holdfast.memory.client.local import LocalMemory
from holdfast.memory.intake.ingest_session import ingest_session
from holdfast.memory.kinds.circumstances import without_circumstances
from holdfast.memory.kinds.meaning import learn_meaning
from holdfast.memory.learning.facts.facts import list_facts
from holdfast.memory.learning.learn import learn
from holdfast.memory.parts import MemoryParts
from holdfast.memory.recall.vectors.embed import embed_waiting
from holdfast.memory.types import Fact
from holdfast.turn.librarian.consult import consult
from holdfast.turn.librarian.types import Consulted, Inquiry
from holdfast.turn.reading.index import load_index
from holdfast.turn.reading.read import Asker, read_message

FIRST = 5
WEEKS_LATER = timedelta(weeks=3)
PERSONAS = ("assistant", "companion")
"""One that always looks, and one with a librarian."""


@dataclass(frozen=True, slots=True)
class Needed:
    person: str
    persona: str
    asked: EvalQuestion
    kind: str
    """Of the first of the facts that were needed; of a request that needs nothing, that."""
    is_hit: bool
    is_told: bool
    was_learned: bool
    """Whether a fact rests on any of the turns it needs: what was never learned can not be told."""


async def measure_needs(memory: MemoryParts, transcript: EvalTranscript) -> Sequence[Needed]:
    """Ingests, learns, embeds and asks everything, as an owner of its own."""
    owner = Owner("eval", transcript.name)
    await learn_meaning(memory.embedder, "requests")
    await load_index(memory.embedder)
    for session in dict.fromkeys(turn.session for turn in transcript.turns):
        await ingest_session(memory, owner, f"session-{session}", transcript.messages(session, as_chat=True))
    for session in await store.sessions(memory.db, owner):
        await learn(memory, owner, session)
    await embed_waiting(memory, owner)
    facts = {str(fact.id): fact for fact in (await list_facts(memory, owner, limit=200)).facts}
    now = max(turn.said_at for turn in transcript.turns) + WEEKS_LATER
    found = []
    for asked in transcript.questions:
        for persona in PERSONAS:
            told = _told(await _ask(memory, owner, asked.text, persona, now), facts)
            found.append(_weighed(transcript.name, persona, asked, told, facts))
    return found


async def _ask(memory: MemoryParts, owner: Owner, text: str, persona: str, now: datetime) -> Consulted:
    has_gate = persona != "assistant"
    asker = Asker(memory.embedder, None, has_gate, deadline_seconds=60.0)
    asked = Inquiry(
        text=text,
        reading=await read_message(text, before=(), tracked=(), asker=asker),
        before=(),
        memory=LocalMemory(memory),
        owner=owner,
        persona_id=persona,
        now=now,
        embedder=memory.embedder,
        has_gate=has_gate,
        seconds=60.0,
    )
    return await consult(asked)


def _told(consulted: Consulted, facts: Mapping[str, Fact]) -> Sequence[Fact]:
    """As they stand in the block, the first first."""
    sources = consulted.sheet.sources if consulted.sheet else ()
    return [facts[source.id] for source in sources if source.type == "fact" and source.id in facts]


def _weighed(person: str, persona: str, asked: EvalQuestion, told: Sequence[Fact], facts: Mapping[str, Fact]) -> Needed:
    needed = [fact for fact in facts.values() if _turns(fact) & asked.evidence]
    kind = next(
        (kind for fact in needed for kind in without_circumstances(fact.kinds)),
        "of no kind" if needed else "not learned",
    )
    return Needed(
        person,
        persona,
        asked,
        kind if asked.evidence else "nothing",
        is_hit=any(_turns(fact) & asked.evidence for fact in told[:FIRST]),
        is_told=bool(told),
        was_learned=bool(needed),
    )


def _turns(fact: Fact) -> set[str | None]:
    return {one.external_id for one in fact.evidence}


def hit_share(found: Sequence[Needed]) -> float:
    return _share([one.is_hit for one in found if one.asked.kind == "need"])


def told_share(found: Sequence[Needed]) -> float:
    """Of the requests that need nothing, those that were told something."""
    return _share([one.is_told for one in found if one.asked.kind == "nothing"])


def needs_as_text(parts: Mapping[str, Sequence[Needed]]) -> str:
    """Shares alone, never a request: what is held back must stay unread."""
    lines: list[str] = []
    for part, found in parts.items():
        for persona in PERSONAS:
            mine = [one for one in found if one.persona == persona]
            wanted = [one for one in mine if one.asked.kind == "need"]
            lines += [
                f"{part}, {persona}: {len(wanted)} requests that need a fact, {len(mine) - len(wanted)} that need none",
                f"  hit@{FIRST} {_percent(hit_share(mine))}   told for nothing {_percent(told_share(mine))}"
                f"   learned at all {_percent(_share([one.was_learned for one in wanted]))}",
            ]
            lines += _by_kind(wanted)
    return "\n".join(lines)


def _by_kind(wanted: Sequence[Needed]) -> Sequence[str]:
    kinds = sorted({one.kind for one in wanted})
    of = {kind: [one.is_hit for one in wanted if one.kind == kind] for kind in kinds}
    return [f"    {kind:<16}{len(hits):>4}  {_percent(_share(hits)):>7}" for kind, hits in of.items()]


def _percent(share: float) -> str:
    return f"{100 * share:.1f} %"


def _share(hits: Sequence[bool]) -> float:
    return sum(hits) / len(hits) if hits else 0.0
