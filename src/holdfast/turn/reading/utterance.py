"""A message as every cue sees it: cut, in one spelling, in its languages. Made once.

However long a message is, reading it takes the same bounded time: what people want stands at one of its ends.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache, reduce
from itertools import islice
from operator import or_
from typing import Literal

from holdfast.core.language.sentences import split_sentences
from holdfast.core.language.spelling import ends_of, mended, one_spelling
from holdfast.core.language.tables import Language
from holdfast.core.language.which import languages_of
from holdfast.core.language.words import COMPOUND, Vocabulary, vocabulary_of
from holdfast.turn.reading.names import find_names
from holdfast.turn.reading.tables import TABLES, Cue, Mark, Tables, WordLists, word_lists

_TOKEN = re.compile(r"[^\W_][\w'-]*|[^\w\s]|\n")
_BEFORE_MARK = re.compile(r" ([,.;:!?)])")
_AROUND_LINE_END = re.compile(r" ?\n ?")
_CLAUSE_END = re.compile(r"[.!?\n,;:]+\s*|\s-\s")


@dataclass(slots=True)
class Utterance:
    text: str
    """As written, cut and in one spelling."""
    low: str
    """Lower case, known misspellings mended, hesitations and stammer gone; lines and marks stay."""
    words: Sequence[str]
    sentences: Sequence[str]
    """Of `low`, each without the words people begin with while they think."""
    languages: Sequence[Language]
    """The one with most of its words first."""
    line: str
    """The sentences in their order."""
    tables: Sequence[Tables]
    """Of its languages."""
    _shown: dict[str, bool] = field(default_factory=dict)
    _found: dict[str, Sequence[Cue]] = field(default_factory=dict)
    _clauses: Sequence[str] | None = None
    _names: Sequence[str] | None = None

    @property
    def content(self) -> Sequence[str]:
        stop = self.vocabulary.stop
        return [word for word in self.words if word not in stop]

    @property
    def clauses(self) -> Sequence[str]:
        if self._clauses is None:
            self._clauses = _CLAUSE_END.split(self.low)
        return self._clauses

    @property
    def names(self) -> Sequence[str]:
        """Whom or what it names, by capitals and by given names."""
        if self._names is None:
            self._names = find_names(self.text, self.word_lists)
        return self._names

    @property
    def vocabulary(self) -> Vocabulary:
        return _vocabulary(tuple(self.languages))

    @property
    def word_lists(self) -> WordLists:
        return word_lists(tuple(self.languages))

    def shows(self, mark: str) -> bool:
        """Whether it has what a mark looks for, in any of its languages."""
        if (known := self._shown.get(mark)) is None:
            known = False
            for table in self.tables:
                if mark in table.marks and self._is_at(table.marks[mark]):
                    known = True
            self._shown[mark] = known
        return known

    def cues(self, kind: Literal["intents", "postures"]) -> Sequence[Cue]:
        """All of a kind that are found."""
        if kind not in self._found:
            known = (cue for table in self.tables for cue in getattr(table, kind))
            self._found[kind] = [cue for cue in known if cue.pattern.search(self.low)]
        return self._found[kind]

    def asks(self) -> Cue | None:
        """The first cue that asks about the past."""
        if "asks" not in self._found:
            known = (cue for table in self.tables for cue in table.asks if cue.pattern.search(self.line))
            self._found["asks"] = [*islice(known, 1)]
        return next(iter(self._found["asks"]), None)

    def find(self, mark: str) -> Iterator[re.Match[str]]:
        """Where it stands."""
        for table in self.tables:
            if mark in table.marks:
                yield from table.marks[mark].pattern.finditer(self.low)

    def _is_at(self, mark: Mark) -> bool:
        match mark.at:
            case "anywhere":
                return mark.pattern.search(self.low) is not None
            case "start":
                return mark.pattern.match(self.line) is not None
            case "sentence":
                return any(map(mark.pattern.search, self.sentences))
            case "clause":
                return any(map(mark.pattern.match, self.clauses))
            case "last":
                return mark.pattern.match(self.sentences[-1] if self.sentences else "") is not None
            case "whole":
                return mark.pattern.fullmatch(self.low) is not None


def read_utterance(text: str, languages: Sequence[Language] = ()) -> Utterance:
    """`languages`: where they are known."""
    spelled = one_spelling(ends_of(text)).strip()
    tokens = _TOKEN.findall(spelled.lower())
    languages = languages or languages_of(tokens)
    hesitations = _vocabulary(tuple(languages)).hesitations
    words = mended((word for word in tokens if word not in hesitations), languages[0])
    low = _joined(_without_stammer(words))
    sentences = _sentences(low, languages[0])
    return Utterance(
        text=spelled,
        low=low,
        words=COMPOUND.findall(" ".join(words)),
        sentences=sentences,
        line=" ".join(sentences),
        languages=languages,
        tables=[TABLES[language] for language in languages],
    )


def content_of(text: str) -> Sequence[str]:
    """The words of a text that say what it is about."""
    return read_utterance(text).content


def _joined(words: Sequence[str]) -> str:
    line = _BEFORE_MARK.sub(r"\1", " ".join(words))
    return (_AROUND_LINE_END.sub("\n", line) if "\n" in line else line).strip(" ,\n")


def _without_stammer(words: Sequence[str]) -> Sequence[str]:
    """ "the the" as people say it; marks may stand twice."""
    return [word for place, word in enumerate(words) if place == 0 or word != words[place - 1] or not word[0].isalpha()]


def _sentences(low: str, language: Language) -> Sequence[str]:
    leading = TABLES[language].words.leading
    found = [leading.sub("", part.strip(" ,"), count=1).strip() for part in split_sentences(low, language)]
    return [part for part in found if part]


@cache
def _vocabulary(languages: tuple[Language, ...]) -> Vocabulary:
    """Of all of them."""
    known = [vocabulary_of(language) for language in languages]
    names = Vocabulary.__dataclass_fields__
    return Vocabulary(**{name: reduce(or_, (getattr(one, name) for one in known)) for name in names})
