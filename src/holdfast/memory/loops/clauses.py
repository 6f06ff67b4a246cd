"""A turn cut into what its speaker states about the world.

Questions, quotations, code, pasted lines, what-ifs, reported speech and orders to the assistant state nothing, and
leave nothing. Everything here is linear in the text: no pattern repeats inside another.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from holdfast.core.language.sentences import split_sentences, without_abbreviations
from holdfast.core.language.tables import Language
from holdfast.memory.loops.tables import LOOP_TABLES, LoopTables

MAX_TURN_CHARACTERS = 8_000
MAX_CLAUSE_CHARACTERS = 300
MAX_CLAUSES = 80


@dataclass(frozen=True, slots=True)
class Clause:
    text: str
    """Contractions written out, discourse words taken off the front: "I am allergic to nuts"."""
    is_hedged: bool = False
    """Maybe, I think, I guess."""
    because_of: int | None = None
    """The clause (by its place) that this one gives as its reason."""
    when: str = ""
    """A day that was taken off the front with the discourse words: "Today I need to …"."""


_FENCED = re.compile(r"```.*?(?:```|\Z)", re.DOTALL)
_CODE = re.compile(r"`[^`\n]{1,200}`")
_QUOTED = re.compile(r'"[^"\n]{0,500}"|“[^”\n]{0,500}”|«[^»\n]{0,500}»|(?<!\w)\'[^\'\n]{12,300}\'(?!\w)')
_ADDRESS = re.compile(r"\bhttps?://\S{1,500}")
_DASH = re.compile(r"\s+[–—]\s+")
_IF = re.compile(r"\bif\b", re.IGNORECASE)
_COMMA = re.compile(r"[,;:]\s+")
_CLOSING = "\"')];"
_FEW_WORDS = 2
_LINES = re.compile(r"\n\s+")
_BLANKS = re.compile(r"[^\S\n]{2,}")
_PASTED = re.compile(
    r"^\s*(?:>|\||#{1,6}\s|[-*]\s*\[[ x]\]|def |class |import |from \w+ import|[{}<\[(]|\d+\s*[|:]|(?:subject|"
    r"from|to|date|re):\s)",
    re.IGNORECASE,
)


_ENGLISH = LOOP_TABLES["en"]


def clauses(text: str, language: Language = "en") -> list[Clause]:
    """What is stated, in order. `because_of` counts within what is returned."""
    tables = LOOP_TABLES[language]
    stated: list[Clause] = []
    for sentence in _sentences(text, language):
        first = len(stated)
        for is_reason, part in _parts(sentence, tables.patterns["and"]):
            clause = _clean(part, tables)
            if clause is None:
                continue
            if is_reason and len(stated) > first:
                before = stated[-1]
                stated[-1] = replace(before, because_of=len(stated))
            stated.append(clause)
        if len(stated) >= MAX_CLAUSES:
            break
    return stated[:MAX_CLAUSES]


def own_sentences(text: str) -> list[str]:
    """The sentences in which somebody may say how things are with them, as they wrote them, and "" for each other one:
    what stands beside each other belongs together. One or two quoted words are their own. A sentence that is partly
    somebody else's words, a what-if or a question is left with its other clauses."""
    said = _BLANKS.sub(" ", _LINES.sub("\n", plain(text, few_words=True)))
    sentences = [_closed(one) for one in split_sentences(without_abbreviations(said))[:MAX_CLAUSES]]
    return [_own_part(one) if _is_no_statement(one.replace("’", "'")) else one for one in sentences]


def _own_part(sentence: str) -> str:
    """What is left of a sentence that does not state all that it says."""
    known, said = _ENGLISH.patterns, sentence.replace("’", "'")
    if said[:1] == "," or said[-1:] == "?" or known["order_at_start"].match(said) or known["taken_back"].search(said):
        return ""
    if known["when_at_start"].match(said) and not _says_no_own(said):
        return sentence
    parts = _COMMA.split(said, maxsplit=MAX_CLAUSES)
    has_condition = _IF.search(said) is not None and known["what_if"].search(said) is not None
    return ", ".join(_own_clauses(parts, known["if_then" if has_condition else "supposed"])) if len(parts) > 1 else ""


