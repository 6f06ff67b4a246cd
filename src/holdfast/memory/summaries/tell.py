"""A session told without a model: who, when, what about, what was decided and what is open. In their own words."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby

from holdfast.memory.summaries.extract import Extract, Sentence, extract
from holdfast.memory.summaries.times import date_in_words, part_of_day
from holdfast.memory.summaries.types import Stretch, StretchSummary
from holdfast.memory.types import Episode

MAX_SUMMARY_CHARACTERS = 1_400
MAX_HANDOVER_CHARACTERS = 600


def tell(stretch: Stretch) -> StretchSummary:
    """Extractive: every word about the person stands in a turn of theirs."""
    found = extract(stretch.turns)
    summary = [_opening(stretch, found), *_said(found.key, stretch.person), *_results(found)]
    if not found.key and not found.decisions:
        summary.append("Nothing that needs to be remembered was said.")
    return StretchSummary(_joined(summary, MAX_SUMMARY_CHARACTERS), _hand_over(found, stretch.person), "rules")


def hand_over(turns: Sequence[Episode], person: str) -> str:
    """What to know when taking it up again; empty when nothing of substance was said. The time is told by who reads."""
    return _hand_over(extract(turns), person)


def _hand_over(found: Extract, person: str) -> str:
    if not found.key and not found.decisions and not found.unanswered:
        return ""
    about = [f"The last conversation was about {_list(found.topics)}."] if found.topics else []
    return _joined([*about, *_said(found.key[-2:], person), *_results(found)], MAX_HANDOVER_CHARACTERS)


def last_exchange(turns: Sequence[Episode], person: str) -> str:
    """The very last thing the person said, and the reply to it, each with who said it."""
    spoken = [turn for turn in turns if turn.role in ("user", "assistant")]
    last = next((place for place in range(len(spoken) - 1, -1, -1) if spoken[place].role == "user"), None)
    if last is None:
        return ""
    asked = spoken[last]
    told = f"{_capital(asked.name or person)} last said: “{_cut(asked.text, 240)}”"
    reply = next((turn for turn in spoken[last + 1 :] if turn.role == "assistant"), None)
    return f"{told} {_capital(reply.name or 'the assistant')} replied: “{_cut(reply.text, 240)}”" if reply else told


def _opening(stretch: Stretch, found: Extract) -> str:
    first, last = stretch.turns[0].said_at, stretch.turns[-1].said_at
    local = first.astimezone(stretch.zone)
    minutes = max(int((last - first).total_seconds() // 60), 0)
    length = f"{stretch.to_seq - stretch.from_seq} messages" + (f" in {_lasting(minutes)}" if minutes else "")
    about = f" about {_list(found.topics)}" if found.topics else ""
    return f"On {date_in_words(local)}, {_daytime(part_of_day(local))}, {_who(stretch)}{about} ({length})."


def _daytime(part: str) -> str:
    return "at night" if part == "night" else f"in the {part}"


def _lasting(minutes: int) -> str:
    if minutes < 90:
        return f"{minutes} minute{'s' * (minutes != 1)}"
    hours = round(minutes / 60)
    return f"{hours} hours" if hours < 48 else f"{round(hours / 24)} days"


def _who(stretch: Stretch) -> str:
    people = list(dict.fromkeys(turn.name or stretch.person for turn in stretch.turns if turn.role == "user"))
    helpers = list(dict.fromkeys(turn.name or "the assistant" for turn in stretch.turns if turn.role == "assistant"))
    if not people:
        return f"{_list(helpers) or 'nobody'} spoke"
    return f"{_list(people[:4])} talked" + (f" with {_list(helpers[:4])}" if helpers else "")


def _said(sentences: Sequence[Sentence], person: str) -> Iterator[str]:
    for speaker, theirs in groupby(sentences, key=lambda one: one.speaker or person):
        yield f"{_capital(speaker)}: " + " ".join(f"“{one.text}”" for one in theirs)


def _results(found: Extract) -> Iterator[str]:
    if found.decisions:
        yield "Decided: " + " ".join(f"“{one.text}”" for one in found.decisions)
    if found.open_ends:
        yield f"Still open: {'; '.join(found.open_ends)}."
    if found.unanswered:
        yield f"Asked, and not yet answered: “{found.unanswered}”"


def _joined(parts: Sequence[str], most: int) -> str:
    """Whole parts, as many as fit."""
    text = ""
    for part in parts:
        longer = f"{text} {part}".strip()
        if len(longer) <= most:
            text = longer
    return text or _cut(parts[0], most)


def _list(words: Sequence[str]) -> str:
    return " and ".join([", ".join(words[:-1]), words[-1]] if len(words) > 1 else words)


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def _cut(text: str, most: int) -> str:
    text = " ".join(text.split())
    return text if len(text) <= most else text[: most - 1].rsplit(" ", 1)[0] + "…"
