"""The labelled library: documents of our own writing in five languages, as the files that people bring, and questions
with the words that answer each. `labelled_library` has a folder of files for each language, and beside it what is
asked:

    === staff-handbook.docx | tune
    How many days of holiday are there? | 27 days of holiday
    > And how many may be carried over? | five days
    @de Wie viele Urlaubstage gibt es? | 27 days of holiday

An answer stands as the document's reader gives it; where lines end does not matter, and what a cell and the next say
has ` | ` between them. A question that goes on (`>`) has the one above it, and its answer, before it; any other has one
about another document before it, as people change the subject. `@de`: asked in another language than the document is
in. Under `=== nothing` stand questions that no document answers. `tune` is the part that weights and rules were chosen
on; `held` is only measured.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from holdfast.core.errors import Invalid
from holdfast.knowledge.follow_up import Exchange

LIBRARY = Path(__file__).parent / "labelled_library"
PARTS = ("tune", "held")
_NOTHING = "nothing"
_DOCUMENT = re.compile(r"^=== ", re.MULTILINE)
_ENDS = ".!?。！？|"
_SAID = re.compile(f"[^{re.escape(_ENDS)}]*")


@dataclass(frozen=True, slots=True)
class LibraryDocument:
    file: Path
    language: str
    part: str

    @property
    def name(self) -> str:
        return self.file.name


@dataclass(frozen=True, slots=True)
class LibraryQuestion:
    text: str
    language: str
    part: str
    document: str = ""
    """Empty: nothing answers it."""
    answer: str = ""
    before: Sequence[LibraryQuestion] = ()
    goes_on: bool = False
    is_across: bool = False
    """The document is in another language."""


@dataclass(frozen=True, slots=True)
class LabelledLibrary:
    documents: Sequence[LibraryDocument]
    questions: Sequence[LibraryQuestion]


def read_library(folder: Path = LIBRARY) -> LabelledLibrary:
    documents: list[LibraryDocument] = []
    questions: list[LibraryQuestion] = []
    for asked in sorted(folder.glob("*.txt")):
        for entry in _DOCUMENT.split(asked.read_text(encoding="utf-8"))[1:]:
            head, _, lines = entry.partition("\n")
            name, _, part = (piece.strip() for piece in head.partition("|"))
            if part not in PARTS:
                raise Invalid(f"{asked.name}: {name} must be of one of the parts {', '.join(PARTS)}.")
            about = LibraryQuestion("", asked.stem, part, "" if name == _NOTHING else name, before=questions[-1:])
            questions += _questions(lines, about)
            if name != _NOTHING:
                documents.append(LibraryDocument(folder / asked.stem / name, asked.stem, part))
    return LabelledLibrary(documents, questions)


def lost_answers(questions: Sequence[LibraryQuestion], texts: Mapping[str, str]) -> Sequence[str]:
    """Questions whose answer does not stand in what was read. `texts`: by document."""
    return [
        f"{one.document}: {one.text}"
        for one in questions
        if one.document and not stands_in(one.answer, texts.get(one.document, ""))
    ]


def stands_in(answer: str, text: str) -> bool:
    """Wherever lines end: they may within a word of a language that has no spaces."""
    return "".join(answer.split()) in "".join(text.split())


def told_before(asked: LibraryQuestion, texts: Mapping[str, str]) -> Sequence[Exchange]:
    """With what an assistant said to each: the sentence that the answer stands in."""
    return [Exchange(one.text, _sentence(texts.get(one.document, ""), one.answer)) for one in asked.before]


def _questions(lines: str, about: LibraryQuestion) -> Iterator[LibraryQuestion]:
    before: Sequence[LibraryQuestion] = ()
    for line in filter(None, map(str.strip, lines.splitlines())):
        told, _, answer = (piece.strip() for piece in line.partition(" | "))
        if bool(answer) != bool(about.document):
            raise Invalid(f"{about.document or _NOTHING}: “{told}” must have an answer just where there is a document.")
        question = replace(about, text=told, answer=answer)
        if told.startswith("@"):
            language, _, told = told[1:].partition(" ")
            question = replace(question, text=told, language=language, is_across=True)
        if told.startswith("> "):
            question = replace(question, text=told.removeprefix("> "), before=before, goes_on=True)
        else:
            before = ()
        before = (*before, question)
        yield question


def _sentence(text: str, answer: str) -> str:
    text = " ".join(text.split())
    found = re.search(r"\s*".join(map(re.escape, "".join(answer.split()))), text) if answer else None
    if found is None:
        return ""
    starts = max(text.rfind(mark, 0, found.start()) + 1 for mark in _ENDS)
    ends = _SAID.match(text, found.end())
    return text[starts : ends.end() if ends else found.end()].strip()
