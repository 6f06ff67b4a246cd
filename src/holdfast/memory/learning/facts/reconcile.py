"""Candidates against what is held: skip, reinforce, supersede, retire. Pure.

Truth follows the time of saying, not of arrival. A version is believed from `learned_at` until `retired_at`, both in
said-time; a statement that arrives late takes its place between the versions before and after it, so that the same
turns tell the same story in whatever order they come.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Protocol

from holdfast.core.language.words import words_of
from holdfast.memory.kinds.of_statement import STATES
from holdfast.memory.learning.facts.nearby import FactIndex
from holdfast.memory.learning.predicates import (
    PHRASES,
    WITHOUT,
    are_opposite,
    is_denial,
    is_functional,
    object_key,
)
from holdfast.memory.learning.types import Contradiction, FactCandidate, FactState, Reconciliation
from holdfast.memory.loops.words import content, overlap
from holdfast.memory.types import LearnedFrom

SAME_MEANING = 0.81
"""Cosine above which two sentences of one subject and predicate say the same, if they share words too."""
SAME_MEANING_OTHER_PREDICATE = 0.84
"""The same, where the predicates differ and one sentence has all the words of the other: models name predicates as they
like. By likeness alone, who teaches the piano and who learns it are one."""
SAME_OBJECT_WORDS = 0.6
MAX_CONFIDENCE = 0.99
GROWTH = 0.25
"""How much of the remaining doubt one more saying takes away."""
TOO_UNSURE = 0.55
"""A hedged statement below this does not overturn what was said plainly."""
_TAKING = frozenset(content("eat drink"))
_BESIDE = 4
"""Words that a statement about one thing has beside it; in a longer one something else may still be so."""
_ABSTAINS = re.compile(
    r"\b(?:no|not|never|without|stopped|quit|gave up|given up|(?:have|has|do|does|can|wo)n'?t|off)\b", re.IGNORECASE
)
_NEGATIONS = frozenset({"not", "no", "never", "without", "dislikes", "hates", "longer", "cannot"})


class Like(Protocol):
    def __call__(self, text: str, fact: FactState) -> float: ...


def reconcile(
    candidates: Sequence[FactCandidate],
    contradictions: Sequence[Contradiction],
    held: Sequence[FactState],
    like: Like,
    source: LearnedFrom,
) -> Reconciliation:
    book = _Book(held, like, source)
    for candidate in sorted(candidates, key=lambda one: one.said_at):
        book.take(candidate)
    for contradiction in contradictions:
        book.contradict(contradiction)
    return book.result()


class _Book:
    def __init__(self, held: Sequence[FactState], like: Like, source: LearnedFrom) -> None:
        self.facts: dict[int, FactState] = {fact.id: fact for fact in held}
        self.before: Mapping[int, FactState] = dict(self.facts)
        self.index = FactIndex(held)
        self.like = like
        self.source = source
        self.by_label: dict[str, int] = {}
        self.grounds: list[tuple[int, str]] = []
        """What rests on what, by label: told before the other may have been taken."""
        self.learned = self.duplicates = self.contradicted = 0

    def take(self, candidate: FactCandidate) -> None:
        for rival in _rivals(candidate, self._near(candidate)):
            self._split(rival, candidate.said_at)
        near = self._near(candidate)
        rivals = _rivals(candidate, near)
        same = self._same(candidate, [fact for fact in near if fact not in rivals], rivals)
        if same is not None:
            self._reinforce(same, candidate, rivals)
            place = same.id
        else:
            place = self._add(candidate, near, rivals)
        if candidate.label:
            self.by_label[candidate.label] = place
        self.grounds += [(place, label) for label in candidate.rests_on]

    def contradict(self, contradiction: Contradiction) -> None:
        fact = self.facts.get(contradiction.fact_id)
        if fact is None or fact.retired_at is not None or fact.learned_at > contradiction.said_at:
            return
        if any(episode in fact.added for episode in contradiction.episodes):
            return  # the very turn that said it again cannot have taken it back
        self._retire(fact, contradiction.said_at, "contradicted", None, valid_to=contradiction.said_at)

    def result(self) -> Reconciliation:
        for place, label in self.grounds:
            ground = int(label[1:]) if label.startswith("#") else self.by_label.get(label)
            if ground is not None and ground != place and ground in self.facts:
                fact = self.facts[place]
                self.facts[place] = replace(fact, rests_on=tuple(dict.fromkeys((*fact.rests_on, ground))))
        changed = [fact for fact in self.facts.values() if fact is not self.before.get(fact.id)]
        retired = [
            fact.id for fact in changed
            if fact.retired_at is not None and fact.id in self.before and self.before[fact.id].retired_at is None
        ]  # fmt: skip
        return Reconciliation(changed, retired, self.learned, self.duplicates, self.contradicted)

    def _near(self, candidate: FactCandidate) -> list[FactState]:
        """Of the same subject, and all that it may conflict with or say again."""
        return [self.facts[place] for place in self.index.near(candidate)]

    def _keep_new(self, fact: FactState) -> None:
        self.facts[fact.id] = fact
        self.index.add(fact)

    def _split(self, fact: FactState, at: datetime) -> None:
        """Said before and after something that takes it back and arrives late: two versions, with a time between."""
        later = sorted((when, episode) for episode, when in fact.said if when > at)
        if not later or not _is_believed(fact, at):
            return
        resumed = replace(
            fact,
            id=self._new_id(),
            learned_at=later[0][0],
            times_reinforced=len(later) - 1,
            added=tuple(episode for _, episode in later),
            said=tuple((episode, when) for when, episode in later),
        )
        self._keep_new(resumed)
        self.facts[fact.id] = replace(
            fact,
            retired_at=resumed.learned_at,
            retired_because="superseded",
            superseded_by=resumed.id,
            is_pinned=False,
            said=tuple((episode, when) for episode, when in fact.said if when <= at),
        )

    def _new_id(self) -> int:
        return -1 - (len(self.facts) - len(self.before))

    def _same(
        self, candidate: FactCandidate, others: Sequence[FactState], rivals: Sequence[FactState]
    ) -> FactState | None:
        """The version that said it, if it still stood then or stands from later on with nothing else in between."""
        alike = [fact for fact in others if self._says_the_same(candidate, fact)]
        believed = [fact for fact in alike if _is_believed(fact, candidate.said_at)]
        if believed:
            return max(believed, key=lambda fact: (fact.retired_at is None, fact.learned_at))
        later = sorted(
            (fact for fact in alike if fact.learned_at > candidate.said_at), key=lambda fact: fact.learned_at
        )
        if later and not any(candidate.said_at < rival.learned_at <= later[0].learned_at for rival in rivals):
            return later[0]
        return None

    def _says_the_same(self, candidate: FactCandidate, fact: FactState) -> bool:
        if candidate.predicate == fact.predicate:
            if object_key(candidate.object) == object_key(fact.object):
                return True
            if is_functional(candidate.predicate):
                return False
            words = overlap(content(candidate.object), content(fact.object))
            is_near = words >= SAME_OBJECT_WORDS or (words > 0 and self.like(candidate.text, fact) >= SAME_MEANING)
            return is_near and _numbers(candidate.object) == _numbers(fact.object)
        if " ".join(words_of(candidate.text)) == " ".join(words_of(fact.text)):
            return True
        if is_functional(candidate.predicate) or is_functional(fact.predicate) or _are_known(candidate, fact):
            return False
        return (
            _has_all(content(candidate.text), content(fact.text))
            and self.like(candidate.text, fact) >= SAME_MEANING_OTHER_PREDICATE
            and _numbers(candidate.text) == _numbers(fact.text)
            and _is_negative(candidate.text) == _is_negative(fact.text)
        )

    def _reinforce(self, fact: FactState, candidate: FactCandidate, rivals: Sequence[FactState]) -> None:
        episodes = tuple(episode for episode in candidate.episodes if episode not in (*fact.added, *fact.told_by))
        if not episodes and fact.told_by:
            return  # read before, perhaps by another path: a turn says a thing once
        self.duplicates += 1
        said = tuple((episode, candidate.said_at) for episode in episodes)
        fact = replace(fact, added=(*fact.added, *episodes), said=(*fact.said, *said))
        if candidate.said_at < fact.learned_at:
            # Said earlier than we thought: believed from then on, and what it overturned ended then.
            for rival in rivals:
                if _is_believed(rival, candidate.said_at):
                    self._retire(rival, candidate.said_at, rival.retired_because or "superseded", rival.superseded_by)
            fact = replace(fact, learned_at=candidate.said_at)
        if fact.retired_at is None:
            fact = replace(
                fact,
                confidence=min(MAX_CONFIDENCE, max(fact.confidence, fact.confidence + (1 - fact.confidence) * GROWTH)),
                times_reinforced=fact.times_reinforced + 1,
                reinforced_at=max(fact.reinforced_at or candidate.said_at, candidate.said_at),
                valid_from=min(filter(None, (fact.valid_from, candidate.valid_from)), default=None),
                is_doubtful=False,
            )
        self.facts[fact.id] = fact

    def _add(self, candidate: FactCandidate, near: Sequence[FactState], rivals: Sequence[FactState]) -> int:
        new_id = self._new_id()
        earlier = [rival for rival in rivals if _is_believed(rival, candidate.said_at)]
        later = sorted(
            (rival for rival in rivals if rival.learned_at > candidate.said_at and _conflict(candidate, rival)),
            key=lambda rival: rival.learned_at,
        )
        if candidate.confidence < TOO_UNSURE and any(rival.confidence > candidate.confidence for rival in earlier):
            earlier = []
            later = later or [max(rivals, key=lambda rival: rival.learned_at)]
        fact = FactState(
            id=new_id,
            lineage=self._lineage(candidate, near, earlier or later, new_id),
            subject=candidate.subject,
            predicate=candidate.predicate,
            object=candidate.object,
            text=candidate.text,
            confidence=min(MAX_CONFIDENCE, candidate.confidence),
            source=self.source,
            learned_at=candidate.said_at,
            valid_from=candidate.valid_from,
            valid_to=candidate.valid_to,
            is_pinned=any(rival.is_pinned and rival.retired_at is None for rival in earlier) and not later,
            added=tuple(candidate.episodes),
            said=tuple((episode, candidate.said_at) for episode in candidate.episodes),
        )
        if later:
            successor = later[0]
            until = max(successor.learned_at, candidate.said_at)
            fact = replace(
                fact,
                retired_at=until,
                valid_to=candidate.valid_to or _not_before(successor.valid_from or until, fact.valid_from),
                retired_because=_conflict(candidate, successor) or "superseded",
                superseded_by=successor.id,
            )
        self._keep_new(fact)
        self.learned += 1
        for rival in earlier:
            because = _conflict(candidate, rival) or "superseded"
            self._retire(rival, candidate.said_at, because, new_id, valid_to=candidate.valid_from or candidate.said_at)
        return new_id

    def _retire(
        self, fact: FactState, at: datetime, because: str, by: int | None, *, valid_to: datetime | None = None
    ) -> None:
        at = max(at, fact.learned_at)
        if fact.retired_at is None:
            self.contradicted += 1
        ended = _not_before(valid_to or at, fact.valid_from)
        was_told = fact.valid_to is not None and (fact.retired_at is None or fact.valid_to < ended)
        self.facts[fact.id] = replace(
            fact,
            retired_at=at,
            retired_because=because,
            superseded_by=by,
            valid_to=fact.valid_to if was_told else ended,
        )

    def _lineage(
        self, candidate: FactCandidate, near: Sequence[FactState], rivals: Sequence[FactState], new_id: int
    ) -> int:
        """The story it belongs to: what it replaces, or what it once was."""
        told = rivals or [fact for fact in near if self._says_the_same(candidate, fact) or _conflict(candidate, fact)]
        if not told:
            return new_id
        last = max(told, key=lambda fact: fact.learned_at)
        return last.lineage or last.id


def _rivals(candidate: FactCandidate, near: Sequence[FactState]) -> list[FactState]:
    return [fact for fact in near if _conflict(candidate, fact)]


def _conflict(candidate: FactCandidate, fact: FactState) -> str | None:
    """Why both cannot be so at once; None where they can."""
    if candidate.predicate == fact.predicate:
        is_other = object_key(candidate.object) != object_key(fact.object)
        return "superseded" if is_other and is_functional(candidate.predicate) else None
    if candidate.predicate == "resumed" and _did_without(candidate.object, fact):
        return "contradicted"
    if not are_opposite(candidate.predicate, fact.predicate):
        return None
    newer, older = candidate.object, fact.object
    if is_denial(fact.predicate) or (not is_denial(candidate.predicate) and fact.learned_at > candidate.said_at):
        newer, older = older, newer
    # Who no longer likes coffee does not like black coffee either; but not the other way round.
    return "contradicted" if not newer or _matter(newer) <= _matter(older) else None


def _did_without(resumed: str, fact: FactState) -> bool:
    """A diet that leaves it out, or a statement that says of nothing else that it was given up."""
    if fact.predicate == "diet":
        return resumed in WITHOUT.get(fact.object, ())
    said, matter = set(content(fact.text)), _matter(resumed)
    return (
        fact.predicate == STATES
        and bool(matter)
        and matter <= said
        and len(said) <= len(matter) + _BESIDE
        and bool(_ABSTAINS.search(fact.text))
    )


def _matter(object_: str) -> set[str]:
    """ "eating meat" and "meat" are one matter."""
    return set(content(object_)) - _TAKING or set(content(object_))


def _is_believed(fact: FactState, at: datetime) -> bool:
    return fact.learned_at <= at and (fact.retired_at is None or fact.retired_at > at)


def _not_before(moment: datetime, start: datetime | None) -> datetime:
    return max(moment, start) if start else moment


def _are_known(candidate: FactCandidate, fact: FactState) -> bool:
    """Both predicates are of the list that models are given: who started and who finished are told apart there."""
    return candidate.predicate in PHRASES and fact.predicate in PHRASES


def _has_all(some: Sequence[str], others: Sequence[str]) -> bool:
    """One has every word of the other."""
    return bool(some) and bool(others) and (set(some) <= set(others) or set(others) <= set(some))


def _numbers(text: str) -> set[str]:
    return {word for word in words_of(text) if word.isdigit()}


def _is_negative(text: str) -> bool:
    return bool(_NEGATIONS & set(words_of(text)))
