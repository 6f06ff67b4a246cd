"""Standing statements: what people say of themselves in passing that will still be so next month, where no rule can
tell subject, predicate and object. The sentence itself is kept, as it was said.

"My knees won't do stairs any more", "wool makes me itch": a few words in the first person with "not", "never" or
"always" tell by themselves; for the others the nearest of the written examples do, with the embedder they were weighed
for: whoever has another one mostly has a chat model too, which reads better. What is beside each other in a turn is one
statement.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from holdfast.core.log import get_logger
from holdfast.memory.kinds.meaning import learn_meaning, unit
from holdfast.memory.kinds.of_statement import STANDS_FROM, STATES, stands
from holdfast.memory.kinds.words import read_words
from holdfast.memory.learning.guards import MAX_OBJECT_CHARACTERS, MAX_TEXT_CHARACTERS, is_hedged, is_secret
from holdfast.memory.learning.predicates import PERSON
from holdfast.memory.learning.types import FactCandidate, WindowTurn
from holdfast.memory.loops.clauses import own_sentences
from holdfast.memory.loops.words import content
from holdfast.models.embed_aside import embed_aside
from holdfast.models.local_kinds import EMBEDDING_MODEL
from holdfast.models.types import Embedder

CONFIDENCE = 0.6
MAX_TURN_CHARACTERS = 1_500
"""Characters; what is longer was written elsewhere."""
_TOGETHER = 240
_MIN_WORDS = 4
_READ_ALREADY = 0.4
"""Share of a sentence's words that stand in facts which the rules read: then nothing is left to keep."""
_FEW_WORDS = 6
"""Of a sentence that says one thing: if any of them was read, all of it was."""
_PASSING_COSTS = 0.25
_ME = re.compile(r"\b(?:i|i'm|i've|i'd|me|my|mine|we|we're|we've|us|our)\b", re.IGNORECASE)
_WITHOUT_ME = re.compile(
    r"(?:haven'?t|have not|can'?t|cannot|don'?t|never|been|allergic|stopped|gave up|quit)\b", re.IGNORECASE
)
_PLAINLY = re.compile(
    r"(?:(?:i|we|my [\w' -]{2,30}?|our [\w' -]{2,30}?)(?:'ve| have| am|'m| are|'re| can| will| do| does| is)? ?"
    r"(?:(?:not|never|always|only|no longer)\b|(?:can|do|does|has|have|is|are|wo|ca)n'?t\b|cannot\b).{3,}"
    r"|(?:haven'?t|have not) (?:touched|had|eaten|drunk|been|smoked|driven|flown)\b.{3,})",
    re.IGNORECASE,
)
_LASTING = re.compile(
    r"\b(?:any ?more|any longer|since|ever|always|never|no longer|because of my|these days)\b", re.IGNORECASE
)
_PASSING = re.compile(
    r"\b(?:today|tonight|right now|yesterday|tomorrow|last night|this (?:morning|afternoon|evening|minute))\b",
    re.IGNORECASE,
)
log = get_logger()


async def read_statements(
    turns: Sequence[WindowTurn], read: Mapping[int, Sequence[str]], embedder: Embedder
) -> Sequence[FactCandidate]:
    """`read`: what rules made of each turn already, by episode."""
    said = {turn.episode: _sentences(turn, read.get(turn.episode, ())) for turn in turns}
    votes = await _votes([one for sentences in said.values() for one in sentences if one], embedder)
    return [
        FactCandidate(PERSON, STATES, text[:MAX_OBJECT_CHARACTERS], text, CONFIDENCE, [turn.episode], turn.said_at)
        for turn in turns
        for text in _runs(said[turn.episode], votes)
    ]


def _sentences(turn: WindowTurn, read: Sequence[str]) -> Sequence[str]:
    if len(turn.text) > MAX_TURN_CHARACTERS or not (_ME.search(turn.text) or _WITHOUT_ME.match(turn.text)):
        return ()
    known = {word for text in read for word in content(text)}
    return ["" if _says_no_more(sentence, known) else sentence for sentence in own_sentences(turn.text)]


def _says_no_more(sentence: str, known: set[str]) -> bool:
    words = set(content(sentence))
    shared = len(known & words)
    is_read = shared > 0 and (len(words) <= _FEW_WORDS or shared >= _READ_ALREADY * len(words))
    return len(sentence.split()) < _MIN_WORDS or is_read or is_hedged(sentence) or is_secret(sentence)


async def _votes(sentences: Sequence[str], embedder: Embedder) -> Mapping[str, float]:
    """How surely each stands."""
    votes = {one: 1.0 for one in sentences if _says_it_plainly(one)}
    wanted = [one for one in dict.fromkeys(sentences) if one not in votes]
    if not wanted or embedder.name != EMBEDDING_MODEL:
        return votes
    try:
        known = await learn_meaning(embedder, "statements")
        vectors = unit(await embed_aside(embedder, wanted))
    except Exception as error:  # noqa: BLE001 — border: an embedder may fail in any way, the plain ones are still read
        log.info("statements_without_meaning", error=type(error).__name__)
        return votes
    for sentence, vector in zip(wanted, vectors, strict=True):
        votes[sentence] = stands(vector, known) - (_PASSING_COSTS if _PASSING.search(sentence) else 0.0)
    return votes


def _says_it_plainly(sentence: str) -> bool:
    is_lasting = _PLAINLY.match(sentence) and _LASTING.search(sentence) and not _PASSING.search(sentence)
    return bool(is_lasting) and bool(read_words(sentence)[0])


def _runs(sentences: Sequence[str], votes: Mapping[str, float]) -> Sequence[str]:
    """What stands, with what stands beside it; in the first person somewhere, or leaving it out."""
    runs: list[str] = []
    is_open = False
    for sentence in sentences:
        if votes.get(sentence, 0.0) < STANDS_FROM:
            is_open = False
        elif is_open and len(runs[-1]) + len(sentence) < _TOGETHER:
            runs[-1] = f"{runs[-1]} {sentence}"
        else:
            runs.append(_cut(sentence))
            is_open = True
    return [run for run in runs if _ME.search(run) or _WITHOUT_ME.match(run)]


def _cut(sentence: str) -> str:
    if len(sentence) <= MAX_TEXT_CHARACTERS:
        return sentence
    return f"{sentence[: MAX_TEXT_CHARACTERS - 1].rsplit(' ', 1)[0]}…"
