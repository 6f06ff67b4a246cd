"""The rules of the gate: whether a memory is asked for, would help, or has no part in it. Pure.

Rules stand in the order in which they are tried; the first that fits decides. Those whose confidence is below `SURE`
only lean: meaning, and after it a model, may say otherwise.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from holdfast.core.language.spelling import ends_of
from holdfast.turn.librarian import hints
from holdfast.turn.librarian import self_contained as plainly
from holdfast.turn.librarian.asks import ASKS
from holdfast.turn.librarian.given_names import GIVEN_NAMES
from holdfast.turn.librarian.names import find_names
from holdfast.turn.librarian.plain import plain, sentences
from holdfast.turn.librarian.types import Gate

SURE = 0.7
"""From here on the rules are believed without another opinion."""
_MOST_SMALL_WORDS = 9
_TITLES = ("mr", "mrs", "ms", "dr", "aunt", "uncle")


@dataclass(frozen=True, slots=True)
class Cue:
    name: str
    gate: Gate
    confidence: float


UNSURE = Cue("no_cue", "none", 0.35)
SAYS_NOTHING = ("nothing_said", "small_talk")


@dataclass(frozen=True, slots=True)
class _Said:
    parts: Sequence[str]
    """The sentences, plain."""
    names: Sequence[str]

    @property
    def whole(self) -> str:
        return " ".join(self.parts)

    def begins(self, pattern: re.Pattern[str]) -> bool:
        """Whether any of the sentences begins so."""
        return any(pattern.match(part) for part in self.parts)


def read_cues(text: str, *, known: Sequence[str] = ()) -> Cue:
    """What the rules say; `known` are people the memory tracks and this message names."""
    message = plain(text)
    parts = sentences(message)
    if not parts or not re.search(r"\w", message):
        return Cue("nothing_said", "none", 0.95)
    if _is_small_talk(message):
        return Cue("small_talk", "none", 0.95)
    if cue := _asks(parts):
        return cue
    said = _without_payload(ends_of(text), parts, known)
    for read in (_command, _refers_back, _of_ones_own, _task, _question, _tells):
        if cue := read(said):
            return cue
    return UNSURE


def _is_small_talk(message: str) -> bool:
    words = re.findall(r"[\w']+", message)
    are_small = len(words) <= _MOST_SMALL_WORDS and all(word in plainly.SMALL_WORDS for word in words)
    return are_small or bool(plainly.SMALL_TALK.fullmatch(message))


def _asks(parts: Sequence[str]) -> Cue | None:
    if len(parts) == 1 and plainly.ABOUT_THIS_TALK.search(parts[0]):
        return Cue("about_this_very_talk", "none", 0.9)
    if plainly.WITH_PAYLOAD.match(parts[0]) or parts[0].startswith(("remind me to", "did you know")):
        return None
    whole = " ".join(parts)
    return next((Cue(name, "explicit", sure) for name, sure, pattern in ASKS if pattern.search(whole)), None)


def _without_payload(text: str, parts: Sequence[str], known: Sequence[str]) -> _Said:
    """What is to be worked on is no wish: only the words before it are read."""
    if not plainly.WITH_PAYLOAD.match(parts[0]):
        return _Said(parts, [*known, *find_names(text)])
    head = re.split(r"[:\"“„'‘]|\bthis\b", text, maxsplit=1)[0]
    return _Said(sentences(plain(head)) or parts[:1], [*known, *find_names(head)])


def _command(said: _Said) -> Cue | None:
    is_command = len(said.parts) == 1 and plainly.COMMAND.match(said.whole)
    return Cue("command", "none", 0.85) if is_command and not hints.REFERS_BACK.search(said.whole) else None


def _refers_back(said: _Said) -> Cue | None:
    return Cue("refers_back", "ambient", 0.85) if hints.REFERS_BACK.search(said.whole) else None


def _of_ones_own(said: _Said) -> Cue | None:
    whole = said.whole
    if hints.SOMEBODY_NEAR.search(whole):
        return Cue("somebody_near", "ambient", 0.85)
    if hints.OWN_MATTER.search(whole):
        return Cue("own_matter", "ambient", 0.82)
    if plainly.HOW_TO.search(whole):
        return None
    if said.names and (hints.SELF.search(whole) or hints.ADDRESSED.search(whole)):
        return Cue("name_and_self", "ambient", 0.6 if whole.endswith("?") else 0.72)
    return Cue("for_this_person", "ambient", 0.75) if hints.FOR_ME.search(whole) else None


def _task(said: _Said) -> Cue | None:
    if not plainly.TASK.match(said.parts[0]):
        return None
    whole = said.whole
    if hints.ADDRESSED.search(whole) and (said.names or hints.THE_SOMEBODY.search(whole)):
        return Cue("task_for_somebody", "ambient", 0.8)
    if hints.MINE.search(whole) or hints.THE_MATTER.search(whole):
        return Cue("task_with_reference", "ambient", 0.6)
    return Cue("task_without_reference", "none", 0.85)


def _question(said: _Said) -> Cue | None:
    whole = said.whole
    if not any(plainly.QUESTION.search(part) for part in said.parts):
        return None
    if plainly.HOW_TO.search(whole) and not hints.MINE.search(whole):
        return Cue("how_to", "none", 0.85)
    if any(_is_somebody(name) for name in said.names):
        return Cue("question_about_somebody", "explicit", 0.72 if len(said.names) == 1 else 0.5)
    if _is_one_name(said.names) and plainly.ABOUT_A_SUBJECT.match(whole):
        return Cue("question_about_a_name", "explicit", 0.45)
    if hints.HE_OR_SHE.search(whole):
        return Cue("question_about_him_or_her", "explicit", 0.6)
    if hints.SELF.search(whole):
        return Cue("question_with_self", "none", 0.45)
    if hints.THE_MATTER.search(whole) or hints.THE_SOMEBODY.search(whole):
        return Cue("question_about_a_matter", "explicit", 0.5)
    return Cue("world_question", "none", 0.85 if plainly.GENERIC.match(said.parts[-1]) else 0.6)


def _tells(said: _Said) -> Cue | None:
    whole = said.whole
    if hints.THE_MATTER.search(whole) or hints.THE_SOMEBODY.search(whole):
        return Cue("tells_of_a_matter", "ambient", 0.78)
    if said.names:
        return Cue("names_somebody", "ambient", 0.72)
    if said.begins(hints.SOMEBODY_DID):
        return Cue("tells_of_somebody", "ambient", 0.7)
    if said.begins(hints.TELLS_NEWS):
        return Cue("tells_news", "ambient", 0.72)
    if said.begins(hints.TELLS_OF_SELF) or hints.THINKS_OF.search(whole):
        return Cue("tells_of_self", "ambient", 0.6)
    if said.begins(hints.THE_SUBJECT):
        return Cue("tells_of_something_known", "ambient", 0.6)
    return Cue("tells_of_a_day", "ambient", 0.5) if hints.NAMES_A_DAY.search(whole) else None


def _is_somebody(name: str) -> bool:
    """By a given name, or with a title before the name."""
    first, *others = name.lower().split()
    return (first in GIVEN_NAMES and not others) or (first in _TITLES and bool(others))


def _is_one_name(names: Sequence[str]) -> bool:
    return len(names) == 1 and " " not in names[0]