def _own_clauses(parts: Sequence[str], supposed: re.Pattern[str]) -> Iterator[str]:
    """What is imagined goes on to the end, and what somebody else said until the speaker concludes something."""
    known = _ENGLISH.patterns
    is_reported = False
    for part in parts:
        if known["scene"].search(part):
            return
        goes_on = is_reported and known["concludes_at_start"].match(part) is None
        is_reported = goes_on or known["reported"].search(f"{part} ") is not None
        is_question = known["question_at_start"].match(part) and not known["when_at_start"].match(part)
        if not (is_reported or is_question or "…" in part or supposed.search(part)):
            yield part


def _says_no_own(sentence: str) -> bool:
    known = _ENGLISH.patterns
    return any(known[name].search(sentence) for name in ("reported", "what_if", "scene")) or "…" in sentence


def _is_no_statement(sentence: str) -> bool:
    return (
        not sentence
        or sentence.startswith(",")
        or sentence.endswith("?")
        or "…" in sentence
        or _clean(sentence, _ENGLISH, may_report=_ENGLISH.patterns["advised"].search(sentence) is not None) is None
        or _ENGLISH.patterns["what_if"].search(sentence) is not None
    )


def plain(text: str, *, few_words: bool = False) -> str:
    """Without what is not the speaker's own statement: code, quotations, addresses, pasted lines. `few_words`:
    quotations of a word or two stay."""
    text = _FENCED.sub(" ", text[:MAX_TURN_CHARACTERS])
    kept = [line for line in text.split("\n") if not _PASTED.match(line)]
    spoken = _QUOTED.sub(lambda found: _spoken(found, few_words=few_words), _CODE.sub(" ", "\n".join(kept)))
    return _ADDRESS.sub(" ", spoken)


def _spoken(found: re.Match[str], *, few_words: bool) -> str:
    return found.group() if few_words and len(found.group().split()) <= _FEW_WORDS else " … "


def _sentences(text: str, language: Language) -> Iterator[str]:
    unreal = LOOP_TABLES[language].patterns["unreal"]
    # Long runs of blanks first: what looks for an end would try each of them as its beginning.
    text = _BLANKS.sub(" ", _LINES.sub("\n", plain(text).replace("’", "'").replace("‘", "'")))
    ends = split_sentences(without_abbreviations(text, language), language, at_semicolons=True)
    for sentence in (part for one in ends for part in _DASH.split(one)):
        sentence = _closed(sentence)[:MAX_CLAUSE_CHARACTERS]
        if not sentence or sentence.endswith("?") or "…" in sentence or unreal.search(sentence):
            continue
        yield sentence.rstrip(".! ")


def _closed(sentence: str) -> str:
    """On one line, up to its own last mark: no bracket or quotation mark behind it."""
    line = " ".join(sentence.split())
    return line[:-1].rstrip() if line[-1:] in _CLOSING and line[-2:-1] in ".!?…" else line.removesuffix(";")


def _parts(sentence: str, joints: re.Pattern[str]) -> list[tuple[bool, str]]:
    parts: list[tuple[bool, str]] = []
    start, is_reason = 0, False
    for found in joints.finditer(sentence):
        parts.append((is_reason, sentence[start : found.start()]))
        start, is_reason = found.end(), bool(found.group("why"))
    parts.append((is_reason, sentence[start:]))
    return parts


def _clean(part: str, tables: LoopTables, *, may_report: bool = False) -> Clause | None:
    known = tables.patterns
    part = known["lead_in"].sub("", part.strip(" ,.!-–—:()*•\t"), count=1)
    if tables.contracted.search(part):
        for form in tables.written_out:
            part = form.pattern.sub(form.becomes, part)
    part, is_hedged, when = _without_openers(part, tables)
    if len(part.split()) < 2 or known["order_at_start"].match(part):
        return None
    if known["question_at_start"].match(part) and not (is_hedged and tables.does_invert):
        return None
    if known["reported"].search(part) and not may_report:
        return None
    return Clause(part, is_hedged, when=when)


def _without_openers(part: str, tables: LoopTables) -> tuple[str, bool, str]:
    """The clause, whether it is hedged, and a day that stood among what was taken off."""
    known, today = tables.patterns, tables.day_words.get("today", "")
    is_hedged, when = False, ""
    for _ in range(4):
        if found := known["openers_at_start"].match(part):
            when = today if today and found.group().lower().startswith(today) else when
        elif found := known["hedges_at_start"].match(part):
            is_hedged = is_hedged or not known["certain_at_start"].match(part)
        else:
            break
        part = part[found.end() :]
    return part.strip(), is_hedged, when
